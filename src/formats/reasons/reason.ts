import { reasons, type ReasonCode } from './reasons.ts';

/** A value of a reason: a key, a part of the file, a number, or another reason that explains this one. */
export type ReasonValue = string | number | Reason;

/** Why a format can't read a file or can't write a text, as a code and values. Plain data: it crosses threads. */
export interface Reason {
  readonly code: ReasonCode;
  readonly values: readonly ReasonValue[];
}

/** As many values as the reason's English text has. */
type ValuesOf<Text extends string> = Text extends `${string}{2}${string}`
  ? readonly [ReasonValue, ReasonValue, ReasonValue]
  : Text extends `${string}{1}${string}`
    ? readonly [ReasonValue, ReasonValue]
    : Text extends `${string}{0}${string}`
      ? readonly [ReasonValue]
      : readonly [];

/** Returns the reason with a code. */
export function because<Code extends ReasonCode>(code: Code, ...values: ValuesOf<(typeof reasons)[Code]>): Reason {
  return { code, values };
}

/** Returns a reason in English. */
export function reasonText({ code, values }: Reason): string {
  return reasons[code].replace(/\{(\d)\}/gu, (hole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? hole : typeof value === 'object' ? reasonText(value) : String(value);
  });
}

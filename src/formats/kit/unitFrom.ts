import type { Reason } from '../reasons/reason.ts';
import type { Unit } from './localeFormat.ts';

/** The properties of a unit that a format has read; `reason`: why it cannot be translated or written. */
export interface UnitFacts {
  readonly id: string;
  readonly text: string;
  readonly earlierText?: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly markup?: boolean | undefined;
  /** '' for none. */
  readonly note?: string | undefined;
  readonly maxChars?: number | undefined;
  readonly plural?: Unit['plural'] | undefined;
  readonly countName?: string | undefined;
  readonly integers?: readonly string[] | undefined;
  readonly flags?: readonly string[] | undefined;
  readonly reason?: Reason | undefined;
  readonly needsWork?: boolean | undefined;
}

/** Xcode's placeholder for a missing comment. */
export const placeholderComment = /^no comment provided by engineer\.?$/i;

/** Returns the parts of a note, one below the other, without those that are empty; undefined if all are. */
export function joinNotes(...parts: readonly (string | undefined)[]): string | undefined {
  const note = parts.filter((part) => part !== undefined && part !== '').join('\n');
  if (note === '') return undefined;
  return note;
}

/** Creates a unit. Setting optional members one by one is several times faster than spreading. */
export function unitFrom(facts: UnitFacts): Unit {
  const { id, text, earlierText, start, end, markup, note, maxChars, plural } = facts;
  const { countName, integers, flags, reason, needsWork } = facts;
  const unit: { -readonly [Key in keyof Unit]: Unit[Key] } = { id, text, start, end };
  if (earlierText !== undefined && earlierText !== text) unit.earlierText = earlierText;
  if (markup === true) unit.markup = true;
  if (note !== undefined && note !== '') unit.note = note;
  if (maxChars !== undefined) unit.maxChars = maxChars;
  if (plural !== undefined) unit.plural = plural;
  if (countName !== undefined) unit.countName = countName;
  if (integers !== undefined) unit.integers = integers;
  if (flags !== undefined) unit.flags = flags;
  if (reason !== undefined) {
    unit.translatable = false;
    unit.reason = reason;
  }
  if (needsWork === true) unit.needsWork = true;
  return unit;
}

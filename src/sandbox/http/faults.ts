import type { ErrorCode } from './errors.ts';

/** What can be made to go wrong on purpose, for tests of clients. */
export const faultKinds = [
  'drop-after',
  'drop-before',
  '500',
  'error',
  'html',
  'slow',
  'throttle',
  'truncate',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Fault = FaultTarget & FaultEffect;

interface FaultTarget {
  /** Method and path prefix: `POST /v2/translate/jobs`. */
  readonly match: string;
  /** How many calls it hits. */
  readonly times: number;
}

export type FaultEffect =
  /** The call is refused with this code of the catalog, as the service refuses calls, and nothing is done. */
  | { readonly fault: 'error'; readonly code: ErrorCode }
  /** The call is done after this many milliseconds. */
  | { readonly fault: 'slow'; readonly ms: number }
  | { readonly fault: Exclude<FaultKind, 'error' | 'slow'> };

/** Faults that wait for a call to hit: first in, first out. */
export class FaultQueue {
  #faults: readonly Fault[] = [];

  add(fault: Fault): void {
    this.#faults = [...this.#faults, fault];
  }

  clear(): void {
    this.#faults = [];
  }

  /** The first fault that matches the call; it is used up once. */
  take(method: string, path: string): Fault | undefined {
    const call = `${method} ${path}`;
    const found = this.#faults.find((fault) => call.startsWith(fault.match));
    if (found === undefined) return undefined;
    const left = found.times > 1 ? [{ ...found, times: found.times - 1 }] : [];
    this.#faults = this.#faults.flatMap((fault) => (fault === found ? left : [fault]));
    return found;
  }
}

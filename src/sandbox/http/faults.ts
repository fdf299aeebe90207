import type { ErrorCode } from './errors.ts';

/** The kinds of simulated failures, for tests of clients. */
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
  /** Number of calls that it affects. */
  readonly times: number;
}

export type FaultEffect =
  /** The call is refused with this code of the catalog and changes nothing. */
  | { readonly fault: 'error'; readonly code: ErrorCode }
  /** The call is performed after this many milliseconds. */
  | { readonly fault: 'slow'; readonly ms: number }
  | { readonly fault: Exclude<FaultKind, 'error' | 'slow'> };

/** Faults waiting for a matching call: first in, first out. */
export class FaultQueue {
  #faults: readonly Fault[] = [];

  add(fault: Fault): void {
    this.#faults = [...this.#faults, fault];
  }

  clear(): void {
    this.#faults = [];
  }

  /** Returns the first fault that matches the call, and uses it up once. */
  take(method: string, path: string): Fault | undefined {
    const call = `${method} ${path}`;
    const index = this.#faults.findIndex(({ match }) => call.startsWith(match));
    const fault = this.#faults[index];
    if (fault === undefined) return undefined;
    if (fault.times > 1) this.#faults = this.#faults.with(index, { ...fault, times: fault.times - 1 });
    else this.#faults = this.#faults.toSpliced(index, 1);
    return fault;
  }
}

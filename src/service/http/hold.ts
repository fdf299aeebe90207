import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import { ServiceError } from '../interface/serviceError.ts';

/** Requests wait automatically for pauses up to this long; a longer pause is shown to the user, who may try anyway. */
export const longestWaitMs = 3_600_000;

/** Pauses longer than this are considered errors and ignored. */
export const longestHoldMs = 31 * 24 * 3_600_000;

export interface HoldOptions {
  readonly clock: Clock;
  /** Shares the pause with all windows of this machine; without it the pause applies to this process only. */
  readonly file?: string;
  readonly log: (line: string) => void;
}

export interface HoldWait {
  readonly signal: AbortSignal;
  /** Maximum wait in milliseconds; never more than an hour. */
  readonly longestMs?: number;
  /** The user wants to try anyway, although the service asked for a pause longer than an hour. */
  readonly ignore?: boolean;
}

/** The pause that a service asked for with `Retry-After`. It holds back all requests of a resource group. */
export class Hold {
  readonly #clock: Clock;
  readonly #file: string | undefined;
  readonly #log: (line: string) => void;
  #until = 0;
  /** The user has asked for one attempt. */
  #isLifted = false;

  constructor({ clock, file, log }: HoldOptions) {
    this.#clock = clock;
    this.#file = file;
    this.#log = log;
  }

  /** Whether a pause is in effect, as far as this process knows. */
  get isOn(): boolean {
    return this.#until > this.#clock.now();
  }

  /** Begins or extends a pause of `ms` milliseconds. */
  async set(ms: number): Promise<void> {
    const now = this.#clock.now();
    const until = now + ms;
    if (ms <= 0 || until <= (await this.#read(now))) return;
    this.#until = until;
    this.#log(
      `The service asks for a pause of ${Math.ceil(ms / 1000)} seconds, until ${new Date(until).toISOString()}.`,
    );
    if (this.#file === undefined) return;
    try {
      // Replaced atomically, so that no window reads a part of it.
      const part = `${this.#file}.${process.pid}.part`;
      await writeFile(part, JSON.stringify({ until }), { mode: 0o600 });
      await rename(part, this.#file);
    } catch {
      // This process still observes the pause; the service will ask the other processes for one, too.
    }
  }

  /**
   * Waits until the pause is over; returns true if the user wants to try before that. Rejects with ServiceError
   * 'throttled' and outcome 'not-sent' if the pause is longer than the caller's limit, and with the signal's reason.
   */
  async pass({ signal, longestMs = longestWaitMs, ignore = false }: HoldWait): Promise<boolean> {
    for (;;) {
      const now = this.#clock.now();
      const restMs = (await this.#read(now)) - now;
      if (restMs <= 0) return false;
      if (restMs > longestWaitMs && (ignore || this.#isLifted)) {
        this.#isLifted = false;
        return true;
      }
      if (restMs > Math.min(longestMs, longestWaitMs)) throw this.#tooLong(now, restMs);
      await this.#clock.sleep(restMs, signal);
    }
  }

  /** Allows the next request although the service asked for a pause longer than an hour. */
  liftOnce(): void {
    this.#isLifted = true;
  }

  #tooLong(now: number, restMs: number): ServiceError {
    const error = new ServiceError(
      'throttled',
      `The service asked for a pause until ${new Date(now + restMs).toISOString()}.`,
      { outcome: 'not-sent', retryAfterMs: restMs, isFinal: true },
    );
    return this.offerTry(error);
  }

  /** Adds `tryAnyway` to an error that is the cause or the result of a pause longer than an hour. */
  offerTry(error: ServiceError): ServiceError {
    if ((error.retryAfterMs ?? 0) > longestWaitMs)
      error.tryAnyway = () => {
        this.liftOnce();
      };
    return error;
  }

  /** Returns the end of the pause, as set by this process or another one. */
  async #read(now: number): Promise<number> {
    if (this.#file === undefined) return this.#until;
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const [, until] = /^\{"until":(\d{1,16})\}$/u.exec(text) ?? [];
    // A time too far in the future was stored before the clock was set back.
    if (until !== undefined && Number(until) - now <= longestHoldMs) this.#until = Math.max(this.#until, Number(until));
    return this.#until;
  }
}

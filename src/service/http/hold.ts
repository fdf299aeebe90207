import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import { ServiceError } from '../interface/serviceError.ts';

/** A service that asks for a longer pause is shown to the user, who may try anyway; up to here requests wait by themselves. */
export const longestWaitMs = 3_600_000;

/** A longer pause is taken for nonsense. */
export const longestHoldMs = 31 * 24 * 3_600_000;

export interface HoldOptions {
  readonly clock: Clock;
  /** Tells all windows of this machine; without it the pause is this process's own. */
  readonly file?: string;
  readonly log: (line: string) => void;
}

export interface HoldWait {
  readonly signal: AbortSignal;
  /** Milliseconds to wait at most before giving up; never more than an hour. */
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
  /** The user has asked for one try. */
  #isLifted = false;

  constructor({ clock, file, log }: HoldOptions) {
    this.#clock = clock;
    this.#file = file;
    this.#log = log;
  }

  /** Whether requests are held back, as far as this process knows. */
  get isOn(): boolean {
    return this.#until > this.#clock.now();
  }

  /** Begins a pause, or makes it longer. */
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
      // Replaced as a whole, so that no window reads a part of it.
      const part = `${this.#file}.${process.pid}.part`;
      await writeFile(part, JSON.stringify({ until }), { mode: 0o600 });
      await rename(part, this.#file);
    } catch {
      // This process keeps to the pause; the others learn of it from the service.
    }
  }

  /** Waits until the pause is over; returns true if the user wants to try before that. Rejects with ServiceError 'throttled', nothing sent, if it is longer than the caller waits, and with the signal's reason. */
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

  /** Lets the next request through although the service asked for a pause longer than an hour. */
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

  /** Marks an error of a request that was held back for longer than an hour, or is the reason for it: the user may try anyway. */
  offerTry(error: ServiceError): ServiceError {
    if ((error.retryAfterMs ?? 0) > longestWaitMs)
      error.tryAnyway = () => {
        this.liftOnce();
      };
    return error;
  }

  /** The end of the pause, by this process's knowledge or another one's. */
  async #read(now: number): Promise<number> {
    if (this.#file === undefined) return this.#until;
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const [, until] = /^\{"until":(\d{1,16})\}$/u.exec(text) ?? [];
    // A time that is too far away was noted before the clock was set back.
    if (until !== undefined && Number(until) - now <= longestHoldMs) this.#until = Math.max(this.#until, Number(until));
    return this.#until;
  }
}

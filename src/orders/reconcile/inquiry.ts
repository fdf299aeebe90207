import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { ServiceError, type ServiceErrorReason } from '../../service/interface/serviceError.ts';

/** Something that the service was asked about, and did not answer readably. */
export interface ItemTrouble {
  /** `unconfirmed` is the search for orders whose answer was lost, `recovery` the one for jobs that the journal does not know. */
  readonly item: 'order' | 'job' | 'unconfirmed' | 'recovery';
  /** Id of the order or job. */
  readonly id?: string;
  readonly error: ServiceError;
}

/** Returns a line for the log. */
export function troubleLine({ item, id, error }: ItemTrouble): string {
  const about = {
    order: `the order ${id ?? ''}`,
    job: `the job ${id ?? ''}`,
    unconfirmed: 'unconfirmed orders',
    recovery: 'jobs to be recovered',
  }[item];
  return `The service's answer about ${about} cannot be used: ${error.message} ${error.serviceMessage ?? ''}`.trimEnd();
}

export type Answer<T> = { readonly value: T } | { readonly error: ServiceError };

/** Nothing gets through: the connection fails, or the service asks for a pause. */
const connectionReasons: ReadonlySet<ServiceErrorReason> = new Set(['network', 'timeout', 'throttled']);

/** Every other request would be answered in the same way. */
const accessReasons: ReadonlySet<ServiceErrorReason> = new Set([
  'authentication',
  'proxy-authentication',
  'insecure',
  'no-credentials',
  'aborted',
]);

/** After this many failures in a row the connection is taken to be down. A single one may concern a single item. */
const mostFailuresInARow = 3;

/** What the service answers for a path that it does not know, whoever asks. It is about an item, not about the keys. */
const signatureMissing = 1100;

/** A refresh: many requests, each about some items. A failure counts against its items, and ends the refresh only if nothing gets through. */
export class Inquiry {
  readonly options: CallOptions;
  readonly #troubles: ItemTrouble[] = [];
  #hasWholeLists = true;
  #isAnswered = false;
  #failuresInARow = 0;
  /** The last request failed for a reason that may pass: the next ones are not repeated, so that a refresh ends soon. */
  #isTroubled = false;
  #unanswered: ServiceError | undefined;

  constructor(options: CallOptions = {}) {
    this.options = options;
  }

  /** What could not be answered so far. */
  get troubles(): readonly ItemTrouble[] {
    return this.#troubles;
  }

  /** Whether each list that the service gave is known to hold all that it should. */
  get hasWholeLists(): boolean {
    return this.#hasWholeLists;
  }

  /** Notes that the service may have cut a list. */
  noteCutList(): void {
    this.#hasWholeLists = false;
  }

  note(trouble: ItemTrouble): void {
    this.#troubles.push(trouble);
  }

  /** Sends a request and returns the service's answer or its error. Rejects with ServiceError if every other request would fail as well. */
  async ask<T>(request: (options: CallOptions) => Promise<T>): Promise<Answer<T>> {
    try {
      const value = await request(this.#isTroubled ? { ...this.options, once: true } : this.options);
      this.#noteAnswer();
      return { value };
    } catch (error) {
      if (!(error instanceof ServiceError) || this.#concernsAll(error)) throw error;
      return { error };
    }
  }

  /** Throws the first failure if the service could not be asked about anything. */
  end(): void {
    if (!this.#isAnswered && this.#unanswered !== undefined) throw this.#unanswered;
  }

  #concernsAll(error: ServiceError): boolean {
    if (accessReasons.has(error.reason) && error.code !== signatureMissing) return true;
    if (connectionReasons.has(error.reason)) {
      this.#noteFailure(error);
      return (
        this.#failuresInARow >= mostFailuresInARow || (error.reason === 'throttled' && error.outcome === 'not-sent')
      );
    }
    if (
      error.reason === 'unavailable' ||
      error.reason === 'forbidden' ||
      (error.reason === 'unreadable' && !error.isFinal)
    ) {
      // Something answered, perhaps a gateway, so the others are asked for; whether the service itself works is not known.
      this.#noteFailure(error);
      this.#failuresInARow = 0;
    } else {
      this.#noteAnswer();
    }
    return false;
  }

  #noteFailure(error: ServiceError): void {
    this.#failuresInARow += 1;
    this.#isTroubled = true;
    this.#unanswered ??= error;
  }

  #noteAnswer(): void {
    this.#isAnswered = true;
    this.#failuresInARow = 0;
    this.#isTroubled = false;
  }
}

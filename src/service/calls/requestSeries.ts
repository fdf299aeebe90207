import type { CallOptions } from '../interface/serviceClient.ts';
import { ServiceError, type ServiceErrorReason } from '../interface/serviceError.ts';

/** A request without a usable answer, and what it was about. */
export interface ItemFailure {
  /**
   * `unconfirmed`: the search for orders whose answer was lost; `recovery`: the search for jobs missing in the
   * journal.
   */
  readonly item: 'order' | 'job' | 'unconfirmed' | 'recovery';
  /** Id of the order or job; absent if the request was for a list. */
  readonly id?: string;
  readonly error: ServiceError;
}

/** Describes a failed request in one line for the log. */
export function failureLine({ item, id = '', error }: ItemFailure): string {
  const reason = `${error.message} ${error.serviceMessage ?? ''}`.trimEnd();
  switch (item) {
    case 'order':
      return `The service's answer about the order ${id} cannot be used: ${reason}`;
    case 'job':
      return `The service's answer about the job ${id} cannot be used: ${reason}`;
    case 'unconfirmed':
      return `The service's answer about unconfirmed orders cannot be used: ${reason}`;
    case 'recovery':
      return `The service's answer about jobs to be recovered cannot be used: ${reason}`;
  }
}

/** Returns whether an error means that the caller stopped. */
export function isAbort(error: unknown): boolean {
  return error instanceof ServiceError && error.reason === 'aborted';
}

export type Answer<T> = { readonly value: T } | { readonly error: ServiceError };

/** Errors without an answer about the item: the connection failed, or the service asked for a pause. */
const connectionReasons: ReadonlySet<ServiceErrorReason> = new Set(['network', 'timeout', 'throttled']);

/** Errors that every other request would get, too. */
const accessReasons: ReadonlySet<ServiceErrorReason> = new Set([
  'authentication',
  'proxy-authentication',
  'proxy-negotiation',
  'proxy-address',
  'insecure',
  'no-credentials',
  'aborted',
]);

/** After this many failures in a row, the connection is considered down. A single failure may concern only one item. */
const maxFailuresInARow = 3;

/** The service's error code for an unknown path, with any keys. It concerns an item, not the keys. */
const signatureMissing = 1100;

/**
 * A series of requests, each about some items. A failed request affects only its own items. The series ends early
 * only if every other request would fail as well.
 */
export class RequestSeries {
  readonly options: CallOptions;
  readonly #failures: ItemFailure[] = [];
  #hasWholeLists = true;
  #isAnswered = false;
  #failuresInARow = 0;
  /**
   * The last request failed for a temporary reason. Until one succeeds, requests are not retried, so that the
   * series ends soon.
   */
  #isFailing = false;
  #unanswered: ServiceError | undefined;

  constructor(options: CallOptions = {}) {
    this.options = options;
  }

  /** The requests without a usable answer so far. */
  get failures(): readonly ItemFailure[] {
    return this.#failures;
  }

  /** Whether each list that the service returned is known to be complete. */
  get hasWholeLists(): boolean {
    return this.#hasWholeLists;
  }

  /** Records that the service may have cut a list. */
  noteCutList(): void {
    this.#hasWholeLists = false;
  }

  /** Records a request without a usable answer. */
  note(failure: ItemFailure): void {
    this.#failures.push(failure);
  }

  /**
   * Sends a request and returns the answer or the error. Rejects with ServiceError if every other request would
   * fail as well.
   */
  async send<T>(request: (options: CallOptions) => Promise<T>): Promise<Answer<T>> {
    try {
      const value = await request(this.#isFailing ? { ...this.options, once: true } : this.options);
      this.#noteAnswer();
      return { value };
    } catch (error) {
      if (!(error instanceof ServiceError) || this.#affectsAll(error)) throw error;
      return { error };
    }
  }

  /** Throws the first failure if no request was answered. */
  throwIfUnanswered(): void {
    if (!this.#isAnswered && this.#unanswered !== undefined) throw this.#unanswered;
  }

  /** Throws the first failure of a request for a list. */
  throwIfUnlisted(): void {
    const failed = this.#failures.find(({ id }) => id === undefined);
    if (failed !== undefined) throw failed.error;
  }

  #affectsAll(error: ServiceError): boolean {
    if (accessReasons.has(error.reason) && error.code !== signatureMissing) return true;
    if (connectionReasons.has(error.reason)) {
      this.#noteFailure(error);
      return (
        this.#failuresInARow >= maxFailuresInARow || (error.reason === 'throttled' && error.outcome === 'not-sent')
      );
    }
    const mayBeFromGateway =
      error.reason === 'unavailable' ||
      error.reason === 'forbidden' ||
      (error.reason === 'unreadable' && !error.isFinal);
    if (mayBeFromGateway) {
      // An answer arrived, perhaps from a gateway, so the series continues. It is not known whether the service
      // itself works.
      this.#noteFailure(error);
      this.#failuresInARow = 0;
    } else {
      this.#noteAnswer();
    }
    return false;
  }

  #noteFailure(error: ServiceError): void {
    this.#failuresInARow += 1;
    this.#isFailing = true;
    this.#unanswered ??= error;
  }

  #noteAnswer(): void {
    this.#isAnswered = true;
    this.#failuresInARow = 0;
    this.#isFailing = false;
  }
}

import { ServiceError } from '../interface/serviceError.ts';
import type { FindProxy } from '../interface/serviceClient.ts';

/**
 * The proxy to an address that neither an option nor the environment names. It is learned from `find` when the address
 * can't be reached, and learned again when the proxy can't be reached, for example because the network has changed.
 */
export class LearnedProxy {
  readonly #url: string;
  readonly #find: FindProxy;
  #proxy: string | undefined;
  #learning: Promise<void> | undefined;

  constructor(url: string, find: FindProxy) {
    this.#url = url;
    this.#find = find;
  }

  /**
   * Runs `attempt` with the address of the proxy, or undefined for a direct connection. If it fails before anything was
   * sent, and another way is found, it runs once more with that one. Rejects as `attempt`.
   */
  async send<T>(attempt: (proxy: string | undefined) => Promise<T>): Promise<T> {
    const triedProxy = this.#proxy;
    try {
      return await attempt(triedProxy);
    } catch (error) {
      if (!isUnreached(error)) throw error;
      // Requests that fail at the same time learn it once.
      if (this.#proxy === triedProxy) await (this.#learning ??= this.#learn());
      if (this.#proxy === triedProxy) throw error;
      return attempt(this.#proxy);
    }
  }

  async #learn(): Promise<void> {
    try {
      this.#proxy = await this.#find(this.#url);
    } catch {
      // A direct connection may be possible again.
      this.#proxy = undefined;
    } finally {
      this.#learning = undefined;
    }
  }
}

/** Returns whether no connection was made, so that nothing was sent and another way may lead there. */
function isUnreached(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    error.outcome === 'not-sent' &&
    (error.reason === 'network' || error.reason === 'timeout') &&
    error.httpStatus === undefined
  );
}

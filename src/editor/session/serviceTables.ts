import { unlessAborted } from '../../base/clock.ts';
import { bestPairs, knownLanguageCodes, sourceLanguageCodes } from '../../locales/languageCode.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import type { ServiceClient } from '../../service/interface/serviceClient.ts';
import type { Session } from './session.ts';

/** A table is used for an hour at most. After a quarter of that, it is requested again while it is still used. */
const maxAgeMs = 60 * 60 * 1000;
const renewAfterMs = maxAgeMs / 4;

/** The clock and the log of the tables. */
interface TableSurroundings {
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/**
 * The service's languages and prices, kept for a session. They serve to offer languages and to estimate prices; only a
 * quote says what an order costs.
 */
export class ServiceTables {
  readonly #client: Pick<ServiceClient, 'service'>;
  readonly #surroundings: TableSurroundings;
  /** By the code of their source language. */
  readonly #pairs = new Map<string, CachedTable<readonly LanguagePair[]>>();
  #languages: CachedTable<readonly Language[]>;

  constructor(client: Pick<ServiceClient, 'service'>, surroundings: TableSurroundings) {
    this.#client = client;
    this.#surroundings = surroundings;
    this.#languages = new CachedTable(() => client.service.languages(), surroundings);
  }

  /** Returns all languages. Rejects with ServiceError, or with the signal's reason. */
  languages(signal?: AbortSignal): Promise<readonly Language[]> {
    return this.#languages.get(signal);
  }

  /** Returns the language pairs, with their prices, of a source language. Rejects as `languages`. */
  pairs(source: string, signal?: AbortSignal): Promise<readonly LanguagePair[]> {
    let table = this.#pairs.get(source);
    table ??= new CachedTable(() => this.#client.service.languagePairs({ source }), this.#surroundings);
    this.#pairs.set(source, table);
    return table.get(signal);
  }

  /**
   * Returns the language pairs in which texts in a source locale are ordered; none if the service has no language for
   * it. Rejects as `languages`.
   */
  async pairsFrom(sourceLocale: string, signal?: AbortSignal): Promise<readonly LanguagePair[]> {
    const languages = await this.languages(signal);
    const codes = sourceLanguageCodes(
      sourceLocale,
      languages.map(({ code }) => code),
    );
    const pairs = await Promise.all(codes.map((code) => this.pairs(code, signal)));
    return bestPairs(sourceLocale, codes, pairs.flat());
  }

  /** Returns the tables for a source locale as far as they were already loaded, without a request. */
  loaded(sourceLocale: string): { readonly languages: readonly Language[]; readonly pairs?: readonly LanguagePair[] } {
    const languages = this.#languages.usableValue ?? [];
    const codes = sourceLanguageCodes(
      sourceLocale,
      languages.map(({ code }) => code),
    );
    const pairs = codes.map((code) => this.#pairs.get(code)?.usableValue);
    if (pairs.length === 0 || pairs.includes(undefined)) return { languages };
    return {
      languages,
      pairs: bestPairs(
        sourceLocale,
        codes,
        pairs.flatMap((pairsOfCode) => pairsOfCode ?? []),
      ),
    };
  }

  /** Requests the prices again when they are next needed, because a quote has shown that they have changed. */
  forgetPrices(): void {
    this.#pairs.clear();
  }
}

const tablesByClient = new WeakMap<ServiceClient, ServiceTables>();

/** Returns the tables of the session that uses a client. */
export function serviceTables(client: ServiceClient, log: (line: string) => void): ServiceTables {
  const tables = tablesByClient.get(client) ?? new ServiceTables(client, { now: Date.now, log });
  tablesByClient.set(client, tables);
  return tables;
}

/** The service's languages, and the prices for a source locale, as far as they were already loaded. */
export interface KnownTables {
  readonly languages: readonly Language[];
  /** Codes of the service's languages; those that it is known to have while its own list is not loaded. */
  readonly codes: readonly string[];
  /** The service's codes in which texts in the source locale can be ordered. */
  readonly sources: readonly string[];
  readonly pairs?: readonly LanguagePair[];
}

/** Returns the tables of a session without a request. */
export function knownTables(session: Session | undefined, sourceLocale: string): KnownTables {
  let tables: ReturnType<ServiceTables['loaded']> = { languages: [] };
  if (session !== undefined) tables = serviceTables(session.context.client, session.context.log).loaded(sourceLocale);
  const codes = tables.languages.length > 0 ? tables.languages.map(({ code }) => code) : knownLanguageCodes;
  return { ...tables, codes, sources: sourceLanguageCodes(sourceLocale, codes) };
}

/** An answer of the service that is used again for some time. Requests at the same time share one answer. */
class CachedTable<T> {
  readonly #request: () => Promise<T>;
  readonly #surroundings: TableSurroundings;
  #answer: { readonly value: T; readonly receivedAt: number } | undefined;
  #pending: Promise<T> | undefined;

  constructor(request: () => Promise<T>, surroundings: TableSurroundings) {
    this.#request = request;
    this.#surroundings = surroundings;
  }

  /** The answer, if there is one that is recent enough to be used. */
  get usableValue(): T | undefined {
    const ageMs = this.#ageMs;
    // A negative age means that the clock was set back.
    return ageMs < 0 || ageMs >= maxAgeMs ? undefined : this.#answer?.value;
  }

  /** Returns the answer, and requests a new one if there is none or if it is old. */
  async get(signal?: AbortSignal): Promise<T> {
    const { usableValue } = this;
    if (usableValue === undefined) return unlessAborted(this.#renew(), signal);
    if (this.#ageMs >= renewAfterMs)
      this.#renew().catch((error: unknown) => {
        this.#surroundings.log(`The service's table could not be renewed: ${String(error)}`);
      });
    return usableValue;
  }

  get #ageMs(): number {
    return this.#answer === undefined ? Infinity : this.#surroundings.now() - this.#answer.receivedAt;
  }

  #renew(): Promise<T> {
    this.#pending ??= this.#request()
      .then((value) => {
        this.#answer = { value, receivedAt: this.#surroundings.now() };
        return value;
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}

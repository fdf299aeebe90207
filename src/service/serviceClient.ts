import type { Clock } from '../base/clock.ts';
import type {
  AccountMe,
  AccountStats,
  Balance,
  Comment,
  Feedback,
  Job,
  JobStub,
  Language,
  LanguagePair,
  NewJob,
  NewOrder,
  Order,
  PlacedOrder,
  PreferredTranslators,
  QuotedJob,
  Revision,
  RevisionText,
  UnitCount,
} from './records.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly privateKey: string;
}

/** A line for the log. Never holds a key, a signature or a query. */
export type ServiceLog = (line: string) => void;

export interface ServiceClientOptions {
  /** Ends in `/v2`; may have a path before it. */
  readonly baseUrl: string;
  readonly credentials: () => Promise<Credentials | undefined>;
  readonly userAgent: string;
  /** The column of the contract's throttling table. */
  readonly limits: 'production' | 'sandbox';
  readonly clock?: Clock;
  readonly log?: ServiceLog;
  /** Milliseconds before a call without an answer is given up. Default 120 000. */
  readonly timeoutMs?: number;
  /** Proxy address, such as VS Code's `http.proxy`; without it the environment's variables count. Never used for loopback. */
  readonly proxy?: string;
  /** `http.proxyStrictSSL: false` relaxes the proxy's own certificate, never the service's. Default true. */
  readonly proxyStrictTls?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Every endpoint as a method. All reject with ServiceError and nothing else. */
export interface ServiceClient {
  readonly baseUrl: string;
  readonly jobs: {
    /** Any number of ids, asked for in batches of 50; the answer's order is not the ids'. */
    get(ids: readonly string[], options?: CallOptions): Promise<readonly Job[]>;
    getOne(id: string, options?: CallOptions): Promise<Job>;
    /** `timestampAfter` in milliseconds since the epoch; `count` at most 200. */
    list(filter: { readonly status?: string; readonly timestampAfter?: number; readonly count?: number }, options?: CallOptions): Promise<readonly JobStub[]>;
    approve(
      id: string,
      feedback?: { readonly rating?: number; readonly forTranslator?: string; readonly forService?: string; readonly public?: boolean },
      options?: CallOptions,
    ): Promise<void>;
    revise(id: string, comment: string, options?: CallOptions): Promise<void>;
    reject(
      id: string,
      rejection: { readonly reason: 'quality' | 'incomplete' | 'other'; readonly comment: string; readonly followUp?: 'requeue' | 'cancel' },
      options?: CallOptions,
    ): Promise<void>;
    archive(id: string, options?: CallOptions): Promise<void>;
    cancel(id: string, options?: CallOptions): Promise<void>;
    revisions(id: string, options?: CallOptions): Promise<readonly Revision[]>;
    revision(id: string, revisionId: string, options?: CallOptions): Promise<RevisionText>;
    feedback(id: string, options?: CallOptions): Promise<Feedback>;
    comments(id: string, options?: CallOptions): Promise<readonly Comment[]>;
    comment(id: string, body: string, options?: CallOptions): Promise<void>;
  };
  readonly orders: {
    /** Spends. Sent once; on doubt rejects with `outcome: 'unknown'`. */
    place(order: NewOrder, options?: CallOptions): Promise<PlacedOrder>;
    get(id: string, options?: CallOptions): Promise<Order>;
  };
  readonly service: {
    languages(options?: CallOptions): Promise<readonly Language[]>;
    languagePairs(filter?: { readonly source?: string }, options?: CallOptions): Promise<readonly LanguagePair[]>;
    /** Asked for in batches of 50; entries in the order of `jobs`. */
    quote(jobs: readonly NewJob[], options?: CallOptions): Promise<readonly QuotedJob[]>;
    unitCount(texts: readonly { readonly text: string; readonly language: string }[], options?: CallOptions): Promise<readonly UnitCount[]>;
  };
  readonly account: {
    stats(options?: CallOptions): Promise<AccountStats>;
    me(options?: CallOptions): Promise<AccountMe>;
    balance(options?: CallOptions): Promise<Balance>;
    preferredTranslators(options?: CallOptions): Promise<readonly PreferredTranslators[]>;
  };
  /** Ends what is in flight and closes the connections. */
  close(): Promise<void>;
}

import type { Clock } from '../../base/clock.ts';
import type {
  AccountMe,
  AccountStats,
  Attachment,
  Balance,
  Comment,
  Feedback,
  Glossary,
  Job,
  JobStub,
  Language,
  LanguagePair,
  NewFile,
  NewOrder,
  NewTextJob,
  Order,
  PlacedOrder,
  PreferredTranslators,
  QuotedFile,
  QuotedJob,
  Revision,
  RevisionText,
  UnitCount,
  UnreadableRow,
} from './records.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly privateKey: string;
  /** The user has explicitly allowed plain http for this address. */
  readonly plainHttpAllowed?: boolean;
}

/** Writes a line to the log. The line never contains a key, a signature or a query. */
export type ServiceLog = (line: string) => void;

/** The two names on which the contract and public clients differ; the default is the contract's. */
export interface WireNames {
  /** The private comment for the service's staff. Default `for_service`. */
  readonly staffComment?: 'for_service' | 'for_mygengo';
  /** Path for quoting files, below `/translate/service/`. Default `quote/file`; later public clients use `quote`. */
  readonly fileQuote?: 'quote/file' | 'quote';
}

/**
 * Returns the address of the proxy through which the system reaches an address, such as `http://proxy.example.com:8080`;
 * undefined if it needs none. May send a request without keys to the address.
 */
export type FindProxy = (url: string) => Promise<string | undefined>;

export interface ServiceClientOptions {
  /** Ends in `/v2`; may have a path before it. */
  readonly baseUrl: string;
  /** Returns the keys. Without this function, every call fails with 'no-credentials', and nothing is sent. */
  readonly credentials?: () => Promise<Credentials | undefined>;
  readonly userAgent: string;
  /** The column of the contract's throttling table. Default `production`. */
  readonly limits?: 'production' | 'sandbox';
  /**
   * A folder that all processes of this machine share: those that use the same folder share one rate limit.
   * Without it the rate limit applies to this process only.
   */
  readonly throttleFolder?: string;
  readonly clock?: Clock;
  readonly log?: ServiceLog;
  /** Milliseconds to wait for an answer. Default 120 000. */
  readonly timeoutMs?: number;
  /** Proxy address, such as VS Code's `http.proxy`. Default: the environment's variables. Never used for loopback. */
  readonly proxy?: string;
  /**
   * Finds the proxy to an address that can't be reached, if neither `proxy` nor the environment names one; for example by
   * a configuration script (PAC). Without it, such addresses can't be reached.
   */
  readonly findProxy?: FindProxy;
  /** Hosts to reach without a proxy, in the syntax of `http.noProxy` and NO_PROXY; added to the hosts in NO_PROXY. */
  readonly noProxy?: readonly string[];
  /**
   * If false (`http.proxyStrictSSL`), the proxy's certificate is not verified; the service's always is. Default true.
   */
  readonly proxyStrictTls?: boolean;
  /**
   * Whether the user has explicitly allowed sending keys and text to exactly this address unencrypted. Default false.
   */
  readonly allowPlainHttp?: boolean;
  readonly wireNames?: WireNames;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Called immediately before the request is sent, which may be long after the call. If it rejects, nothing is sent,
   * and the call rejects with ServiceError 'aborted' and outcome 'not-sent'.
   */
  readonly confirm?: () => Promise<void>;
  /** Do not retry. By default a read is retried after transient errors. */
  readonly once?: boolean;
  /** The user wants to try although the service asked for a pause longer than an hour. */
  readonly ignoreHold?: boolean;
  /**
   * Milliseconds to wait if the service asked for a pause; a longer pause rejects with 'throttled'.
   * Default: an hour for reads, half a minute for changes.
   */
  readonly longestHoldMs?: number;
  /** Called for each list entry that cannot be read, which is also logged. The other entries are returned. */
  readonly onUnreadable?: (row: UnreadableRow) => void;
}

export interface Approval {
  /** Whole number from 1 (poor) to 5 (fantastic). */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** Visible only to the service's staff. */
  readonly forService?: string;
  /** The feedback may be published, with source and translation. */
  readonly public?: boolean;
}

export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  /** Default: `requeue`, which passes the job to another translator. */
  readonly followUp?: 'requeue' | 'cancel';
}

export interface CommentOptions extends CallOptions {
  /** Files that the comment refers to. */
  readonly attachments?: readonly Attachment[];
}

/** Every endpoint as a method. All reject with ServiceError only. */
export interface ServiceClient {
  readonly baseUrl: string;
  readonly jobs: {
    /** Any number of ids, in batches of 50; the jobs are not in the order of the ids. */
    get(ids: readonly string[], options?: CallOptions): Promise<readonly Job[]>;
    getOne(id: string, options?: CallOptions): Promise<Job>;
    /** `timestampAfter` in milliseconds since the epoch; `count` at most 200. */
    list(
      filter: { readonly status?: string; readonly timestampAfter?: number; readonly count?: number },
      options?: CallOptions,
    ): Promise<readonly JobStub[]>;
    approve(id: string, approval?: Approval, options?: CallOptions): Promise<void>;
    revise(id: string, comment: string, options?: CallOptions): Promise<void>;
    reject(id: string, rejection: Rejection, options?: CallOptions): Promise<void>;
    archive(id: string, options?: CallOptions): Promise<void>;
    /**
     * The same for many jobs: 50 per call, one call after another. The service refuses a whole call if one of its jobs
     * is in the wrong state; later calls are not sent then, and earlier ones are not undone.
     */
    approveMany(jobs: readonly (Approval & { readonly id: string })[], options?: CallOptions): Promise<void>;
    reviseMany(
      jobs: readonly { readonly id: string; readonly comment: string }[],
      options?: CallOptions,
    ): Promise<void>;
    rejectMany(jobs: readonly (Rejection & { readonly id: string })[], options?: CallOptions): Promise<void>;
    archiveMany(ids: readonly string[], options?: CallOptions): Promise<void>;
    cancel(id: string, options?: CallOptions): Promise<void>;
    revisions(id: string, options?: CallOptions): Promise<readonly Revision[]>;
    revision(id: string, revisionId: string, options?: CallOptions): Promise<RevisionText>;
    feedback(id: string, options?: CallOptions): Promise<Feedback>;
    comments(id: string, options?: CallOptions): Promise<readonly Comment[]>;
    comment(id: string, body: string, options?: CommentOptions): Promise<void>;
  };
  readonly orders: {
    /**
     * Spends credits. At most 50 jobs; a group has 2 to 300. Sent once; `outcome: 'unknown'` if it may have arrived.
     */
    place(order: NewOrder, options?: CallOptions): Promise<PlacedOrder>;
    get(id: string, options?: CallOptions): Promise<Order>;
    /** Cancels the jobs that no translator has started. Returns the updated order, if the service sends it. */
    cancel(id: string, options?: CallOptions): Promise<Order | undefined>;
    comments(id: string, options?: CallOptions): Promise<readonly Comment[]>;
    comment(id: string, body: string, options?: CommentOptions): Promise<void>;
  };
  readonly service: {
    languages(options?: CallOptions): Promise<readonly Language[]>;
    languagePairs(filter?: { readonly source?: string }, options?: CallOptions): Promise<readonly LanguagePair[]>;
    /** Sent in batches of 50; entries in the order of `jobs`. */
    quote(jobs: readonly NewTextJob[], options?: CallOptions): Promise<readonly QuotedJob[]>;
    /**
     * Sends at most 50 files and 100 MB per call, in as many calls as necessary. Entries are in the order of `files`,
     * those that failed included.
     */
    quoteFiles(files: readonly NewFile[], options?: CallOptions): Promise<readonly QuotedFile[]>;
    /** Default method: POST, as in the contract's sample. */
    unitCount(
      texts: readonly { readonly text: string; readonly language: string }[],
      options?: CallOptions & { readonly method?: 'GET' | 'POST' },
    ): Promise<readonly UnitCount[]>;
  };
  readonly account: {
    stats(options?: CallOptions): Promise<AccountStats>;
    me(options?: CallOptions): Promise<AccountMe>;
    balance(options?: CallOptions): Promise<Balance>;
    preferredTranslators(options?: CallOptions): Promise<readonly PreferredTranslators[]>;
  };
  readonly glossaries: {
    list(options?: CallOptions): Promise<readonly Glossary[]>;
    get(id: string, options?: CallOptions): Promise<Glossary>;
  };
  readonly files: {
    /**
     * Downloads a file from an address in a job's record. Sends no keys. Only https to public addresses is allowed,
     * redirects included; and loopback if the service itself is on loopback. Rejects with ServiceError 'insecure' for
     * other addresses and 'unreadable' for a file over `maxBytes`.
     */
    download(url: string, options: CallOptions & { readonly maxBytes: number }): Promise<Uint8Array>;
  };
  /**
   * Refuses further calls, aborts reads immediately, and waits up to three seconds for answers to changes before
   * aborting them too. Then closes the connections.
   */
  close(): Promise<void>;
}

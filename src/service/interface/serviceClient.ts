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
  /** The person has allowed, in words, that this address is reached over plain http. */
  readonly plainHttpAllowed?: boolean;
}

/** A line for the log. Never holds a key, a signature or a query. */
export type ServiceLog = (line: string) => void;

/** The two words for which the contract and public clients differ; the contract's are sent unless told otherwise. */
export interface WireNames {
  /** The private comment for the service's staff. Default `for_service`. */
  readonly staffComment?: 'for_service' | 'for_mygengo';
  /** Where files are quoted, below `/translate/service/`. Default `quote/file`; later public clients post them to `quote`. */
  readonly fileQuote?: 'quote/file' | 'quote';
}

export interface ServiceClientOptions {
  /** Ends in `/v2`; may have a path before it. */
  readonly baseUrl: string;
  readonly credentials: () => Promise<Credentials | undefined>;
  readonly userAgent: string;
  /** The column of the contract's throttling table. Default `production`. */
  readonly limits?: 'production' | 'sandbox';
  /**
   * A folder that all processes of this machine share: those that name the same one keep to one budget of requests.
   * Without it the budget is this process's own.
   */
  readonly throttleFolder?: string;
  readonly clock?: Clock;
  readonly log?: ServiceLog;
  /** Milliseconds before a call without an answer is given up. Default 120 000. */
  readonly timeoutMs?: number;
  /** Proxy address, such as VS Code's `http.proxy`; without it the environment's variables count. Never used for loopback. */
  readonly proxy?: string;
  /** Hosts that are reached without a proxy, as `http.noProxy` and the variable NO_PROXY write them; both count. */
  readonly noProxy?: readonly string[];
  /** `http.proxyStrictSSL: false` relaxes the proxy's own certificate, never the service's. Default true. */
  readonly proxyStrictTls?: boolean;
  /** The person has allowed, in words, that keys and texts go to this very address unencrypted. Default false. */
  readonly allowPlainHttp?: boolean;
  readonly wireNames?: WireNames;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Called when the request's turn has come, which may be long after the call, immediately before it is sent. When it
   * rejects, nothing is sent, and the call rejects with ServiceError 'aborted' and outcome 'not-sent'.
   */
  readonly confirm?: () => Promise<void>;
  /** Asks once. A read is otherwise repeated on trouble that may pass. */
  readonly once?: boolean;
  /** The user wants to try although the service asked for a pause longer than an hour. */
  readonly ignoreHold?: boolean;
  /** Milliseconds to wait if the service asked for a pause; a longer one rejects with 'throttled'. Default: an hour for reads, half a minute for changes. */
  readonly longestHoldMs?: number;
  /** Called for each entry of a list that cannot be read. The other entries are returned, and each such entry is logged anyway. */
  readonly onUnreadable?: (row: UnreadableRow) => void;
}

export interface Approval {
  /** Whole number from 1 poor to 5 fantastic. */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** For the service's staff alone. */
  readonly forService?: string;
  /** The feedback may be shown to others, with source and translation. */
  readonly public?: boolean;
}

export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  /** Default: passed to another translator. */
  readonly followUp?: 'requeue' | 'cancel';
}

export interface CommentOptions extends CallOptions {
  /** What the comment points at. */
  readonly attachments?: readonly Attachment[];
}

/** Every endpoint as a method. All reject with ServiceError and nothing else. */
export interface ServiceClient {
  readonly baseUrl: string;
  readonly jobs: {
    /** Any number of ids, asked for in batches of 50; the answer's order is not the ids'. */
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
     * The same for many jobs, 50 a call, one call after the other. A call is refused as a whole when one of its jobs is not
     * in the right state; the calls after it are not sent, and those before it stay done.
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
    /** Spends. At most 50 jobs, as a group 2 to 300. Sent once; on doubt rejects with `outcome: 'unknown'`. */
    place(order: NewOrder, options?: CallOptions): Promise<PlacedOrder>;
    get(id: string, options?: CallOptions): Promise<Order>;
    /** Cancels those of its jobs that no translator has started; gives the order as it is then, where the service tells. */
    cancel(id: string, options?: CallOptions): Promise<Order | undefined>;
    comments(id: string, options?: CallOptions): Promise<readonly Comment[]>;
    comment(id: string, body: string, options?: CommentOptions): Promise<void>;
  };
  readonly service: {
    languages(options?: CallOptions): Promise<readonly Language[]>;
    languagePairs(filter?: { readonly source?: string }, options?: CallOptions): Promise<readonly LanguagePair[]>;
    /** Asked for in batches of 50; entries in the order of `jobs`. */
    quote(jobs: readonly NewTextJob[], options?: CallOptions): Promise<readonly QuotedJob[]>;
    /** At most 50 files and 100 MB a call, in as many calls as that takes; entries in the order of `files`, one that failed among them. */
    quoteFiles(files: readonly NewFile[], options?: CallOptions): Promise<readonly QuotedFile[]>;
    /** By POST, as the contract's sample sends it, unless `method` says GET. */
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
     * Fetches a file that a job's record points at. No keys are sent. Only https to public addresses is asked, every redirect
     * checked again; where the service itself is on loopback, loopback too. Rejects with ServiceError 'insecure' for other
     * addresses, and 'unreadable' for a file over `maxBytes`.
     */
    download(url: string, options: CallOptions & { readonly maxBytes: number }): Promise<Uint8Array>;
  };
  /**
   * Takes no further calls, gives up reads at once, and lets a call that changes something have its answer for up to three
   * seconds before it is given up too. Then closes the connections.
   */
  close(): Promise<void>;
}

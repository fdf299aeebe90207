/**
 * The types of requests and answers, with the service's field names. Types only: the client decodes answers from
 * `unknown` with its own schemas, and the sandbox writes answers of these shapes. They are as loose as the real
 * answers.
 */

/** A number, possibly as a decimal string; recordings show both for the same field. */
export type WireNumber = number | string;
/** An id in a request: an integer; a `bigint` is one above 2^53. */
export type WireId = WireNumber | bigint;
/** A flag as a number, a decimal string or a boolean. */
export type WireFlag = WireNumber | boolean;
/** Records by the caller's key; PHP servers turn a dictionary with numeric keys into an array. */
export type WireKeyed<T> = Readonly<Record<string, T>> | readonly T[];

/** The four form fields of every POST and PUT (`data` is absent when a call has none). */
export interface WireForm {
  readonly api_key: string;
  readonly api_sig: string;
  /** Seconds since the epoch, decimal. */
  readonly ts: string;
  /** Compact JSON. */
  readonly data?: string;
}

export interface WireOk<T> {
  readonly opstat: 'ok';
  readonly response?: T;
}

export interface WireErrorEntry {
  readonly code?: WireNumber;
  readonly msg?: string;
}

/** One error, or the errors of single jobs by the caller's key. May be empty or absent. */
export type WireErrorBody = WireErrorEntry | Readonly<Record<string, readonly WireErrorEntry[]>>;

export interface WireFailure {
  readonly opstat: 'error';
  readonly err?: WireErrorBody;
}

export type WireEnvelope<T> = WireOk<T> | WireFailure;

/** A file attached to a text, order or comment: a public address. */
export interface WireAttachment {
  readonly url: string;
  readonly filename: string;
  readonly mime_type: string;
}

/** A job to be quoted or ordered: contract §2 and the public payload tables. */
export interface WireJobPayload {
  readonly type?: 'text' | 'file';
  /** Title. */
  readonly slug?: string;
  /** Text jobs only. */
  readonly body_src?: string;
  /** Languages and tier are omitted when a quoted file is ordered. */
  readonly lc_src?: string;
  readonly lc_tgt?: string;
  readonly tier?: string;
  /** File jobs only; from the quote. */
  readonly identifier?: string;
  /** In a file quote: the name of the multipart part with the file, `[a-z0-9_-]+`. */
  readonly file_key?: string;
  /** At most 25 000 characters. */
  readonly comment?: string;
  readonly attachments?: readonly WireAttachment[];
  readonly callback_url?: string;
  /** A string of at most 1 kB, returned with the job. */
  readonly custom_data?: string;
  readonly auto_approve?: 0 | 1;
  readonly force?: 0 | 1;
  readonly use_preferred?: 0 | 1;
  /** From 1. */
  readonly position?: number;
  readonly glossary_id?: number | bigint;
  readonly max_chars?: number;
  /** At most 128 characters. */
  readonly purpose?: string;
  /** At most 128 characters. */
  readonly tone?: string;
  readonly services?: readonly ('translation' | 'edit')[];
  readonly as_group?: 0 | 1;
}

/** `data` of POST /translate/jobs. */
export interface WireOrderRequest {
  readonly jobs: WireKeyed<WireJobPayload>;
  readonly comment?: string;
  readonly as_group?: 0 | 1;
  readonly purpose?: string;
  readonly tone?: string;
  readonly reference_id?: number;
  readonly attachments?: readonly WireAttachment[];
}

/** `data` of POST /translate/service/quote and /translate/service/quote/file. */
export interface WireQuoteRequest {
  readonly jobs: WireKeyed<WireJobPayload>;
}

export interface WireApproval {
  readonly rating?: number;
  readonly for_translator?: string;
  /** The contract's name. */
  readonly for_service?: string;
  /** The name that public clients send. */
  readonly for_mygengo?: string;
  readonly public?: 0 | 1;
}

export interface WireRejection {
  readonly reason: string;
  readonly comment: string;
  readonly follow_up?: string;
}

/** `data` of PUT /translate/job/{id}. */
export type WireJobAction =
  | { readonly action: 'revise'; readonly comment: string }
  | ({ readonly action: 'approve' } & WireApproval)
  | ({ readonly action: 'reject' } & WireRejection)
  | { readonly action: 'archive' };

/** `data` of PUT /translate/jobs. The common comment applies to jobs without their own. */
export type WireJobsAction =
  | {
      readonly action: 'revise';
      readonly job_ids: readonly { readonly job_id: WireId; readonly comment?: string }[];
      readonly comment?: string;
    }
  | { readonly action: 'approve'; readonly job_ids: readonly ({ readonly job_id: WireId } & WireApproval)[] }
  | { readonly action: 'reject'; readonly job_ids: readonly ({ readonly job_id: WireId } & WireRejection)[] }
  | { readonly action: 'archive'; readonly job_ids: readonly (WireId | { readonly job_id: WireId })[] };

/** `data` of POST /translate/job/{id}/comment and /translate/order/{id}/comment. */
export interface WireCommentRequest {
  readonly body: string;
  readonly attachments?: readonly WireAttachment[];
}

/** A job in an answer. */
export interface WireJob {
  readonly job_id: WireNumber;
  readonly order_id?: WireNumber;
  readonly status: string;
  readonly slug?: string;
  readonly lc_src: string;
  readonly lc_tgt: string;
  readonly tier: string;
  readonly body_src?: string;
  readonly body_tgt?: string | null;
  readonly unit_count: WireNumber;
  readonly credits: WireNumber;
  readonly currency?: string | null;
  /** Seconds, or -1 if not applicable. */
  readonly eta?: WireNumber;
  /** Seconds since the epoch. */
  readonly ctime?: WireNumber;
  readonly auto_approve?: WireFlag;
  readonly custom_data?: string;
  readonly callback_url?: string;
  readonly position?: WireNumber;
  readonly glossary_id?: WireNumber;
  readonly file_download_ready?: boolean;
  readonly file_url_src?: string;
  readonly file_url_tgt?: string;
}

/** Answer of GET /translate/job/{id}. */
export interface WireJobAnswer {
  readonly job: WireJob;
}

/** An entry of GET /translate/jobs. */
export interface WireJobStub {
  readonly job_id: WireNumber;
  readonly ctime?: WireNumber;
}

/** A job that the service already knew: one job, several jobs, or the key of an identical job in the same order. */
export type WireKnownJob = WireJob | readonly WireJob[] | { readonly duplicate: string };

/** Answer of POST /translate/jobs. */
export interface WirePlacedOrder {
  readonly order_id?: WireNumber;
  readonly job_count?: WireNumber;
  readonly credits_used?: WireNumber;
  readonly currency?: string | null;
  readonly jobs?: WireKeyed<WireKnownJob>;
}

/** `order` of GET /translate/order/{id}. Lists of job ids, except `jobs_queued`, which is a count. */
export interface WireOrder {
  readonly order_id: WireNumber;
  readonly total_credits: WireNumber;
  readonly total_units: WireNumber;
  readonly total_jobs: WireNumber;
  readonly currency?: string | null;
  readonly as_group?: WireFlag;
  readonly jobs_queued?: WireNumber | readonly WireNumber[];
  readonly jobs_available?: readonly WireNumber[];
  readonly jobs_pending?: readonly WireNumber[];
  readonly jobs_reviewable?: readonly WireNumber[];
  readonly jobs_approved?: readonly WireNumber[];
  readonly jobs_revising?: readonly WireNumber[];
  readonly jobs_cancelled?: readonly WireNumber[];
  readonly jobs_held?: readonly WireNumber[];
}

/** Answer of GET /translate/order/{id}. */
export interface WireOrderAnswer {
  readonly order: WireOrder;
}

export interface WireQuotedJob {
  readonly unit_count?: WireNumber;
  readonly credits?: WireNumber;
  readonly eta?: WireNumber;
  readonly currency?: string | null;
  readonly type?: string;
  readonly lc_src_detected?: string;
  readonly custom_data?: string;
  readonly err?: WireErrorEntry;
}

/** An entry of a file quote: with an identifier, or with an error. */
export interface WireQuotedFile extends Omit<WireQuotedJob, 'err'> {
  readonly identifier?: string;
  readonly lc_src?: string;
  readonly order_id?: WireNumber;
  readonly title?: string;
  readonly body?: string;
  readonly err?: {
    readonly filename?: string;
    readonly code?: WireNumber;
    readonly key?: string;
    readonly msg?: string;
  };
}

/** Answer of POST /translate/service/quote/file. */
export interface WireFileQuoteAnswer {
  readonly jobs: WireKeyed<WireQuotedFile>;
}

/** Answer of POST /translate/service/quote. */
export interface WireQuoteAnswer {
  readonly jobs: WireKeyed<WireQuotedJob>;
}

export interface WireRevisionStub {
  readonly rev_id: WireNumber;
  readonly ctime?: WireNumber;
}

/** Answer of GET /translate/job/{id}/revisions. */
export interface WireRevisionsAnswer {
  readonly job_id: WireNumber;
  readonly revisions: readonly WireRevisionStub[];
}

/** Answer of GET /translate/job/{id}/revision/{rev_id}. */
export interface WireRevisionAnswer {
  readonly revision: { readonly body_tgt: string | null; readonly ctime?: WireNumber };
}

/** Answer of GET /translate/job/{id}/feedback. The rating is "0.0" if there is none. */
export interface WireFeedbackAnswer {
  readonly feedback: { readonly rating?: WireNumber | null; readonly for_translator?: string | null };
}

export interface WireComment {
  readonly author: string;
  readonly body: string | null;
  readonly ctime?: WireNumber;
}

/** Answer of GET /translate/job/{id}/comments, oldest first. */
export interface WireCommentsAnswer {
  readonly thread: readonly WireComment[];
}

export interface WireLanguage {
  readonly lc: string;
  readonly language: string;
  readonly localized_name: string;
  readonly unit_type: string;
}

export interface WireLanguagePair {
  readonly lc_src: string;
  readonly lc_tgt: string;
  readonly tier: string;
  readonly currency?: string | null;
  /** Credits per word or character. */
  readonly unit_price: WireNumber;
}

/** An item of the JSON body of POST /service/unit_count. */
export interface WireUnitCountItem {
  readonly text: string;
  readonly lc: string;
}

/** An item of the bare array that answers POST /service/unit_count. */
export interface WireUnitCount {
  readonly text: string;
  readonly lc: string;
  readonly unit_type: string;
  readonly unit_count: WireNumber;
}

export interface WireAccountStats {
  readonly credits_spent: WireNumber;
  /** Credits being processed. */
  readonly processing?: WireNumber;
  readonly user_since?: WireNumber;
  readonly currency?: string | null;
  readonly billing_type?: string;
  readonly customer_type?: string;
}

export interface WireAccountMe {
  readonly email: string;
  readonly full_name: string;
  readonly display_name: string;
  readonly language_code: string;
}

export interface WireBalance {
  readonly credits: WireNumber;
  readonly currency?: string | null;
}

export interface WirePreferredTranslators {
  readonly lc_src: string;
  readonly lc_tgt: string;
  readonly tier: string;
  readonly translators: readonly { readonly id: WireNumber; readonly last_login?: WireNumber }[];
}

/** An entry of GET /translate/glossary, and the answer of GET /translate/glossary/{id}. */
export interface WireGlossary {
  readonly id: WireNumber;
  readonly customer_user_id?: WireNumber;
  readonly source_language_id?: WireNumber;
  readonly source_language_code: string;
  /** Number and code of each language. */
  readonly target_languages: readonly (readonly [WireNumber, string])[];
  readonly is_public?: WireFlag;
  readonly unit_count?: WireNumber;
  readonly description?: string | null;
  /** `YYYY-MM-DD hh:mm:ss.ffffff` */
  readonly ctime?: string;
  readonly title: string;
  readonly status?: WireNumber;
}

/** The JSON in the form field `comment` of a callback; the field `job` has a WireJob. */
export interface WireCallbackComment {
  readonly job_id: WireNumber;
  readonly body: string;
  readonly ctime: WireNumber;
  readonly author?: string;
  readonly custom_data?: string;
  readonly file_url_tgt?: string;
}

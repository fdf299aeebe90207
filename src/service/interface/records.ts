import type { ErrorMeaning } from './catalog.ts';

/**
 * Decoded records of the service: ids are strings, money is a number of credits, times are milliseconds since the
 * epoch, and values that the service omitted are absent. Wire names are not used outside this folder.
 */

/**
 * Statuses that the service is known to use (contract §3 and public material). Other strings are possible; shown as is.
 */
export const knownStatuses = [
  'queued',
  'available',
  'pending',
  'reviewable',
  'approved',
  'revising',
  'rejected',
  'canceled',
  'hold',
  'archived',
  'deleted',
  'duplicate',
] as const;

export interface Job {
  readonly id: string;
  readonly orderId?: string;
  /**
   * One of `knownStatuses`, or any other string. The service's spellings `cancelled` and `held` become `canceled` and
   * `hold`.
   */
  readonly status: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly tier: string;
  /** The text as it was sent, including brackets. */
  readonly sourceText: string;
  /** The translation as received, including brackets. Complete only while reviewable, approved or archived. */
  readonly translatedText?: string;
  readonly title?: string;
  /** Words or characters charged; absent if the service's number cannot be read. */
  readonly unitCount?: number;
  /** Absent if the service's number cannot be read: it is never assumed to be 0. */
  readonly credits?: number;
  readonly currency?: string;
  /** Seconds until the expected completion; absent when done or unknown. */
  readonly etaSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly autoApprove: boolean;
  readonly customData?: string;
  readonly callbackUrl?: string;
  readonly position?: number;
  /** Set for the job of a file. The addresses are untrusted: `files.download` checks them. */
  readonly file?: {
    readonly sourceUrl?: string;
    readonly targetUrl?: string;
    /** The translated file can be downloaded. */
    readonly ready: boolean;
  };
}

export interface JobStub {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
}

/** An entry of a list that cannot be read. */
export interface UnreadableRow {
  /** The entry's own id, if it can be read. */
  readonly id?: string;
  /** The location in the answer and the problem. Contains no text from the service. */
  readonly problem: string;
}

export interface Order {
  readonly id: string;
  /** Absent if the number cannot be read; so are the next two. */
  readonly totalCredits?: number;
  readonly totalUnits?: number;
  readonly totalJobs?: number;
  readonly currency?: string;
  /** Jobs that are not yet visible to translators and have no id yet; absent if that cannot be read. */
  readonly queuedCount?: number;
  /** Job ids by status; a status with no job may be absent. */
  readonly jobIds: Readonly<Record<string, readonly string[]>>;
}

/** A file for translators to see with the text: they receive its address, so it must be public. */
export interface Attachment {
  /** Public http or https address. */
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
}

/** The work done on a text: `edit` means that a second person edits the translation. */
export type JobService = 'translation' | 'edit';

/** Options of a job, whether it has a text or a file. Absent options are absent on the wire too. */
export interface JobOptions {
  /** Chosen by the caller and returned in the answer; never purely numeric. */
  readonly key: string;
  readonly title?: string;
  /** For the translator; at most 25 000 characters. */
  readonly comment?: string;
  readonly attachments?: readonly Attachment[];
  /** Absolute http or https address without credentials. */
  readonly callbackUrl?: string;
  /** Approve the translation as soon as it is done, so that it can't be rejected or revised. */
  readonly autoApprove?: boolean;
  /** At most 1 kB in UTF-8; returned with the job. */
  readonly customData?: string;
  /** Order and pay again although an identical job was approved before. */
  readonly force?: boolean;
  /** Preferred translators only; the service requires at least two for the language pair. */
  readonly usePreferred?: boolean;
  /** Position in its group, from 1. */
  readonly position?: number;
  readonly glossaryId?: string;
  /** Character limit of the translation. */
  readonly maxChars?: number;
  /** At most 128 characters. */
  readonly purpose?: string;
  /** At most 128 characters. */
  readonly tone?: string;
  /** Default: translation only. */
  readonly services?: readonly JobService[];
  readonly asGroup?: boolean;
}

/** A text to be quoted or ordered. */
export interface NewTextJob extends JobOptions {
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly tier: string;
}

/** A quoted file to be ordered: languages and tier are those of the quote. */
export interface NewFileJob extends JobOptions {
  /** From the file's quote. */
  readonly identifier: string;
}

export type NewJob = NewTextJob | NewFileJob;

/** A file to be quoted. */
export interface NewFile extends JobOptions {
  /** The name without folders. */
  readonly filename: string;
  readonly content: Uint8Array;
  /** Default `application/octet-stream`. */
  readonly mimeType?: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly tier: string;
}

export interface NewOrder {
  readonly jobs: readonly NewJob[];
  /** For the translators of every job; at most 25 000 characters. */
  readonly comment?: string;
  /** One translator for all jobs: two or more of one language pair and tier. */
  readonly asGroup?: boolean;
  readonly purpose?: string;
  readonly tone?: string;
  /** The customer's number for a project. */
  readonly referenceId?: number;
  readonly attachments?: readonly Attachment[];
}

export interface PlacedOrder {
  /** Absent if the service already knew every job. */
  readonly orderId?: string;
  readonly jobCount: number;
  readonly creditsUsed: number;
  readonly currency?: string;
  /** Jobs that the service already knew, by the caller's key. They have the custom data of their first order. */
  readonly knownJobs: ReadonlyMap<string, readonly Job[]>;
}

export interface QuotedJob {
  readonly key: string;
  readonly credits: number;
  readonly unitCount: number;
  readonly etaSeconds?: number;
  readonly currency?: string;
  readonly detectedLanguage?: string;
  /** The value that was sent. */
  readonly customData?: string;
}

/** The service's answer about a file: a price, or why it does not accept the file. */
export type QuotedFile =
  | (QuotedJob & {
      readonly kind: 'quoted';
      /** Identifies the file in an order. */
      readonly identifier: string;
      readonly orderId?: string;
      readonly title?: string;
      /** The text that the service found in the file, if it returns it. */
      readonly text?: string;
    })
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly filename: string;
      /** The service's own code; `meaning` is from this code or from this client. */
      readonly code?: number;
      readonly meaning?: ErrorMeaning;
      /** The service's own words, or ''. */
      readonly message: string;
    };

export interface Revision {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
}

export interface RevisionText {
  readonly translatedText: string;
  readonly createdAt?: number;
}

export interface Comment {
  /** 'customer', 'translator' or another value of the service. */
  readonly author: string;
  readonly body: string;
  readonly createdAt?: number;
}

export interface Feedback {
  readonly forTranslator?: string;
  /** From 1 (poor) to 5 (fantastic); absent if there is no rating. */
  readonly rating?: number;
}

export interface Language {
  readonly code: string;
  /** English name. */
  readonly name: string;
  readonly localizedName: string;
  readonly unitType: 'word' | 'character';
}

export interface LanguagePair {
  readonly source: string;
  readonly target: string;
  readonly tier: string;
  readonly currency?: string;
  /** Credits per word or character. */
  readonly unitPrice: number;
}

export interface UnitCount {
  readonly text: string;
  readonly language: string;
  readonly unitType: string;
  readonly unitCount: number;
}

export interface AccountStats {
  readonly creditsSpent: number;
  /** Milliseconds since the epoch. */
  readonly userSince?: number;
  readonly currency?: string;
  readonly billingType?: string;
  readonly customerType?: string;
}

export interface AccountMe {
  readonly email: string;
  readonly fullName: string;
  readonly displayName: string;
  readonly languageCode: string;
}

export interface Balance {
  readonly credits: number;
  readonly currency?: string;
}

export interface PreferredTranslators {
  readonly source: string;
  readonly target: string;
  readonly tier: string;
  readonly translators: readonly { readonly id: string; readonly lastLogin?: number }[];
}

/** A list of terms, stored by the service. */
export interface Glossary {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** The glossary's spelling, such as `en-US`: not the service's language code. */
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly unitCount: number;
  readonly isPublic: boolean;
  /** In the service's format. */
  readonly createdAt?: string;
}

/**
 * Whether a job translates a file. A job without a text does, too: some records name the file only once it is
 * translated.
 */
export function isFileJob(job: Job): boolean {
  return job.file !== undefined || job.sourceText.trim() === '';
}

import type { ErrorMeaning } from './catalog.ts';

/**
 * What the service says, decoded: ids are strings, money is a number of credits, times are milliseconds since
 * the epoch, and what the service left out is absent. Wire names do not leave this folder.
 */

/** Statuses the service is known to use (contract §3, and public material). Any other string may come and is shown as it is. */
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
export type KnownStatus = (typeof knownStatuses)[number];

export interface Job {
  readonly id: string;
  readonly orderId?: string;
  /** A KnownStatus (`cancelled` and `held` are folded into `canceled` and `hold`), or whatever else the service says. */
  readonly status: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly tier: string;
  /** The text as it was sent, brackets and all. */
  readonly sourceText: string;
  /** The translation as it came, brackets and all. Complete only while reviewable, approved or archived. */
  readonly translatedText?: string;
  readonly title?: string;
  /** Words or characters that are charged; absent if the service's figure cannot be read. */
  readonly unitCount?: number;
  /** Absent if the service's figure cannot be read: it is never taken for 0. */
  readonly credits?: number;
  readonly currency?: string;
  /** Seconds until it is expected to be done; absent when done or unknown. */
  readonly etaSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly autoApprove: boolean;
  readonly customData?: string;
  readonly callbackUrl?: string;
  readonly position?: number;
  /** Set for the job of a file. Untrusted addresses: `files.download` decides whether it goes there. */
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
  /** The entry's own id, if that can be read. */
  readonly id?: string;
  /** Where in the answer, and what is wrong there. Holds no text of the service. */
  readonly problem: string;
}

export interface Order {
  readonly id: string;
  /** Absent if the figure cannot be read, as with the next two. */
  readonly totalCredits?: number;
  readonly totalUnits?: number;
  readonly totalJobs?: number;
  readonly currency?: string;
  /** Jobs that are not yet visible to translators and have no id yet; absent if that cannot be read. */
  readonly queuedCount?: number;
  /** Job ids by status; a status with no job may be absent. */
  readonly jobIds: Readonly<Record<string, readonly string[]>>;
}

/** A file that translators should see beside the text: they are given the address, so it must be public. */
export interface Attachment {
  /** Public http or https address. */
  readonly url: string;
  readonly filename: string;
  readonly mimeType: string;
}

/** The human passes over a text: `edit` is a second one, after the translation. */
export type JobService = 'translation' | 'edit';

/** What may be said of any job, of a text or of a file. What is left out is left out on the wire too. */
export interface JobOptions {
  /** The caller's own, comes back with the answer; never purely numeric. */
  readonly key: string;
  readonly title?: string;
  /** For the translator; at most 25 000 characters. */
  readonly comment?: string;
  readonly attachments?: readonly Attachment[];
  /** Absolute, http or https, without credentials in it. */
  readonly callbackUrl?: string;
  /** Approve as soon as it is done: the right to reject it or to request revisions is given up. */
  readonly autoApprove?: boolean;
  /** At most 1 kB in UTF-8; comes back with the job. */
  readonly customData?: string;
  /** Order anew, and pay, although an identical job was approved before. */
  readonly force?: boolean;
  /** Preferred translators only; the service wants at least two for the pair. */
  readonly usePreferred?: boolean;
  /** Place in its group, from 1. */
  readonly position?: number;
  readonly glossaryId?: string;
  /** Character limit of the translation. */
  readonly maxChars?: number;
  /** At most 128 characters. */
  readonly purpose?: string;
  /** At most 128 characters. */
  readonly tone?: string;
  /** Default: translation alone. */
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

/** A file that has been quoted, to be ordered: languages and tier are those of the quote. */
export interface NewFileJob extends JobOptions {
  /** From the file's quote. */
  readonly identifier: string;
}

export type NewJob = NewTextJob | NewFileJob;

/** A file to be quoted. */
export interface NewFile extends JobOptions {
  /** Its name alone, no folders. */
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
  /** One translator for all jobs, which then are two or more and have one language pair and tier. */
  readonly asGroup?: boolean;
  readonly purpose?: string;
  readonly tone?: string;
  /** The account's own number for a project. */
  readonly referenceId?: number;
  readonly attachments?: readonly Attachment[];
}

export interface PlacedOrder {
  /** Absent when every job was known already. */
  readonly orderId?: string;
  readonly jobCount: number;
  readonly creditsUsed: number;
  readonly currency?: string;
  /** Jobs the service knew already, by the caller's key. They carry the custom data of their first order. */
  readonly knownJobs: ReadonlyMap<string, readonly Job[]>;
}

export interface QuotedJob {
  readonly key: string;
  readonly credits: number;
  readonly unitCount: number;
  readonly etaSeconds?: number;
  readonly currency?: string;
  readonly detectedLanguage?: string;
  /** As it was sent. */
  readonly customData?: string;
}

/** What the service says of a file that was offered: a price, or why it does not take it. */
export type QuotedFile =
  | (QuotedJob & {
      readonly kind: 'quoted';
      /** To be ordered with. */
      readonly identifier: string;
      readonly orderId?: string;
      readonly title?: string;
      /** The text that the service found in the file, where it says so. */
      readonly text?: string;
    })
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly filename: string;
      /** The service's own code, and what it or this client means. */
      readonly code?: number;
      readonly meaning?: ErrorMeaning;
      /** The service's own words; '' when there are none. */
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
  /** 'customer', 'translator', or whatever else the service says. */
  readonly author: string;
  readonly body: string;
  readonly createdAt?: number;
}

export interface Feedback {
  readonly forTranslator?: string;
  /** 1 poor to 5 fantastic; absent when none was given. */
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
  /** Credits a word or character. */
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

/** A list of terms, kept with the service. */
export interface Glossary {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** As the glossary writes it, such as `en-US`: not the service's own language code. */
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly unitCount: number;
  readonly isPublic: boolean;
  /** As the service writes it. */
  readonly createdAt?: string;
}

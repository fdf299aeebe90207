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
  /** Words or characters that are charged. */
  readonly unitCount: number;
  readonly credits: number;
  readonly currency?: string;
  /** Seconds until it is expected to be done; absent when done or unknown. */
  readonly etaSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly autoApprove: boolean;
  readonly customData?: string;
  readonly callbackUrl?: string;
  readonly position?: number;
}

export interface JobStub {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
}

export interface Order {
  readonly id: string;
  readonly totalCredits: number;
  readonly totalUnits: number;
  readonly totalJobs: number;
  readonly currency?: string;
  /** Jobs that are not yet visible to translators and have no id yet. */
  readonly queuedCount: number;
  /** Job ids by status; a status with no job may be absent. */
  readonly jobIds: Readonly<Record<string, readonly string[]>>;
}

/** One job to be quoted or ordered. `key` is the caller's own and comes back with the answer; never purely numeric. */
export interface NewJob {
  readonly key: string;
  readonly text: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly tier: string;
  readonly title?: string;
  readonly comment?: string;
  /** At most 1024 bytes. */
  readonly customData?: string;
  readonly autoApprove?: boolean;
  /** Character limit of the translation. */
  readonly maxChars?: number;
  /** Order anew, and pay, although an identical job was approved before. */
  readonly force?: boolean;
  readonly position?: number;
  readonly callbackUrl?: string;
}

export interface NewOrder {
  readonly jobs: readonly NewJob[];
  /** For the translators of every job. */
  readonly comment?: string;
  readonly asGroup?: boolean;
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
}

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

import { present } from '../../../base/present.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { Problem, ProtectedText, TranslationContext } from '../../../placeholders/read/placeholder.ts';
import { restore } from '../../../placeholders/restore.ts';
import { isTableFile } from '../../../placeholders/safety/formula.ts';
import type { IntentJob } from '../../journal/journalEntry.ts';
import { unitsOf, type IntentState, type JobRecord, type Ledger } from '../../journal/ledger.ts';
import {
  reviewWindowMs,
  unreadableStatus,
  type unreachedStatus,
  type DeliveryState,
  type HoldReason,
  type ResponseProblem,
  type TrackedJob,
} from '../../model/trackedJob.ts';
import { sha256, translationHash } from '../../model/hash.ts';

/** Statuses in which the service's text is a finished translation. */
const translatedStatuses = new Set(['reviewable', 'approved', 'archived']);

/** A translation with restored placeholders, and its problems. */
export interface CheckedTranslation {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Identifies the text and its problems: an approval is valid for exactly these. */
  readonly hash: string;
}

/** Restores and checks a translation; undefined while the job has no final or reviewable text. */
export function checkTranslation(record: JobRecord, job: Job): CheckedTranslation | undefined {
  if (!translatedStatuses.has(job.status) || job.translatedText === undefined || documentOf(record) !== undefined)
    return undefined;
  const { text, problems } = restore(job.translatedText, sourceOf(record).protectedText, translationContext(record));
  return { text, problems, hash: translationHash(text, problems) };
}

/** Returns the locales, the maximum length, and whether the text is a cell of a table, for the checks. */
function translationContext(record: JobRecord): TranslationContext {
  const { origin } = record;
  const { maxChars } = sourceOf(record);
  const locales =
    'recovered' in origin
      ? { sourceLocale: origin.recovered.sourceLocale, targetLocale: origin.recovered.targetLocale }
      : { sourceLocale: origin.intent.intent.sourceLocale, targetLocale: origin.job.targetLocale };
  const isCell = unitsOf(record).some(({ file, targetFile = file }) => isTableFile(targetFile)) ? true : undefined;
  return present({ ...locales, maxChars, isCell });
}

/**
 * Identifies a version of a translated file without downloading it, by its address, whether it can be downloaded, and
 * since when it can be reviewed. The query of the address is ignored, because it may be a signature that changes each
 * time.
 */
export function hashOfDocument({ reviewableSince, revisionsRequested }: JobRecord, job: Job): string {
  const address = job.file?.targetUrl?.replace(/[?#].*$/su, '');
  return sha256(JSON.stringify([address, isReady(job), reviewableSince, revisionsRequested]));
}

/** Returns the file that was ordered; undefined for a job that translates text. */
export function documentOf({ origin }: JobRecord): IntentJob['document'] {
  return 'recovered' in origin ? origin.recovered.document : origin.job.document;
}

/**
 * Returns the text that was ordered, and the maximum length of its translation: the smallest that one of its units
 * allows.
 */
export function sourceOf({ origin, again }: JobRecord): {
  readonly protectedText: ProtectedText;
  readonly maxChars: number | undefined;
} {
  if ('recovered' in origin) return { protectedText: origin.recovered.protectedText, maxChars: undefined };
  const limits = [origin, ...again].flatMap(({ job }) => job.maxChars ?? []);
  return { protectedText: origin.job.protectedText, maxChars: limits.length === 0 ? undefined : Math.min(...limits) };
}

/** Returns a job as it was ordered, for a job that the service no longer knows or whose record can't be read. */
export function orderedJob(
  { jobId, orderId, origin }: JobRecord,
  status: 'approved' | 'deleted' | typeof unreachedStatus | typeof unreadableStatus,
): Job {
  const ordered = 'recovered' in origin ? undefined : origin;
  return present({
    id: jobId,
    status,
    sourceLanguage: ordered?.intent.intent.sourceLanguage ?? '',
    targetLanguage: ordered?.job.targetLanguage ?? '',
    tier: ordered?.intent.intent.tier ?? '',
    sourceText: ('recovered' in origin ? origin.recovered : origin.job).protectedText.text,
    unitCount: ordered?.job.unitCount ?? 0,
    credits: ordered?.job.credits ?? 0,
    autoApprove: ordered?.intent.intent.autoApprove ?? false,
    orderId,
    createdAt: ordered?.intent.intent.at,
  });
}

/** The inputs of a job's view, in addition to its records in the journal and at the service. */
export interface JobViewInputs {
  readonly checked: CheckedTranslation | undefined;
  readonly ledger: Ledger;
  readonly held: HoldReason | undefined;
  readonly responseProblem: ResponseProblem | undefined;
}

/** Builds the view of a job that the service has given an id. */
export function viewJob(
  record: JobRecord,
  job: Job,
  { checked, ledger, held, responseProblem }: JobViewInputs,
): TrackedJob {
  const ordered = orderedJob(record, unreadableStatus);
  const { sourceText, title, locales, simulated } =
    'recovered' in record.origin
      ? viewRecovered(record.origin.recovered)
      : viewIntended(record.origin.intent, record.origin.job);
  const document = documentOf(record);
  const hash = document === undefined || job.status !== 'reviewable' ? checked?.hash : hashOfDocument(record, job);
  const isWaiting =
    job.status === 'available' || job.status === 'pending' || job.status === 'revising' || job.status === 'queued';
  return present({
    id: record.jobId,
    hasServiceId: true,
    status: job.status,
    title,
    units: unitsOf(record),
    sourceLocale: locales.source,
    targetLocale: locales.target,
    tier: job.tier,
    sourceText,
    problems: checked?.problems ?? [],
    unitCount: job.unitCount ?? ordered.unitCount ?? 0,
    credits: job.credits ?? ordered.credits ?? 0,
    revisionsRequested: record.revisionsRequested,
    autoApprove: job.autoApprove,
    delivery: deliveryState(record, ledger, held),
    simulated,
    responseProblem,
    orderId: record.orderId,
    ...orderedWith(record),
    maxChars: sourceOf(record).maxChars,
    translatedText: checked?.text,
    translationHash: hash,
    protectedText: document === undefined ? sourceOf(record).protectedText : undefined,
    document: document === undefined ? undefined : { ...document, ready: isReady(job) },
    currency: job.currency,
    createdAt: job.createdAt,
    dueAt:
      isWaiting && job.createdAt !== undefined && job.etaSeconds !== undefined
        ? job.createdAt + job.etaSeconds * 1000
        : undefined,
    ...reviewEnd(record, job),
  });
}

/** Returns when the review of a job ends, if it can be reviewed. */
function reviewEnd(
  { reviewableSince, reviewSince }: JobRecord,
  { status }: Job,
): Pick<TrackedJob, 'reviewUntil' | 'reviewMayEndEarlier'> {
  if (status !== 'reviewable' || reviewableSince === undefined) return {};
  return reviewSince === undefined
    ? { reviewUntil: reviewableSince + reviewWindowMs, reviewMayEndEarlier: true }
    : { reviewUntil: reviewSince + reviewWindowMs };
}

/** Builds the view of a job without a service id: queued or unconfirmed. */
export function viewIntent(
  state: IntentState,
  job: IntentJob,
  status: 'queued' | 'unclear',
  responseProblem: ResponseProblem | undefined,
): TrackedJob {
  const { sourceText, title, units, locales, simulated } = viewIntended(state, job);
  return present({
    id: `${state.intent.id}:${job.number}`,
    hasServiceId: false,
    status,
    title,
    units,
    sourceLocale: locales.source,
    targetLocale: locales.target,
    tier: state.intent.tier,
    sourceText,
    problems: [],
    unitCount: job.unitCount,
    credits: job.credits,
    createdAt: state.intent.at,
    revisionsRequested: 0,
    autoApprove: state.intent.autoApprove,
    delivery: { kind: 'none' } as const,
    simulated,
    responseProblem,
    orderId: state.orderId,
    options: state.intent.options,
    orderComment: state.intent.comment,
    maxChars: job.maxChars,
    currency: state.intent.currency,
    document: job.document === undefined ? undefined : { ...job.document, ready: false },
  });
}

/** Whether the translated file of a job is final or reviewable, and can be downloaded. */
export function isReady({ status, file }: Job): boolean {
  return translatedStatuses.has(status) && file?.ready === true && file.targetUrl !== undefined;
}

/** Returns what is only known of a job that was ordered with this journal. */
function orderedWith({ origin }: JobRecord) {
  if ('recovered' in origin) return {};
  const { options, comment } = origin.intent.intent;
  return { options, orderComment: comment };
}

function viewIntended(state: IntentState, job: IntentJob) {
  return {
    sourceText: job.protectedText.source,
    title: job.title,
    units: job.units,
    locales: { source: state.intent.sourceLocale, target: job.targetLocale },
    simulated: state.intent.simulated,
  };
}

function viewRecovered(entry: Extract<JobRecord['origin'], { recovered: unknown }>['recovered']) {
  return {
    sourceText: entry.protectedText.source,
    title: entry.title,
    locales: { source: entry.sourceLocale, target: entry.targetLocale },
    simulated: entry.simulated,
  };
}

function deliveryState(record: JobRecord, ledger: Ledger, held: HoldReason | undefined): DeliveryState {
  const units = unitsOf(record).filter((unit) => unit.targetFile !== undefined);
  const deliveries = units.flatMap((unit) => ledger.deliveryOf(record.jobId, unit) ?? []);
  const last = deliveries.filter(({ undone }) => !undone).at(-1);
  // A translation may be delivered in one folder while it waits for another one that is not open.
  const isDeliveredHere = held === 'no-project' && last !== undefined;
  if ((units.length === 0 || deliveries.length < units.length) && !isDeliveredHere)
    return held === undefined ? { kind: 'none' } : { kind: 'held', reason: held };
  return last === undefined
    ? { kind: 'undone' }
    : { kind: 'delivered', at: last.entry.at, simulated: last.entry.simulated };
}

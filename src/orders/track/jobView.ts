import type { Job } from '../../service/interface/records.ts';
import type { Problem, ProtectedText, TranslationContext } from '../../placeholders/read/placeholder.ts';
import { restore } from '../../placeholders/restore.ts';
import type { IntentJob } from '../journal/journalEntry.ts';
import { unitsOf, type IntentState, type JobRecord, type Ledger } from '../journal/ledger.ts';
import {
  reviewWindowMs,
  unreadableStatus,
  type DeliveryState,
  type HoldReason,
  type JobTrouble,
  type TrackedJob,
} from '../model/trackedJob.ts';
import { sha256, translationHash } from '../model/translationHash.ts';

/** Statuses in which the service's text is the translation itself and not something on the way to it. */
const translatedStatuses = new Set(['reviewable', 'approved', 'archived']);

/** A translation taken out of its brackets, and what the checks say of it. */
export interface CheckedTranslation {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Identifies both: what an approval is about. */
  readonly hash: string;
}

/** Restores and checks what came back. Undefined while the job has no final or reviewable text. */
export function checkTranslation(record: JobRecord, job: Job): CheckedTranslation | undefined {
  if (!translatedStatuses.has(job.status) || job.translatedText === undefined || documentOf(record) !== undefined)
    return undefined;
  const { text, problems } = restore(job.translatedText, sourceOf(record).protectedText, translationContext(record));
  return { text, problems, hash: translationHash(text, problems) };
}

/** What the checks may go by: the locales, and the length that is allowed. */
function translationContext(record: JobRecord): TranslationContext {
  const { origin } = record;
  const { maxChars } = sourceOf(record);
  const locales =
    'recovered' in origin
      ? { sourceLocale: origin.recovered.sourceLocale, targetLocale: origin.recovered.targetLocale }
      : { sourceLocale: origin.intent.intent.sourceLocale, targetLocale: origin.job.targetLocale };
  return { ...locales, ...(maxChars === undefined ? {} : { maxChars }) };
}

/**
 * Identifies a translated file by what is known without fetching it: its address, whether it can be fetched, and since when
 * it can be reviewed. The query of an address may be a signature that is different each time.
 */
export function hashOfDocument({ reviewableSince, revisionsRequested }: JobRecord, job: Job): string {
  const address = job.file?.targetUrl?.replace(/[?#].*$/su, '');
  return sha256(JSON.stringify([address, isReady(job), reviewableSince, revisionsRequested]));
}

/** The file that was ordered, where it was a file. */
export function documentOf({ origin }: JobRecord): IntentJob['document'] {
  return 'recovered' in origin ? origin.recovered.document : origin.job.document;
}

/** The text that was ordered, and the length that its translation may have: the least that any of its units allows. */
export function sourceOf({ origin, again }: JobRecord): {
  readonly protectedText: ProtectedText;
  readonly maxChars: number | undefined;
} {
  if ('recovered' in origin) return { protectedText: origin.recovered.protectedText, maxChars: undefined };
  const limits = [origin, ...again].flatMap(({ job }) => job.maxChars ?? []);
  return { protectedText: origin.job.protectedText, maxChars: limits.length === 0 ? undefined : Math.min(...limits) };
}

/** Returns a job as it was ordered, for one that the service no longer knows, or about which its answer cannot be read. */
export function orderedJob({ jobId, orderId, origin }: JobRecord, status: 'deleted' | typeof unreadableStatus): Job {
  const ordered = 'recovered' in origin ? undefined : origin;
  return {
    id: jobId,
    status,
    sourceLanguage: ordered?.intent.intent.sourceLanguage ?? '',
    targetLanguage: ordered?.job.targetLanguage ?? '',
    tier: ordered?.intent.intent.tier ?? '',
    sourceText: ('recovered' in origin ? origin.recovered : origin.job).protectedText.text,
    unitCount: ordered?.job.unitCount ?? 0,
    credits: ordered?.job.credits ?? 0,
    autoApprove: ordered?.intent.intent.autoApprove ?? false,
    ...(orderId === undefined ? {} : { orderId }),
    ...(ordered === undefined ? {} : { createdAt: ordered.intent.intent.at }),
  };
}

/** What the view of a job is made from, besides its record and the service's. */
export interface JobFacts {
  readonly checked: CheckedTranslation | undefined;
  readonly ledger: Ledger;
  readonly held: HoldReason | undefined;
  readonly trouble: JobTrouble | undefined;
}

/** A job the service has, as the person sees it. */
export function viewJob(record: JobRecord, job: Job, { checked, ledger, held, trouble }: JobFacts): TrackedJob {
  const ordered = orderedJob(record, unreadableStatus);
  const { sourceText, title, locales, simulated } =
    'recovered' in record.origin
      ? viewRecovered(record.origin.recovered)
      : viewIntended(record.origin.intent, record.origin.job);
  const document = documentOf(record);
  const hash = document === undefined || job.status !== 'reviewable' ? checked?.hash : hashOfDocument(record, job);
  const waiting =
    job.status === 'available' || job.status === 'pending' || job.status === 'revising' || job.status === 'queued';
  return {
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
    ...(trouble === undefined ? {} : { trouble }),
    ...(record.orderId === undefined ? {} : { orderId: record.orderId }),
    ...(checked === undefined ? {} : { translatedText: checked.text }),
    ...(hash === undefined ? {} : { translationHash: hash }),
    ...(document === undefined
      ? { protectedText: sourceOf(record).protectedText }
      : { document: { ...document, ready: isReady(job) } }),
    ...(job.currency === undefined ? {} : { currency: job.currency }),
    ...(job.createdAt === undefined ? {} : { createdAt: job.createdAt }),
    ...(waiting && job.createdAt !== undefined && job.etaSeconds !== undefined
      ? { dueAt: job.createdAt + job.etaSeconds * 1000 }
      : {}),
    ...(job.status === 'reviewable' && record.reviewableSince !== undefined
      ? { reviewUntil: record.reviewableSince + reviewWindowMs }
      : {}),
  };
}

/** A job that the service has not named yet: queued, or not known to have arrived. */
export function viewIntent(
  state: IntentState,
  job: IntentJob,
  status: 'queued' | 'unclear',
  trouble: JobTrouble | undefined,
): TrackedJob {
  const { sourceText, title, units, locales, simulated } = viewIntended(state, job);
  return {
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
    delivery: { kind: 'none' },
    simulated,
    ...(trouble === undefined ? {} : { trouble }),
    ...(state.orderId === undefined ? {} : { orderId: state.orderId }),
    ...(state.intent.currency === undefined ? {} : { currency: state.intent.currency }),
    ...(job.document === undefined ? {} : { document: { ...job.document, ready: false } }),
  };
}

/** Its translated file is final or to be reviewed, and can be fetched. */
export function isReady({ status, file }: Job): boolean {
  return translatedStatuses.has(status) && file?.ready === true && file.targetUrl !== undefined;
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
  // What waits for a folder that is not open says nothing about a delivery to one that is.
  const isDeliveredHere = held === 'no-project' && last !== undefined;
  if ((units.length === 0 || deliveries.length < units.length) && !isDeliveredHere)
    return held === undefined ? { kind: 'none' } : { kind: 'held', reason: held };
  return last === undefined
    ? { kind: 'undone' }
    : { kind: 'delivered', at: last.entry.at, simulated: last.entry.simulated };
}

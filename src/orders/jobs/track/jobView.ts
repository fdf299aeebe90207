import { present } from '../../../base/present.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { IntentJob } from '../../journal/journalEntry.ts';
import { documentOf, sourceOf, unitsOf, type IntentState, type JobRecord, type Ledger } from '../../journal/ledger.ts';
import type { CheckedTranslation } from '../../deliver/checkedTranslation.ts';
import {
  reviewWindowMs,
  unreadableStatus,
  type unreachedStatus,
  type DeliveryState,
  type HoldReason,
  type ResponseProblem,
  type TrackedJob,
  isReady,
} from '../../model/trackedJob.ts';

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
  /** As in `TrackedJob.translationHash`. */
  readonly translationHash: string | undefined;
  readonly ledger: Ledger;
  readonly held: HoldReason | undefined;
  readonly responseProblem: ResponseProblem | undefined;
}

/** Builds the view of a job that the service has given an id. */
export function viewJob(
  record: JobRecord,
  job: Job,
  { checked, translationHash, ledger, held, responseProblem }: JobViewInputs,
): TrackedJob {
  const ordered = orderedJob(record, unreadableStatus);
  const { sourceText, title, locales, simulated } =
    'recovered' in record.origin
      ? viewRecovered(record.origin.recovered)
      : viewIntended(record.origin.intent, record.origin.job);
  const document = documentOf(record);
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
    translationHash,
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
  if (reviewSince === undefined) return { reviewUntil: reviewableSince + reviewWindowMs, reviewMayEndEarlier: true };
  return { reviewUntil: reviewSince + reviewWindowMs };
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
  if (last === undefined) return { kind: 'undone' };
  return { kind: 'delivered', at: last.entry.at, simulated: last.entry.simulated };
}

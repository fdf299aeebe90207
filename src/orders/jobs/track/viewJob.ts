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

/**
 * Returns a job as it was ordered, for a job that the service no longer knows or whose record can't be read. Of a
 * recovered job, the journal has only the text.
 */
export function orderedJob(
  { jobId, orderId, origin }: JobRecord,
  status: 'approved' | 'deleted' | typeof unreachedStatus | typeof unreadableStatus,
): Job {
  const { intent, job } = 'recovered' in origin ? {} : { intent: origin.intent.intent, job: origin.job };
  return present({
    id: jobId,
    status,
    sourceLanguage: intent?.sourceLanguage ?? '',
    targetLanguage: job?.targetLanguage ?? '',
    tier: intent?.tier ?? '',
    sourceText: ('recovered' in origin ? origin.recovered : origin.job).protectedText.text,
    unitCount: job?.unitCount ?? 0,
    credits: job?.credits ?? 0,
    autoApprove: intent?.autoApprove ?? false,
    orderId,
    createdAt: intent?.at,
  });
}

/** The inputs of a job's view, in addition to its records in the journal and at the service. */
export interface JobViewInputs {
  readonly checked: CheckedTranslation | undefined;
  /** As in `TrackedJob.translationHash`. */
  readonly translationHash: string | undefined;
  readonly ledger: Ledger;
  /** Why the job's approved translation was not delivered, if so. */
  readonly holdReason: HoldReason | undefined;
  readonly responseProblem: ResponseProblem | undefined;
}

/** Builds the view of a job that the service has given an id. */
export function viewJob(
  record: JobRecord,
  job: Job,
  { checked, translationHash, ledger, holdReason, responseProblem }: JobViewInputs,
): TrackedJob {
  const { origin } = record;
  const asOrdered = orderedJob(record, unreadableStatus);
  const { sourceText, title, locales, simulated } =
    'recovered' in origin ? membersOfRecovered(origin.recovered) : membersOfIntent(origin.intent, origin.job);
  const document = documentOf(record);
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
    unitCount: job.unitCount ?? asOrdered.unitCount ?? 0,
    credits: job.credits ?? asOrdered.credits ?? 0,
    revisionsRequested: record.revisionsRequested,
    autoApprove: job.autoApprove,
    delivery: deliveryState(record, ledger, holdReason),
    simulated,
    responseProblem,
    orderId: record.orderId,
    ...optionsOfOrder(record),
    maxChars: sourceOf(record).maxChars,
    translatedText: checked?.text,
    translationHash,
    protectedText: document === undefined ? sourceOf(record).protectedText : undefined,
    document: document === undefined ? undefined : { ...document, ready: isReady(job) },
    currency: job.currency,
    createdAt: job.createdAt,
    dueAt: dueTime(job),
    ...reviewEnd(record, job),
  });
}

/** Returns the time at which the service expects a translation, if the job still waits for one. */
function dueTime({ status, createdAt, etaSeconds }: Job): number | undefined {
  const isWaiting = status === 'available' || status === 'pending' || status === 'revising' || status === 'queued';
  if (!isWaiting || createdAt === undefined || etaSeconds === undefined) return undefined;
  return createdAt + etaSeconds * 1000;
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
  const { sourceText, title, units, locales, simulated } = membersOfIntent(state, job);
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

/** Returns the options of a job's order, which are only known if it was ordered with this journal. */
function optionsOfOrder({ origin }: JobRecord) {
  if ('recovered' in origin) return {};
  const { options, comment } = origin.intent.intent;
  return { options, orderComment: comment };
}

function membersOfIntent({ intent }: IntentState, job: IntentJob) {
  return {
    sourceText: job.protectedText.source,
    title: job.title,
    units: job.units,
    locales: { source: intent.sourceLocale, target: job.targetLocale },
    simulated: intent.simulated,
  };
}

function membersOfRecovered(entry: Extract<JobRecord['origin'], { recovered: unknown }>['recovered']) {
  return {
    sourceText: entry.protectedText.source,
    title: entry.title,
    locales: { source: entry.sourceLocale, target: entry.targetLocale },
    simulated: entry.simulated,
  };
}

function deliveryState(record: JobRecord, ledger: Ledger, holdReason: HoldReason | undefined): DeliveryState {
  // A passage has no target file.
  const deliverableUnits = unitsOf(record).filter((unit) => unit.targetFile !== undefined);
  const deliveries = deliverableUnits.flatMap((unit) => ledger.deliveryOf(record.jobId, unit) ?? []);
  const lastDelivery = deliveries.findLast(({ undone }) => !undone);
  const isEachDelivered = deliverableUnits.length > 0 && deliveries.length === deliverableUnits.length;
  // A translation may be delivered in one folder while it waits for another one that is not open.
  const isDeliveredHere = holdReason === 'no-project' && lastDelivery !== undefined;
  if (!isEachDelivered && !isDeliveredHere)
    return holdReason === undefined ? { kind: 'none' } : { kind: 'held', reason: holdReason };
  if (lastDelivery === undefined) return { kind: 'undone' };
  return { kind: 'delivered', at: lastDelivery.entry.at, simulated: lastDelivery.entry.simulated };
}

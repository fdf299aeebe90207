import { present } from '../../../base/present.ts';
import type { JobDeliveries } from '../../deliver/jobDeliveries.ts';
import { orderedJob, viewIntent, viewJob } from './viewJob.ts';
import type { IntentState } from '../../journal/ledger.ts';
import type { OrderRecord } from '../../journal/account/orderContext.ts';
import type { ServiceJobs } from './serviceJobs.ts';
import type { ComparedUnit } from '../../model/sourceState.ts';
import { unreachedStatus, unreadableStatus, type TrackedJob } from '../../model/trackedJob.ts';

/** The longest time of a call: until then, an intent without an outcome counts as being sent, by any window. */
const sendingMs = 150_000;

/** The information that views show in addition to the journal. */
interface ViewSources {
  readonly service: ServiceJobs;
  /** Whether the service did not answer, so that jobs that this window has never read can't be read now. */
  readonly isUnanswered: boolean;
  readonly deliveries: JobDeliveries;
  /** Whether a translator waits for an answer. */
  readonly hasOpenQuestion: (job: TrackedJob) => boolean;
  /** Returns the units of a job whose source is no longer as it was ordered. */
  readonly changesOf: (job: TrackedJob) => readonly ComparedUnit[] | undefined;
}

/** Returns every job that is not archived, newest first, whether the service has given it an id or not. */
export function buildViews(
  { ledger, clock }: OrderRecord,
  { service, isUnanswered, deliveries, hasOpenQuestion, changesOf }: ViewSources,
): readonly TrackedJob[] {
  const views: TrackedJob[] = [];
  for (const state of ledger.intents.values()) {
    if (state.outcome === 'refused' || state.isReorderingAllowed) continue;
    const isLost = state.orderId !== undefined && service.isLost(state.orderId);
    const isPlaced = state.outcome === 'placed' && !isLost;
    const status = isPlaced || isSending(state, clock.now()) ? 'queued' : 'unclear';
    for (const job of state.intent.jobs)
      if (!state.jobIds.has(job.number))
        views.push(viewIntent(state, job, status, service.responseProblemOf({ orderId: state.orderId })));
  }
  for (const record of ledger.jobs.values()) {
    const { jobId } = record;
    const fetchedJob = service.get(jobId);
    const isUnreached = isUnanswered && fetchedJob === undefined;
    const responseProblem = service.responseProblemOf({ jobId }) ?? (isUnreached ? 'unreached' : undefined);
    // A job that has never been read is shown as it was ordered. One that was delivered had been approved.
    const wasDelivered = ledger.deliveryOfJob.get(jobId)?.undone === false;
    const unreadStatus = responseProblem === 'unreached' ? unreachedStatus : unreadableStatus;
    const isShownAsOrdered = responseProblem !== undefined && record.closedAs === undefined;
    const jobAsOrdered = isShownAsOrdered ? orderedJob(record, wasDelivered ? 'approved' : unreadStatus) : undefined;
    const job = fetchedJob ?? jobAsOrdered;
    if (job === undefined || job.status === 'archived') continue;
    views.push(
      viewJob(record, job, {
        checked: deliveries.check(record, job),
        translationHash: deliveries.versionOf(record, job),
        ledger,
        holdReason: deliveries.held.get(jobId),
        responseProblem,
      }),
    );
  }
  const viewsWithChanges = views.map((view) => {
    const sourceChanges = changesOf(view);
    const isQuestionOpen = hasOpenQuestion(view);
    if (sourceChanges === undefined && !isQuestionOpen) return view;
    return { ...view, ...present({ sourceChanges, hasOpenQuestion: isQuestionOpen ? (true as const) : undefined }) };
  });
  return viewsWithChanges.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
}

/** Whether an intent is still being sent at the time `now`. */
export function isSending({ outcome, intent }: IntentState, now: number): boolean {
  return outcome === 'open' && now - intent.at < sendingMs;
}

import { failureOf } from '../../../base/failureOf.ts';
import { present } from '../../../base/present.ts';
import type { Approval as ApprovalFeedback, CallOptions } from '../../../service/interface/serviceClient.ts';
import { OrderError } from '../../model/orderError.ts';
import type { TrackedJob } from '../../model/trackedJob.ts';
import type { Jobs } from '../track/jobs.ts';
import { compareWithShown, type ShownState } from './compareWithShown.ts';
import { isTooLong } from '../../../service/interface/limits.ts';
import { ChangedSinceShownError, type ShownJob } from '../../model/errors/changedSinceShownError.ts';
import { actOnJobs, type JobCalls, type JobOutcome, type ReviewContext } from './review.ts';

/** The approval of a job's translation, with optional feedback. */
export interface Approval {
  readonly jobId: string;
  /** Whole number from 1 (poor) to 5 (fantastic). */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** Only the service's staff can read it. */
  readonly forService?: string;
  /** The service may publish the feedback, with the source text and the translation. */
  readonly public?: boolean;
  /** Approve despite errors, because the user has seen exactly these errors of this translation. */
  readonly override?: boolean;
  /** `translationHash` of the job as the user saw it. Default: that of this window's job. */
  readonly shown?: string;
}

/**
 * Approves the translations that are still the ones that were shown, then delivers them. Always fetches the current
 * translations first. The error of a job that was not approved is ChangedSinceShownError if its translation is not the
 * one that was shown, OrderError 'problems' if it has errors and `override` is not set, or OrderError 'unknown-job',
 * 'no-document' or 'wrong-state'. Rejects with OrderError 'comment-too-long' before anything is sent.
 * An approval is final, and the service approves whatever the job contains at that moment, so a change between the
 * service's answer and the approval can't be excluded.
 */
export async function approveJobs(
  review: ReviewContext,
  approvals: readonly Approval[],
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client, clock } = review.context;
  const feedbackById = new Map(approvals.map((approval) => [approval.jobId, checkedFeedback(approval)]));
  const shownById = new Map(approvals.map((approval) => [approval.jobId, shownTranslation(review.jobs, approval)]));
  const stateById = new Map<string, ShownState>();

  const findObstacles = async (ids: readonly string[]): Promise<ReadonlyMap<string, OrderError>> => {
    const translations = ids.flatMap((id) => shownById.get(id) ?? []);
    const states = await compareWithShown(review.context, review.jobs, translations.flatMap(comparableJob), options);
    const obstacles = new Map<string, OrderError>();
    for (const translation of translations) {
      const state = states.get(translation.jobId);
      if (state !== undefined) stateById.set(translation.jobId, state);
      const obstacle = obstacleToApproval(translation, state);
      if (obstacle !== undefined) obstacles.set(translation.jobId, obstacle);
    }
    return obstacles;
  };

  const withFeedback = (id: string) => ({ id, ...feedbackById.get(id) });
  const calls: JobCalls = {
    findObstacles,
    sendOne: (id) => client.jobs.approve(id, feedbackById.get(id), options),
    sendSeveral: (ids) => client.jobs.approveMany(ids.map(withFeedback), options),
    journalEntry: (jobId) => ({
      type: 'approved',
      jobId,
      at: clock.now(),
      override: stateById.get(jobId) === 'has-errors',
    }),
  };
  const outcomes = await actOnJobs(review, [...shownById.keys()], calls, options);
  if (outcomes.length === 0) return outcomes;
  const failure = await failureOf(() => review.jobs.deliverApproved(options));
  // The outcomes say more than the error of the delivery, unless all is approved.
  if (failure !== undefined && outcomes.every(({ error }) => error === undefined)) throw failure.error;
  return outcomes;
}

/** A translation as the user saw it when deciding to approve it. */
interface ShownTranslation {
  readonly jobId: string;
  /** Undefined if this window does not know the job. */
  readonly job: TrackedJob | undefined;
  /** Its `translationHash`; undefined if the user saw no translation. */
  readonly hash: string | undefined;
  /** Undefined if this window does not have the text that was shown. */
  readonly text: string | undefined;
  readonly acceptsErrors: boolean;
}

function shownTranslation(jobs: Jobs, { jobId, shown, override = false }: Approval): ShownTranslation {
  const job = jobs.get(jobId);
  const hash = shown ?? job?.translationHash;
  const text = hash === job?.translationHash ? job?.translatedText : undefined;
  return { jobId, job, hash, text, acceptsErrors: override };
}

/** Returns the job to compare with the service, or nothing if the service has no such job. */
function comparableJob({ job, hash }: ShownTranslation): readonly ShownJob[] {
  if (job?.hasServiceId !== true) return [];
  return [present({ id: job.id, title: job.title, translationHash: hash })];
}

/** Returns why a translation can't be approved, if so. `state` is undefined if the service's job could not be read. */
function obstacleToApproval(
  { jobId, job, hash, text, acceptsErrors }: ShownTranslation,
  state: ShownState | undefined,
): OrderError | undefined {
  if (job === undefined) return new OrderError('unknown-job', jobId);
  if (!job.hasServiceId) return new OrderError('wrong-state', job.title);
  switch (state) {
    case 'as-shown':
      return undefined;
    case 'has-errors':
      if (!acceptsErrors) return new OrderError('problems', job.title);
      // Errors that were never shown cannot have been accepted.
      return hash === undefined ? new ChangedSinceShownError(job, undefined) : undefined;
    case 'changed':
      return new ChangedSinceShownError(job, text);
    case 'not-reviewable':
      return new OrderError('wrong-state', job.title);
    case undefined:
      return new OrderError(job.document === undefined ? 'unknown-job' : 'no-document', job.title);
  }
}

/** Returns the feedback that is sent with an approval, without empty fields. Throws OrderError 'comment-too-long'. */
function checkedFeedback(approval: Approval): ApprovalFeedback {
  const { rating, forTranslator = '', forService = '', public: isPublic } = approval;
  if (isTooLong(forTranslator) || isTooLong(forService)) throw new OrderError('comment-too-long');
  return present({
    rating,
    forTranslator: forTranslator.trim() === '' ? undefined : forTranslator,
    forService: forService.trim() === '' ? undefined : forService,
    public: isPublic === true ? true : undefined,
  });
}

import * as v from 'valibot';
import { maxVisibleRows, rejectReasons } from './reviewMessages.ts';

const jobIds = v.pipe(v.array(v.string()), v.readonly());

/** An approval of a translation as it was shown. */
const shownApproval = v.object({
  jobId: v.string(),
  /** `hash` of the row. */
  hash: v.exactOptional(v.string()),
  /** Whether to approve despite errors. */
  override: v.boolean(),
});
export type ShownApproval = v.InferOutput<typeof shownApproval>;

/** A message from the review page. */
export const reviewIntent = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'refresh']) }),
  v.object({ type: v.literal('approve'), items: v.pipe(v.array(shownApproval), v.readonly()) }),
  v.object({ type: v.literal('revise'), jobIds, comment: v.string() }),
  v.object({
    type: v.literal('reject'),
    jobIds,
    reason: v.picklist(rejectReasons),
    comment: v.string(),
    followUp: v.picklist(['requeue', 'cancel']),
  }),
  v.object({ type: v.literal('comment'), jobId: v.string(), comment: v.string() }),
  v.object({ type: v.picklist(['openFile', 'openJob']), jobId: v.string() }),
  /** Loads the details of a job, and keeps them up to date; without a job, of none. */
  v.object({ type: v.literal('details'), jobId: v.exactOptional(v.string()) }),
  /** The approvals that the page sends in a few seconds, unless it is left. */
  v.object({ type: v.literal('queued'), jobIds }),
  /** The rows in view: their threads are loaded, a few at a time. */
  v.object({
    type: v.literal('visible'),
    jobIds: v.pipe(
      jobIds,
      v.transform((ids): readonly string[] => ids.slice(0, maxVisibleRows)),
    ),
  }),
  /** Loads the threads of jobs before they are approved together; an empty list cancels that. */
  v.object({ type: v.literal('check'), jobIds }),
]);
export type ReviewIntent = v.InferOutput<typeof reviewIntent>;

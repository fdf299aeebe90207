import { mapLimited } from '../../base/mapLimited.ts';
import { chunk } from '../calls/batches.ts';
import {
  decodeComments,
  decodeFeedback,
  decodeJob,
  decodeJobs,
  decodeJobStubs,
  decodeNothing,
  decodeRevision,
  decodeRevisions,
} from '../decode/decodeJobs.ts';
import { checkedComment, checkedCount, maxJobsPerCall, refusal } from '../interface/limits.ts';
import { approvalPayload, commentPayload, rejectionPayload } from '../calls/payload.ts';
import type { Call } from '../calls/createPipeline.ts';
import { path } from '../http/request.ts';
import type { CallOptions, ServiceClient, WireNames } from '../interface/serviceClient.ts';
import { integerOfId } from '../interface/wireJson.ts';
import type { WireId, WireJobAction, WireJobsAction } from '../interface/wire.ts';

const batchesAtOnce = 4;

const readRequest = { method: 'GET', auth: 'required', effect: 'read', group: 'other' } as const;
const changeRequest = { auth: 'required', effect: 'change', group: 'other', decode: decodeNothing } as const;

type JobMethods = ServiceClient['jobs'];
type ActionMethods = Pick<JobMethods, 'approve' | 'revise' | 'reject' | 'archive'>;
type BulkActionMethods = Pick<JobMethods, 'approveMany' | 'reviseMany' | 'rejectMany' | 'archiveMany'>;

export function createJobMethods(call: Call, wireNames: WireNames): JobMethods {
  return {
    ...createReadMethods(call),
    ...createActionMethods(call, wireNames),
    ...createBulkActionMethods(call, wireNames),
    async cancel(id, options) {
      await call({ ...changeRequest, method: 'DELETE', path: path`/translate/job/${id}` }, options);
    },
    async comment(id, body, options) {
      await call(
        {
          ...changeRequest,
          method: 'POST',
          path: path`/translate/job/${id}/comment`,
          data: commentPayload(body, options?.attachments),
        },
        options,
      );
    },
  };
}

function createReadMethods(
  call: Call,
): Omit<JobMethods, keyof ActionMethods | keyof BulkActionMethods | 'cancel' | 'comment'> {
  return {
    async get(ids, options) {
      // Without ids, the same address would return the latest jobs.
      const batches = chunk([...new Set(ids)], maxJobsPerCall);
      const answers = await mapLimited(
        batches,
        batchesAtOnce,
        (batch, signal) =>
          call(
            { ...readRequest, group: 'jobs', path: path`/translate/jobs/${batch}`, decode: decodeJobs },
            { ...options, signal },
          ),
        options?.signal,
      );
      return answers.flat();
    },
    async getOne(id, options) {
      return call({ ...readRequest, path: path`/translate/job/${id}`, decode: decodeJob }, options);
    },
    async list({ status, timestampAfter, count }, options) {
      const query = {
        status,
        timestamp_after: timestampAfter === undefined ? undefined : Math.floor(timestampAfter / 1000),
        count: checkedCount(count),
      };
      return call({ ...readRequest, group: 'jobs', path: '/translate/jobs', query, decode: decodeJobStubs }, options);
    },
    async revisions(id, options) {
      return call({ ...readRequest, path: path`/translate/job/${id}/revisions`, decode: decodeRevisions }, options);
    },
    async revision(id, revisionId, options) {
      return call(
        { ...readRequest, path: path`/translate/job/${id}/revision/${revisionId}`, decode: decodeRevision },
        options,
      );
    },
    async feedback(id, options) {
      return call({ ...readRequest, path: path`/translate/job/${id}/feedback`, decode: decodeFeedback }, options);
    },
    async comments(id, options) {
      return call({ ...readRequest, path: path`/translate/job/${id}/comments`, decode: decodeComments }, options);
    },
  };
}

function createActionMethods(call: Call, wireNames: WireNames): ActionMethods {
  const act = async (id: string, data: WireJobAction, options: CallOptions | undefined): Promise<void> => {
    await call({ ...changeRequest, method: 'PUT', path: path`/translate/job/${id}`, data }, options);
  };
  return {
    async approve(id, approval = {}, options) {
      await act(id, { action: 'approve', ...approvalPayload(approval, wireNames) }, options);
    },
    async revise(id, comment, options) {
      await act(id, { action: 'revise', comment: checkedComment(comment) }, options);
    },
    async reject(id, rejection, options) {
      await act(id, { action: 'reject', ...rejectionPayload(rejection) }, options);
    },
    async archive(id, options) {
      await act(id, { action: 'archive' }, options);
    },
  };
}

function createBulkActionMethods(call: Call, wireNames: WireNames): BulkActionMethods {
  /**
   * Acts on many jobs in consecutive calls; after a refused call, the remaining ones are not sent. Creates all payloads
   * first, so that nothing is sent if one of them is invalid.
   */
  const actOnMany = async <T>(
    jobs: readonly T[],
    idOf: (job: T) => string,
    dataOf: (jobs: readonly T[]) => WireJobsAction,
    options: CallOptions | undefined,
  ): Promise<void> => {
    if (new Set(jobs.map(idOf)).size < jobs.length) throw refusal('One job is named twice.');
    const calls = chunk(jobs, maxJobsPerCall).map(dataOf);
    for (const data of calls)
      await call({ ...changeRequest, method: 'PUT', path: '/translate/jobs', group: 'jobs', data }, options);
  };

  return {
    async approveMany(jobs, options) {
      const dataOf = (batch: typeof jobs): WireJobsAction => ({
        action: 'approve',
        job_ids: batch.map((job) => ({ job_id: wireId(job.id), ...approvalPayload(job, wireNames) })),
      });
      await actOnMany(jobs, ({ id }) => id, dataOf, options);
    },
    async reviseMany(jobs, options) {
      const dataOf = (batch: typeof jobs): WireJobsAction => ({
        action: 'revise',
        job_ids: batch.map(({ id, comment }) => ({ job_id: wireId(id), comment: checkedComment(comment) })),
      });
      await actOnMany(jobs, ({ id }) => id, dataOf, options);
    },
    async rejectMany(jobs, options) {
      const dataOf = (batch: typeof jobs): WireJobsAction => ({
        action: 'reject',
        job_ids: batch.map((job) => ({ job_id: wireId(job.id), ...rejectionPayload(job) })),
      });
      await actOnMany(jobs, ({ id }) => id, dataOf, options);
    },
    async archiveMany(ids, options) {
      await actOnMany(
        ids,
        (id) => id,
        (batch) => ({ action: 'archive', job_ids: batch.map(wireId) }),
        options,
      );
    },
  };
}

/** Converts an id for `data`, where the contract and public clients have integers. Other ids stay strings. */
function wireId(id: string): WireId {
  return integerOfId(id) ?? id;
}

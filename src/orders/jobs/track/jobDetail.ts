import { present } from '../../../base/present.ts';
import type { Feedback } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';
import type { RequestSeries } from '../../../service/calls/requestSeries.ts';
import type { Threads } from './threads.ts';

/** One version of a translation, with restored placeholders. */
export interface RevisionView {
  readonly id: string;
  readonly text: string;
  readonly createdAt?: number;
}

/** The parts of a job's details. Each is fetched with its own request. */
export type DetailPart = 'revisions' | 'comments' | 'feedback';

/** Details that only pages of jobs show, in addition to the comments, which are in `Threads`. */
export interface JobDetail {
  /** Oldest first. */
  readonly revisions: readonly RevisionView[];
  readonly feedback?: Feedback;
  /** Parts that could not be fetched, or have entries that can't be read. */
  readonly incomplete: readonly DetailPart[];
}

export interface DetailOptions {
  /** Whether the job translates a file. */
  readonly isDocument: boolean;
  /** Restores the placeholders in the text of a revision. */
  readonly restoreText: (text: string) => string;
}

/**
 * Fetches the details of a job, and its thread. A part that can't be read is listed in `incomplete` and does not affect
 * the others. Rejects with ServiceError if the service can't be reached.
 */
export async function readDetail(
  { jobs, threads }: Pick<ServiceClient, 'jobs'> & { readonly threads: Threads },
  jobId: string,
  { isDocument, restoreText }: DetailOptions,
  series: RequestSeries,
): Promise<JobDetail> {
  const incomplete = new Set<DetailPart>();
  const read = async <T>(part: DetailPart, request: (options: CallOptions) => Promise<T>): Promise<T | undefined> => {
    const onUnreadable = (): void => {
      incomplete.add(part);
    };
    const answer = await series.send((options) => request({ ...options, onUnreadable }));
    if ('value' in answer) return answer.value;
    incomplete.add(part);
    return undefined;
  };
  // The comments are stored in `threads`, so that their answer is not used here.
  const [revisionStubs = [], feedback] = await Promise.all([
    read('revisions', (options) => jobs.revisions(jobId, options)),
    read('feedback', (options) => jobs.feedback(jobId, options)),
    read('comments', (options) => threads.read(jobId, options)),
  ]);
  const allRevisions = await Promise.all(
    revisionStubs.map(async (stub): Promise<RevisionView | undefined> => {
      const revision = await read('revisions', (options) => jobs.revision(jobId, stub.id, options));
      if (revision === undefined) return undefined;
      const createdAt = revision.createdAt ?? stub.createdAt;
      return present({ id: stub.id, text: restoreText(revision.translatedText), createdAt });
    }),
  );
  series.throwIfUnanswered();
  // For a document, the service may return revisions without a text.
  const revisions = allRevisions
    .filter((revision) => revision !== undefined)
    .filter(({ text }) => !isDocument || text !== '');
  // At equal times, the revision with the higher number is newer.
  revisions.sort(
    (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
  const hasFeedback = feedback?.rating !== undefined || feedback?.forTranslator !== undefined;
  return present({ revisions, incomplete: [...incomplete], feedback: hasFeedback ? feedback : undefined });
}

import type { Comment, Feedback } from '../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../service/interface/serviceClient.ts';
import type { Inquiry } from '../reconcile/inquiry.ts';

/** One state of a translation, placeholders out of their brackets. */
export interface RevisionView {
  readonly id: string;
  readonly text: string;
  readonly createdAt?: number;
}

/** The parts of a job's detail. The service tells each in an answer of its own. */
export type DetailPart = 'revisions' | 'comments' | 'feedback';

/** What only the page of one job shows. */
export interface JobDetail {
  /** Oldest first. */
  readonly revisions: readonly RevisionView[];
  /** Oldest first. */
  readonly comments: readonly Comment[];
  readonly feedback?: Feedback;
  /** Parts that the service did not tell, or of which some entries cannot be read. */
  readonly incomplete: readonly DetailPart[];
}

export interface DetailOptions {
  /** The job is that of a file. */
  readonly isDocument: boolean;
  /** Makes the text of a revision readable. */
  readonly shown: (text: string) => string;
}

/** Reads the details of a job. A part that cannot be read is reported, and hides no other. Rejects with ServiceError if the service can't be asked at all. */
export async function readDetail(
  { jobs }: ServiceClient,
  jobId: string,
  { isDocument, shown }: DetailOptions,
  inquiry: Inquiry,
): Promise<JobDetail> {
  const incomplete = new Set<DetailPart>();
  const read = async <T>(part: DetailPart, request: (options: CallOptions) => Promise<T>): Promise<T | undefined> => {
    const onUnreadable = (): void => void incomplete.add(part);
    const answer = await inquiry.ask((options) => request({ ...options, onUnreadable }));
    if ('value' in answer) return answer.value;
    incomplete.add(part);
    return undefined;
  };
  const [stubs = [], comments = [], feedback] = await Promise.all([
    read('revisions', (options) => jobs.revisions(jobId, options)),
    read('comments', (options) => jobs.comments(jobId, options)),
    read('feedback', (options) => jobs.feedback(jobId, options)),
  ]);
  const texts = await Promise.all(
    stubs.map(async (stub): Promise<RevisionView | undefined> => {
      const revision = await read('revisions', (options) => jobs.revision(jobId, stub.id, options));
      if (revision === undefined) return undefined;
      const createdAt = revision.createdAt ?? stub.createdAt;
      return { id: stub.id, text: shown(revision.translatedText), ...(createdAt === undefined ? {} : { createdAt }) };
    }),
  );
  inquiry.end();
  // Of a file the service may tell when it was handed in, and no more.
  const revisions = texts.filter((revision) => revision !== undefined).filter(({ text }) => !isDocument || text !== '');
  revisions.sort(
    (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
  const hasFeedback = feedback?.rating !== undefined || feedback?.forTranslator !== undefined;
  return { revisions, comments, incomplete: [...incomplete], ...(hasFeedback ? { feedback } : {}) };
}

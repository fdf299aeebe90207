import { isRecord } from '../base/isRecord.ts';
import { present } from '../base/present.ts';
import { booleanOf, listOf, memberOf, numberOf, stringOf } from '../base/unknownValue.ts';
import type { JobArgument } from './commandIds.ts';

/** Answers that the caller of a job command can supply; the command asks for the missing ones. */
export interface JobAnswers {
  /** Approve: as in `JobArgument`. */
  readonly translationHash?: string;
  readonly rating?: number;
  readonly forTranslator?: string;
  readonly forService?: string;
  readonly public?: boolean;
  /** Approve: whether to approve a translation with errors. */
  readonly override?: boolean;
  /** Request Revision and Reject. */
  readonly comment?: string;
  readonly reason?: 'quality' | 'incomplete' | 'other';
  /** Reject: absent means that another translator gets the job. */
  readonly followUp?: 'cancel';
  /** The caller has already asked for confirmation. */
  readonly confirmed?: boolean;
  /** Deliver: the user agrees to a location outside the open folders. */
  readonly outside?: boolean;
  /** Open: the translation that was shown when an approval was refused. */
  readonly previousText?: string;
  /** Sandbox: the text of a translation or a comment. */
  readonly text?: string;
}

/** The argument of a job command; without `jobId` the command asks for a job. */
export type JobCommandArgument = JobAnswers & {
  readonly jobId?: string;
  /** Limits the jobs that the command asks about. */
  readonly jobIds?: readonly string[];
};

/** The argument of a command that also concerns several jobs. */
export type JobsCommandArgument = JobCommandArgument & {
  /** The jobs of selected rows and groups. Absent if the command concerns a single job. */
  readonly rows?: readonly JobArgument[];
};

const reasons = ['quality', 'incomplete', 'other'] as const;
const followUps = ['cancel'] as const;

/** Parses the argument that VS Code passes to a job command; an invalid argument gives an empty one. */
export function parseJobCommandArgument(argument: unknown): JobCommandArgument {
  if (!isRecord(argument)) return {};
  const { jobId, jobIds } = argument;
  return present({
    jobId: stringOf(jobId) ?? numberOf(jobId)?.toString(),
    jobIds: Array.isArray(jobIds) ? jobIds.filter((id) => typeof id === 'string') : undefined,
    translationHash: stringOf(argument['translationHash']),
    rating: numberOf(argument['rating']),
    forTranslator: stringOf(argument['forTranslator']),
    forService: stringOf(argument['forService']),
    public: booleanOf(argument['public']),
    override: booleanOf(argument['override']),
    comment: stringOf(argument['comment']),
    reason: reasons.find((reason) => reason === argument['reason']),
    followUp: followUps.find((followUp) => followUp === argument['followUp']),
    confirmed: booleanOf(argument['confirmed']),
    outside: booleanOf(argument['outside']),
    previousText: stringOf(argument['previousText']),
    text: stringOf(argument['text']),
  });
}

/** Parses the argument and the selected rows that VS Code passes to a command for one job or several. */
export function parseJobsCommandArgument(argument: unknown, selected?: unknown): JobsCommandArgument {
  return { ...parseJobCommandArgument(argument), ...present({ rows: parseSelectedJobs(selected, argument) }) };
}

/**
 * Parses the rows that VS Code passes to a command: the one that was clicked, and all selected ones if it is one of
 * them. A group counts as its jobs. Returns undefined if the command concerns a single job, or none.
 */
function parseSelectedJobs(selected: unknown, clicked: unknown): readonly JobArgument[] | undefined {
  const jobs = new Map<string, JobArgument>();
  let hasGroup = false;
  for (const row of isSelection(selected) ? selected : [clicked]) {
    const jobsOfGroup = memberOf(row, 'jobs');
    const isGroup = Array.isArray(jobsOfGroup);
    if (isGroup) hasGroup = true;
    for (const job of isGroup ? listOf(jobsOfGroup) : [row]) {
      const jobId = stringOf(memberOf(job, 'jobId'));
      const translationHash = stringOf(memberOf(job, 'translationHash'));
      if (jobId !== undefined) jobs.set(jobId, { jobId, ...present({ translationHash }) });
    }
  }
  if (!hasGroup && jobs.size <= 1) return undefined;
  return [...jobs.values()];
}

/** Returns whether VS Code passes selected rows; it passes none, or an empty list, if only one was clicked. */
function isSelection(selected: unknown): selected is readonly unknown[] {
  return Array.isArray(selected) && selected.length > 0;
}

/**
 * Returns the ids of the jobs to review. The argument may be a list of ids, selected rows and groups of the tree, or an
 * object with `jobIds`. Returns undefined if it names no job, which means all of them.
 */
export function parseReviewScope(argument: unknown, selected?: unknown): readonly string[] | undefined {
  const ids = new Set(idsIn(isSelection(selected) ? selected : argument));
  if (ids.size === 0) return undefined;
  return [...ids];
}

function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isRecord(value)) return [];
  // A group of the tree has the jobs below it.
  const { jobId, jobIds, jobs } = value;
  if (typeof jobId === 'string') return [jobId];
  return [...listOf(jobIds), ...listOf(jobs)].flatMap(idsIn);
}

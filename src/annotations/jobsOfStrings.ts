import { isSameLocale } from '../base/locale.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { isClosed, waitsForDelivery, type TrackedJob } from '../orders/model/trackedJob.ts';
import { statusOrder } from '../words/jobLabels.ts';

/** The jobs of a source file's strings, by the keys of the strings. */
type JobsByKey = ReadonlyMap<string, readonly TrackedJob[]>;

/** The jobs of the strings of each source file, found once for each state of the jobs. */
export class JobsOfStrings {
  readonly #sessions: Pick<SessionHost, 'session'>;
  #index: { readonly jobs: readonly TrackedJob[]; readonly byFile: ReadonlyMap<string, JobsByKey> } | undefined;

  constructor(sessions: Pick<SessionHost, 'session'>) {
    this.#sessions = sessions;
  }

  /** Returns the jobs of a source file in the session in use. */
  of(project: string, file: string): JobsByKey {
    const jobs = this.#sessions.session?.jobs.all ?? [];
    if (this.#index?.jobs !== jobs) this.#index = { jobs, byFile: indexJobs(jobs) };
    return this.#index.byFile.get(JSON.stringify([project, file])) ?? new Map<string, readonly TrackedJob[]>();
  }
}

function indexJobs(jobs: readonly TrackedJob[]): ReadonlyMap<string, JobsByKey> {
  const byFile = new Map<string, Map<string, TrackedJob[]>>();
  for (const job of jobs)
    for (const { project, file, key } of job.units) {
      if (key === undefined) continue;
      const fileKey = JSON.stringify([project, file]);
      const byKey = byFile.get(fileKey) ?? new Map<string, TrackedJob[]>();
      byFile.set(fileKey, byKey);
      const jobsOfKey = byKey.get(key);
      if (jobsOfKey === undefined) byKey.set(key, [job]);
      // The branches of a message are units with the same key: a job that has several of them is listed once.
      else if (jobsOfKey.at(-1) !== job) jobsOfKey.push(job);
    }
  return byFile;
}

/** Whether a job's status is shown above its string: it may still change, or its translation is not delivered yet. */
export function isUnderWay(job: TrackedJob): boolean {
  return !isClosed(job) || waitsForDelivery(job);
}

/** Returns one job for each locale, in the order of the locales: the one that most needs the user's attention. */
export function mostUrgentPerLocale(jobs: readonly TrackedJob[]): readonly TrackedJob[] {
  // 0 is the most urgent; unknown statuses come last.
  const urgency = ({ status }: TrackedJob): number => {
    const rank = statusOrder.findIndex((knownStatus) => knownStatus === status);
    return rank < 0 ? statusOrder.length : rank;
  };
  const mostUrgent: TrackedJob[] = [];
  for (const job of jobs.toSorted((a, b) => urgency(a) - urgency(b))) {
    const hasJobOfLocale = mostUrgent.some(({ targetLocale }) => isSameLocale(targetLocale, job.targetLocale));
    if (!hasJobOfLocale) mostUrgent.push(job);
  }
  return mostUrgent.sort((a, b) => (a.targetLocale < b.targetLocale ? -1 : 1));
}

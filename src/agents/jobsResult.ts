import { isSameLocale } from '../base/locale.ts';
import { countOrAbsent, present, trueOrAbsent } from '../base/present.ts';
import { countWaiting } from '../orders/model/waitingJobs.ts';
import { waitsForUser, type TrackedJob } from '../orders/model/trackedJob.ts';
import { plain } from '../words/plain.ts';
import { problemSentence, worstFirst } from '../words/problemSentences.ts';
import type { ToolInput } from './toolInput.ts';
import { outsideText, ownText, timeText, toolResult, type ResultValue } from './toolResult.ts';

/** The jobs as this window knows them, and how they are named. */
export interface KnownJobs {
  readonly all: readonly TrackedJob[];
  /** When the jobs were last refreshed, in milliseconds since the epoch; undefined if they are still being loaded. */
  readonly refreshedAt: number | undefined;
  /** Returns the last message of a job's translator, if it waits for an answer. */
  readonly questionOf: (job: TrackedJob) => string | undefined;
  /** Returns a source file's name relative to the workspace. */
  readonly fileOf: (unit: TrackedJob['units'][number]) => string;
}

/** The maximum numbers of files and findings in a row, and the maximum length of a question. */
const maxFiles = 3;
const maxFindings = 5;
const maxQuestionCharacters = 500;

/** Returns the jobs that an input selects. An empty list selects all; `files` are names as `fileOf` returns them. */
export function selectJobs(
  { all, fileOf }: Pick<KnownJobs, 'all' | 'fileOf'>,
  { files, locales, jobs, states }: ToolInput,
): readonly TrackedJob[] {
  return all.filter((job) => {
    const hasFile = files.length === 0 || job.units.some((unit) => isNamed(fileOf(unit), files));
    const hasLocale = locales.length === 0 || locales.some((locale) => isSameLocale(locale, job.targetLocale));
    const hasId = jobs.length === 0 || jobs.includes(job.id);
    const hasState = states.length === 0 || states.includes(job.status);
    return hasFile && hasLocale && hasId && hasState;
  });
}

/** Whether a file is one of these files, or in one of these folders. */
function isNamed(file: string, names: readonly string[]): boolean {
  return names.some((name) => file === name || file.startsWith(name.endsWith('/') ? name : `${name}/`));
}

/** Returns jobs for the model: those that wait for the user are first. */
export function jobsResult(loadedJobs: KnownJobs, input: ToolInput): string {
  const jobs = selectJobs(loadedJobs, input).toSorted((a, b) => Number(waitsForUser(b)) - Number(waitsForUser(a)));
  const { toReview, questions, held, unconfirmed } = countWaiting(jobs);
  return toolResult(
    {
      asOf:
        timeText(loadedJobs.refreshedAt) ?? ownText('The jobs are still being loaded, so this list may be incomplete.'),
      totals: { jobs: jobs.length, toReview, questions, heldDeliveries: held, unconfirmed },
    },
    'jobs',
    jobs.map((job) => jobRow(job, loadedJobs)),
  );
}

function jobRow(job: TrackedJob, { questionOf, fileOf }: KnownJobs): ResultValue {
  const question = questionOf(job);
  const files = [...new Set(job.units.map(fileOf))];
  const findings = worstFirst(job.problems);
  const listedFindings = findings.slice(0, maxFindings).map((problem) => ({
    severity: ownText(problem.severity),
    text: outsideText(plain(problemSentence(problem))),
  }));
  return present({
    id: outsideText(job.id),
    state: outsideText(job.status),
    title: outsideText(job.title),
    files: files.slice(0, maxFiles).map((file) => outsideText(file)),
    locale: outsideText(job.targetLocale),
    waitsForUser: waitsForUser(job),
    findings: listedFindings.length === 0 ? undefined : listedFindings,
    moreFindings: countOrAbsent(findings.length - listedFindings.length),
    questionOfTranslator: question === undefined ? undefined : outsideText(question, maxQuestionCharacters),
    delivery: ownText(job.delivery.kind === 'held' ? `held: ${job.delivery.reason}` : job.delivery.kind),
    due: timeText(job.dueAt),
    reviewUntil: timeText(job.reviewUntil),
    reviewMayEndEarlier: trueOrAbsent(job.reviewMayEndEarlier),
    simulated: trueOrAbsent(job.simulated),
  });
}

import * as l10n from '@vscode/l10n';
import { isSameLocale } from '../base/locale.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { countWaiting, mayHaveQuestion } from '../orders/model/waitingJobs.ts';
import { isoTime } from '../words/formatting.ts';
import { notLookedAt, remainingReviewTime, statusLabel, waitingLines } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import { problemLine, worstFirst } from '../words/problemSentences.ts';
import { fromOutside, sentences, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { failureSentence } from './language/cliSentences.ts';
import { openCliSession, type CliSession } from './cliSession.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { chosenUnits } from './openScope.ts';
import { tableLines, type Terminal } from './terminal.ts';
import { maxFileCharacters } from './unreadableFiles.ts';

/** Lists the jobs of the projects. Delivers nothing and approves nothing. */
export async function runJobs(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const projects = await openProjects(values, terminal, signal);
  await using session = await openCliSession(input, projects);
  await session.jobs.fetch({ recover: true, searchAll: true, signal });
  const isSelected = await jobFilter(input, projects, session.jobs.all);
  const mayWaitForAnswer = session.jobs.all.filter((job) => isSelected(job) && mayHaveQuestion(job));
  await session.jobs.threads.readMany(
    mayWaitForAnswer.map(({ id }) => id),
    { signal },
  );
  const jobs = session.jobs.all.filter(isSelected);
  const failures = warnAboutFailures(session, terminal);
  return {
    json: {
      jobs: jobs.map((job) => jobMembers(projects, job)),
      waiting: countWaiting(jobs),
      failures,
    },
    lines: () => [...jobLines(projects, jobs), ...waitingLines(countWaiting(jobs))],
    exitCode: warnAboutUnknownJobs(session, terminal, failures === 0 ? exitCodes.done : exitCodes.failed),
  };
}

/** Warns if not all jobs of the account are known. Returns the exit code for that, unless `code` is a worse one. */
export function warnAboutUnknownJobs({ jobs, context }: CliSession, terminal: Terminal, code: number): number {
  if (jobs.search.isComplete || context.simulated) return code;
  if (jobs.search.remaining > 0) terminal.message(notLookedAt(jobs.search.remaining));
  else
    terminal.message(
      words(
        l10n.t('The service may have listed only some of its jobs, so orders placed on other machines may be missing.'),
      ),
    );
  return code === exitCodes.done ? exitCodes.incomplete : code;
}

/** Names the jobs that could not be fetched, and returns their number: the result is incomplete without them. */
export function warnAboutFailures({ jobs }: CliSession, terminal: Terminal): number {
  for (const failure of jobs.state.failures) terminal.message(failureSentence(failure));
  return jobs.state.failures.length;
}

/**
 * Returns the filter for jobs of the projects, with the locales, statuses and files of the command line. Rejects with
 * UsageError for a path that neither exists nor belongs to a job.
 */
async function jobFilter(
  { values, paths }: CliInput,
  projects: CliProjects,
  all: readonly TrackedJob[],
): Promise<(job: TrackedJob) => boolean> {
  const isChosen = await chosenUnits(
    paths,
    projects,
    all.flatMap(({ units }) => units),
  );
  const { locale: locales, status: statuses } = values;
  return (job) => {
    const isOfProjects = job.units.some(({ project }) => projects.get(project) !== undefined);
    const hasLocale = locales === undefined || locales.some((locale) => isSameLocale(locale, job.targetLocale));
    const hasStatus = statuses === undefined || statuses.includes(job.status);
    return isOfProjects && hasLocale && hasStatus && job.units.some(isChosen);
  };
}

function jobMembers(projects: CliProjects, job: TrackedJob): Readonly<Record<string, unknown>> {
  const { id, orderId, status, title, sourceLocale, targetLocale, tier, sourceText, translatedText, delivery } = job;
  return {
    id,
    orderId: orderId ?? null,
    status,
    title,
    sourceLocale,
    locale: targetLocale,
    tier,
    source: sourceText,
    translation: translatedText ?? null,
    units: job.units.map(({ project, file, key, targetFile }) => ({
      file: projects.nameOf(project, file),
      key: key ?? null,
      targetFile: targetFile === undefined ? null : projects.nameOf(project, targetFile),
    })),
    findings: worstFirst(job.problems).map((problem) => ({
      kind: problem.kind,
      severity: problem.severity,
      message: plain(problemLine(problem)),
    })),
    hasOpenQuestion: job.hasOpenQuestion === true,
    delivery: delivery.kind,
    credits: job.credits,
    currency: job.currency ?? null,
    dueAt: isoTime(job.dueAt) ?? null,
    reviewUntil: isoTime(job.reviewUntil) ?? null,
    reviewMayEndEarlier: job.reviewMayEndEarlier === true,
  };
}

function jobLines(projects: CliProjects, jobs: readonly TrackedJob[]): readonly (Words | string)[] {
  if (jobs.length === 0) return [words(l10n.t('There are no jobs.'))];
  const rows = jobs.map((job) => {
    const [unit] = job.units;
    const file = unit === undefined ? '' : projects.nameOf(unit.project, unit.targetFile ?? unit.file);
    return [
      job.id,
      statusLabel(job.status),
      job.targetLocale,
      fromOutside(file, maxFileCharacters),
      job.title,
      sentences(...remarksOn(job)),
    ];
  });
  const heading = [
    words(l10n.t('Job')),
    words(l10n.t('Status')),
    words(l10n.t('Locale')),
    words(l10n.t('File')),
    words(l10n.t('Key')),
    '',
  ];
  return tableLines([heading, ...rows]);
}

/** Returns what a job's row says in the last column: the time left for a review, the delivery, a question, findings. */
function remarksOn(job: TrackedJob): readonly Words[] {
  const { delivery } = job;
  const remaining = remainingReviewTime(job, Date.now());
  const remarks: Words[] = [];
  if (remaining !== undefined) remarks.push(words(l10n.t('{0}.'), remaining));
  if (delivery.kind === 'delivered') remarks.push(words(l10n.t('Delivered')));
  if (job.hasOpenQuestion === true) remarks.push(words(l10n.t('The translator has a question.')));
  return [...remarks, ...worstFirst(job.problems).map(problemLine)];
}

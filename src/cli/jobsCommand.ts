import * as l10n from '@vscode/l10n';
import { isSameLocale } from '../base/locale.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { countWaiting } from '../orders/model/waitingJobs.ts';
import { statusLabel, waitingLines } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import { problemLine, worstFirst } from '../words/problemSentences.ts';
import { outside, sentences, words, type Words } from '../words/words.ts';
import { exitCodes, type CliInput, type CliResult } from './cliCommand.ts';
import { cliErrorSentence, cliHoldSentence } from './language/cliSentences.ts';
import { openCliSession, type CliSession } from './cliSession.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { tableLines, type Terminal } from './terminal.ts';
import { maxFileCharacters } from './unreadableFiles.ts';

/** Lists the jobs of the projects. Delivers nothing and approves nothing. */
export async function runJobs(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const projects = await openProjects(values, terminal, signal);
  await using session = await openCliSession(input, projects);
  await session.jobs.refresh({ recover: true, fetchOnly: true, signal });
  await session.jobs.readThreads({ signal });
  const jobs = session.jobs.all.filter((job) => isWanted(input, projects, job));
  return {
    json: {
      jobs: jobs.map((job) => jobMembers(projects, job)),
      waiting: countWaiting(jobs),
      failures: warnAboutFailures(session, terminal),
    },
    lines: [...jobLines(projects, jobs), ...waitingLines(countWaiting(jobs))],
    exitCode: session.jobs.state.failures.length === 0 ? exitCodes.done : exitCodes.failed,
  };
}

/** Names the jobs that could not be fetched, and returns their number: the result is incomplete without them. */
export function warnAboutFailures({ jobs }: CliSession, terminal: Terminal): number {
  for (const { id = '', item, error } of jobs.state.failures)
    terminal.message(words(l10n.t('{0}: {1}'), `${item} ${id}`.trim(), cliErrorSentence(error)));
  return jobs.state.failures.length;
}

/** Whether a job belongs to the projects, and to the locales, statuses and files of the command line. */
function isWanted({ values, paths }: CliInput, projects: CliProjects, job: TrackedJob): boolean {
  const own = job.units.filter(({ project }) => projects.get(project) !== undefined);
  const files = own.flatMap(({ project, file, targetFile = file }) =>
    [file, targetFile].map((each) => projects.nameOf(project, each)),
  );
  const isNamed = (given: string): boolean => {
    const name = given.replaceAll('\\', '/').replace(/^\.\//u, '').replace(/\/$/u, '');
    return name === '.' || files.some((file) => file === name || file.startsWith(`${name}/`));
  };
  return (
    own.length > 0 &&
    values.locale?.some((locale) => isSameLocale(locale, job.targetLocale)) !== false &&
    values.status?.some((status) => status === job.status) !== false &&
    (paths.length === 0 || paths.some(isNamed))
  );
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
    heldBecause: delivery.kind === 'held' ? delivery.reason : null,
    credits: job.credits,
    currency: job.currency ?? null,
    dueAt: timeOf(job.dueAt),
    reviewUntil: timeOf(job.reviewUntil),
  };
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
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
      outside(file, maxFileCharacters),
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

function remarksOn(job: TrackedJob): readonly Words[] {
  const { delivery } = job;
  return [
    ...(delivery.kind === 'delivered' ? [words(l10n.t('Delivered'))] : []),
    ...(delivery.kind === 'held' ? [cliHoldSentence(delivery.reason)] : []),
    ...(job.hasOpenQuestion === true ? [words(l10n.t('The translator has a question.'))] : []),
    ...worstFirst(job.problems).map(problemLine),
  ];
}

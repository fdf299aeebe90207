import * as l10n from '@vscode/l10n';
import { failureOf } from '../base/failureOf.ts';
import type { DeliveryReport } from '../orders/deliver/deliveryReport.ts';
import { isFinished, type HoldReason, type TrackedJob } from '../orders/model/trackedJob.ts';
import { plain } from '../words/plain.ts';
import { outside, plural, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { cliErrorSentence, cliHoldSentence } from './language/cliSentences.ts';
import { openCliSession } from './cliSession.ts';
import { warnAboutFailures } from './jobsCommand.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { maxFileCharacters } from './unreadableFiles.ts';

/**
 * Delivers the approved translations without errors to the files of the projects, as the editor does. Approves nothing.
 * A dry run changes no file and no journal.
 */
export async function runPull(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const dryRun = values['dry-run'] === true;
  const projects = await openProjects(values, terminal, signal);
  await using session = await openCliSession(input, projects, { dryRun });
  const written: DeliveryReport['written'][number][] = [];
  const listening = session.jobs.onDidDeliver((report) => {
    written.push(...report.written);
  });
  const failure = await failureOf(() => session.jobs.refresh({ recover: true, reviewTimes: false, signal }));
  listening.dispose();
  // The result names everything that was written, whatever failed after that.
  if (failure !== undefined && written.length === 0) throw failure.error;
  const delivered = deliveredFiles(projects, written);
  const held = heldJobs(projects, session.jobs.all);
  const failures = warnAboutFailures(session, terminal) + (failure === undefined ? 0 : 1);
  if (failure !== undefined && !signal.aborted) terminal.message(cliErrorSentence(failure.error));
  const isComplete = failures === 0 && held.every(({ reason }) => reason !== 'unreadable');
  return {
    json: { dryRun, delivered, held: held.map((one) => heldMembers(projects, one)), failures },
    lines: [...deliveredLines(delivered, dryRun), ...held.map((one) => heldLine(projects, one))],
    exitCode: signal.aborted ? exitCodes.interrupted : isComplete ? exitCodes.done : exitCodes.failed,
  };
}

/** A member of `delivered` in the JSON document. */
interface DeliveredFile {
  readonly file: string;
  readonly strings: number;
}

/** Adds up the deliveries to each file. */
function deliveredFiles(projects: CliProjects, written: DeliveryReport['written']): readonly DeliveredFile[] {
  const byFile = Map.groupBy(written, ({ project, file }) => projects.nameOf(project, file));
  return [...byFile].map(([file, parts]) => ({ file, strings: parts.reduce((sum, { units }) => sum + units, 0) }));
}

interface HeldJob {
  readonly job: TrackedJob;
  readonly reason: HoldReason;
}

/** Returns the approved jobs of the projects that were not delivered. */
function heldJobs(projects: CliProjects, jobs: readonly TrackedJob[]): readonly HeldJob[] {
  return jobs.flatMap((job) => {
    const { delivery } = job;
    const isOwn = job.units.some(({ project }) => projects.get(project) !== undefined);
    return isOwn && isFinished(job) && delivery.kind === 'held' ? [{ job, reason: delivery.reason }] : [];
  });
}

function heldMembers(projects: CliProjects, { job, reason }: HeldJob): Readonly<Record<string, unknown>> {
  return {
    job: job.id,
    title: job.title,
    file: fileOf(projects, job),
    locale: job.targetLocale,
    reason,
    message: plain(cliHoldSentence(reason)),
  };
}

function fileOf(projects: CliProjects, { units: [unit] }: TrackedJob): string {
  return unit === undefined ? '' : projects.nameOf(unit.project, unit.targetFile ?? unit.file);
}

function deliveredLines(delivered: readonly DeliveredFile[], dryRun: boolean): readonly Words[] {
  if (delivered.length === 0) return [words(l10n.t('There is nothing to deliver.'))];
  return delivered.map(({ file, strings }) =>
    dryRun
      ? plural(
          strings,
          {
            one: l10n.t('{1}: {0} string would be delivered.'),
            other: l10n.t('{1}: {0} strings would be delivered.'),
          },
          outside(file, maxFileCharacters),
        )
      : plural(
          strings,
          { one: l10n.t('{1}: {0} string was delivered.'), other: l10n.t('{1}: {0} strings were delivered.') },
          outside(file, maxFileCharacters),
        ),
  );
}

function heldLine(projects: CliProjects, { job, reason }: HeldJob): Words {
  const file = outside(fileOf(projects, job), maxFileCharacters);
  return words(l10n.t('{0}, “{1}” ({2}): {3}'), file, job.title, job.targetLocale, cliHoldSentence(reason));
}

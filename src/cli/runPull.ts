import * as l10n from '@vscode/l10n';
import { failureOf } from '../base/failureOf.ts';
import { readableId } from '../formats/kit/unitId.ts';
import type { UnmatchedJob } from '../orders/journal/account/orderContext.ts';
import type { DeliveryReport } from '../orders/deliver/deliveryReport.ts';
import type { FileRef } from '../orders/model/plan/skippedFile.ts';
import { hasErrors, isFinished, isLostHold, type HoldReason } from '../orders/model/trackedJob.ts';
import type { UnitFilter, UnitRef } from '../orders/model/unitRef.ts';
import { FileObstacles } from './pull/fileObstacles.ts';
import { findInOtherClones } from './pull/findInOtherClones.ts';
import { findLeftOut, type LeftOutString } from './pull/leftOutStrings.ts';
import { formatNumber } from '../words/formatting.ts';
import { plain } from '../words/plain.ts';
import { fromOutside, plural, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { cliErrorSentence, cliHoldSentence, notNamedSentence, otherCloneSentence } from './language/cliSentences.ts';
import { openCliSession, type CliSession } from './cliSession.ts';
import { warnAboutFailures, warnAboutUnknownJobs } from './runJobs.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { chosenUnits } from './openScope.ts';
import { maxFileCharacters } from './unreadableFiles.ts';

/**
 * Delivers the approved translations without errors to the files of the projects, as the editor does; only to the files
 * of the command line, if it names some. Approves nothing. A dry run changes no file and no journal.
 */
export async function runPull(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const dryRun = values['dry-run'] === true;
  const projects = await openProjects(values, terminal, signal);
  await using session = await openCliSession(input, projects, { dryRun });
  const { jobs, unmatched } = session;
  const written: DeliveryReport['written'][number][] = [];
  const subscription = jobs.onDidDeliver((report) => {
    written.push(...report.written);
  });
  // A path may name a file that the delivery creates, so paths are looked up when the jobs have been fetched.
  let isChosen: UnitFilter = () => true;
  const choose = async (): Promise<UnitFilter> => {
    const units = [...jobs.all.flatMap((job) => job.units), ...[...unmatched.values()].map(unitOfUnmatched)];
    isChosen = await chosenUnits(input.paths, projects, units);
    return isChosen;
  };
  const failure = await failureOf(() =>
    jobs.fetchAndDeliver({ recover: true, searchAll: true, reviewTimes: false, signal, choose }),
  );
  subscription.dispose();
  // The result names everything that was written, whatever failed after that.
  if (failure !== undefined && written.length === 0) throw failure.error;
  const delivered = deliveredFiles(projects, written);
  const { held, outsidePaths } = await undeliveredTranslations(session, projects, isChosen, signal);
  let failures = warnAboutFailures(session, terminal);
  if (failure !== undefined) failures += 1;
  if (failure !== undefined && !signal.aborted) terminal.message(cliErrorSentence(failure.error));
  let exitCode: number = exitCodes.interrupted;
  if (!signal.aborted) exitCode = warnAboutUnknownJobs(session, terminal, exitCodeOf(held, failures));
  const heldRows = held.map((translation) => heldMembers(projects, translation));
  return {
    json: { dryRun, delivered, held: heldRows, outsidePaths, failures },
    lines: () => [...deliveredLines(delivered, dryRun), ...heldLines(projects, held), ...waitingLine(outsidePaths)],
    exitCode,
  };
}

/** A file that can't be used is a failure, and a string that only the user can decide about has its own code. */
function exitCodeOf(held: readonly HeldTranslation[], failures: number): number {
  const hasReason = (...reasons: readonly PullHoldReason[]): boolean =>
    held.some(({ reason }) => reasons.includes(reason));
  if (failures > 0 || hasReason('unreadable', 'refused-file', 'conflict-markers')) return exitCodes.failed;
  return hasReason('not-named', 'other-clone') ? exitCodes.held : exitCodes.done;
}

/** A member of `delivered` in the JSON document. */
interface DeliveredFile {
  readonly file: string;
  readonly strings: number;
}

/** Adds up the deliveries to each file. */
function deliveredFiles(projects: CliProjects, written: DeliveryReport['written']): readonly DeliveredFile[] {
  const byFile = Map.groupBy(written, ({ project, file }) => projects.nameOf(project, file));
  return [...byFile].map(([file, deliveries]) => ({
    file,
    strings: deliveries.reduce((sum, { units }) => sum + units, 0),
  }));
}

/**
 * `not-named`: a string has the text of an approved job, but the job's order names neither its file nor its key.
 * `other-clone`: the order seems to be from another clone, whose remote is spelled in another way.
 */
type PullHoldReason = HoldReason | 'not-named' | 'other-clone';

/** An approved translation that was not delivered to a file. */
interface HeldTranslation {
  readonly job: string;
  readonly title: string;
  readonly project: string;
  readonly file: string;
  readonly locale: string;
  readonly reason: PullHoldReason;
}

/** Approved translations that were not delivered: those of the chosen files, and the number of the others. */
interface UndeliveredTranslations {
  readonly held: readonly HeldTranslation[];
  readonly outsidePaths: number;
}

/** Finds out which approved translations were not delivered, after the delivery. */
async function undeliveredTranslations(
  { context, jobs, unmatched }: CliSession,
  projects: CliProjects,
  isChosen: UnitFilter,
  signal: AbortSignal,
): Promise<UndeliveredTranslations> {
  const obstacles = new FileObstacles(context);
  const held: HeldTranslation[] = [];

  const approvedJobs = jobs.all.filter((job) => isFinished(job));
  for (const job of approvedJobs) {
    const { delivery, targetLocale: locale, title, sourceText } = job;
    const unit = job.units.find((jobUnit) => projects.get(jobUnit.project) !== undefined && isChosen(jobUnit));
    if (unit === undefined || delivery.kind !== 'held') continue;
    // If the string is gone from its file, it may be in a file that can't be read.
    const obstacle = isLostHold(delivery.reason)
      ? await obstacles.unreadableFileWith(unit.project, sourceText)
      : undefined;
    const { project, path: file } = obstacle?.file ?? targetOf(unit);
    const reason = obstacle?.reason ?? delivery.reason;
    held.push({ job: job.id, title, project, file, locale, reason });
  }

  // Jobs of other machines that no file of the projects has.
  for (const unmatchedJob of unmatched.values()) {
    if (!isChosen(unitOfUnmatched(unmatchedJob))) continue;
    const obstacle = await obstacles.explain(unmatchedJob);
    if (obstacle === undefined) continue;
    const { job, data } = unmatchedJob;
    const { project, path: file } = obstacle.file;
    const title = data.key === undefined ? (job.title ?? file) : readableId(data.key);
    held.push({ job: job.id, title, project, file, locale: data.locale, reason: obstacle.reason });
  }

  // Strings that only the user can decide about.
  const addUndecided = ({ jobId, unit }: LeftOutString, reason: PullHoldReason): void => {
    const { project, path: file } = targetOf(unit);
    if (isChosen(unit))
      held.push({ job: jobId, title: readableId(unit.key), project, file, locale: unit.locale, reason });
  };
  const jobsWithoutErrors = approvedJobs.filter((job) => !hasErrors(job));
  const records = jobsWithoutErrors.flatMap(({ id }) => context.ledger.jobs.get(id) ?? []);
  for (const leftOut of await findLeftOut(context, records)) addUndecided(leftOut, 'not-named');
  for (const leftOut of await findInOtherClones(context, signal)) addUndecided(leftOut, 'other-clone');

  const waitsOutside = (jobId: string, unit: UnitRef): boolean => {
    const isDeliverable = projects.get(unit.project) !== undefined && unit.targetFile !== undefined;
    return isDeliverable && !isChosen(unit) && context.ledger.deliveryOf(jobId, unit) === undefined;
  };
  const jobsOutside = approvedJobs.filter(({ id, units }) => units.some((unit) => waitsOutside(id, unit)));
  return { held, outsidePaths: jobsOutside.length };
}

function targetOf({ project, file, targetFile = file }: UnitRef): FileRef {
  return { project, path: targetFile };
}

function unitOfUnmatched({ project, file, data: { locale, sourceHash } }: UnmatchedJob): UnitRef {
  return { project, file, locale, sourceHash };
}

function heldMembers(
  projects: CliProjects,
  { job, title, project, file, locale, reason }: HeldTranslation,
): Readonly<Record<string, unknown>> {
  return { job, title, file: projects.nameOf(project, file), locale, reason, message: plain(holdSentence(reason)) };
}

function holdSentence(reason: PullHoldReason): Words {
  if (reason === 'not-named') return notNamedSentence();
  if (reason === 'other-clone') return otherCloneSentence();
  return cliHoldSentence(reason);
}

function deliveredLines(delivered: readonly DeliveredFile[], dryRun: boolean): readonly Words[] {
  if (delivered.length === 0) return [words(l10n.t('There is nothing to deliver.'))];
  return delivered.map(({ file, strings }) => {
    const name = fromOutside(file, maxFileCharacters);
    if (!dryRun)
      return plural(
        strings,
        { one: l10n.t('{1}: {0} string was delivered.'), other: l10n.t('{1}: {0} strings were delivered.') },
        name,
      );
    return plural(
      strings,
      { one: l10n.t('{1}: {0} string would be delivered.'), other: l10n.t('{1}: {0} strings would be delivered.') },
      name,
    );
  });
}

/** Returns a line for each held translation; several of one file with one reason share a line. */
function heldLines(projects: CliProjects, held: readonly HeldTranslation[]): readonly Words[] {
  const groups = Map.groupBy(held, ({ project, file, locale, reason }) =>
    JSON.stringify([project, file, locale, reason]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { project, locale, reason, title } = first;
    const file = fromOutside(projects.nameOf(project, first.file), maxFileCharacters);
    const sentence = holdSentence(reason);
    if (group.length === 1) return words(l10n.t('{0}, “{1}” ({2}): {3}'), file, title, locale, sentence);
    return words(l10n.t('{0}, {1} translations ({2}): {3}'), file, formatNumber(group.length), locale, sentence);
  });
}

function waitingLine(outsidePaths: number): readonly Words[] {
  if (outsidePaths === 0) return [];
  return [
    plural(outsidePaths, {
      one: l10n.t('{0} other approved translation waits for files outside the given paths.'),
      other: l10n.t('{0} other approved translations wait for files outside the given paths.'),
    }),
  ];
}

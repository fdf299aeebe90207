import * as l10n from '@vscode/l10n';
import { showWarning } from '../../editor/shown/toasts.ts';
import { OrderError, type OrderErrorReason } from '../../orders/model/orderError.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { localeName } from '../../words/formatting.ts';
import { truncatedLines, truncatedList } from '../../words/truncatedList.ts';
import { join, sentences, type Words, words } from '../../words/words.ts';
import type { ChosenJobs, SkippedJobs } from './chooseJob.ts';
import { isRefusal, requireDone, type JobOutcome } from '../../orders/jobs/review/review.ts';

/** The maximum number of jobs named in a message. */
const maxNamedJobs = 8;

/** The jobs of an action, sorted by its outcome. */
export interface SortedOutcomes extends SkippedJobs {
  readonly done: readonly TrackedJob[];
  /** Jobs for which the service refused the action. */
  readonly refused: readonly TrackedJob[];
  /** The last one whose error is no reason to skip a job: the service refused it, or the error concerns all jobs. */
  readonly failed: JobOutcome | undefined;
}

/** The sentences of an action that was not performed on all of several jobs. `names` are those of the jobs. */
export interface OutcomeWording {
  readonly done: (count: number) => Words;
  readonly refused: (names: Words) => Words;
}

/** The errors because of which a job is only skipped, each with the reason that is shown. All others are thrown. */
const skipReasons: Readonly<Partial<Record<OrderErrorReason, keyof SkippedJobs>>> = {
  'changed-since-shown': 'changed',
  problems: 'withErrors',
  'wrong-state': 'notPossible',
  'unknown-job': 'notPossible',
  'no-document': 'notPossible',
};

/** Sorts the jobs of an action by its outcome. */
export function sortOutcomes(jobs: readonly TrackedJob[], outcomes: readonly JobOutcome[]): SortedOutcomes {
  const errorsByJob = new Map(outcomes.map(({ jobId, error }) => [jobId, error]));
  const skippedBecause = (reason: keyof SkippedJobs): readonly TrackedJob[] =>
    jobs.filter(({ id }) => reasonToSkip(errorsByJob.get(id)) === reason);
  return {
    done: jobs.filter(({ id }) => errorsByJob.get(id) === undefined),
    changed: skippedBecause('changed'),
    withErrors: skippedBecause('withErrors'),
    notPossible: skippedBecause('notPossible'),
    refused: jobs.filter(({ id }) => isRefusal(errorsByJob.get(id))),
    failed: outcomes.findLast(({ error }) => error !== undefined && reasonToSkip(error) === undefined),
  };
}

function reasonToSkip(error: unknown): keyof SkippedJobs | undefined {
  return error instanceof OrderError ? skipReasons[error.reason] : undefined;
}

/**
 * Reports the jobs on which an action was not performed: throws the error of a single job, and names those of selected
 * rows by reason. Throws the error of the service, too, if it refused the action for one of them.
 */
export function reportOutcomes(
  { jobs, skipped, singleJob }: ChosenJobs,
  outcomes: readonly JobOutcome[],
  wording: OutcomeWording,
): void {
  if (singleJob !== undefined) {
    requireDone(outcomes);
    return;
  }
  const { done, changed, withErrors, notPossible, refused, failed } = sortOutcomes(jobs, outcomes);
  const lines = skippedLines({
    changed: [...skipped.changed, ...changed],
    withErrors: [...skipped.withErrors, ...withErrors],
    notPossible: [...skipped.notPossible, ...notPossible],
  });
  if (refused.length > 0) lines.push(wording.refused(nameInLine(refused)));
  if (lines.length > 0) void showWarning(sentences(wording.done(done.length), ...lines));
  if (failed !== undefined) throw failed.error;
}

/** Names the jobs that are skipped, in one sentence for each reason. */
export function skippedLines({ changed, withErrors, notPossible }: SkippedJobs): Words[] {
  const lines: Words[] = [];
  if (changed.length > 0)
    lines.push(words(l10n.t('Skipped because they’ve changed since you saw them: {0}.'), nameInLine(changed)));
  if (withErrors.length > 0)
    lines.push(words(l10n.t('Skipped because checks found errors: {0}.'), nameInLine(withErrors)));
  if (notPossible.length > 0)
    lines.push(words(l10n.t('Skipped because they aren’t waiting for review: {0}.'), nameInLine(notPossible)));
  return lines;
}

/** Names jobs on one line each. */
export function nameOnLines(jobs: readonly TrackedJob[]): Words {
  const names = jobs.map(({ title, targetLocale }) => words(l10n.t('{0}, {1}'), title, localeName(targetLocale)));
  return join(truncatedLines(names, maxNamedJobs), '\n');
}

/** Names jobs in one line. */
export function nameInLine(jobs: readonly TrackedJob[]): Words {
  const names = jobs.map(({ title, targetLocale }) => words(l10n.t('“{0}” ({1})'), title, localeName(targetLocale)));
  return truncatedList(names, maxNamedJobs);
}

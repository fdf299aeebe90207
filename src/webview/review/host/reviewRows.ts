import * as l10n from '@vscode/l10n';
import { localeTag } from '../../../base/locale.ts';
import { present, trueOrAbsent } from '../../../base/present.ts';
import { pageProblem } from '../../shared/host/pageProblem.ts';
import { actionsFor, hasErrors, type TrackedJob } from '../../../orders/model/trackedJob.ts';
import { revisionComment } from '../../../orders/jobs/review/revisionComment.ts';
import { documentLabel } from '../../../words/deliverySentences.ts';
import { localeName } from '../../../words/formatting.ts';
import { plain } from '../../../words/plain.ts';
import { sourceSentence } from '../../../words/sourceSentence.ts';
import { plural, type Words, words } from '../../../words/words.ts';
import { maxRowCharacters, reviewActions, type ReviewRow } from '../reviewMessages.ts';
import type { ThreadFacts } from './rowThreads.ts';

/** The most findings, notes and placeholders of a row. The details have all of them. */
const maxListed = 20;

/** The difference between two lists of rows. */
export interface RowChanges {
  readonly rows: readonly ReviewRow[];
  readonly removed: readonly string[];
  /** Names of the locales of these rows, by their tags. */
  readonly locales: Readonly<Record<string, string>>;
}

/**
 * Makes the rows of all translations that can be reviewed, and remembers them, so that a change of one job makes and
 * sends one row.
 */
export class ReviewRows {
  /** The digest of the job and the thread that each row was made of, by the job's id. */
  readonly #digests = new Map<string, string>();
  #isEmpty = true;

  /** Forgets all rows, so that the next changes are the whole list. */
  reset(): void {
    this.#digests.clear();
    this.#isEmpty = true;
  }

  /** Whether no rows have been made since the last reset. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Returns the rows that changed since the last call. */
  changes(jobs: readonly TrackedJob[], factsOf: (job: TrackedJob) => ThreadFacts | undefined): RowChanges {
    this.#isEmpty = false;
    const rows: ReviewRow[] = [];
    const reviewableIds = new Set<string>();
    for (const job of jobs) {
      if (!isReviewable(job)) continue;
      reviewableIds.add(job.id);
      const facts = factsOf(job);
      const digest = digestOf(job, facts);
      if (this.#digests.get(job.id) === digest) continue;
      this.#digests.set(job.id, digest);
      rows.push(reviewRow(job, facts));
    }
    const removed = [...this.#digests.keys()].filter((id) => !reviewableIds.has(id));
    for (const id of removed) this.#digests.delete(id);
    return { rows, removed, locales: Object.fromEntries(rows.map(({ locale }) => [locale, localeName(locale)])) };
  }
}

/** Returns whether a job has a row: its translation waits for the user's decision. */
export function isReviewable({ status, hasServiceId }: TrackedJob): boolean {
  return status === 'reviewable' && hasServiceId;
}

/** Returns a text that changes with everything that a row shows. It is made much faster than the row. */
function digestOf(job: TrackedJob, facts: ThreadFacts | undefined): string {
  const { translationHash, sourceText, title, revisionsRequested, responseProblem, document } = job;
  return JSON.stringify([
    translationHash,
    sourceText.length,
    title,
    revisionsRequested,
    job.reviewUntil,
    job.reviewMayEndEarlier,
    responseProblem,
    document?.ready,
    job.problems.length,
    job.units[0]?.targetFile,
    job.sourceChanges?.map(({ state }) => state.kind),
    job.hasOpenQuestion,
    facts,
  ]);
}

/** Returns the row of a job. */
export function reviewRow(job: TrackedJob, facts: ThreadFacts | undefined): ReviewRow {
  const [firstUnit] = job.units;
  const possible: ReadonlySet<string> = actionsFor(job);
  const source = job.document === undefined ? job.sourceText : plain(documentLabel(job, job.document));
  const { translatedText = '' } = job;
  const isTruncated = Math.max(source.length, translatedText.length) > maxRowCharacters;
  const placeholders = new Set(job.protectedText?.placeholders.map(({ text }) => text));
  return {
    id: job.id,
    title: plain(job.title),
    source: source.slice(0, maxRowCharacters),
    sourceLocale: localeTag(job.sourceLocale),
    locale: localeTag(job.targetLocale),
    problems: job.problems.slice(0, maxListed).map((problem) => pageProblem(problem, job)),
    placeholders: [...placeholders].slice(0, maxListed),
    revisions: job.revisionsRequested,
    actions: reviewActions.filter((action) => possible.has(action)),
    notes: notes(job),
    ...present({
      translation: job.translatedText?.slice(0, maxRowCharacters),
      truncated: trueOrAbsent(isTruncated),
      file: firstUnit?.targetFile ?? firstUnit?.file,
      order: job.orderId,
      hash: job.translationHash,
      until: job.reviewUntil,
      mayEndEarlier: job.reviewMayEndEarlier,
      suggestion: hasErrors(job) ? revisionComment(job) : undefined,
      comments: facts?.comments,
      isUnanswered: facts?.isUnanswered ?? job.hasOpenQuestion,
      previous: facts?.previous === job.translatedText ? undefined : facts?.previous?.slice(0, maxRowCharacters),
    }),
  };
}

/** Returns sentences about the job that matter for the decision. */
function notes(job: TrackedJob): readonly string[] {
  const changedSources = (job.sourceChanges ?? []).flatMap((change) => sourceSentence(change, job) ?? []);
  const lines: Words[] = [];
  if (job.document !== undefined)
    lines.push(words(l10n.t('A whole file. “Open Job” shows what can be compared before it is approved.')));
  const { length: count } = job.units;
  if (count > 1)
    lines.push(plural(count, { one: l10n.t('Used for {0} string.'), other: l10n.t('Used for {0} strings.') }));
  return [...lines, ...changedSources.slice(0, maxListed)].map(plain);
}

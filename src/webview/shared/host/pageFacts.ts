import * as l10n from '@vscode/l10n';
import { directionOf } from '../../../base/text/directionOf.ts';
import { localeTag } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import { addCredits } from '../../../orders/model/addCredits.ts';
import { maxRevisionRequests, type TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { Language, Order } from '../../../service/interface/records.ts';
import { formatCredits, formatTime } from '../../../words/formatting.ts';
import { remainingReviewTime, statusLabel, unitCountText, unitTypeOf } from '../../../words/jobLabels.ts';
import { bothNames } from '../../../words/languageNames.ts';
import { plain } from '../../../words/plain.ts';
import { tierLabel } from '../../../words/tierLabel.ts';
import { join, listed, plural, type Words, words } from '../../../words/words.ts';
import type { PageFact, PageOrder, PagePassage } from '../pageSnapshot.ts';

/** A label with a value; rows without a value are not shown. */
type Row = readonly [Words, Words | string | undefined];

/** Returns the language of a passage: its tag, its name and its writing direction. */
export function languageOf(locale: string, languages: readonly Language[]): Omit<PagePassage, 'text'> {
  return {
    locale: localeTag(locale),
    label: plain(bothNames(locale, languages)),
    direction: directionOf(locale),
  };
}

/** Returns the facts that a decision needs, which stay in view. */
export function highlights(job: TrackedJob): readonly string[] {
  const lines: Words[] = [];
  const remaining = remainingReviewTime(job, Date.now());
  if (remaining !== undefined) lines.push(remaining);
  if (job.status === 'reviewable' || job.revisionsRequested > 0)
    lines.push(words(l10n.t('Revision requests: {0} of {1}'), job.revisionsRequested, maxRevisionRequests));
  if (job.dueAt !== undefined) lines.push(words(l10n.t('Expected {0}'), formatTime(job.dueAt)));
  return lines.map(plain);
}

/** "1 error, 2 warnings"; undefined if the checks found nothing. */
export function problemCount({ problems }: TrackedJob): string | undefined {
  if (problems.length === 0) return undefined;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const counts: Words[] = [];
  if (errors > 0) counts.push(plural(errors, { one: l10n.t('{0} error'), other: l10n.t('{0} errors') }));
  if (warnings > 0) counts.push(plural(warnings, { one: l10n.t('{0} warning'), other: l10n.t('{0} warnings') }));
  return plain(listed(counts));
}

/** Returns all facts about a job, with the options of its order. */
export function jobFacts(job: TrackedJob, languages: readonly Language[]): readonly PageFact[] {
  const [firstUnit] = job.units;
  const revisionCount = words(
    l10n.t({ message: '{0} of {1}', comment: 'revision requests' }),
    job.revisionsRequested,
    maxRevisionRequests,
  );
  const sourceLanguage = bothNames(job.sourceLocale, languages);
  const targetLanguage = bothNames(job.targetLocale, languages);
  const unitCount = unitCountText(job.unitCount, unitTypeOf(job.sourceLocale, languages));
  const keys = job.units.flatMap((unit) => unit.key ?? []);
  return nonEmptyFacts([
    [words(l10n.t('Languages')), words(l10n.t('{0} → {1}'), sourceLanguage, targetLanguage)],
    [words(l10n.t('Tier')), tierLabel(job.tier)],
    [words(l10n.t('Price')), words(l10n.t('{0} for {1}'), formatCredits(job.credits, job.currency), unitCount)],
    [words(l10n.t('Ordered')), job.createdAt === undefined ? undefined : formatTime(job.createdAt)],
    [words(l10n.t('Expected')), job.dueAt === undefined ? undefined : formatTime(job.dueAt)],
    [words(l10n.t('Review ends')), reviewEnd(job)],
    [words(l10n.t('Revisions requested')), job.revisionsRequested === 0 ? undefined : revisionCount],
    [words(l10n.t('File')), firstUnit && (firstUnit.targetFile ?? firstUnit.file)],
    [words(l10n.t('Keys')), job.units.length < 2 ? undefined : listed(keys)],
    [words(l10n.t('Job ID')), job.hasServiceId ? job.id : undefined],
    ...optionRows(job),
  ]);
}

function reviewEnd({ reviewUntil, reviewMayEndEarlier }: TrackedJob): Words | string | undefined {
  if (reviewUntil === undefined) return undefined;
  const time = formatTime(reviewUntil);
  if (reviewMayEndEarlier === true) return words(l10n.t('{0} at the latest'), time);
  return time;
}

/** Returns the options of the order that affect the job. */
function optionRows({ autoApprove, maxChars, orderComment, options = {} }: TrackedJob): readonly Row[] {
  const { edit, asGroup, usePreferred, purpose, tone, glossaryId, referenceId, attachments } = options;
  const maxLength = plural(maxChars ?? 0, { one: l10n.t('{0} character'), other: l10n.t('{0} characters') });
  // An option that is not used has no row.
  const yes = (isUsed: boolean | undefined): Words | undefined => (isUsed === true ? words(l10n.t('Yes')) : undefined);
  return [
    [words(l10n.t('Comment for the translators')), orderComment],
    [words(l10n.t('Automatic approval')), yes(autoApprove)],
    [words(l10n.t('Edited by a second person')), yes(edit)],
    [words(l10n.t('Same translator for all jobs')), yes(asGroup)],
    [words(l10n.t('Preferred translators only')), yes(usePreferred)],
    [words(l10n.t('Maximum length')), maxChars === undefined ? undefined : maxLength],
    [words(l10n.t('Purpose')), purpose],
    [words(l10n.t('Tone')), tone],
    [words(l10n.t('Glossary ID')), glossaryId],
    [words(l10n.t('Reference ID')), referenceId === undefined ? undefined : String(referenceId)],
    [words(l10n.t('Attachments')), attachments === undefined ? undefined : listed(attachments)],
  ];
}

/** Returns the facts of a job's order: those of the service once they are loaded, until then from the listed `jobs`. */
export function orderFacts(
  job: TrackedJob,
  jobs: readonly TrackedJob[],
  order: Order | undefined,
): readonly PageFact[] {
  const sum = jobs.reduce((total, { credits }) => addCredits(total, credits), 0);
  const jobsByStatus = Map.groupBy(jobs, ({ status }) => status);
  const statusCounts = [...jobsByStatus].map(([status, { length }]) =>
    words(l10n.t('{0}: {1}'), statusLabel(status), length),
  );
  return nonEmptyFacts([
    [words(l10n.t('Order ID')), job.orderId],
    [words(l10n.t('Price of the order')), formatCredits(order?.totalCredits ?? sum, order?.currency ?? job.currency)],
    [words(l10n.t('Jobs')), words(l10n.t('{0}'), order?.totalJobs ?? jobs.length)],
    [words(l10n.t('Status')), listed(statusCounts)],
  ]);
}

/** The most jobs of an order that are listed. */
const maxOrderJobs = 50;

/** Returns the other jobs of an order. */
export function otherJobs(job: TrackedJob, jobs: readonly TrackedJob[]): Pick<PageOrder, 'jobs' | 'moreJobs'> {
  const otherJobsOfOrder = jobs.filter(({ id }) => id !== job.id);
  const hiddenCount = otherJobsOfOrder.length - maxOrderJobs;
  const more = plural(hiddenCount, { one: l10n.t('… and {0} more job.'), other: l10n.t('… and {0} more jobs.') });
  return {
    jobs: otherJobsOfOrder.slice(0, maxOrderJobs).map(({ id, title, targetLocale, status }) => ({
      jobId: id,
      title: plain(title),
      statusLabel: plain(join([targetLocale, statusLabel(status)], ' · ')),
    })),
    ...present({ moreJobs: hiddenCount > 0 ? plain(more) : undefined }),
  };
}

/** Returns the rows that have a value. */
function nonEmptyFacts(rows: readonly Row[]): readonly PageFact[] {
  return rows.flatMap(([label, value]) => {
    if (value === undefined || value === '') return [];
    return [{ label: plain(label), value: plain(value) }];
  });
}

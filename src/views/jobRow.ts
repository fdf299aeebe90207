import * as l10n from '@vscode/l10n';
import { present } from '../base/present.ts';
import { actionsFor, needsDecision, waitsForOthers, type TrackedJob } from '../orders/model/trackedJob.ts';
import { formatDay, formatDuration, formatShortDuration, localeName } from '../words/formatting.ts';
import type { WaitingJobs } from '../orders/model/waitingJobs.ts';
import {
  jobsAtService,
  remainingDuration,
  remainingReviewTime,
  responseProblemLabel,
  statusIcon,
  statusLabel,
  waitingLines,
  sourceLabel,
} from '../words/jobLabels.ts';
import { join, listed, fromOutside, plural, words, type Words } from '../words/words.ts';
import type { Grouping, JobGroup } from './jobGroups.ts';

/** What a row of the Jobs view shows, and the conditions of its menus. */
export interface Row {
  readonly label: Words;
  readonly description?: Words;
  /** The text that screen readers speak. */
  readonly spoken: Words;
  /** The name of a codicon. */
  readonly icon?: string;
  readonly severity?: 'error' | 'warning';
  /** The kind and what its menus depend on, each followed by `;`: `job;approve;revise;`. */
  readonly contextValue: string;
}

/** What a row depends on in addition to its job or group. */
export interface RowContext {
  readonly grouping: Grouping;
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** Whether the jobs belong to the embedded sandbox. */
  readonly sandbox: boolean;
  /** How many jobs of each order can be canceled, by the order's id. */
  readonly cancelable: ReadonlyMap<string, number>;
}

/**
 * Returns the row of a job. The description begins with the most important facts, because a narrow view cuts it off;
 * what the group says is not repeated.
 */
export function jobRow(job: TrackedJob, context: RowContext): Row {
  const { grouping } = context;
  const time = timeOf(job, context.now);
  const attention = attentionFacts(job);
  const description = [
    grouping === 'locale' ? undefined : fromOutside(job.targetLocale),
    // "+2": the job has two more strings.
    job.units.length > 1 ? words(l10n.t('+{0}'), job.units.length - 1) : undefined,
    ...attention,
    time?.short,
    grouping === 'status' ? undefined : statusLabel(job.status),
    grouping === 'file' ? undefined : fileOf(job),
  ].filter((part) => part !== undefined);
  const spoken = [
    job.title,
    localeName(job.targetLocale),
    statusLabel(job.status),
    ...attention,
    time?.long,
    fileOf(job),
  ];
  const severity = severityOf(job);
  const iconWithoutProblem = job.hasOpenQuestion === true ? 'comment-unresolved' : statusIcon(job.status);
  return {
    label: fromOutside(job.title),
    description: join(description, ' · '),
    spoken: listed(spoken.filter((part) => part !== undefined)),
    icon: severity ?? iconWithoutProblem,
    ...present({ severity }),
    contextValue: contextValue('job', jobConditions(job, context)),
  };
}

/** Returns what needs the user's attention, the most important first. */
function attentionFacts(job: TrackedJob): readonly Words[] {
  const facts: Words[] = [];
  if (job.responseProblem !== undefined) facts.push(responseProblemLabel(job.responseProblem));
  if (needsDecision(job)) facts.push(words(l10n.t('not delivered')));
  const source = sourceLabel(job);
  if (source !== undefined) facts.push(source);
  const errors = countErrors(job);
  if (errors > 0) facts.push(plural(errors, { one: l10n.t('{0} error'), other: l10n.t('{0} errors') }));
  if (job.hasOpenQuestion === true) facts.push(words(l10n.t('question')));
  return facts;
}

function countErrors({ problems }: TrackedJob): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}

function severityOf(job: TrackedJob): 'error' | 'warning' | undefined {
  if (countErrors(job) > 0) return 'error';
  const isHeld = job.delivery.kind === 'held' && !waitsForOthers(job);
  if (job.responseProblem !== undefined || isHeld) return 'warning';
  return undefined;
}

/** Returns what the menus of a job depend on: the possible actions, not its status. */
function jobConditions(job: TrackedJob, { sandbox, cancelable }: RowContext): readonly string[] {
  const { orderId, status } = job;
  const conditions: string[] = [...actionsFor(job)];
  const cancelableOfOrder = orderId === undefined ? 0 : (cancelable.get(orderId) ?? 0);
  if (status === 'available' && cancelableOfOrder > 1) conditions.push('cancelOrder');
  if (job.translatedText !== undefined) conditions.push('translated');
  if (sandbox && job.hasServiceId) conditions.push('sandbox', status);
  return conditions;
}

/** Returns how much time remains to review a translation, or until it is expected. */
function timeOf(job: TrackedJob, now: number): { readonly short: Words; readonly long: Words } | undefined {
  const remaining = remainingReviewTime(job, now);
  if (remaining !== undefined && job.reviewUntil !== undefined)
    return { short: remainingDuration(job, formatShortDuration(job.reviewUntil - now)), long: remaining };
  if (job.dueAt === undefined) return undefined;
  const late = words(l10n.t('late'));
  if (job.dueAt < now) return { short: late, long: late };
  return {
    short: words(l10n.t('in {0}'), formatShortDuration(job.dueAt - now)),
    long: words(l10n.t('expected in {0}'), formatDuration(job.dueAt - now)),
  };
}

/** Returns the name of a job's first file, without its folders: the tooltip has the path. */
function fileOf({ units: [firstUnit] }: TrackedJob): Words | undefined {
  return firstUnit && fromOutside(baseName(firstUnit.file));
}

/** `locales/de.json → de.json` */
function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the row of a group, with the number of its jobs, and of those to review. */
export function groupRow(group: JobGroup, { now }: Pick<RowContext, 'now'>): Row {
  const { grouping, jobs } = group;
  const counts = countJobs(jobs);
  const label = groupLabel(group);
  const toReview = grouping === 'status' || counts.reviewable === 0 ? undefined : toReviewText(counts.reviewable);
  const details = [toReview, distinctionOf(group, now)].filter((part) => part !== undefined);
  // If all jobs are to be reviewed, "19 to review" already says how many jobs there are.
  const isCountInDetails = toReview !== undefined && counts.reviewable === jobs.length;
  return {
    label,
    description: join(isCountInDetails ? details : [fromOutside(String(jobs.length)), ...details], ' · '),
    spoken: listed([
      plural(jobs.length, { one: l10n.t('{1}, {0} job'), other: l10n.t('{1}, {0} jobs') }, label),
      ...details,
    ]),
    ...(grouping === 'status' ? {} : { icon: groupIcons[grouping] }),
    contextValue: contextValue('group', groupConditions(counts)),
  };
}

/** Returns what the menus of a group depend on: what is possible for one of its jobs. */
function groupConditions(counts: JobCounts): readonly string[] {
  const conditions: string[] = [];
  if (counts.reviewable > 0) conditions.push('approve', 'revise', 'reject');
  if (counts.translated > 0) conditions.push('translated');
  if (counts.available > 0) conditions.push('cancel');
  if (counts.waiting > 0) conditions.push('deliver');
  if (counts.approved > 0) conditions.push('archive');
  return conditions;
}

const groupIcons = { order: 'package', file: 'file', locale: 'globe' } as const;

function groupLabel({ grouping, name }: JobGroup): Words {
  switch (grouping) {
    case 'status':
      return statusLabel(name);
    case 'order':
      return name === '' ? words(l10n.t('No order number yet')) : words(l10n.t('Order {0}'), name);
    case 'file':
      return name === '' ? words(l10n.t('No file')) : fromOutside(baseName(name));
    case 'locale':
      return fromOutside(localeName(name));
  }
}

/** Returns what distinguishes groups with the same label: the locale, the file's folder, or the day of the order. */
function distinctionOf({ grouping, name, jobs: [firstJob] }: JobGroup, now: number): Words | undefined {
  if (grouping === 'locale') return fromOutside(name);
  if (grouping === 'file' && name.includes('/')) return fromOutside(name.slice(0, name.lastIndexOf('/')));
  if (grouping === 'order' && firstJob?.createdAt !== undefined) return fromOutside(formatDay(firstJob.createdAt, now));
  return undefined;
}

/** Returns the row that has the jobs of other folders below it. */
export function othersRow(count: number, toReview: number): Row {
  const label = words(l10n.t('Other folders ({0})'), count);
  const row = { label, spoken: label, icon: 'folder', contextValue: contextValue('otherFolders', []) };
  if (toReview === 0) return row;
  const description = toReviewText(toReview);
  return { ...row, description, spoken: listed([label, description]) };
}

/** Open jobs at a service that is not in use. */
export interface OpenElsewhere {
  /** The id of service and account. */
  readonly account: string;
  readonly host: string;
  readonly openJobs: number;
  /** Whether the jobs can be polled. */
  readonly hasKeys: boolean;
  /** What waits for the user there. */
  readonly waiting: WaitingJobs;
}

/** Returns the row of a service that is not in use. */
export function serviceRow({ host, openJobs, hasKeys, waiting }: OpenElsewhere): Row {
  const label = jobsAtService(openJobs, host);
  const facts = [...waitingLines(waiting)];
  if (!hasKeys) facts.unshift(words(l10n.t('keys missing')));
  const needsUser = !hasKeys || waiting.total + waiting.unconfirmed > 0;
  return {
    label,
    spoken: listed([label, ...facts]),
    icon: needsUser ? 'warning' : 'globe',
    contextValue: contextValue('service', []),
    ...present({
      description: facts.length === 0 ? undefined : join(facts, ' · '),
      severity: needsUser ? ('warning' as const) : undefined,
    }),
  };
}

function toReviewText(count: number): Words {
  return plural(count, {
    one: l10n.t({ message: '{0} to review', comment: 'one translation' }),
    other: l10n.t({ message: '{0} to review', comment: 'several translations' }),
  });
}

/** Returns the row below the jobs that are shown, which shows `next` more of `remaining` jobs. */
export function moreRow(next: number, remaining: number): Row {
  const label = plural(next, {
    one: l10n.t({ message: 'Show {0} More', comment: 'one job' }),
    other: l10n.t({ message: 'Show {0} More', comment: 'several jobs' }),
  });
  const description = plural(remaining, {
    one: l10n.t({ message: '{0} not shown', comment: 'one job' }),
    other: l10n.t({ message: '{0} not shown', comment: 'several jobs' }),
  });
  return { label, description, spoken: listed([label, description]), contextValue: contextValue('more', []) };
}

type JobCounts = ReturnType<typeof countJobs>;

/** Counts the jobs of a group by what can be done with them. */
function countJobs(jobs: readonly TrackedJob[]) {
  // `waiting` counts the approved translations that are not delivered yet.
  const counts = { reviewable: 0, available: 0, approved: 0, waiting: 0, translated: 0 };
  for (const job of jobs) {
    if (job.status === 'reviewable') counts.reviewable += 1;
    if (job.status === 'available') counts.available += 1;
    if (job.status === 'approved') {
      counts.approved += 1;
      const hasTargetFile = job.units.some((unit) => unit.targetFile !== undefined);
      if (hasTargetFile && job.delivery.kind !== 'delivered') counts.waiting += 1;
    }
    if (job.translatedText !== undefined) counts.translated += 1;
  }
  return counts;
}

/** Returns how many jobs of each order can be canceled, by the order's id. */
export function countCancelable(jobs: readonly TrackedJob[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) {
    const canCancel = job.status === 'available' && actionsFor(job).has('cancel');
    if (canCancel && job.orderId !== undefined) counts.set(job.orderId, (counts.get(job.orderId) ?? 0) + 1);
  }
  return counts;
}

/** `contextValue('job', ['approve', 'revise']) → 'job;approve;revise;'` */
function contextValue(kind: string, conditions: readonly string[]): string {
  return [kind, ...conditions, ''].join(';');
}

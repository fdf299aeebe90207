import { compareText } from '../base/text/compareText.ts';
import { localeName } from '../words/formatting.ts';
import { statusOrder } from '../words/jobLabels.ts';
import { hasErrors, isClosed, waitsForUser, type TrackedJob } from '../orders/model/trackedJob.ts';

/** By which the Jobs view can group its jobs. */
export const groupings = ['status', 'order', 'file', 'locale'] as const;
export type Grouping = (typeof groupings)[number];

/** The jobs below one row of the Jobs view. */
export interface JobGroup {
  /** Unique in the tree, and the same as long as the group exists. */
  readonly id: string;
  readonly grouping: Grouping;
  /** A status, the id of an order, the path of a source file, or a target locale; '' if the jobs have none. */
  readonly name: string;
  /** In the order of the model; `sortByUrgency` returns them as they are shown. */
  readonly jobs: readonly TrackedJob[];
}

/** The groups of the Jobs view. */
export interface JobSections {
  /** The jobs of the open folders. */
  readonly ownGroups: readonly JobGroup[];
  /** The jobs of other folders. */
  readonly otherGroups: readonly JobGroup[];
  /** Number of jobs of other folders. A job of several files counts once. */
  readonly otherJobCount: number;
}

/** Groups jobs; a job may be in several groups. `isOwn` tells whether a job belongs to an open folder. */
export function groupJobs(
  jobs: readonly TrackedJob[],
  grouping: Grouping,
  isOwn: (job: TrackedJob) => boolean,
): JobSections {
  const ownJobs = jobs.filter(isOwn);
  const otherJobs = jobs.filter((job) => !isOwn(job));
  return {
    ownGroups: groupsOf(ownJobs, grouping, ''),
    otherGroups: groupsOf(otherJobs, grouping, 'others/'),
    otherJobCount: otherJobs.length,
  };
}

function groupsOf(jobs: readonly TrackedJob[], grouping: Grouping, idPrefix: string): readonly JobGroup[] {
  const groups = new Map<string, { readonly name: string; readonly jobs: TrackedJob[] }>();
  for (const job of jobs) {
    for (const { key, name } of keysOf[grouping](job)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { name, jobs: [job] });
      else group.jobs.push(job);
    }
  }
  return [...groups]
    .map(([key, group]) => ({ id: `${idPrefix}${grouping}:${key}`, grouping, ...group }))
    .sort(comparisons[grouping]);
}

/** A group in which a job is listed: groups may have the same name, but not the same key. */
interface GroupKey {
  readonly key: string;
  readonly name: string;
}

const keysOf: Readonly<Record<Grouping, (job: TrackedJob) => readonly GroupKey[]>> = {
  status: ({ status }) => [{ key: status, name: status }],
  order: ({ orderId = '' }) => [{ key: orderId, name: orderId }],
  locale: ({ targetLocale }) => [{ key: targetLocale, name: targetLocale }],
  file: fileKeys,
};

/** Identical strings of several files are one job, which is listed in each of them. */
function fileKeys({ units }: TrackedJob): readonly GroupKey[] {
  if (units.length === 0) return [{ key: '', name: '' }];
  const nameByKey = new Map(units.map(({ project, file }) => [`${project}/${file}`, file]));
  return [...nameByKey].map(([key, name]) => ({ key, name }));
}

/** How the groups of each grouping are sorted. */
const comparisons: Readonly<Record<Grouping, (a: JobGroup, b: JobGroup) => number>> = {
  status: (a, b) => statusRank(a.name) - statusRank(b.name),
  order: compareOrders,
  file: (a, b) => compareText(a.name, b.name) || compareText(a.id, b.id),
  locale: (a, b) => compareText(localeName(a.name), localeName(b.name)),
};

/** Newest first; before them, jobs without an order number: just ordered, or their order is unconfirmed. */
function compareOrders(a: JobGroup, b: JobGroup): number {
  const byNumber = Number(b.name === '') - Number(a.name === '');
  return byNumber || newestTime(b) - newestTime(a) || compareText(a.name, b.name);
}

function statusRank(status: string): number {
  const knownStatuses: readonly string[] = statusOrder;
  const index = knownStatuses.indexOf(status);
  if (index >= 0) return index;
  // An unknown status is sorted directly before the finished jobs, whose first status is `approved`.
  return knownStatuses.indexOf('approved') - 0.5;
}

/** Returns when the newest job of a group was created: the model lists that one first. */
function newestTime({ jobs: [newestJob] }: JobGroup): number {
  return newestJob?.createdAt ?? 0;
}

/** Times are compared in steps of an hour, so that the strings of one order keep their order. */
const urgencyStepMs = 60 * 60 * 1000;

/**
 * Returns jobs sorted by urgency: those that wait for the user, those in progress, then closed ones; of these, first
 * the ones whose time ends first, then those with questions, errors and warnings. Otherwise their order is kept.
 */
export function sortByUrgency(jobs: readonly TrackedJob[]): readonly TrackedJob[] {
  return jobs
    .map((job) => ({ job, rank: rankOf(job), endStep: endStepOf(job), attention: attentionOf(job) }))
    .sort((a, b) => a.rank - b.rank || compareNumbers(a.endStep, b.endStep) || b.attention - a.attention)
    .map(({ job }) => job);
}

/** Compares numbers that may both be infinite, whose difference is no number. */
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns 0 if a job waits for the user, 1 if it is in progress, 2 if it is closed. */
function rankOf(job: TrackedJob): number {
  if (waitsForUser(job) || job.status === 'unclear') return 0;
  return isClosed(job) ? 2 : 1;
}

/** Returns when the time for a job ends, in steps since the epoch; infinity if it doesn't. */
function endStepOf({ reviewUntil, dueAt }: TrackedJob): number {
  return Math.floor((reviewUntil ?? dueAt ?? Number.POSITIVE_INFINITY) / urgencyStepMs);
}

/** Returns how much a job needs the user's attention; 0 is the least. */
function attentionOf(job: TrackedJob): number {
  if (job.hasOpenQuestion === true) return 3;
  if (hasErrors(job)) return 2;
  return job.problems.length > 0 ? 1 : 0;
}

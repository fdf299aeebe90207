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
  readonly own: readonly JobGroup[];
  /** The jobs of other folders. */
  readonly others: readonly JobGroup[];
  /** Number of jobs of other folders. A job of several files counts once. */
  readonly otherCount: number;
}

/** Groups jobs. `isOwn` returns whether a job belongs to an open folder. */
export function groupJobs(
  jobs: readonly TrackedJob[],
  grouping: Grouping,
  isOwn: (job: TrackedJob) => boolean,
): JobSections {
  const own: TrackedJob[] = [];
  const others: TrackedJob[] = [];
  for (const job of jobs) (isOwn(job) ? own : others).push(job);
  return {
    own: groupsOf(own, grouping, ''),
    others: groupsOf(others, grouping, 'others/'),
    otherCount: others.length,
  };
}

function groupsOf(jobs: readonly TrackedJob[], grouping: Grouping, prefix: string): readonly JobGroup[] {
  const groups = new Map<string, { readonly name: string; readonly jobs: TrackedJob[] }>();
  for (const job of jobs) {
    for (const { key, name } of keysOf[grouping](job)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { name, jobs: [job] });
      else group.jobs.push(job);
    }
  }
  return [...groups]
    .map(([key, group]) => ({ id: `${prefix}${grouping}:${key}`, grouping, ...group }))
    .sort(orders[grouping]);
}

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
  const [first] = units;
  if (first === undefined) return [{ key: '', name: '' }];
  const keyOf = (unit: typeof first): string => `${unit.project}/${unit.file}`;
  if (units.length === 1) return [{ key: keyOf(first), name: first.file }];
  return [...new Map(units.map((unit) => [keyOf(unit), unit.file]))].map(([key, name]) => ({ key, name }));
}

const orders: Readonly<Record<Grouping, (a: JobGroup, b: JobGroup) => number>> = {
  status: (a, b) => statusRank(a.name) - statusRank(b.name),
  // Newest first. Jobs without an order number have just been ordered, or their order is unconfirmed.
  order: (a, b) =>
    Number(b.name === '') - Number(a.name === '') || newest(b) - newest(a) || compareText(a.name, b.name),
  file: (a, b) => compareText(a.name, b.name) || compareText(a.id, b.id),
  locale: (a, b) => compareText(localeName(a.name), localeName(b.name)),
};

function statusRank(status: string): number {
  const knownStatuses: readonly string[] = statusOrder;
  const index = knownStatuses.indexOf(status);
  if (index >= 0) return index;
  // An unknown status is sorted between the open and the finished jobs.
  return knownStatuses.indexOf('approved') - 0.5;
}

/** The model lists the newest jobs first. */
function newest({ jobs: [first] }: JobGroup): number {
  return first?.createdAt ?? 0;
}

/** Times are compared in these steps, so that the strings of one order keep their order. */
const stepMs = 60 * 60 * 1000;

/**
 * Returns jobs sorted by urgency: those that wait for the user, those in progress, then closed ones; of these, first
 * the ones whose time ends first, then those with questions, errors and warnings. Otherwise their order is kept.
 */
export function sortByUrgency(jobs: readonly TrackedJob[]): readonly TrackedJob[] {
  return jobs
    .map((job) => ({ job, rank: rankOf(job), ends: endOf(job), attention: attentionOf(job) }))
    .sort((a, b) => a.rank - b.rank || compareNumbers(a.ends, b.ends) || b.attention - a.attention)
    .map(({ job }) => job);
}

function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function rankOf(job: TrackedJob): number {
  if (waitsForUser(job) || job.status === 'unclear') return 0;
  return isClosed(job) ? 2 : 1;
}

function endOf({ reviewUntil, dueAt }: TrackedJob): number {
  return Math.floor((reviewUntil ?? dueAt ?? Number.POSITIVE_INFINITY) / stepMs);
}

function attentionOf(job: TrackedJob): number {
  if (job.hasOpenQuestion === true) return 3;
  if (hasErrors(job)) return 2;
  return job.problems.length > 0 ? 1 : 0;
}

import { pack } from '../../../service/calls/batches.ts';
import { maxJobsPerCall, maxJobsPerGroup, maxRequestBytes } from '../../../service/interface/limits.ts';
import { projectOfJob, type PlannedJob } from '../plan/plan.ts';
import { isApprovedBefore, jobComment, type PricedJob, type Quote, type OrderOptions } from './quote.ts';

/** A job of a quote, with its number. */
export interface NumberedJob {
  /** The job's position in the quote, from 1: the journal and the service's answer name the job by it. */
  readonly number: number;
  readonly job: PricedJob;
}

/** The jobs that one call orders, in the plan's order: of one project, into one locale. */
export interface OrderCall {
  readonly project: string;
  readonly jobs: readonly NumberedJob[];
  /** Requests one translator for all of them. */
  readonly asGroup: boolean;
}

/** Maximum number of bytes that one byte becomes in a form. */
const bytesPerByte = 3;

/** Bytes of a job in addition to its text, title and comment: custom data, options, the callback address. */
const otherBytesPerJob = 20_000;

/** Leaves room for the keys and signature of the request. */
const maxCallBytes = maxRequestBytes - 10_000;

/**
 * Cuts the jobs of a quote into calls, in the plan's order. Each call has one project and one locale; the source language
 * and the tier are the same in a whole plan. If one translator is requested, all calls of a locale are groups of about
 * the same size, and no group has one job. Jobs that return an earlier translation need no translator, so they belong
 * to no group.
 */
export function cutCalls({ plan, options }: Pick<Quote, 'plan' | 'options'>): readonly OrderCall[] {
  const numbered = plan.jobs.map((job, index): NumberedJob => ({ number: index + 1, job }));
  const byLocale = Map.groupBy(numbered, ({ job }) =>
    JSON.stringify([projectOfJob(job), job.targetLocale, job.targetLanguage]),
  );
  const sizeOf = ({ job }: NumberedJob): number => callBytes(job, options);
  const cut = (jobs: readonly NumberedJob[]): readonly Cut[] => {
    if (options.asGroup !== true) return cutPlain(jobs, sizeOf);
    const jobsToReuse = jobs.filter(returnsEarlier);
    const jobsToTranslate = jobs.filter((job) => !returnsEarlier(job));
    const cutToTranslate = jobsToTranslate.length < 2 ? cutPlain : cutGroups;
    return [...cutToTranslate(jobsToTranslate, sizeOf), ...cutPlain(jobsToReuse, sizeOf)];
  };
  return [...byLocale.values()].flatMap((jobs) => {
    const [first] = jobs;
    const project = first === undefined ? '' : projectOfJob(first.job);
    return cut(jobs).map((call) => ({ project, ...call }));
  });
}

type Cut = Omit<OrderCall, 'project'>;

/** A locale for which one translator may not be enough. */
export interface DividedLocale {
  readonly locale: string;
  /** Jobs that need a translator. */
  readonly jobCount: number;
  /** The projects of these jobs. No call has jobs of two projects. */
  readonly projectCount: number;
}

/** Returns the locales with more than one group or, where no translator is requested, with more than one call. */
export function dividedLocales(
  calls: readonly OrderCall[],
  { asGroup = false }: Pick<OrderOptions, 'asGroup'>,
): readonly DividedLocale[] {
  const translated = calls.filter((call) => call.asGroup === asGroup);
  const byLocale = Map.groupBy(translated, ({ jobs: [first] }) => first?.job.targetLocale ?? '');
  return [...byLocale].flatMap(([locale, parts]) => {
    const jobCount = parts.reduce((sum, { jobs }) => sum + jobs.length, 0);
    const projectCount = new Set(parts.map(({ project }) => project)).size;
    return parts.length > 1 ? [{ locale, jobCount, projectCount }] : [];
  });
}

/** Whether the service returns an earlier translation for a job, so that it needs no translator. */
function returnsEarlier({ job }: NumberedJob): boolean {
  return isApprovedBefore(job);
}

function cutPlain(jobs: readonly NumberedJob[], sizeOf: (job: NumberedJob) => number): readonly Cut[] {
  return pack(jobs, sizeOf, { size: maxCallBytes, count: maxJobsPerCall }).map((call) => ({
    jobs: call,
    asGroup: false,
  }));
}

/** Cuts two or more jobs into as few groups as the limits of jobs and bytes allow. */
function cutGroups(jobs: readonly NumberedJob[], sizeOf: (job: NumberedJob) => number): readonly Cut[] {
  const bytesOf = (group: readonly NumberedJob[]): number => group.reduce((sum, job) => sum + sizeOf(job), 0);
  const mostGroups = Math.floor(jobs.length / 2);
  let count = Math.ceil(jobs.length / maxJobsPerGroup);
  let groups = evenly(jobs, count);
  while (count < mostGroups && groups.some((group) => bytesOf(group) > maxCallBytes)) {
    count += 1;
    groups = evenly(jobs, count);
  }
  return groups.map((group) => ({ jobs: group, asGroup: true }));
}

/** Divides the items into consecutive parts whose lengths differ by at most one. */
function evenly<T>(items: readonly T[], parts: number): readonly (readonly T[])[] {
  const [least, longerParts] = [Math.floor(items.length / parts), items.length % parts];
  return Array.from({ length: parts }, (_, index) => {
    const start = index * least + Math.min(index, longerParts);
    return items.slice(start, start + least + (index < longerParts ? 1 : 0));
  });
}

/** Estimates the bytes of a job in a call; never too few. */
function callBytes(job: PlannedJob, options: OrderOptions): number {
  const texts = [job.protectedText.text, job.title, jobComment(job, options)];
  return (
    otherBytesPerJob + bytesPerByte * texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0)
  );
}

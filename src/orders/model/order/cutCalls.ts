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

/** How many bytes one byte becomes at most in an encoded form: `%C3`. */
const bytesPerByte = 3;

/** Bytes of a job in addition to its text, title and comment: custom data, options, the callback address. */
const otherBytesPerJob = 20_000;

/** The keys and the signature of a request. */
const otherBytesPerRequest = 10_000;
const maxCallBytes = maxRequestBytes - otherBytesPerRequest;

/**
 * Cuts the jobs of a quote into calls, in the plan's order. Each call has one project and one locale; the source
 * language and the tier are the same in a whole plan. If one translator is requested, all calls of a locale are groups
 * of about the same size, and no group has one job. Jobs that return an earlier translation need no translator, so they
 * belong to no group.
 */
export function cutCalls({ plan, options }: Pick<Quote, 'plan' | 'options'>): readonly OrderCall[] {
  const numbered = plan.jobs.map((job, index): NumberedJob => ({ number: index + 1, job }));
  const byProjectAndLocale = Map.groupBy(numbered, ({ job }) =>
    JSON.stringify([projectOfJob(job), job.targetLocale, job.targetLanguage]),
  );
  const sizeOf = ({ job }: NumberedJob): number => estimateBytes(job, options);
  const cut = (jobs: readonly NumberedJob[]): readonly CutCall[] => {
    if (options.asGroup !== true) return cutPlain(jobs, sizeOf);
    const jobsToReuse = jobs.filter(returnsEarlier);
    const jobsToTranslate = jobs.filter((job) => !returnsEarlier(job));
    // A group has at least two jobs.
    const cutToTranslate = jobsToTranslate.length < 2 ? cutPlain : cutGroups;
    return [...cutToTranslate(jobsToTranslate, sizeOf), ...cutPlain(jobsToReuse, sizeOf)];
  };
  return [...byProjectAndLocale.values()].flatMap((jobs) => {
    const [first] = jobs;
    const project = first === undefined ? '' : projectOfJob(first.job);
    return cut(jobs).map((call) => ({ project, ...call }));
  });
}

/** A call without its project, which `cutCalls` adds. */
type CutCall = Omit<OrderCall, 'project'>;

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
  // If one translator is requested, the calls that are no group only return earlier translations.
  const callsToTranslate = calls.filter((call) => call.asGroup === asGroup);
  const byLocale = Map.groupBy(callsToTranslate, ({ jobs: [first] }) => first?.job.targetLocale ?? '');
  return [...byLocale].flatMap(([locale, callsOfLocale]) => {
    if (callsOfLocale.length <= 1) return [];
    const jobCount = callsOfLocale.reduce((sum, { jobs }) => sum + jobs.length, 0);
    const projectCount = new Set(callsOfLocale.map(({ project }) => project)).size;
    return [{ locale, jobCount, projectCount }];
  });
}

/** Whether the service returns an earlier translation for a job, so that it needs no translator. */
function returnsEarlier({ job }: NumberedJob): boolean {
  return isApprovedBefore(job);
}

/** Cuts jobs into calls that request no group. */
function cutPlain(jobs: readonly NumberedJob[], sizeOf: (job: NumberedJob) => number): readonly CutCall[] {
  const calls = pack(jobs, sizeOf, { size: maxCallBytes, count: maxJobsPerCall });
  return calls.map((call) => ({ jobs: call, asGroup: false }));
}

/** Cuts two or more jobs into as few groups as the limits of jobs and bytes allow. */
function cutGroups(jobs: readonly NumberedJob[], sizeOf: (job: NumberedJob) => number): readonly CutCall[] {
  const bytesOf = (group: readonly NumberedJob[]): number => group.reduce((sum, job) => sum + sizeOf(job), 0);
  // A group has at least two jobs.
  const maxGroupCount = Math.floor(jobs.length / 2);
  let groupCount = Math.ceil(jobs.length / maxJobsPerGroup);
  let groups = divideEvenly(jobs, groupCount);
  while (groupCount < maxGroupCount && groups.some((group) => bytesOf(group) > maxCallBytes)) {
    groupCount += 1;
    groups = divideEvenly(jobs, groupCount);
  }
  return groups.map((group) => ({ jobs: group, asGroup: true }));
}

/** Divides jobs into consecutive parts whose lengths differ by at most one: 8 in 3 parts as 3, 3 and 2. */
function divideEvenly<T>(jobs: readonly T[], partCount: number): readonly (readonly T[])[] {
  const minLength = Math.floor(jobs.length / partCount);
  const longerPartCount = jobs.length % partCount;
  let start = 0;
  return Array.from({ length: partCount }, (_, index) => {
    const part = jobs.slice(start, start + minLength + (index < longerPartCount ? 1 : 0));
    start += part.length;
    return part;
  });
}

/** Estimates the bytes of a job in a call; never too few. */
function estimateBytes(job: PlannedJob, options: OrderOptions): number {
  const texts = [job.protectedText.text, job.title, jobComment(job, options)];
  const bytesOfTexts = texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);
  return otherBytesPerJob + bytesPerByte * bytesOfTexts;
}

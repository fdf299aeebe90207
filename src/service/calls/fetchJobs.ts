import { mapLimited } from '../../base/mapLimited.ts';
import { chunk } from './batches.ts';
import { maxJobsPerCall } from '../interface/limits.ts';
import type { Job, UnreadableRow } from '../interface/records.ts';
import type { CallOptions, ServiceClient } from '../interface/serviceClient.ts';
import { ServiceError } from '../interface/serviceError.ts';
import type { RequestSeries } from './requestSeries.ts';

/** The service's answers about some jobs. Each requested id is in exactly one of the three. */
export interface FetchedJobs {
  readonly jobs: readonly Job[];
  /** Ids that the service does not know. */
  readonly missing: readonly string[];
  /** Ids for which the answer is an error or cannot be read. */
  readonly failures: ReadonlyMap<string, ServiceError>;
}

const maxParallelRequests = 4;

/**
 * The maximum number of jobs that are fetched one by one in a refresh because an answer about several jobs could not be
 * used.
 */
const maxFetchedAlone = 100;

/**
 * Fetches jobs by id, 50 in a request. If an answer can't be used, its jobs are fetched again: in two halves if the
 * whole answer failed, then one by one, once each. A job that cannot be read thus affects no other. Rejects with
 * ServiceError if every request would fail, see `RequestSeries`.
 */
export async function fetchJobs(
  client: ServiceClient,
  ids: readonly string[],
  series: RequestSeries,
): Promise<FetchedJobs> {
  const results: ResultsSoFar = { jobs: [], missing: [], suspects: new Map() };
  await mapLimited(
    chunk([...new Set(ids)], maxJobsPerCall),
    maxParallelRequests,
    (batch, signal) => fetchBatch({ client, series, results, signal }, batch),
    series.options.signal,
  );
  const suspects = [...results.suspects];
  const failures = new Map(suspects.slice(maxFetchedAlone));
  await mapLimited(
    suspects.slice(0, maxFetchedAlone),
    maxParallelRequests,
    async ([id], signal) => {
      // The service may know the job although its answer about several jobs could not be used.
      const answer = await series.send((options) => client.jobs.getOne(id, { ...options, signal, once: true }));
      if ('value' in answer && answer.value.id === id) results.jobs.push(answer.value);
      else if ('error' in answer && isNotFound(answer.error)) results.missing.push(id);
      else failures.set(id, 'error' in answer ? answer.error : unreadable('The answer is about another job.'));
    },
    series.options.signal,
  );
  return { jobs: results.jobs, missing: results.missing, failures };
}

/** `suspects` are fetched one by one. */
interface ResultsSoFar {
  readonly jobs: Job[];
  readonly missing: string[];
  readonly suspects: Map<string, ServiceError>;
}

interface BatchContext {
  readonly client: ServiceClient;
  readonly series: RequestSeries;
  readonly results: ResultsSoFar;
  readonly signal: AbortSignal;
}

async function fetchBatch(context: BatchContext, ids: readonly string[], isHalf = false): Promise<void> {
  const { client, series, results, signal } = context;
  const rows: UnreadableRow[] = [];
  const answer = await series.send((options: CallOptions) =>
    client.jobs.get(ids, { ...options, signal, onUnreadable: (row) => rows.push(row) }),
  );
  if ('value' in answer) {
    sortAnswers(ids, answer.value, rows, results);
    return;
  }
  const { error } = answer;
  if (isNotFound(error) && ids.length === 1) {
    results.missing.push(...ids);
  } else if (ids.length > 1 && (!isHalf || isNotFound(error))) {
    // The service may refuse a call because of one unknown id, so the other jobs are fetched without it.
    const half = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, half), ids.slice(half)]) await fetchBatch(context, part, !isNotFound(error));
  } else {
    for (const id of ids) results.suspects.set(id, error);
  }
}

/**
 * Separates jobs that are unknown to the service from jobs whose records can't be read. A record that can't be read may
 * lack its id.
 */
function sortAnswers(
  ids: readonly string[],
  jobs: readonly Job[],
  rows: readonly UnreadableRow[],
  results: ResultsSoFar,
): void {
  results.jobs.push(...jobs);
  const readable = new Set(jobs.map(({ id }) => id));
  const problems = new Map(rows.map(({ id, problem }) => [id, problem]));
  for (const id of ids) {
    if (readable.has(id)) continue;
    const problem = problems.get(id) ?? problems.get(undefined);
    if (problem === undefined) results.missing.push(id);
    else results.suspects.set(id, unreadable(problem));
  }
}

function unreadable(problem: string): ServiceError {
  return new ServiceError('unreadable', "The service's answer about a job cannot be read.", {
    outcome: 'unknown',
    serviceMessage: problem,
    isFinal: true,
  });
}

export function isNotFound({ reason }: ServiceError): boolean {
  return reason === 'not-found';
}

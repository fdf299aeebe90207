import { chunk, inParallel } from '../../service/calls/batches.ts';
import { maxJobsPerCall } from '../../service/interface/limits.ts';
import type { Job, UnreadableRow } from '../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../service/interface/serviceClient.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import type { Inquiry } from './inquiry.ts';

/** What the service says of some jobs. Each id that was asked for is in one of the three. */
export interface JobAnswers {
  readonly jobs: readonly Job[];
  /** Ids that the service does not know. */
  readonly missing: readonly string[];
  /** Ids about which the answer is an error, or cannot be read. */
  readonly troubles: ReadonlyMap<string, ServiceError>;
}

const requestsAtOnce = 4;

/** Jobs that are asked for one by one in a refresh, after an answer about several could not be used. */
const mostAskedAlone = 100;

/**
 * Asks for jobs by id, 50 in a request. If an answer cannot be used, its jobs are asked for again: in two halves if the whole
 * answer failed, then each alone, once. So one bad job hides no other. Rejects if every request would fail, see `Inquiry`.
 */
export async function askJobs(client: ServiceClient, ids: readonly string[], inquiry: Inquiry): Promise<JobAnswers> {
  const found: Found = { jobs: [], missing: [], suspects: new Map() };
  await inParallel(chunk([...new Set(ids)], maxJobsPerCall), requestsAtOnce, inquiry.options.signal, (batch, signal) =>
    askBatch(client, batch, inquiry, found, signal),
  );
  const suspects = [...found.suspects];
  const troubles = new Map(suspects.slice(mostAskedAlone));
  await inParallel(suspects.slice(0, mostAskedAlone), requestsAtOnce, inquiry.options.signal, async ([id], signal) => {
    const answer = await inquiry.ask((options) => client.jobs.getOne(id, { ...options, signal, once: true }));
    if ('value' in answer && answer.value.id === id) found.jobs.push(answer.value);
    else if ('error' in answer && isNotFound(answer.error)) found.missing.push(id);
    else troubles.set(id, 'error' in answer ? answer.error : unreadable('The answer is about another job.'));
  });
  return { jobs: found.jobs, missing: found.missing, troubles };
}

interface Found {
  readonly jobs: Job[];
  readonly missing: string[];
  readonly suspects: Map<string, ServiceError>;
}

async function askBatch(
  client: ServiceClient,
  ids: readonly string[],
  inquiry: Inquiry,
  found: Found,
  signal: AbortSignal,
  isHalf = false,
): Promise<void> {
  const rows: UnreadableRow[] = [];
  const answer = await inquiry.ask((options: CallOptions) =>
    client.jobs.get(ids, { ...options, signal, onUnreadable: (row) => rows.push(row) }),
  );
  if ('value' in answer) {
    sortOut(ids, answer.value, rows, found);
    return;
  }
  const { error } = answer;
  if (isNotFound(error) && ids.length === 1) {
    found.missing.push(...ids);
  } else if (ids.length > 1 && (!isHalf || isNotFound(error))) {
    // One id that the service does not know may make it refuse the call: then the others are asked for without it.
    const half = Math.ceil(ids.length / 2);
    for (const part of [ids.slice(0, half), ids.slice(half)])
      await askBatch(client, part, inquiry, found, signal, !isNotFound(error));
  } else {
    for (const id of ids) found.suspects.set(id, error);
  }
}

/** Tells the jobs that the service does not know from those whose records cannot be read, which may have lost their ids. */
function sortOut(ids: readonly string[], jobs: readonly Job[], rows: readonly UnreadableRow[], found: Found): void {
  found.jobs.push(...jobs);
  const readable = new Set(jobs.map(({ id }) => id));
  const problems = new Map(rows.map(({ id, problem }) => [id, problem]));
  for (const id of ids) {
    if (readable.has(id)) continue;
    const problem = problems.get(id) ?? problems.get(undefined);
    if (problem === undefined) found.missing.push(id);
    else found.suspects.set(id, unreadable(problem));
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

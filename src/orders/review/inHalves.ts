import { ServiceError, type ServiceErrorReason } from '../../service/interface/serviceError.ts';

/** Reasons that may be those of a single job of a call. All others would be the same for every half of the call. */
const reasonsOfOneJob: ReadonlySet<ServiceErrorReason> = new Set(['invalid', 'not-found', 'wrong-state', 'service']);

/** Returns whether the service refused a call, so that none of its jobs was changed. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'refused';
}

/**
 * Performs an action on jobs. The service refuses a call as a whole because of a single job: a refused call is split
 * in half until the refused jobs are isolated, and the action is performed on all others. Returns the error of each
 * refused job, by its id. Rejects with all other errors, after which the calls before are done.
 */
export async function inHalves(
  ids: readonly string[],
  perform: (ids: readonly string[]) => Promise<void>,
): Promise<ReadonlyMap<string, ServiceError>> {
  try {
    await perform(ids);
    return new Map();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ids.length <= 1 || !reasonsOfOneJob.has(error.reason)) return new Map(ids.map((id) => [id, error]));
    const half = Math.ceil(ids.length / 2);
    const first = await inHalves(ids.slice(0, half), perform);
    const second = await inHalves(ids.slice(half), perform);
    return new Map([...first, ...second]);
  }
}

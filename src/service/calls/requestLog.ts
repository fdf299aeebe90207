import type { Clock } from '../../base/clock.ts';
import type { ServiceLog } from '../interface/serviceClient.ts';
import { ServiceError } from '../interface/serviceError.ts';

export interface LoggedRequest {
  readonly method: string;
  /** Path, or address; what is from a question mark on is not logged. */
  readonly target: string;
  /** The path may come from a redirect, in which a service can write anything. */
  readonly redact?: (text: string) => string;
}

/** One line for every request that was tried: method, path without its query, and how it ended. */
export async function logged<A extends { readonly status: number }>(
  { method, target, redact = (text) => text }: LoggedRequest,
  { clock, log }: { readonly clock: Clock; readonly log: ServiceLog },
  send: () => Promise<A>,
): Promise<A> {
  const started = clock.now();
  const line = (end: string | number): void => {
    log(redact(`${method} ${target.replace(/[?#].*$/s, '')} → ${end} in ${Math.round(clock.now() - started)} ms`));
  };
  try {
    const answer = await send();
    line(answer.status);
    return answer;
  } catch (error) {
    line(error instanceof ServiceError ? (error.httpStatus ?? error.reason) : 'an error');
    throw error;
  }
}

/** A log that fails must not make a request that was answered look like one that was not. */
export function tell(log: ServiceLog, line: string): void {
  try {
    log(line);
  } catch {
    // There is nowhere left to say so.
  }
}

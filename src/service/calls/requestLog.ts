import type { Clock } from '../../base/clock.ts';
import type { ServiceLog } from '../interface/serviceClient.ts';
import { ServiceError } from '../interface/serviceError.ts';

export interface LoggedRequest {
  readonly method: string;
  /** Path or address; logged only up to a question mark or hash sign. */
  readonly target: string;
  /** Removes secrets: a path from a redirect may contain anything. */
  readonly redact?: (text: string) => string;
}

/** Sends a request and logs one line: method, path without query, result and time. */
export async function logRequest<A extends { readonly status: number }>(
  { method, target, redact = (text) => text }: LoggedRequest,
  { clock, log }: { readonly clock: Clock; readonly log: ServiceLog },
  send: () => Promise<A>,
): Promise<A> {
  const started = clock.now();
  const logResult = (result: string | number): void => {
    log(redact(`${method} ${target.replace(/[?#].*$/s, '')} → ${result} in ${Math.round(clock.now() - started)} ms`));
  };
  try {
    const answer = await send();
    logResult(answer.status);
    return answer;
  } catch (error) {
    logResult(error instanceof ServiceError ? (error.httpStatus ?? error.reason) : 'an error');
    throw error;
  }
}

/** Logs a line and ignores errors of the log: they must not make a request look like a failed one. */
export function logSafely(log: ServiceLog, line: string): void {
  try {
    log(line);
  } catch {
    // There is no other log to report it to.
  }
}

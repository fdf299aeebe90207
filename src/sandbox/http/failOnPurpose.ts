import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock, type Clock } from '../../base/clock.ts';
import { refusedAnswer } from './answers.ts';
import { errorEntry, refused, RefusedError } from './errors.ts';
import type { Fault } from './faults.ts';
import { sendHalf } from './httpAnswers.ts';
import type { ThrottleKind } from './requestLimits.ts';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

interface WaitOptions {
  readonly clock: Clock;
  /** Aborted when the sandbox ends; no delay continues then. */
  readonly ending: AbortSignal;
}

const retryAfterSeconds = 1;

/**
 * Applies a fault; undefined if no answer is sent. `drop-after` and `truncate` perform the call and store its changes
 * before they cut the connection; `slow` performs it late.
 */
export async function failOnPurpose(
  fault: Fault,
  exchange: Exchange,
  { clock, ending }: WaitOptions,
  work: () => Promise<Response>,
): Promise<Response | undefined> {
  switch (fault.fault) {
    case 'slow':
      await waitFor(fault.ms, clock, ending);
      return work();
    case 'drop-before':
      exchange.incoming.socket.destroy();
      return undefined;
    case 'drop-after':
      await work();
      exchange.incoming.socket.destroy();
      return undefined;
    case 'truncate':
      await sendHalf(await work(), exchange.incoming, exchange.outgoing);
      return undefined;
    case '500':
      return refusedAnswer(new RefusedError(errorEntry(500), 500));
    case 'error':
      return refusedAnswer(refused(fault.code));
    case 'throttle':
      return throttledAnswer('429');
    case 'html':
      return new Response('<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>\n', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      });
  }
}

/** Waits by the clock, but at most this long in real time, in case an injected clock is never advanced. */
async function waitFor(ms: number, clock: Clock, ending: AbortSignal): Promise<void> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, ending]);
  // The other wait rejects when it is aborted; `Promise.race` handles that rejection.
  await Promise.race([clock.sleep(ms, signal), systemClock.sleep(ms, signal)]).catch(() => undefined);
  done.abort();
}

/** Returns the answer to a call over the rate limit. Public material: the code is 2800, whatever the HTTP status is. */
export function throttledAnswer(kind: Exclude<ThrottleKind, 'off'>): Response {
  const entry = errorEntry(2800, 'too many requests');
  if (kind === 'code') return refusedAnswer(new RefusedError(entry));
  return withRetryAfter(refusedAnswer(new RefusedError(entry, 429)));
}

export function withRetryAfter(response: Response): Response {
  response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

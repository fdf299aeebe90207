import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { challengePath } from '../base/portFile.ts';
import type { Accounts } from './accounts/accounts.ts';
import { createControlApp, createDownloadApp, createServiceApp, type Log } from './routes/app.ts';
import { sameText } from './http/auth.ts';
import { createBodyBudget, type BodyBudget } from './http/bodyBudget.ts';
import { readCall, readTarget, type Intake, type RequestTarget, type WireCall } from './http/call.ts';
import type { Callbacks } from './callbacks/callbacks.ts';
import { jsonAnswer, refusedAnswer } from './http/answers.ts';
import { errorEntry, RefusedError } from './http/errors.ts';
import { failOnPurpose, throttledAnswer, withRetryAfter, type Exchange } from './http/failOnPurpose.ts';
import { FaultQueue, type FaultKind } from './http/faults.ts';
import type { FileStore } from './documents/fileStore.ts';
import { sendAnswer } from './http/httpAnswers.ts';
import { createRequestLimits, type LimitColumn, type RequestLimits, type ThrottleKind } from './http/requestLimits.ts';
import type { SandboxApp } from './routes/routing.ts';
import type { WireNumbers } from './wire/wireNumbers.ts';
import type { Storage } from './records/change.ts';

export interface ServerOptions {
  readonly accounts: Accounts;
  readonly storage: Storage;
  readonly files: FileStore;
  readonly callbacks: Callbacks;
  /** Formats the numbers in the service's answers. */
  readonly wire: WireNumbers;
  readonly controlToken: string;
  /** Answers a challenge, which proves to readers of this process's port file that this process wrote it. */
  readonly prove: (nonce: string) => string;
  readonly onExitRequested?: () => void;
  /** Host names, in addition to loopback ones, that requests may be addressed to. */
  readonly allowedHosts: readonly string[];
  readonly throttle: ThrottleKind;
  readonly limits: LimitColumn;
  readonly clock: Clock;
  /** Milliseconds since an arbitrary start, used to count calls; callers can't change it. */
  readonly steadyNow: () => number;
  readonly log: Log;
  /** Aborted when the sandbox ends, so that no simulated delay continues. */
  readonly ending: AbortSignal;
  /** Called after a call was done and its changes were stored. */
  readonly afterCall: () => void;
  /** Called when a request begins and when it has been answered. */
  readonly onActivity?: (change: 'begin' | 'end') => void;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];
/** Byte limit for all bodies being received or processed: two bodies of the maximum size, and some room. */
const maxBodyBytes = 256 * 1024 * 1024;

/** The part of the sandbox that a request addresses: control calls, downloads, or the service. */
type Part = 'control' | 'download' | 'service';

/**
 * Creates the listener for HTTP requests. It checks the caller and the rate limits, applies faults, runs due steps,
 * performs the call, stores all changes on disk, and only then answers.
 */
export function createSandboxListener(options: ServerOptions): RequestListener {
  const { accounts, log } = options;
  const faults = new FaultQueue();
  const limits = createRequestLimits(options.limits, options.steadyNow);
  const budget = createBodyBudget(maxBodyBytes);
  const hosts = new Set([...loopbackHosts, ...options.allowedHosts.map((host) => host.toLowerCase())]);
  const apps: Readonly<Record<Part, SandboxApp>> = {
    service: createServiceApp(accounts, options.wire, log),
    download: createDownloadApp(accounts, log),
    control: createControlApp(
      accounts,
      {
        faults,
        limits,
        callbacks: options.callbacks,
        wire: options.wire,
        prove: options.prove,
        requestExit: options.onExitRequested,
      },
      log,
    ),
  };

  /** Performs the call and stores its changes before answering, so that a kill can't undo an answered change. */
  const perform = async (part: Part, call: WireCall): Promise<Response> => {
    accounts.runDue();
    const answer = await apps[part].fetch(new Request(`http://sandbox.invalid${call.path}`, { method: call.method }), {
      call,
    });
    accounts.commit();
    await options.storage.flush();
    options.afterCall();
    return answer;
  };

  /** Returns undefined if no answer is sent. */
  const answer = async (exchange: Exchange): Promise<Response | undefined> => {
    const { incoming } = exchange;
    const target = readTarget(incoming.url ?? '/');
    if (!hosts.has(hostName(target.host ?? incoming.headers.host ?? ''))) {
      return forbidden('This host name is not allowed here. Start the sandbox with --allow-host to allow it.');
    }
    const part = partOf(target.path);
    if (part === 'control') {
      const refusal = refuseControl(incoming, target, options.controlToken);
      if (refusal) return refusal;
    }
    const isOverLimit = part === 'service' && !noteCall(limits, incoming, target);
    const intake = createIntake(options.files, budget);
    let call: WireCall | undefined;
    try {
      call = await readCall(incoming, target, intake);
      if (part === 'control') return await perform(part, call);
      // The address of a file gives access to it, so it is not logged.
      const path = part === 'download' ? '/files/…' : call.path;
      if (isOverLimit && options.throttle !== 'off') {
        const throttled = throttledAnswer(options.throttle);
        log(`${call.method} ${path} → ${throttled.status}`);
        return throttled;
      }
      const { response, fault } = await performOrFail(part, call, exchange);
      const outcome = fault === undefined ? (response?.status ?? '') : `${fault}, on purpose`;
      log(`${call.method} ${path} → ${outcome}`);
      return response;
    } finally {
      for (const file of call?.files ?? []) await file.content?.discard();
      intake.giveBack();
    }
  };

  const performOrFail = async (
    part: Part,
    call: WireCall,
    exchange: Exchange,
  ): Promise<{ readonly response: Response | undefined; readonly fault?: FaultKind }> => {
    const fault = faults.take(call.method, call.path);
    if (fault === undefined) return { response: await perform(part, call) };
    return { response: await failOnPurpose(fault, exchange, options, () => perform(part, call)), fault: fault.fault };
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    options.onActivity?.('begin');
    incoming.on('error', () => undefined);
    try {
      const response = await answer({ incoming, outgoing }).catch((error: unknown) => answerTo(error, incoming, log));
      // When the sandbox ends, connections are not kept open for further calls.
      if (options.ending.aborted) outgoing.shouldKeepAlive = false;
      if (response) await sendAnswer(response, incoming, outgoing);
    } catch (error) {
      log(`internal error: ${describe(error)}`);
      incoming.socket.destroy();
    } finally {
      options.onActivity?.('end');
    }
  };
  return (incoming, outgoing) => void handle(incoming, outgoing);
}

function partOf(path: string): Part {
  if (/^\/sandbox(?:\/|$)/u.test(path)) return 'control';
  return path.startsWith('/files/') ? 'download' : 'service';
}

function noteCall(limits: RequestLimits, { socket }: IncomingMessage, { path }: RequestTarget): boolean {
  return limits.note(socket.remoteAddress ?? '', path);
}

/** Reserves the bytes of one call in the budget that all calls share. */
function createIntake(files: FileStore, budget: BodyBudget): Intake & { readonly giveBack: () => void } {
  let takenBytes = 0;
  return {
    take: (bytes) => {
      if (!budget.take(bytes)) throw new RefusedError(errorEntry(2800, 'too many large requests at once'), 503);
      takenBytes += bytes;
    },
    receive: () => files.receive(),
    giveBack: () => {
      budget.giveBack(takenBytes);
      takenBytes = 0;
    },
  };
}

function refuseControl(incoming: IncomingMessage, target: RequestTarget, controlToken: string): Response | undefined {
  // Browsers always send the origin with these methods; no web page may call this interface.
  if (incoming.headers.origin !== undefined) return forbidden('Requests from web pages are not allowed here.');
  // Called before the token is sent, to verify this process. Without the secret, the answer reveals nothing.
  if (incoming.method === 'GET' && target.path === challengePath) return undefined;
  return sameText(incoming.headers.authorization ?? '', `Bearer ${controlToken}`) ? undefined : unauthorized();
}

function answerTo(error: unknown, incoming: IncomingMessage, log: Log): Response | undefined {
  if (error instanceof RefusedError)
    return error.httpStatus === 503 ? withRetryAfter(refusedAnswer(error)) : refusedAnswer(error);
  // The client disconnected in the middle of a request, so no answer is needed.
  if (incoming.destroyed && !incoming.complete) return undefined;
  log(`internal error: ${describe(error)}`);
  return refusedAnswer(new RefusedError(errorEntry(500), 500));
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/u, '');
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function forbidden(sentence: string): Response {
  return jsonAnswer({ opstat: 'error', err: { code: 403, msg: sentence } }, 403);
}

function unauthorized(): Response {
  return jsonAnswer({ opstat: 'error', err: { code: 401, msg: 'The control token is missing or wrong.' } }, 401);
}

import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { createControlApp, createServiceApp, type Log } from './app.ts';
import { sameText, type Keys } from './auth.ts';
import { readCall, type WireCall } from './call.ts';
import { jsonAnswer, refusedAnswer } from './envelope.ts';
import { errorEntry, RefusedError } from './errors.ts';
import { FaultQueue, type Fault } from './faults.ts';
import type { SandboxApp } from './routing.ts';
import type { Storage } from './storage.ts';
import type { World } from './world.ts';

export interface ServerOptions {
  readonly world: World;
  readonly storage: Storage;
  readonly keys: Keys;
  readonly controlToken: string;
  /** Host names beside the loopback ones that a request may be addressed to. */
  readonly allowedHosts: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a request comes and when it has been answered. */
  readonly onActivity?: (change: 'begin' | 'end') => void;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Answers HTTP requests: who may call, what is to go wrong, what is due, the call itself, and only then, with all changes on disk, the answer. */
export function createSandboxListener(options: ServerOptions): RequestListener {
  const faults = new FaultQueue();
  const hosts = new Set([...loopbackHosts, ...options.allowedHosts.map((host) => host.toLowerCase())]);
  const service = createServiceApp(options.world, options.keys, options.log);
  const control = createControlApp(options.world, faults, options.log);

  /** Does the call and makes what it changed durable. Nobody is told of a change that a kill could still undo. */
  const perform = async (app: SandboxApp, call: WireCall): Promise<Response> => {
    options.world.runDue();
    const answer = await app.fetch(new Request(`http://sandbox.invalid${call.path}`, { method: call.method }), { call });
    options.world.commit();
    await options.storage.flush();
    return answer;
  };

  const answer = async (env: HttpBindings): Promise<Response> => {
    const { incoming } = env;
    if (!hosts.has(hostName(incoming))) return forbidden('This host name is not allowed here. Start the sandbox with --allow-host to allow it.');
    const call = await readCall(incoming);
    if (/^\/sandbox(?:\/|$)/u.test(call.path)) {
      // A page in a browser always sends its origin with these; no page has any business here.
      if (incoming.headers.origin !== undefined) return forbidden('Requests from web pages are not allowed here.');
      if (!sameText(incoming.headers.authorization ?? '', `Bearer ${options.controlToken}`)) return unauthorized();
      return perform(control, call);
    }
    const fault = faults.take(call.method, call.path);
    const response = fault ? await fail(fault, env, options.clock, () => perform(service, call)) : await perform(service, call);
    options.log(`${call.method} ${call.path} → ${fault ? `${fault.fault}, on purpose` : response.status}`);
    return response;
  };

  const listener = getRequestListener(
    async (_request, env) => {
      options.onActivity?.('begin');
      try {
        return await answer(env as HttpBindings);
      } catch (error) {
        if (error instanceof RefusedError) return refusedAnswer(error);
        options.log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        return refusedAnswer(new RefusedError(errorEntry(500), 500));
      } finally {
        options.onActivity?.('end');
      }
    },
    { overrideGlobalObjects: false },
  );
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

/** Goes wrong as asked. `drop-after` and `truncate` do the work, and store it, before they cut the connection; `slow` does it late. */
async function fail(fault: Fault, env: HttpBindings, clock: Clock, work: () => Promise<Response>): Promise<Response> {
  switch (fault.fault) {
    case 'slow':
      await clock.sleep(fault.ms);
      return work();
    case 'drop-before':
      return dropConnection(env);
    case 'drop-after':
      await work();
      return dropConnection(env);
    case 'truncate':
      return truncate(await work(), env);
    case '500':
      return refusedAnswer(new RefusedError(errorEntry(500), 500));
    case 'throttle':
      return jsonAnswer({ opstat: 'error', err: { msg: 'too many requests' } }, 429);
    case 'html':
      return new Response('<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>\n', {
        status: 502,
        headers: { 'content-type': 'text/html' },
      });
  }
}

function dropConnection({ incoming }: HttpBindings): Response {
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Promises the whole answer and sends half of it. */
async function truncate(response: Response, { incoming, outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { 'content-type': 'application/json', 'content-length': body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function hostName(incoming: IncomingMessage): string {
  return (incoming.headers.host ?? '').toLowerCase().replace(/:\d*$/u, '');
}

function forbidden(sentence: string): Response {
  return jsonAnswer({ opstat: 'error', err: { code: 403, msg: sentence } }, 403);
}

function unauthorized(): Response {
  return jsonAnswer({ opstat: 'error', err: { code: 401, msg: 'The control token is missing or wrong.' } }, 401);
}

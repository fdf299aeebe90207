import { createHmac } from 'node:crypto';
import { present } from '../../../src/base/present.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { suiteLog } from '../logSink.ts';
import { handClock, type HandClock } from './handClock.ts';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import { checkAnswerTypes } from './answerTypes.ts';
import { readReply, type Reply } from './replies.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Data = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string>>;

/** Characters that must survive encoding. */
const apiKey = 'contract&key=100%+~';
const privateKey = 'p|r&i=v%a~t$e{k}+#@^';
const otherKeys = { apiKey: 'other&key=100%+~', privateKey: 'o|t&h=e%r~k$e{y}+#@^' };

type Keys = typeof otherKeys;

/** Options of the sandbox, and a function that changes its answers before they are checked. */
export interface ServiceOptions extends Partial<SandboxOptions> {
  readonly tamper?: (body: unknown) => unknown;
}

/**
 * A sandbox in this process with a clock moved by hand. Calls use literal paths and no code of the client. The JSON
 * types of every answer are checked for the mode.
 */
export interface Service extends AsyncDisposable {
  /** The expected JSON types of numbers. */
  readonly wire: WireMode;
  /** Starts another sandbox that differs only in these options. */
  readonly another: (options: Partial<SandboxOptions>) => Promise<Service>;
  readonly clock: HandClock;
  readonly sandbox: RunningSandbox;
  /** `http://127.0.0.1:…` without a path. */
  readonly origin: string;
  /** The three parameters of a signed call, with a new signature. */
  readonly keys: () => { readonly api_key: string; readonly api_sig: string; readonly ts: string };
  /** Sends a call unchanged. The path begins at the root. */
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Reply>;
  readonly get: (path: string, query?: Query) => Promise<Reply>;
  readonly delete: (path: string) => Promise<Reply>;
  /** Sends a signed call with the parameters and `data` as a form. */
  readonly post: (path: string, data?: unknown) => Promise<Reply>;
  readonly put: (path: string, data?: unknown) => Promise<Reply>;
  /** A POST to the sandbox's own interface, below `/sandbox`. */
  readonly control: (path: string, body?: Data) => Promise<Reply>;
  /** Returns the sandbox's own state. */
  readonly state: () => Promise<Reply>;
  /** The same sandbox, called with the keys of another account. */
  readonly other: Service;
  /** Moves the sandbox's time forward and runs the steps that become due. */
  readonly pass: (seconds: number) => Promise<void>;
}

export async function startService({ tamper, ...options }: ServiceOptions = {}): Promise<Service> {
  const clock = handClock();
  const sandbox = await startSandbox({
    port: 0,
    pace: 'manual',
    apiKey,
    privateKey,
    accounts: [otherKeys],
    allowedHosts: [],
    openingCents: 10_000_000,
    clock,
    ...options,
    log: (line) => {
      suiteLog.note('sandbox', line);
    },
  });
  suiteLog.noteSecrets(
    sandbox.apiKey,
    sandbox.privateKey,
    otherKeys.apiKey,
    otherKeys.privateKey,
    sandbox.controlToken,
  );
  const { wire = 'contract' } = options;
  const another: Service['another'] = (more) => startService({ ...options, ...more, wire, ...(tamper && { tamper }) });
  const started = { sandbox, clock, wire, another, ...(tamper && { tamper }) };
  const first = callsOf(started, sandbox, () => other);
  const other: Service = callsOf(started, otherKeys, () => first);
  return first;
}

type Started = Pick<Service, 'sandbox' | 'clock' | 'wire' | 'another'> & Pick<ServiceOptions, 'tamper'>;

/** Returns the calls of the account with these keys. */
function callsOf({ sandbox, clock, wire, another, tamper }: Started, account: Keys, other: () => Service): Service {
  const { origin } = new URL(sandbox.baseUrl);
  const keys = (): ReturnType<Service['keys']> => sign(account, String(Math.floor(clock.now() / 1000)));
  const send: Service['send'] = async (method, path, init) => {
    const reply = await readReply(await fetch(`${origin}${path}`, { method, redirect: 'error', ...init }));
    const body = tamper === undefined ? reply.body : tamper(reply.body);
    checkAnswerTypes(wire, method, path, body);
    return { ...reply, body };
  };
  const signedQuery = (path: string, query: Query = {}): string =>
    `${path}?${new URLSearchParams({ ...keys(), ...query }).toString()}`;
  const signedForm = (data: unknown): RequestInit => ({
    body: new URLSearchParams({
      ...keys(),
      ...present({ data: data === undefined ? undefined : JSON.stringify(data) }),
    }),
  });
  const authorization = `Bearer ${sandbox.controlToken}`;
  const control: Service['control'] = (path, body = {}) =>
    send('POST', `/sandbox${path}`, {
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    wire,
    another,
    clock,
    sandbox,
    origin,
    keys,
    send,
    get: (path, query) => send('GET', signedQuery(path, query)),
    delete: (path) => send('DELETE', signedQuery(path)),
    post: (path, data) => send('POST', path, signedForm(data)),
    put: (path, data) => send('PUT', path, signedForm(data)),
    control,
    get other() {
      return other();
    },
    state: () => send('GET', '/sandbox/state', { headers: { authorization } }),
    pass: async (seconds) => {
      const reply = await control('/clock', { advance_s: seconds });
      if (reply.httpStatus !== 200) throw new Error(`The clock could not be moved: ${reply.text}`);
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Signs with the hexadecimal HMAC-SHA1 of the text of `ts` and the private key. */
export function sign(keys: Readonly<Keys>, ts: string): ReturnType<Service['keys']> {
  return { api_key: keys.apiKey, api_sig: createHmac('sha1', keys.privateKey).update(ts).digest('hex'), ts };
}

import { createHmac } from 'node:crypto';
import { present } from '../../src/base/present.ts';
import type { Pace } from '../../src/sandbox/world/pace.ts';
import { wireModes, type WireMode } from '../../src/sandbox/wire/wireNumbers.ts';
import type { Keys } from '../../src/sandbox/http/auth.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { createServiceClient } from '../../src/service/createServiceClient.ts';
import type { ServiceClient } from '../../src/service/interface/serviceClient.ts';
import { suiteLog, watchErrors } from './logSink.ts';

const apiKey = 'key & more = 100%';
const privateKey = 'p|r&i=v%a~t$e{k}';
/** The keys of every sandbox that is started here. */
export const fixtureKeys = { apiKey, privateKey };

/** An answer of the service, read with nothing of the client's. */
export interface Answer {
  readonly opstat: string;
  readonly response?: unknown;
  readonly err?: unknown;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A sandbox on loopback in this process, the client under test, and both interfaces by hand. */
export interface SandboxFixture extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  readonly client: ServiceClient;
  /** A signed call below the base address: `data` as a form of POST and PUT, as a query of the others. */
  readonly call: (method: Method, path: string, data?: Readonly<Record<string, unknown>>) => Promise<Answer>;
  /** The same with the keys of another account. */
  readonly callAs: (
    keys: Keys,
    method: Method,
    path: string,
    data?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
  /** A call of the sandbox's own interface, below `/sandbox`. */
  readonly control: (method: Method, path: string, body?: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

export interface FixtureOptions {
  readonly openingCents?: number;
  /** Host names in addition to the loopback ones. */
  readonly allowedHosts?: readonly string[];
  /** How the sandbox writes numbers. Default: the sandbox's own default. */
  readonly wire?: WireMode;
  /** Whatever else the sandbox is to be started with. */
  readonly sandbox?: Partial<SandboxOptions>;
}

/** Describes a suite once for each way in which the sandbox writes numbers. The suite passes `wire` to its fixtures. */
export function describeInWireModes(title: string, suite: (this: Mocha.Suite, wire: WireMode) => void): void {
  for (const wire of wireModes) {
    describe(`${title}, with numbers in ${wire} mode`, function () {
      suite.call(this, wire);
    });
  }
}

export async function startFixture(pace: Pace, options: FixtureOptions = {}): Promise<SandboxFixture> {
  const log = (line: string): void => {
    suiteLog.note('sandbox', line);
  };
  const sandbox = await startSandbox({
    port: 0,
    pace,
    apiKey,
    privateKey,
    allowedHosts: options.allowedHosts ?? [],
    openingCents: options.openingCents ?? 1_000_000,
    log,
    ...(options.wire && { wire: options.wire }),
    ...options.sandbox,
  });
  suiteLog.noteSecrets(apiKey, privateKey, sandbox.controlToken);
  const client = createServiceClient({
    baseUrl: sandbox.baseUrl,
    credentials: () => Promise.resolve({ apiKey, privateKey }),
    userAgent: 'contract tests',
    limits: 'production',
    timeoutMs: 10_000,
    log: (line) => {
      suiteLog.note('client', line);
    },
  });
  return {
    sandbox,
    client: watchErrors(client, 'client'),
    call: (method, path, data) => signedCall(sandbox, sandbox, method, path, data),
    callAs: (keys, method, path, data) => signedCall(sandbox, keys, method, path, data),
    control: async (method, path, body) => {
      const answer = await fetch(new URL(`/sandbox${path}`, sandbox.baseUrl), {
        method,
        headers: { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' },
        ...present({ body: body === undefined ? undefined : JSON.stringify(body) }),
      });
      return (await answer.json()) as Answer;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await sandbox.close();
    },
  };
}

/** The three parameters of a signed call, as `openssl dgst -sha1 -hmac` would make them. */
export function signature(keys: Keys): Readonly<Record<string, string>> {
  const ts = String(Math.floor(Date.now() / 1000));
  return { api_key: keys.apiKey, api_sig: createHmac('sha1', keys.privateKey).update(ts).digest('hex'), ts };
}

async function signedCall(
  sandbox: RunningSandbox,
  keys: Keys,
  method: Method,
  path: string,
  data?: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const inBody = method === 'POST' || method === 'PUT';
  const parameters = new URLSearchParams(signature(keys));
  if (inBody && data) parameters.set('data', JSON.stringify(data));
  if (!inBody) for (const [name, value] of Object.entries(data ?? {})) parameters.set(name, String(value));
  const url = `${sandbox.baseUrl}${path}`;
  const answer = inBody
    ? await fetch(url, { method, body: parameters })
    : await fetch(`${url}?${parameters.toString()}`, { method });
  return (await answer.json()) as Answer;
}

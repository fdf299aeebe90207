import { present } from '../../src/base/present.ts';
import type { WireMode } from '../../src/sandbox/wire/wireNumbers.ts';
import { runSandbox, type SandboxProcess } from '../contract/sandboxProcess.ts';

/** The groups of the contract's throttling table. */
export type CallsByGroup = Readonly<Record<'jobs' | 'account' | 'order' | 'service' | 'other', number>>;

/** The sandbox's own records. */
export interface SandboxRecords {
  readonly orders: number;
  readonly jobs: number;
  /** Credits. */
  readonly spent: number;
  /** Calls, and those above the throttling table's column, by resource group, over all restarts. */
  readonly requests: CallsByGroup;
  readonly exceeded: CallsByGroup;
}

export interface SoakSandbox extends AsyncDisposable {
  readonly baseUrl: string;
  readonly keys: { readonly apiKey: string; readonly privateKey: string };
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
  records(): Promise<SandboxRecords>;
  /** Kills the process immediately and restarts it with the same data and port. */
  killAndRestart(): Promise<void>;
}

/** Starts the command-line sandbox with the rate limits of a column of the throttling table. */
export async function startSoakSandbox(
  dataFile: string,
  limits: 'production' | 'sandbox',
  wire: WireMode,
): Promise<SoakSandbox> {
  const keys = { apiKey: 'soak-api-key', privateKey: 'soak-private-key' };
  const arguments_ = [
    '--pace',
    'instant',
    '--data',
    dataFile,
    '--credits',
    '1000000',
    '--limits',
    limits,
    '--throttle',
    '429',
    '--wire',
    wire,
  ];
  const start = (port: number): SandboxProcess =>
    runSandbox('--port', String(port), '--api-key', keys.apiKey, '--private-key', keys.privateKey, ...arguments_);
  let running = start(0);
  let announced = await lineOf(running);
  let requests = noCalls();
  let exceeded = noCalls();

  const control: SoakSandbox['control'] = async (method, path, body) => {
    const answer = await fetch(new URL(`/sandbox${path}`, announced.baseUrl), {
      method,
      headers: { authorization: `Bearer ${announced.controlToken}`, 'content-type': 'application/json' },
      ...present({ body: body === undefined ? undefined : JSON.stringify(body) }),
    });
    const { opstat, response } = (await answer.json()) as { readonly opstat: string; readonly response: unknown };
    if (opstat !== 'ok') throw new Error(`The sandbox refused ${method} ${path}.`);
    return response;
  };
  const state = async (): Promise<WireState> => (await control('GET', '/state')) as WireState;
  return {
    baseUrl: announced.baseUrl,
    keys,
    control,
    records: async () => {
      const now = await state();
      return {
        orders: now.orders,
        jobs: now.jobs,
        spent: Number(now.spent),
        requests: added(requests, now.requests),
        exceeded: added(exceeded, now.exceeded),
      };
    },
    killAndRestart: async () => {
      const last = await state();
      [requests, exceeded] = [added(requests, last.requests), added(exceeded, last.exceeded)];
      const { port } = new URL(announced.baseUrl);
      await running.kill('SIGKILL');
      running = start(Number(port));
      announced = await lineOf(running);
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

interface WireState {
  readonly orders: number;
  readonly jobs: number;
  readonly spent: string;
  readonly requests: CallsByGroup;
  readonly exceeded: CallsByGroup;
}

async function lineOf(sandbox: SandboxProcess) {
  const line = await sandbox.line;
  if (line === undefined) throw new Error(`The sandbox did not start: ${(await sandbox.ended).stderr}`);
  return line;
}

function noCalls(): CallsByGroup {
  return { jobs: 0, account: 0, order: 0, service: 0, other: 0 };
}

function added(a: CallsByGroup, b: CallsByGroup): CallsByGroup {
  return {
    jobs: a.jobs + b.jobs,
    account: a.account + b.account,
    order: a.order + b.order,
    service: a.service + b.service,
    other: a.other + b.other,
  };
}

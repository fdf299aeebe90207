import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import type { Clock } from '../../src/base/clock.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { createServiceClient } from '../../src/service/createServiceClient.ts';
import { prepareToOrder } from '../../src/orders/spend/reconcile/prepareToOrder.ts';
import { openWindow, place, quoteFile, type OrderWindow, type WindowOptions } from '../contract/orders/orderWindow.ts';
import { countPolling } from './polling.ts';
import type { BenchRow } from './benchRow.ts';

/** Maximum number of jobs in an order's call, and of ids in a poll. */
const perCall = 50;
const orderSizes = [1000, 10_000] as const;
const overheadRounds = 7;
const callsPerRound = 300;

/** Counts the requests of orders and polls, compared with the minimum, and measures the client's overhead. */
export async function benchRequests(log: (line: string) => void): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of orderSizes) {
    log(`Ordering ${size} jobs…`);
    rows.push(...(await countRequests(size)));
  }
  log('Client overhead…');
  rows.push(...(await measureOverhead()));
  return rows;
}

async function countRequests(size: number): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-requests-'));
  const root = path.join(folder, 'project');
  await mkdir(path.join(root, 'locales'), { recursive: true });
  await writeFile(
    path.join(root, 'locales', 'en.json'),
    JSON.stringify(
      Object.fromEntries(Array.from({ length: size }, (_, index) => [`key${index}`, `Text number ${index}`])),
    ),
  );
  const sandbox = await startSandbox({
    port: 0,
    pace: 'manual',
    allowedHosts: [],
    openingCents: 100_000_000,
    log: () => undefined,
  });
  const service = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, privateKey: sandbox.privateKey };
  const window = await openWindow({ root, journalFile: path.join(folder, 'journal.jsonl'), service });
  try {
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    const quoting = takeRequests(window);
    await place(window, quote);
    const ordering = takeRequests(window);
    await window.jobs.fetchAndDeliver();
    const naming = takeRequests(window);
    await window.jobs.fetchAndDeliver();
    const polling = takeRequests(window);
    const [first, next] = await countLookups(folder, service);
    const perMinute =
      size === orderSizes[0]
        ? await countPolling({ root, journalFile: path.join(folder, 'journal.jsonl'), service })
        : [];
    const minimum = size / perCall;
    const count = size.toLocaleString('en');
    const row = (name: string, requests: readonly string[], lowest: number): BenchRow => ({
      name: `Requests: ${name}`,
      value: `${requests.length} (minimum: ${lowest})`,
    });
    return [
      row(`quote ${count} jobs`, only(quoting, 'POST '), minimum),
      row(`order ${count} jobs`, ordering, minimum),
      row(`first poll of ${count} jobs, which returns their ids`, naming, 2 * minimum),
      row(`poll of ${count} open jobs without changes`, polling, minimum),
      {
        name: `Requests: lookup of orders on another machine with a new journal, ${count} open jobs`,
        value: String(first),
      },
      { name: 'Requests: the same before its next order', value: String(next) },
      ...perMinute,
    ];
  } finally {
    await window.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts the requests with which a machine without a journal looks up orders: at first, and before its next order. */
async function countLookups(folder: string, service: WindowOptions['service']): Promise<readonly [number, number]> {
  const other = await openWindow({
    root: path.join(folder, 'other-machine'),
    journalFile: path.join(folder, 'other-machine', 'journal.jsonl'),
    service,
  });
  try {
    await prepareToOrder(other.context);
    const first = takeRequests(other).length;
    await other.jobs.findElsewhere();
    return [first, takeRequests(other).length];
  } finally {
    await other.close();
  }
}

/** Returns the requests since the previous call. */
function takeRequests({ requests }: OrderWindow): readonly string[] {
  return requests.splice(0);
}

function only(requests: readonly string[], start: string): readonly string[] {
  return requests.filter((line) => line.startsWith(start));
}

/** Compares the client with bare undici: both request the same answer of a small server, in turns. Uses medians. */
async function measureOverhead(): Promise<readonly BenchRow[]> {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent({ connections: 1 });
  const client = createServiceClient({
    baseUrl: `${origin}/v2`,
    credentials: () => Promise.resolve({ apiKey: 'key', privateKey: 'secret' }),
    userAgent: 'bench',
    clock: fastClock(),
  });
  const bare = async (): Promise<void> => {
    const answer = await request(
      `${origin}/v2/account/balance?api_key=key&ts=1700000000&api_sig=34fd9a54d909d78a5a4fb26c96aa961100b6c213`,
      { dispatcher: agent },
    );
    JSON.parse(await answer.body.text());
  };
  const ours = async (): Promise<void> => {
    await client.account.balance();
  };
  const samples: { readonly bare: number[]; readonly ours: number[] } = { bare: [], ours: [] };
  try {
    for (let round = -2; round < overheadRounds; round += 1) {
      for (const [name, call] of [
        ['bare', bare],
        ['ours', ours],
      ] as const) {
        const begin = performance.now();
        for (let count = 0; count < callsPerRound; count += 1) await call();
        // The first rounds warm up.
        if (round >= 0) samples[name].push((performance.now() - begin) / callsPerRound);
      }
    }
  } finally {
    await client.close();
    await agent.close();
    server.close();
  }
  const [bareTime, ourTime] = [median(samples.bare), median(samples.ours)];
  return [
    { name: 'Client: a request, compared with bare undici', value: `${(ourTime / bareTime).toFixed(2)} ×` },
    {
      name: 'Client: overhead per request',
      value: `${((ourTime - bareTime) * 1000).toFixed(0)} µs on ${(bareTime * 1000).toFixed(0)} µs`,
    },
  ];
}

function listen(): Promise<Server> {
  const answer = JSON.stringify({ opstat: 'ok', response: { credits: '123.45', currency: 'USD' } });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

/** Returns a clock that advances a second per reading, so that no throttle waits. */
function fastClock(): Clock {
  let now = Date.now();
  return { now: () => (now += 1000), sleep: () => Promise.resolve() };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

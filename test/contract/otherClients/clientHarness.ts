import assert from 'node:assert/strict';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import type { ClientProcess } from './clientProcess.ts';
import { serviceHosts, type ProxiedCall, type ServiceProxy } from './serviceProxy.ts';

/** A test case of one method of a client. */
export interface MethodCase {
  /** The title: the effect of the call, or how and why it is refused. */
  readonly title: string;
  /** Default `manual`. */
  readonly pace?: Pace;
  readonly run: (harness: ClientHarness) => Promise<void>;
}

/** Cases by the method's path in the client object. */
export type MethodCases = Readonly<Record<string, readonly MethodCase[]>>;

export type Wire = Readonly<Record<string, unknown>>;

/** A third-party client connected to a fresh sandbox. */
export interface ClientHarness {
  readonly fixture: SandboxFixture;
  /** How the sandbox formats numbers. */
  readonly wire: WireMode;
  /** Calls a method and returns its result. Fails the test if the client or the service returns an error. */
  good(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /**
   * Calls a method that the service refuses with this code, for the call or for one of its jobs. Returns the answer and
   * the error of the client.
   */
  refused(
    code: number,
    method: string,
    ...args: readonly unknown[]
  ): Promise<{ readonly passed: ProxiedCall; readonly error: unknown }>;
  /** Returns the last call that the proxy forwarded. */
  last(): ProxiedCall;
  /**
   * Orders texts with our own client and waits until they leave the queue; returns the ids of the order and its jobs.
   */
  order(...texts: readonly string[]): Promise<{ readonly orderId: number; readonly jobIds: readonly number[] }>;
  /** Changes the status of a job manually. */
  move(jobId: number, verb: string, body?: Wire): Promise<void>;
  /** Orders a text, has it translated and, on request, approved; returns the job id. */
  translated(text: string, translation: string, approve?: 'approve'): Promise<number>;
  /** Returns the current record of a job in its wire format. */
  job(jobId: number): Promise<Wire>;
}

export async function withClientHarness(
  client: ClientProcess,
  proxy: ServiceProxy,
  wire: WireMode,
  { pace = 'manual', run }: MethodCase,
): Promise<void> {
  await using fixture = await startFixture(pace, { wire, allowedHosts: serviceHosts });
  proxy.forwardTo(fixture.sandbox.baseUrl);
  await run(createHarness(client, proxy, fixture, wire));
}

function createHarness(
  client: ClientProcess,
  proxy: ServiceProxy,
  fixture: SandboxFixture,
  wire: WireMode,
): ClientHarness {
  const last = (): ProxiedCall => {
    const passed = proxy.passed.at(-1);
    assert.ok(passed, 'Nothing was sent.');
    return passed;
  };
  const call = async (method: string, args: readonly unknown[]) => {
    const before = proxy.passed.length;
    const outcome = await client.call(method, ...args);
    assert.equal(
      proxy.passed.length,
      before + 1,
      `${method} sent ${proxy.passed.length - before} requests: ${JSON.stringify(outcome)}`,
    );
    return outcome;
  };
  const move: ClientHarness['move'] = async (jobId, verb, body) => {
    const answer = await fixture.control('POST', `/jobs/${jobId}/${verb}`, body);
    assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
  };
  const order: ClientHarness['order'] = async (...texts) => {
    const { orderId } = await fixture.client.orders.place({
      jobs: texts.map((text, index) => ({
        key: `job_${index + 1}`,
        text,
        sourceLanguage: 'en',
        targetLanguage: 'ja',
        tier: 'standard',
      })),
    });
    const { jobIds } = await fixture.client.orders.get(orderId!);
    return { orderId: Number(orderId), jobIds: Object.values(jobIds).flat().map(Number) };
  };
  return {
    fixture,
    wire,
    last,
    move,
    order,
    good: async (method, ...args) => {
      const outcome = await call(method, args);
      assert.equal(last().answer.opstat, 'ok', `${last().method} ${last().path}: ${JSON.stringify(last().answer.err)}`);
      assert.ok('result' in outcome, JSON.stringify(outcome));
      return outcome.result;
    },
    refused: async (code, method, ...args) => {
      const outcome = await call(method, args);
      const passed = last();
      assert.equal(passed.answer.opstat, 'error', JSON.stringify(passed.answer).slice(0, 400));
      assert.ok(
        codesIn(passed.answer.err).includes(code),
        `${code} was expected: ${JSON.stringify(passed.answer.err)}`,
      );
      assert.ok('error' in outcome, JSON.stringify(outcome));
      return { passed, error: outcome.error };
    },
    translated: async (text, translation, approve) => {
      const {
        jobIds: [id],
      } = await order(text);
      await move(id!, 'start');
      await move(id!, 'finish', { body_tgt: translation });
      if (approve) await fixture.client.jobs.approve(String(id));
      return id!;
    },
    job: async (jobId) => ((await fixture.call('GET', `/translate/job/${jobId}`)).response as { job: Wire }).job,
  };
}

/** Returns the codes in an `err`: its own or those of single jobs. */
export function codesIn(err: unknown): readonly number[] {
  if (Array.isArray(err)) return err.flatMap(codesIn);
  if (typeof err !== 'object' || err === null) return [];
  if ('code' in err) return [Number(err.code)];
  return Object.values(err).flatMap(codesIn);
}

/** Returns the record with a name in an answer. */
export function part(answer: unknown, name: string): Wire {
  assert.ok(typeof answer === 'object' && answer !== null, `no object: ${JSON.stringify(answer)}`);
  const found = (answer as Wire)[name];
  assert.ok(typeof found === 'object' && found !== null, `no "${name}" in ${JSON.stringify(answer)}`);
  return found as Wire;
}

/** Returns an answer that is a list, or the list with a name in it. */
export function list(answer: unknown, name?: string): readonly Wire[] {
  const found: unknown = name === undefined ? answer : part(answer, name);
  assert.ok(Array.isArray(found), `no list: ${JSON.stringify(answer)}`);
  return found as readonly Wire[];
}

/** Returns the record whose member has this value. */
export function entryWith(records: readonly Wire[], member: string, value: unknown): Wire {
  const found = records.find((record) => String(record[member]) === String(value));
  assert.ok(found, `no ${member} ${String(value)} in ${JSON.stringify(records)}`);
  return found;
}

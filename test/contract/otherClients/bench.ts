import assert from 'node:assert/strict';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import type { ClientProcess } from './clientProcess.ts';
import { serviceHosts, type Passed, type Road } from './road.ts';

/** What is to be shown of one method of a client. */
export interface MethodCase {
  /** What it does, or with what it is refused and why. */
  readonly title: string;
  /** Default `manual`. */
  readonly pace?: Pace;
  readonly run: (bench: Bench) => Promise<void>;
}

/** By the method's path in the client's object. */
export type MethodCases = Readonly<Record<string, readonly MethodCase[]>>;

export type Wire = Readonly<Record<string, unknown>>;

/** A client of somebody else's at a fresh sandbox. */
export interface Bench {
  readonly fixture: SandboxFixture;
  /** How the sandbox writes numbers. */
  readonly wire: WireMode;
  /** Calls a method, and gives what the client gives. Fails the test when the client gives an error, or the answer was one. */
  good(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Calls a method that the service refuses with this code, of the call or of a job in it. Gives the answer, and what the client makes of it. */
  refused(
    code: number,
    method: string,
    ...args: readonly unknown[]
  ): Promise<{ readonly passed: Passed; readonly error: unknown }>;
  /** The last call as it travelled. */
  last(): Passed;
  /** Has another client order so many texts, which are out of the queue then; gives the order and its jobs. */
  order(...texts: readonly string[]): Promise<{ readonly orderId: number; readonly jobIds: readonly number[] }>;
  /** Moves a job by hand. */
  move(jobId: number, verb: string, body?: Wire): Promise<void>;
  /** Orders a text and has it translated, and approved if asked for. */
  translated(text: string, translation: string, approve?: 'approve'): Promise<number>;
  /** A job as it is now, as the wire has it. */
  job(jobId: number): Promise<Wire>;
}

export async function withBench(
  client: ClientProcess,
  road: Road,
  wire: WireMode,
  { pace = 'manual', run }: MethodCase,
): Promise<void> {
  await using fixture = await startFixture(pace, { wire, allowedHosts: serviceHosts });
  road.leadTo(fixture.sandbox.baseUrl);
  await run(createBench(client, road, fixture, wire));
}

function createBench(client: ClientProcess, road: Road, fixture: SandboxFixture, wire: WireMode): Bench {
  const last = (): Passed => {
    const passed = road.passed.at(-1);
    assert.ok(passed, 'Nothing was sent.');
    return passed;
  };
  const call = async (method: string, args: readonly unknown[]) => {
    const before = road.passed.length;
    const outcome = await client.call(method, ...args);
    assert.equal(
      road.passed.length,
      before + 1,
      `${method} sent ${road.passed.length - before} requests: ${JSON.stringify(outcome)}`,
    );
    return outcome;
  };
  const move: Bench['move'] = async (jobId, verb, body) => {
    const answer = await fixture.control('POST', `/jobs/${jobId}/${verb}`, body);
    assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
  };
  const order: Bench['order'] = async (...texts) => {
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

/** The codes in an `err`: its own, or those of single jobs. */
export function codesIn(err: unknown): readonly number[] {
  if (Array.isArray(err)) return err.flatMap(codesIn);
  if (typeof err !== 'object' || err === null) return [];
  if ('code' in err) return [Number(err.code)];
  return Object.values(err).flatMap(codesIn);
}

/** The record under a name of an answer. */
export function part(answer: unknown, name: string): Wire {
  assert.ok(typeof answer === 'object' && answer !== null, `no object: ${JSON.stringify(answer)}`);
  const found = (answer as Wire)[name];
  assert.ok(typeof found === 'object' && found !== null, `no "${name}" in ${JSON.stringify(answer)}`);
  return found as Wire;
}

/** The list that an answer is, or has under a name. */
export function list(answer: unknown, name?: string): readonly Wire[] {
  const found: unknown = name === undefined ? answer : part(answer, name);
  assert.ok(Array.isArray(found), `no list: ${JSON.stringify(answer)}`);
  return found as readonly Wire[];
}

/** The list's record of which a member has this value. */
export function entryWith(records: readonly Wire[], member: string, value: unknown): Wire {
  const found = records.find((record) => String(record[member]) === String(value));
  assert.ok(found, `no ${member} ${String(value)} in ${JSON.stringify(records)}`);
  return found;
}

import { isRecord } from '../../base/isRecord.ts';
import { challengePath, isNonce } from '../../base/portFile.ts';
import type { Accounts, SandboxAccount } from '../accounts/accounts.ts';
import { callData, parameter, type WireCall } from '../http/call.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import { okAnswer } from '../http/answers.ts';
import { isErrorCode, refused } from '../http/errors.ts';
import { faultKinds, type Fault, type FaultEffect, type FaultKind, type FaultQueue } from '../http/faults.ts';
import type { SandboxJob } from '../records/job.ts';
import type { JobEvent } from '../world/jobMachine.ts';
import type { RequestLimits } from '../http/requestLimits.ts';
import { actOrRefuse, type SandboxApp } from './routing.ts';
import { formatCents } from '../world/prices.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';
import { jobRecord, wireTime } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

/** Maximum delay of the fault `slow`, so that a typo does not block a test run. */
const maxSlowMs = 600_000;
const defaultSlowMs = 1000;

/** Parts of the sandbox other than the accounts. */
export interface Controls {
  readonly faults: FaultQueue;
  readonly limits: RequestLimits;
  readonly callbacks: Callbacks;
  /** Formats the numbers of job records, as in the service's answers. */
  readonly wire: WireNumbers;
  readonly prove: (nonce: string) => string;
  /** Undefined if the sandbox can't be asked to exit. */
  readonly requestExit: (() => void) | undefined;
}

/**
 * Adds the calls that the real service doesn't have: moving jobs by hand, the clock, faults. The server has checked the
 * caller.
 */
export function addControlRoutes(
  app: SandboxApp,
  accounts: Accounts,
  { faults, limits, callbacks, wire, prove, requestExit }: Controls,
): void {
  const { world } = accounts.first;

  app.get(challengePath, (c) => {
    const nonce = parameter(c.env.call, 'nonce');
    if (nonce === undefined || !isNonce(nonce)) throw refused(400, '"nonce" must be 64 hexadecimal digits');
    return okAnswer({ proof: prove(nonce) });
  });

  app.post('/sandbox/exit', () => {
    if (requestExit === undefined) throw refused(404);
    requestExit();
    return okAnswer();
  });

  app.get('/sandbox/state', () =>
    okAnswer({
      pid: process.pid,
      pace: world.pace,
      now: wireTime(world.now),
      orders: sum(accounts, ({ world: { orderCount } }) => orderCount),
      jobs: sum(accounts, ({ world: { jobCount } }) => jobCount),
      balance: formatCents(world.account.balanceCents),
      spent: formatCents(world.account.spentCents),
      requests: limits.requests,
      exceeded: limits.exceeded,
      callbacks: callbackRecord(callbacks),
      accounts: accounts.all.map(accountRecord),
    }),
  );

  app.post('/sandbox/jobs/:id/:verb', (c) => {
    const located = accounts.findJob(c.req.param('id'));
    if (located === undefined) throw refused(2100);
    const { job, world: owner } = located;
    const event = readEvent(c.req.param('verb'), optionalData(c.env.call), job, owner);
    return okAnswer({ job: jobRecord(actOrRefuse(owner, job, event, 2650), owner, wire) });
  });

  app.post('/sandbox/clock', (c) => {
    const seconds = callData(c.env.call)['advance_s'];
    if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
      throw refused(400, '"advance_s" must be a number of seconds, not negative');
    accounts.advanceClock(seconds * 1000);
    return okAnswer({ now: wireTime(world.now) });
  });

  app.post('/sandbox/faults', (c) => {
    faults.add(readFault(callData(c.env.call)));
    return okAnswer();
  });

  app.delete('/sandbox/faults', () => {
    faults.clear();
    return okAnswer();
  });
}

function accountRecord({ apiKey, world }: SandboxAccount): Readonly<Record<string, string | number>> {
  return {
    api_key: apiKey,
    balance: formatCents(world.account.balanceCents),
    spent: formatCents(world.account.spentCents),
    orders: world.orderCount,
    jobs: world.jobCount,
  };
}

function sum({ all }: Accounts, of: (account: SandboxAccount) => number): number {
  return all.reduce((total, account) => total + of(account), 0);
}

function callbackRecord(callbacks: Callbacks): Readonly<Record<string, number>> {
  const { pending, sent, givenUp, tooLarge } = callbacks.counts();
  return { pending, sent, given_up: givenUp, too_large: tooLarge };
}

function readEvent(verb: string, data: Readonly<Record<string, unknown>>, job: SandboxJob, world: World): JobEvent {
  switch (verb) {
    case 'start':
    case 'hold':
    case 'release':
      return { kind: verb };
    case 'expire':
      return { kind: 'window-ends' };
    case 'cancel':
      return { kind: 'withdraw' };
    case 'finish': {
      const text = data['body_tgt'] ?? world.translationOf(job);
      if (typeof text !== 'string') throw refused(400, '"body_tgt" must be a string');
      return { kind: 'submit', text };
    }
    case 'comment': {
      const body = data['body'];
      if (typeof body !== 'string' || body === '') throw refused(2000);
      return { kind: 'comment', author: 'translator', body };
    }
    default:
      throw refused(404, `a job cannot ${verb}`);
  }
}

function readFault(data: Readonly<Record<string, unknown>>): Fault {
  const { match, times = 1, fault } = data;
  const kind = faultKinds.find((name) => name === fault);
  if (typeof match !== 'string' || !/^[A-Z]+ \//u.test(match))
    throw refused(400, '"match" must be a method and a path prefix, such as "POST /v2/translate/jobs"');
  if (kind === undefined) throw refused(400, `"fault" must be one of ${faultKinds.join(', ')}`);
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1)
    throw refused(400, '"times" must be a whole number above 0');
  return { match, times, ...readFaultEffect(kind, data) };
}

function readFaultEffect(
  fault: FaultKind,
  { ms = defaultSlowMs, code }: Readonly<Record<string, unknown>>,
): FaultEffect {
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= maxSlowMs))
    throw refused(400, `"ms" must be a number from 0 to ${maxSlowMs}`);
  if (fault === 'slow') return { fault, ms };
  if (fault !== 'error') return { fault };
  if (!isErrorCode(code)) throw refused(400, '"code" must be a code of the catalog, such as 1951');
  return { fault, code };
}

/** Returns the body's data; most control calls have no body. */
function optionalData(call: WireCall): Readonly<Record<string, unknown>> {
  if (isRecord(call.json)) return call.json;
  return call.json === undefined && call.fields.size === 0 ? {} : callData(call);
}

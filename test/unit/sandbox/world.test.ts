import assert from 'node:assert/strict';
import type { SandboxJob } from '../../../src/sandbox/job.ts';
import type { Pace } from '../../../src/sandbox/pace.ts';
import { memoryStorage, type Change } from '../../../src/sandbox/storage.ts';
import { readJobs } from '../../../src/sandbox/validate.ts';
import { World, type Placement } from '../../../src/sandbox/world.ts';

const hour = 3_600_000;
const start = 1_700_000_000_000;

/** A world whose clock stands still until it is moved, with a copy of everything that it stored. */
function createWorld(pace: Pace, openingCents = 100_000) {
  const changes: Change[] = [];
  const storage = { ...memoryStorage, append: (change: Change) => void changes.push(structuredClone(change)) };
  const world = new World({ now: () => start, pace, storage, held: {}, openingCents });
  let payloads = 0;
  const place = (...texts: readonly string[]): Placement => placeAs({}, ...texts);
  const placeAs = (fields: Readonly<Record<string, unknown>>, ...texts: readonly string[]): Placement => {
    payloads += 1;
    const jobs = texts.map((body_src) => ({ body_src, lc_src: 'en', lc_tgt: 'fr', tier: 'standard', ...fields }));
    const placement = world.place({ jobs: readJobs({ jobs }), options: { asGroup: false }, payload: String(payloads) });
    world.runDue();
    return placement;
  };
  const only = (): SandboxJob => {
    const [job, ...more] = world.visibleJobs();
    assert.ok(job !== undefined && more.length === 0);
    return job;
  };
  return { world, place, placeAs, only, changes };
}

function merged(changes: readonly Change[]): Change {
  const jobs = new Map(changes.flatMap((change) => change.jobs ?? []).map((job) => [job.id, job]));
  const orders = changes.flatMap((change) => change.orders ?? []);
  return { ...Object.assign({}, ...changes) as Change, jobs: [...jobs.values()], orders };
}

describe('sandbox/world', () => {
  it('has a job translated at once at the instant pace', () => {
    const { place, only } = createWorld('instant');
    place('Hello');
    assert.equal(only().status, 'reviewable');
    assert.match(only().bodyTgt ?? '', /sim/u);
  });

  it('does in a long jump of the clock what would have happened, each at its time', () => {
    const { world, place, only } = createWorld('fast');
    place('Hello');
    assert.equal(world.visibleJobs().length, 0);
    world.advanceClock(500 * hour);
    assert.equal(only().status, 'approved');
    assert.equal(only().createdAt, start + 1000);
    assert.equal(only().revisions[0]?.at, start + 3000);
    assert.equal(only().since, start + 3000 + 120 * hour);
  });

  it('hides jobs from the outside while they are queued', () => {
    const { world, place } = createWorld('fast');
    const placement = place('Hello');
    assert.ok(placement.kind === 'placed' && placement.order);
    assert.equal(world.job(String(placement.order.firstJob)), undefined);
    assert.deepEqual(world.jobsOf(placement.order).map(({ status }) => status), ['queued']);
  });

  it('charges an order and gives back what is canceled', () => {
    const { world, place, only } = createWorld('manual');
    place('one two three four');
    assert.equal(world.account.balanceCents, 100_000 - 20);
    assert.ok('job' in world.act(only(), { kind: 'cancel' }));
    assert.deepEqual([world.account.balanceCents, world.account.spentCents], [100_000, 0]);
  });

  it('gives back a rejected job only when it is canceled', () => {
    for (const followUp of ['requeue', 'cancel'] as const) {
      const { world, place, only } = createWorld('manual');
      place('one two');
      for (const event of [{ kind: 'start' }, { kind: 'submit', text: 'x' }, { kind: 'reject', rejection: { reason: 'other', comment: 'no', followUp } }] as const) {
        assert.ok('job' in world.act(only(), event));
      }
      world.runDue();
      assert.equal(only().status, followUp === 'cancel' ? 'canceled' : 'available');
      assert.equal(world.account.spentCents, followUp === 'cancel' ? 0 : 10);
    }
  });

  it('takes nothing of an order that costs more than there is', () => {
    const { world, place } = createWorld('manual', 14);
    assert.deepEqual(place('one', 'two', 'three'), { kind: 'too-expensive', cents: 15 });
    assert.equal(world.jobCount, 0);
    assert.equal(place('one', 'two').kind, 'placed');
  });

  it('does not take the same payload again within five minutes', () => {
    const { world } = createWorld('manual');
    const order = () => world.place({ jobs: readJobs({ jobs: [{ body_src: 'x', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' }] }), options: { asGroup: false }, payload: 'same' }).kind;
    assert.deepEqual([order(), order()], ['placed', 'repeated']);
    world.advanceClock(299_000);
    assert.equal(order(), 'repeated');
    world.advanceClock(2000);
    assert.equal(order(), 'placed');
  });

  it('answers with the approved job for an identical one, free of charge, unless forced', () => {
    const { world, placeAs, place, only } = createWorld('instant');
    placeAs({ auto_approve: 1, custom_data: 'first' }, 'Hello');
    const first = only();
    assert.equal(first.status, 'approved');
    const spent = world.account.spentCents;
    const again = place('Hello');
    assert.ok(again.kind === 'placed' && again.order === undefined);
    assert.deepEqual([...again.known], [['0', [first]]]);
    const mixed = place('Hello', 'Goodbye');
    assert.ok(mixed.kind === 'placed' && mixed.order?.jobCount === 1 && mixed.known.size === 1);
    assert.equal(world.account.spentCents, spent + 5);
    const forced = placeAs({ force: 1 }, 'Hello');
    assert.ok(forced.kind === 'placed' && forced.order?.jobCount === 1);
    const otherTier = placeAs({ tier: 'pro' }, 'Hello');
    assert.ok(otherTier.kind === 'placed' && otherTier.order);
  });

  it('translates identical jobs of one order each, and of jobs that are not approved yet', () => {
    const { world, place } = createWorld('instant');
    place('Hello', 'Hello');
    place('Hello');
    assert.equal(world.visibleJobs().filter(({ status }) => status === 'reviewable').length, 3);
  });

  it('goes on where it stopped when it is started on what it stored', () => {
    const { world, place, changes } = createWorld('fast');
    place('Hello', 'Goodbye');
    world.advanceClock(1500);
    world.commit();
    const again = new World({ now: () => start, pace: 'fast', storage: memoryStorage, held: merged(changes), openingCents: 5 });
    assert.equal(again.now, start + 1500);
    assert.deepEqual(again.account, world.account);
    assert.deepEqual(again.visibleJobs(), world.visibleJobs());
    for (const one of [world, again]) one.advanceClock(10_000);
    assert.deepEqual(again.visibleJobs(), world.visibleJobs());
    assert.ok(again.visibleJobs().every(({ status }) => status === 'reviewable'));
  });

  it('stores all changes of one call as one', () => {
    const { world, place, changes } = createWorld('instant');
    world.commit();
    place('one', 'two');
    world.commit();
    world.commit();
    assert.equal(changes.length, 2);
    assert.equal(changes[1]?.jobs?.length, 2);
    assert.ok(changes[1].account);
  });

  it('answers a comment', () => {
    const { world, place, only } = createWorld('fast');
    place('Hello');
    world.advanceClock(2500);
    world.act(only(), { kind: 'comment', author: 'customer', body: 'Who is speaking?' });
    world.advanceClock(1000);
    assert.deepEqual(only().thread.map(({ author }) => author), ['customer', 'translator']);
    world.advanceClock(10_000);
    assert.equal(only().thread.length, 2);
  });

  it('orders and moves ten thousand jobs', () => {
    const { world, place } = createWorld('instant', 10_000_000);
    const placement = place(...Array.from({ length: 10_000 }, (_, index) => `Message number ${index}`));
    assert.ok(placement.kind === 'placed' && placement.order);
    assert.equal(world.jobsOf(placement.order).filter(({ status }) => status === 'reviewable').length, 10_000);
  });
});

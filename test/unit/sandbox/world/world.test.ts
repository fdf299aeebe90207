import assert from 'node:assert/strict';
import type { SandboxJob } from '../../../../src/sandbox/records/job.ts';
import type { OrderOptions, Placement } from '../../../../src/sandbox/world/orderRequest.ts';
import type { Pace } from '../../../../src/sandbox/world/pace.ts';
import type { QuotedFile } from '../../../../src/sandbox/records/quotedFiles.ts';
import { memoryStorage } from '../../../../src/sandbox/storage/storage.ts';
import type { Change } from '../../../../src/sandbox/records/change.ts';
import { readJobs } from '../../../../src/sandbox/routes/validate.ts';
import { World, type WorldEvent, type WorldOptions } from '../../../../src/sandbox/world/world.ts';
import { mergedChanges } from './mergedChanges.ts';

const hour = 3_600_000;
const start = 1_700_000_000_000;

const quoted: QuotedFile = {
  identifier: 'a'.repeat(64),
  filename: 'guide.md',
  mimeType: 'text/markdown',
  lcSrc: 'en',
  lcTgt: 'fr',
  tier: 'pro',
  unitCount: 200,
  cents: 2000,
  at: 0,
};
const files = {
  find: (identifier: string) => (identifier === quoted.identifier ? quoted : undefined),
  noteOrdered: () => undefined,
};

type Fields = Readonly<Record<string, unknown>>;

/** Creates a world whose clock is moved by hand, with a copy of everything that it stored and all its events. */
function createWorld(pace: Pace, openingCents = 100_000, options: Partial<WorldOptions> = {}) {
  const changes: Change[] = [];
  const events: WorldEvent[] = [];
  const storage = { ...memoryStorage, append: (change: Change) => void changes.push(structuredClone(change)) };
  const world = new World({
    now: () => start,
    pace,
    storage,
    held: {},
    openingCents,
    files,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  let payloads = 0;
  const order = (jobs: readonly Fields[], orderOptions: OrderOptions = { asGroup: false }): Placement => {
    payloads += 1;
    const placement = world.place({
      jobs: readJobs({ jobs }, { kind: 'order', files }),
      options: orderOptions,
      payload: String(payloads),
    });
    world.runDue();
    return placement;
  };
  const placeAs = (fields: Fields, ...texts: readonly string[]): Placement =>
    order(texts.map((body_src) => ({ body_src, lc_src: 'en', lc_tgt: 'fr', tier: 'standard', ...fields })));
  const place = (...texts: readonly string[]): Placement => placeAs({}, ...texts);
  const only = (): SandboxJob => {
    const [job, ...more] = world.visibleJobs();
    assert.ok(job !== undefined && more.length === 0);
    return job;
  };
  const act = (job: SandboxJob, event: Parameters<World['act']>[1]): SandboxJob => {
    const result = world.act(job, event);
    assert.ok('job' in result);
    return result.job;
  };
  return { world, order, place, placeAs, only, act, changes, events };
}

describe('sandbox/world', () => {
  it('translates a job immediately at the instant pace', () => {
    const { place, only } = createWorld('instant');
    place('Hello');
    assert.equal(only().status, 'reviewable');
    assert.match(only().bodyTgt ?? '', /sim/u);
  });

  it('runs all steps of a long clock jump, each at its own time', () => {
    const { world, place, only } = createWorld('fast');
    place('Hello');
    assert.equal(world.visibleJobs().length, 0);
    world.advanceClock(500 * hour);
    assert.equal(only().status, 'approved');
    assert.equal(only().createdAt, start + 1000);
    assert.equal(only().revisions[0]?.at, start + 3000);
    assert.equal(only().since, start + 3000 + 120 * hour);
  });

  it('hides queued jobs from callers', () => {
    const { world, place } = createWorld('fast');
    const placement = place('Hello');
    assert.ok(placement.kind === 'placed' && placement.order);
    assert.equal(world.job(String(placement.order.firstJob)), undefined);
    assert.deepEqual(
      world.jobsOf(placement.order).map(({ status }) => status),
      ['queued'],
    );
  });

  it('charges an order and refunds canceled jobs', () => {
    const { world, place, only } = createWorld('manual');
    place('one two three four');
    assert.equal(world.account.balanceCents, 100_000 - 20);
    assert.ok('job' in world.act(only(), { kind: 'cancel' }));
    assert.deepEqual([world.account.balanceCents, world.account.spentCents], [100_000, 0]);
  });

  it('refunds a rejected job only when it is canceled', () => {
    for (const followUp of ['requeue', 'cancel'] as const) {
      const { world, place, only } = createWorld('manual');
      place('one two');
      for (const event of [
        { kind: 'start' },
        { kind: 'submit', text: 'x' },
        { kind: 'reject', rejection: { reason: 'other', comment: 'no', followUp } },
      ] as const) {
        assert.ok('job' in world.act(only(), event));
      }
      world.runDue();
      assert.equal(only().status, followUp === 'cancel' ? 'canceled' : 'available');
      assert.equal(world.account.spentCents, followUp === 'cancel' ? 0 : 10);
    }
  });

  it('places nothing of an order that exceeds the balance', () => {
    const { world, place } = createWorld('manual', 14);
    assert.deepEqual(place('one', 'two', 'three'), { kind: 'too-expensive', cents: 15 });
    assert.equal(world.jobCount, 0);
    assert.equal(place('one', 'two').kind, 'placed');
  });

  it('refuses the same payload again within five minutes', () => {
    const { world } = createWorld('manual');
    const order = () =>
      world.place({
        jobs: readJobs({ jobs: [{ body_src: 'x', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' }] }),
        options: { asGroup: false },
        payload: 'same',
      }).kind;
    assert.deepEqual([order(), order()], ['placed', 'repeated']);
    world.advanceClock(299_000);
    assert.equal(order(), 'repeated');
    world.advanceClock(2000);
    assert.equal(order(), 'placed');
  });

  it('answers with the identical approved job free of charge, unless forced', () => {
    const { world, placeAs, place, only } = createWorld('instant');
    placeAs({ auto_approve: 1, custom_data: 'first' }, 'Hello');
    const first = only();
    assert.equal(first.status, 'approved');
    const spent = world.account.spentCents;
    const again = place('Hello');
    assert.ok(again.kind === 'placed');
    assert.deepEqual(
      [again.order.jobCount, again.order.cents, world.order(String(again.order.id))],
      [0, 0, again.order],
    );
    assert.deepEqual(world.jobsOf(again.order), []);
    assert.deepEqual([...again.known], [['0', [first]]]);
    const mixed = place('Hello', 'Goodbye');
    assert.ok(mixed.kind === 'placed' && mixed.order.jobCount === 1 && mixed.known.size === 1);
    assert.equal(world.account.spentCents, spent + 5);
    const forced = placeAs({ force: 1 }, 'Hello');
    assert.ok(forced.kind === 'placed' && forced.order.jobCount === 1);
    const otherTier = placeAs({ tier: 'pro' }, 'Hello');
    assert.ok(otherTier.kind === 'placed' && otherTier.order.jobCount === 1);
  });

  it('translates identical jobs of one order separately, as well as jobs identical to unapproved ones', () => {
    const { world, place } = createWorld('instant');
    place('Hello', 'Hello');
    place('Hello');
    assert.equal(world.visibleJobs().filter(({ status }) => status === 'reviewable').length, 3);
  });

  it('continues after a restart with its stored records', () => {
    const { world, place, changes } = createWorld('fast');
    place('Hello', 'Goodbye');
    world.advanceClock(1500);
    world.commit();
    const again = new World({
      now: () => start,
      pace: 'fast',
      storage: memoryStorage,
      held: mergedChanges(changes),
      openingCents: 5,
    });
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
    assert.deepEqual(
      only().thread.map(({ author }) => author),
      ['customer', 'translator'],
    );
    world.advanceClock(10_000);
    assert.equal(only().thread.length, 2);
  });

  it('charges less for an exact match with a translation memory, and translates it again', () => {
    const { world, placeAs, place } = createWorld('instant', 100_000, { translationMemory: true });
    placeAs({ auto_approve: 1 }, 'one two three four');
    assert.equal(world.account.spentCents, 20);
    const request = readJobs({
      jobs: [{ body_src: 'one two three four', lc_src: 'en', lc_tgt: 'fr', tier: 'standard' }],
    }).get('0')!;
    assert.equal(world.priceOf(request), 5);
    assert.equal(world.priceOf({ ...request, force: true }), 20);
    const again = place('one two three four');
    assert.ok(again.kind === 'placed' && again.known.size === 0 && again.order?.cents === 5);
    assert.equal(world.account.spentCents, 25);
    assert.equal(world.visibleJobs().at(-1)?.cents, 5);
  });

  it('quotes 0 for a known job, unless it is forced', () => {
    const { world, placeAs } = createWorld('instant');
    const request = readJobs({ jobs: [{ body_src: 'one two', lc_src: 'en', lc_tgt: 'fr', tier: 'standard' }] }).get(
      '0',
    )!;
    assert.equal(world.priceOf(request), 10);
    placeAs({ auto_approve: 1 }, 'one two');
    assert.equal(world.priceOf(request), 0);
    assert.equal(world.priceOf({ ...request, force: true }), 10);
  });

  it('starts the jobs of a group together, and no others', () => {
    const { world, order, act } = createWorld('manual');
    const text = (body_src: string, more: Fields = {}): Fields => ({
      body_src,
      lc_src: 'en',
      lc_tgt: 'fr',
      tier: 'standard',
      ...more,
    });
    order([text('one', { position: 2 }), text('two', { position: 1 })], { asGroup: true });
    order([text('three', { position: 7 })]);
    const [one, two, three] = world.visibleJobs();
    assert.deepEqual(
      [one, two, three].map((job) => job?.position),
      [2, 1, 1],
    );
    const started = act(one!, { kind: 'start' });
    const jobs = world.visibleJobs();
    assert.deepEqual(
      jobs.map(({ status }) => status),
      ['pending', 'pending', 'available'],
    );
    assert.equal(jobs[1]!.translator, started.translator);
    act(jobs[1]!, { kind: 'submit', text: 'x' });
    act(world.visibleJobs()[1]!, {
      kind: 'reject',
      rejection: { reason: 'other', comment: 'no', followUp: 'requeue' },
    });
    world.runDue();
    const requeued = act(world.visibleJobs()[1]!, { kind: 'start' });
    assert.notEqual(requeued.translator, started.translator);
  });

  it('groups single jobs that ask for it by languages and tier', () => {
    const { world, order, act } = createWorld('manual');
    const jobs = [
      ['a', 'fr', 1],
      ['b', 'fr', 1],
      ['c', 'de', 1],
      ['d', 'fr', 0],
    ] as const;
    order(jobs.map(([body_src, lc_tgt, as_group]) => ({ body_src, lc_src: 'en', lc_tgt, tier: 'standard', as_group })));
    act(world.visibleJobs()[0]!, { kind: 'start' });
    assert.deepEqual(
      world.visibleJobs().map(({ status }) => status),
      ['pending', 'pending', 'available', 'available'],
    );
  });

  it('starts no group with a job that is not grouped', () => {
    const { world, order, act } = createWorld('manual');
    const job = { lc_src: 'en', lc_tgt: 'fr', tier: 'standard' };
    order([
      { ...job, body_src: 'a', as_group: 1 },
      { ...job, body_src: 'b', as_group: 1 },
      { ...job, body_src: 'c', as_group: 0 },
    ]);
    act(world.visibleJobs()[2]!, { kind: 'start' });
    assert.deepEqual(
      world.visibleJobs().map(({ status }) => status),
      ['available', 'available', 'pending'],
    );
  });

  it('lets support cancel a job in translation, with a refund', () => {
    const { world, place, only, act } = createWorld('manual');
    place('one two');
    act(only(), { kind: 'start' });
    act(only(), { kind: 'hold' });
    act(only(), { kind: 'withdraw' });
    assert.equal(only().status, 'canceled');
    assert.equal(world.account.spentCents, 0);
  });

  it('accepts a quoted file once, at the price of its quote', () => {
    const { world, order, only } = createWorld('instant');
    const job = { type: 'file', identifier: quoted.identifier };
    assert.deepEqual(order([job, { ...job, slug: 'again' }]), { kind: 'quote-used', keys: ['1'] });
    assert.equal(order([job]).kind, 'placed');
    assert.deepEqual(
      [world.account.spentCents, only().file, only().bodySrc, only().bodyTgt, only().revisions.length],
      [2000, { identifier: quoted.identifier, filename: 'guide.md' }, '', '', 1],
    );
    assert.deepEqual(order([{ ...job, force: 1 }]), { kind: 'quote-used', keys: ['0'] });
    assert.ok('job' in world.act(only(), { kind: 'approve' }));
    const known = order([job]);
    assert.ok(known.kind === 'placed' && known.order.jobCount === 0 && known.known.get('0')?.[0]?.id === only().id);
  });

  it('marks a file as ordered when an order for it is placed, not when one is refused', () => {
    const noted: string[] = [];
    const noting = { ...files, noteOrdered: (identifier: string) => void noted.push(identifier) };
    const job = { type: 'file', identifier: quoted.identifier };
    assert.equal(createWorld('manual', 1999, { files: noting }).order([job]).kind, 'too-expensive');
    assert.deepEqual(noted, []);
    const { order, only, act, changes, world } = createWorld('manual', 2000, { files: noting });
    assert.equal(order([job]).kind, 'placed');
    act(only(), { kind: 'start' });
    assert.deepEqual(noted, [quoted.identifier]);
    world.commit();
    new World({
      now: () => start,
      pace: 'manual',
      storage: memoryStorage,
      held: mergedChanges(changes),
      openingCents: 5,
      files: noting,
    });
    assert.deepEqual(noted, [quoted.identifier, quoted.identifier]);
  });

  it('remembers ordered files after a restart', () => {
    const { world, order, changes } = createWorld('manual');
    order([{ type: 'file', identifier: quoted.identifier }]);
    world.commit();
    const again = new World({
      now: () => start,
      pace: 'manual',
      storage: memoryStorage,
      held: mergedChanges(changes),
      openingCents: 5,
      files,
    });
    const jobs = readJobs({ jobs: [{ type: 'file', identifier: quoted.identifier }] }, { kind: 'order', files });
    assert.equal(again.place({ jobs, options: { asGroup: false }, payload: 'x' }).kind, 'quote-used');
  });

  it('stores comments on an order', () => {
    const { world, order, changes } = createWorld('manual');
    const options: OrderOptions = { asGroup: false, comment: 'First', purpose: 'Business', referenceId: 7 };
    const placement = order([{ body_src: 'x', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' }], options);
    assert.ok(placement.kind === 'placed' && placement.order);
    world.commentOnOrder(placement.order, { author: 'customer', body: 'Second' });
    world.advanceClock(1000);
    world.commentOnOrder(world.order(String(placement.order.id))!, { author: 'customer', body: 'Third' });
    world.commit();
    const again = new World({
      now: () => start,
      pace: 'manual',
      storage: memoryStorage,
      held: mergedChanges(changes),
      openingCents: 5,
    });
    const kept = again.order(String(placement.order.id))!;
    assert.deepEqual(
      kept.comments?.map(({ body, at }) => [body, at]),
      [
        ['Second', start],
        ['Third', start + 1000],
      ],
    );
    assert.deepEqual([kept.comment, kept.purpose, kept.referenceId], ['First', 'Business', 7]);
  });

  it('does not count an order again when it gets a comment', () => {
    const { world } = createWorld('manual');
    const place = (): Placement =>
      world.place({
        jobs: readJobs({ jobs: [{ body_src: 'x', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' }] }),
        options: { asGroup: false },
        payload: 'same',
      });
    const first = place();
    assert.ok(first.kind === 'placed' && first.order);
    world.advanceClock(301_000);
    assert.equal(place().kind, 'placed');
    world.commentOnOrder(first.order, { author: 'customer', body: 'Hello?' });
    assert.equal(place().kind, 'repeated');
  });

  it("emits events when they are stored, with each job's state at that time", () => {
    const { world, place, only, act, events } = createWorld('fast');
    place('Hello');
    world.advanceClock(3000);
    assert.equal(events.length, 0);
    world.commit();
    const takeEvents = (): readonly string[] =>
      events.splice(0).map((event) => (event.kind === 'job' ? event.job.status : `comment: ${event.comment.body}`));
    assert.deepEqual(takeEvents(), ['available', 'pending', 'reviewable']);
    act(only(), { kind: 'comment', author: 'customer', body: 'Who?' });
    act(only(), { kind: 'comment', author: 'translator', body: 'Me.' });
    act(only(), { kind: 'revise', comment: 'Again.' });
    world.advanceClock(1000);
    world.commit();
    assert.deepEqual(
      takeEvents().filter((event) => !event.startsWith('comment: Thank')),
      ['comment: Me.', 'revising', 'reviewable'],
    );
    act(only(), { kind: 'reject', rejection: { reason: 'other', comment: 'No.', followUp: 'cancel' } });
    world.advanceClock(1000);
    world.commit();
    assert.deepEqual(
      takeEvents().filter((event) => !event.startsWith('comment')),
      ['rejected', 'canceled'],
    );
    world.commit();
    assert.deepEqual(takeEvents(), []);
  });

  it('returns when the next step is due', () => {
    const { world, place } = createWorld('fast');
    assert.equal(world.nextDue, undefined);
    place('Hello');
    assert.equal(world.nextDue, start + 1000);
  });

  it('lists jobs from a given time, and newest first', () => {
    const { world, place } = createWorld('manual');
    for (const text of ['one', 'two', 'three']) {
      place(text);
      world.advanceClock(1000);
    }
    assert.deepEqual(
      world.visibleJobs(start + 1000).map(({ bodySrc }) => bodySrc),
      ['two', 'three'],
    );
    assert.deepEqual(
      world.visibleJobs(start + 1001).map(({ bodySrc }) => bodySrc),
      ['three'],
    );
    assert.deepEqual(world.visibleJobs(start + 9000), []);
    assert.deepEqual(
      [...world.newestJobs()].map(({ bodySrc }) => bodySrc),
      ['three', 'two', 'one'],
    );
  });

  it('places and moves ten thousand jobs', () => {
    const { world, place } = createWorld('instant', 10_000_000);
    const placement = place(...Array.from({ length: 10_000 }, (_, index) => `Message number ${index}`));
    assert.ok(placement.kind === 'placed' && placement.order);
    assert.equal(world.jobsOf(placement.order).filter(({ status }) => status === 'reviewable').length, 10_000);
  });
});

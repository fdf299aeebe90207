import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SandboxJob } from '../../../../src/sandbox/records/job.ts';
import type { JobEvent } from '../../../../src/sandbox/world/jobMachine.ts';
import { paces, type Pace } from '../../../../src/sandbox/world/pace.ts';
import { memoryStorage } from '../../../../src/sandbox/storage/storage.ts';
import type { Change } from '../../../../src/sandbox/records/change.ts';
import { readJobs } from '../../../../src/sandbox/routes/validate.ts';
import { World } from '../../../../src/sandbox/world/world.ts';
import { mergedChanges } from './mergedChanges.ts';

const openingCents = 5000;
const start = 1_700_000_000_000;

/** A random step: an order of some of five texts, an action on one of the jobs, or time that passes. */
type Step =
  | {
      readonly kind: 'place';
      readonly texts: readonly number[];
      readonly flags: Readonly<Record<'force' | 'auto_approve' | 'as_group', 0 | 1>>;
    }
  | { readonly kind: 'act'; readonly job: number; readonly event: JobEvent }
  | { readonly kind: 'wait'; readonly hours: number };

const flag = fc.constantFrom(0 as const, 1 as const);
const events: readonly JobEvent[] = [
  { kind: 'start' },
  { kind: 'submit', text: 'a' },
  { kind: 'submit', text: 'b' },
  { kind: 'approve' },
  { kind: 'revise', comment: 'Again.' },
  { kind: 'reject', rejection: { reason: 'other', comment: 'No.', followUp: 'requeue' } },
  { kind: 'reject', rejection: { reason: 'other', comment: 'No.', followUp: 'cancel' } },
  { kind: 'archive' },
  { kind: 'cancel' },
  { kind: 'hold' },
  { kind: 'release' },
  { kind: 'withdraw' },
  { kind: 'comment', author: 'customer', body: 'Hello?' },
];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      texts: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
      flags: fc.record({ force: flag, auto_approve: flag, as_group: flag }),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('act' as const), job: fc.nat(3), event: fc.constantFrom(...events) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(0.001, 1, 25, 121) }),
  },
);

interface Run {
  readonly world: World;
  readonly changes: readonly Change[];
}

function runSteps(
  pace: Pace,
  translationMemory: boolean,
  steps: readonly Step[],
  afterEach: (world: World) => void,
): Run {
  const changes: Change[] = [];
  const storage = { ...memoryStorage, append: (change: Change) => void changes.push(structuredClone(change)) };
  const world = new World({ now: () => start, pace, storage, held: {}, openingCents, translationMemory });
  for (const [index, one] of steps.entries()) {
    world.runDue();
    if (one.kind === 'wait') world.advanceClock(one.hours * 3_600_000);
    else if (one.kind === 'place') {
      const jobs = one.texts.map((text) => ({
        body_src: `text ${'word '.repeat(text)}`,
        lc_src: 'en',
        lc_tgt: 'fr',
        tier: 'standard',
        ...one.flags,
      }));
      world.place({ jobs: readJobs({ jobs }), options: { asGroup: false }, payload: String(index) });
    } else {
      const job = world.visibleJobs()[one.job];
      if (job) world.act(job, one.event);
    }
    world.commit();
    afterEach(world);
  }
  return { world, changes };
}

function everyJob(world: World): readonly SandboxJob[] {
  return Array.from({ length: world.orderCount }, (_, index) => world.order(String(500_001 + index))!).flatMap(
    (order) => world.jobsOf(order),
  );
}

const runArguments = [
  fc.constantFrom(...paces),
  fc.boolean(),
  fc.array(step, { maxLength: 100, size: 'max' }),
] as const;

describe('sandbox/world with random steps', () => {
  it('has charged all jobs that are not canceled, and never more than the balance', () => {
    fc.assert(
      fc.property(...runArguments, (pace, translationMemory, steps) => {
        runSteps(pace, translationMemory, steps, (world) => {
          const charged = everyJob(world)
            .filter(({ status }) => status !== 'canceled')
            .reduce((total, { cents }) => total + cents, 0);
          assert.deepEqual([world.account.spentCents, world.account.balanceCents], [charged, openingCents - charged]);
          assert.ok(world.account.balanceCents >= 0);
        });
      }),
    );
  });

  it('keeps every job within its limits', () => {
    fc.assert(
      fc.property(...runArguments, (pace, translationMemory, steps) => {
        runSteps(pace, translationMemory, steps, (world) => {
          for (const job of everyJob(world)) {
            assert.ok(job.revisionRequests <= 3);
            assert.equal(job.createdAt === undefined, job.status === 'queued');
            if (['reviewable', 'approved', 'archived', 'revising'].includes(job.status))
              assert.ok(job.bodyTgt !== undefined && job.revisions.at(-1)?.text === job.bodyTgt);
            if (['reviewable', 'revising', 'pending'].includes(job.status)) assert.notEqual(job.translator, undefined);
            assert.equal(new Set(job.revisions.map(({ id }) => id)).size, job.revisions.length);
          }
        });
      }),
    );
  });

  it('has the same state after a restart with its stored records', () => {
    fc.assert(
      fc.property(...runArguments, (pace, translationMemory, steps) => {
        const { world, changes } = runSteps(pace, translationMemory, steps, () => undefined);
        const again = new World({
          now: () => start,
          pace,
          storage: memoryStorage,
          held: mergedChanges(changes),
          openingCents,
          translationMemory,
        });
        for (const one of [world, again]) one.advanceClock(200 * 3_600_000);
        assert.deepEqual(everyJob(again), everyJob(world));
        assert.deepEqual(again.account, world.account);
        assert.deepEqual(
          again.visibleJobs().map(({ id }) => id),
          world.visibleJobs().map(({ id }) => id),
        );
      }),
    );
  });
});

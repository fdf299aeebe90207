import assert from 'node:assert/strict';
import path from 'node:path';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import type { Job } from '../../../src/service/interface/records.ts';
import { runInSteps } from '../../unit/base/fileSteps.ts';
import { asUser, isPrivileged, leftoversIn, planDeliverable, sharedFolder } from './obstacleCase.ts';
import { obstacles, type Obstacle, type Place } from './obstacles.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place } from './orderWindow.ts';
import { finishAll } from './repositoryWindows.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';

/** A word that ordinary texts of a language could have. */
const wordOf: Readonly<Record<string, string>> = {
  ja: 'おはよう',
  ru: 'привет',
  pl: 'zażółć',
  tr: 'ışık',
  de: 'Grüße',
  fr: 'déjà',
  ar: 'سلام',
  he: 'שלום',
  'zh-TW': '繁體',
};

/** The outcome of an order: the jobs that were placed, and those of them that were not delivered. */
interface Outcome {
  readonly refused: number;
  readonly reasons: readonly string[];
  readonly placed: number;
  readonly held: readonly string[];
}

/** Orders what can be ordered, has it translated and approved, and delivers it. */
async function order(setup: OrderSetup, obstacle: Obstacle): Promise<Outcome> {
  const { file, locale, isDocument = false, failing } = obstacle;
  const { root } = setup.windowOptions;
  const window = await setup.openWindow();
  const plan: Plan = await planDeliverable({ ...window, root }, { file, locale, isDocument });
  const reasons = plan.skipped.map(({ reason }) => reason);
  const refused = plan.skipped.length;
  if (plan.jobs.length === 0) return { refused, reasons, placed: 0, held: [] };
  const { stopped, placedJobs } = await place(
    window,
    await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false }),
  );
  assert.equal(stopped, undefined);
  await finishAll(setup, ({ sourceText }: Job) =>
    isDocument
      ? undefined
      : `${sourceText.trimEnd()} ${wordOf[locale] ?? ''}${sourceText.slice(sourceText.trimEnd().length)}`,
  );
  await obstacle.meanwhile?.(placeOf(setup));
  await runInSteps(() => window.jobs.fetchAndDeliver(), {
    before: (_, name, args) =>
      failing?.step === name && args.slice(0, 2).some((arg) => String(arg).includes('.human-translation-'))
        ? Promise.reject(Object.assign(new Error(failing.code), { code: failing.code }))
        : Promise.resolve(),
  });
  const states = window.jobs.all.map(({ delivery }) => (delivery.kind === 'held' ? delivery.reason : delivery.kind));
  return { refused, reasons, placed: placedJobs, held: states.filter((state) => state !== 'delivered') };
}

function placeOf({ windowOptions: { root }, journalFile }: OrderSetup): Place {
  return { root, journalFile, at: (name) => path.join(root, name) };
}

describe('contract: obstacles to a delivery', function () {
  this.timeout(60_000);
  const counts = new Map<string, { refused: number; delivered: number; paidAndHeld: number }>();

  after(() => {
    const rows = [...counts].map(
      ([kind, { refused, delivered, paidAndHeld }]) =>
        `    ${kind}: ${refused} refused, ${delivered} delivered, ${paidAndHeld} paid and held`,
    );
    const total = [...counts.values()].reduce((sum, { refused, delivered }) => sum + refused + delivered, 0);
    console.log(`    ${total} obstacles of ${counts.size} kinds:\n${rows.join('\n')}`);
  });

  for (const obstacle of obstacles)
    it(`${obstacle.kind}, ${obstacle.name}: ${obstacle.expected}`, async function () {
      const { kind, files, asUser: others, arrange, expected } = obstacle;
      if (others !== undefined && process.getuid?.() !== 0) this.skip();
      await using setup = await createOrderSetup('manual', {}, others === undefined ? {} : { parent: sharedFolder });
      for (const [name, content] of Object.entries(files)) await setup.write(name, content);
      const { root } = setup.windowOptions;
      if (obstacle.asRoot === true && !(await isPrivileged(root))) this.skip();
      const clear = await arrange?.(placeOf(setup));
      try {
        const run = (): Promise<Outcome> => order(setup, obstacle);
        const { refused, reasons, placed, held } =
          others === undefined
            ? await run()
            : await asUser(
                path.dirname(root),
                others.map((name) => path.join(root, name)),
                run,
              );
        const count = counts.get(kind) ?? { refused: 0, delivered: 0, paidAndHeld: 0 };
        counts.set(kind, count);
        if (placed > 0) count.delivered += 1;
        else count.refused += 1;
        if (held.length > 0) count.paidAndHeld += 1;
        assert.deepEqual(held, [], 'Nothing may be paid and held.');
        assert.deepEqual(
          [placed > 0, refused > 0],
          [expected !== 'refused', expected !== 'delivered'],
          reasons.join(', '),
        );
        assert.deepEqual(await leftoversIn(root), []);
      } finally {
        await clear?.();
      }
    });

  it('has at least sixty of at least ten kinds', () => {
    assert.ok(obstacles.length >= 60, String(obstacles.length));
    assert.ok(new Set(obstacles.map(({ kind }) => kind)).size >= 10);
  });
});

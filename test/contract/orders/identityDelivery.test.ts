import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { acceptOffer, findFolderOffers, type FolderOffer } from '../../../src/orders/jobs/track/closedFolders.ts';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { findOnOrder } from '../../../src/orders/spend/place/findOnOrder.ts';
import { planDocuments } from '../../../src/orders/units/plan/planDocuments.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { planFile, type OrderWindow } from './orderWindow.ts';
import {
  all,
  cloneOf,
  finishAll,
  idOf,
  keysOf,
  openRepository,
  order,
  orderPlan,
  windowOn,
  type Repository,
} from './repositoryWindows.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';

const openFolder = (root: string): { readonly id: string; readonly root: string } => ({ id: idOf(root), root });

/** A window with several folders open; the first is the one that is ordered from. */
const windowOnAll = (setup: Repository, ...roots: readonly string[]): Promise<OrderWindow> =>
  setup.openWindow({ projects: roots.map(openFolder) });

/** The journal of another machine. */
const otherMachine = (setup: Repository): { readonly journalFile: string } => ({
  journalFile: path.join(setup.base, 'machine/journals/journal.jsonl'),
});

const offersOf = ({ context }: OrderWindow): Promise<readonly FolderOffer[]> =>
  findFolderOffers(context, [...context.ledger.jobs.values()]);

const readIn = (root: string, file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

async function planGuide({ context, jobs, project }: OrderWindow): Promise<Plan> {
  const opened = await openDocument(project, await locateDocument(project, 'guide.md', [], 'en'), []);
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  const history = await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
  return planDocuments({ documents: [opened as SourceDocument], refused: [], targets: ['ja'], history, languages });
}

describe('contract: where a translation is delivered', function () {
  this.timeout(30_000);

  it('is the folder that ordered it, even if another one of its repository is open, too', async () => {
    await using setup = await openRepository();
    const clone = await cloneOf(setup, 'clone');
    const both = await windowOnAll(setup, setup.root, clone);
    await order(both, 'skip');
    await finishAll(setup);
    await both.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [all, []]);
    assert.deepEqual(await offersOf(both), []);
  });

  it('is each folder that wanted it, when both are open in the same window', async () => {
    await using setup = await openRepository();
    const clone = await cloneOf(setup, 'clone');
    await order(await windowOnAll(setup, setup.root, clone), 'skip');
    const both = await windowOnAll(setup, clone, setup.root);
    assert.deepEqual((await order(both, 'use')).placed, undefined);
    await finishAll(setup);
    await both.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(clone), (await setup.totals()).jobs], [all, all, 2]);
  });

  it('is the folder that the user selects if two are open and that of the order is closed', async () => {
    await using setup = await openRepository();
    const [first, second] = [await cloneOf(setup, 'first'), await cloneOf(setup, 'second')];
    await order(await windowOn(setup, setup.root), 'use');
    const both = await windowOnAll(setup, first, second);
    await finishAll(setup);
    await both.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(first), await keysOf(second)], [[], []]);
    const offers = await offersOf(both);
    assert.deepEqual(
      offers.map(({ project, orderedFrom, isGone, jobs }) => [project.name, orderedFrom, isGone, jobs.length]),
      ['first', 'second'].map((name) => [name, pathToFileURL(setup.root).href, false, 2]),
    );
    await acceptOffer(both.context, offers[1]!);
    await both.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(first), await keysOf(second)], [[], [], all]);
    assert.deepEqual(await offersOf(both), []);
  });

  it('does not ask about a folder where the translation was already delivered', async () => {
    await using setup = await openRepository();
    const clone = await cloneOf(setup, 'clone');
    await order(await windowOn(setup, setup.root), 'use');
    const second = await windowOn(setup, clone);
    await order(second, 'use');
    await finishAll(setup);
    await second.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [[], all]);
    assert.deepEqual(await offersOf(second), []);
    // They are delivered here, but stay open, because another folder still waits for them.
    assert.deepEqual(
      second.jobs.all.map(({ delivery }) => delivery.kind),
      ['delivered', 'delivered'],
    );
    assert.equal(second.jobs.hasOpenJobs, true);
    await (await windowOn(setup, setup.root)).jobs.fetchAndDeliver();
    assert.deepEqual(await keysOf(setup.root), all);
    await second.jobs.fetchAndDeliver();
    assert.equal(second.jobs.hasOpenJobs, false);
  });

  it('is the folder whose delivery is undone, even if another folder had a later delivery', async () => {
    await using setup = await openRepository({ 'locales/en.json': { bye: 'Goodbye' }, 'locales/ja.json': {} });
    const clone = await cloneOf(setup, 'clone');
    const first = await windowOn(setup, setup.root);
    await order(first, 'use');
    const second = await windowOn(setup, clone);
    await order(second, 'use');
    await finishAll(setup);
    for (const { jobs } of [second, first, second]) await jobs.fetchAndDeliver();
    const [job] = second.jobs.all;
    for (const jobId of [undefined, job!.id]) {
      assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [['bye'], ['bye']]);
      await undoDelivery(second.context, lastDelivery(second.context, jobId)!);
      assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [['bye'], []]);
      await second.jobs.deliver(job!.id);
    }
  });

  for (const [where, more] of [
    ['a clone in another folder', () => ({})],
    ['another machine', otherMachine],
  ] as const) {
    it(`is known for a document from ${where}, too`, async () => {
      const guide = '# Guide\n\nRead this *first*.\n';
      await using setup = await openRepository({ 'guide.md': guide });
      const clone = await cloneOf(setup, 'machine/shop');
      const first = await windowOn(setup, setup.root);
      assert.equal((await orderPlan(first, 'use', () => planGuide(first))).placed?.placedJobs, 1);
      const second = await windowOn(setup, clone, more(setup));
      const { found, certain, placed } = await orderPlan(second, 'use', () => planGuide(second));
      assert.deepEqual([found, certain, placed], [1, 1, undefined]);
      await finishAll(setup);
      for (const window of [first, second]) await window.jobs.fetchAndDeliver();
      const [written, used] = await Promise.all([readIn(setup.root, 'guide.ja.md'), readIn(clone, 'guide.ja.md')]);
      assert.notEqual(written, guide);
      assert.deepEqual([used, (await setup.totals()).jobs], [written, 1]);
    });

    it(`is the same form of a plural and the same branch of a message from ${where}`, async () => {
      const message = '{count, plural, one {# tin} other {# tins}}';
      await using setup = await openRepository({
        'locales/en.json': { item_one: '{{count}} item', item_other: '{{count}} items', tins: message },
        'locales/pl.json': {},
      });
      const clone = await cloneOf(setup, 'machine/shop');
      const first = await windowOn(setup, setup.root);
      await order(first, 'use', undefined, 'pl');
      const second = await windowOn(setup, clone, more(setup));
      const { found, placed } = await order(second, 'use', undefined, 'pl');
      assert.deepEqual([found, placed, (await setup.totals()).jobs], [8, undefined, 8]);
      // Each job gets a different translation, so that a mix-up is detected.
      await finishAll(setup, ({ id, sourceText }) => sourceText.replace(/tins?|items?/u, `x${id}`));
      for (const window of [first, second]) await window.jobs.fetchAndDeliver();
      const [written, used] = await Promise.all([
        readIn(setup.root, 'locales/pl.json'),
        readIn(clone, 'locales/pl.json'),
      ]);
      assert.equal(used, written);
      assert.equal(new Set(written.match(/x\d+/gu)).size, 8);
    });
  }

  for (const [where, more] of [
    ['a clone in another folder', () => ({})],
    ['another machine', otherMachine],
  ] as const) {
    it(`is never that of another form of a plural from ${where}`, async () => {
      const translated = { item_one: 'a', item_other: 'c' };
      await using setup = await openRepository({
        'locales/en.json': { item_one: '{{count}} item', item_other: '{{count}} items' },
        'locales/pl.json': { ...translated, item_many: 'b' },
      });
      const clone = await cloneOf(setup, 'machine/shop');
      await order(await windowOn(setup, setup.root), 'use', undefined, 'pl');
      // Here another form is missing, whose source is the same text.
      await writeFile(path.join(clone, 'locales/pl.json'), JSON.stringify({ ...translated, item_few: 'b' }));
      assert.deepEqual(await titlesOnOrder(await windowOn(setup, clone, more(setup))), {
        planned: ['item#many'],
        onOrder: [],
      });
      assert.equal((await setup.totals()).jobs, 1);
    });

    it(`is never that of another branch of a message from ${where}`, async () => {
      await using setup = await openRepository({
        'locales/en.json': { tins: '{count, plural, one {# tin} other {# tins}}' },
        'locales/pl.json': {},
      });
      const clone = await cloneOf(setup, 'machine/shop');
      const first = await windowOn(setup, setup.root);
      await order(first, 'use', undefined, 'pl');
      await first.jobs.fetchAndDeliver();
      // The source of this branch is that of two others, which stay on order.
      await setup.fixture.client.jobs.cancel(first.jobs.all.find(({ title }) => title === 'tins (many)')!.id);
      const all = ['tins (few)', 'tins (many)', 'tins (one)', 'tins (other)'];
      assert.deepEqual(await titlesOnOrder(await windowOn(setup, clone, more(setup))), {
        planned: all,
        onOrder: all.filter((title) => title !== 'tins (many)'),
      });
    });
  }
});

/** The jobs that an order into Polish would have, and those of them that are on order elsewhere. */
async function titlesOnOrder(
  window: OrderWindow,
): Promise<{ readonly planned: readonly string[]; readonly onOrder: readonly string[] }> {
  await window.jobs.findElsewhere();
  await window.jobs.fetchAndDeliver();
  const plan = await planFile(window, 'locales/en.json', ['pl']);
  const matches = await findOnOrder(window.context, plan, (id) => window.jobs.statusOf(id));
  return {
    planned: plan.jobs.map(({ title }) => title).toSorted(),
    onOrder: matches.map(({ job }) => job.title).toSorted(),
  };
}

import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EntryOf } from '../../../src/orders/journal/journalEntry.ts';
import { findOnOrder, adoptOrders } from '../../../src/orders/spend/place/findOnOrder.ts';
import type { PlaceControl, PlaceResult } from '../../../src/orders/spend/place/placeOrder.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { generatedFiles, generatedLocales, manyFiles } from '../../builders/manyFiles.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { approveAll, orderEachAlone } from './orderEachAlone.ts';
import { place, planFiles, type OrderWindow, type ProjectFile } from './orderWindow.ts';
import { plannedJobId } from '../../../src/orders/model/plan/plan.ts';
import { withoutJobs, type Quote } from '../../../src/orders/model/order/quote.ts';

const folders = ['web', 'mobile'] as const;
const locales = generatedLocales;
const all: readonly ProjectFile[] = generatedFiles.map(({ folder, source }) => ({ project: folder, file: source }));

/** Opens a window on the two folders of the generated workspace. */
async function openBoth(setup: OrderSetup): Promise<OrderWindow> {
  const projects = folders.map((id) => ({ id, root: path.join(setup.windowOptions.root, id) }));
  return setup.openWindow({ projects });
}

async function quoteFiles(window: OrderWindow, files: readonly ProjectFile[] = all): Promise<Quote> {
  const plan = await planFiles(window, files, locales);
  return quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false });
}

async function intents(setup: OrderSetup): Promise<readonly EntryOf<'intent'>[]> {
  return (await setup.journal()).filter((entry) => entry.type === 'intent');
}

/** Returns the units of a result's unsent jobs. */
function unsent({ notSentJobs = [] }: PlaceResult): readonly string[] {
  return notSentJobs.flatMap(({ units }) => units.map(({ project, file, locale }) => `${project} ${file} ${locale}`));
}

/** Every unit that is missing, without the German titles, which exist. */
const unitCount = 40 * 4 * 2 - 40;

describe('contract: one order for many files', function () {
  this.timeout(180_000);

  it('has calls of one folder and one locale, in the order of the files, and orders shared texts once', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    // The files of a layout share a text: in each folder, twenty strings are three jobs for each locale.
    const jobCount = unitCount - 2 * 2 * (20 - 3);
    assert.equal(quote.plan.jobs.length, jobCount);
    const { placedJobs, notSent, stopped } = await place(window, quote);
    assert.deepEqual([placedJobs, notSent, stopped], [jobCount, 0, undefined]);
    const placed = await intents(setup);
    assert.deepEqual(
      placed.map(({ project, jobs }) => [project, [...new Set(jobs.map(({ targetLocale }) => targetLocale))]]),
      [
        ['web', ['de']],
        ['web', ['ja']],
        ['web', ['ja']],
        ['mobile', ['de']],
        ['mobile', ['ja']],
        ['mobile', ['ja']],
      ],
    );
    for (const { project, folder, jobs } of placed) {
      assert.ok(jobs.every(({ units }) => units.every((unit) => unit.project === project)));
      assert.equal(path.basename(folder?.uri ?? ''), project);
    }
    const [first] = placed;
    const files = first!.jobs.map(({ units: [unit] }) => unit?.file ?? '');
    assert.deepEqual(files, files.toSorted());
    const units = placed.flatMap(({ jobs }) => jobs.flatMap((job) => job.units));
    const names = units.map(({ project, file, key, locale }) => JSON.stringify([project, file, key, locale]));
    assert.deepEqual([names.length, new Set(names).size], [unitCount, unitCount]);
    assert.deepEqual((await setup.totals()).jobs, jobCount);
    // Nothing remains to be ordered.
    assert.deepEqual((await planFiles(window, all, locales)).jobs, []);
  });

  it('delivers to every file the bytes that an order of that file alone delivers', async () => {
    await using together = await createOrderSetup('instant', manyFiles());
    await using alone = await createOrderSetup('instant', manyFiles());
    const window = await openBoth(together);
    assert.equal((await place(window, await quoteFiles(window))).stopped, undefined);
    await approveAll(window);
    await orderEachAlone(alone);
    for (const { folder, source, target } of generatedFiles) {
      for (const name of [source, ...locales.map(target)]) {
        const file = `${folder}/${name}`;
        const [one, other] = await Promise.all([together.readBytes(file), alone.readBytes(file)]);
        assert.deepEqual(one.toString(), other.toString(), file);
        assert.ok(one.equals(other), file);
      }
      assert.equal(await together.read(`${folder}/${source}`), manyFiles()[`${folder}/${source}`]);
      // The translation that existed is still there.
      assert.match(await together.read(`${folder}/${target('de')}`), /Die Seite/u);
    }
  });

  it('stops at a refused call, sends nothing more, and names what was not sent', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    const result = await place(window, quote, failAtCall(setup, 3, '500'));
    assert.deepEqual([result.stopped?.kind, (await setup.totals()).orders], ['unconfirmed', 2]);
    const refused = await placeWithRefusal();
    assert.equal(refused.result.stopped?.kind, 'refused');
    assert.equal(refused.orders, 2);
    assert.ok(unsent(refused.result).some((name) => name.startsWith('web ') && name.endsWith(' ja')));
    assert.ok(unsent(refused.result).some((name) => name.startsWith('mobile ') && name.endsWith(' de')));
    assert.equal(refused.result.placedJobs + refused.result.notSent, quote.plan.jobs.length);
    assert.ok(unsent(result).length > 0);
  });

  it('stops at a call whose answer is lost, which counts as neither placed nor unsent', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    const result = await place(window, quote, failAtCall(setup, 2, 'drop-after'));
    const [, second] = await intents(setup);
    assert.equal(result.stopped?.kind, 'unconfirmed');
    assert.equal(result.placedJobs + result.notSent + second!.jobs.length, quote.plan.jobs.length);
    assert.equal((await setup.totals()).orders, 2);
    // The rest leaves out the unconfirmed strings, too.
    const rest = await quoteFiles(window);
    assert.equal(rest.plan.jobs.length, result.notSent);
    assert.equal((await place(window, rest)).stopped, undefined);
    assert.equal((await setup.totals()).jobs, quote.plan.jobs.length);
  });

  it('stops when a call is charged differently, and the rest can be ordered', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    // The confirmed price of one job of the second call is wrong.
    const wrong = quote.plan.jobs.findIndex(({ targetLocale }) => targetLocale === 'ja');
    const jobs = quote.plan.jobs.map((job, index) =>
      index === wrong ? { ...job, price: { ...job.price, credits: job.price.credits + 1 } } : job,
    );
    const result = await place(window, { ...quote, plan: { ...quote.plan, jobs } });
    assert.equal(result.stopped?.kind, 'price-differs');
    assert.equal((await setup.totals()).orders, 2);
    assert.equal(result.placedJobs + result.notSent, jobs.length);
    const rest = await quoteFiles(window);
    assert.deepEqual(rest.plan.jobs.map(plannedJobId).sort(), (result.notSentJobs ?? []).map(plannedJobId).sort());
    assert.equal((await place(window, rest)).stopped, undefined);
    assert.equal((await setup.totals()).jobs, jobs.length);
  });

  it('stops before the next call when it is canceled', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    const canceled = new AbortController();
    const result = await place(window, quote, {
      signal: canceled.signal,
      onProgress: () => {
        canceled.abort();
      },
    });
    assert.deepEqual([result.stopped?.kind, (await setup.totals()).orders], ['canceled', 1]);
    assert.equal(unsent(result).length > 0, true);
    assert.equal(result.placedJobs + result.notSent, quote.plan.jobs.length);
  });

  it('orders the same text for two folders of one repository, although the first call has ordered it', async () => {
    await using setup = await createOrderSetup('manual', {
      'web/locales/en.json': { save: 'Save' },
      'mobile/locales/en.json': { save: 'Save' },
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': '[remote "origin"]\n\turl = https://github.com/acme/shop.git\n',
    });
    const window = await openBoth(setup);
    const files = folders.map((project) => ({ project, file: 'locales/en.json' }));
    const quote = await quoteFiles(window, files);
    assert.equal(quote.plan.jobs.length, 4);
    const { stopped, placedJobs } = await place(window, quote);
    assert.deepEqual([stopped, placedJobs], [undefined, 4]);
  });

  it('is not ordered twice after the journal was lost, although the service names one of the files of a text', async () => {
    const texts = { save: 'Save all changes' };
    await using setup = await createOrderSetup('manual', {
      'web/one/locales/en.json': { ...texts, one: 'One' },
      'web/two/locales/en.json': texts,
      'mobile/locales/en.json': {},
    });
    const files = ['one', 'two'].map((name) => ({ project: 'web', file: `${name}/locales/en.json` }));
    const first = await openBoth(setup);
    assert.equal((await place(first, await quoteFiles(first, files))).placedJobs, 4);
    await first.jobs.fetchAndDeliver();
    await first.close();
    await rm(path.dirname(setup.journalFile), { recursive: true });

    const later = await openBoth(setup);
    await later.jobs.fetchAndDeliver({ recover: true });
    const quote = await quoteFiles(later, files);
    const titles = quote.plan.jobs.map(({ units }) => units.map(({ file }) => file));
    assert.deepEqual(titles, [['two/locales/en.json'], ['two/locales/en.json']]);
    await assert.rejects(place(later, quote), { reason: 'in-flight' });
    const matches = await findOnOrder(later.context, quote.plan, (id) => later.jobs.statusOf(id));
    const { adopted, refused } = await adoptOrders(later.context, quote.plan, matches);
    assert.deepEqual([adopted.length, refused.length], [2, 0]);
    assert.deepEqual((await planFiles(later, files, locales)).jobs, []);
    assert.equal((await setup.totals()).jobs, 4);
  });

  it('is not placed at all if one of its files has changed', async () => {
    await using setup = await createOrderSetup('manual', manyFiles());
    const window = await openBoth(setup);
    const quote = await quoteFiles(window);
    const { folder, source } = generatedFiles.at(-1)!;
    const file = path.join(setup.windowOptions.root, folder, source);
    await setup.write(`${folder}/${source}`, (await readFile(file, 'utf8')).replace('is done', 'was done'));
    await assert.rejects(place(window, quote), { reason: 'plan-stale' });
    assert.equal((await setup.totals()).orders, 0);
    // Without the jobs of that file, the rest is still right.
    const changed = quote.plan.jobs.filter(({ units }) => units.some((unit) => unit.file === source));
    const rest = withoutJobs(quote, new Set(changed.map(plannedJobId)));
    assert.equal((await place(window, rest)).stopped, undefined);
  });
});

/** Makes call number `call` fail. */
function failAtCall(setup: OrderSetup, call: number, fault: string): Pick<PlaceControl, 'onProgress'> {
  let placed = 0;
  return {
    onProgress: () => {
      placed += 1;
      if (placed === call - 1) void setup.fault(fault);
    },
  };
}

/** Places the order with too little money for its third call. */
async function placeWithRefusal(): Promise<{ readonly result: PlaceResult; readonly orders: number }> {
  await using probe = await createOrderSetup('manual', manyFiles());
  const probed = await openBoth(probe);
  await place(probed, await quoteFiles(probed));
  const [first, second] = await intents(probe);
  const cents = Math.round((first!.credits + second!.credits) * 100) + 1;
  await using setup = await createOrderSetup('manual', manyFiles(), { openingCents: cents });
  const window = await openBoth(setup);
  const result = await place(window, await quoteFiles(window));
  return { result, orders: (await setup.totals()).orders };
}

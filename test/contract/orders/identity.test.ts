import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { acceptOffer, findFolderOffers } from '../../../src/orders/jobs/track/closedFolders.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import { findOnOrder, mayMissRecentOrders, adoptOrders } from '../../../src/orders/spend/place/findOnOrder.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { prepareToOrder } from '../../../src/orders/spend/reconcile/prepareToOrder.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';
import {
  all,
  cloneOf,
  finishAll,
  git,
  idOf,
  keysOf,
  openRepository,
  order,
  texts,
  windowOn,
  type Repository,
} from './repositoryWindows.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: whether a string is on order', function () {
  this.timeout(30_000);

  it('is known under another key of the account, from the journal of the old key', async () => {
    await using setup = await openRepository();
    const first = await windowOn(setup, setup.root);
    await order(first, 'use');
    const spent = (await setup.totals()).spent;
    const rotated = await windowOn(setup, setup.root, {
      journalFile: path.join(path.dirname(setup.journalFile), 'rotated.jsonl'),
    });
    const { found, skippedInFlight, placed } = await order(rotated, 'use');
    assert.deepEqual([found + skippedInFlight > 0, placed], [true, undefined]);
    assert.deepEqual([(await setup.totals()).jobs, (await setup.totals()).spent], [2, spent]);
    await finishAll(setup);
    await rotated.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(await keysOf(setup.root), all);
  });

  it('counts toward the budgets of the account, whichever key ordered it', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    await setup.write('locales/en.json', JSON.stringify({ ...texts, more: 'One more' }));
    const budgets = { perDay: 0.15 };
    const rotated = await windowOn(setup, setup.root, {
      journalFile: path.join(path.dirname(setup.journalFile), 'rotated.jsonl'),
      budgets,
    });
    await assert.rejects(
      order(rotated, 'use'),
      (error) => error instanceof OrderError && error.reason === 'over-budget',
    );
    assert.equal((await setup.totals()).jobs, 2);
  });

  it('is known after the journal was deleted', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    await rm(path.dirname(setup.journalFile), { recursive: true });
    const again = await windowOn(setup, setup.root);
    assert.deepEqual((await order(again, 'use')).placed, undefined);
    assert.equal((await setup.totals()).jobs, 2);
    await finishAll(setup);
    await again.jobs.fetchAndDeliver();
    assert.deepEqual(await keysOf(setup.root), all);
  });

  it('is checked when placing the order, even if it was not checked before', async () => {
    await using setup = await openRepository();
    const first = await windowOn(setup, setup.root);
    const quote = await quoteFile(first, 'locales/en.json', ['ja']);
    await place(first, quote);
    for (const journal of ['', 'rotated.jsonl']) {
      const journalFile = path.join(setup.base, journal === '' ? 'elsewhere/journal.jsonl' : `journals/${journal}`);
      const window = await windowOn(setup, setup.root, { journalFile });
      await assert.rejects(
        place(window, quote),
        (error) => error instanceof OrderError && error.reason === 'in-flight',
      );
    }
    assert.equal((await setup.totals()).jobs, 2);
  });

  it('is known after an older copy of the journal was restored', async () => {
    await using setup = await openRepository({ 'locales/en.json': { hello: texts.hello } });
    await order(await windowOn(setup, setup.root), 'use');
    const copy = `${setup.journalFile}.copy`;
    await copyFile(setup.journalFile, copy);
    await setup.write('locales/en.json', JSON.stringify(texts));
    await order(await windowOn(setup, setup.root), 'use');
    await copyFile(copy, setup.journalFile);
    await rm(copy);
    const restored = await windowOn(setup, setup.root);
    assert.equal((await order(restored, 'use')).placed, undefined);
    assert.equal((await setup.totals()).jobs, 2);
    await finishAll(setup);
    await restored.jobs.fetchAndDeliver();
    assert.deepEqual(await keysOf(setup.root), all);
  });

  it('is known although its line in the journal is damaged', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const text = await readFile(setup.journalFile, 'utf8');
    await writeFile(setup.journalFile, text.replace('"title":"bye"', '"title":"bxe"'));
    const damaged = await windowOn(setup, setup.root);
    assert.equal((await order(damaged, 'use')).placed, undefined);
    assert.equal((await setup.totals()).jobs, 2);
    await finishAll(setup);
    await damaged.jobs.fetchAndDeliver();
    assert.deepEqual(await keysOf(setup.root), all);
  });

  for (const choice of ['use', 'again', 'skip'] as const) {
    it(`is asked from a folder within the repository: ${choice}`, async () => {
      const file = 'packages/app/locales/en.json';
      await using setup = await openRepository({ [file]: texts, 'packages/app/locales/ja.json': {} });
      await order(await windowOn(setup, setup.root), 'use', file);
      const app = path.join(setup.root, 'packages/app');
      const inner = await windowOn(setup, app);
      const { found, certain, placed } = await order(inner, choice);
      assert.deepEqual([found, certain, placed?.placedJobs], [2, 2, choice === 'again' ? 2 : undefined]);
      assert.equal((await setup.totals()).jobs, choice === 'again' ? 4 : 2);
      assert.equal((await order(inner, 'skip')).placed, undefined);
      await finishAll(setup);
      await inner.jobs.fetchAndDeliver();
      assert.deepEqual(await keysOf(app), choice === 'skip' ? [] : all);
    });
  }

  it('is known from a work tree, and delivered to each folder only when both want it', async () => {
    await using setup = await openRepository();
    const tree = path.join(setup.base, 'tree');
    await git(setup.root, 'worktree', 'add', '-q', tree);
    await order(await windowOn(setup, setup.root), 'use');
    const second = await windowOn(setup, tree);
    const { found, certain } = await order(second, 'skip');
    assert.deepEqual([found, certain], [2, 2]);
    await finishAll(setup);
    const both = await setup.openWindow({ root: tree, projects: [idOf(tree)] });
    await both.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(tree)], [[], []]);
    await (await windowOn(setup, setup.root)).jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(tree)], [all, []]);
    assert.equal((await setup.totals()).jobs, 2);
  });

  it('is known through a symbolic link', async () => {
    await using setup = await openRepository();
    const link = path.join(setup.base, 'link');
    await symlink(setup.root, link);
    await order(await windowOn(setup, setup.root), 'use');
    const { found, placed } = await order(await windowOn(setup, link), 'use');
    assert.deepEqual([found, placed], [2, undefined]);
    assert.equal((await setup.totals()).jobs, 2);
  });

  for (const [kind, prepare] of [
    ['a folder of a repository', openRepository],
    [
      'a folder without a repository',
      async () => {
        const setup = await createOrderSetup('manual', { 'locales/en.json': texts, 'locales/ja.json': {} });
        return Object.assign(setup, {
          root: setup.windowOptions.root,
          base: path.dirname(setup.windowOptions.root),
        });
      },
    ],
  ] as const) {
    it(`is known after ${kind} was renamed, and the user is asked where to deliver`, async () => {
      await using setup = await prepare();
      const first = await windowOn(setup, setup.root);
      await order(first, 'use');
      const renamed = path.join(setup.base, 'renamed');
      await rename(setup.root, renamed);
      const window = await windowOn(setup, renamed);
      const { found, placed } = await order(window, 'skip');
      assert.deepEqual([found, placed], [2, undefined]);
      await finishAll(setup);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(await keysOf(renamed), []);
      const [offer, ...others] = await findFolderOffers(window.context, [...window.context.ledger.jobs.values()]);
      assert.deepEqual(
        [offer?.isGone, offer?.orderedFrom, offer?.jobs.length, others.length],
        [true, pathToFileURL(setup.root).href, 2, 0],
      );
      await acceptOffer(window.context, offer!);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(await keysOf(renamed), all);
      assert.deepEqual(await readdir(setup.base).then((names) => names.includes('project')), false);
      assert.deepEqual(await findFolderOffers(window.context, [...window.context.ledger.jobs.values()]), []);
    });
  }

  it('is known on another machine, where the user decides how to proceed', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const clone = await cloneOf(setup, 'machine/shop');
    const other = await windowOn(setup, clone, {
      journalFile: path.join(setup.base, 'machine/journals/journal.jsonl'),
    });
    const { found, certain, placed } = await order(other, 'use');
    assert.deepEqual([found, certain, placed], [2, 2, undefined]);
    assert.equal((await setup.totals()).jobs, 2);
    await finishAll(setup);
    await other.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [[], all]);
  });

  it('is known from a clone in another folder', async () => {
    await using setup = await openRepository();
    const clone = path.join(setup.base, 'clone');
    await git(setup.base, 'clone', '-q', setup.root, clone);
    await order(await windowOn(setup, setup.root), 'use');
    const second = await windowOn(setup, clone);
    const { found, placed } = await order(second, 'use');
    assert.deepEqual([found, placed], [2, undefined]);
    await finishAll(setup);
    await second.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), await keysOf(clone)], [[], all]);
    await (await windowOn(setup, setup.root)).jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(setup.root), (await setup.totals()).jobs], [all, 2]);
  });

  for (const [kind, otherJournal] of [
    ['one journal', 'journals/journal.jsonl'],
    ['a journal for each key', 'journals/rotated.jsonl'],
  ] as const) {
    it(`is ordered once by two windows of the same folder at the same time: ${kind}`, async () => {
      await using setup = await openRepository();
      const windows = [
        await windowOn(setup, setup.root),
        await windowOn(setup, setup.root, { journalFile: path.join(setup.base, otherJournal) }),
      ];
      for (const { context } of windows) await prepareToOrder(context);
      const quotes = await Promise.all(windows.map((window) => quoteFile(window, 'locales/en.json', ['ja'])));
      const results = await Promise.allSettled(windows.map((window, index) => place(window, quotes[index]!)));
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      for (const reason of refused)
        assert.ok(reason instanceof OrderError && ['in-flight', 'plan-stale'].includes(reason.reason), String(reason));
      // Windows with different journals share no lock, so both may refrain from ordering, but never do both order.
      assert.ok(kind === 'one journal' ? refused.length === 1 : refused.length >= 1, `${refused.length} refused`);
      assert.equal((await setup.totals()).jobs, refused.length === 1 ? 2 : 0);
      for (const window of windows) await order(window, 'use');
      assert.equal((await setup.totals()).jobs, 2);
    });
  }

  it('asks the user while a journal of an earlier version has the string, until the user answers', async () => {
    await using setup = await openRepository(undefined, 'real');
    const { spent } = await orderedByEarlierVersion(setup);
    const budgets = { perDay: Number(spent) };
    const window = await windowOn(setup, setup.root, { budgets });
    // The service does not list orders that are still queued, so only the older journal has this one.
    const quote = await quoteFile(window, 'locales/en.json', ['ja']);
    await prepareToOrder(window.context);
    await assert.rejects(place(window, quote), (error) => error instanceof OrderError && error.reason === 'in-flight');
    const skipped = await order(window, 'skip');
    assert.deepEqual([skipped.found, skipped.certain, skipped.placed], [2, 2, undefined]);
    assert.equal((await order(window, 'skip')).found, 2);
    // The older journal's order counts toward no budget: it may be of another account.
    assert.deepEqual([(await order(window, 'again')).placed?.placedJobs, (await setup.totals()).jobs], [2, 4]);
    // The user's answer is kept: in this window, in the next one, and for later plans of the same strings.
    for (const later of [window, await windowOn(setup, setup.root)]) {
      assert.deepEqual(await findOnOrder(later.context, quote.plan, (id) => later.jobs.statusOf(id)), []);
    }
  });

  it('cannot be used while a journal of an earlier version has it and the service has no job for it yet', async () => {
    await using setup = await openRepository(undefined, 'real');
    await orderedByEarlierVersion(setup);
    const window = await windowOn(setup, setup.root);
    await prepareToOrder(window.context);
    const plan = await planFile(window, 'locales/en.json', ['ja']);
    const { adopted, refused } = await adoptOrders(
      window.context,
      plan,
      await findOnOrder(window.context, plan, () => undefined),
    );
    assert.deepEqual([adopted.length, refused.length, (await setup.totals()).jobs], [0, 2, 2]);
  });

  it('is unknown on another machine while the order is queued, which is reported, and known afterwards', async () => {
    await using setup = await openRepository(undefined, 'real');
    const first = await windowOn(setup, setup.root);
    await order(first, 'use');
    assert.equal(mayMissRecentOrders(first.context), false);
    const clone = await cloneOf(setup, 'machine/shop');
    const other = await windowOn(setup, clone, {
      journalFile: path.join(setup.base, 'machine/journals/journal.jsonl'),
    });
    const look = async (): Promise<number> => {
      await other.jobs.findElsewhere();
      return (await findOnOrder(other.context, await planFile(other, 'locales/en.json', ['ja']), () => undefined))
        .length;
    };
    assert.deepEqual([await look(), mayMissRecentOrders(other.context)], [0, true]);
    await setup.fixture.control('POST', '/clock', { advance_s: 60 });
    assert.deepEqual([await look(), mayMissRecentOrders(other.context)], [2, true]);
    assert.equal((await order(other, 'skip')).placed, undefined);
    assert.equal((await setup.totals()).jobs, 2);
  });

  it('does not depend on strings of another repository, whose paths differ', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const other = path.join(setup.base, 'other');
    await mkdir(path.join(other, 'i18n'), { recursive: true });
    await writeFile(path.join(other, 'i18n/en.json'), JSON.stringify(texts));
    await git(other, 'init', '-q');
    await git(other, 'remote', 'add', 'origin', 'https://github.com/acme/other.git');
    for (const journalFile of [setup.journalFile, path.join(setup.base, 'machine/journals/journal.jsonl')]) {
      const window = await windowOn(setup, other, { journalFile });
      assert.equal((await planFile(window, 'i18n/en.json', ['ja'])).jobs.length, 2);
      await prepareToOrder(window.context);
      assert.deepEqual(
        await findOnOrder(window.context, await planFile(window, 'i18n/en.json', ['ja']), () => undefined),
        [],
      );
    }
  });

  it('sends no repository address in plain text', async () => {
    await using setup = await openRepository();
    const window = await windowOn(setup, setup.root);
    await order(window, 'use');
    const sent = await Promise.all(
      (await setup.fixture.client.jobs.list({ count: 200 })).map(
        async ({ id }) => (await setup.fixture.client.jobs.get([id]))[0]?.customData ?? '',
      ),
    );
    assert.equal(sent.length, 2);
    for (const text of [...sent, await readFile(setup.journalFile, 'utf8'), window.lines.join('\n')])
      assert.doesNotMatch(text, /acme|github/iu);
    for (const text of sent) assert.match(text, /"r":\["[0-9a-f]{16}"\]/u);
  });
});

/**
 * Orders with a journal as earlier versions wrote it: without a header, checksums and folders. Returns what was
 * spent.
 */
async function orderedByEarlierVersion(setup: Repository): Promise<{ readonly spent: string }> {
  const folder = path.dirname(setup.journalFile);
  const window = await windowOn(setup, setup.root, {
    journalFile: path.join(setup.base, 'earlier/journal.jsonl'),
  });
  await order(window, 'use');
  const lines = (await readFile(path.join(setup.base, 'earlier/journal.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalEntry);
  const older = lines.filter(({ type }) => type !== 'header' && type !== 'asked');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'older.jsonl'),
    older.map((entry) => `${JSON.stringify({ ...entry, crc: undefined, folder: undefined })}\n`).join(''),
  );
  await rm(path.join(setup.base, 'earlier'), { recursive: true });
  return setup.totals();
}

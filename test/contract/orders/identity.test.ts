import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { adoptOrders } from '../../../src/orders/adopt.ts';
import { acceptOffer, offersFor } from '../../../src/orders/closedFolders.ts';
import { hashText } from '../../../src/orders/hash.ts';
import { findOnOrder, orderedAgain, withoutOnOrder } from '../../../src/orders/onOrder.ts';
import { OrderError } from '../../../src/orders/orderError.ts';
import type { PlaceResult } from '../../../src/orders/place.ts';
import { prepareToOrder } from '../../../src/orders/prepareToOrder.ts';
import { quotePlan } from '../../../src/orders/quote.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const run = promisify(execFile);
const texts = { hello: 'Hello, {{name}}!', bye: 'Goodbye', again: 'Goodbye' };

type Choice = 'use' | 'again' | 'skip';

/** What a user did who ordered a file: how many of its jobs are on order elsewhere, and what was placed. */
interface Ordered {
  readonly found: number;
  readonly certain: number;
  readonly skippedInFlight: number;
  readonly placed: PlaceResult | undefined;
}

/** Orders as the command does: asks the service, plans, settles what is on order elsewhere, quotes and places the rest. */
async function order(window: OrderWindow, choice: Choice, file = 'locales/en.json'): Promise<Ordered> {
  const { context, jobs } = window;
  const statusOf = (id: string): string | undefined => jobs.statusOf(id);
  await prepareToOrder(context);
  await jobs.findElsewhere();
  const whole = await planFile(window, file, ['ja']);
  const matches = await findOnOrder(context, whole, statusOf);
  const taken = matches.map(({ job }) => job);
  if (choice === 'use') assert.deepEqual((await adoptOrders(context, whole, matches)).refused, []);
  const plan = choice === 'again' ? orderedAgain(whole, matches) : withoutOnOrder(whole, taken);
  const placed = plan.jobs.length === 0 ? undefined : await place(window, await quotePlan(context.client, plan, { tier: 'standard', autoApprove: false }));
  return { found: matches.length, certain: matches.filter(({ isCertain }) => isCertain).length, skippedInFlight: whole.skipped.filter(({ reason }) => reason === 'in-flight').length, placed };
}

/** A repository with a remote, its project in the workshop's folder, ordered once. */
async function openRepository(files: Readonly<Record<string, unknown>> = { 'locales/en.json': texts, 'locales/ja.json': {} }): Promise<Workshop & { readonly root: string; readonly base: string }> {
  const workshop = await openWorkshop('manual', files);
  const { root } = workshop.windowOptions;
  await git(root, 'init', '-q');
  await git(root, 'add', '.');
  await git(root, 'commit', '-qm', 'Start');
  await git(root, 'remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  return Object.assign(workshop, { root, base: path.dirname(root) });
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
}

/** The id that a folder has in the editor: of its address, whatever is in it. */
const idOf = (root: string): string => hashText(pathToFileURL(root).href).slice(0, 8);

/** A window on a folder, with the journal of this machine unless another one is named. */
const windowOn = (workshop: Workshop, root: string, more: Parameters<Workshop['openWindow']>[0] = {}): Promise<OrderWindow> => workshop.openWindow({ root, projects: [idOf(root)], ...more });

/** Translates and approves every job that the sandbox has. */
async function finishAll(workshop: Workshop): Promise<void> {
  const client = workshop.fixture.client;
  for (const { id } of await client.jobs.list({ count: 200 })) {
    await workshop.move(id, 'start');
    await workshop.move(id, 'finish');
    await client.jobs.approve(id);
  }
}

const keysOf = async (root: string, file = 'locales/ja.json'): Promise<readonly string[]> => {
  const text = await readFile(path.join(root, file), 'utf8').catch(() => '{}');
  return Object.keys(JSON.parse(text) as object);
};

const all = ['hello', 'bye', 'again'];

describe('contract: whether a string is on order', function () {
  this.timeout(30_000);

  it('is known under another key of the account, from the journal of the old key', async () => {
    await using workshop = await openRepository();
    const first = await windowOn(workshop, workshop.root);
    await order(first, 'use');
    const spent = (await workshop.books()).spent;
    const rotated = await windowOn(workshop, workshop.root, { journalFile: path.join(path.dirname(workshop.journalFile), 'rotated.jsonl') });
    const { found, skippedInFlight, placed } = await order(rotated, 'use');
    assert.deepEqual([found + skippedInFlight > 0, placed], [true, undefined]);
    assert.deepEqual([(await workshop.books()).jobs, (await workshop.books()).spent], [2, spent]);
    await finishAll(workshop);
    await rotated.jobs.refresh({ recover: true });
    assert.deepEqual(await keysOf(workshop.root), all);
  });

  it('counts toward the budgets of the account, whichever key ordered it', async () => {
    await using workshop = await openRepository();
    await order(await windowOn(workshop, workshop.root), 'use');
    await workshop.write('locales/en.json', JSON.stringify({ ...texts, more: 'One more' }));
    const budgets = { perDay: 0.15 };
    const rotated = await windowOn(workshop, workshop.root, { journalFile: path.join(path.dirname(workshop.journalFile), 'rotated.jsonl'), budgets });
    await assert.rejects(order(rotated, 'use'), (error) => error instanceof OrderError && error.reason === 'over-budget');
    assert.equal((await workshop.books()).jobs, 2);
  });

  it('is known after the journal was deleted', async () => {
    await using workshop = await openRepository();
    await order(await windowOn(workshop, workshop.root), 'use');
    await rm(path.dirname(workshop.journalFile), { recursive: true });
    const again = await windowOn(workshop, workshop.root);
    assert.deepEqual((await order(again, 'use')).placed, undefined);
    assert.equal((await workshop.books()).jobs, 2);
    await finishAll(workshop);
    await again.jobs.refresh();
    assert.deepEqual(await keysOf(workshop.root), all);
  });

  it('is refused by the placing itself when nobody asked before', async () => {
    await using workshop = await openRepository();
    const first = await windowOn(workshop, workshop.root);
    const quote = await quoteFile(first, 'locales/en.json', ['ja']);
    await place(first, quote);
    for (const journal of ['', 'rotated.jsonl']) {
      const journalFile = path.join(workshop.base, journal === '' ? 'elsewhere/journal.jsonl' : `journals/${journal}`);
      const window = await windowOn(workshop, workshop.root, { journalFile });
      await assert.rejects(place(window, quote), (error) => error instanceof OrderError && error.reason === 'in-flight');
    }
    assert.equal((await workshop.books()).jobs, 2);
  });

  it('is known after an older copy of the journal was restored', async () => {
    await using workshop = await openRepository({ 'locales/en.json': { hello: texts.hello } });
    await order(await windowOn(workshop, workshop.root), 'use');
    const copy = `${workshop.journalFile}.copy`;
    await copyFile(workshop.journalFile, copy);
    await workshop.write('locales/en.json', JSON.stringify(texts));
    await order(await windowOn(workshop, workshop.root), 'use');
    await copyFile(copy, workshop.journalFile);
    await rm(copy);
    const restored = await windowOn(workshop, workshop.root);
    assert.equal((await order(restored, 'use')).placed, undefined);
    assert.equal((await workshop.books()).jobs, 2);
    await finishAll(workshop);
    await restored.jobs.refresh();
    assert.deepEqual(await keysOf(workshop.root), all);
  });

  it('is known although its line in the journal is damaged', async () => {
    await using workshop = await openRepository();
    await order(await windowOn(workshop, workshop.root), 'use');
    const text = await readFile(workshop.journalFile, 'utf8');
    await writeFile(workshop.journalFile, text.replace('"title":"bye"', '"title":"bxe"'));
    const damaged = await windowOn(workshop, workshop.root);
    assert.equal((await order(damaged, 'use')).placed, undefined);
    assert.equal((await workshop.books()).jobs, 2);
    await finishAll(workshop);
    await damaged.jobs.refresh();
    assert.deepEqual(await keysOf(workshop.root), all);
  });

  for (const choice of ['use', 'again', 'skip'] as const) {
    it(`is asked from a folder within the repository: ${choice}`, async () => {
      const file = 'packages/app/locales/en.json';
      await using workshop = await openRepository({ [file]: texts, 'packages/app/locales/ja.json': {} });
      await order(await windowOn(workshop, workshop.root), 'use', file);
      const app = path.join(workshop.root, 'packages/app');
      const inner = await windowOn(workshop, app);
      const { found, certain, placed } = await order(inner, choice);
      assert.deepEqual([found, certain, placed?.placedJobs], [2, 2, choice === 'again' ? 2 : undefined]);
      assert.equal((await workshop.books()).jobs, choice === 'again' ? 4 : 2);
      assert.equal((await order(inner, 'skip')).placed, undefined);
      await finishAll(workshop);
      await inner.jobs.refresh();
      assert.deepEqual(await keysOf(app), choice === 'skip' ? [] : all);
    });
  }

  it('is known from a work tree, and delivered to each folder only when both want it', async () => {
    await using workshop = await openRepository();
    const tree = path.join(workshop.base, 'tree');
    await git(workshop.root, 'worktree', 'add', '-q', tree);
    await order(await windowOn(workshop, workshop.root), 'use');
    const second = await windowOn(workshop, tree);
    const { found, certain } = await order(second, 'skip');
    assert.deepEqual([found, certain], [2, 2]);
    await finishAll(workshop);
    const both = await workshop.openWindow({ root: tree, projects: [idOf(tree)] });
    await both.jobs.refresh();
    assert.deepEqual([await keysOf(workshop.root), await keysOf(tree)], [[], []]);
    await (await windowOn(workshop, workshop.root)).jobs.refresh();
    assert.deepEqual([await keysOf(workshop.root), await keysOf(tree)], [all, []]);
    assert.equal((await workshop.books()).jobs, 2);
  });

  it('is known through a symbolic link', async () => {
    await using workshop = await openRepository();
    const link = path.join(workshop.base, 'link');
    await symlink(workshop.root, link);
    await order(await windowOn(workshop, workshop.root), 'use');
    const { found, placed } = await order(await windowOn(workshop, link), 'use');
    assert.deepEqual([found, placed], [2, undefined]);
    assert.equal((await workshop.books()).jobs, 2);
  });

  for (const [kind, prepare] of [
    ['a folder of a repository', openRepository],
    ['a folder without a repository', async () => {
      const workshop = await openWorkshop('manual', { 'locales/en.json': texts, 'locales/ja.json': {} });
      return Object.assign(workshop, { root: workshop.windowOptions.root, base: path.dirname(workshop.windowOptions.root) });
    }],
  ] as const) {
    it(`is known after ${kind} was renamed, and the user is asked where to deliver`, async () => {
      await using workshop = await prepare();
      const first = await windowOn(workshop, workshop.root);
      await order(first, 'use');
      const renamed = path.join(workshop.base, 'renamed');
      await rename(workshop.root, renamed);
      const window = await windowOn(workshop, renamed);
      const { found, placed } = await order(window, 'skip');
      assert.deepEqual([found, placed], [2, undefined]);
      await finishAll(workshop);
      await window.jobs.refresh();
      assert.deepEqual(await keysOf(renamed), []);
      const [offer, ...others] = await offersFor(window.context, [...window.context.ledger.jobs.values()]);
      assert.deepEqual([offer?.isGone, offer?.orderedFrom, offer?.jobs.length, others.length], [true, pathToFileURL(workshop.root).href, 2, 0]);
      await acceptOffer(window.context, offer!);
      await window.jobs.refresh();
      assert.deepEqual(await keysOf(renamed), all);
      assert.deepEqual(await readdir(workshop.base).then((names) => names.includes('project')), false);
      assert.deepEqual(await offersFor(window.context, [...window.context.ledger.jobs.values()]), []);
    });
  }

  it('is known from another machine, where the user decides what becomes of it', async () => {
    await using workshop = await openRepository();
    await order(await windowOn(workshop, workshop.root), 'use');
    const clone = path.join(workshop.base, 'machine/shop');
    await mkdir(path.dirname(clone));
    await git(workshop.base, 'clone', '-q', workshop.root, clone);
    await git(clone, 'remote', 'set-url', 'origin', 'https://token@github.com/acme/shop');
    const other = await windowOn(workshop, clone, { journalFile: path.join(workshop.base, 'machine/journals/journal.jsonl') });
    const { found, certain, placed } = await order(other, 'use');
    assert.deepEqual([found, certain, placed], [2, 2, undefined]);
    assert.equal((await workshop.books()).jobs, 2);
    await finishAll(workshop);
    await other.jobs.refresh();
    assert.deepEqual([await keysOf(workshop.root), await keysOf(clone)], [[], all]);
  });

  it('is known from a clone beside it', async () => {
    await using workshop = await openRepository();
    const clone = path.join(workshop.base, 'clone');
    await git(workshop.base, 'clone', '-q', workshop.root, clone);
    await order(await windowOn(workshop, workshop.root), 'use');
    const second = await windowOn(workshop, clone);
    const { found, placed } = await order(second, 'use');
    assert.deepEqual([found, placed], [2, undefined]);
    await finishAll(workshop);
    await second.jobs.refresh();
    assert.deepEqual([await keysOf(workshop.root), await keysOf(clone)], [[], all]);
    await (await windowOn(workshop, workshop.root)).jobs.refresh();
    assert.deepEqual([await keysOf(workshop.root), (await workshop.books()).jobs], [all, 2]);
  });

  it('does not depend on strings of another repository', async () => {
    await using workshop = await openRepository();
    await order(await windowOn(workshop, workshop.root), 'use');
    const other = path.join(workshop.base, 'other');
    await mkdir(path.join(other, 'locales'), { recursive: true });
    await writeFile(path.join(other, 'locales/en.json'), JSON.stringify(texts));
    await git(other, 'init', '-q');
    await git(other, 'remote', 'add', 'origin', 'https://github.com/acme/other.git');
    for (const journalFile of [workshop.journalFile, path.join(workshop.base, 'machine/journals/journal.jsonl')]) {
      const window = await windowOn(workshop, other, { journalFile });
      assert.equal((await planFile(window, 'locales/en.json', ['ja'])).jobs.length, 2);
      await prepareToOrder(window.context);
      assert.deepEqual(await findOnOrder(window.context, await planFile(window, 'locales/en.json', ['ja']), () => undefined), []);
    }
  });

  it('names no repository in clear', async () => {
    await using workshop = await openRepository();
    const window = await windowOn(workshop, workshop.root);
    await order(window, 'use');
    const sent = await Promise.all((await workshop.fixture.client.jobs.list({ count: 200 })).map(async ({ id }) => (await workshop.fixture.client.jobs.get([id]))[0]?.customData ?? ''));
    assert.equal(sent.length, 2);
    for (const text of [...sent, await readFile(workshop.journalFile, 'utf8'), window.lines.join('\n')]) assert.doesNotMatch(text, /acme|github/iu);
    for (const text of sent) assert.match(text, /"r":\["[0-9a-f]{16}"\]/u);
  });
});

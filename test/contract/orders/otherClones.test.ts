import assert from 'node:assert/strict';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { findOnOrder, type OnOrderMatch } from '../../../src/orders/spend/place/findOnOrder.ts';
import { acceptOffer, findFolderOffers } from '../../../src/orders/jobs/track/closedFolders.ts';
import { prepareToOrder } from '../../../src/orders/spend/reconcile/prepareToOrder.ts';
import { place, planFile, quoteFile, type OrderWindow, type WindowOptions } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';
import {
  all,
  finishAll,
  git,
  keysOf,
  openRepository,
  order,
  texts,
  windowOn,
  type Repository,
} from './repositoryWindows.ts';

/** Pairs of addresses of one repository whose normalized spellings differ. */
const spellings: readonly (readonly [string, string, string])[] = [
  ['an SSH host alias', 'git@github.com:acme/shop.git', 'git@work:acme/shop.git'],
  ['a fork with its own remote only', 'https://github.com/acme/shop', 'https://github.com/me/shop'],
  ['a mirror', 'https://github.com/acme/shop', 'https://git.acme.example/mirrors/shop'],
  ['an organization that moved', 'https://github.com/acme/shop', 'https://github.com/acme-inc/shop'],
  ['a renamed repository', 'https://github.com/acme/shop', 'https://github.com/acme/store'],
  [
    'Bitbucket Server’s https and ssh',
    'https://git.acme.example/scm/web/shop.git',
    'ssh://git@git.acme.example:7999/web/shop.git',
  ],
  [
    'an old address of Azure',
    'https://acme.visualstudio.com/web/_git/shop',
    'https://dev.azure.com/acme/web/_git/shop',
  ],
  ['www.', 'https://github.com/acme/shop', 'https://www.github.com/acme/shop'],
  ['an IP address', 'ssh://git@git.acme.example/shop.git', 'ssh://git@10.1.2.3/shop.git'],
  ['a home folder', 'git@git.acme.example:~dev/shop.git', 'git@git.acme.example:/home/dev/shop.git'],
];

const otherMachine = (setup: Repository): Pick<WindowOptions, 'journalFile'> => ({
  journalFile: path.join(setup.base, 'machine/journals/journal.jsonl'),
});

async function cloneWith(setup: Repository, remote: string, name = 'clone'): Promise<string> {
  const clone = path.join(setup.base, name);
  await git(setup.base, 'clone', '-q', setup.root, clone);
  await git(clone, 'remote', 'set-url', 'origin', remote);
  return clone;
}

async function matchesIn(window: OrderWindow, file = 'locales/en.json'): Promise<readonly OnOrderMatch[]> {
  await prepareToOrder(window.context);
  await window.jobs.findElsewhere();
  return findOnOrder(window.context, await planFile(window, file, ['ja']), () => undefined);
}

/** Returns how many strings are on order, and how many of them only seem to be. */
async function counts(window: OrderWindow, file?: string): Promise<readonly [onOrder: number, fromOtherClone: number]> {
  const matches = await matchesIn(window, file);
  return [matches.length, matches.filter(({ otherClones }) => otherClones !== undefined).length];
}

describe('contract: strings that seem to be on order from another clone', function () {
  this.timeout(60_000);

  for (const [name, first, second] of spellings) {
    it(`are asked about, and never paid twice without an answer: ${name}`, async () => {
      await using setup = await openRepository();
      await git(setup.root, 'remote', 'set-url', 'origin', first);
      const clone = await cloneWith(setup, second);
      await order(await windowOn(setup, setup.root), 'use');
      for (const more of [{}, otherMachine(setup)]) {
        const window = await windowOn(setup, clone, more);
        assert.deepEqual(await counts(window), [2, 2]);
        const quote = await quoteFile(window, 'locales/en.json', ['ja']);
        await assert.rejects(
          place(window, quote),
          (error) => error instanceof OrderError && error.reason === 'in-flight',
        );
        assert.equal((await order(window, 'skip')).placed, undefined);
      }
      assert.equal((await setup.totals()).jobs, 2);
    });
  }

  it('are asked about if an included configuration abbreviates the remote', async () => {
    await using setup = await openRepository();
    const clone = await cloneWith(setup, 'acme:shop.git');
    await writeFile(path.join(clone, '.git/more'), '[url "https://github.com/acme/"]\n\tinsteadOf = acme:\n');
    await git(clone, 'config', 'include.path', 'more');
    await order(await windowOn(setup, setup.root), 'use');
    assert.deepEqual(await counts(await windowOn(setup, clone, otherMachine(setup))), [2, 2]);
  });

  it('are delivered to both clones if the user wants to use them', async () => {
    await using setup = await openRepository();
    const clone = await cloneWith(setup, 'git@work:acme/shop.git');
    await order(await windowOn(setup, setup.root), 'use');
    const window = await windowOn(setup, clone, otherMachine(setup));
    const { found, certain, placed } = await order(window, 'use');
    assert.deepEqual([found, certain, placed], [2, 0, undefined]);
    await finishAll(setup);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(clone), (await setup.totals()).jobs], [all, 2]);
  });

  it('are offered to a folder that was renamed together with its remote', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const renamed = path.join(setup.base, 'store');
    await rename(setup.root, renamed);
    await git(renamed, 'remote', 'set-url', 'origin', 'git@github.com:acme/store.git');
    const window = await windowOn(setup, renamed);
    assert.deepEqual(await counts(window), [2, 2]);
    await finishAll(setup);
    await window.jobs.fetchAndDeliver();
    const [offer, ...others] = await findFolderOffers(window.context, [...window.context.ledger.jobs.values()]);
    assert.deepEqual([offer?.isGone, offer?.jobs.length, others], [true, 2, []]);
    await acceptOffer(window.context, offer!);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([await keysOf(renamed), (await setup.totals()).jobs], [all, 2]);
  });

  it('are strings of another repository if their path or key differs', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const clone = await cloneWith(setup, 'https://github.com/acme/other');
    await mkdir(path.join(clone, 'i18n'));
    await writeFile(path.join(clone, 'i18n/en.json'), JSON.stringify(texts));
    const renamed = Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${key}2`, text]));
    await writeFile(path.join(clone, 'locales/en.json'), JSON.stringify(renamed));
    for (const more of [{}, otherMachine(setup)])
      for (const file of ['i18n/en.json', 'locales/en.json'])
        assert.deepEqual(await counts(await windowOn(setup, clone, more), file), [0, 0]);
  });

  it('are ordered once the user says that it is a different project, which is remembered', async () => {
    await using setup = await openRepository();
    const product = await cloneWith(setup, 'https://github.com/acme/second-product');
    const template = await windowOn(setup, setup.root);
    await order(template, 'use');
    const machines = [await windowOn(setup, product), await windowOn(setup, product, otherMachine(setup))];
    assert.equal((await order(machines[0]!, 'again')).placed?.placedJobs, 2);
    const more = JSON.stringify({ ...texts, cancel: 'Cancel' });
    for (const root of [setup.root, product]) await writeFile(path.join(root, 'locales/en.json'), more);
    await order(template, 'use');
    // Here they are known to be different, in both directions and in a later window.
    assert.deepEqual(await counts(machines[0]!), [0, 0]);
    assert.deepEqual(await counts(await windowOn(setup, product)), [0, 0]);
    // Another machine has not heard of it.
    assert.equal((await counts(machines[1]!))[1], 1);
  });

  it('are asked about again in a third project', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const second = await cloneWith(setup, 'https://github.com/acme/second');
    assert.equal((await order(await windowOn(setup, second), 'again')).placed?.placedJobs, 2);
    const third = await cloneWith(setup, 'https://github.com/acme/third', 'third');
    assert.deepEqual(await counts(await windowOn(setup, third)), [2, 2]);
  });

  it('are found by each of the keys that share a text, of which the service knows one', async () => {
    await using setup = await openRepository();
    await order(await windowOn(setup, setup.root), 'use');
    const clone = await cloneWith(setup, 'https://github.com/me/shop');
    await writeFile(path.join(clone, 'locales/en.json'), JSON.stringify({ again: texts.again, bye2: texts.bye }));
    const window = await windowOn(setup, clone, otherMachine(setup));
    assert.deepEqual(await counts(window), [1, 1]);
    await writeFile(path.join(clone, 'locales/en.json'), JSON.stringify({ bye2: texts.bye }));
    assert.deepEqual(await counts(window), [0, 0]);
  });

  it('are found by the hash of a key that is too long for the custom data', async () => {
    const key = 'k'.repeat(1500);
    await using setup = await openRepository({ 'locales/en.json': { [key]: 'Hello' }, 'locales/ja.json': {} });
    await order(await windowOn(setup, setup.root), 'use');
    const clone = await cloneWith(setup, 'https://github.com/me/shop');
    assert.deepEqual(await counts(await windowOn(setup, clone, otherMachine(setup))), [1, 1]);
  });

  it('are found from a folder of the repository, and from an own clone of a submodule', async () => {
    const file = 'packages/app/locales/en.json';
    await using setup = await openRepository({ [file]: texts, 'packages/app/locales/ja.json': {} });
    await order(await windowOn(setup, setup.root), 'use', file);
    const clone = await cloneWith(setup, 'https://github.com/me/shop');
    assert.deepEqual(
      await counts(await windowOn(setup, path.join(clone, 'packages/app'), otherMachine(setup))),
      [2, 2],
    );
    const outer = path.join(setup.base, 'outer');
    await mkdir(outer);
    await git(outer, 'init', '-q');
    await git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', setup.root, 'shop');
    await git(path.join(outer, 'shop'), 'remote', 'set-url', 'origin', 'git@work:acme/shop.git');
    assert.deepEqual(await counts(await windowOn(setup, path.join(outer, 'shop'), otherMachine(setup)), file), [2, 2]);
  });

  for (const [name, isRepository] of [
    ['a copy of the repository without Git', true],
    ['a copy of a folder without Git', false],
  ] as const) {
    it(`are found in ${name}, in both directions`, async () => {
      const files = { 'locales/en.json': texts, 'locales/ja.json': {} };
      await using setup = isRepository
        ? await openRepository(files)
        : await createOrderSetup('manual', files).then((plain) =>
            Object.assign(plain, { root: plain.windowOptions.root, base: path.dirname(plain.windowOptions.root) }),
          );
      const copy = path.join(setup.base, 'copy');
      await cp(setup.root, copy, { recursive: true });
      await rm(path.join(copy, '.git'), { recursive: true, force: true });
      await order(await windowOn(setup, copy), 'use');
      assert.equal((await counts(await windowOn(setup, setup.root)))[0], 2);
      const other = path.join(setup.base, 'other');
      await mkdir(path.join(other, 'i18n'), { recursive: true });
      await writeFile(path.join(other, 'i18n/en.json'), JSON.stringify(texts));
      assert.deepEqual(await counts(await windowOn(setup, other), 'i18n/en.json'), [0, 0]);
    });
  }
});

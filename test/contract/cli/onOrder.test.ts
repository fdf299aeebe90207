import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCodes } from '../../../src/cli/language/exitCodes.ts';
import { finishAll, git } from '../orders/repositoryWindows.ts';
import { orderFiles, type OrderedFiles } from './orderedFiles.ts';

const hello = 'Good morning to you';
const bye = 'See you tomorrow';
const shared = { 'locales/en/a.json': { bye, one: 'The first text' }, 'locales/en/b.json': { bye, two: 'The second' } };

interface Totals {
  readonly missing: number;
  readonly inFlight: number | null;
}

async function totalsOf({ cli }: OrderedFiles): Promise<Totals> {
  const { code, stdout, stderr } = await cli('status', '--json');
  assert.equal(code, 0, stderr);
  const { missing, inFlight } = (JSON.parse(stdout) as { readonly totals: Totals }).totals;
  return { missing, inFlight };
}

/** Returns the locales of a quote, with their numbers of strings. */
async function quotedStrings({ cli }: OrderedFiles): Promise<readonly (readonly [string, number])[]> {
  const { code, stdout, stderr } = await cli('quote', '--json');
  assert.equal(code, 0, stderr);
  const { locales } = JSON.parse(stdout) as {
    readonly locales: readonly { readonly locale: string; readonly strings: number }[];
  };
  return locales.map(({ locale, strings }) => [locale, strings]);
}

interface PullDocument {
  readonly delivered: readonly unknown[];
  readonly held: readonly { readonly file: string; readonly title: string; readonly reason: string }[];
}

describe('contract: approved translations of a clone whose remote is spelled in another way', function () {
  this.timeout(60_000);

  it('are held by pull, and named, instead of being passed over', async () => {
    await using project = await orderFiles({ 'locales/en.json': { hello, bye }, 'locales/ja.json': {} }, [
      'locales/en.json',
    ]);
    await finishAll(project);
    await git(project.checkout, 'remote', 'set-url', 'origin', 'git@work:acme/shop.git');
    await writeFile(path.join(project.checkout, 'locales/ja.json'), JSON.stringify({ bye: 'また明日' }));
    for (const args of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await project.cli('pull', '--json', ...args);
      const { delivered, held } = JSON.parse(stdout) as PullDocument;
      assert.deepEqual([code, delivered], [exitCodes.held, []], stderr);
      assert.deepEqual(
        held.map(({ file, title, reason }) => [file, title, reason]),
        [['locales/ja.json', 'hello', 'other-clone']],
      );
    }
  });

  it('are nothing to a repository in which path or key differ', async () => {
    await using project = await orderFiles({ 'locales/en.json': { hello }, 'locales/ja.json': {} }, [
      'locales/en.json',
    ]);
    await finishAll(project);
    await git(project.checkout, 'remote', 'set-url', 'origin', 'git@work:acme/shop.git');
    await writeFile(path.join(project.checkout, 'locales/en.json'), JSON.stringify({ welcome: hello }));
    const { code, stdout, stderr } = await project.cli('pull', '--json');
    assert.deepEqual([code, (JSON.parse(stdout) as PullDocument).held], [exitCodes.done, []], stderr);
  });
});

describe('contract: strings that are on order from elsewhere', function () {
  this.timeout(60_000);

  it('are neither missing nor quoted if their key was renamed since then', async () => {
    await using project = await orderFiles({ 'locales/en.json': { hello, bye }, 'locales/ja.json': {} }, [
      'locales/en.json',
    ]);
    const renamed = JSON.stringify({ greeting: hello, bye, again: 'Another text' });
    await writeFile(path.join(project.checkout, 'locales/en.json'), renamed);
    assert.deepEqual(await totalsOf(project), { missing: 1, inFlight: 2 });
    assert.deepEqual(await quotedStrings(project), [['ja', 1]]);
  });

  it('are neither missing nor quoted if another clone seems to have ordered them, which is said', async () => {
    await using project = await orderFiles({ 'locales/en.json': { hello, bye }, 'locales/ja.json': {} }, [
      'locales/en.json',
    ]);
    await git(project.checkout, 'remote', 'set-url', 'origin', 'git@work:acme/shop.git');
    await writeFile(
      path.join(project.checkout, 'locales/en.json'),
      JSON.stringify({ hello, bye, again: 'Another text' }),
    );
    assert.deepEqual(await totalsOf(project), { missing: 1, inFlight: 2 });
    const json = JSON.parse((await project.cli('status', '--json')).stdout) as {
      readonly totals: { readonly fromOtherClone?: number };
    };
    assert.equal(json.totals.fromOtherClone, 2);
    assert.match((await project.cli('status')).stdout, /2 strings seem to be on order from another clone/u);
    assert.deepEqual(await quotedStrings(project), [['ja', 1]]);
    const quote = JSON.parse((await project.cli('quote', '--json')).stdout) as {
      readonly onOrder: number;
      readonly fromOtherClone?: number;
    };
    assert.deepEqual([quote.onOrder, quote.fromOtherClone], [2, 2]);
    assert.match((await project.cli('quote')).stdout, /2 strings seem to be on order from another clone/u);
  });

  it('are neither missing nor quoted in the second of two files that share their text', async () => {
    const targets = { 'locales/ja/a.json': {}, 'locales/ja/b.json': {} };
    await using project = await orderFiles({ ...shared, ...targets }, Object.keys(shared));
    assert.deepEqual(await totalsOf(project), { missing: 0, inFlight: 4 });
    assert.deepEqual(await quotedStrings(project), []);
  });

  it('are delivered to all files that were ordered together, as the editor does', async () => {
    await using project = await orderFiles({ ...shared, 'locales/ja/c.json': {} }, Object.keys(shared));
    await finishAll(project);
    const { code, stderr } = await project.cli('pull');
    assert.equal(code, 0, stderr);
    await project.window.jobs.fetchAndDeliver();
    for (const file of ['locales/ja/a.json', 'locales/ja/b.json']) {
      const delivered = await readFile(path.join(project.checkout, file), 'utf8');
      assert.equal(delivered, await project.read(file));
      assert.equal(Object.keys(JSON.parse(delivered) as object).length, 2);
    }
  });

  it('are delivered neither to other texts, nor over translations, nor to new files that were not ordered', async () => {
    const others = {
      'locales/en/c.json': { bye, three: 'The third text' },
      'locales/en/d.json': { bye: `${bye}!` },
      'locales/en/e.json': { bye },
    };
    const targets = {
      'locales/ja/a.json': {},
      'locales/ja/c.json': { bye: 'またね' },
      'locales/ja/d.json': {},
    };
    await using project = await orderFiles({ ...shared, ...others, ...targets }, Object.keys(shared));
    await finishAll(project);
    const { code, stdout, stderr } = await project.cli('pull', '--json');
    assert.equal(code, 0, stderr);
    const { delivered, held } = JSON.parse(stdout) as {
      readonly delivered: readonly { readonly file: string }[];
      readonly held: readonly unknown[];
    };
    assert.deepEqual(delivered.map(({ file }) => file).toSorted(), ['locales/ja/a.json', 'locales/ja/b.json']);
    assert.deepEqual(held, []);
    for (const [file, content] of Object.entries({ 'locales/ja/c.json': { bye: 'またね' }, 'locales/ja/d.json': {} }))
      assert.deepEqual(JSON.parse(await readFile(path.join(project.checkout, file), 'utf8')), content);
  });

  it('are not delivered to a file whose format reads the text in another way', async () => {
    const text = 'Read <b>this</b> first';
    const xml = (content: string): string =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>${content}</resources>\n`;
    await using project = await orderFiles({ 'locales/en.json': { text }, 'locales/ja.json': {} }, ['locales/en.json']);
    for (const [folder, content] of [
      ['values', `<string name="text">${text}</string>`],
      ['values-ja', ''],
    ] as const) {
      await mkdir(path.join(project.checkout, 'res', folder), { recursive: true });
      await writeFile(path.join(project.checkout, 'res', folder, 'strings.xml'), xml(content));
    }
    await finishAll(project);
    const { code, stdout, stderr } = await project.cli('pull', '--json');
    assert.equal(code, 0, stderr);
    const { delivered } = JSON.parse(stdout) as { readonly delivered: readonly { readonly file: string }[] };
    assert.deepEqual(
      delivered.map(({ file }) => file),
      ['locales/ja.json'],
    );
    assert.equal(await readFile(path.join(project.checkout, 'res/values-ja/strings.xml'), 'utf8'), xml(''));
  });
});

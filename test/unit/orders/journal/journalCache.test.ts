import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { JournalCache, type CacheSection } from '../../../../src/orders/journal/journalCache.ts';

const times: CacheSection<number> = { name: 'times', item: v.number(), maxItems: 5 };
const firsts: CacheSection<string> = { name: 'firsts', item: v.string(), maxItems: 5, keep: 'first' };

describe('JournalCache', () => {
  let folder: string;
  let journal: string;
  let warnings: string[];
  const open = (): JournalCache => new JournalCache(journal, (line) => void warnings.push(line));
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cache-'));
    journal = path.join(folder, 'a.jsonl');
    warnings = [];
  });
  afterEach(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it('has no items without a file, and returns those of each section after a restart', async () => {
    const cache = open();
    assert.equal((await cache.read(times)).size, 0);
    assert.deepEqual(await readdir(folder), [], 'reading writes nothing');
    await cache.add(times, [
      ['9', 1],
      ['10', 2],
    ]);
    await cache.add(firsts, [['9', 'a']]);
    assert.deepEqual(
      [...(await open().read(times))],
      [
        ['9', 1],
        ['10', 2],
      ],
    );
    assert.deepEqual([...(await open().read(firsts))], [['9', 'a']]);
  });

  it('keeps the last or the first item of a key, and forgets the oldest over the limit', async () => {
    const cache = open();
    await cache.add(times, [['3', 1]]);
    await cache.add(
      times,
      ['1', '2', '3', '4', '5', '6'].map((key) => [key, Number(key) * 10] as const),
    );
    assert.deepEqual(
      [...(await cache.read(times))].map(([key, item]) => `${key}=${item}`).join(' '),
      '2=20 3=30 4=40 5=50 6=60',
    );
    await cache.add(firsts, [['x', 'first']]);
    await open().add(firsts, [['x', 'second']]);
    assert.equal((await cache.read(firsts)).get('x'), 'first');
  });

  it('merges what several windows add at the same time', async () => {
    const windows = Array.from({ length: 5 }, open);
    await Promise.all(windows.map((window, index) => window.add(times, [[`w${index}`, index]])));
    for (const window of [...windows, open()]) assert.equal((await window.read(times)).size, 5);
  });

  for (const [name, content] of [
    ['empty', ''],
    ['half', '{"version":1,"sections":{"times":[["a",1'],
    ['of another version', '{"version":2,"sections":{}}'],
    ['of another shape', '{"version":1,"sections":{"times":{"a":1}}}'],
    ['binary', '\u0000\u0001\uFFFD'],
  ] as const)
    it(`has no items if the file is ${name}, and begins it again`, async () => {
      await writeFile(`${journal}.cache`, content);
      const cache = open();
      assert.equal((await cache.read(times)).size, 0);
      await cache.add(times, [['a', 2]]);
      assert.deepEqual([...(await open().read(times))], [['a', 2]]);
      assert.deepEqual(warnings, []);
    });

  it('ignores items that do not match, and keeps sections of other versions', async () => {
    const sections = {
      times: [
        ['a', 'x'],
        ['b', 2],
      ],
      later: [['k', { deep: [1] }]],
    };
    await writeFile(`${journal}.cache`, JSON.stringify({ version: 1, sections }));
    const cache = open();
    assert.deepEqual([...(await cache.read(times))], [['b', 2]]);
    await cache.add(times, [['c', 3]]);
    assert.match(await readFile(`${journal}.cache`, 'utf8'), /"later":\[\["k",\{"deep":\[1\]\}\]\]/u);
  });

  it('keeps the items of this window, with one warning, if the file cannot be written', async () => {
    await mkdir(`${journal}.cache.new`);
    const cache = open();
    await cache.add(times, [['a', 1]]);
    await cache.add(times, [['b', 2]]);
    assert.equal((await cache.read(times)).size, 2);
    assert.equal(warnings.length, 1);
    await rm(`${journal}.cache.new`, { recursive: true });
    await cache.add(times, [['c', 3]]);
    assert.equal((await open().read(times)).size, 3, 'the next write stores them, too');
  });
});

import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Journal, type JournalDamage, type JournalOptions } from '../../../src/orders/journal/journal.ts';
import type { JournalEntry } from '../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../src/orders/journal/ledger.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { makeIntent } from '../../builders/journalEntries.ts';

const entry = (jobId: string): JournalEntry => ({ type: 'reviewable', jobId, at: 1 });
const intent = makeIntent();
const askedWhole: JournalEntry = { type: 'asked', at: 9, until: 9, whole: true };

describe('condition of a journal', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
    file = path.join(folder, 'journal.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  async function open(options: JournalOptions = {}) {
    const seen: string[] = [];
    const damages: JournalDamage[] = [];
    const ledger = new Ledger();
    const journal = new Journal(
      file,
      (one) => {
        seen.push(one.type === 'reviewable' ? one.jobId : one.type);
        ledger.apply(one);
      },
      () => undefined,
      { onDamage: (damage) => damages.push(damage), ...options },
    );
    await journal.sync();
    await journal.settled();
    return { journal, seen, damages, ledger };
  }

  /** Changes one letter of the line that names this job. */
  async function damage(jobId: string): Promise<void> {
    await writeFile(file, (await readFile(file, 'utf8')).replace(`"jobId":"${jobId}"`, '"jobId":"*"'));
  }

  it('is new until all jobs of the service were listed, even if strings are ordered before', async () => {
    const { journal } = await open();
    assert.equal(journal.condition, 'new');
    await journal.append({ type: 'asked', at: 1, until: 1 }, entry('1'));
    assert.equal(journal.condition, 'new');
    await journal.append(askedWhole);
    assert.equal(journal.condition, 'intact');
    assert.equal((await open()).journal.condition, 'intact');
  });

  it('is intact for a journal of a version that never listed jobs', async () => {
    await writeFile(file, `${JSON.stringify(entry('1'))}\n`);
    assert.equal((await open()).journal.condition, 'intact');
  });

  it('is still new after the header was written', async () => {
    const { journal, ledger } = await open({ origin: 'https://a.example' });
    await journal.append({ type: 'asked', at: 1, until: 1 });
    assert.equal(ledger.header?.origin, 'https://a.example');
    assert.match(ledger.header.journal, /^[0-9a-f]{16}$/u);
    assert.match(await readFile(file, 'utf8'), /^\{"type":"header"/u);
    assert.equal(journal.condition, 'new');
    const second = await open({ origin: 'https://a.example' });
    await second.journal.append(entry('1'));
    assert.deepEqual(second.seen, ['header', 'asked', '1']);
  });

  it('copies a damaged line and reports it once, in one of the windows, and keeps it in the file', async () => {
    const first = await open();
    await first.journal.append(entry('1'), entry('2'), entry('3'));
    await damage('2');
    const content = await readFile(file, 'utf8');
    const [second, other] = await Promise.all([open(), open()]);
    assert.deepEqual([...second.damages, ...other.damages], [{ lines: 1, copy: `${file}.damaged` }]);
    for (const { journal, seen } of [second, other]) {
      assert.equal(journal.condition, 'damaged');
      assert.deepEqual(seen.slice(0, 2), ['1', '3']);
    }
    assert.match(await readFile(`${file}.damaged`, 'utf8'), /^\{"type":"reviewable","jobId":"\*".*\}\n$/u);
    if (process.platform !== 'win32') assert.equal((await stat(`${file}.damaged`)).mode & 0o077, 0);
    assert.ok((await readFile(file, 'utf8')).startsWith(content));
    const third = await open();
    assert.deepEqual([third.damages, third.journal.condition], [[], 'damaged']);
    await third.journal.append(askedWhole);
    assert.equal(third.journal.condition, 'intact');
    const fourth = await open();
    assert.deepEqual([fourth.damages, fourth.journal.condition], [[], 'intact']);
  });

  it('is damaged by damage after the jobs were listed, anywhere in the file', async () => {
    const first = await open();
    await first.journal.append(entry('1'), entry('2'), askedWhole);
    await damage('1');
    const second = await open();
    assert.deepEqual([second.journal.condition, second.damages.length], ['damaged', 1]);
    await second.journal.append(askedWhole);
    await damage('2');
    assert.deepEqual((await open()).damages.length, 1);
  });

  it('reports consecutive damaged lines together', async () => {
    await writeFile(file, `${JSON.stringify(entry('1'))}\n${'broken\n'.repeat(500)}${JSON.stringify(entry('2'))}\n`);
    const { damages, seen } = await open();
    assert.deepEqual(damages, [{ lines: 500, copy: `${file}.damaged` }]);
    assert.equal(await readFile(`${file}.damaged`, 'utf8'), 'broken\n'.repeat(500));
    assert.deepEqual(seen, ['1', '2', 'damaged']);
  });

  it('is damaged, without a report, after a crash left an incomplete line, on which nothing depended', async () => {
    const first = await open();
    await first.journal.append(entry('1'));
    await appendFile(file, '{"type":"intent","id":"to');
    const second = await open();
    assert.deepEqual([second.journal.condition, second.damages], ['intact', []]);
    await second.journal.append(entry('2'));
    assert.equal(second.journal.condition, 'damaged');
    const third = await open();
    assert.deepEqual([third.journal.condition, third.damages, second.damages], ['damaged', [], []]);
    assert.deepEqual(third.seen, ['1', 'damaged', '2']);
  });

  it('reads a last line that only lacks its line break', async () => {
    await writeFile(file, JSON.stringify(entry('1')));
    const { journal, seen } = await open();
    await journal.append(entry('2'));
    assert.deepEqual([seen, journal.condition], [['1', '2'], 'new']);
  });

  it('is shorter after an older copy was restored, until all jobs were listed', async () => {
    const first = await open();
    await first.journal.append(entry('1'));
    await copyFile(file, `${file}.copy`);
    await first.journal.append(entry('2'));
    await copyFile(`${file}.copy`, file);
    for (let start = 0; start < 2; start += 1) assert.equal((await open()).journal.condition, 'shorter');
    const { journal } = await open();
    await journal.append({ type: 'asked', at: 9, until: 9 });
    assert.equal(journal.condition, 'shorter');
    await journal.append(askedWhole);
    assert.equal(journal.condition, 'intact');
    assert.equal((await open()).journal.condition, 'intact');
  });

  it('is shorter after it was deleted, and if the whole folder is an older copy', async () => {
    let length: number | undefined;
    const memory = {
      remembered: () => length,
      remember: (now: number) => {
        length = now;
      },
    };
    const { journal } = await open({ memory });
    await journal.append(entry('1'));
    assert.equal(length, (await stat(file)).size);
    await rm(file);
    assert.equal((await open()).journal.condition, 'shorter');
    await rm(`${file}.length`);
    assert.equal((await open()).journal.condition, 'new');
    assert.equal((await open({ memory })).journal.condition, 'shorter');
  });

  it('is shorter if the file gets shorter while it is open', async () => {
    const { journal, seen } = await open();
    await journal.append(entry('1'), entry('2'));
    await writeFile(file, `${JSON.stringify(entry('3'))}\n`);
    await journal.sync();
    assert.deepEqual([journal.condition, seen], ['shorter', ['1', '2', '3']]);
    await rm(file);
    await journal.sync();
    await journal.append(entry('4'));
    assert.deepEqual([journal.condition, seen], ['shorter', ['1', '2', '3', '4']]);
  });

  it('prevents orders while it has lines of a later version, and still shows jobs', async () => {
    const isNewer = (error: unknown): boolean => error instanceof OrderError && error.reason === 'journal-newer';
    const { journal, seen } = await open();
    await journal.append(entry('1'));
    journal.refuseNewer();
    await appendFile(file, '{"type":"future","x":1}\n');
    await journal.append(entry('2'));
    assert.deepEqual([seen, journal.condition], [['1', '2'], 'new']);
    assert.throws(() => {
      journal.refuseNewer();
    }, isNewer);
    await assert.rejects(journal.append(intent), isNewer);
    const again = await open();
    await assert.rejects(again.journal.append(intent), isNewer);
    assert.deepEqual(again.seen, ['1', '2']);
  });
});

describe('Siblings', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const open = (name: string, options: JournalOptions = {}, warnings: string[] = []): Journal =>
    new Journal(
      path.join(folder, name),
      () => undefined,
      (warning) => warnings.push(warning),
      options,
    );

  it('reads new lines of the other journals, and never writes to them', async () => {
    const [own, other] = [open('own.jsonl'), open('other.jsonl', { origin: 'https://a.example' })];
    await own.append(entry('1'));
    assert.deepEqual(await own.siblings(), []);
    await other.append(intent);
    const before = await stat(path.join(folder, 'other.jsonl'));
    const [sibling] = await own.siblings();
    assert.deepEqual(
      [sibling?.name, sibling?.header?.origin, [...(sibling?.ledger.intents.keys() ?? [])], sibling?.isWhole],
      ['other.jsonl', 'https://a.example', ['i'], true],
    );
    assert.equal((await stat(path.join(folder, 'other.jsonl'))).mtimeMs, before.mtimeMs);
    await other.append({ ...intent, id: 'j' });
    await appendFile(path.join(folder, 'other.jsonl'), 'broken\n');
    const [later] = await own.siblings();
    assert.equal(later?.ledger, sibling?.ledger);
    assert.deepEqual([[...(later?.ledger.intents.keys() ?? [])], later?.isWhole], [['i', 'j'], false]);
  });

  it('forgets the entries of a journal that was replaced or deleted', async () => {
    const [own, other] = [open('own.jsonl'), open('other.jsonl')];
    await other.append(intent, { ...intent, id: 'j' });
    await own.siblings();
    await writeFile(path.join(folder, 'other.jsonl'), `${JSON.stringify({ ...intent, id: 'k' })}\n`);
    assert.deepEqual(
      (await own.siblings()).map(({ ledger }) => [...ledger.intents.keys()]),
      [['k']],
    );
    await rm(path.join(folder, 'other.jsonl'));
    assert.deepEqual(await own.siblings(), []);
  });

  it('skips and reports a journal that cannot be read, and logs it once', async () => {
    const warnings: string[] = [];
    const own = open('own.jsonl', {}, warnings);
    await open('other.jsonl').append(intent);
    await mkdir(path.join(folder, 'folder.jsonl'));
    for (let time = 0; time < 2; time += 1) {
      const { siblings, unreadable } = await own.readSiblings();
      assert.deepEqual([siblings.map(({ name }) => name), unreadable], [['other.jsonl'], ['folder.jsonl']]);
    }
    assert.deepEqual(warnings.length, 1);
  });
});

import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasOpenJobs } from '../../../../src/editor/session/journalMarkers.ts';
import { Journal, journalPath } from '../../../../src/orders/journal/journal.ts';
import type { JournalEntry } from '../../../../src/orders/journal/journalEntry.ts';

function entry(jobId: string): JournalEntry {
  return { type: 'reviewable', jobId, at: 1 };
}

describe('Journal', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
    file = path.join(folder, 'deep', 'journal.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  function open(name = file) {
    const seen: string[] = [];
    const warnings: string[] = [];
    const journal = new Journal(
      name,
      (one) => {
        seen.push(one.type === 'reviewable' ? one.jobId : one.type);
      },
      (warning) => warnings.push(warning),
    );
    return { journal, seen, warnings };
  }

  it('keeps entries in a file that only its owner can read, and reports each once and in order', async () => {
    const { journal, seen } = open();
    await journal.sync();
    await journal.append(entry('1'), entry('2'));
    await journal.append();
    await journal.append(entry('3'));
    await journal.sync();
    assert.deepEqual(seen, ['1', '2', '3']);
    assert.equal((await readFile(file, 'utf8')).split('\n').length, 4);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o077, 0);
  });

  it('has applied an entry when append resolves, even during another sync', async () => {
    const { journal, seen } = open();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        void journal.sync();
        await journal.append(entry(String(index)));
        assert.ok(seen.includes(String(index)));
      }),
    );
    assert.equal(new Set(seen).size, 20);
    assert.equal(seen.length, 20);
  });

  it('reports the entries of two windows to both, once and in the same order', async () => {
    const [one, two] = [open(), open()];
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).journal.append(entry(String(index)))),
    );
    await Promise.all([one.journal.sync(), two.journal.sync()]);
    assert.equal(one.seen.length, 40);
    assert.deepEqual(one.seen, two.seen);
  });

  it('does not mix lines, whatever their length', async () => {
    const [one, two] = [open(), open()];
    await Promise.all(
      [one, two, one, two].map(({ journal }, index) => journal.append(entry(`${index}`.repeat(2_000_000)))),
    );
    await one.journal.sync();
    assert.deepEqual(
      one.seen.map((id) => [id.length, new Set(id).size]),
      [
        [2_000_000, 1],
        [2_000_000, 1],
        [2_000_000, 1],
        [2_000_000, 1],
      ],
    );
  });

  it('skips and logs an incomplete line, and continues on a new one', async () => {
    const first = open();
    await first.journal.append(entry('1'));
    await appendFile(file, '{"type":"reviewable","jobId":"to');
    await first.journal.sync();
    assert.deepEqual(first.seen, ['1']);
    const second = open();
    await second.journal.append(entry('2'));
    await first.journal.sync();
    assert.deepEqual(
      [first.seen, second.seen],
      [
        ['1', 'damaged', '2'],
        ['1', 'damaged', '2'],
      ],
    );
    assert.deepEqual([first.warnings.length, second.warnings.length], [1, 1]);
    assert.match(first.warnings[0]!, /skipped/u);
  });

  it('skips lines that no version has written', async () => {
    const { journal, seen, warnings } = open();
    await journal.append(entry('1'));
    await appendFile(file, 'null\n{"type":"future","x":1}\n{"type":"reviewable"}\n\n');
    await journal.append(entry('2'));
    await journal.settled();
    assert.deepEqual(seen, ['1', '2', 'damaged', 'damaged']);
    assert.equal(warnings.length, 3);
  });

  it('starts over if the file was replaced', async () => {
    const { journal, seen, warnings } = open();
    await journal.append(entry('1'), entry('2'));
    await writeFile(file, `${JSON.stringify(entry('3'))}\n`);
    await journal.sync();
    assert.deepEqual([seen, warnings.length], [['1', '2', '3'], 1]);
  });

  it('has read all entries before exclusive work, which may append', async () => {
    const [one, two] = [open(), open()];
    await Promise.all(
      [one, two, one, two].map(({ journal, seen }) =>
        journal.exclusively(async () => {
          const count = seen.length;
          await journal.append(entry(String(count)));
        }),
      ),
    );
    await one.journal.sync();
    assert.deepEqual(one.seen, ['0', '1', '2', '3']);
  });

  it('reads its siblings, and has a path for each origin and account', async () => {
    const other = open(path.join(folder, 'deep', 'other.jsonl'));
    const { journal } = open();
    assert.deepEqual(await journal.siblings(), []);
    await other.journal.append(entry('9'));
    await journal.append(entry('1'));
    assert.deepEqual(
      (await journal.siblings()).map(({ name, header, isWhole }) => ({ name, header, isWhole })),
      [{ name: 'other.jsonl', header: undefined, isWhole: true }],
    );
    const names = [
      journalPath('f', 'https://a', 'k'),
      journalPath('f', 'https://a', 'l'),
      journalPath('f', 'https://b', 'k'),
    ];
    assert.equal(new Set(names).size, 3);
    assert.ok(names.every((name) => !name.includes('https')));
  });

  it('creates a marker for the next start', async () => {
    const { journal } = open();
    assert.equal(await hasOpenJobs(path.dirname(file)), false);
    await journal.markWatched(true);
    assert.equal(await hasOpenJobs(path.dirname(file)), true);
    await journal.markWatched(false);
    await journal.markWatched(false);
    assert.equal(await hasOpenJobs(path.dirname(file)), false);
  });

  it('reads lines of versions without documents, and its own', async () => {
    const unit = { project: 'p', file: 'en.json', locale: 'ja', sourceHash: 'h' };
    const job = {
      number: 1,
      title: 'a',
      sourceHash: 'h',
      protectedText: { text: 'A', source: 'A', placeholders: [] },
      targetLocale: 'ja',
      targetLanguage: 'ja',
      credits: 1,
      unitCount: 1,
    };
    const intent = {
      type: 'intent',
      id: 'i',
      at: 1,
      project: 'p',
      sourceLocale: 'en',
      sourceLanguage: 'en',
      tier: 'pro',
      autoApprove: false,
      simulated: false,
      credits: 1,
    };
    const delivered = { type: 'delivered', id: 'd', at: 2, project: 'p', targetFile: 'ja.json', simulated: false };
    const undo = { afterHash: 'v', created: false, edits: [{ start: 0, end: 1, text: '' }] };
    const lines = [
      { ...intent, jobs: [{ ...job, units: [{ ...unit, key: 'a', targetFile: 'ja.json' }] }] },
      {
        ...delivered,
        units: [{ jobId: '7', file: 'en.json', key: 'a', locale: 'ja', sourceHash: 'h', valueHash: 'v' }],
        undo,
      },
      {
        ...intent,
        id: 'j',
        jobs: [{ ...job, document: { name: 'guide.md', size: 5 }, units: [{ ...unit, targetFile: 'guide.ja.md' }] }],
      },
      {
        type: 'delivering',
        id: 'e',
        at: 2,
        jobId: '8',
        project: 'p',
        targetFile: 'guide.ja.md',
        undo: { ...undo, backup: 'e' },
      },
      {
        ...delivered,
        id: 'e',
        units: [{ jobId: '8', file: 'guide.md', locale: 'ja', sourceHash: 'h', valueHash: 'v' }],
        undo: { ...undo, backup: 'e' },
      },
    ];
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { journal, seen, warnings } = open();
    await journal.sync();
    assert.deepEqual([seen, warnings], [['intent', 'delivered', 'intent', 'delivering', 'delivered'], []]);
  });

  it('stores replaced files next to it, and rejects ids that lead to another folder', async () => {
    const { journal } = open();
    await journal.backups.keep('0a1b', Buffer.from([0, 255]));
    assert.deepEqual(await journal.backups.find('0a1b'), Buffer.from([0, 255]));
    assert.equal(await journal.backups.find('ff'), undefined);
    await journal.backups.drop('0a1b');
    assert.equal(await journal.backups.find('0a1b'), undefined);
    await assert.rejects(journal.backups.find('../journal.jsonl'), /not the id/u);
  });
});

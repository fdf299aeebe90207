import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  countJobs,
  exportedJobs,
  exportJournal,
  formatExport,
  type ExportedJob,
} from '../../../../../src/orders/jobs/track/exportJournal.ts';
import type { EntryOf, IntentJob, JournalEntry } from '../../../../../src/orders/journal/journalEntry.ts';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { entriesOfOrder } from '../../../../bench/bigJournal.ts';
import { makeIntent, makeIntentJob } from '../../../../builders/journalEntries.ts';
import { makeUnitRef } from '../../../../builders/trackedJob.ts';

function job(number: number, source: string, more: Partial<IntentJob> = {}): IntentJob {
  return makeIntentJob({
    number,
    text: source,
    credits: 0.21,
    unitCount: 3,
    units: [makeUnitRef({ key: `key${number}` })],
    ...more,
  });
}

function intent(id: string, ...jobs: readonly IntentJob[]): EntryOf<'intent'> {
  const folder = { uri: 'file:///home/me/shop', remotes: ['0011223344556677'], root: '' };
  return makeIntent({ id, at: Date.UTC(2026, 0, 2, 3, 4, 5), currency: 'USD', folder, jobs: [...jobs] });
}

function ledgerOf(...entries: readonly JournalEntry[]): Ledger {
  const ledger = new Ledger();
  for (const entry of entries) ledger.apply(entry);
  return ledger;
}

const named = (number: number, jobId: string): JournalEntry => ({
  type: 'job',
  intent: 'i',
  number,
  jobId,
  orderId: 'o',
  at: 1,
});

function delivered(id: string, jobId: string, key: string): JournalEntry {
  return {
    type: 'delivered',
    id,
    at: Date.UTC(2026, 1, 1),
    project: 'p',
    targetFile: 'ja.json',
    simulated: false,
    undo: { afterHash: '', created: false, edits: [] },
    units: [{ jobId, file: 'en.json', key, locale: 'ja', sourceHash: 'h', valueHash: 'v' }],
  };
}

/** The cells of a CSV file, read as RFC 4180 says. */
function parseCsv(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/((?:(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|(?=\r\n)))+)\r\n/gu)].map(([, line = '']) =>
    [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/gu)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
}

describe('exportedJobs', () => {
  it('contains each job with the facts in the journal', () => {
    const ledger = ledgerOf(
      intent('i', job(1, 'Hello'), job(2, 'Bye')),
      named(1, '7'),
      { type: 'reviewable', jobId: '7', at: 1 },
      { type: 'revision-requested', jobId: '7', at: 1 },
      delivered('d', '7', 'key1'),
    );
    const [first, second] = [...exportedJobs(ledger)];
    const expected: ExportedJob = {
      orderId: 'o',
      jobId: '7',
      orderedAt: '2026-01-02T03:04:05.000Z',
      status: 'delivered',
      sourceLocale: 'en',
      targetLocale: 'ja',
      files: ['en.json'],
      keys: ['key1'],
      sourceText: 'Hello',
      credits: 0.21,
      currency: 'USD',
      unitCount: 3,
      tier: 'pro',
      revisionsRequested: 1,
      deliveredTo: ['ja.json'],
      deliveredAt: '2026-02-01T00:00:00.000Z',
      undone: false,
      simulated: false,
    };
    assert.deepEqual(first, expected);
    assert.deepEqual(
      [second?.jobId, second?.status, second?.deliveredTo, second?.deliveredAt],
      [null, 'queued', [], null],
    );
    assert.equal(countJobs(ledger), 2);
  });

  it('has a status for each state', () => {
    const statusAfter = (...entries: readonly JournalEntry[]): string | undefined =>
      [...exportedJobs(ledgerOf(intent('i', job(1, 'Hello')), ...entries))][0]?.status;
    assert.equal(statusAfter(), 'sending');
    assert.equal(statusAfter({ type: 'unclear', intent: 'i', at: 1, reason: 'timeout' }), 'unconfirmed');
    assert.equal(
      statusAfter(
        { type: 'unclear', intent: 'i', at: 1, reason: 'timeout' },
        { type: 'acknowledged', intent: 'i', at: 1 },
      ),
      'given up',
    );
    assert.equal(statusAfter({ type: 'refused', intent: 'i', at: 1, reason: 'credits', message: '' }), 'refused');
    assert.equal(statusAfter(named(1, '7')), 'ordered');
    assert.equal(statusAfter(named(1, '7'), { type: 'reviewable', jobId: '7', at: 1 }), 'reviewable');
    assert.equal(
      statusAfter(named(1, '7'), delivered('d', '7', 'key1'), { type: 'undone', delivery: 'd', at: 1 }),
      'delivery undone',
    );
    assert.equal(statusAfter(named(1, '7'), { type: 'closed', jobId: '7', at: 1, status: 'canceled' }), 'canceled');
  });

  it('contains recovered jobs, but no folder, remote or project', () => {
    const recovered: JournalEntry = {
      type: 'recovered',
      jobId: '9',
      at: 5,
      project: 'secretproject',
      sourceLocale: 'en',
      targetLocale: 'de',
      simulated: true,
      title: 'a',
      protectedText: { text: 'A', source: 'A', placeholders: [] },
      units: [{ project: 'secretproject', file: 'a.md', locale: 'de', targetFile: 'a.de.md', sourceHash: 'h' }],
      folder: { uri: 'file:///secret', remotes: ['99'], root: 'secret' },
    };
    const ledger = ledgerOf(intent('i', job(1, 'Hello')), recovered);
    assert.deepEqual(
      [...exportedJobs(ledger)].map(({ jobId, credits, unitCount, keys, simulated }) => ({
        jobId,
        credits,
        unitCount,
        keys,
        simulated,
      })),
      [
        { jobId: null, credits: 0.21, unitCount: 3, keys: ['key1'], simulated: false },
        { jobId: '9', credits: null, unitCount: null, keys: [], simulated: true },
      ],
    );
    assert.doesNotMatch([...formatExport(ledger, 'json')].join(''), /secret|0011223344556677|file:\/\//u);
  });
});

describe('formatExport', () => {
  const hostile = [
    '=HYPERLINK("https://x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    'a "quoted", text\nwith lines',
    ' led by a space',
    'plain',
    '日本語',
    "'=1",
  ];

  it('writes CSV that can be read back, without cells that a spreadsheet would evaluate', () => {
    const csv = [
      ...formatExport(
        ledgerOf(intent('i', ...hostile.map((text, index) => job(index + 1, text, { credits: -1 })))),
        'csv',
      ),
    ].join('');
    assert.ok(csv.startsWith('\uFEFForderId,jobId,'));
    const [header = [], ...rows] = parseCsv(csv.slice(1));
    const column = (name: string): readonly string[] => rows.map((cells) => cells[header.indexOf(name)] ?? '');
    assert.deepEqual(column('sourceText'), [
      '\'=HYPERLINK("https://x")',
      "'+1",
      "'-1",
      "'@SUM(A1)",
      "'\tx",
      "'\rx",
      'a "quoted", text\nwith lines',
      ' led by a space',
      'plain',
      '日本語',
      "'=1",
    ]);
    assert.deepEqual([...new Set(column('credits'))], ['-1']);
    assert.ok(rows.every((cells) => cells.length === header.length));
    assert.doesNotMatch(csv.replaceAll(/"(?:[^"]|"")*"/gu, '""'), /(?<!\r)\n/u);
  });

  it('marks keys and files as text, too, and writes several values as lines of one cell', () => {
    const units = ['=key', '-file'].map((name) => ({
      project: 'p',
      file: name,
      key: name,
      locale: 'ja',
      targetFile: 'ja.json',
      sourceHash: 'h',
    }));
    const [header = [], cells = []] = parseCsv(
      [...formatExport(ledgerOf(intent('i', job(1, 'A', { units }))), 'csv')].join('').slice(1),
    );
    assert.deepEqual([cells[header.indexOf('files')], cells[header.indexOf('keys')]], ["'=key\n-file", "'=key\n-file"]);
  });

  it('writes JSON with the same jobs', () => {
    const ledger = ledgerOf(intent('i', ...hostile.map((text, index) => job(index + 1, text))));
    assert.deepEqual(JSON.parse([...formatExport(ledger, 'json')].join('')), [...exportedJobs(ledger)]);
    assert.deepEqual(JSON.parse([...formatExport(ledgerOf(), 'json')].join('')), []);
  });
});

describe('exportJournal', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const long = ledgerOf(
    ...Array.from({ length: 200 }, (_, index) => entriesOfOrder(index * 50, index * 50 + 50)).flat(),
  );

  it('writes a long journal in parts, and reports progress', async () => {
    const file = path.join(folder, 'jobs.json');
    const reports: number[] = [];
    await exportJournal(long, file, 'json', { report: (jobs) => reports.push(jobs) });
    assert.equal((JSON.parse(await readFile(file, 'utf8')) as unknown[]).length, 10_000);
    assert.deepEqual(
      reports,
      reports.toSorted((a, b) => a - b),
    );
    assert.deepEqual(await readdir(folder), ['jobs.json']);
  });

  it('leaves no temporary file and does not touch an older export when it is canceled', async () => {
    const file = path.join(folder, 'jobs.csv');
    await exportJournal(ledgerOf(), file, 'csv');
    const before = await readFile(file, 'utf8');
    await assert.rejects(exportJournal(long, file, 'csv', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual([await readdir(folder), await readFile(file, 'utf8')], [['jobs.csv'], before]);
  });
});

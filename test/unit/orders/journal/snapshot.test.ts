import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { withFileLock } from '../../../../src/orders/journal/journalLock.ts';
import { Journal, type JournalCondition, type JournalOptions } from '../../../../src/orders/journal/journal.ts';
import type { JournalEntry } from '../../../../src/orders/journal/journalEntry.ts';
import { formatLine } from '../../../../src/orders/journal/journalLine.ts';
import { Ledger } from '../../../../src/orders/journal/ledger.ts';
import { entriesOfOrder } from '../../../bench/bigJournal.ts';
import { stateOf } from '../ledgerState.ts';
import { createRandom, randomEntry } from '../randomEntries.ts';

const runScript = (script: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);

const linesOf = (entries: readonly JournalEntry[]): string => entries.map(formatLine).join('');

describe('snapshot', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'snapshot-'));
    file = path.join(folder, 'journal.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Opens a window that writes a snapshot after each reading, or never. */
  async function open(snapshots: 'all' | 'none', options: JournalOptions = {}) {
    const ledger = new Ledger();
    const warnings: string[] = [];
    const journal = new Journal(
      file,
      (entry) => {
        ledger.apply(entry);
      },
      (warning) => warnings.push(warning),
      { ledger, snapshotBytes: snapshots === 'all' ? 1 : Infinity, ...options },
    );
    await journal.sync();
    await journal.settled();
    await journal.snapshotsMade();
    return { journal, ledger, warnings };
  }

  /** Returns the state of a window that opens the journal now, and whether it read a snapshot. */
  async function look(): Promise<{
    readonly state: unknown;
    readonly condition: JournalCondition;
    readonly hasSnapshot: boolean;
  }> {
    const { journal, ledger } = await open('none');
    const [intent] = ledger.intents.values();
    return {
      state: stateOf(ledger),
      condition: journal.condition,
      hasSnapshot: intent !== undefined && intent.intent.jobs[0]?.constructor !== Object,
    };
  }

  function applied(entries: readonly JournalEntry[]): unknown {
    const ledger = new Ledger();
    for (const entry of entries) ledger.apply(entry);
    return stateOf(ledger);
  }

  const orders = [...entriesOfOrder(0, 50), ...entriesOfOrder(50, 100)];

  it('results in the same state as the journal, whatever its entries and the snapshot’s end', async function () {
    this.timeout(60_000);
    let used = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const random = createRandom(seed);
      const entries = Array.from({ length: 10 + Math.floor(random() * 120) }, () => randomEntry(random));
      const cuts = [random(), random()].map((part) => Math.floor(part * entries.length)).sort((a, b) => a - b);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await mkdir(folder);
      // Written once, and extended once.
      await writeFile(file, linesOf(entries.slice(0, cuts[0])));
      await open('all');
      await appendFile(file, linesOf(entries.slice(cuts[0], cuts[1])));
      await open('all');
      await appendFile(file, linesOf(entries.slice(cuts[1])));
      const { state, condition, hasSnapshot } = await look();
      assert.deepEqual(state, applied(entries), `seed ${seed}`);
      if (hasSnapshot) used += 1;
      await rm(`${file}.snapshot`, { force: true });
      assert.deepEqual(await look(), { state, condition, hasSnapshot: false }, `seed ${seed}`);
    }
    assert.ok(used > 30, `only ${used} snapshots were read`);
  });

  it('results in the same state for ordinary orders', async () => {
    await writeFile(file, linesOf(orders));
    await open('all');
    const { state, hasSnapshot } = await look();
    assert.ok(hasSnapshot);
    assert.deepEqual(state, applied(orders));
    assert.ok((await stat(`${file}.snapshot`)).size < (await stat(file)).size / 5);
    if (process.platform !== 'win32') assert.equal((await stat(`${file}.snapshot`)).mode & 0o077, 0);
  });

  it('is ignored if it is damaged or incomplete, or from a version with other entries', async () => {
    await writeFile(file, linesOf(orders));
    await open('all');
    const whole = await readFile(`${file}.snapshot`);
    const changes: readonly (() => Promise<void>)[] = [
      () => truncate(`${file}.snapshot`, whole.length - 100),
      () => truncate(`${file}.snapshot`, 0),
      () => writeFile(`${file}.snapshot`, whole.toString().replace('reviewable', 'reviewablf')),
      () => writeFile(`${file}.snapshot`, whole.toString().replace(/"schema":"\d+\./u, '"schema":"0.')),
      () => rm(`${file}.snapshot`),
    ];
    for (const change of changes) {
      await writeFile(`${file}.snapshot`, whole);
      await change();
      const { state, condition, hasSnapshot } = await look();
      assert.deepEqual([hasSnapshot, condition], [false, 'intact']);
      assert.deepEqual(state, applied(orders));
    }
    await open('all');
    assert.ok((await look()).hasSnapshot);
  });

  it('is ignored if the journal is an older copy or another one, which is noticed', async () => {
    await writeFile(file, linesOf(orders.slice(0, 40)));
    await copyFile(file, `${file}.copy`);
    await appendFile(file, linesOf(orders.slice(40)));
    await open('all');
    await rm(`${file}.length`);
    await copyFile(`${file}.copy`, file);
    assert.deepEqual(await look(), { state: applied(orders.slice(0, 40)), condition: 'shorter', hasSnapshot: false });
    const other = [...entriesOfOrder(100, 150), ...entriesOfOrder(150, 200)];
    await writeFile(file, linesOf(other));
    const { journal, ledger } = await open('all');
    assert.deepEqual([journal.condition, stateOf(ledger)], ['shorter', applied(other)]);
    const asked: JournalEntry = { type: 'asked', at: 1, until: 1, whole: true };
    await journal.append(asked);
    await journal.snapshotsMade();
    await open('all');
    assert.deepEqual(await look(), { state: applied([...other, asked]), condition: 'intact', hasSnapshot: true });
  });

  it('keeps the damage in mind until the service’s jobs were listed', async () => {
    await writeFile(file, `${linesOf(orders)}broken\n`);
    assert.equal((await open('all')).journal.condition, 'damaged');
    await open('all');
    const { condition, hasSnapshot } = await look();
    assert.deepEqual([condition, hasSnapshot], ['damaged', true]);
  });

  it('is not written for a journal with lines of a later version', async () => {
    await writeFile(file, `${linesOf(orders)}{"type":"future"}\n`);
    const { journal } = await open('all');
    assert.throws(() => {
      journal.refuseNewer();
    });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('snapshot')),
      [],
    );
  });

  it('is written by one window at a time, and not required by others', async () => {
    await writeFile(file, linesOf(orders));
    await withFileLock(`${file}.snapshot.lock`, async () => {
      const { warnings, ledger } = await open('all');
      assert.deepEqual([warnings, ledger.jobs.size], [[], 100]);
    });
    assert.equal((await look()).hasSnapshot, false);
    await Promise.all([open('all'), open('all'), open('all')]);
    assert.ok((await look()).hasSnapshot);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.tmp') || name.endsWith('.lock')),
      [],
    );
  });

  it('removes the temporary files of windows that ended while they wrote one', async () => {
    await writeFile(file, linesOf(orders));
    const lock = path.resolve(import.meta.dirname, '../../../../src/orders/journal/journalLock.ts');
    await runScript(
      `import { withFileLock } from ${JSON.stringify(pathToFileURL(lock).href)};
       await withFileLock(${JSON.stringify(`${file}.snapshot.lock`)}, () => process.exit());`,
    );
    assert.ok((await readdir(folder)).includes('journal.jsonl.snapshot.lock'));
    await writeFile(`${file}.snapshot.0123456789ab.tmp`, 'half a snap');
    await open('all');
    assert.deepEqual((await readdir(folder)).sort(), [
      'journal.jsonl',
      'journal.jsonl.length',
      'journal.jsonl.snapshot',
    ]);
  });

  it('is read for a sibling journal, and never written', async () => {
    await writeFile(file, linesOf(orders));
    await open('all');
    const otherJournal = new Journal(
      path.join(folder, 'own.jsonl'),
      () => undefined,
      () => undefined,
      { snapshotBytes: 1 },
    );
    const [sibling] = await otherJournal.siblings();
    assert.deepEqual(stateOf(sibling!.ledger), applied(orders));
    assert.notEqual([...sibling!.ledger.intents.values()][0]?.intent.jobs[0]?.constructor, Object);
    await rm(`${file}.snapshot`);
    await new Journal(
      path.join(folder, 'own.jsonl'),
      () => undefined,
      () => undefined,
      { snapshotBytes: 1 },
    ).siblings();
    assert.ok(!(await readdir(folder)).includes('journal.jsonl.snapshot'));
  });
});

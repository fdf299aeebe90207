import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Journal } from '../../../../src/orders/journal/journal.ts';
import { formatLine } from '../../../../src/orders/journal/journalLine.ts';
import { Ledger } from '../../../../src/orders/journal/ledger.ts';
import { entriesOfOrder } from '../../../bench/bigJournal.ts';
import { stateOf } from '../ledgerState.ts';

describe('a journal that is too long to be parsed at once', () => {
  it('results in the same state as its entries', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'snapshot-'));
    try {
      const file = path.join(folder, 'journal.jsonl');
      const entries = Array.from({ length: 56 }, (_, index) => entriesOfOrder(index * 50, index * 50 + 50)).flat();
      await writeFile(file, entries.map(formatLine).join(''));
      assert.ok((await stat(file)).size > 1 << 22);
      const expected = new Ledger();
      for (const entry of entries) expected.apply(entry);
      const ledger = new Ledger();
      const warnings: string[] = [];
      const journal = new Journal(
        file,
        (entry) => {
          ledger.apply(entry);
        },
        (warning) => warnings.push(warning),
        { ledger, snapshotBytes: Infinity },
      );
      await journal.sync();
      await journal.settled();
      assert.deepEqual(warnings, []);
      assert.deepEqual(stateOf(ledger), stateOf(expected));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }).timeout(60_000);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wireModes } from '../../src/sandbox/wire/wireNumbers.ts';
import { allCases } from './interface/allCases.ts';
import { readContractRows } from './interface/contractRows.ts';
import { chosenInstead } from './interface/notShown.ts';
import { startService } from './interface/service.ts';

const rows = readContractRows(readFileSync(path.join(import.meta.dirname, 'contractTables.md'), 'utf8'));
const cases = new Map(allCases);

describe('contract: the interface, row by row', () => {
  for (const wire of wireModes) {
    describe(`with numbers in ${wire} mode`, () => {
      const covered = new Set<string>();
      after(() => {
        console.log(`covered ${covered.size} of ${rows.length} rows in ${wire} mode`);
      });

      for (const { id } of rows) {
        it(id, async () => {
          const run = cases.get(id);
          assert.ok(run, 'This row has no case.');
          await using service = await startService({ wire });
          await run(service);
          covered.add(id);
        });
      }
    });
  }

  it('has one case for every row, and no case without a row', () => {
    const ids = rows.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'Two rows have the same name.');
    assert.deepEqual(allCases.map(([id]) => id).sort(), ids.sort());
  });

  it('documents for every open row what is done instead', () => {
    const open = rows.filter(({ text }) => /\bnot (?:shown|named)\b|\bNo other\b/u.test(text)).map(({ id }) => id);
    assert.deepEqual(Object.keys(chosenInstead).sort(), open.sort());
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wireModes } from '../../../src/sandbox/wire/wireNumbers.ts';
import { allCases } from './allCases.ts';
import { readContractRows } from './contractRows.ts';
import { isFields } from './replies.ts';
import { startService } from './service.ts';
import { readStatedTypes } from './statedTypes.ts';

const cases = new Map(allCases);
const rows = readContractRows(readFileSync(path.resolve(import.meta.dirname, '../contractTables.md'), 'utf8'));
const stated = readStatedTypes(rows);

/** Numbers without a type in the contract's tables, with a row whose case reads them. */
const untyped = [
  'job_count',
  'credits_used',
  'total_credits',
  'total_jobs',
  'total_units',
  'jobs_queued',
  'jobs_available',
  'as_group',
  'position',
].map((field) => ({
  row: '§4 Referenced endpoints, rule 1: POST of jobs (placing an order, taking the',
  field,
}));

/** Converts a number to a string, and a numeric string to a number. */
function swapped(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  return Array.isArray(value) ? value.map(swapped) : value;
}

function halfMore(value: unknown): unknown {
  return typeof value === 'number' ? value + 0.5 : value;
}

/** Returns the same answer with `change` applied to every value with this name. */
function withChanged(body: unknown, field: string, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => withChanged(item, field, change));
  if (!isFields(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === field ? change(value) : withChanged(value, field, change),
    ]),
  );
}

describe('contract: an answer with a wrong type', () => {
  for (const wire of wireModes) {
    describe(`in ${wire} mode`, () => {
      let noticed = 0;
      after(() => {
        console.log(`${noticed} wrong types were noticed in ${wire} mode`);
      });

      const fails = (row: string, field: string, change: (value: unknown) => unknown) => async (): Promise<void> => {
        const run = cases.get(row);
        assert.ok(run);
        await using service = await startService({ wire, tamper: (body) => withChanged(body, field, change) });
        await assert.rejects(run(service), new RegExp(`\\.${field}(?:\\[0\\])? is not`, 'u'));
        noticed += 1;
      };
      for (const { row, field } of [...stated, ...untyped])
        it(`fails ${row}, if ${field} has another type`, fails(row, field, swapped));
      if (wire === 'recorded') return;
      for (const { row, field, type } of stated)
        if (type === 'integer') it(`fails ${row}, if ${field} has a fraction`, fails(row, field, halfMore));
    });
  }

  it('covers every number that the tables name', () => {
    const fields = new Set(stated.map(({ field }) => field));
    assert.deepEqual([...fields].toSorted(), [
      'auto_approve',
      'code',
      'credits',
      'credits_spent',
      'ctime',
      'eta',
      'id',
      'job_id',
      'last_login',
      'order_id',
      'rating',
      'rev_id',
      'unit_count',
      'unit_price',
      'user_since',
    ]);
  });
});

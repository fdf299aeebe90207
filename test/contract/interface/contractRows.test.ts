import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readContractRows } from './contractRows.ts';

const copy = path.resolve(import.meta.dirname, '../contractTables.md');

describe('contract: rows of its tables', () => {
  it('are named by section, table and row; sentences and bullets by their number', () => {
    const markdown = [
      '# Title',
      'Not of the contract.',
      '## 4. Endpoints',
      'Common to all of them.',
      '### Job endpoints (base path /v2)',
      '',
      '| # | Method | Path |',
      '|---|---|---|',
      '| 7 | POST | /job/{id} |',
      '| 8 | GET | /job/{id} |',
      '',
      'PUT job, per action:',
      '',
      '| action | Fields |',
      '|---|---|',
      '| `revise` | comment |',
      '',
      '## 8. Limits',
      '- The first `rule`.',
      '- The second rule.',
    ].join('\n');
    assert.deepEqual(
      readContractRows(markdown).map(({ id }) => id),
      [
        '§4 Endpoints, rule 1: Common to all of them.',
        '§4 Job endpoints, row 7: POST /job/{id}',
        '§4 Job endpoints, row 8: GET /job/{id}',
        '§4 PUT job, per action, row 1: revise',
        '§8 Limits, rule 1: The first rule.',
        '§8 Limits, rule 2: The second rule.',
      ],
    );
  });

  it("are all lines of the contract's copy except headings, table heads and lines that introduce a table", () => {
    const lines = readFileSync(copy, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const contract = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
    const rules = contract.filter((line) => !/^[#|]/u.test(line) && !line.endsWith(':'));
    const tableLines = contract.filter((line) => line.startsWith('|'));
    const tables = tableLines.filter((line) => line.startsWith('|---')).length;
    const rows = readContractRows(contract.join('\n'));
    assert.equal(rows.length, rules.length + tableLines.length - 2 * tables);
    assert.deepEqual(
      rows.filter(({ text }) => !contract.includes(text)),
      [],
    );
    for (const section of ['§2', '§3', '§4', '§5', '§6', '§7', '§8'])
      assert.ok(
        rows.some(({ id }) => id.startsWith(`${section} `)),
        section,
      );
  });
});

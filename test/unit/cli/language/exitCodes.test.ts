import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { commandNames } from '../../../../src/cli/commandOptions.ts';
import { helpFor } from '../../../../src/cli/helpText.ts';
import { exitCodeRows, exitCodesOf } from '../../../../src/cli/language/exitCodes.ts';
import { plain } from '../../../../src/words/plain.ts';
import { projectRoot } from '../../../host/paths.ts';

describe('exit codes', () => {
  const rows: readonly {
    readonly code: number;
    readonly meaning: () => unknown;
    readonly commands?: readonly string[];
  }[] = Object.values(exitCodeRows);

  it('are all different', () => {
    assert.equal(new Set(rows.map(({ code }) => code)).size, rows.length);
  });

  it('are limited only to commands that exist', () => {
    const names: readonly string[] = commandNames;
    assert.deepEqual(
      rows.flatMap(({ commands = [] }) => commands).filter((name) => !names.includes(name)),
      [],
    );
  });

  it('are those in the table of README.md', async () => {
    const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8');
    const table = /^\| exit code \| \|\n\|---\|---\|\n((?:\|.*\n)+)/mu.exec(readme)?.[1] ?? '';
    const expected = Object.values(exitCodeRows).map((row) => {
      const only: readonly string[] = 'commands' in row ? row.commands : [];
      const commands = only.map((name) => `\`${name}\``).join(', ');
      return `| ${row.code} | ${commands === '' ? '' : `${commands}: `}${plain(row.meaning())} |`;
    });
    assert.deepEqual(table.trimEnd().split('\n'), expected);
  });

  it('are in the help of each command', () => {
    for (const command of commandNames) {
      const lines = helpFor(command).map((line) => plain(line));
      const codes = lines.slice(lines.indexOf('Exit codes:') + 1).map((line) => Number(line.trim().split(' ')[0]));
      assert.deepEqual(
        codes,
        exitCodesOf(command).map(({ code }) => code),
      );
      assert.equal(codes.includes(exitCodeRows.findings.code), command === 'check');
    }
  });
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { collectMessages } from '../l10n/messages.ts';

const src = path.resolve(import.meta.dirname, '../../src');

describe('export of messages', function () {
  this.timeout(120_000);

  it('finds the message of every call of l10n.t, as the translations are checked against', async () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ extension: '.ts', contents: readFileSync(path.join(src, name), 'utf8') }))
      .filter(({ contents }) => contents.includes('@vscode/l10n'));
    const collected = collectMessages().map(({ key }) => key);
    const exported = Object.keys(await getL10nJson(files));
    assert.ok(collected.length > 500, `only ${collected.length} messages`);
    assert.deepEqual(exported.toSorted(), collected.toSorted());
  });
});

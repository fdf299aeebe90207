import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../host/paths.ts';
import { languageFindings, readLanguage } from '../../l10n/languageCheck.ts';
import { languages } from '../../l10n/languageFiles.ts';
import { collectMessages } from '../../l10n/messages.ts';

describe('translations of the interface', () => {
  const messages = collectMessages();

  for (const language of languages) {
    it(`are complete and follow the rules in ${language}`, () => {
      assert.deepEqual(languageFindings(language, messages, readLanguage(language)), []);
    });
  }

  it('are shipped, and found by VS Code', () => {
    const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { l10n?: string };
    assert.equal(manifest.l10n, './l10n');
    const shipped = readFileSync(path.join(projectRoot, '.vscodeignore'), 'utf8').split('\n');
    assert.ok(shipped.includes('!l10n/*.json') && shipped.includes('!package.nls.*.json'));
  });

  it('are based on a glossary of at least 100 terms, which is not shipped', () => {
    const file = path.join(projectRoot, 'l10n/glossary.csv');
    assert.ok(existsSync(file), 'l10n/glossary.csv does not exist.');
    const [header = [], ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n').map(fieldsOf);
    assert.deepEqual(header, ['term', ...languages, 'source']);
    assert.ok(rows.length >= 100, `only ${rows.length} terms`);
    const incomplete = rows.filter((row) => row.length !== header.length || row.some((field) => field.trim() === ''));
    assert.deepEqual(incomplete, []);
    assert.equal(new Set(rows.map(([term]) => term)).size, rows.length, 'a term is listed twice');
  });
});

/** Returns the fields of a line of CSV. */
function fieldsOf(line: string): readonly string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

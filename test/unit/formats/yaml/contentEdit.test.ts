import assert from 'node:assert/strict';
import { parseAllDocuments } from 'yaml';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { yaml } from '../../../../src/formats/yaml/yaml.ts';

const withRoot = '---\n# About the file\nen:\n  # Shown first\n  a: Hello\n  b: World\n';
const flat = '# About the file\n\na: Hello\nb: World\n';

function write(text: string, sourceText: string): string {
  const translations = new Map([
    ['a', 'Hallo'],
    ['b', 'Welt'],
  ]);
  return applyEdits(text, yaml.write(text, translations, { sourceText, sourceLocale: 'en', targetLocale: 'de' }));
}

describe('writing to a YAML file without keys', () => {
  const cases: readonly [name: string, text: string, written: string][] = [
    ['after its only comment', '# Ours\n', '# Ours\n\nde:\n  # Shown first\n  a: Hallo\n  b: Welt\n'],
    ['after a comment without a line end', '# Ours', '# Ours\n\nde:\n  # Shown first\n  a: Hallo\n  b: Welt\n'],
    ['with its line ends', '# Ours\r\n', '# Ours\r\n\r\nde:\r\n  # Shown first\r\n  a: Hallo\r\n  b: Welt\r\n'],
    ['after its marker', '---\n', withRoot.replace('en:', 'de:').replace('Hello', 'Hallo').replace('World', 'Welt')],
    ['after a marker without a line end', '---', write('---\n', withRoot)],
    ['after a directive', '%YAML 1.1\n---\n', `%YAML 1.1\n${write('---\n', withRoot)}`],
    ['after a comment and a marker', '# Ours\n---\n', '# Ours\n---\nde:\n  # Shown first\n  a: Hallo\n  b: Welt\n'],
    ['before the end of its document', '---\n...\n', `${write('---\n', withRoot)}...\n`],
    ['in place of its empty map', '---\n{}\n', write('---\n', withRoot)],
    ['in place of an empty map on the marker’s line', '--- {}\n', write('---\n', withRoot)],
  ];
  for (const [name, text, written] of cases)
    it(`writes ${name}`, () => {
      assert.equal(write(text, withRoot), written);
    });

  it('writes one document, and keeps every line of the file', () => {
    for (const source of [withRoot, flat, `%YAML 1.1\n${withRoot}`])
      for (const text of [
        '# c',
        '\n# c\n\n# d\n',
        '---',
        '--- # c\n',
        '---\n# c\n',
        '...\n',
        '  # c\n',
        '%YAML 1.1\n---\n',
      ]) {
        const written = write(text, source);
        const documents = parseAllDocuments(written);
        assert.equal(documents.length, 1, written);
        for (const line of text.split('\n')) assert.ok(written.split('\n').includes(line), written);
      }
  });
});

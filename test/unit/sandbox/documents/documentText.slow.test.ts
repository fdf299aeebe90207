import assert from 'node:assert/strict';
import { zipSync } from 'fflate';
import { measureDocument } from '../../../../src/sandbox/documents/documentText.ts';
import { UnreadableDocumentError } from '../../../../src/sandbox/documents/rewriteTexts.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const count = (filename: string, text: string): number => measureDocument(filename, bytes(text), 'en').unitCount;

describe('documentText with large documents', () => {
  it('refuses archives that expand to too many bytes or entries', () => {
    const hugeEntry = zipSync({ 'word/document.xml': new Uint8Array(101 * 1024 * 1024) }, { level: 1 });
    assert.ok(hugeEntry.length < 1024 * 1024);
    const manyEntries = zipSync({
      ...Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`x${index}`, new Uint8Array(0)])),
      'word/document.xml': bytes('<a/>'),
    });
    for (const content of [hugeEntry, manyEntries])
      assert.throws(() => measureDocument('a.docx', content, 'en'), UnreadableDocumentError);
  }).timeout(60_000);

  const hostile: readonly (readonly [filename: string, text: string, units: number])[] = [
    ['a.mdx', '<a {x'.repeat(40_000), 40_001],
    ['a.md', '[^a'.repeat(40_000), 1],
    ['a.md', `---\ntitle: x${' '.repeat(40_000)}x\n---\n`, 2],
    ['a.yaml', `a: x${' '.repeat(40_000)}x`, 2],
    ['a.yaml', `a: "x"${' '.repeat(40_000)}x`, 2],
    ['a.strings', '/* '.repeat(40_000), 0],
    ['a.strings', '"\\'.repeat(40_000), 0],
    ['a.strings', `"${'\\"'.repeat(40_000)}"`, 0],
    ['a.xml', `${'<!a>'.repeat(40_000)}<a>[x]</a>`, 1],
    ['a.srt', `-->\n${'{\\'.repeat(40_000)}`, 0],
  ];
  for (const [filename, text, units] of hostile) {
    // Regression: each of these took seconds when every match scanned the rest of the file.
    it(`reads ${filename.slice(1)} with many repetitions of ${JSON.stringify(text.slice(0, 12))}`, () => {
      assert.equal(count(filename, text), units);
    }).timeout(60_000);
  }

  it('takes linear time', () => {
    // With quadratic behavior in any part, this takes minutes.
    const text = 'The quick brown fox [jumps](over) `the` <b>lazy</b> dog, "and" so on: {x} $1 \\ \n'.repeat(5000);
    for (const name of [
      'a.txt',
      'a.md',
      'a.mdx',
      'a.html',
      'a.csv',
      'a.srt',
      'a.yaml',
      'a.properties',
      'a.strings',
      'a.po',
    ])
      count(name, text);
    for (const name of ['a.md', 'a.mdx', 'a.html', 'a.strings', 'a.yaml', 'a.csv'])
      for (const piece of ['[', '<', '`', '"', '{', '$', ':', '<!--', '- ']) count(name, piece.repeat(50_000));
  }).timeout(60_000);
});

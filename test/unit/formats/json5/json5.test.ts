import assert from 'node:assert/strict';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { json5 } from '../../../../src/formats/json5/json5.ts';

describe('JSON5', () => {
  it('reads the syntax that JSON lacks', () => {
    const file =
      "{ a: 'it\\'s', 'b c': \"x\\x41\\u00e9\\\n" +
      " y\", n: [+1, .5, 0xF, NaN, -Infinity, null, 'three',], // note\n" +
      " ключ: 'k', t\\u0061g: '\\v\\0\\q', }";
    assert.deepEqual(
      json5.read(file).map(({ id, text }) => [id, text]),
      [
        ['a', "it's"],
        ['b c', 'xAé y'],
        ['n.6', 'three'],
        ['ключ', 'k'],
        ['tag', '\v\0q'],
      ],
    );
  });

  it('keeps the quotes of a text, and writes a new one in its neighbor’s style', () => {
    const source = '{ a: 1, b: "B", "c": "C", "d-e": "D" }';
    assert.equal(
      write("{\n  b: 'x',\n}\n", { b: 'it\'s "b"', c: 'c', 'd-e': 'd' }, source),
      "{\n  b: 'it\\'s \"b\"',\n  c: 'c',\n  'd-e': 'd',\n}\n",
    );
    assert.equal(write('{"b": "x"}', { c: "it's" }, source), '{"b": "x", "c": "it\'s"}');
  });

  it('creates a file that looks like the source', () => {
    const source = "{\n\ta: 'A',\n\tn: {\n\t\tb: 'B',\n\t\tc: 'C',\n\t},\n}\n";
    assert.equal(write('', { a: 'x', 'n.c': 'z' }, source), "{\n\ta: 'x',\n\tn: {\n\t\tc: 'z',\n\t},\n}\n");
  });

  const broken: readonly [string, number, number, RegExp][] = [
    ['', 1, 1, /empty/],
    ["'text'", 1, 1, /single value/],
    ['{a:b}', 1, 4, /quotes/],
    ["{a:'x\ny'}", 1, 6, /closing quote/],
    ["{a:'x", 1, 6, /ends inside/],
    ["{a:'x\\", 1, 7, /ends inside/],
    ["{a:'x\\\\", 1, 8, /ends inside/],
    ["{a:'\\1'}", 1, 5, /digit/],
    ["{a 'x'}", 1, 4, /colon/],
    ["{a:'x' b:'y'}", 1, 8, /comma/],
    ['{1:2}', 1, 2, /number/],
    ['{a:1]', 1, 5, /comma or a closing/],
    ['{,}', 1, 2, /key/],
    ['{} []', 1, 4, /should end/],
    ['[1', 1, 3, /comma or a closing/],
    ['{/*', 1, 4, /ends inside/],
    ['['.repeat(20_000), 1, 501, /nested more than 500/],
  ];
  for (const [file, line, column, reason] of broken) {
    it(`refuses ${JSON.stringify(file.slice(0, 30))}`, () => {
      assert.throws(
        () => json5.read(file),
        (error) => {
          assert.ok(error instanceof FormatError, String(error));
          assert.match(englishReason(error.reason), reason);
          assert.deepEqual([error.line, error.column], [line, column]);
          return true;
        },
      );
    });
  }

  it('reads a last comment that ends in a backslash', () => {
    assert.deepEqual(
      json5.read("{a:'x'} // C:\\").map(({ text }) => text),
      ['x'],
    );
  });

  it('refuses a large file before parsing it', () => {
    assert.throws(() => json5.read('['.repeat(9 * 1024 * 1024)), withSentence(/larger than 8 MiB/));
  });
});

function write(target: string, translations: Record<string, string>, sourceText: string): string {
  return applyEdits(
    target,
    json5.write(target, new Map(Object.entries(translations)), { sourceText, sourceLocale: 'en', targetLocale: 'de' }),
  );
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { codeSpans } from '../../../../src/placeholders/read/codeSpans.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

/** Examples modeled on CommonMark 0.31.2, §6.1. */
const cases: readonly (readonly [string, readonly string[]])[] = [
  ['Run `npm ci` and `npm test`', ['`npm ci`', '`npm test`']],
  ['`` a ` b ``', ['`` a ` b ``']],
  ['` `` `', ['` `` `']],
  ['`a``b`', ['`a``b`']],
  ['```a``', []],
  ['`a', []],
  ['`a ``b``', ['``b``']],
  ['`a\nb`', ['`a\nb`']],
  ['`a\n\nb`', []],
  ['`a\r\n  \r\nb `c`', ['`c`']],
  ['\\`a` b`', ['` b`']],
  ['\\``a`', ['`a`']],
  ['`a\\` b`', ['`a\\`']],
  ['\\\\`a`', ['`a`']],
  ['``', []],
  ['no code', []],
];

describe('codeSpans', () => {
  for (const [text, spans] of cases) {
    it(`finds ${spans.length} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        codeSpans(text).map(({ start, end }) => text.slice(start, end)),
        spans,
      );
    });
  }

  it('reads long texts of unclosed spans', () => {
    const rows = Array.from({ length: 600 }, (_, index) => '`'.repeat(index + 1)).join(' ');
    assert.equal(codeSpans(`${rows} x`).length, 0);
    assert.equal(codeSpans('` '.repeat(100_000)).length, 50_000);
    assert.equal(codeSpans('\\'.repeat(100_000)).length, 0);
  });

  it('are unchanged by protect and restore, with terms and patterns', () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '\\',
      'Acme',
      'Acme Cloud',
      's',
      ' ',
      '\n',
      '__x__',
      '_',
      '[',
      ']',
      '{{a}}',
      '%s',
      'クラウド',
      '.',
      'https://a.example/Acme',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        fc.pre(!/\[\[\[|\]\]\]/u.test(text));
        const source = protect(text, [
          'code-span',
          'mustache',
          'printf',
          'url',
          { pattern: '__\\w+__' },
          { term: 'Acme' },
          { term: 'Acme Cloud' },
          { term: 'クラウド' },
        ]);
        const { text: back, problems } = restore(source.text, source);
        assert.equal(back, text);
        assert.deepEqual(
          problems.filter(({ severity }) => severity === 'error'),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });
});

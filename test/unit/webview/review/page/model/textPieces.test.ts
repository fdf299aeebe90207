import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textPieces, type TextPiece } from '../../../../../../src/webview/review/page/model/textPieces.ts';

describe('textPieces', () => {
  const show = (pieces: readonly TextPiece[]): string =>
    pieces
      .map(({ text, isPlaceholder, severity }) => {
        const shown = isPlaceholder ? `<${text}>` : text;
        return severity === undefined ? shown : `${severity === 'error' ? '!' : '?'}[${shown}]`;
      })
      .join('');
  const problem = (severity: 'error' | 'warning', start: number, end: number) =>
    ({ severity, sentence: 's', location: { passage: 'translation', start, end } }) as const;

  it('finds placeholders, the longer one first', () => {
    assert.equal(show(textPieces('a {b} {b}c', ['{b}', '{b}c'], [], 'translation')), 'a <{b}> <{b}c>');
    assert.equal(show(textPieces('', ['{b}'], [], 'source')), '');
  });

  it('marks the ranges of findings, the worst where several overlap', () => {
    const problems = [problem('warning', 0, 4), problem('error', 2, 6)];
    assert.equal(show(textPieces('abcdefgh', [], problems, 'translation')), '?[ab]![cd]![ef]gh');
    assert.equal(show(textPieces('abcdefgh', [], problems, 'source')), 'abcdefgh');
    assert.equal(show(textPieces('abc', [], [problem('error', 0, 3)], 'translation')), 'abc', 'not the whole text');
    assert.equal(show(textPieces('abc', [], [problem('error', 2, 900)], 'translation')), 'ab![c]');
  });

  it('keeps every character', () => {
    const ranges = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.array(fc.string({ maxLength: 3 })), ranges, (text, chips, some) => {
        const problems = some.map(([a, b]) => problem('error', Math.min(a, b), Math.max(a, b)));
        const pieces = textPieces(text, chips, problems, 'translation');
        assert.equal(pieces.map((piece) => piece.text).join(''), text);
      }),
    );
  });
});

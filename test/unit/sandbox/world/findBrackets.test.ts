import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findBrackets } from '../../../../src/sandbox/world/findBrackets.ts';

const cases: readonly (readonly [text: string, protectedTexts: readonly string[], fault?: string])[] = [
  ['nothing', []],
  ['a [[b]] c', []],
  ['[[[x]]]', ['[[[x]]]']],
  ['[[[]]]', ['[[[]]]']],
  ['[[[[%s]]]]', ['[[[[%s]]]]']],
  ['[[[a]]][[[b]]]', ['[[[a]]]', '[[[b]]]']],
  ['[[[a[0]]]] and [[[b]]]', ['[[[a[0]]]]', '[[[b]]]']],
  ['a[b[c[0]]] = 1', []],
  [']]] [[[x]]]', ['[[[x]]]']],
  ['[[[open', [], 'unclosed'],
  ['[[[a]]] [[[', ['[[[a]]]'], 'unclosed'],
  ['[[[a]] b', [], 'unclosed'],
  ['[[[a [[[b]]] c]]]', ['[[[a [[[b]]]'], 'nested'],
  ['[[[a [[[b', [], 'unclosed'],
];

describe('sandbox/bracketRules', () => {
  for (const [text, protectedTexts, fault] of cases) {
    it(`finds ${protectedTexts.length} ranges in ${text}${fault === undefined ? '' : `, ${fault}`}`, () => {
      const found = findBrackets(text);
      assert.deepEqual(
        found.spans.map(({ start, end }) => text.slice(start, end)),
        protectedTexts,
      );
      assert.equal(found.fault, fault);
    });
  }

  it('finds text between brackets, including brackets at its ends', () => {
    const content = fc.string({ unit: 'grapheme' }).filter((value) => !/\[\[\[|\]\]\]/u.test(value));
    fc.assert(
      fc.property(fc.array(content, { minLength: 1 }), (contents) => {
        const { spans, fault } = findBrackets(contents.map((value) => `[[[${value}]]]`).join(' '));
        assert.equal(fault, undefined);
        assert.equal(spans.length, contents.length);
      }),
    );
  });

  it('takes linear time', () => {
    for (const piece of ['[[[', ']]]', '[[[ ', '[', '[[[a]]]']) findBrackets(piece.repeat(300_000));
  });
});

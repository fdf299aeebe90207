import assert from 'node:assert/strict';
import { bracketProblem, excludedAreas, hasLargeExcludedArea } from '../../../../src/service/interface/excludedText.ts';

describe('bracketProblem', () => {
  const table = [
    ['', undefined],
    ['plain [one] [[two]] ]] [[ ][', undefined],
    ['[[[a]]]', undefined],
    ['[[[]]]', undefined],
    ['x [[[a]]] y [[[b]]]', undefined],
    ['[[[a]]][[[b]]]', undefined],
    ['[[[[%s]]]]', undefined],
    ['[[[[[%s]]]]]', undefined],
    ['[[[{a}]]][[[[{b}]]]]', undefined],
    ['[[[{0}]]]]', undefined],
    ['[[[a [x] [[y]] b]]]', undefined],
    ['[[[a', 'open'],
    ['a]]]', 'open'],
    ['[[[a]]', 'open'],
    ['[[a]]]', 'open'],
    [']]]a[[[', 'open'],
    ['[[[a]]] b]]]', 'open'],
    ['[[[a]]] [[[b', 'open'],
    ['[[[a [[[b]]] c]]]', 'nested'],
    ['[[[[[[a]]]]]]', 'nested'],
    ['[[[a [[[b]]]', 'nested'],
  ] as const;
  for (const [text, problem] of table) {
    it(`of ${JSON.stringify(text)}: ${problem ?? 'none'}`, () => {
      assert.equal(bracketProblem(text), problem);
    });
  }
});

describe('excludedAreas', () => {
  it('counts characters inside and outside the brackets', () => {
    assert.deepEqual(excludedAreas('Hello [[[{name}]]]!'), { excluded: 6, total: 13, largest: 6 });
    assert.deepEqual(excludedAreas('[[[🎉🎉]]] a [[[b]]]'), { excluded: 3, total: 6, largest: 2 });
    assert.deepEqual(excludedAreas('none'), { excluded: 0, total: 4, largest: 0 });
    assert.deepEqual(excludedAreas(''), { excluded: 0, total: 0, largest: 0 });
  });

  it('does not count areas that are not closed', () => {
    assert.deepEqual(excludedAreas('a [[[b'), { excluded: 0, total: 6, largest: 0 });
  });
});

describe('hasLargeExcludedArea', () => {
  it('finds a long passage and a text that is mostly excluded', () => {
    assert.equal(hasLargeExcludedArea(`${'word '.repeat(1000)}[[[${'x'.repeat(300)}]]]`), true);
    assert.equal(hasLargeExcludedArea(`See [[[${'x'.repeat(150)}]]] and [[[${'y'.repeat(150)}]]]`), true);
  });

  it('ignores placeholders', () => {
    assert.equal(hasLargeExcludedArea('[[[{name}]]]'), false);
    assert.equal(hasLargeExcludedArea('[[[{count}]]] [[[{unit}]]]'), false);
    assert.equal(hasLargeExcludedArea(`${'word [[[{name}]]] '.repeat(100)}${'more words '.repeat(100)}`), false);
  });
});

import assert from 'node:assert/strict';
import { findConcatenation } from '../../../../../src/orders/spend/check/findConcatenation.ts';

describe('findConcatenation', () => {
  const signs: readonly (readonly [text: string, sign: string, part: string, start: number])[] = [
    ['of', 'lone-word', 'of', 0],
    [' by ', 'lone-word', 'by', 1],
    ['(or)', 'lone-word', '(or)', 0],
    ['Items (', 'open-bracket', '(', 6],
    ['Search for “', 'open-bracket', '“', 11],
    ['You have chosen the', 'open-ending', 'the', 16],
    ['Your order is', 'open-ending', 'is', 11],
    [' more items', 'space-start', ' ', 0],
    ['Hello, ', 'space-end', ' ', 6],
    ['\u00a0left', 'space-start', '\u00a0', 0],
  ];
  for (const [text, sign, part, start] of signs) {
    it(`recognizes concatenated text by its ends: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(findConcatenation(text, 'en'), { sign, text: part, start });
    });
  }

  for (const text of [
    'Log in',
    'Sort by',
    'Of',
    'Who we are',
    'Tell us who you are.',
    'Not today :(',
    '„Hallo“',
    'He said “yes”',
    'A line\n',
    '\n  A block',
    'Size (in cm)',
    'Plan A',
    'To',
    '',
    '   ',
    'OK',
  ]) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.equal(findConcatenation(text, 'en'), undefined);
    });
  }

  it('looks for English words only in English', () => {
    assert.equal(findConcatenation('an', 'de'), undefined);
    assert.equal(findConcatenation('Das ist an', 'de'), undefined);
    assert.equal(findConcatenation('Hallo ', 'de')?.sign, 'space-end');
  });

  it('takes linear time', () => {
    const before = process.cpuUsage();
    for (const piece of ['a', ' ', '.', '(', 'a ']) findConcatenation(`x${piece.repeat(1_000_000)}x`, 'en');
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});

import assert from 'node:assert/strict';
import { plainLine } from '../../../../src/orders/model/plainLine.ts';

describe('plainLine', () => {
  it('is at most as long as allowed, with an ellipsis only if something was cut off', () => {
    assert.equal(plainLine('abcde', 5), 'abcde');
    assert.equal(plainLine('abcdef', 5), 'abcd…');
    assert.equal(plainLine('abc😀e', 5), 'abc…');
    assert.equal(plainLine(`ab${' '.repeat(30)}c`, 5), 'ab…');
  });

  it('has no line breaks, control characters and marks of direction', () => {
    assert.equal(plainLine(' a\r\n\tb\u0000c\u202Ed\u2069 ', 20), 'a b cd');
  });
});

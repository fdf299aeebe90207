import assert from 'node:assert/strict';
import { commentLength } from '../../../../src/webview/shared/commentLength.ts';

describe('commentLength', () => {
  it('counts characters, not UTF-16 units', () => {
    assert.equal(commentLength(''), 0);
    assert.equal(commentLength('a😀あ'), 3);
  });
});

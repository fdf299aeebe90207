import assert from 'node:assert/strict';
import { fill } from '../../../../../src/webview/shared/page/pageText.ts';

describe('fill', () => {
  it('replaces each placeholder once', () => {
    assert.equal(fill('{0} of {1}', 3, '{0}'), '3 of {0}');
    assert.equal(fill('{0} {2} {x}', 'a'), 'a {2} {x}');
  });
});

import assert from 'node:assert/strict';
import { freeFolderName } from '../../../../src/commands/samples/sampleProjects.ts';

describe('freeFolderName', () => {
  it('names the sample', () => {
    assert.equal(freeFolderName('rails', new Set()), 'sample-rails');
  });

  it('takes no name that exists, whatever its case', () => {
    assert.equal(freeFolderName('shop', new Set(['sample-shop', 'Sample-Shop-2', 'sample-shop-4'])), 'sample-shop-3');
  });
});

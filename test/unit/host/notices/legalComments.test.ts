import assert from 'node:assert/strict';
import { legalComments } from '../../../host/notices/legalComments.ts';

describe('legalComments', () => {
  it('returns comments that name a license, an owner or an origin, without decoration', () => {
    const block = '/**\n * @license MIT\n *   Copyright Someone\n */\nexport const a = 1;';
    assert.deepEqual(legalComments(block), ['@license MIT\n  Copyright Someone']);
    assert.deepEqual(legalComments('/*! ws. Einar */ exports.a = 1;'), ['ws. Einar']);
    assert.deepEqual(legalComments('// Adapted from https://example.com\nlet a;'), [
      'Adapted from https://example.com',
    ]);
  });

  it('joins line comments that follow each other', () => {
    const code = '// Influenced by ws, MIT license.\n\n// Copyright (c) A\n// Copyright (c) B\n\n// Other\nlet a;';
    assert.deepEqual(legalComments(code), ['Influenced by ws, MIT license.', 'Copyright (c) A\nCopyright (c) B']);
  });

  it('ignores other comments, and text that only looks like a comment', () => {
    const code = '/** Emits it within the limit. */ const a = "/*! copyright */", b = /\\/\\/ license/u; // done';
    assert.deepEqual(legalComments(code), []);
  });
});

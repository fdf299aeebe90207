import assert from 'node:assert/strict';
import { legalComments } from '../../../host/notices/legalComments.ts';

describe('legalComments', () => {
  it('returns comments that name a license, an owner or an origin, without decoration', () => {
    assert.deepEqual(legalComments('/**\n * @license MIT\n *   Copyright Someone\n */\nexport const a = 1;'), ['@license MIT\n  Copyright Someone']);
    assert.deepEqual(legalComments('/*! ws. Einar */ exports.a = 1;'), ['ws. Einar']);
    assert.deepEqual(legalComments('// Adapted from https://example.com/he.js\nlet a;'), ['Adapted from https://example.com/he.js']);
  });

  it('joins line comments that follow each other', () => {
    assert.deepEqual(legalComments('// Influenced by ws, MIT license.\n\n// Copyright (c) A\n// Copyright (c) B\n\n// Other\nlet a;'), [
      'Influenced by ws, MIT license.', 'Copyright (c) A\nCopyright (c) B',
    ]);
  });

  it('ignores other comments, and text that only looks like a comment', () => {
    assert.deepEqual(legalComments('/** Emits it within the limit. */ const a = "/*! copyright */", b = /\\/\\/ license/u; // done'), []);
  });
});

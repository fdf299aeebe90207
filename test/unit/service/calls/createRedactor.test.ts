import assert from 'node:assert/strict';
import { createRedactor } from '../../../../src/service/calls/createRedactor.ts';

describe('createRedactor', () => {
  const secret = `K|&=%~+#@^ "{'<]/\\é`;
  const redact = createRedactor([secret]);
  const writings: Readonly<Record<string, string>> = {
    'as it is': secret,
    'in an address': encodeURIComponent(secret),
    'in an address, in small letters': encodeURIComponent(secret).replace(/%../g, (escape) => escape.toLowerCase()),
    'in a form': new URLSearchParams({ a: secret }).toString().slice(2),
    'in JSON': JSON.stringify(secret).slice(1, -1),
    'in PHP’s JSON': JSON.stringify(secret).slice(1, -1).replace(/\//g, '\\/'),
    'on a page': secret.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    'on a page, in an attribute': secret
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/"/g, '&quot;')
      .replace(/'/g, '&#39;'),
    'on a PHP page': secret
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/"/g, '&quot;')
      .replace(/'/g, '&#039;'),
  };
  for (const [where, written] of Object.entries(writings)) {
    it(`removes a secret ${where}`, () => {
      assert.equal(redact(`a${written}b${written}`), 'a…b…');
    });
  }

  it('removes anything that looks like a signature, and nothing longer', () => {
    const signature = 'a'.repeat(20) + '0'.repeat(20);
    assert.equal(
      createRedactor([])(`api_sig=${signature}&ts=1 ${signature.toUpperCase()} ${signature}00`),
      `api_sig=…&ts=1 … ${signature}00`,
    );
  });

  it('keeps everything else, and removes the longer of two secrets first', () => {
    assert.equal(redact('K and the rest'), 'K and the rest');
    assert.equal(createRedactor(['abc', 'abcdef'])('abcdef abc'), '… …');
    assert.equal(createRedactor([])('x'), 'x');
    assert.equal(createRedactor([''])('x'), 'x');
  });
});

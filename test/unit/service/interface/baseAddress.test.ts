import assert from 'node:assert/strict';
import { parseBaseAddress } from '../../../../src/service/interface/baseAddress.ts';
import { ServiceError } from '../../../../src/service/interface/serviceError.ts';

describe('parseBaseAddress', () => {
  it('splits an address into its parts', () => {
    assert.deepEqual(parseBaseAddress('https://api.example.com/v2'), {
      href: 'https://api.example.com/v2',
      origin: 'https://api.example.com',
      path: '/v2',
      rootPath: '',
      isLoopback: false,
    });
  });

  it('keeps a path before /v2 and ignores surrounding spaces and trailing slashes', () => {
    const address = parseBaseAddress(' https://example.com:8443/translate/api/v2// ');
    assert.equal(address.href, 'https://example.com:8443/translate/api/v2');
    assert.equal(address.rootPath, '/translate/api');
  });

  for (const text of ['http://localhost:8777/v2', 'http://127.0.0.1/v2', 'http://[::1]:1/v2', 'http://127.9.9.9/v2']) {
    it(`accepts plain http on this machine: ${text}`, () => {
      assert.equal(parseBaseAddress(text).isLoopback, true);
    });
  }

  it('accepts plain http to another machine if allowed, and nothing else', () => {
    const address = parseBaseAddress('http://api.example.com/v2', { allowPlainHttp: true });
    assert.deepEqual([address.origin, address.isLoopback], ['http://api.example.com', false]);
    for (const text of ['ftp://api.example.com/v2', 'http://me:secret@api.example.com/v2', 'http://api.example.com/'])
      assert.throws(() => parseBaseAddress(text, { allowPlainHttp: true }), { reason: 'invalid' });
    assert.throws(() => parseBaseAddress('http://api.example.com/v2', { allowPlainHttp: false }), {
      reason: 'insecure',
    });
  });

  const refusals = [
    ['insecure', 'http://api.example.com/v2'],
    ['insecure', 'http://localhost.example.com/v2'],
    ['insecure', 'http://127.0.0.1.example.com/v2'],
    ['invalid', ''],
    ['invalid', 'api.example.com/v2'],
    ['invalid', 'ftp://example.com/v2'],
    ['invalid', 'https://example.com/'],
    ['invalid', 'https://example.com/v22'],
    ['invalid', 'https://example.com/v2?api_key=1'],
    ['invalid', 'https://example.com/v2#x'],
    ['invalid', 'https://user:secret@example.com/v2'],
  ] as const;
  for (const [reason, text] of refusals) {
    it(`refuses ${JSON.stringify(text)} as ${reason}`, () => {
      assert.throws(
        () => parseBaseAddress(text),
        (error) =>
          error instanceof ServiceError &&
          error.reason === reason &&
          error.outcome === 'not-sent' &&
          !error.message.includes('secret'),
      );
    });
  }
});

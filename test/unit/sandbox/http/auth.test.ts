import assert from 'node:assert/strict';
import { authenticate } from '../../../../src/sandbox/http/auth.ts';
import type { WireCall } from '../../../../src/sandbox/http/call.ts';
import { RefusedError } from '../../../../src/sandbox/http/errors.ts';

const keys = { apiKey: 'key', privateKey: 'test_private_key' };
const other = { apiKey: 'another', privateKey: 'another_private_key' };
const good = { api_key: 'key', ts: '1700000000', api_sig: '34fd9a54d909d78a5a4fb26c96aa961100b6c213' };

function callWith(parameters: Readonly<Record<string, string>>, where: 'query' | 'body'): WireCall {
  const query = new URLSearchParams(where === 'query' ? parameters : {});
  return { method: 'GET', path: '/', query, fields: new Map(where === 'body' ? Object.entries(parameters) : []) };
}

function codeOf(parameters: Readonly<Record<string, string>>): unknown {
  try {
    authenticate(callWith(parameters, 'query'), [keys, other]);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof RefusedError);
    return error.err.code;
  }
}

describe('sandbox/auth', () => {
  it('accepts the signature of the public test vector, in the query and in the body', () => {
    for (const where of ['query', 'body'] as const)
      assert.equal(authenticate(callWith(good, where), [other, keys]), keys);
  });

  it('accepts keys with any printable character', () => {
    const parameters = { api_key: 'k&=%+#', ts: '1388016000', api_sig: '3c163cbf50f396201a6efa1de3d885c022501500' };
    authenticate(callWith(parameters, 'query'), [{ apiKey: 'k&=%+#', privateKey: 'p|r&i=v%a~t$e{k}' }]);
  });

  const bad: readonly (readonly [code: number, why: string, parameters: Record<string, string>])[] = [
    [1100, 'nothing at all', {}],
    [1100, 'no signature', { api_key: 'key', ts: good.ts }],
    [1150, 'no key', { api_sig: good.api_sig, ts: good.ts }],
    [1200, 'no time', { api_key: 'key', api_sig: good.api_sig }],
    [1201, 'a time that is no number', { ...good, ts: '2023-11-14' }],
    [1000, 'another key', { ...good, api_key: 'other' }],
    [1000, "another account's key", { ...good, api_key: 'another' }],
    [1000, 'another time than the signed one', { ...good, ts: '1700000001' }],
    [1000, 'a signature in capitals', { ...good, api_sig: good.api_sig.toUpperCase() }],
  ];
  for (const [code, why, parameters] of bad) {
    it(`answers ${code} to ${why}`, () => {
      assert.equal(codeOf(parameters), code);
    });
  }
});

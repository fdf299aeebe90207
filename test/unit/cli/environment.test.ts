import assert from 'node:assert/strict';
import { keysOf, requireKeys } from '../../../src/cli/environment.ts';
import { UsageError } from '../../../src/cli/usageError.ts';

const keys = { HUMAN_TRANSLATION_PUBLIC_KEY: 'public', HUMAN_TRANSLATION_PRIVATE_KEY: 'private' };
const named = { ...keys, HUMAN_TRANSLATION_BASE_URL: 'https://api.example.com/v2' };
const found = { apiKey: 'public', privateKey: 'private' };

describe('keys of the environment', () => {
  it('are used for the address that the environment names, or for the option’s if it names none', () => {
    assert.deepEqual(keysOf({}, named), found);
    assert.deepEqual(keysOf({ 'base-url': 'https://api.example.com/v2/' }, named), found);
    assert.deepEqual(keysOf({ 'base-url': 'https://other.example.com/v2' }, keys), found);
  });

  for (const other of ['https://other.example.com/v2', 'http://api.example.com/v2', 'https://api.example.com/x/v2'])
    it(`are sent to no other address: ${other}`, () => {
      assert.throws(() => keysOf({ 'base-url': other }, named), UsageError);
      assert.throws(() => requireKeys({ 'base-url': other }, named), UsageError);
    });

  it('are not needed for another address if there are none', () => {
    const { HUMAN_TRANSLATION_BASE_URL: address } = named;
    assert.equal(
      keysOf({ 'base-url': 'https://other.example.com/v2' }, { HUMAN_TRANSLATION_BASE_URL: address }),
      undefined,
    );
  });
});

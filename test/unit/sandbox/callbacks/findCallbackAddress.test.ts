import assert from 'node:assert/strict';
import { findCallbackAddress, hostKey } from '../../../../src/sandbox/callbacks/findCallbackAddress.ts';

describe('sandbox/callbackAddress', () => {
  const nobody = new Set<string>();

  for (const [host, address] of [
    ['127.0.0.1', '127.0.0.1'],
    ['127.1.2.3', '127.1.2.3'],
    ['[::1]', '::1'],
    ['[::ffff:127.0.0.1]', '::ffff:127.0.0.1'],
  ] as const) {
    it(`allows callbacks to ${host}`, async () => {
      assert.equal((await findCallbackAddress(host, nobody))?.address, address);
    });
  }

  it('resolves localhost to its loopback address', async () => {
    assert.match((await findCallbackAddress('LOCALHOST', nobody))?.address ?? '', /^(?:127\.|::1$)/u);
  });

  for (const host of [
    '192.0.2.1',
    '10.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '[::]',
    '[2001:db8::1]',
    '[::ffff:192.0.2.1]',
    'example.invalid',
    'localhost.example.invalid',
  ]) {
    it(`neither allows nor looks up ${host}`, async () => {
      assert.equal(await findCallbackAddress(host, nobody), undefined);
    });
  }

  it('allows explicitly allowed hosts, and no similar ones', async () => {
    const allowed = new Set(['192.0.2.1', '[2001:db8::1]'].map(hostKey));
    assert.deepEqual(await findCallbackAddress('192.0.2.1', allowed), { address: '192.0.2.1', family: 4 });
    assert.deepEqual(await findCallbackAddress('[2001:DB8::1]', allowed), { address: '2001:db8::1', family: 6 });
    assert.equal(await findCallbackAddress('192.0.2.2', allowed), undefined);
  });
});

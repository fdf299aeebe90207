import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { canBePublicHost, isPublicAddress } from '../../../../src/service/interface/publicAddress.ts';
import { createPublicLookup } from '../../../../src/service/http/createPublicLookup.ts';

describe('isPublicAddress', () => {
  const hidden = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::7f00:1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2600::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '',
    'localhost',
    '8.8.8',
    '1.2.3.4.5',
    'example.com',
  ];
  for (const address of hidden) {
    it(`${JSON.stringify(address)} is not`, () => {
      assert.equal(isPublicAddress(address), false);
    });
  }
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ]) {
    it(`${address} is`, () => {
      assert.equal(isPublicAddress(address), true);
    });
  }
});

describe('canBePublicHost', () => {
  for (const address of [
    'http://localhost',
    'http://LOCALHOST.',
    'http://a.localhost',
    'http://printer',
    'http://nas.local',
    'http://vault.internal',
    'http://router.home.arpa',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://10.1.2.3.',
    'http://169.254.169.254',
  ]) {
    it(`${address} cannot`, () => {
      assert.equal(canBePublicHost(new URL(address).hostname), false);
    });
  }
  for (const address of [
    'https://example.com',
    'https://example.com.',
    'https://8.8.8.8',
    'https://[2606:4700::1111]',
    'https://日本.jp',
  ]) {
    it(`${address} can`, () => {
      assert.equal(canBePublicHost(new URL(address).hostname), true);
    });
  }
});

describe('createPublicLookup', () => {
  const v4: LookupAddress = { address: '93.184.216.34', family: 4 };
  const v6: LookupAddress = { address: '2606:4700::1111', family: 6 };

  async function look(
    found: readonly LookupAddress[] | Error,
    options: { readonly all?: boolean; readonly family?: number } = {},
  ): Promise<readonly unknown[]> {
    const lookup = createPublicLookup((_hostname, callback) => {
      if (found instanceof Error) callback(found, undefined);
      else callback(null, found);
    });
    return new Promise((resolve) => {
      lookup('files.example', options, (...given) => {
        resolve(given);
      });
    });
  }

  it('returns public addresses of the requested family, all or the first', async () => {
    assert.deepEqual(await look([v4, v6], { all: true }), [null, [v4, v6]]);
    assert.deepEqual(await look([v4, v6]), [null, v4.address, 4]);
    assert.deepEqual(await look([v4, v6], { family: 6 }), [null, v6.address, 6]);
    assert.deepEqual(await look([v4, v6], { all: true, family: 4 }), [null, [v4]]);
  });

  for (const [what, found] of [
    ['this machine', [{ address: '127.0.0.1', family: 4 }]],
    ['a public address and a private one', [v4, { address: '10.0.0.1', family: 4 }]],
    ['a public address and this machine by another family', [v4, { address: '::1', family: 6 }]],
    ['nothing', []],
  ] as const) {
    it(`refuses a name with ${what}`, async () => {
      for (const options of [{ all: true }, {}, { family: 4 }]) {
        const [error] = await look(found, options);
        assert.ok(error instanceof Error && 'code' in error);
        assert.equal(error.code, 'ERR_ADDRESS_NOT_PUBLIC');
      }
    });
  }

  it('passes on the error for an unknown name', async () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    assert.equal((await look(unknown, { all: true }))[0], unknown);
  });
});

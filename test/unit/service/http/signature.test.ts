import assert from 'node:assert/strict';
import { signature } from '../../../../src/service/http/signature.ts';

describe('signature', () => {
  const vectors = [
    ['test_private_key', 1700000000, '34fd9a54d909d78a5a4fb26c96aa961100b6c213'],
    ['p|r&i=v%a~t$e{k}', 1388016000, '3c163cbf50f396201a6efa1de3d885c022501500'],
    ['日本鍵', 1700000000, '49362428f0682e2ee1d6d00ed878da0c36d92cc8'],
  ] as const;
  for (const [privateKey, ts, expected] of vectors) {
    it(`signs ${ts} with ${privateKey}`, () => {
      assert.equal(signature(privateKey, ts), expected);
    });
  }
});

import assert from 'node:assert/strict';
import { wireNumbers } from '../../../../src/sandbox/wire/wireNumbers.ts';

describe('sandbox/wireNumbers', () => {
  const { contract, recorded } = wireNumbers;

  it('writes JSON numbers in contract mode', () => {
    assert.deepEqual(
      [contract.id(1_000_001), contract.count(8), contract.flag(true), contract.flag(false)],
      [1_000_001, 8, 1, 0],
    );
    assert.deepEqual(
      [contract.credits(24), contract.credits(0), contract.price(700), contract.price(1200)],
      [0.24, 0, 0.07, 0.12],
    );
    assert.deepEqual([contract.rating(3), contract.rating(undefined)], [3, 0]);
  });

  it('writes strings as recorded from the service in recorded mode', () => {
    assert.deepEqual(
      [recorded.id(1_000_001), recorded.count(8), recorded.flag(true), recorded.flag(false)],
      ['1000001', '8', '1', '0'],
    );
    assert.deepEqual(
      [recorded.credits(24), recorded.credits(0), recorded.price(700), recorded.price(1200)],
      ['0.24', '0.00', '0.0700', '0.1200'],
    );
    assert.deepEqual([recorded.rating(3), recorded.rating(undefined)], ['3.0', '0.0']);
  });

  it('writes credits and prices without floating-point error', () => {
    for (let cents = 0; cents <= 100_000; cents += 7) {
      assert.match(JSON.stringify(contract.credits(cents)), /^\d+(?:\.\d{1,2})?$/u);
      assert.equal(Number(recorded.credits(cents)), contract.credits(cents));
      assert.match(JSON.stringify(contract.price(cents)), /^\d+(?:\.\d{1,4})?$/u);
    }
  });
});

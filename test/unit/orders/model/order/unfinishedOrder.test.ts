import assert from 'node:assert/strict';
import { parseUnfinishedOrders, type UnfinishedOrder } from '../../../../../src/orders/model/order/unfinishedOrder.ts';

const order: UnfinishedOrder = {
  id: 'a1',
  at: 1,
  origin: 'https://example.com',
  uris: ['file:///shop/locales'],
  excluded: [],
  keys: 'cart.*',
  locales: ['de'],
  options: { tier: 'pro', autoApprove: false, comment: 'Short', glossaryId: '7' },
  glossaryTitle: 'Shop',
  isOffered: true,
};

describe('parseUnfinishedOrders', () => {
  it('returns stored orders unchanged', () => {
    assert.deepEqual(parseUnfinishedOrders(JSON.parse(JSON.stringify([order]))), [order]);
  });

  it('omits what another version or a damaged state holds', () => {
    const damaged = [{ ...order, uris: 'file:///shop' }, { ...order, options: { tier: 1 } }, null, 'order', order];
    assert.deepEqual(parseUnfinishedOrders(damaged), [order]);
    for (const stored of [undefined, null, {}, 'x', 7]) assert.deepEqual(parseUnfinishedOrders(stored), []);
  });
});

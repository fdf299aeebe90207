import assert from 'node:assert/strict';
import { closeOrders, type OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import { placeOrder } from '../../../src/orders/spend/place/placeOrder.ts';
import { startForwarder } from './forwarder.ts';
import { quoteFile } from './orderWindow.ts';
import { manyTexts, createOrderSetup, typesOf } from './orderSetup.ts';

describe('a window that closes while it orders', () => {
  it('processes the answer to the pending call, and starts no other call', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(60), 'locales/ja.json': {} });
    const { promise: ordered, resolve: resolveOrdered } = Promise.withResolvers<undefined>();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await using forwarder = await startForwarder(setup.fixture.sandbox.baseUrl, {
      onAnswer: async (call) => {
        if (call !== 'POST /v2/translate/jobs') return;
        resolveOrdered(undefined);
        await released;
      },
    });
    const window = await setup.openWindow({
      service: { ...setup.windowOptions.service, baseUrl: forwarder.baseUrl },
    });
    const closing = new AbortController();
    const context: OrderContext = { ...window.context, closing: closing.signal };
    const placing = placeOrder(context, await quoteFile(window, 'locales/en.json', ['ja']), {
      statusOf: () => undefined,
    });

    await ordered;
    const closed = closeOrders(context, closing);
    release(undefined);
    await closed;
    assert.deepEqual(typesOf(await setup.journal()), ['intent', 'placed']);

    const { stopped, placedJobs, notSent } = await placing;
    assert.deepEqual([stopped?.kind, placedJobs, notSent], ['canceled', 50, 10]);
    const { orders, jobs } = await setup.totals();
    assert.deepEqual([orders, jobs], [1, 50]);
  });
});

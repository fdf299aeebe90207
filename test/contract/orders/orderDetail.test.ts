import assert from 'node:assert/strict';
import { commentOnOrder } from '../../../src/orders/jobs/review/review.ts';
import { readOrderDetail } from '../../../src/service/calls/orderDetail.ts';
import { place, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: an order', () => {
  it('has its own comments, which can be read and written', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye', hi: 'Hi' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['fr']));
    await window.jobs.fetchAndDeliver();
    const orderId = window.jobs.all[0]?.orderId;
    assert.ok(orderId !== undefined);
    await assert.rejects(commentOnOrder(window, orderId, ' '), /comment-empty/u);
    await commentOnOrder(window, orderId, 'Formal, please.');
    const { order, comments, isIncomplete } = await readOrderDetail(window.context.client, orderId);
    assert.deepEqual([order?.totalJobs, isIncomplete], [2, false]);
    assert.deepEqual(
      comments?.map(({ author, body }) => [author, body]),
      [['customer', 'Formal, please.']],
    );
  });

  it('is incomplete if the service does not know it', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye' } });
    const window = await setup.openWindow();
    const detail = await readOrderDetail(window.context.client, '999999');
    assert.deepEqual(detail, { isIncomplete: true });
  });

  it('keeps the options with which its jobs were ordered', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye', hi: 'Hi' } });
    const window = await setup.openWindow();
    const options = { tone: 'formal', purpose: 'web', referenceId: 0, asGroup: true, comment: 'A shop.' };
    await place(window, await quoteFile(window, 'locales/en.json', ['fr'], options));
    await window.jobs.fetchAndDeliver();
    for (const job of window.jobs.all) {
      assert.deepEqual(job.options, { tone: 'formal', purpose: 'web', referenceId: 0, asGroup: true });
      assert.equal(job.orderComment, 'A shop.');
    }
  });
});

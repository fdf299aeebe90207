import assert from 'node:assert/strict';
import { once } from 'node:events';
import { systemClock } from '../../src/base/clock.ts';
import { startCallbackListener, type CallbackListener } from '../../src/editor/session/callbackListener.ts';
import { placeOrder } from '../../src/orders/spend/place/placeOrder.ts';
import { requestRevision } from './orders/reviewOne.ts';
import { createJobWaker, type JobWaker } from '../../src/editor/session/jobWaker.ts';
import type { OrderWindow } from './orders/orderWindow.ts';
import { quoteFile } from './orders/orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orders/orderSetup.ts';
import { suiteLog } from './logSink.ts';
import { describeInWireModes } from './sandboxFixture.ts';

describeInWireModes('contract: callbacks to a window', (wire) => {
  let setup: OrderSetup;
  let window: OrderWindow;
  let listener: CallbackListener;
  let waker: JobWaker;
  /** The job ids in callbacks, whether the jobs are ours or not. */
  let reportedIds: string[];

  beforeEach(async () => {
    setup = await createOrderSetup(
      'manual',
      { 'locales/en.json': { greeting: 'Hello there', farewell: 'Until tomorrow' }, 'locales/ja.json': {} },
      { wire },
    );
    window = await setup.openWindow();
    const { jobs, context } = window;
    waker = createJobWaker({
      isKnown: (jobId) => context.ledger.jobs.has(jobId),
      refresh: (jobIds, signal) => jobs.fetchJobsAndDeliver(jobIds, { signal }),
      clock: { ...systemClock, sleep: () => Promise.resolve() },
      log: context.log,
    });
    reportedIds = [];
    listener = await startCallbackListener({
      onJob: (jobId) => {
        reportedIds.push(jobId);
        waker.wake(jobId);
      },
    });
    suiteLog.noteSecrets(new URL(listener.url).pathname);
  });

  afterEach(async () => {
    waker.dispose();
    await listener.close();
    await setup[Symbol.asyncDispose]();
  });

  /** Orders one text, so that there are no callbacks about other jobs. Returns its id once this window knows it. */
  async function order(callbackUrl: string | undefined): Promise<string> {
    const context = { ...window.context, callbackUrl: () => Promise.resolve(callbackUrl) };
    const quote = await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['greeting']) });
    await placeOrder(context, quote, { statusOf: (id) => window.jobs.statusOf(id) });
    await window.jobs.fetchAndDeliver();
    const job = window.jobs.all.find(({ title }) => title === 'greeting');
    assert.equal(job?.hasServiceId, true);
    return job.id;
  }

  /** Resolves when the window shows this status for the job; nothing polls during the wait. */
  async function untilShown(jobId: string, status: string): Promise<void> {
    const giveUp = AbortSignal.timeout(10_000);
    while (window.jobs.get(jobId)?.status !== status) {
      const changed = new EventTarget();
      const subscription = window.jobs.onDidChange(() => changed.dispatchEvent(new Event('change')));
      if (window.jobs.get(jobId)?.status !== status) await once(changed, 'change', { signal: giveUp });
      subscription.dispose();
    }
  }

  /** Resolves when all callbacks so far were sent and the refreshes that they caused have ended. */
  async function settled(): Promise<void> {
    for (;;) {
      const before = window.requests.length;
      const { callbacks } = (await setup.fixture.control('GET', '/state')).response as {
        callbacks: { pending: number };
      };
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (callbacks.pending === 0 && window.requests.length === before) return;
    }
  }

  async function callbackUrlOf(jobId: string): Promise<unknown> {
    const { response } = await setup.fixture.call('GET', `/translate/job/${jobId}`);
    return (response as { job: { callback_url?: unknown } }).job.callback_url;
  }

  it('refreshes a job whose status changed, without fetching the others', async () => {
    const jobId = await order(listener.url);
    assert.equal(await callbackUrlOf(jobId), listener.url);
    window.requests.length = 0;
    await setup.move(jobId, 'start');
    await untilShown(jobId, 'pending');
    await setup.move(jobId, 'finish', { body_tgt: 'こんにちは' });
    await untilShown(jobId, 'reviewable');
    assert.deepEqual([...new Set(window.requests)], [`GET /v2/translate/jobs/${jobId}`]);
  });

  it('uses nothing but the job id of a callback', async () => {
    const jobId = await order(listener.url);
    await setup.move(jobId, 'start');
    await untilShown(jobId, 'pending');
    const requestsBefore = window.requests.length;
    const forgedJob = { job_id: jobId, status: 'approved', body_tgt: 'Stolen', custom_data: 'x' };
    await fetch(listener.url, { method: 'POST', body: new URLSearchParams({ job: JSON.stringify(forgedJob) }) });
    while (window.requests.length === requestsBefore) await new Promise((resolve) => setTimeout(resolve, 1));
    await window.jobs.fetchJobsAndDeliver([jobId]);
    assert.equal(window.jobs.get(jobId)?.status, 'pending');
    assert.equal(window.jobs.get(jobId)?.translatedText, undefined);
    assert.equal(await setup.read('locales/ja.json'), '{}\n');
  });

  it('sends no request for callbacks about unknown jobs', async () => {
    // Ordered without a callback address; otherwise callbacks of this order could still be pending.
    await order(undefined);
    window.requests.length = 0;
    for (let id = 0; id < 50; id += 1) {
      const { status } = await fetch(listener.url, {
        method: 'POST',
        body: new URLSearchParams({ job: JSON.stringify({ job_id: String(900_000 + id) }) }),
      });
      assert.equal(status, 200);
    }
    assert.equal(reportedIds.filter((id) => id.startsWith('9000')).length, 50);
    assert.deepEqual(window.requests, []);
  });

  it("only refreshes the job after a callback about the window's own action", async () => {
    const jobId = await order(listener.url);
    await setup.move(jobId, 'start');
    await setup.move(jobId, 'finish', { body_tgt: 'こんにちは' });
    await untilShown(jobId, 'reviewable');
    await settled();
    window.requests.length = 0;
    await requestRevision(window, jobId, 'Less formal, please.');
    await settled();
    assert.equal(window.jobs.get(jobId)?.status, 'revising');
    const [actions, reads] = [
      window.requests.filter((line) => !line.startsWith('GET')),
      window.requests.filter((line) => line.startsWith('GET')),
    ];
    assert.deepEqual(actions, [`PUT /v2/translate/job/${jobId}`]);
    // One read before the action, one after it, and one for the callback, which may arrive during the second.
    assert.ok(reads.length <= 3 && reads.every((line) => line === `GET /v2/translate/jobs/${jobId}`), reads.join());
  });

  it('orders without a callback address if there is none', async () => {
    assert.equal(await callbackUrlOf(await order(undefined)), undefined);
  });

  it('finds new statuses by polling if the listener was closed', async () => {
    const jobId = await order(listener.url);
    await listener.close();
    await setup.move(jobId, 'start');
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.get(jobId)?.status, 'pending');
  });
});

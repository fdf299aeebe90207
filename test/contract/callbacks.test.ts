import assert from 'node:assert/strict';
import { once } from 'node:events';
import { systemClock } from '../../src/base/clock.ts';
import { startCallbackListener, type CallbackListener } from '../../src/orders/track/callbackListener.ts';
import { placeOrder } from '../../src/orders/place/place.ts';
import { requestRevision } from '../../src/orders/review/review.ts';
import { createJobWaker, type JobWaker } from '../../src/orders/track/jobWaker.ts';
import type { OrderWindow } from './orders/orderWindow.ts';
import { quoteFile } from './orders/orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orders/orderSetup.ts';
import { suiteLog } from './logSink.ts';
import { describeInWireModes } from './sandboxFixture.ts';

describeInWireModes('callbacks', (wire) => {
  let setup: OrderSetup;
  let window: OrderWindow;
  let listener: CallbackListener;
  let waker: JobWaker;
  /** Ids that callbacks named, ours or not. */
  let called: string[];

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
      refresh: (jobIds, signal) => jobs.refreshJobs(jobIds, { signal }),
      clock: { ...systemClock, sleep: () => Promise.resolve() },
      log: context.log,
    });
    called = [];
    listener = await startCallbackListener({
      onJob: (jobId) => {
        called.push(jobId);
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

  /** Orders one text, so that no other job is called about; gives its id, once this window knows it. */
  async function order(callbackUrl: string | undefined): Promise<string> {
    const context = { ...window.context, callbackUrl: () => Promise.resolve(callbackUrl) };
    const quote = await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['greeting']) });
    await placeOrder(context, quote, { statusOf: (id) => window.jobs.statusOf(id) });
    await window.jobs.refresh();
    const job = window.jobs.all.find(({ title }) => title === 'greeting');
    assert.equal(job?.hasServiceId, true);
    return job.id;
  }

  /** Resolves when the window's own view of a job has this status; nobody polls meanwhile. */
  async function untilShown(jobId: string, status: string): Promise<void> {
    const giveUp = AbortSignal.timeout(10_000);
    while (window.jobs.get(jobId)?.status !== status) {
      const changed = new EventTarget();
      const subscription = window.jobs.onDidChange(() => changed.dispatchEvent(new Event('change')));
      if (window.jobs.get(jobId)?.status !== status) await once(changed, 'change', { signal: giveUp });
      subscription.dispose();
    }
  }

  /** Resolves when every callback so far was sent, and what each led to is over. */
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

  it('show a job that has moved without anybody asking for all', async () => {
    const jobId = await order(listener.url);
    assert.equal(await callbackUrlOf(jobId), listener.url);
    window.requests.length = 0;
    await setup.move(jobId, 'start');
    await untilShown(jobId, 'pending');
    await setup.move(jobId, 'finish', { body_tgt: 'こんにちは' });
    await untilShown(jobId, 'reviewable');
    assert.deepEqual([...new Set(window.requests)], [`GET /v2/translate/jobs/${jobId}`]);
  });

  it('are believed in nothing but the id', async () => {
    const jobId = await order(listener.url);
    await setup.move(jobId, 'start');
    await untilShown(jobId, 'pending');
    const asked = window.requests.length;
    const lie = { job_id: jobId, status: 'approved', body_tgt: 'Stolen', custom_data: 'x' };
    await fetch(listener.url, { method: 'POST', body: new URLSearchParams({ job: JSON.stringify(lie) }) });
    while (window.requests.length === asked) await new Promise((resolve) => setTimeout(resolve, 1));
    await window.jobs.refreshJobs([jobId]);
    assert.equal(window.jobs.get(jobId)?.status, 'pending');
    assert.equal(window.jobs.get(jobId)?.translatedText, undefined);
    assert.equal(await setup.read('locales/ja.json'), '{}\n');
  });

  it('about jobs of others ask the service nothing', async () => {
    // With an address the order's own first callbacks could still be on their way.
    await order(undefined);
    window.requests.length = 0;
    for (let id = 0; id < 50; id += 1) {
      const { status } = await fetch(listener.url, {
        method: 'POST',
        body: new URLSearchParams({ job: JSON.stringify({ job_id: String(900_000 + id) }) }),
      });
      assert.equal(status, 200);
    }
    assert.equal(called.filter((id) => id.startsWith('9000')).length, 50);
    assert.deepEqual(window.requests, []);
  });

  it('about what the window did itself refresh the job, and lead to nothing else', async () => {
    const jobId = await order(listener.url);
    await setup.move(jobId, 'start');
    await setup.move(jobId, 'finish', { body_tgt: 'こんにちは' });
    await untilShown(jobId, 'reviewable');
    await settled();
    window.requests.length = 0;
    await requestRevision(window, jobId, 'Less formal, please.');
    await settled();
    assert.equal(window.jobs.get(jobId)?.status, 'revising');
    const [acts, reads] = [
      window.requests.filter((line) => !line.startsWith('GET')),
      window.requests.filter((line) => line.startsWith('GET')),
    ];
    assert.deepEqual(acts, [`PUT /v2/translate/job/${jobId}`]);
    // Before the act, after it, and for its callback, which may come during the one after it.
    assert.ok(reads.length <= 3 && reads.every((line) => line === `GET /v2/translate/jobs/${jobId}`), reads.join());
  });

  it('have no address where none is given', async () => {
    assert.equal(await callbackUrlOf(await order(undefined)), undefined);
  });

  it('are done without when the listener is gone: what moved is found by asking', async () => {
    const jobId = await order(listener.url);
    await listener.close();
    await setup.move(jobId, 'start');
    await window.jobs.refresh();
    assert.equal(window.jobs.get(jobId)?.status, 'pending');
  });
});

import assert from 'node:assert/strict';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob, archiveJob, cancelJob, rejectJob, requestRevision } from './reviewOne.ts';
import { commentOnJob } from '../../../src/orders/jobs/review/review.ts';
import { actionsFor, reviewWindowMs, type TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { startFaultyProxy } from '../isolation/faultyProxy.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { manyTexts, createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { describeInWireModes } from '../sandboxFixture.ts';

const shop = { 'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' } };

async function orderShop(setup: OrderSetup, options: { readonly autoApprove?: boolean } = {}): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, 'locales/en.json', ['ja'], options));
  await window.jobs.fetchAndDeliver();
  return window;
}

function jobOf({ jobs }: OrderWindow, key: string): TrackedJob {
  const job = jobs.all.find(({ units }) => units.some((unit) => unit.key === key));
  assert.ok(job !== undefined, `There is no job for ${key}.`);
  return job;
}

async function finish(setup: OrderSetup, window: OrderWindow, key: string, text?: string): Promise<string> {
  const { id } = jobOf(window, key);
  await setup.move(id, 'start');
  await setup.move(id, 'finish', text === undefined ? undefined : { body_tgt: text });
  await window.jobs.fetchAndDeliver();
  return id;
}

describeInWireModes('contract: tracking jobs', function (wire) {
  this.timeout(20_000);

  it('shows each job with its status, its restored translation and its problems', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    assert.equal(jobOf(window, 'hello').status, 'available');
    assert.equal(jobOf(window, 'hello').sourceText, 'Hello, {{name}}!');
    await setup.move(jobOf(window, 'hello').id, 'start');
    await window.jobs.fetchAndDeliver();
    assert.equal(jobOf(window, 'hello').status, 'pending');
    assert.equal(jobOf(window, 'hello').translatedText, undefined);
    await setup.move(jobOf(window, 'hello').id, 'finish', { body_tgt: 'こんにちは、 [[[ {{name}} ]]]！' });
    await window.jobs.fetchAndDeliver();
    const { status, translatedText, problems, reviewUntil } = jobOf(window, 'hello');
    assert.deepEqual([status, translatedText], ['reviewable', 'こんにちは、 {{name}}！']);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    assert.ok(reviewUntil !== undefined && Math.abs(reviewUntil - Date.now() - reviewWindowMs) < 60_000);
    await finish(setup, window, 'bye', '[[[x]]]');
    assert.ok(jobOf(window, 'bye').problems.some(({ severity }) => severity === 'error'));
  });

  it('finds a job by the id it had before the service gave it one', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.reload();
    const unnamed = jobOf(window, 'hello');
    assert.deepEqual([unnamed.hasServiceId, unnamed.status], [false, 'queued']);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      [window.jobs.get(unnamed.id)?.hasServiceId, window.jobs.get(unnamed.id)?.title],
      [true, unnamed.title],
    );
  });

  it('fetches the order, and only the jobs whose status changed', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    window.requests.length = 0;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      window.requests.map((line) => line.replace(/\d+$/u, 'N')),
      ['GET /v2/translate/order/N'],
    );
    const { id } = jobOf(window, 'bye');
    await setup.move(id, 'start');
    window.requests.length = 0;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(window.requests.slice(1), [`GET /v2/translate/jobs/${id}`]);
  });

  for (const [code, later] of [
    [1100, 'unanswered'],
    [2751, 'unanswered'],
    [2750, undefined],
  ] as const) {
    it(`considers a new order queued if the service answers with ${code}`, async () => {
      await using setup = await createOrderSetup('manual', shop, { wire });
      await using proxy = await startFaultyProxy(setup.windowOptions.service.baseUrl, (call) =>
        call.startsWith('GET /v2/translate/order/')
          ? { status: 200, body: JSON.stringify({ opstat: 'error', err: { code, msg: '' } }) }
          : undefined,
      );
      const window = await setup.openWindow({
        quickRetries: true,
        service: { ...setup.windowOptions.service, baseUrl: proxy.baseUrl },
      });
      await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
      await window.jobs.fetchAndDeliver();
      assert.deepEqual([window.jobs.state.error, window.jobs.state.failures], [undefined, []]);
      assert.deepEqual(
        window.jobs.all.map(({ status, responseProblem }) => [status, responseProblem]),
        [
          ['queued', undefined],
          ['queued', undefined],
        ],
      );
      window.clockOffset = 11 * 60_000;
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.map(({ responseProblem }) => responseProblem),
        [later, later],
      );
      assert.deepEqual(
        window.jobs.state.failures.map(({ item }) => item),
        later === undefined ? [] : ['order'],
      );
      await window.jobs.fetchAndDeliver();
      // The jobs of an order that can't be read are searched in the list of all jobs.
      if (later !== undefined)
        assert.deepEqual(
          window.jobs.all.map(({ status, responseProblem }) => [status, responseProblem]),
          [
            ['available', undefined],
            ['available', undefined],
          ],
        );
    });
  }

  it('runs one refresh at a time, shared by all callers', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    window.requests.length = 0;
    await Promise.all([window.jobs.fetchAndDeliver(), window.jobs.fetchAndDeliver(), window.jobs.fetchAndDeliver()]);
    assert.equal(window.requests.length, 1);
    await Promise.all([window.jobs.fetchAndDeliver(), window.jobs.fetchAndDeliver({ recover: true })]);
    assert.equal(
      window.requests.filter((line) => line.includes('/order/')).length,
      3,
      'There must be one refresh of each requested kind.',
    );
    assert.ok(
      window.requests.filter((line) => line === 'GET /v2/translate/jobs').length <= 3,
      'One list must be read to its end.',
    );
  });

  it('notifies its listeners only when something changed', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    await window.jobs.fetchAndDeliver();
    let events = 0;
    window.jobs.onDidChange(() => (events += 1));
    await window.jobs.fetchAndDeliver();
    assert.equal(events, 0);
    await setup.move(jobOf(window, 'bye').id, 'start');
    await window.jobs.fetchAndDeliver();
    assert.equal(events, 1);
  });

  it('is not stopped by a listener that fails', async () => {
    await using setup = await createOrderSetup('instant', shop, { wire });
    const window = await setup.openWindow();
    window.jobs.onDidChange(() => {
      throw new Error('a broken view');
    });
    window.jobs.onDidDeliver(() => {
      throw new Error('another one');
    });
    await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { autoApprove: true }));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      window.jobs.all.map(({ delivery }) => delivery.kind),
      ['delivered', 'delivered'],
    );
    assert.ok(window.lines.some((line) => line.includes('a broken view')));
  });

  it('keeps the list when a refresh fails, and reports the error', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    await setup.fault('throttle', 'GET /v2/translate/order', { times: 9 });
    const stop = new AbortController();
    const refreshing = window.jobs.fetchAndDeliver({ signal: stop.signal });
    stop.abort();
    await assert.rejects(refreshing, ServiceError);
    assert.ok(window.jobs.state.error instanceof ServiceError);
    assert.equal(window.jobs.all.length, 2);
    await setup.fixture.control('DELETE', '/faults');
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.state.error, undefined);
  });

  it('shows the jobs of an earlier window, and does not fetch archived ones', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    const id = await finish(setup, window, 'bye', 'さようなら');
    await approveJob(window, id, { rating: 5 });
    await archiveJob(window, id);
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.deepEqual(
      other.jobs.all.map(({ title, status }) => [title, status]),
      [['hello', 'available']],
    );
    const fetched = other.requests.filter((line) => line.startsWith('GET /v2/translate/jobs/'));
    assert.ok(fetched.length === 1 && !fetched[0]!.includes(id), fetched.join());
    await setup.move(jobOf(other, 'hello').id, 'start');
    await other.jobs.fetchAndDeliver();
    assert.ok(other.requests.every((line) => !line.includes(id)));
  });

  it('continues when the service no longer knows one of the jobs', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    const [intent] = await setup.journal();
    assert.ok(intent?.type === 'intent');
    await window.context.journal.append(
      { ...intent, id: 'old', jobs: intent.jobs.slice(0, 1) },
      { type: 'job', intent: 'old', number: 1, jobId: '77', at: Date.now() },
    );
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.equal(other.jobs.get('77'), undefined);
    other.clockOffset = 11 * 60_000;
    const third = await setup.openWindow();
    third.clockOffset = 11 * 60_000;
    await third.jobs.fetchAndDeliver();
    assert.equal(third.jobs.get('77')?.status, 'deleted');
    assert.equal(third.jobs.all.filter(({ status }) => status === 'available').length, 2);
  });

  it('matches jobs that lost their custom data by order and text', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await setup.openWindow();
    const { orderId } = await window.context.client.orders.place({
      jobs: [{ key: 'job_1', text: 'Goodbye', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
    });
    const other = await setup.openWindow({ journalFile: `${setup.journalFile}.other.jsonl` });
    await place(other, await quoteFile(other, 'locales/en.json', ['ja'], { selected: new Set(['bye']) }));
    const [intent] = [...other.context.ledger.intents.values()].map((state) => state.intent);
    await window.context.journal.append(intent!, {
      type: 'placed',
      intent: intent!.id,
      at: Date.now(),
      orderId: orderId!,
      creditsUsed: 0.07,
      known: [],
    });
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      window.jobs.all.map(({ hasServiceId, title }) => [hasServiceId, title]),
      [[true, 'bye']],
    );
  });

  it('refreshes thousands of jobs with one request per order and one per fifty jobs', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': manyTexts(300) }, { wire });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    window.requests.length = 0;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([window.requests.length, window.jobs.all.length], [6 + 6, 300]);
    await window.jobs.fetchAndDeliver();
    assert.equal(window.requests.length, 6 + 6 + 6);
  });
});

describeInWireModes('contract: reviewing', function (wire) {
  this.timeout(20_000);

  it('counts and shows revisions, and restarts the review window after each', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    const id = await finish(setup, window, 'bye', 'さよなら');
    for (const round of [1, 2, 3]) {
      await requestRevision(window, id, `Round ${round}`);
      assert.deepEqual(
        [jobOf(window, 'bye').status, jobOf(window, 'bye').revisionsRequested, jobOf(window, 'bye').reviewUntil],
        ['revising', round, undefined],
      );
      await setup.move(id, 'finish', { body_tgt: `さようなら ${round}` });
      await window.jobs.fetchAndDeliver();
      assert.equal(jobOf(window, 'bye').translatedText, `さようなら ${round}`);
    }
    assert.ok(!actionsFor(jobOf(window, 'bye')).has('revise'));
    await assert.rejects(
      requestRevision(window, id, 'Once more'),
      (error) => error instanceof OrderError && error.reason === 'wrong-state',
    );
    await commentOnJob(window, id, '  Thank you.  ');
    const { revisions, feedback } = await window.jobs.detail(id);
    assert.deepEqual(
      revisions.map(({ text }) => text),
      ['さよなら', 'さようなら 1', 'さようなら 2', 'さようなら 3'],
    );
    assert.equal(window.jobs.threads.of(id)?.at(-1)?.body, 'Thank you.');
    assert.equal(feedback, undefined);
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.equal(jobOf(other, 'bye').revisionsRequested, 3);
  });

  it('does not approve errors, or a text other than the one that was shown', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    const id = await finish(setup, window, 'hello', 'こんにちは！');
    await assert.rejects(
      approveJob(window, id, {}),
      (error) => error instanceof OrderError && error.reason === 'problems',
    );
    await window.context.client.jobs.revise(id, 'Changed elsewhere');
    await setup.move(id, 'finish', { body_tgt: 'やあ、[[[{{name}}]]]！' });
    await assert.rejects(
      approveJob(window, id, {}),
      (error) => error instanceof OrderError && error.reason === 'changed-since-shown',
    );
    assert.equal(jobOf(window, 'hello').translatedText, 'やあ、{{name}}！');
    await approveJob(window, id, { rating: 4, forTranslator: 'Good.' });
    assert.equal(jobOf(window, 'hello').delivery.kind, 'delivered');
    assert.deepEqual((await window.jobs.detail(id)).feedback, { rating: 4, forTranslator: 'Good.' });
  });

  it('cancels jobs that nobody has started, and rejects with a cancellation or for another translator', async () => {
    await using setup = await createOrderSetup(
      'manual',
      { 'locales/en.json': { one: 'One', two: 'Two', three: 'Three' } },
      { wire },
    );
    const window = await orderShop(setup);
    await cancelJob(window, jobOf(window, 'one').id);
    assert.equal(jobOf(window, 'one').status, 'canceled');
    const two = await finish(setup, window, 'two');
    await rejectJob(window, two, { reason: 'quality', comment: 'No.', followUp: 'cancel' });
    const three = await finish(setup, window, 'three');
    await rejectJob(window, three, { reason: 'other', comment: 'No.', followUp: 'requeue' });
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([jobOf(window, 'two').status, jobOf(window, 'three').status], ['canceled', 'available']);
    assert.deepEqual(
      (await planFile(window, 'locales/en.json', ['ja'])).jobs.map(({ title }) => title),
      ['one', 'two'],
    );
    await setup.move(three, 'start');
    await setup.move(three, 'finish');
    await window.jobs.fetchAndDeliver();
    // The time of the newest revision is a second entry.
    const reviews = (await setup.journal()).filter((entry) => entry.type === 'reviewable' && entry.since === undefined);
    assert.equal(reviews.length, 3);
  });

  it('fetches the job before it refuses an action, and after the service refuses one', async () => {
    await using setup = await createOrderSetup('manual', shop, { wire });
    const window = await orderShop(setup);
    const { id } = jobOf(window, 'bye');
    await setup.move(id, 'start');
    await assert.rejects(
      cancelJob(window, id),
      (error) => error instanceof ServiceError && error.reason === 'wrong-state',
    );
    assert.equal(jobOf(window, 'bye').status, 'pending');
    await setup.move(id, 'finish');
    await approveJob(window, id, { override: true });
    assert.equal(jobOf(window, 'bye').status, 'approved');
    await assert.rejects(
      commentOnJob(window, id, ' '),
      (error) => error instanceof OrderError && error.reason === 'comment-empty',
    );
    await assert.rejects(
      commentOnJob(window, id, 'x'.repeat(25_001)),
      (error) => error instanceof OrderError && error.reason === 'comment-too-long',
    );
    await assert.rejects(
      approveJob(window, '5', {}),
      (error) => error instanceof OrderError || error instanceof ServiceError,
    );
  });
});

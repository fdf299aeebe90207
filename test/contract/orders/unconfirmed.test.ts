import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock.ts';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { allowReordering } from '../../../src/orders/jobs/review/review.ts';
import { actionsFor } from '../../../src/orders/model/trackedJob.ts';
import { makeIntent, makeIntentJob } from '../../builders/journalEntries.ts';
import { suiteLog } from '../logSink.ts';
import { startChildWindow } from './childWindow.ts';
import { startForwarder } from './forwarder.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';

const shop = { 'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' } };

/** Places an order whose answer does not arrive. */
async function placeUnder(fault: string, setup: OrderSetup, window: OrderWindow): Promise<void> {
  const quote = await quoteFile(window, 'locales/en.json', ['ja']);
  await setup.fault(fault);
  const { stopped, placedJobs, notSent } = await place(window, quote);
  assert.equal(stopped?.kind, 'unconfirmed');
  assert.deepEqual([placedJobs, notSent], [0, 0]);
}

function statuses({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ status }) => status);
}

describe('contract: an order whose answer does not arrive', function () {
  this.timeout(30_000);

  for (const fault of ['drop-after', 'truncate']) {
    it(`${fault}: is found by its custom data, is tracked, and was sent once`, async () => {
      await using setup = await createOrderSetup('manual', shop);
      const window = await setup.openWindow();
      await placeUnder(fault, setup, window);
      assert.deepEqual(typesOf(await setup.journal()), ['intent', 'unclear']);
      assert.deepEqual(statuses(window), ['unclear', 'unclear']);
      assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);

      await window.jobs.fetchAndDeliver();
      assert.deepEqual(statuses(window), ['available', 'available']);
      assert.ok(window.jobs.all.every(({ hasServiceId, orderId }) => hasServiceId && orderId !== undefined));
      assert.deepEqual(
        new Set(window.jobs.all.flatMap(({ units }) => units.map(({ key }) => key))),
        new Set(['hello', 'bye']),
      );
      assert.deepEqual(typesOf(await setup.journal()), ['intent', 'unclear', 'job', 'job']);
      assert.equal(window.requests.filter((line) => line === 'POST /v2/translate/jobs').length, 1);
      assert.equal((await setup.totals()).orders, 1);
    });
  }

  for (const fault of ['drop-before', '500', 'html', 'throttle']) {
    it(`${fault}: stays unconfirmed and is not sent again until the user allows reordering`, async () => {
      await using setup = await createOrderSetup('manual', shop);
      const window = await setup.openWindow();
      await placeUnder(fault, setup, window);
      await window.jobs.fetchAndDeliver();
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(statuses(window), ['unclear', 'unclear']);
      assert.deepEqual([...actionsFor(window.jobs.all[0]!)], ['open', 'orderAgain']);
      assert.deepEqual(
        (await planFile(window, 'locales/en.json', ['ja'])).skipped.map(({ reason }) => reason),
        ['in-flight', 'in-flight'],
      );
      assert.equal((await setup.totals()).orders, 0);

      await allowReordering(window, window.jobs.all[0]!.id);
      assert.deepEqual(window.jobs.all, []);
      await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(statuses(window), ['available', 'available']);
      assert.equal((await setup.totals()).orders, 1);
    });
  }

  it('is tracked even when it appears after the user allowed reordering', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await placeUnder('drop-after', setup, window);
    await allowReordering(window, window.jobs.all[0]!.id);
    assert.deepEqual(window.jobs.all, []);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['available', 'available']);
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('cannot be reordered once another window knows its outcome', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const [window, other] = [await setup.openWindow(), await setup.openWindow()];
    await placeUnder('drop-after', setup, window);
    const { id } = window.jobs.all[0]!;
    await other.jobs.fetchAndDeliver();
    await assert.rejects(
      allowReordering(window, id),
      (error) => error instanceof OrderError && error.reason === 'wrong-state',
    );
    assert.ok(!typesOf(await setup.journal()).includes('acknowledged'));
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
  });

  it('may exist if other clients have created more jobs in one second than a list holds', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await placeUnder('drop-before', setup, window);
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.hasSeenAllOrders, true);

    const job = { sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' } as const;
    // A client with a clock of its own has a throttle of its own, as on another machine.
    const clients = Array.from({ length: 20 }, () =>
      createServiceClient({
        baseUrl: setup.fixture.sandbox.baseUrl,
        credentials: () => Promise.resolve(setup.fixture.sandbox),
        allowPlainHttp: true,
        userAgent: 'another-client',
        clock: { ...systemClock },
        log: (line) => {
          suiteLog.note('client', line);
        },
      }),
    );
    await Promise.all(
      clients.map((client, number) =>
        client.orders.place({
          jobs: Array.from({ length: 50 }, (_, index) => ({ ...job, key: `job_${index}`, text: `${number} ${index}` })),
        }),
      ),
    );
    await window.jobs.fetchAndDeliver();
    assert.equal(window.jobs.hasSeenAllOrders, false);
    for (const client of clients) await client.close();
  });

  it('fetches jobs of other clients only once', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await window.context.client.orders.place({
      jobs: [{ key: 'job_1', text: 'Not ours', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
    });
    await placeUnder('drop-before', setup, window);
    await window.jobs.fetchAndDeliver();
    const before = window.requests.length;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(new Set(window.requests.slice(before)), new Set(['GET /v2/translate/jobs']));
    assert.ok(window.requests.length - before <= 3, 'The list must be read to its end.');
  });

  it('ignores custom data that names the order but belongs to another text', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await placeUnder('drop-before', setup, window);
    const [intent] = await setup.journal();
    assert.ok(intent?.type === 'intent');
    const customData = JSON.stringify({
      ht: 1,
      p: intent.project,
      i: intent.id,
      n: 1,
      h: intent.jobs[0]!.sourceHash,
      l: 'ja',
      f: 'locales/en.json',
      k: 'hello',
    });
    await window.context.client.orders.place({
      jobs: [
        {
          key: 'job_1',
          text: 'Something else',
          sourceLanguage: 'en',
          targetLanguage: 'ja',
          tier: 'standard',
          customData,
        },
      ],
    });
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(statuses(window), ['unclear', 'unclear']);
  });

  it('shows an order as unconfirmed when the service has neither it nor its jobs for a long time', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await window.context.journal.append(makeIntent({ id: 'abc', at: Date.now(), tier: 'standard', jobs: [lostJob] }), {
      type: 'placed',
      intent: 'abc',
      at: Date.now(),
      orderId: '999',
      creditsUsed: 1,
      known: [],
    });
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['queued']);
    window.clockOffset = 11 * 60_000;
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['unclear']);
    await allowReordering(window, window.jobs.all[0]!.id);
    assert.deepEqual(window.jobs.all, []);
  });
});

const lostJob = makeIntentJob({ title: 'x', text: 'x' });

describe('contract: ordering from several processes', function () {
  this.timeout(30_000);

  it('orders once when two processes order at the same time', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const children = await Promise.all([startChildWindow(setup.windowOptions), startChildWindow(setup.windowOptions)]);
    for (const child of children) child.go();
    const results = await Promise.all(children.map((child) => child.result()));
    await Promise.all(children.map((child) => child.ended));
    assert.deepEqual(results.map(({ placedJobs }) => placedJobs ?? 0).toSorted(), [0, 2]);
    assert.ok(
      results.some(({ error }) => error === new OrderError('in-flight', 'hello').message),
      JSON.stringify(results),
    );
    assert.equal((await setup.totals()).orders, 1);
  });

  it('finds the order of a process that was killed between sending and the answer', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const killed = Promise.withResolvers<undefined>();
    await using forwarder = await startForwarder(setup.fixture.sandbox.baseUrl, {
      onAnswer: async (call) => {
        if (call !== 'POST /v2/translate/jobs') return;
        await child.kill();
        killed.resolve(undefined);
      },
    });
    const child = await startChildWindow({
      ...setup.windowOptions,
      service: { ...setup.windowOptions.service, baseUrl: forwarder.baseUrl },
    });
    child.go();
    await killed.promise;
    assert.deepEqual(typesOf(await setup.journal()), ['intent']);
    assert.equal((await setup.totals()).orders, 1);

    const window = await setup.openWindow();
    assert.deepEqual(statuses(window), ['queued', 'queued']);
    assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(statuses(window), ['available', 'available']);
    assert.equal((await setup.totals()).orders, 1);
    assert.deepEqual(
      window.requests.filter((line) => line.startsWith('POST /v2/translate/jobs')),
      [],
    );
  });

  it('shows an order without an answer as unconfirmed after the longest time that a call can take', async () => {
    await using setup = await createOrderSetup('manual', shop);
    const window = await setup.openWindow();
    await window.context.journal.append(makeIntent({ id: 'abc', at: Date.now(), tier: 'standard', jobs: [lostJob] }));
    assert.deepEqual(statuses(window), ['queued']);
    window.clockOffset = 151_000;
    assert.deepEqual(statuses(window), ['unclear']);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { callOf, serveOnLoopback } from '../loopbackServer.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';
import { createOrderSetup, typesOf } from './orderSetup.ts';

const shop = { 'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' } };

/**
 * A gateway that repeats each order and passes on the second answer, in the shape that `shape` gives it. The first
 * answer is lost.
 */
function startRepeatingGateway(upstream: string, shape: (answer: Buffer) => Buffer) {
  return serveOnLoopback(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const isOrder = callOf(incoming) === 'POST /v2/translate/jobs';
    const pass = async (): Promise<readonly [IncomingMessage, Buffer]> => {
      const onward = request(new URL(incoming.url ?? '', upstream), {
        method: incoming.method ?? 'GET',
        headers: incoming.headers,
      });
      onward.end(body);
      const [answer] = (await once(onward, 'response')) as [IncomingMessage];
      return [answer, await buffer(answer)];
    };
    if (isOrder) await pass();
    const [answer, bytes] = await pass();
    outgoing
      .writeHead(answer.statusCode ?? 500, { 'content-type': 'application/json' })
      .end(isOrder ? shape(bytes) : bytes);
  });
}

const perJob = (): Buffer =>
  Buffer.from(
    JSON.stringify({
      opstat: 'error',
      err: { job_1: [{ code: 1754, msg: 'seen' }], job_2: [{ code: 1754, msg: 'seen' }] },
    }),
  );

describe('contract: an order that the service reports as already received', function () {
  this.timeout(30_000);

  for (const [what, shape] of [
    ['as one error', (answer: Buffer) => answer],
    ['as an error of each job', perJob],
  ] as const) {
    it(`is looked up, tracked and charged once, with 1754 ${what}`, async () => {
      await using setup = await createOrderSetup('manual', shop);
      await using gateway = await startRepeatingGateway(setup.windowOptions.service.baseUrl, shape);
      const window = await setup.openWindow({
        service: { ...setup.windowOptions.service, baseUrl: gateway.baseUrl },
      });
      const quote = await quoteFile(window, 'locales/en.json', ['ja']);
      const { stopped, placedJobs } = await place(window, quote);
      assert.deepEqual([stopped?.kind, placedJobs], ['unconfirmed', 0]);
      assert.deepEqual(typesOf(await setup.journal()), ['intent', 'unclear']);
      assert.deepEqual(
        (await planFile(window, 'locales/en.json', ['ja'])).jobs,
        [],
        'Reordering must not be possible before the lookup.',
      );

      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.map(({ status, hasServiceId }) => [status, hasServiceId]),
        [
          ['available', true],
          ['available', true],
        ],
      );
      assert.deepEqual((await planFile(window, 'locales/en.json', ['ja'])).jobs, []);
      const { orders, jobs, spent } = await setup.totals();
      assert.deepEqual([orders, jobs, Number(spent)], [1, 2, quote.credits]);
      assert.equal(window.requests.filter((line) => line === 'POST /v2/translate/jobs').length, 1);
    });
  }
});

import assert from 'node:assert/strict';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import type { ServiceClient } from '../../../src/service/interface/serviceClient.ts';
import { err, failureOf, ok, raw } from '../../unit/service/localService.ts';
import { suiteLog, watchErrors } from '../logSink.ts';
import { place, quoteFile } from '../orders/orderWindow.ts';
import { createOrderSetup } from '../orders/orderSetup.ts';
import { fixtureKeys, startFixture } from '../sandboxFixture.ts';
import { textJob, type Pitfalls } from './pitfall.ts';
import { withScript } from './scripted.ts';
import { mapLeaves, startTamperer } from './tamperer.ts';

const shop = { 'locales/en.json': { hello: 'Hello', bye: 'Goodbye' } };

async function withClientAt(
  baseUrl: string,
  use: (client: ServiceClient) => Promise<void>,
  keys = fixtureKeys,
): Promise<void> {
  suiteLog.noteSecrets(keys.apiKey, keys.privateKey);
  const log = (line: string): void => {
    suiteLog.note('client', line);
  };
  const client = createServiceClient({
    baseUrl,
    credentials: () => Promise.resolve(keys),
    userAgent: 'contract tests',
    log,
  });
  try {
    await use(watchErrors(client, 'client'));
  } finally {
    await client.close();
  }
}

/** Returns one answer of every kind that contains numbers. */
async function everyAnswer(client: ServiceClient, orderId: string, jobId: string): Promise<unknown> {
  const [revision] = await client.jobs.revisions(jobId);
  return [
    await client.orders.get(orderId),
    await client.jobs.getOne(jobId),
    await client.jobs.get([jobId]),
    await client.jobs.list({}),
    await client.jobs.revisions(jobId),
    await client.jobs.revision(jobId, revision!.id),
    await client.jobs.feedback(jobId),
    await client.jobs.comments(jobId),
    await client.service.quote([textJob('job_1', 'two words'), textJob('job_2', 'Hello')]),
    await client.service.languagePairs({ source: 'ja' }),
    await client.account.balance(),
    await client.account.stats(),
    // The time of the last login changes between two calls.
    (await client.account.preferredTranslators()).map(({ translators, ...pair }) => [
      pair,
      translators.map(({ id, lastLogin }) => [id, typeof lastLogin]),
    ]),
  ];
}

/** A job as recorded from the service: numbers are strings, and missing values are absent. */
function recorded(id: string, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    job_id: id,
    order_id: '8',
    slug: 'A title',
    body_src: 'Hello',
    body_tgt: 'やあ',
    lc_src: 'en',
    lc_tgt: 'ja',
    unit_count: '1',
    tier: 'standard',
    credits: '0.07',
    currency: 'USD',
    status: 'approved',
    eta: -1,
    ctime: 1_700_000_000,
    auto_approve: '0',
    custom_data: 'of the first order',
    ...more,
  };
}

/** Pitfalls of answers. */
export const answerPitfalls: Pitfalls = {
  1: {
    title: 'considers a new order queued if the service denies access to it, and does not order it again',
    run: async (wire) => {
      await using setup = await createOrderSetup('manual', shop, { wire });
      let isFresh = true;
      await using tamperer = await startTamperer(setup.fixture.sandbox.baseUrl, (call, answer) =>
        isFresh && call.startsWith('GET /v2/translate/order/')
          ? { opstat: 'error', err: { code: 2750, msg: 'unauthorized order access' } }
          : answer,
      );
      const window = await setup.openWindow({
        service: { ...setup.windowOptions.service, baseUrl: tamperer.baseUrl },
      });
      await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
      for (let minute = 0; minute < 2; minute += 1) {
        await window.jobs.fetchAndDeliver();
        assert.deepEqual(
          window.jobs.all.map(({ status }) => status),
          ['queued', 'queued'],
        );
        assert.equal(window.jobs.state.error, undefined);
        window.clockOffset += 60_000;
      }
      isFresh = false;
      await window.jobs.fetchAndDeliver();
      assert.deepEqual(
        window.jobs.all.map(({ status }) => status),
        ['available', 'available'],
      );
      assert.equal((await setup.totals()).orders, 1);
    },
  },
  9: {
    title: 'reads numbers as strings and strings as numbers, and counts that are numbers, strings or lists',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire });
      const { orderId } = await fixture.client.orders.place({
        jobs: [textJob('job_1', 'Hello', { customData: 'mine' })],
      });
      const [jobId] = (await fixture.client.orders.get(orderId!)).jobIds['available']!;
      await fixture.control('POST', `/jobs/${jobId!}/start`);
      await fixture.control('POST', `/jobs/${jobId!}/finish`, { body_tgt: 'やあ' });
      await fixture.client.jobs.comment(jobId!, 'Fine.');
      await fixture.client.jobs.approve(jobId!, { rating: 5 });
      const expected = await everyAnswer(fixture.client, orderId!, jobId!);
      const toStrings = (leaf: unknown): unknown => (typeof leaf === 'number' ? String(leaf) : leaf);
      const toNumbers = (leaf: unknown): unknown =>
        typeof leaf === 'string' && /^-?\d+(?:\.\d+)?$/u.test(leaf) ? Number(leaf) : leaf;
      for (const change of [toStrings, toNumbers]) {
        await using tamperer = await startTamperer(fixture.sandbox.baseUrl, (_call, answer) =>
          mapLeaves(answer, change),
        );
        await withClientAt(tamperer.baseUrl, async (client) => {
          assert.deepEqual(await everyAnswer(client, orderId!, jobId!), expected, change.name);
        });
      }
      for (const [queued, count] of [
        ['2', 2],
        [2, 2],
        [['1', '2'], 2],
        ['0', 0],
      ] as const) {
        await withScript(
          ok({
            order: { order_id: '1', total_credits: '0.14', total_units: '2', total_jobs: '2', jobs_queued: queued },
          }),
          async (client) => {
            assert.equal((await client.orders.get('1')).queuedCount, count);
          },
        );
      }
    },
  },
  10: {
    title: 'finds a known job in the answer, regardless of nesting, by its key and not by its old custom data',
    run: async (wire) => {
      const jobs = [textJob('job_1', 'Hello', { customData: 'of this order' }), textJob('job_2', 'Goodbye')];
      const answers = [
        { job_1: [recorded('11')], job_2: [recorded('12', { body_src: 'Goodbye' })] },
        { job_1: recorded('11'), job_2: recorded('12', { body_src: 'Goodbye' }) },
        { job_1: [recorded('10'), recorded('11')], job_2: { duplicate: 'job_1' } },
        [[recorded('11')], [recorded('12', { body_src: 'Goodbye' })]],
        [recorded('12', { body_src: 'Goodbye' })],
      ];
      const found: unknown[] = [];
      for (const known of answers) {
        await withScript(ok({ order_id: '9', job_count: '2', credits_used: '0.00', jobs: known }), async (client) => {
          const { knownJobs } = await client.orders.place({ jobs });
          found.push(Object.fromEntries([...knownJobs].map(([key, list]) => [key, list.at(-1)?.id])));
        });
      }
      assert.deepEqual(found, [
        { job_1: '11', job_2: '12' },
        { job_1: '11', job_2: '12' },
        { job_1: '11', job_2: '11' },
        { job_1: '11', job_2: '12' },
        { job_2: '12' },
      ]);
      await using fixture = await startFixture('instant', { wire });
      await fixture.client.orders.place({
        jobs: [textJob('job_1', 'Hello', { autoApprove: true, customData: 'of the first order' })],
      });
      const again = await fixture.client.orders.place({ jobs });
      assert.deepEqual(
        [again.knownJobs.get('job_1')?.[0]?.customData, again.knownJobs.has('job_2')],
        ['of the first order', false],
      );
      assert.notEqual(again.orderId, undefined);
    },
  },
  14: {
    title: 'delivers nothing for an approved job without a translation, until it has one',
    run: async (wire) => {
      await using setup = await createOrderSetup(
        'instant',
        { 'locales/en.json': { bye: 'Goodbye' }, 'locales/ja.json': { bye: '' } },
        { wire },
      );
      let missing: 'absent' | 'empty' | undefined = 'absent';
      await using tamperer = await startTamperer(setup.fixture.sandbox.baseUrl, (_call, answer) =>
        missing === undefined
          ? answer
          : JSON.parse(
              JSON.stringify(answer, (name, value: unknown) => {
                if (name !== 'body_tgt') return value;
                return missing === 'absent' ? undefined : '';
              }),
            ),
      );
      const window = await setup.openWindow({
        service: { ...setup.windowOptions.service, baseUrl: tamperer.baseUrl },
      });
      await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { autoApprove: true }));
      const before = await setup.read('locales/ja.json');
      for (const state of ['absent', 'empty'] as const) {
        missing = state;
        await window.jobs.fetchAndDeliver();
        await window.jobs.fetchJobsAndDeliver(window.jobs.all.map(({ id }) => id));
        assert.deepEqual(
          window.jobs.all.map(({ status }) => status),
          ['approved'],
        );
        assert.equal(await setup.read('locales/ja.json'), before, state);
      }
      missing = undefined;
      await window.jobs.fetchJobsAndDeliver(window.jobs.all.map(({ id }) => id));
      assert.notEqual((JSON.parse(await setup.read('locales/ja.json')) as { bye: string }).bye, '');
    },
  },
  18: {
    title: 'reports an answer that is not JSON with its beginning, and retries a read',
    run: async (wire) => {
      for (const [status, reason] of [
        [200, 'unreadable'],
        [502, 'unavailable'],
        [500, 'unreadable'],
      ] as const) {
        await withScript(
          raw('<!DOCTYPE html>\n<html><h1>Bad Gateway</h1></html>', status, { 'content-type': 'text/html' }),
          async (client) => {
            const failure = await failureOf(client.account.balance());
            assert.deepEqual([failure.reason, failure.httpStatus], [reason, status]);
            assert.match(failure.serviceMessage ?? '', /<h1>Bad Gateway/u);
            assert.equal((await failureOf(client.jobs.archive('1'))).outcome, 'unknown');
          },
        );
      }
      await using fixture = await startFixture('manual', { wire });
      await fixture.control('POST', '/faults', { match: 'GET /v2/account', fault: 'html' });
      assert.equal((await fixture.client.account.balance()).credits, 10_000);
    },
  },
  20: {
    title: 'reports two known languages that are not a pair before anything is ordered',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire });
      const { client } = fixture;
      const codes = (await client.service.languages()).map(({ code }) => code);
      const pairs = await client.service.languagePairs({ source: 'fr' });
      const target = codes.find((code) => code !== 'fr' && !pairs.some((pair) => pair.target === code));
      assert.ok(target !== undefined && pairs.every(({ source }) => source === 'fr'));
      const jobs = [
        textJob('job_1', 'Bonjour', { sourceLanguage: 'fr', targetLanguage: pairs[0]!.target }),
        textJob('job_2', 'Bonjour', { sourceLanguage: 'fr', targetLanguage: target }),
      ];
      for (const call of [client.service.quote(jobs), client.orders.place({ jobs })]) {
        const failure = await failureOf(call);
        assert.deepEqual(
          [failure.reason, failure.meaning, failure.outcome],
          ['invalid', 'pair-unsupported', 'refused'],
        );
        assert.deepEqual([...(failure.jobErrors?.keys() ?? [])], ['job_2']);
      }
      assert.deepEqual(await client.jobs.list({}), []);
    },
  },
  21: {
    title: 'offers only tiers that the pairs have, and reports an error code, not status 500, for others',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire });
      assert.deepEqual(
        new Set((await fixture.client.service.languagePairs()).map(({ tier }) => tier)),
        new Set(['standard', 'pro']),
      );
      for (const tier of ['machine', 'ultra']) {
        const failure = await failureOf(fixture.client.orders.place({ jobs: [textJob('job_1', 'Hello', { tier })] }));
        assert.deepEqual([failure.reason, failure.meaning, failure.httpStatus], ['invalid', 'tier-invalid', 200]);
      }
    },
  },
  29: {
    title: 'reports errors with HTTP status 200, including those for unknown addresses',
    run: async (wire) => {
      for (const [code, reason] of [
        [1100, 'authentication'],
        [2100, 'not-found'],
        [2700, 'credits'],
      ] as const) {
        await withScript(err({ code, msg: 'no' }), async (client) => {
          const failure = await failureOf(client.account.balance());
          assert.deepEqual([failure.reason, failure.code, failure.httpStatus], [reason, code, 200]);
        });
      }
      await using fixture = await startFixture('manual', { wire });
      const unknown = await fetch(`${fixture.sandbox.baseUrl}/no/such/path`);
      assert.deepEqual([unknown.status, ((await unknown.json()) as { err: { code: unknown } }).err.code], [200, 1100]);
      await withClientAt(fixture.sandbox.baseUrl.replace(/v2$/u, 'elsewhere/v2'), async (client) => {
        assert.equal((await failureOf(client.account.balance())).reason, 'not-found');
      });
    },
  },
  30: {
    title: 'verifies keys by requesting the balance',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire });
      const { baseUrl } = fixture.sandbox;
      await withClientAt(baseUrl, async (client) => {
        assert.deepEqual(await client.account.balance(), { credits: 10_000, currency: 'USD' });
      });
      for (const keys of [
        { ...fixtureKeys, privateKey: 'another private key' },
        { ...fixtureKeys, apiKey: 'another API key' },
      ]) {
        await withClientAt(
          baseUrl,
          async (client) => {
            const failure = await failureOf(client.account.balance());
            assert.deepEqual(
              [failure.reason, failure.code, failure.meaning],
              ['authentication', 1000, 'keys-rejected'],
            );
          },
          keys,
        );
      }
    },
  },
};

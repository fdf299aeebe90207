import assert from 'node:assert/strict';
import type { NewTextJob } from '../../../src/service/records.ts';
import type { ServiceClient } from '../../../src/service/serviceClient.ts';
import { signature } from '../../../src/service/sign.ts';
import { credentials, failureOf, json, ok, withClient, type Respond } from './localService.ts';

const job: NewTextJob = { key: 'job_1', text: 'Save', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' };
const wireJob = { job_id: '7', order_id: '3', status: 'available', lc_src: 'en', lc_tgt: 'ja', tier: 'standard', body_src: 'Save', unit_count: '1', credits: '0.05' };

describe('the service client: endpoints', () => {
  const placed = { order_id: 5, job_count: 1, credits_used: '0.05', currency: 'USD' };
  interface Endpoint {
    readonly call: (client: ServiceClient) => Promise<unknown>;
    readonly request: string;
    readonly answer: unknown;
    readonly data?: unknown;
    readonly query?: Readonly<Record<string, string>>;
  }
  const endpoints: Readonly<Record<string, Endpoint>> = {
    'jobs.get': { call: (client) => client.jobs.get(['7', '8']), request: 'GET /v2/translate/jobs/7,8', answer: { jobs: [wireJob] } },
    'jobs.getOne': { call: (client) => client.jobs.getOne('7'), request: 'GET /v2/translate/job/7', answer: { job: wireJob } },
    'jobs.list': {
      call: (client) => client.jobs.list({ status: 'available', timestampAfter: 1_700_000_000_999, count: 200 }),
      request: 'GET /v2/translate/jobs',
      answer: [],
      query: { status: 'available', timestamp_after: '1700000000', count: '200' },
    },
    'jobs.approve': {
      call: (client) => client.jobs.approve('7', { rating: 5, forTranslator: 'Thanks', forService: 'Good', public: false }),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'approve', rating: 5, for_translator: 'Thanks', for_service: 'Good', public: 0 },
    },
    'jobs.approve without feedback': { call: (client) => client.jobs.approve('7'), request: 'PUT /v2/translate/job/7', answer: {}, data: { action: 'approve' } },
    'jobs.revise': { call: (client) => client.jobs.revise('7', 'Shorter'), request: 'PUT /v2/translate/job/7', answer: {}, data: { action: 'revise', comment: 'Shorter' } },
    'jobs.reject': {
      call: (client) => client.jobs.reject('7', { reason: 'quality', comment: 'No', followUp: 'cancel' }),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'reject', reason: 'quality', comment: 'No', follow_up: 'cancel' },
    },
    'jobs.archive': { call: (client) => client.jobs.archive('7'), request: 'PUT /v2/translate/job/7', answer: {}, data: { action: 'archive' } },
    'jobs.cancel': { call: (client) => client.jobs.cancel('7'), request: 'DELETE /v2/translate/job/7', answer: {} },
    'jobs.revisions': { call: (client) => client.jobs.revisions('7'), request: 'GET /v2/translate/job/7/revisions', answer: { job_id: '7', revisions: [] } },
    'jobs.revision': { call: (client) => client.jobs.revision('7', '2'), request: 'GET /v2/translate/job/7/revision/2', answer: { revision: { body_tgt: 'x' } } },
    'jobs.feedback': { call: (client) => client.jobs.feedback('7'), request: 'GET /v2/translate/job/7/feedback', answer: { feedback: {} } },
    'jobs.comments': { call: (client) => client.jobs.comments('7'), request: 'GET /v2/translate/job/7/comments', answer: { thread: [] } },
    'jobs.comment': { call: (client) => client.jobs.comment('7', 'Hello'), request: 'POST /v2/translate/job/7/comment', answer: {}, data: { body: 'Hello' } },
    'orders.place': {
      call: (client) => client.orders.place({ jobs: [job], comment: 'For all', asGroup: true }),
      request: 'POST /v2/translate/jobs',
      answer: placed,
      data: {
        jobs: { job_1: { type: 'text', body_src: 'Save', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } },
        comment: 'For all',
        as_group: 1,
      },
    },
    'orders.get': { call: (client) => client.orders.get('5'), request: 'GET /v2/translate/order/5', answer: { order: { order_id: 5 } } },
    'service.languages': { call: (client) => client.service.languages(), request: 'GET /v2/translate/service/languages', answer: [] },
    'service.languagePairs': {
      call: (client) => client.service.languagePairs({ source: 'en' }),
      request: 'GET /v2/translate/service/language_pairs',
      answer: [],
      query: { lc_src: 'en' },
    },
    'service.quote': {
      call: (client) => client.service.quote([job]),
      request: 'POST /v2/translate/service/quote',
      answer: { jobs: { job_1: { credits: 1, unit_count: 1 } } },
      data: { jobs: { job_1: { type: 'text', body_src: 'Save', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } } },
    },
    'account.stats': { call: (client) => client.account.stats(), request: 'GET /v2/account/stats', answer: { credits_spent: '-1.5' } },
    'account.me': { call: (client) => client.account.me(), request: 'GET /v2/account/me', answer: {} },
    'account.balance': { call: (client) => client.account.balance(), request: 'GET /v2/account/balance', answer: { credits: '25.32', currency: null } },
    'account.preferredTranslators': { call: (client) => client.account.preferredTranslators(), request: 'GET /v2/account/preferred_translators', answer: [] },
  };

  for (const [name, { call, request, answer, data, query = {} }] of Object.entries(endpoints)) {
    it(`${name} is ${request}`, async () => {
      await withClient(ok(answer), async (client, service) => {
        await call(client);
        assert.equal(service.received.length, 1);
        const [received] = service.received;
        assert.equal(`${received!.method} ${received!.path}`, request);
        assert.equal(received!.headers.accept, 'application/json');
        assert.equal(received!.headers['user-agent'], 'Test; Version 1; https://example.com;');
        const auth = { api_key: credentials.apiKey, api_sig: signature(credentials.privateKey, 1_700_000_000), ts: '1700000000' };
        if (data === undefined) {
          assert.deepEqual(Object.fromEntries(received!.query), { ...auth, ...query });
          assert.equal(received!.body, '');
        } else {
          assert.equal(received!.headers['content-type'], 'application/x-www-form-urlencoded');
          assert.deepEqual(Object.fromEntries(received!.form), { ...auth, data: JSON.stringify(data) });
          assert.equal(received!.query.size, 0);
        }
      });
    });
  }

  it('service.unitCount is a bare JSON POST beside /v2, without keys', async () => {
    const respond: Respond = (response, received, index) => {
      const counts = (JSON.parse(received.body) as object[]).map((item) => ({ ...item, unit_type: 'word', unit_count: '2' }));
      json(counts)(response, received, index);
    };
    const texts = [
      { text: 'Hello you', language: 'en' },
      { text: '日本', language: 'ja' },
    ];
    await withClient(respond, async (client, service) => {
      const counts = await client.service.unitCount(texts);
      const [received] = service.received;
      assert.equal(`${received!.method} ${received!.path}`, 'POST /service/unit_count');
      assert.equal(received!.query.size, 0);
      assert.equal(received!.headers['content-type'], 'application/json');
      assert.deepEqual(JSON.parse(received!.body), [{ text: 'Hello you', lc: 'en' }, { text: '日本', lc: 'ja' }]);
      assert.deepEqual(counts[1], { text: '日本', language: 'ja', unitType: 'word', unitCount: 2 });
    });
  });

  it('service.languages works without keys', async () => {
    await withClient(
      ok([{ language: 'English', localized_name: 'English', lc: 'en', unit_type: 'word' }]),
      async (client, service) => {
        assert.equal((await client.service.languages()).length, 1);
        assert.equal(service.received[0]?.query.size, 0);
      },
      { credentials: () => Promise.resolve(undefined) },
    );
  });
});

describe('the service client: requests', () => {
  it('sends every field of a job, and leaves out what is not set', async () => {
    const full: NewTextJob = {
      ...job,
      title: 'title',
      comment: 'comment',
      customData: '{"a":1}',
      autoApprove: false,
      maxChars: 20,
      force: true,
      position: 3,
      callbackUrl: 'https://example.com/cb',
    };
    await withClient(ok({ order_id: 1, job_count: 1, credits_used: 1 }), async (client, service) => {
      await client.orders.place({ jobs: [full] });
      const data = JSON.parse(service.received[0]?.form.get('data') ?? '') as { jobs: object };
      assert.deepEqual(data, {
        jobs: {
          job_1: {
            type: 'text',
            slug: 'title',
            body_src: 'Save',
            lc_src: 'en',
            lc_tgt: 'ja',
            tier: 'standard',
            comment: 'comment',
            callback_url: 'https://example.com/cb',
            custom_data: '{"a":1}',
            auto_approve: 0,
            force: 1,
            position: 3,
            max_chars: 20,
          },
        },
      });
    });
  });

  for (const text of ['a & b = c', '100% +1 %26', 'He said "no" \\ it\'s', '🎉 日本語 שלום', 'line\r\nline\ttab', '[[[{name}]]] <b>x</b>', ' \u00a0 ', '\ud83d']) {
    it(`sends ${JSON.stringify(text)} unchanged`, async () => {
      await withClient(ok({}), async (client, service) => {
        await client.jobs.comment('7', text);
        assert.deepEqual(JSON.parse(service.received[0]?.form.get('data') ?? ''), { body: text });
      });
    });
  }

  it('keeps the shape of a path whatever an id holds', async () => {
    await withClient(ok({ job: wireJob }), async (client, service) => {
      await client.jobs.getOne('7/../8?x=1#,');
      assert.equal(service.received[0]?.path, '/v2/translate/job/7%2F..%2F8%3Fx%3D1%23%2C');
      for (const id of ['', '.', '..']) assert.equal((await failureOf(client.jobs.getOne(id))).reason, 'invalid');
      assert.equal((await failureOf(client.jobs.get(['7', '']))).reason, 'invalid');
      assert.equal(service.received.length, 1);
    });
  });

  it('asks for jobs in batches of 50, each once, and for none not at all', async () => {
    const respond: Respond = (response, received, index) => {
      const ids = received.path.split('/').at(-1)?.split(',') ?? [];
      ok({ jobs: ids.map((id) => ({ ...wireJob, job_id: id })) })(response, received, index);
    };
    await withClient(respond, async (client, service) => {
      const ids = Array.from({ length: 120 }, (_, index) => String(index));
      const jobs = await client.jobs.get([...ids, '0']);
      assert.deepEqual(jobs.map(({ id }) => id), ids);
      assert.deepEqual(service.received.map(({ path }) => path.split(',').length).toSorted((a, b) => a - b), [20, 50, 50]);
      assert.deepEqual(await client.jobs.get([]), []);
      assert.equal(service.received.length, 3);
    });
  });

  it('quotes in batches and answers in the order of the jobs', async () => {
    const respond: Respond = (response, received, index) => {
      const { jobs } = JSON.parse(received.form.get('data') ?? '') as { jobs: Record<string, { body_src: string }> };
      const quoted = Object.entries(jobs).map(([key, { body_src }]) => [key, { credits: body_src, unit_count: 1 }] as const);
      ok({ jobs: Object.fromEntries(quoted.reverse()) })(response, received, index);
    };
    await withClient(respond, async (client, service) => {
      const jobs = Array.from({ length: 101 }, (_, index) => ({ ...job, key: `job_${index}`, text: String(index) }));
      const quoted = await client.service.quote(jobs);
      assert.deepEqual(quoted.map(({ credits }) => credits), jobs.map((_, index) => index));
      assert.equal(service.received.length, 3);
    });
  });

  it('stays under the published rate', async () => {
    const respond: Respond = ok({ credits: 1 });
    await withClient(
      respond,
      async (client, service) => {
        await Promise.all(Array.from({ length: 25 }, () => client.account.balance()));
        const times = service.received.map(({ query }) => query.get('ts'));
        assert.equal(times.length, 25);
        // 10 a second: the clock passes by being slept, so the signed times spread over two seconds at least. It passes faster
        // than any answer comes, so each request counts for as long as it may be on its way.
        assert.ok(Math.max(...times.map(Number)) - Math.min(...times.map(Number)) >= 2);
      },
      { limits: 'sandbox' },
    );
  });

  it('refuses before sending what the contract does not allow', async () => {
    await withClient(ok({}), async (client, service) => {
      const long = 'x'.repeat(25_001);
      const refusals = {
        rating: () => client.jobs.approve('7', { rating: 6 }),
        'half a rating': () => client.jobs.approve('7', { rating: 2.5 }),
        comment: () => client.jobs.revise('7', long),
        'comment to translator': () => client.jobs.approve('7', { forTranslator: long }),
        'job comment': () => client.orders.place({ jobs: [{ ...job, comment: long }] }),
        'custom data by bytes': () => client.orders.place({ jobs: [{ ...job, customData: 'é'.repeat(513) }] }),
        'no jobs': () => client.orders.place({ jobs: [] }),
        'one key twice': () => client.service.quote([job, job]),
        'numeric key': () => client.orders.place({ jobs: [{ ...job, key: '1' }] }),
        count: () => client.jobs.list({ count: 201 }),
      };
      for (const [what, call] of Object.entries(refusals)) {
        const failure = await failureOf(call());
        assert.deepEqual([failure.reason, failure.outcome], ['invalid', 'not-sent'], what);
        assert.match(failure.message, /^[A-Z"].*\.$/, what);
      }
      assert.equal(service.received.length, 0);
      await client.jobs.revise('7', '🎉'.repeat(25_000));
      assert.equal(service.received.length, 1);
    });
  });
});

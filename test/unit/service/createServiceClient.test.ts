import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { NewTextJob } from '../../../src/service/interface/records.ts';
import type { ServiceClient } from '../../../src/service/interface/serviceClient.ts';
import { signature } from '../../../src/service/http/signature.ts';
import { credentials, err, failureOf, json, ok, withClient, type Respond } from './localService.ts';

const job: NewTextJob = { key: 'job_1', text: 'Save', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' };
const attachment = { url: 'https://example.com/a b.png?x=1', filename: 'a b.png', mimeType: 'image/png' };
const wireAttachment = { url: 'https://example.com/a b.png?x=1', filename: 'a b.png', mime_type: 'image/png' };
const wireJob = {
  job_id: '7',
  order_id: '3',
  status: 'available',
  lc_src: 'en',
  lc_tgt: 'ja',
  tier: 'standard',
  body_src: 'Save',
  unit_count: '1',
  credits: '0.05',
};

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
    'jobs.get': {
      call: (client) => client.jobs.get(['7', '8']),
      request: 'GET /v2/translate/jobs/7,8',
      answer: { jobs: [wireJob] },
    },
    'jobs.getOne': {
      call: (client) => client.jobs.getOne('7'),
      request: 'GET /v2/translate/job/7',
      answer: { job: wireJob },
    },
    'jobs.list': {
      call: (client) => client.jobs.list({ status: 'available', timestampAfter: 1_700_000_000_999, count: 200 }),
      request: 'GET /v2/translate/jobs',
      answer: [],
      query: { status: 'available', timestamp_after: '1700000000', count: '200' },
    },
    'jobs.approve': {
      call: (client) =>
        client.jobs.approve('7', { rating: 5, forTranslator: 'Thanks', forService: 'Good', public: false }),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'approve', rating: 5, for_translator: 'Thanks', for_service: 'Good', public: 0 },
    },
    'jobs.approve without feedback': {
      call: (client) => client.jobs.approve('7'),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'approve' },
    },
    'jobs.revise': {
      call: (client) => client.jobs.revise('7', 'Shorter'),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'revise', comment: 'Shorter' },
    },
    'jobs.reject': {
      call: (client) => client.jobs.reject('7', { reason: 'quality', comment: 'No', followUp: 'cancel' }),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'reject', reason: 'quality', comment: 'No', follow_up: 'cancel' },
    },
    'jobs.archive': {
      call: (client) => client.jobs.archive('7'),
      request: 'PUT /v2/translate/job/7',
      answer: {},
      data: { action: 'archive' },
    },
    'jobs.cancel': { call: (client) => client.jobs.cancel('7'), request: 'DELETE /v2/translate/job/7', answer: {} },
    'jobs.revisions': {
      call: (client) => client.jobs.revisions('7'),
      request: 'GET /v2/translate/job/7/revisions',
      answer: { job_id: '7', revisions: [] },
    },
    'jobs.revision': {
      call: (client) => client.jobs.revision('7', '2'),
      request: 'GET /v2/translate/job/7/revision/2',
      answer: { revision: { body_tgt: 'x' } },
    },
    'jobs.feedback': {
      call: (client) => client.jobs.feedback('7'),
      request: 'GET /v2/translate/job/7/feedback',
      answer: { feedback: {} },
    },
    'jobs.comments': {
      call: (client) => client.jobs.comments('7'),
      request: 'GET /v2/translate/job/7/comments',
      answer: { thread: [] },
    },
    'jobs.comment': {
      call: (client) => client.jobs.comment('7', 'Hello'),
      request: 'POST /v2/translate/job/7/comment',
      answer: {},
      data: { body: 'Hello' },
    },
    'orders.place': {
      call: (client) =>
        client.orders.place({ jobs: [job, { ...job, key: 'job_2', text: 'Open' }], comment: 'For all', asGroup: true }),
      request: 'POST /v2/translate/jobs',
      answer: placed,
      data: {
        jobs: {
          job_1: { type: 'text', body_src: 'Save', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' },
          job_2: { type: 'text', body_src: 'Open', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' },
        },
        comment: 'For all',
        as_group: 1,
      },
    },
    'jobs.comment with attachments': {
      call: (client) => client.jobs.comment('7', 'See this', { attachments: [attachment] }),
      request: 'POST /v2/translate/job/7/comment',
      answer: {},
      data: { body: 'See this', attachments: [wireAttachment] },
    },
    'jobs.approveMany': {
      call: (client) =>
        client.jobs.approveMany([
          { id: '7', rating: 4, forService: 'Good' },
          { id: 'x8', public: true },
        ]),
      request: 'PUT /v2/translate/jobs',
      answer: {},
      data: {
        action: 'approve',
        job_ids: [
          { job_id: 7, rating: 4, for_service: 'Good' },
          { job_id: 'x8', public: 1 },
        ],
      },
    },
    'jobs.reviseMany': {
      call: (client) => client.jobs.reviseMany([{ id: '7', comment: 'Shorter' }]),
      request: 'PUT /v2/translate/jobs',
      answer: {},
      data: { action: 'revise', job_ids: [{ job_id: 7, comment: 'Shorter' }] },
    },
    'jobs.rejectMany': {
      call: (client) => client.jobs.rejectMany([{ id: '7', reason: 'other', comment: 'No', followUp: 'requeue' }]),
      request: 'PUT /v2/translate/jobs',
      answer: {},
      data: { action: 'reject', job_ids: [{ job_id: 7, reason: 'other', comment: 'No', follow_up: 'requeue' }] },
    },
    'jobs.archiveMany': {
      call: (client) => client.jobs.archiveMany(['7', '8']),
      request: 'PUT /v2/translate/jobs',
      answer: {},
      data: { action: 'archive', job_ids: [7, 8] },
    },
    'orders.place of a file': {
      call: (client) =>
        client.orders.place({
          jobs: [{ key: 'file_job', identifier: 'abc123', comment: 'Mind the tables', force: true }],
        }),
      request: 'POST /v2/translate/jobs',
      answer: placed,
      data: { jobs: { file_job: { type: 'file', identifier: 'abc123', comment: 'Mind the tables', force: 1 } } },
    },
    'orders.place with all that an order may have': {
      call: (client) =>
        client.orders.place({
          jobs: [job],
          comment: 'c',
          asGroup: false,
          purpose: 'Business',
          tone: 'Formal',
          referenceId: 0,
          attachments: [attachment],
        }),
      request: 'POST /v2/translate/jobs',
      answer: placed,
      data: {
        jobs: { job_1: { type: 'text', body_src: 'Save', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } },
        comment: 'c',
        as_group: 0,
        purpose: 'Business',
        tone: 'Formal',
        reference_id: 0,
        attachments: [wireAttachment],
      },
    },
    'orders.cancel': {
      call: (client) => client.orders.cancel('5'),
      request: 'DELETE /v2/translate/order/5',
      answer: {},
    },
    'orders.comments': {
      call: (client) => client.orders.comments('5'),
      request: 'GET /v2/translate/order/5/comments',
      answer: { thread: [] },
    },
    'orders.comment': {
      call: (client) => client.orders.comment('5', 'For all', { attachments: [attachment] }),
      request: 'POST /v2/translate/order/5/comment',
      answer: {},
      data: { body: 'For all', attachments: [wireAttachment] },
    },
    'glossaries.list': {
      call: (client) => client.glossaries.list(),
      request: 'GET /v2/translate/glossary',
      answer: [],
    },
    'glossaries.get': {
      call: (client) => client.glossaries.get('115'),
      request: 'GET /v2/translate/glossary/115',
      answer: { id: 115, title: 'Terms' },
    },
    'orders.get': {
      call: (client) => client.orders.get('5'),
      request: 'GET /v2/translate/order/5',
      answer: { order: { order_id: 5 } },
    },
    'service.languages': {
      call: (client) => client.service.languages(),
      request: 'GET /v2/translate/service/languages',
      answer: [],
    },
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
    'account.stats': {
      call: (client) => client.account.stats(),
      request: 'GET /v2/account/stats',
      answer: { credits_spent: '-1.5' },
    },
    'account.me': { call: (client) => client.account.me(), request: 'GET /v2/account/me', answer: {} },
    'account.balance': {
      call: (client) => client.account.balance(),
      request: 'GET /v2/account/balance',
      answer: { credits: '25.32', currency: null },
    },
    'account.preferredTranslators': {
      call: (client) => client.account.preferredTranslators(),
      request: 'GET /v2/account/preferred_translators',
      answer: [],
    },
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
        const auth = {
          api_key: credentials.apiKey,
          api_sig: signature(credentials.privateKey, 1_700_000_000),
          ts: '1700000000',
        };
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

  it('service.unitCount is a bare JSON POST next to /v2, without keys', async () => {
    const respond: Respond = (response, received, index) => {
      const counts = (JSON.parse(received.body) as object[]).map((item) => ({
        ...item,
        unit_type: 'word',
        unit_count: '2',
      }));
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
      assert.deepEqual(JSON.parse(received!.body), [
        { text: 'Hello you', lc: 'en' },
        { text: '日本', lc: 'ja' },
      ]);
      assert.deepEqual(counts[1], { text: '日本', language: 'ja', unitType: 'word', unitCount: 2 });
    });
  });

  it('service.unitCount by GET has its texts in the query, in as many calls as necessary', async () => {
    const respond: Respond = (response, received, index) => {
      const items = JSON.parse(received.query.get('data') ?? '') as { readonly text: string }[];
      json(items.map((item) => ({ ...item, unit_type: 'word', unit_count: item.text.length })))(
        response,
        received,
        index,
      );
    };
    await withClient(respond, async (client, service) => {
      assert.deepEqual(await client.service.unitCount([], { method: 'GET' }), []);
      const texts = ['a & b', '日本', ...Array.from({ length: 40 }, (_, index) => 'x '.repeat(index * 10))].map(
        (text) => ({ text, language: 'en' }),
      );
      const counts = await client.service.unitCount(texts, { method: 'GET' });
      assert.deepEqual(
        counts.map(({ text, unitCount }) => [text, unitCount]),
        texts.map(({ text }) => [text, text.length]),
      );
      assert.ok(service.received.length > 1);
      for (const { method, path, query, body } of service.received) {
        assert.equal(`${method} ${path} ${body}`, 'GET /service/unit_count ');
        assert.deepEqual([...query.keys()], ['data']);
        assert.ok(query.toString().length < 8000);
      }
    });
  });

  for (const [what, keys] of [
    ['no keys', () => Promise.resolve(undefined)],
    ['keys that cannot be read', () => Promise.reject(new Error('locked'))],
    [
      'a store that throws',
      () => {
        throw new Error('locked');
      },
    ],
  ] as const) {
    it(`endpoints 9, 10 and 13 work with ${what}`, async () => {
      const respond: Respond = (response, received, index) => {
        const counts = [{ text: 'x', lc: 'en', unit_type: 'word', unit_count: 1 }];
        (received.path === '/service/unit_count' ? json(counts) : ok([]))(response, received, index);
      };
      await withClient(
        respond,
        async (client, service) => {
          await client.service.languages();
          await client.service.languagePairs({ source: 'en' });
          await client.service.unitCount([{ text: 'x', language: 'en' }]);
          await client.service.unitCount([{ text: 'x', language: 'en' }], { method: 'GET' });
          assert.deepEqual(
            service.received.map(({ query }) => [...query.keys()].join()),
            ['', 'lc_src', '', 'data'],
          );
          assert.ok(service.received.every(({ body }) => !body.includes('api_')));
        },
        { credentials: keys },
      );
    });
  }

  it('the comment for the staff has its other field name if `wireNames` says so', async () => {
    await withClient(
      ok({}),
      async (client, service) => {
        await client.jobs.approve('7', { forService: 'Good' });
        await client.jobs.approveMany([{ id: '7', forService: 'Good' }]);
        const sent = service.received.map(({ form }) => JSON.parse(form.get('data') ?? '') as object);
        assert.deepEqual(sent, [
          { action: 'approve', for_mygengo: 'Good' },
          { action: 'approve', job_ids: [{ job_id: 7, for_mygengo: 'Good' }] },
        ]);
      },
      { wireNames: { staffComment: 'for_mygengo' } },
    );
  });

  it('returns the canceled order if the service sends it', async () => {
    await withClient(ok({ order: { order_id: '5', jobs_cancelled: ['1', '2'] } }), async (client) => {
      assert.deepEqual((await client.orders.cancel('5'))?.jobIds, { canceled: ['1', '2'] });
    });
    for (const answer of [{}, [], undefined, { order: null }]) {
      await withClient(ok(answer), async (client) => {
        assert.equal(await client.orders.cancel('5'), undefined);
      });
    }
  });

  for (const code of [404, '404']) {
    it(`an unknown glossary, code ${JSON.stringify(code)}, is not found`, async () => {
      await withClient(err({ code, msg: 'resource not found' }, 404), async (client) => {
        const failure = await failureOf(client.glossaries.get('9'));
        assert.deepEqual([failure.reason, failure.code, failure.meaning], ['not-found', 404, 'resource-unknown']);
      });
    });
  }
});

describe('the service client: requests', () => {
  it('sends every field of a job, and omits unset ones', async () => {
    const full: NewTextJob = {
      ...job,
      title: 'title',
      comment: 'comment',
      customData: '{"a":1}',
      autoApprove: false,
      maxChars: 20,
      force: true,
      position: 3,
      callbackUrl: 'https://example.com/cb?job=1',
      attachments: [attachment],
      usePreferred: true,
      glossaryId: '115',
      purpose: 'Web or app localization',
      tone: 'Friendly',
      services: ['translation', 'edit'],
      asGroup: true,
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
            attachments: [wireAttachment],
            callback_url: 'https://example.com/cb?job=1',
            custom_data: '{"a":1}',
            auto_approve: 0,
            force: 1,
            use_preferred: 1,
            position: 3,
            glossary_id: 115,
            max_chars: 20,
            purpose: 'Web or app localization',
            tone: 'Friendly',
            services: ['translation', 'edit'],
            as_group: 1,
          },
        },
      });
    });
  });

  for (const text of [
    'a & b = c',
    '100% +1 %26',
    'He said "no" \\ it\'s',
    '🎉 日本語 שלום',
    'line\r\nline\ttab',
    '[[[{name}]]] <b>x</b>',
    ' \u00a0 ',
    '\ud83d',
  ]) {
    it(`sends ${JSON.stringify(text)} unchanged`, async () => {
      await withClient(ok({}), async (client, service) => {
        await client.jobs.comment('7', text);
        assert.deepEqual(JSON.parse(service.received[0]?.form.get('data') ?? ''), { body: text });
      });
    });
  }

  it('keeps the structure of a path, whatever characters an id has', async () => {
    await withClient(ok({ job: wireJob }), async (client, service) => {
      await client.jobs.getOne('7/../8?x=1#,');
      assert.equal(service.received[0]?.path, '/v2/translate/job/7%2F..%2F8%3Fx%3D1%23%2C');
      for (const id of ['', '.', '..']) assert.equal((await failureOf(client.jobs.getOne(id))).reason, 'invalid');
      assert.equal((await failureOf(client.jobs.get(['7', '']))).reason, 'invalid');
      assert.equal(service.received.length, 1);
    });
  });

  it('requests jobs in batches of 50, each once, and sends nothing without ids', async () => {
    const respond: Respond = (response, received, index) => {
      const ids = received.path.split('/').at(-1)?.split(',') ?? [];
      ok({ jobs: ids.map((id) => ({ ...wireJob, job_id: id })) })(response, received, index);
    };
    await withClient(respond, async (client, service) => {
      const ids = Array.from({ length: 120 }, (_, index) => String(index));
      const jobs = await client.jobs.get([...ids, '0']);
      assert.deepEqual(
        jobs.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(
        service.received.map(({ path }) => path.split(',').length).toSorted((a, b) => a - b),
        [20, 50, 50],
      );
      assert.deepEqual(await client.jobs.get([]), []);
      assert.equal(service.received.length, 3);
    });
  });

  it('quotes in batches and returns the order of the jobs', async () => {
    const respond: Respond = (response, received, index) => {
      const { jobs } = JSON.parse(received.form.get('data') ?? '') as { jobs: Record<string, { body_src: string }> };
      const quoted = Object.entries(jobs).map(
        ([key, { body_src }]) => [key, { credits: body_src, unit_count: 1 }] as const,
      );
      ok({ jobs: Object.fromEntries(quoted.reverse()) })(response, received, index);
    };
    await withClient(respond, async (client, service) => {
      const jobs = Array.from({ length: 101 }, (_, index) => ({ ...job, key: `job_${index}`, text: String(index) }));
      const quoted = await client.service.quote(jobs);
      assert.deepEqual(
        quoted.map(({ credits }) => credits),
        jobs.map((_, index) => index),
      );
      assert.equal(service.received.length, 3);
    });
  });

  it('does not exceed the published rate', async () => {
    const respond: Respond = ok({ credits: 1 });
    await withClient(
      respond,
      async (client, service) => {
        await Promise.all(Array.from({ length: 25 }, () => client.account.balance()));
        const times = service.received.map(({ query }) => query.get('ts'));
        assert.equal(times.length, 25);
        // 10 per second: sleeping advances the clock, so the signed times cover at least two seconds. The clock is
        // faster than any answer, so each request counts for its whole transit time.
        assert.ok(Math.max(...times.map(Number)) - Math.min(...times.map(Number)) >= 2);
      },
      { limits: 'sandbox' },
    );
  });

  it('sends changes of many jobs in calls of 50, one after another, and stops at the first refused one', async () => {
    let inside = 0;
    const respond: Respond = (response, received, index) => {
      inside += 1;
      assert.equal(inside, 1);
      void setImmediate().then(() => {
        inside -= 1;
        (index === 1 ? err({ code: 2250, msg: '' }) : ok({}))(response, received, index);
      });
    };
    await withClient(respond, async (client, service) => {
      const ids = Array.from({ length: 120 }, (_, index) => String(index + 1));
      const failure = await failureOf(client.jobs.archiveMany(ids));
      assert.deepEqual(
        [failure.reason, failure.outcome, failure.meaning],
        ['wrong-state', 'refused', 'not-reviewable'],
      );
      const sent = service.received.map(
        ({ form }) => (JSON.parse(form.get('data') ?? '') as { readonly job_ids: number[] }).job_ids,
      );
      assert.deepEqual(sent, [ids.slice(0, 50).map(Number), ids.slice(50, 100).map(Number)]);
      await client.jobs.archiveMany([]);
      assert.equal(service.received.length, 2);
    });
  });

  it('refuses requests that the contract does not allow before sending', async () => {
    await withClient(ok({}), async (client, service) => {
      const long = 'x'.repeat(25_001);
      const place = (more: Partial<NewTextJob>) => () => client.orders.place({ jobs: [{ ...job, ...more }] });
      const attach = (more: Partial<typeof attachment>) => place({ attachments: [{ ...attachment, ...more }] });
      const jobs = (count: number): readonly NewTextJob[] =>
        Array.from({ length: count }, (_, index) => ({ ...job, key: `job_${index}` }));
      const refusals = {
        rating: () => client.jobs.approve('7', { rating: 6 }),
        'half a rating': () => client.jobs.approve('7', { rating: 2.5 }),
        'no rating': () => client.jobs.approveMany([{ id: '7', rating: 0 }]),
        comment: () => client.jobs.revise('7', long),
        'comments of many': () => client.jobs.reviseMany([{ id: '7', comment: long }]),
        'comment of a rejection': () => client.jobs.rejectMany([{ id: '7', reason: 'other', comment: long }]),
        'comment to translator': () => client.jobs.approve('7', { forTranslator: long }),
        'comment to staff': () => client.jobs.approve('7', { forService: long }),
        'job comment': place({ comment: long }),
        'order comment': () => client.orders.place({ jobs: [job], comment: long }),
        'comment on an order': () => client.orders.comment('5', long),
        'custom data by bytes': place({ customData: 'é'.repeat(513) }),
        'no jobs': () => client.orders.place({ jobs: [] }),
        '51 jobs': () => client.orders.place({ jobs: jobs(51) }),
        'a group of 301': () => client.orders.place({ jobs: jobs(301), asGroup: true }),
        'a group of one': () => client.orders.place({ jobs: jobs(1), asGroup: true }),
        'a group of two languages': () =>
          client.orders.place({ jobs: [job, { ...job, key: 'job_2', targetLanguage: 'fr' }], asGroup: true }),
        'a group of two tiers': () =>
          client.orders.place({ jobs: [job, { ...job, key: 'job_2', tier: 'pro' }], asGroup: true }),
        'one key twice': () => client.service.quote([job, job]),
        'numeric key': place({ key: '1' }),
        'empty key': place({ key: '' }),
        count: () => client.jobs.list({ count: 201 }),
        'one job twice': () => client.jobs.archiveMany(['7', '7']),
        purpose: place({ purpose: 'x'.repeat(129) }),
        tone: place({ tone: 'x'.repeat(129) }),
        'purpose of an order': () => client.orders.place({ jobs: [job], purpose: '日'.repeat(129) }),
        'tone of an order': () => client.orders.place({ jobs: [job], tone: '日'.repeat(129) }),
        'reference id': () => client.orders.place({ jobs: [job], referenceId: -1 }),
        'half a reference id': () => client.orders.place({ jobs: [job], referenceId: 1.5 }),
        'max chars': place({ maxChars: 0 }),
        'half a max chars': place({ maxChars: 10.5 }),
        position: place({ position: 0 }),
        'glossary id': place({ glossaryId: 'terms' }),
        'glossary 0': place({ glossaryId: '0' }),
        'callback that is relative': place({ callbackUrl: '/cb' }),
        'callback of another kind': place({ callbackUrl: 'ftp://example.com/cb' }),
        'callback with a password': place({ callbackUrl: 'https://me:secret@example.com/cb' }),
        'attachment that is relative': attach({ url: 'a.png' }),
        'attachment on this machine': attach({ url: 'http://localhost/a.png' }),
        'attachment on a private network': attach({ url: 'https://192.168.1.5/a.png' }),
        'attachment without a name': attach({ filename: ' ' }),
        'attachment without a type': attach({ mimeType: '' }),
        'attachment with no type at all': attach({ mimeType: 'png\r\nx: y' }),
        'no services': place({ services: [] }),
        'edit alone': place({ services: ['edit'] }),
        'open brackets': place({ text: 'Save [[[x' }),
        'brackets that are not opened': place({ text: 'Save x]]]' }),
        'nested brackets': place({ text: '[[[a [[[b]]] c]]]' }),
        'open brackets in a quote': () => client.service.quote([{ ...job, text: '[[[' }]),
        'open brackets to be counted': () => client.service.unitCount([{ text: '[[[', language: 'en' }]),
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

  it('sends requests exactly at the limits', async () => {
    await withClient(ok({ order_id: 1, credits_used: 1 }), async (client, service) => {
      const text = 'Save [[[[%s]]]] and [[[{a}]]][[[{b}]]] or [x] [[y]] ]] [[';
      const jobs = Array.from({ length: 50 }, (_, index) => ({
        ...job,
        key: `job_${index}`,
        text,
        customData: 'é'.repeat(512),
        purpose: '🎉'.repeat(128),
      }));
      await client.orders.place({ jobs });
      const group = Array.from({ length: 300 }, (_, index) => ({ ...job, key: `job_${index}`, position: index + 1 }));
      await client.orders.place({ jobs: group, asGroup: true });
      assert.equal(service.received.length, 2);
    });
  });
});

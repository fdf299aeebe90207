import { fileJob, markdown, quotedFile, quoteFiles } from './files.ts';
import {
  approvedJob,
  orderJob,
  orderJobs,
  orderJobsAs,
  postJob,
  quoteJob,
  reviewableJob,
  revisionsOf,
  start,
  textJob,
} from './jobs.ts';
import { fields, list, ok, okFields, type Reply } from './replies.ts';
import { startService, type Data, type Service } from './service.ts';

/** A refused call, and a description of its error. */
export interface Cause {
  readonly by: string;
  readonly call: (service: Service) => Promise<Reply>;
}

/** A job with these fields, in an order and in a quote. */
function job(by: string, more: Data): readonly Cause[] {
  return [
    { by: `${by}, ordered`, call: (service) => postJob(service, textJob(more)) },
    { by: `${by}, in a list`, call: (service) => service.post('/v2/translate/jobs', { jobs: [textJob(more)] }) },
    { by: `${by}, quoted`, call: (service) => quoteJob(service, textJob(more)) },
  ];
}

function ordered(by: string, data: unknown): Cause {
  return { by, call: (service) => service.post('/v2/translate/jobs', data) };
}

function read(path: string): Cause {
  return { by: `GET ${path}`, call: (service) => service.get(path) };
}

/** An action on a reviewable job: on its own, and on several jobs at once. */
function action(by: string, { action: name, ...more }: Data): readonly Cause[] {
  return [
    {
      by,
      call: async (service) =>
        service.put(`/v2/translate/job/${await reviewableJob(service)}`, { action: name, ...more }),
    },
    {
      by: `${by}, several jobs`,
      call: async (service) =>
        service.put('/v2/translate/jobs', {
          action: name,
          job_ids: [{ job_id: await reviewableJob(service), ...more }],
        }),
    },
  ];
}

/** An action on a job that nobody has started: on its own, and on several jobs at once. */
function actionBeforeStart(name: string): readonly Cause[] {
  const more = { comment: 'Why?', reason: 'other' };
  return [
    {
      by: `${name} of a job that nobody has started`,
      call: async (service) => service.put(`/v2/translate/job/${await orderJob(service)}`, { action: name, ...more }),
    },
    {
      by: `${name} of several jobs that nobody has started`,
      call: async (service) =>
        service.put('/v2/translate/jobs', { action: name, job_ids: [{ job_id: await orderJob(service), ...more }] }),
    },
  ];
}

/** A call with changed signature parameters. */
function signed(by: string, change: (keys: ReturnType<Service['keys']>) => Readonly<Record<string, string>>): Cause {
  return {
    by,
    call: (service) => service.send('GET', `/v2/account/me?${new URLSearchParams(change(service.keys())).toString()}`),
  };
}

/** A form with the three parameters and this text as `data`. */
function rawData(by: string, data: string): Cause {
  return {
    by,
    call: (service) =>
      service.send('POST', '/v2/translate/jobs', { body: new URLSearchParams({ ...service.keys(), data }) }),
  };
}

/** Calls about an existing, reviewable job of another account. */
function ofAnothersJob(
  calls: Readonly<Record<string, (service: Service, id: string) => Promise<Reply>>>,
): readonly Cause[] {
  return Object.entries(calls).map(([by, call]) => ({
    by: `${by} of another account's job`,
    call: async (service) => call(service, await reviewableJob(service.other)),
  }));
}

/** Calls about an order of another account. */
function ofAnothersOrder(
  calls: Readonly<Record<string, (service: Service, id: string) => Promise<Reply>>>,
): readonly Cause[] {
  return Object.entries(calls).map(([by, call]) => ({
    by: `${by} of another account's order`,
    call: async (service) => call(service, await orderJobs(service.other, textJob())),
  }));
}

function files(by: string, ask: (service: Service) => Promise<Reply>): Cause {
  return { by, call: ask };
}

const fortyMegabytes = 40 * 1024 * 1024;
const fiftyOne = Array.from({ length: 51 }, (_, index) => ({
  ...markdown,
  key: `file_${index}`,
  filename: `page_${index}.md`,
}));

/** The inputs that cause each code. */
export const errorCauses: Readonly<Record<number, readonly Cause[]>> = {
  1000: [
    signed('another key', (keys) => ({ ...keys, api_key: 'another' })),
    signed('another signature', (keys) => ({ ...keys, api_sig: '0'.repeat(40) })),
    signed('a time other than the signed one', (keys) => ({ ...keys, ts: String(Number(keys.ts) + 1) })),
  ],
  1100: [signed('no signature', ({ api_key, ts }) => ({ api_key, ts })), signed('no parameters', () => ({}))],
  1150: [signed('no key', ({ api_sig, ts }) => ({ api_sig, ts }))],
  1200: [signed('no time', ({ api_key, api_sig }) => ({ api_key, api_sig }))],
  1201: [signed('a date for the time', (keys) => ({ ...keys, ts: '2026-01-15' }))],
  1250: [
    ordered('a form without data', undefined),
    {
      by: 'a comment without data',
      call: async (service) => service.post(`/v2/translate/job/${await orderJob(service)}/comment`),
    },
  ],
  1251: [rawData('cut off', '{"jobs":{"a"'), rawData('a bare word', 'jobs'), rawData('an array', '[]')],
  1300: job('an empty type', { type: '' }),
  1301: job('an unknown type', { type: 'audio' }),
  1302: [ordered('a file job with an empty identifier', { jobs: { a: { type: 'file', identifier: '' } } })],
  1303: [
    ordered('a file job with an identifier that no quote returned', {
      jobs: { a: { type: 'file', identifier: 'f'.repeat(64) } },
    }),
    files("a file job with another account's identifier", async (service) => {
      const { identifier } = await quotedFile(service.other);
      return service.post('/v2/translate/jobs', { jobs: { a: { type: 'file', identifier } } });
    }),
  ],
  1304: job('a tier that no longer exists', { tier: 'ultra' }),
  1305: [
    files('51 files', (service) =>
      quoteFiles(service, Object.fromEntries(fiftyOne.map(({ key }) => [key, fileJob(key)])), fiftyOne),
    ),
  ],
  1306: [
    files('a file of 40 MB', (service) =>
      quoteFiles(service, { a: fileJob('file_1') }, [{ ...markdown, content: 'word '.repeat(fortyMegabytes / 5) }]),
    ),
  ],
  1350: [...job('no text', { body_src: undefined }), ...job('an empty text', { body_src: '' })],
  1351: [
    ...job('a text that is a number', { body_src: 7 }),
    ...job('unclosed brackets', { body_src: 'Hello [[[name' }),
  ],
  1352: [
    {
      by: 'a body that is declared as another encoding than UTF-8',
      call: (service) =>
        service.send('POST', '/v2/translate/jobs', {
          body: new URLSearchParams({ ...service.keys(), data: JSON.stringify({ jobs: { a: textJob() } }) }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded; charset=shift_jis' },
        }),
    },
  ],
  1400: job('no source language', { lc_src: undefined }),
  1450: job('no target language', { lc_tgt: undefined }),
  1500: job('no tier', { tier: undefined }),
  1501: [
    files('a part that is not a file', async (service) => {
      const form = new FormData();
      const fields = {
        ...service.keys(),
        data: JSON.stringify({ jobs: { a: fileJob('file_1'), b: fileJob('file_2') } }),
        file_2: 'Only text.',
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file_1', new Blob([markdown.content]), markdown.filename);
      return service.send('POST', '/v2/translate/service/quote/file', { body: form });
    }),
  ],
  1551: [
    ...job('an unknown language', { lc_tgt: 'tlh' }),
    ...job('a pair without translators', { lc_src: 'fi', lc_tgt: 'sv' }),
    ...job('the same language twice', { lc_tgt: 'en' }),
  ],
  1601: [
    ...job('a path instead of an address', { callback_url: '/callback' }),
    ...job('an address with a password', { callback_url: 'https://me:secret@example.com/' }),
  ],
  1651: job('a flag `2`', { auto_approve: 2 }),
  1701: [...job('a flag `yes`', { use_preferred: 'yes' }), ...job('a flag `2`', { use_preferred: 2 })],
  1751: [
    ...job('1,025 bytes', { custom_data: 'x'.repeat(1025) }),
    ...job('1,026 bytes in 342 characters', { custom_data: 'あ'.repeat(342) }),
  ],
  1754: [
    {
      by: 'the same order within five minutes',
      call: async (service) => {
        okFields(await postJob(service, textJob()));
        await service.pass(299);
        return postJob(service, textJob());
      },
    },
  ],
  1758: [...job('an object', { custom_data: { key: 'value' } }), ...job('a number', { custom_data: 7 })],
  1800: [
    ordered('no jobs', {}),
    ordered('an empty dictionary', { jobs: {} }),
    ordered('an empty array', { jobs: [] }),
    files('files without jobs', (service) => quoteFiles(service, {}, [markdown])),
  ],
  1801: [
    files('a job whose file is missing', (service) =>
      quoteFiles(service, { a: fileJob('file_1'), b: fileJob('file_2') }, [markdown]),
    ),
    files('a file that no job names', (service) =>
      quoteFiles(service, { a: fileJob('file_1') }, [markdown, { ...markdown, key: 'file_2' }]),
    ),
  ],
  1802: [
    files('a file of an unknown kind', (service) =>
      quoteFiles(service, { a: fileJob('file_1') }, [{ ...markdown, filename: 'program.exe' }]),
    ),
  ],
  1803: [
    files('a file job without a key', (service) =>
      quoteFiles(service, { a: fileJob('file_1', { file_key: undefined }) }, [markdown]),
    ),
  ],
  1804: [ordered('a file job without an identifier', { jobs: { a: { type: 'file' } } })],
  1851: [
    ordered('a flag `yes`', { jobs: { a: textJob(), b: textJob({ body_src: 'Other' }) }, as_group: 'yes' }),
    ...job('a flag `2`', { as_group: 2 }),
  ],
  1901: [ordered('a flag `now`', { jobs: { a: textJob() }, process: 'now' })],
  1950: [
    ordered('two languages', { jobs: { a: textJob(), b: textJob({ lc_tgt: 'fr' }) }, as_group: 1 }),
    ordered('two tiers', { jobs: { a: textJob(), b: textJob({ tier: 'pro' }) }, as_group: 1 }),
  ],
  2000: [
    {
      by: 'a comment without text',
      call: async (service) => service.post(`/v2/translate/job/${await orderJob(service)}/comment`, {}),
    },
    {
      by: 'a comment on an order without text',
      call: async (service) =>
        service.post(`/v2/translate/order/${await orderJobs(service, textJob())}/comment`, { body: '' }),
    },
  ],
  2010: [
    ...job('a file of this machine', {
      attachments: [{ url: 'file:///etc/hosts', filename: 'hosts', mime_type: 'text/plain' }],
    }),
    ...job('a text instead of a list', { attachments: 'picture.png' }),
  ],
  2050: [
    { by: 'the deletion of no jobs', call: (service) => service.delete('/v2/translate/jobs') },
    { by: 'no jobs', call: (service) => service.put('/v2/translate/jobs', { action: 'archive' }) },
    {
      by: 'a job without its id',
      call: (service) =>
        service.put('/v2/translate/jobs', { action: 'revise', comment: 'Again.', job_ids: [{ comment: 'Again.' }] }),
    },
  ],
  2100: [
    read('/v2/translate/job/1'),
    read('/v2/translate/job/none'),
    read('/v2/translate/jobs/1,2'),
    { by: 'an action on it', call: (service) => service.put('/v2/translate/job/1', { action: 'approve' }) },
    {
      by: 'several, one of them unknown',
      call: async (service) =>
        service.put('/v2/translate/jobs', { action: 'archive', job_ids: [Number(await approvedJob(service)), 1] }),
    },
    { by: 'its deletion', call: (service) => service.delete('/v2/translate/job/1') },
    { by: 'the deletion of several', call: (service) => service.delete('/v2/translate/jobs/1,2') },
    { by: 'a comment on it', call: (service) => service.post('/v2/translate/job/1/comment', { body: 'Hello?' }) },
    ...ofAnothersJob({
      reading: (service, id) => service.get(`/v2/translate/job/${id}`),
      'reading in a list': (service, id) => service.get(`/v2/translate/jobs/${id},1`),
      approval: (service, id) => service.put(`/v2/translate/job/${id}`, { action: 'approve' }),
      'approval in a list': async (service, id) =>
        service.put('/v2/translate/jobs', { action: 'approve', job_ids: [await reviewableJob(service), id] }),
      deletion: (service, id) => service.delete(`/v2/translate/job/${id}`),
      'deletion in a list': async (service, id) =>
        service.delete(`/v2/translate/jobs/${await orderJob(service)},${id}`),
      'the revisions': (service, id) => service.get(`/v2/translate/job/${id}/revisions`),
      'a revision': async (service, id) => {
        const [revision] = await revisionsOf(service.other, id);
        return service.get(`/v2/translate/job/${id}/revision/${String(revision?.['rev_id'])}`);
      },
      'the feedback': (service, id) => service.get(`/v2/translate/job/${id}/feedback`),
      'the comments': (service, id) => service.get(`/v2/translate/job/${id}/comments`),
      'a comment': (service, id) => service.post(`/v2/translate/job/${id}/comment`, { body: 'Hello?' }),
    }),
  ],
  2150: [
    {
      by: 'no revision id',
      call: async (service) => service.get(`/v2/translate/job/${await reviewableJob(service)}/revision/`),
    },
  ],
  2200: [
    {
      by: 'an unknown revision',
      call: async (service) => service.get(`/v2/translate/job/${await reviewableJob(service)}/revision/1`),
    },
    {
      by: "another account's revision",
      call: async (service) => {
        const [revision] = await revisionsOf(service.other, await reviewableJob(service.other));
        return service.get(
          `/v2/translate/job/${await reviewableJob(service)}/revision/${String(revision?.['rev_id'])}`,
        );
      },
    },
  ],
  2250: (['approve', 'revise'] as const).flatMap(actionBeforeStart),
  2252: [
    {
      by: 'a job that a translator has started',
      call: async (service) => {
        const id = await orderJob(service);
        await start(service, id);
        return service.delete(`/v2/translate/job/${id}`);
      },
    },
    {
      by: 'several jobs, one of which a translator has started',
      call: async (service) => {
        const ids = [await orderJob(service), await orderJob(service, { body_src: 'Other' })];
        await start(service, ids[1] ?? '');
        return service.delete(`/v2/translate/jobs/${ids.join(',')}`);
      },
    },
  ],
  2300: [
    ...action('a revision without a comment', { action: 'revise' }),
    ...action('a rejection without a comment', { action: 'reject', reason: 'other' }),
  ],
  2350: action('a rejection without a reason', { action: 'reject', comment: 'No.' }),
  2450: action('an unknown follow-up', { action: 'reject', reason: 'other', comment: 'No.', follow_up: 'sue' }),
  2500: action('an empty rating', { action: 'approve', rating: '' }),
  2501: [
    ...action('a rating that is a word', { action: 'approve', rating: 'good' }),
    ...action('a rating of 4.5', { action: 'approve', rating: 4.5 }),
  ],
  2502: [
    ...action('a rating of 6', { action: 'approve', rating: 6 }),
    ...action('a rating of 0', { action: 'approve', rating: 0 }),
  ],
  2503: action('a flag `maybe`', { action: 'approve', public: 'maybe' }),
  2650: [...action('archiving before approval', { action: 'archive' }), ...actionBeforeStart('reject')],
  2550: [read('/v2/translate/jobs/group/')],
  2600: [
    {
      by: 'the number of an order that is not a group',
      call: async (service) => service.get(`/v2/translate/jobs/group/${await orderJobs(service, textJob())}`),
    },
    {
      by: "another account's group",
      call: async (service) => {
        const group = await orderJobsAs(service.other, { as_group: 1 }, textJob(), textJob({ body_src: 'Other' }));
        okFields(await service.other.get(`/v2/translate/jobs/group/${group}`));
        return service.get(`/v2/translate/jobs/group/${group}`);
      },
    },
  ],
  2700: [ordered('more than the balance', { jobs: { a: textJob({ body_src: 'word '.repeat(2_000_000) }) } })],
  2750: [
    read('/v2/translate/order/1'),
    read('/v2/translate/order/1/comments'),
    { by: 'its deletion', call: (service) => service.delete('/v2/translate/order/1') },
    { by: 'a comment on it', call: (service) => service.post('/v2/translate/order/1/comment', { body: 'Hello?' }) },
    ...ofAnothersOrder({
      reading: (service, id) => service.get(`/v2/translate/order/${id}`),
      deletion: (service, id) => service.delete(`/v2/translate/order/${id}`),
      'the comments': (service, id) => service.get(`/v2/translate/order/${id}/comments`),
      'a comment': (service, id) => service.post(`/v2/translate/order/${id}/comment`, { body: 'Hello?' }),
    }),
  ],
  2751: [
    {
      by: 'an order that is still queued',
      call: async () => {
        await using slow = await startService({ pace: 'real' });
        return await slow.delete(`/v2/translate/order/${await orderJobs(slow, textJob())}`);
      },
    },
  ],
  2752: [
    ...job('129 characters', { tone: 'x'.repeat(129) }),
    ordered('129 characters in the order', { jobs: { a: textJob() }, tone: 'x'.repeat(129) }),
  ],
  2753: [
    ...job('129 characters', { purpose: 'x'.repeat(129) }),
    ordered('129 characters in the order', { jobs: { a: textJob() }, purpose: 'x'.repeat(129) }),
  ],
  2800: [
    {
      by: 'too many calls at once',
      call: async () => {
        await using narrow = await startService({ throttle: 'code', limits: 'sandbox' });
        await narrow.get('/v2/account/me');
        return await narrow.get('/v2/account/me');
      },
    },
  ],
  400: [
    { by: 'a count that is a word', call: (service) => service.get('/v2/translate/jobs', { count: 'many' }) },
    {
      by: 'no action',
      call: async (service) =>
        service.put(`/v2/translate/job/${await reviewableJob(service)}`, { comment: 'And now?' }),
    },
  ],
  404: [
    read('/v2/translate/glossary/1'),
    read('/v2/no/such/path'),
    {
      by: "another account's glossary",
      call: async (service) => {
        const [glossary] = list(ok(await service.get('/v2/translate/glossary'))).map((each) => fields(each));
        return service.other.get(`/v2/translate/glossary/${String(glossary?.['id'])}`);
      },
    },
    {
      by: "a job with another account's glossary",
      call: async (service) => {
        const [glossary] = list(ok(await service.get('/v2/translate/glossary'))).map((each) => fields(each));
        return postJob(service.other, textJob({ glossary_id: glossary?.['id'] }));
      },
    },
  ],
};

/** Codes that no input causes, and why. Faults can produce each of them. */
export const withoutCause: Readonly<Record<number, string>> = {
  500: 'An internal error, which no input is known to cause.',
  1951:
    'A group of one is accepted: a public client sends `as_group` with every order, and its tests expect ' +
    'the live service to accept it.',
  1852: '`allow_fork` no longer exists since 2014.',
  1952: 'The tier `ultra` no longer exists: the code is now 1304.',
  2251: '`purchase` is not an action of the contract; it was for unpaid jobs of the first version.',
  2400: 'Captchas no longer exist since 2019.',
  2401: 'Captchas no longer exist since 2019.',
};

import assert from 'node:assert/strict';
import { errorCodes } from '../../../src/sandbox/errors.ts';
import { signature, startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import { codeOf, idsIn, jobCodesOf, placeJobs, reviewableJobs, send, textJob, type Data } from './calls.ts';

/** A call that is refused with the code. */
type Cause = (fixture: SandboxFixture) => Promise<unknown>;

/** Refused for one job, by its key. */
function job(code: number, more: Data): Cause {
  return async ({ call }) => {
    for (const path of ['/translate/jobs', '/translate/service/quote']) {
      assert.deepEqual(jobCodesOf(await call('POST', path, { jobs: { good: textJob(), bad: textJob(more) } })), { bad: [code] }, path);
      assert.deepEqual(jobCodesOf(await call('POST', path, { jobs: [textJob(), textJob(more)] })), { 1: [code] }, path);
    }
    return code;
  };
}

/** Refused for one job when it is ordered. */
function orderedJob(more: Data): Cause {
  return async ({ call }) => jobCodesOf(await call('POST', '/translate/jobs', { jobs: { bad: more } }))['bad']?.[0];
}

function order(data: Data): Cause {
  return async ({ call }) => codeOf(await call('POST', '/translate/jobs', data));
}

function get(path: string): Cause {
  return async ({ call }) => codeOf(await call('GET', path));
}

/** Refused for a job that waits for its review. */
function action(data: Data): Cause {
  return async (fixture) => {
    const [id] = await reviewableJobs(fixture, [textJob()]);
    return codeOf(await fixture.call('PUT', `/translate/job/${id!}`, data));
  };
}

/** Refused because of the keys that are missing or wrong. */
function keys(changed: Readonly<Record<string, string | undefined>>): Cause {
  return async (fixture) => {
    const parameters = Object.entries({ ...signature(fixture.sandbox), ...changed }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return codeOf(await send(fixture, `/v2/account/me?${new URLSearchParams(parameters).toString()}`));
  };
}

function form(fields: Readonly<Record<string, string>>): Cause {
  return async (fixture) => codeOf(await send(fixture, '/v2/translate/jobs', { method: 'POST', body: new URLSearchParams({ ...signature(fixture.sandbox), ...fields }) }));
}

/** For each code an input that causes it. What concerns uploads stands in the tests of file quotes, what concerns the connection in those of the server. */
const causes: Readonly<Record<number, Cause>> = {
  400: action({}),
  404: get('/translate/glossary/1'),
  1000: keys({ api_key: 'other' }),
  1100: keys({ api_sig: undefined }),
  1150: keys({ api_key: undefined }),
  1200: keys({ ts: undefined }),
  1201: keys({ ts: '2026-01-01' }),
  1250: form({}),
  1251: form({ data: '{"jobs":' }),
  1300: job(1300, { type: '' }),
  1301: job(1301, { type: 'audio' }),
  1302: orderedJob({ type: 'file', identifier: '' }),
  1303: orderedJob({ type: 'file', identifier: 'f'.repeat(64) }),
  1304: job(1304, { tier: 'ultra' }),
  1350: job(1350, { body_src: undefined }),
  1351: job(1351, { body_src: 'Hello [[[name' }),
  1352: job(1352, { body_src: 'GIF89a\u0000' }),
  1400: job(1400, { lc_src: undefined }),
  1450: job(1450, { lc_tgt: undefined }),
  1500: job(1500, { tier: undefined }),
  1551: job(1551, { lc_src: 'fi', lc_tgt: 'sv' }),
  1601: job(1601, { callback_url: 'example.com/callback' }),
  1651: job(1651, { auto_approve: 2 }),
  1701: job(1701, { use_preferred: 1, lc_tgt: 'de' }),
  1751: job(1751, { custom_data: 'é'.repeat(513) }),
  1754: async (fixture) => {
    await placeJobs(fixture, [textJob()]);
    return codeOf(await fixture.call('POST', '/translate/jobs', { jobs: [textJob()] }));
  },
  1758: job(1758, { custom_data: { id: 7 } }),
  1800: order({ comment: 'No jobs.' }),
  1801: async ({ call }) => jobCodesOf(await call('POST', '/translate/service/quote', { jobs: { bad: { ...textJob(), type: 'file', file_key: 'a' } } }))['bad']?.[0],
  1803: async ({ call }) => jobCodesOf(await call('POST', '/translate/service/quote', { jobs: { bad: { ...textJob(), type: 'file' } } }))['bad']?.[0],
  1804: orderedJob({ type: 'file' }),
  1851: order({ jobs: [textJob()], as_group: 'yes' }),
  1901: order({ jobs: [textJob()], process: 'now' }),
  1950: order({ jobs: [textJob(), textJob({ lc_tgt: 'de' })], as_group: 1 }),
  1951: order({ jobs: [textJob()], as_group: 1 }),
  2000: async (fixture) => {
    const [id] = await idsIn(fixture, await placeJobs(fixture, [textJob()]), 'jobs_available');
    return codeOf(await fixture.call('POST', `/translate/job/${id!}/comment`, { body: '' }));
  },
  2010: job(2010, { attachments: [{ url: 'file:///a.png', filename: 'a.png', mime_type: 'image/png' }] }),
  2050: async ({ call }) => codeOf(await call('PUT', '/translate/jobs', { action: 'archive' })),
  2100: get('/translate/job/999'),
  2150: async (fixture) => {
    const [id] = await reviewableJobs(fixture, [textJob()]);
    return codeOf(await fixture.call('GET', `/translate/job/${id!}/revision`));
  },
  2200: async (fixture) => {
    const [id] = await reviewableJobs(fixture, [textJob()]);
    return codeOf(await fixture.call('GET', `/translate/job/${id!}/revision/1`));
  },
  2250: async (fixture) => {
    const [id] = await idsIn(fixture, await placeJobs(fixture, [textJob()]), 'jobs_available');
    return codeOf(await fixture.call('PUT', `/translate/job/${id!}`, { action: 'approve' }));
  },
  2252: async (fixture) => {
    const [id] = await reviewableJobs(fixture, [textJob()]);
    return codeOf(await fixture.call('DELETE', `/translate/job/${id!}`));
  },
  2300: action({ action: 'revise' }),
  2350: action({ action: 'reject', comment: 'No.' }),
  2450: action({ action: 'reject', reason: 'other', comment: 'No.', follow_up: 'refund' }),
  2500: action({ action: 'approve', rating: '' }),
  2501: action({ action: 'approve', rating: 'good' }),
  2502: action({ action: 'approve', rating: 6 }),
  2503: action({ action: 'approve', public: 'maybe' }),
  2550: get('/translate/jobs/group/'),
  2600: async (fixture) => codeOf(await fixture.call('GET', `/translate/jobs/group/${await placeJobs(fixture, [textJob()])}`)),
  2650: action({ action: 'archive' }),
  2700: order({ jobs: [textJob({ body_src: 'word '.repeat(20_000) })] }),
  2750: get('/translate/order/1'),
  2751: async () => {
    await using slow = await startFixture('real');
    const id = await placeJobs(slow, [textJob()]);
    return codeOf(await slow.call('DELETE', `/translate/order/${id}`));
  },
  2752: job(2752, { tone: 'x'.repeat(129) }),
  2753: job(2753, { purpose: 'x'.repeat(129) }),
};

/** Caused by what comes with a request of files, by its size, by throttling, and by faults. */
const elsewhere: readonly number[] = [413, 500, 1305, 1306, 1501, 1802, 2800];

describe('sandbox rules: the catalogue of errors', () => {
  for (const [code, cause] of Object.entries(causes)) {
    it(`answers ${code}`, async () => {
      await using fixture = await startFixture('manual', { openingCents: 10_000 });
      assert.equal(await cause(fixture), Number(code));
    });
  }

  it('has a cause for every code', () => {
    const known = [...Object.keys(causes).map(Number), ...elsewhere].toSorted((a, b) => a - b);
    assert.deepEqual(known, errorCodes.toSorted((a, b) => a - b));
  });

  it('says something of each error', async () => {
    await using fixture = await startFixture('manual');
    const answer: Answer = await fixture.call('GET', '/translate/job/999');
    assert.deepEqual(Object.keys(answer).sort(), ['err', 'opstat']);
    assert.notEqual((answer.err as { readonly msg?: string }).msg ?? '', '');
  });
});

import assert from 'node:assert/strict';
import { startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import { codeOf, idsIn, okOf, placeJobs, readJob, reviewableJobs, textJob, translateJobs, type Data } from './calls.ts';

const texts = ['one', 'two', 'three'].map((body_src) => textJob({ body_src }));

function act(fixture: SandboxFixture, data: Data): Promise<Answer> {
  return fixture.call('PUT', '/translate/jobs', data);
}

async function statusesOf(fixture: SandboxFixture, ids: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(ids.map(async (id) => (await readJob(fixture, id))['status']));
}

async function threadOf({ call }: SandboxFixture, id: string): Promise<readonly string[]> {
  const { thread } = okOf(await call('GET', `/translate/job/${id}/comments`)) as {
    readonly thread: readonly { readonly body: string }[];
  };
  return thread.map(({ body }) => body);
}

describe('sandbox rules: actions on several jobs', () => {
  it('revises each job with its own or the common comment', async () => {
    await using fixture = await startFixture('manual');
    const ids = await reviewableJobs(fixture, texts);
    const job_ids = [{ job_id: ids[0], comment: 'Shorter.' }, { job_id: Number(ids[1]) }, ids[2]];
    assert.deepEqual(okOf(await act(fixture, { action: 'revise', job_ids, comment: 'Once more.' })), {});
    assert.deepEqual(await statusesOf(fixture, ids), ['revising', 'revising', 'revising']);
    assert.deepEqual((await Promise.all(ids.map((id) => threadOf(fixture, id)))).flat(), [
      'Shorter.',
      'Once more.',
      'Once more.',
    ]);
  });

  it('approves each job with its feedback', async () => {
    await using fixture = await startFixture('manual');
    const ids = await reviewableJobs(fixture, texts.slice(0, 2));
    const job_ids = [
      { job_id: ids[0], rating: 4, for_translator: 'Well done.', for_mygengo: 'Private', public: 1 },
      { job_id: ids[1], public: false },
    ];
    okOf(await act(fixture, { action: 'approve', job_ids }));
    assert.deepEqual(await statusesOf(fixture, ids), ['approved', 'approved']);
    const feedback = await Promise.all(
      ids.map(async (id) => okOf(await fixture.call('GET', `/translate/job/${id}/feedback`))),
    );
    assert.deepEqual(feedback, [
      { feedback: { rating: 4, for_translator: 'Well done.' } },
      { feedback: { rating: 0, for_translator: null } },
    ]);
  });

  it('rejects jobs for another translator or permanently', async () => {
    await using fixture = await startFixture('manual');
    const ids = await reviewableJobs(fixture, texts.slice(0, 2));
    const job_ids = [
      { job_id: ids[0], reason: 'quality', comment: 'No.' },
      { job_id: ids[1], reason: 'other', comment: 'Never.', follow_up: 'cancel' },
    ];
    okOf(await act(fixture, { action: 'reject', job_ids }));
    assert.deepEqual(await statusesOf(fixture, ids), ['available', 'canceled']);
    assert.ok(!('body_tgt' in (await readJob(fixture, ids[0]!))), 'A rejected translation must not be visible.');
  });

  it('archives by plain ids and by objects', async () => {
    await using fixture = await startFixture('manual');
    const ids = await reviewableJobs(fixture, texts);
    okOf(await act(fixture, { action: 'approve', job_ids: ids }));
    okOf(await act(fixture, { action: 'archive', job_ids: [Number(ids[0]), ids[1], { job_id: ids[2] }] }));
    assert.deepEqual(await statusesOf(fixture, ids), ['archived', 'archived', 'archived']);
  });

  it('changes nothing if one job is refused', async () => {
    await using fixture = await startFixture('manual');
    const ids = await idsIn(fixture, await placeJobs(fixture, texts), 'jobs_available');
    await translateJobs(fixture, ids.slice(0, 2));
    const [one, two, untouched] = ids;
    const bad: readonly (readonly [code: number, data: Data])[] = [
      [2250, { action: 'approve', job_ids: [one, two, untouched] }],
      [2250, { action: 'revise', job_ids: [one, untouched], comment: 'Again.' }],
      [2650, { action: 'archive', job_ids: [one] }],
      [2100, { action: 'approve', job_ids: [one, 999] }],
      [2300, { action: 'revise', job_ids: [{ job_id: one, comment: 'Again.' }, { job_id: two }] }],
      [
        2350,
        {
          action: 'reject',
          job_ids: [
            { job_id: one, reason: 'quality', comment: 'No.' },
            { job_id: two, comment: 'No.' },
          ],
        },
      ],
      [2502, { action: 'approve', job_ids: [{ job_id: one }, { job_id: two, rating: 9 }] }],
      [400, { action: 'approve', job_ids: [one, one] }],
      [400, { action: 'purchase', job_ids: [one] }],
      [400, { job_ids: [one] }],
      [2050, { action: 'approve' }],
      [2050, { action: 'approve', job_ids: [] }],
      [2050, { action: 'approve', job_ids: 'all' }],
      [2050, { action: 'approve', job_ids: [one, { rating: 3 }] }],
      [2050, { action: 'archive', job_ids: [null] }],
    ];
    for (const [code, data] of bad) assert.equal(codeOf(await act(fixture, data)), code, JSON.stringify(data));
    assert.deepEqual(await statusesOf(fixture, ids), ['reviewable', 'reviewable', 'available']);
    assert.deepEqual(await threadOf(fixture, one!), []);
  });
});

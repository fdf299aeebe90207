import assert from 'node:assert/strict';
import { Hono } from 'hono';
import { addJobRoutes } from '../../../../src/sandbox/routes/addJobRoutes.ts';
import { addOrderRoutes } from '../../../../src/sandbox/routes/addOrderRoutes.ts';
import { RefusedError } from '../../../../src/sandbox/http/errors.ts';
import type { QuotedFile } from '../../../../src/sandbox/records/quotedFiles.ts';
import type { CallEnvironment, SandboxApp } from '../../../../src/sandbox/routes/routing.ts';
import { memoryStorage } from '../../../../src/sandbox/storage/storage.ts';
import { wireNumbers } from '../../../../src/sandbox/wire/wireNumbers.ts';
import { jobRecord } from '../../../../src/sandbox/wire/wireRecords.ts';
import { World } from '../../../../src/sandbox/world/world.ts';

const quoted: QuotedFile = {
  identifier: 'ab'.repeat(32),
  filename: 'guide & näme.md',
  mimeType: 'text/markdown',
  lcSrc: 'en',
  lcTgt: 'fr',
  tier: 'pro',
  unitCount: 200,
  cents: 2000,
  at: 0,
};
const job = { type: 'file', identifier: quoted.identifier };

/** Creates the routes of orders and jobs over a world that knows one quoted file. */
function createRoutes() {
  const files = {
    find: (identifier: string) => (identifier === quoted.identifier ? quoted : undefined),
    noteOrdered: () => undefined,
  };
  const world = new World({
    now: () => 1_700_000_000_000,
    pace: 'manual',
    storage: memoryStorage,
    held: {},
    openingCents: 10_000,
    files,
  });
  world.origin = 'http://127.0.0.1:8777';
  const app: SandboxApp = new Hono<CallEnvironment>({ strict: false });
  addOrderRoutes(app, world, wireNumbers.contract);
  addJobRoutes(app, world, wireNumbers.contract);
  app.onError((error) => {
    assert.ok(error instanceof RefusedError, error.stack);
    return Response.json({ err: error.err });
  });
  const send = async (method: string, path: string, data: unknown = {}): Promise<Record<string, unknown>> => {
    const call = { method, path, query: new URLSearchParams(), fields: new Map([['data', data]]) };
    const answer = await app.fetch(new Request(`http://sandbox.invalid${path}`, { method }), { call });
    world.runDue();
    return (await answer.json()) as Record<string, unknown>;
  };
  return { world, send };
}

describe('sandbox/file jobs', () => {
  it("show addresses instead of texts; the translation's gives 404 until there is one", async () => {
    const { world, send } = createRoutes();
    const { response } = await send('POST', '/v2/translate/jobs', { jobs: { doc: { ...job, custom_data: 'mine' } } });
    assert.deepEqual(
      [(response as Record<string, unknown>)['job_count'], (response as Record<string, unknown>)['credits_used']],
      [1, '20.00'],
    );
    const [available] = world.visibleJobs();
    const source = `http://127.0.0.1:8777/files/${quoted.identifier}/source/guide%20%26%20n%C3%A4me.md`;
    const record = jobRecord(available!, world, wireNumbers.contract);
    assert.deepEqual(
      [
        record.file_url_src,
        record.file_download_ready,
        record.file_url_tgt,
        record.custom_data,
        record.slug,
        record.unit_count,
        record.lc_tgt,
        record.tier,
      ],
      [
        source,
        false,
        source.replace('/source/', `/target/${available!.id}/`),
        'mine',
        quoted.filename,
        200,
        'fr',
        'pro',
      ],
    );
    assert.ok(!('body_src' in record) && !('body_tgt' in record));
    world.act(available!, { kind: 'start' });
    world.act(world.visibleJobs()[0]!, { kind: 'submit', text: '' });
    const [reviewable] = world.visibleJobs();
    const ready = jobRecord(reviewable!, world, wireNumbers.contract);
    assert.deepEqual(
      [ready.file_download_ready, ready.file_url_tgt],
      [true, source.replace('/source/', `/target/${reviewable!.id}/`)],
    );
    assert.ok(!('body_tgt' in ready));
  });

  it('have revisions without texts, at most three', async () => {
    const { world, send } = createRoutes();
    await send('POST', '/v2/translate/jobs', { jobs: [job] });
    const current = () => world.visibleJobs()[0]!;
    world.act(current(), { kind: 'start' });
    for (let round = 0; round <= 3; round += 1) {
      world.act(current(), { kind: 'submit', text: world.translationOf(current()) });
      await send('PUT', `/v2/translate/job/${current().id}`, { action: 'revise', comment: 'Again.' });
    }
    assert.deepEqual([current().status, current().submissions, current().revisions.length], ['reviewable', 4, 4]);
    const path = `/v2/translate/job/${current().id}/revision/${current().revisions[3]!.id}`;
    assert.equal(
      ((await send('GET', path))['response'] as { readonly revision: { readonly body_tgt: unknown } }).revision
        .body_tgt,
      null,
    );
  });

  it('can be ordered only once', async () => {
    const { send } = createRoutes();
    const codesOf = (answer: Record<string, unknown>): readonly unknown[] =>
      Object.entries(answer['err'] as Record<string, readonly { readonly code: number }[]>).map(([key, entries]) => [
        key,
        ...entries.map(({ code }) => code),
      ]);
    assert.deepEqual(codesOf(await send('POST', '/v2/translate/jobs', { jobs: { a: job, b: job } })), [['b', 1303]]);
    assert.ok((await send('POST', '/v2/translate/jobs', { jobs: { a: job } }))['response']);
    assert.deepEqual((await send('POST', '/v2/translate/jobs', { jobs: { a: job } }))['err'], {
      code: 1754,
      msg: 'an identical payload was submitted within the last five minutes',
    });
    assert.deepEqual(codesOf(await send('POST', '/v2/translate/jobs', { jobs: { other: job } })), [['other', 1303]]);
  });
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { serveOnLoopback } from '../loopbackServer.ts';
import { runCliProcess } from './cliProcess.ts';
import { orderFiles, type OrderedFiles } from './orderedFiles.ts';

interface JobsDocument {
  readonly jobs: readonly {
    readonly title: string;
    readonly hasOpenQuestion: boolean;
    readonly dueAt: string | null;
    readonly reviewUntil: string | null;
    readonly reviewMayEndEarlier: boolean;
  }[];
  readonly waiting: { readonly questions: number };
}

async function jobsOf({ cli }: OrderedFiles, ...args: readonly string[]): Promise<JobsDocument> {
  const { code, stdout, stderr } = await cli('jobs', '--json', ...args);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as JobsDocument;
}

/** Returns the project with the service at another address, such as that of a proxy. */
function servedAt(project: OrderedFiles, baseUrl: string): OrderedFiles {
  const env = { ...project.env, HUMAN_TRANSLATION_BASE_URL: baseUrl };
  return { ...project, cli: (...args) => runCliProcess(args, { env, cwd: project.checkout }) };
}

const twoFiles = {
  'locales/en/a.json': { hello: 'Good morning to you', bye: 'See you tomorrow' },
  'locales/en/b.json': { one: 'The first text' },
  'locales/ja/a.json': {},
  'locales/ja/b.json': {},
};
const sources = ['locales/en/a.json', 'locales/en/b.json'];

describe('contract: jobs of the command line', function () {
  this.timeout(60_000);

  it('finds the questions of all translators', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five'];
    const texts = Object.fromEntries(keys.map((key) => [key, `The text number ${key}`]));
    await using project = await orderFiles({ 'locales/en.json': texts, 'locales/ja.json': {} }, ['locales/en.json']);
    const ids = (await project.fixture.client.jobs.list({ count: 200 })).map(({ id }) => id);
    for (const id of ids.slice(0, 4)) {
      await project.move(id, 'start');
      await project.move(id, 'comment', { body: 'Which number?' });
    }
    const { jobs, waiting } = await jobsOf(project);
    assert.equal(jobs.filter(({ hasOpenQuestion }) => hasOpenQuestion).length, 4);
    assert.equal(waiting.questions, 4);
  });

  it('reads paths as the other commands do', async () => {
    await using project = await orderFiles(twoFiles, sources);
    const absolute = path.join(project.checkout, 'locales/en/b.json');
    for (const given of ['locales/en/b.json', './locales/ja/b.json', absolute, 'locales/en/../en/b.json'])
      assert.deepEqual(
        (await jobsOf(project, given)).jobs.map(({ title }) => title),
        ['one'],
        given,
      );
    assert.equal((await jobsOf(project, '.')).jobs.length, 3);
    assert.equal((await jobsOf(project, 'locales/ja')).jobs.length, 3);
    const unknown = await project.cli('jobs', 'nowhere.json');
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /nowhere\.json is not a file or folder of the project/u);
    await rm(path.join(project.checkout, 'locales/ja/b.json'));
    assert.equal((await jobsOf(project, 'locales/ja/b.json')).jobs.length, 1, 'a deleted file has jobs');
  });

  it('says how long a translation can be reviewed that was made 100 hours before', async () => {
    await using project = await orderFiles(twoFiles, sources);
    for (const { id } of await project.fixture.client.jobs.list({ count: 200 })) {
      await project.move(id, 'start');
      await project.move(id, 'finish');
    }
    const upstream = project.windowOptions.service.baseUrl;
    const proxyTo = (revisions: (json: string) => string) =>
      serveOnLoopback(async (incoming, outgoing) => {
        const onward = request(new URL(incoming.url ?? '', upstream), {
          method: incoming.method ?? 'GET',
          headers: { ...incoming.headers, host: new URL(upstream).host },
        });
        incoming.pipe(onward);
        const [answer] = (await once(onward, 'response')) as [IncomingMessage];
        const json = await text(answer);
        outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] ?? '' });
        outgoing.end(/\/revisions(?:\?|$)/u.test(incoming.url ?? '') ? revisions(json) : json);
      });
    const hoursLeft = ({ jobs }: JobsDocument): readonly (readonly [number, boolean])[] =>
      jobs.map(({ reviewUntil, reviewMayEndEarlier }) => [
        Math.round((Date.parse(reviewUntil ?? '') - Date.now()) / 3_600_000),
        reviewMayEndEarlier,
      ]);
    {
      await using broken = await proxyTo(() => 'no JSON');
      const jobs = await jobsOf(servedAt(project, broken.baseUrl));
      assert.deepEqual(
        hoursLeft(jobs),
        Array.from({ length: 3 }, () => [120, true]),
      );
      const { stdout } = await servedAt(project, broken.baseUrl).cli('jobs');
      assert.match(stdout, /at most 5 days remaining/u);
    }
    const earlier = (json: string): string =>
      json.replaceAll(/"ctime":"?(\d+)"?/gu, (_all, seconds: string) => `"ctime":${Number(seconds) - 100 * 3600}`);
    await using proxy = await proxyTo(earlier);
    const jobs = await jobsOf(servedAt(project, proxy.baseUrl));
    assert.deepEqual(
      hoursLeft(jobs),
      Array.from({ length: 3 }, () => [20, false]),
    );
  });

  it('lists a job whose time is out of range', async () => {
    await using project = await orderFiles(twoFiles, sources);
    const upstream = project.windowOptions.service.baseUrl;
    await using proxy = await serveOnLoopback(async (incoming, outgoing) => {
      const onward = request(new URL(incoming.url ?? '', upstream), {
        method: incoming.method ?? 'GET',
        headers: { ...incoming.headers, host: new URL(upstream).host },
      });
      incoming.pipe(onward);
      const [answer] = (await once(onward, 'response')) as [IncomingMessage];
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] ?? '' });
      outgoing.end((await text(answer)).replaceAll(/"eta":[^,}]+/gu, '"eta":99999999999999'));
    });
    const { jobs } = await jobsOf(servedAt(project, proxy.baseUrl));
    assert.deepEqual(
      jobs.map(({ dueAt }) => dueAt),
      [null, null, null],
    );
  });

  it('says in status that jobs are missing, and quotes nothing then', async () => {
    await using project = await orderFiles(twoFiles, sources);
    for (const match of ['GET /v2/translate/jobs/', 'GET /v2/translate/job/', 'GET /v2/translate/order/'])
      await project.fault('500', match, { times: 100 });
    const status = await project.cli('status', '--json');
    assert.equal(status.code, 3, status.stderr);
    assert.match(status.stderr, /^Job \d+, which is not in the order journal, can’t be loaded: /mu);
    const quote = await project.cli('quote', '--verbose');
    assert.deepEqual([quote.code, quote.stdout], [3, '']);
    assert.match(quote.stderr, /Not all jobs could be fetched/u);
    assert.doesNotMatch(quote.stderr, /quote →/u);
  });
});

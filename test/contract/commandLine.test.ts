import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Announcement } from '../../src/sandbox/announcement.ts';
import { signature } from './sandboxFixture.ts';
import { runSandbox } from './sandboxProcess.ts';

interface WireAnswer {
  readonly opstat: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Sends a POST as `curl --data-urlencode` would. */
async function post(at: Announcement, address: string, data: unknown): Promise<WireAnswer> {
  const body = new URLSearchParams({ ...signature(at), data: JSON.stringify(data) });
  return (await (await fetch(at.baseUrl + address, { method: 'POST', body })).json()) as WireAnswer;
}

async function get(at: Announcement, address: string): Promise<WireAnswer> {
  return (await (
    await fetch(`${at.baseUrl}${address}?${new URLSearchParams(signature(at)).toString()}`)
  ).json()) as WireAnswer;
}

const order = (text: string) => ({
  jobs: { job_1: { body_src: text, lc_src: 'en', lc_tgt: 'ja', tier: 'standard', custom_data: 'mine' } },
});

describe('contract: the sandbox from the shell', function () {
  this.timeout(20_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-cli-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('prints one line, accepts an order, shows the job, and exits cleanly', async function () {
    // Windows ends processes without a signal.
    if (process.platform === 'win32') this.skip();
    await using sandbox = runSandbox('--port', '0', '--api-key', 'k', '--private-key', 's', '--pace', 'instant');
    const at = (await sandbox.line)!;
    assert.deepEqual(Object.keys(at), ['baseUrl', 'apiKey', 'privateKey', 'controlToken']);
    assert.match(at.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/v2$/u);
    assert.deepEqual([at.apiKey, at.privateKey], ['k', 's']);
    const placed = await post(at, '/translate/jobs', order('Hello [[[%s]]]'));
    assert.equal(placed.opstat, 'ok');
    const shown = await get(at, `/translate/order/${String(placed.response['order_id'])}/`);
    const [id] = (shown.response['order'] as { jobs_reviewable: string[] }).jobs_reviewable;
    const { job } = (await get(at, `/translate/job/${id!}`)).response as { job: Record<string, unknown> };
    assert.match(String(job['body_tgt']), /\[\[\[%s\]\]\]/u);
    assert.equal(job['custom_data'], 'mine');
    await sandbox.kill('SIGTERM');
    const { code, stdout, stderr } = await sandbox.ended;
    assert.equal(code, 0);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.doesNotMatch(stderr, /api_sig|api_key/u);
  });

  it('reports an invalid option, and exits with 2', async () => {
    const { code, stdout, stderr } = await runSandbox('--pace', 'slow').ended;
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /--pace must be one of instant, fast, real, manual\./u);
  });

  it('reports that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, stderr } = await runSandbox('--port', String(port)).ended.finally(() => server.close());
    assert.equal(code, 1);
    assert.match(stderr, /The port is taken\./u);
  });

  it('keeps all answered changes, and its identity, after a kill', async () => {
    const data = path.join(folder, 'data.jsonl');
    await using first = runSandbox('--data', data, '--pace', 'manual');
    const at = (await first.line)!;
    const ids = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) => (await post(at, '/translate/jobs', order(`text ${index}`))).response['order_id'],
      ),
    );
    await first.kill('SIGKILL');
    await using second = runSandbox('--data', data, '--pace', 'manual');
    const again = (await second.line)!;
    assert.deepEqual({ ...again, controlToken: '' }, { ...at, controlToken: '' });
    for (const id of ids) assert.equal((await get(again, `/translate/order/${String(id)}`)).opstat, 'ok');
    if (process.platform !== 'win32') assert.equal((await stat(data)).mode & 0o777, 0o600);
  });

  it('does not let a second process use its data', async () => {
    const data = path.join(folder, 'data.jsonl');
    await using first = runSandbox('--data', data);
    await first.line;
    const { code, stderr } = await runSandbox('--data', data).ended;
    assert.equal(code, 1);
    assert.match(stderr, /Another sandbox is using .*data\.jsonl\./u);
  });

  it('refuses a data file of another kind, and removes its lock', async () => {
    const data = path.join(folder, 'notes.txt');
    await writeFile(data, 'dear diary\n');
    const { code, stderr } = await runSandbox('--data', data).ended;
    assert.equal(code, 1);
    assert.match(stderr, /is not a data file/u);
    assert.deepEqual(await readdir(folder), ['notes.txt']);
  });

  it('is shared by all processes with the same port file, even if they start together', async function () {
    // Windows ends processes without a signal.
    if (process.platform === 'win32') this.skip();
    const files = ['--port-file', path.join(folder, 'a', 'port.json'), '--data', path.join(folder, 'data.jsonl')];
    const processes = [1, 2, 3].map(() => runSandbox(...files));
    const lines = await Promise.all(processes.map(({ line }) => line));
    assert.equal(new Set(lines.map((line) => JSON.stringify(line))).size, 1);
    assert.ok(lines[0] !== undefined);
    const portFile = files[1]!;
    const announced = JSON.parse(await readFile(portFile, 'utf8')) as Announcement & {
      pid: number;
      challengeSecret: string;
    };
    assert.deepEqual(announced, {
      ...lines[0],
      pid: announced.pid,
      release: '0.0.0',
      challengeSecret: announced.challengeSecret,
    });
    assert.match(announced.challengeSecret, /^[\w-]{43}$/u);
    assert.equal((await stat(portFile)).mode & 0o777, 0o600);
    process.kill(announced.pid, 'SIGTERM');
    const codes = await Promise.all(processes.map(async ({ ended }) => (await ended).code));
    assert.deepEqual(codes, [0, 0, 0]);
    assert.deepEqual((await readdir(folder, { recursive: true })).toSorted(), ['a', 'data.jsonl']);
  });

  it('replaces a sandbox that was killed', async () => {
    const files = ['--port-file', path.join(folder, 'port.json'), '--data', path.join(folder, 'data.jsonl')];
    await using first = runSandbox(...files);
    const before = (await first.line)!;
    await first.kill('SIGKILL');
    await using second = runSandbox(...files);
    const after = (await second.line)!;
    assert.equal(after.baseUrl, before.baseUrl);
    assert.notEqual(after.controlToken, before.controlToken);
    assert.equal((await get(after, '/account/me')).opstat, 'ok');
  });

  it('ends when it is idle', async () => {
    await using sandbox = runSandbox('--idle-exit', '1', '--port-file', path.join(folder, 'port.json'));
    assert.ok(await sandbox.line);
    assert.equal((await sandbox.ended).code, 0);
    assert.deepEqual(await readdir(folder), []);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { present } from '../../../src/base/present.ts';
import type { Announcement } from '../../../src/sandbox/announcement.ts';
import { bundledProgram } from '../../host/bundledProgram.ts';
import { suiteLog } from '../logSink.ts';
import { signature, type Answer } from '../sandboxFixture.ts';
import { runSandbox } from '../sandboxProcess.ts';

async function call(at: Announcement, method: string, address: string, data?: unknown): Promise<Answer> {
  const parameters = new URLSearchParams({
    ...signature(at),
    ...present({ data: data === undefined ? undefined : JSON.stringify(data) }),
  });
  const url = at.baseUrl + address;
  return (await (
    method === 'GET' ? await fetch(`${url}?${parameters.toString()}`) : await fetch(url, { method, body: parameters })
  ).json()) as Answer;
}

async function order(at: Announcement, text: string): Promise<string | undefined> {
  const answer = await call(at, 'POST', '/translate/jobs', {
    jobs: { one: { body_src: text, lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } },
  });
  return answer.opstat === 'ok' ? (answer.response as { order_id: string }).order_id : undefined;
}

async function quoteFile(at: Announcement, content: string): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(signature(at))) form.set(name, value);
  form.set(
    'data',
    JSON.stringify({ jobs: { one: { type: 'file', file_key: 'f', lc_src: 'en', lc_tgt: 'fr', tier: 'pro' } } }),
  );
  form.set('f', new Blob([content]), 'a.txt');
  const answer = (await (
    await fetch(`${at.baseUrl}/translate/service/quote/file`, { method: 'POST', body: form })
  ).json()) as { response: { jobs: { one: { identifier: string } } } };
  return answer.response.jobs.one.identifier;
}

async function books(
  at: Announcement,
): Promise<{ readonly orders: number; readonly jobs: number; readonly spent: string; readonly balance: string }> {
  const answer = await fetch(new URL('/sandbox/state', at.baseUrl), {
    headers: { authorization: `Bearer ${at.controlToken}` },
  });
  return ((await answer.json()) as { response: { orders: number; jobs: number; spent: string; balance: string } })
    .response;
}

describe('contract: the sandbox after a kill', function () {
  this.timeout(120_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-killed-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('has stored everything that it answered, with consistent totals, after ten kills during work', async () => {
    const data = path.join(folder, 'data.jsonl');
    const answered = { orders: new Set<string>(), files: new Map<string, string>() };
    for (let round = 0; round < 10; round += 1) {
      await using sandbox = runSandbox('--data', data, '--pace', 'instant');
      const at = (await sandbox.line)!;
      for (const id of answered.orders)
        assert.equal((await call(at, 'GET', `/translate/order/${id}`)).opstat, 'ok', `order ${id} in round ${round}`);
      for (const [identifier, content] of answered.files)
        assert.equal(await (await fetch(new URL(`/files/${identifier}/source/a.txt`, at.baseUrl))).text(), content);
      const { orders, jobs, spent, balance } = await books(at);
      assert.ok(
        orders >= answered.orders.size && jobs === orders,
        `${orders} orders, ${jobs} jobs, ${answered.orders.size} answered`,
      );
      // Two words at 0.07 each.
      assert.deepEqual([spent, balance], [(orders * 0.14).toFixed(2), (10_000 - orders * 0.14).toFixed(2)]);
      let killed = false;
      let done = 0;
      const workers = Array.from({ length: 4 }, async (_, worker) => {
        for (let index = 0; !killed; index += 1) {
          try {
            const id = await order(at, `r${round}w${worker} i${index}`);
            if (id !== undefined) answered.orders.add(id);
            if (index % 5 === 0) {
              const content = `file ${round} ${worker} ${index}`;
              answered.files.set(await quoteFile(at, content), content);
            }
            done += 1;
          } catch {
            break; // The process was killed.
          }
        }
      });
      // Later in each round, so that each kill hits another step.
      while (done < 10 + round * 7) await new Promise((resolve) => setTimeout(resolve, 1));
      await sandbox.kill('SIGKILL');
      killed = true;
      await Promise.all(workers);
    }
    assert.ok(answered.orders.size > 100 && answered.files.size > 20);
    assert.deepEqual((await readdir(folder)).filter((name) => name.endsWith('.tmp')).length <= 1, true);
  });

  it('keeps everything before a line that was cut off, and continues', async () => {
    const data = path.join(folder, 'data.jsonl');
    let id: string | undefined;
    {
      await using sandbox = runSandbox('--data', data, '--pace', 'instant');
      id = await order((await sandbox.line)!, 'Hello there');
      await sandbox.kill('SIGKILL');
    }
    await appendFile(data, '{"jobs":[{"id":1000002,"sl');
    await using sandbox = runSandbox('--data', data, '--pace', 'instant');
    const at = (await sandbox.line)!;
    assert.equal((await call(at, 'GET', `/translate/order/${id!}`)).opstat, 'ok');
    assert.ok(await order(at, 'Something else'));
  });

  it('limits the growth of its data file', async () => {
    const data = path.join(folder, 'data.jsonl');
    await using sandbox = runSandbox('--data', data, '--pace', 'manual');
    const at = (await sandbox.line)!;
    const shown = (await call(at, 'GET', `/translate/order/${(await order(at, 'x '.repeat(100_000)))!}`)).response as {
      order: { jobs_available: string[] };
    };
    const [job] = shown.order.jobs_available;
    // Each comment stores the whole job again.
    for (let index = 0; index < 100; index += 1)
      await call(at, 'POST', `/translate/job/${job!}/comment`, { body: `comment ${index}` });
    const { size } = await stat(data);
    assert.ok(size < 15 * 1024 * 1024, `${size} bytes for a job of 200 kB`);
    await sandbox.kill('SIGKILL');
    await using again = runSandbox('--data', data, '--pace', 'manual');
    const { thread } = (await call((await again.line)!, 'GET', `/translate/job/${job!}/comments`)).response as {
      thread: unknown[];
    };
    assert.equal(thread.length, 100);
  });

  it('reports a full disk in every later call, and loses nothing that it answered', async function () {
    if (process.platform !== 'linux') this.skip();
    const data = path.join(folder, 'data.jsonl');
    const main = bundledProgram(path.resolve(import.meta.dirname, '../../../src/sandbox/main.ts'));
    // The process may write files of at most 64 kB; more fails like a full disk.
    const limited = spawn(
      'bash',
      ['-c', 'trap "" XFSZ; ulimit -f 64; exec "$0" "$@"', process.execPath, main, '--data', data, '--pace', 'manual'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    limited.stderr.on('data', (chunk: Buffer) => {
      suiteLog.note('sandbox process', chunk.toString());
    });
    const exited = new Promise<number | null>((resolve) => limited.once('exit', resolve));
    const answered: string[] = [];
    try {
      let at: Announcement | undefined;
      for await (const line of createInterface(limited.stdout)) {
        at = JSON.parse(line) as Announcement;
        break;
      }
      for (let index = 0; index < 100; index += 1) {
        const id = await order(at!, `${'word '.repeat(400)}${index}`);
        if (id === undefined) break;
        answered.push(id);
      }
      assert.ok(answered.length > 3 && answered.length < 100, `${answered.length} orders`);
      for (const address of ['/account/me', '/account/balance', `/translate/order/${answered[0]!}`]) {
        const answer = await call(at!, 'GET', address);
        assert.deepEqual([answer.opstat, (answer.err as { code: number }).code], ['error', 500], address);
      }
      assert.equal(await order(at!, 'one more'), undefined);
    } finally {
      limited.kill('SIGTERM');
      assert.equal(await exited, 1);
    }
    assert.doesNotMatch(await readFile(data, 'utf8'), /one more/u);
    await using sandbox = runSandbox('--data', data, '--pace', 'manual');
    const at = (await sandbox.line)!;
    for (const id of answered) assert.equal((await call(at, 'GET', `/translate/order/${id}`)).opstat, 'ok');
  });

  it('is shared by several windows, and replaced after a kill with the same address and keys', async () => {
    const files = ['--port-file', path.join(folder, 'port.json'), '--data', path.join(folder, 'data.jsonl')];
    await using first = runSandbox(...files);
    const at = (await first.line)!;
    const windows = [runSandbox(...files), runSandbox(...files), runSandbox(...files)];
    const lines = await Promise.all(windows.map(({ line }) => line));
    for (const line of lines) assert.deepEqual(line, at);
    assert.deepEqual(await Promise.all(windows.map(async ({ ended }) => (await ended).code)), [0, 0, 0]);
    const ids = await Promise.all(lines.map((line, index) => order(line!, `window ${index}`)));
    await first.kill('SIGKILL');
    await using next = runSandbox(...files);
    const after = (await next.line)!;
    assert.deepEqual({ ...after, controlToken: '' }, { ...at, controlToken: '' });
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) assert.equal((await call(after, 'GET', `/translate/order/${id!}`)).opstat, 'ok');
  });
});

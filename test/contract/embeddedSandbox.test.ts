import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import { systemClock } from '../../src/base/clock.ts';
import { isProcessAlive } from '../../src/base/isProcessAlive.ts';
import { challengePath, type PortFile } from '../../src/base/portFile.ts';
import {
  compareReleases,
  controlSandbox,
  ensureSandbox,
  watchProof,
  type RunningSandbox,
  type SandboxOptions,
} from '../../src/editor/session/sandboxProcess.ts';
import {
  UnprovableSandboxError,
  SandboxRefusedError,
  SandboxGoneError,
  SandboxNotStartedError,
} from '../../src/orders/model/connectionErrors.ts';
import { bundledProgram } from '../host/bundledProgram.ts';
import { suiteLog } from './logSink.ts';
import { signature } from './sandboxFixture.ts';

const entry = bundledProgram(path.resolve(import.meta.dirname, '../../src/sandbox/main.ts'));

/** A program that listens at a sandbox's address and records everything it receives. */
interface Imposter {
  readonly baseUrl: string;
  readonly received: string[];
}

describe('contract: the embedded sandbox of several windows', function () {
  this.timeout(40_000);
  let folder: string;
  const lines: string[] = [];
  const started = new Set<number>();
  const servers: Server[] = [];
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'embedded-sandbox-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const pid of started) {
      if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
      await hasEnded(pid);
    }
    started.clear();
    lines.splice(0);
    // A sandbox that lost the race may still be ending.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  const portFile = (): string => path.join(folder, 'sandbox.json');
  const readFileOfPort = async (): Promise<PortFile> => JSON.parse(await readFile(portFile(), 'utf8')) as PortFile;

  async function open(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
    const sandbox = await ensureSandbox({
      entry,
      folder,
      pace: 'manual',
      release: '1.0.0',
      log: (line) => lines.push(line),
      ...options,
    });
    suiteLog.noteSecrets(sandbox.apiKey, sandbox.privateKey, sandbox.controlToken, sandbox.challengeSecret);
    started.add(sandbox.pid);
    return sandbox;
  }

  async function hasEnded(pid: number): Promise<void> {
    while (isProcessAlive(pid)) await systemClock.sleep(20);
  }

  async function kill({ pid }: RunningSandbox): Promise<void> {
    process.kill(pid, 'SIGKILL');
    await hasEnded(pid);
  }

  /** Listens on a port, and passes challenges on to another address if one is given. */
  async function listen(port: number, relayTo?: string): Promise<Imposter> {
    const received: string[] = [];
    const server = createServer((incoming, outgoing) => {
      const parts = [`${incoming.method ?? ''} ${incoming.url ?? ''}`, ...incoming.rawHeaders];
      incoming.on('data', (chunk: Buffer) => parts.push(chunk.toString()));
      incoming.on('end', () => {
        received.push(parts.join('\n'));
        const answer =
          relayTo === undefined
            ? Promise.resolve('{"opstat":"ok","response":{"proof":"00"}}')
            : fetch(new URL(incoming.url ?? '', relayTo)).then((response) => response.text());
        void answer.then((text) => outgoing.end(text));
      });
    });
    servers.push(server);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`, received };
  }

  /** Starts a process that has nothing to do with the sandbox. */
  async function startUnrelatedProcess(): Promise<ChildProcess & { readonly pid: number }> {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    assert.ok(child.pid !== undefined);
    return child as ChildProcess & { readonly pid: number };
  }

  function assertOnlyChallenged({ received }: Imposter, secrets: PortFile): void {
    for (const asked of received) {
      assert.ok(asked.startsWith(`GET ${challengePath}?nonce=`), asked);
      for (const secret of [
        secrets.apiKey,
        secrets.privateKey,
        secrets.controlToken,
        secrets.challengeSecret ?? secrets.controlToken,
      ])
        assert.ok(!asked.includes(secret), asked);
    }
  }

  async function call(
    sandbox: RunningSandbox,
    method: 'GET' | 'POST',
    address: string,
    data?: unknown,
  ): Promise<{ readonly opstat: string; readonly response: Readonly<Record<string, unknown>> }> {
    const form = new URLSearchParams({
      ...signature(sandbox),
      ...present({ data: data === undefined ? undefined : JSON.stringify(data) }),
    });
    const answer =
      method === 'GET'
        ? await fetch(`${sandbox.baseUrl}${address}?${form.toString()}`)
        : await fetch(sandbox.baseUrl + address, { method, body: form });
    return (await answer.json()) as { opstat: string; response: Record<string, unknown> };
  }

  const order = { jobs: { job_1: { body_src: 'Hello', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } } };

  it('is started once and found again, with a port file that only its owner can read', async () => {
    const first = await open();
    assert.deepEqual(await open(), first);
    if (process.platform !== 'win32') assert.equal((await stat(portFile())).mode & 0o777, 0o600);
    assert.equal(first.release, '1.0.0');
  });

  it('inherits the environment without the keys of the service', async () => {
    const program = path.join(folder, 'environment.mjs');
    const found = path.join(folder, 'environment.json');
    await writeFile(
      program,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(found)}, JSON.stringify(process.env));`,
    );
    const added = { HUMAN_TRANSLATION_PUBLIC_KEY: 'public', HUMAN_TRANSLATION_PRIVATE_KEY: 'private', OTHER: 'other' };
    Object.assign(process.env, added);
    try {
      await assert.rejects(open({ entry: program }), SandboxNotStartedError);
    } finally {
      for (const name of Object.keys(added)) Reflect.deleteProperty(process.env, name);
    }
    const names = Object.keys(JSON.parse(await readFile(found, 'utf8')) as object);
    assert.ok(names.includes('OTHER'));
    assert.deepEqual(
      names.filter((name) => name.startsWith('HUMAN_TRANSLATION_')),
      [],
    );
  });

  it('is one process when two windows start at once', async () => {
    const [first, second, third] = await Promise.all([open(), open(), open()]);
    assert.deepEqual([second, third], [first, first]);
  });

  it('sends nothing to a program on the port of a killed sandbox, and keeps the jobs', async () => {
    const killed = await open();
    const placed = await call(killed, 'POST', '/translate/jobs', order);
    await kill(killed);
    const imposter = await listen(Number(new URL(killed.baseUrl).port));
    const restarted = await open();
    assert.notEqual(restarted.baseUrl, killed.baseUrl);
    assert.deepEqual([restarted.apiKey, restarted.privateKey], [killed.apiKey, killed.privateKey]);
    assert.equal(
      (await call(restarted, 'GET', `/translate/order/${String(placed.response['order_id'])}`)).opstat,
      'ok',
    );
    assert.ok(imposter.received.length > 0);
    assertOnlyChallenged(imposter, killed);
    await assert.rejects(controlSandbox(killed, '1', 'start'), SandboxGoneError);
    assertOnlyChallenged(imposter, killed);
  });

  it('sends nothing to a program that passes the challenge on to the sandbox', async () => {
    const killed = await open();
    await kill(killed);
    const restarted = await open();
    const imposter = await listen(0, restarted.baseUrl);
    const led = { ...restarted, baseUrl: imposter.baseUrl };
    await assert.rejects(controlSandbox(led, '1', 'start'), SandboxGoneError);
    assert.equal(await watchProof(led)(), false);
    assertOnlyChallenged(imposter, restarted);
  });

  it('sends no signal to a process with the id of an ended sandbox', async () => {
    const killed = await open();
    await kill(killed);
    const unrelatedProcess = await startUnrelatedProcess();
    const imposter = await listen(Number(new URL(killed.baseUrl).port));
    await writeFile(portFile(), JSON.stringify({ ...killed, pid: unrelatedProcess.pid }));
    const restarted = await open({ pace: 'instant' });
    assert.notEqual(restarted.pid, unrelatedProcess.pid);
    assert.ok(isProcessAlive(unrelatedProcess.pid));
    assertOnlyChallenged(imposter, killed);
  });

  it('exits on request if it is an earlier version, and a window of that version then uses the later one', async () => {
    const earlier = await open({ release: '1.0.9' });
    const placed = await call(earlier, 'POST', '/translate/jobs', order);
    const [later, same] = await Promise.all([open({ release: '1.0.10' }), open({ release: '1.0.10' })]);
    assert.deepEqual(same, later);
    assert.deepEqual([later.release, later.apiKey], ['1.0.10', earlier.apiKey]);
    await hasEnded(earlier.pid);
    assert.match(await readFile(path.join(folder, 'sandbox.log'), 'utf8'), /ending: exit was requested/u);
    assert.equal((await call(later, 'GET', `/translate/order/${String(placed.response['order_id'])}`)).opstat, 'ok');
    assert.equal(await watchProof(earlier)(), false, 'The earlier window must notice the replacement.');
    assert.deepEqual(await open({ release: '1.0.9', pace: 'instant' }), later);
  });

  it('is restarted at another pace, unless a window only reconnects', async () => {
    const slow = await open({ pace: 'manual' });
    assert.deepEqual(await open({ pace: 'instant', acceptsAnyPace: true }), slow);
    const quick = await open({ pace: 'instant' });
    assert.notEqual(quick.pid, slow.pid);
    await hasEnded(slow.pid);
  });

  describe('of a version that cannot prove itself', () => {
    /** Creates the port file and lock of such a version, with a running process and a listening address. */
    async function unprovable(lockAgeMs: number): Promise<{
      readonly imposter: Imposter;
      readonly unrelatedProcess: { readonly pid: number };
      readonly file: PortFile;
    }> {
      const imposter = await listen(0);
      const unrelatedProcess = await startUnrelatedProcess();
      const file: PortFile = {
        baseUrl: imposter.baseUrl,
        apiKey: 'an-api-key',
        privateKey: 'a-private-key',
        controlToken: 'a-control-token',
        pid: unrelatedProcess.pid,
      };
      await writeFile(portFile(), JSON.stringify(file));
      await writeFile(`${portFile()}.lock`, `${unrelatedProcess.pid} 1\n`);
      const touched = new Date(Date.now() - lockAgeMs);
      await utimes(`${portFile()}.lock`, touched, touched);
      return { imposter, unrelatedProcess, file };
    }

    it('is not touched while it runs: no request, no signal, no second process on its data', async () => {
      const { imposter, unrelatedProcess, file } = await unprovable(0);
      await assert.rejects(
        open(),
        (error) => error instanceof UnprovableSandboxError && error.pid === unrelatedProcess.pid,
      );
      assert.deepEqual(imposter.received, []);
      assert.ok(isProcessAlive(unrelatedProcess.pid));
      assert.deepEqual(await readFileOfPort(), file);
      await assert.rejects(stat(path.join(folder, 'sandbox-data.jsonl')), { code: 'ENOENT' });
    });

    it('is replaced, with its data, once it has ended', async () => {
      const { imposter, unrelatedProcess } = await unprovable(60_000);
      const sandbox = await open();
      assert.notEqual(sandbox.pid, unrelatedProcess.pid);
      assert.deepEqual(imposter.received, []);
      assert.ok(isProcessAlive(unrelatedProcess.pid));
    });
  });

  it('proves itself until it ends, whatever listens on its port afterwards', async () => {
    const sandbox = await open();
    const isProven = watchProof(sandbox);
    assert.deepEqual([await isProven(), await isProven()], [true, true]);
    await kill(sandbox);
    const imposter = await listen(Number(new URL(sandbox.baseUrl).port));
    assert.equal(await isProven(), false);
    assertOnlyChallenged(imposter, sandbox);
  });

  it('answers only a challenge without a token, and neither web pages nor other host names', async () => {
    const sandbox = await open();
    const at = (resource: string): URL => new URL(resource, sandbox.baseUrl);
    const nonce = 'ab'.repeat(32);
    const statusOf = async (resource: string, init: RequestInit = {}): Promise<number> =>
      (await fetch(at(resource), init)).status;
    const answer = await (await fetch(at(`${challengePath}?nonce=${nonce}`))).text();
    assert.match(answer, /^\{"opstat":"ok","response":\{"proof":"[0-9a-f]{64}"\}\}$/u);
    assert.equal(
      await statusOf(`${challengePath}?nonce=${nonce}`, { headers: { origin: 'https://example.com' } }),
      403,
    );
    for (const bad of ['', '?nonce=', '?nonce=ab', `?nonce=${nonce}00`, `?nonce=${'zz'.repeat(32)}`]) {
      assert.equal(((await (await fetch(at(challengePath + bad))).json()) as { opstat: string }).opstat, 'error', bad);
    }
    const [otherHost] = (await once(
      request(at(`${challengePath}?nonce=${nonce}`), { headers: { host: 'example.com' } }).end(),
      'response',
    )) as [IncomingMessage];
    assert.equal(otherHost.resume().statusCode, 403);
    assert.equal(await statusOf(`${challengePath}?nonce=${nonce}`, { method: 'POST' }), 401);
    for (const resource of ['/sandbox/state', '/sandbox/challenge/x', '/sandbox/Challenge'])
      assert.equal(await statusOf(`${resource}?nonce=${nonce}`), 401, resource);
    for (const resource of ['/sandbox/exit', '/sandbox/jobs/1/start'])
      assert.equal(await statusOf(resource, { method: 'POST' }), 401, resource);
    await assert.rejects(
      controlSandbox(sandbox, '1', 'start'),
      (error) => error instanceof SandboxRefusedError && error.reason !== '',
    );
    assert.ok(isProcessAlive(sandbox.pid));
  });

  it('reports that it did not start, after a limited number of attempts', async () => {
    const broken = path.join(folder, 'broken.mjs');
    await writeFile(broken, 'process.exit(1);\n');
    await assert.rejects(open({ entry: broken }), {
      name: 'SandboxNotStartedError',
      logFile: path.join(folder, 'sandbox.log'),
    });
  });
});

describe('compareReleases', () => {
  it('compares by number, and ignores suffixes', () => {
    const ordered = ['0.0.0', '0.1.0', '0.9.9', '0.10.0', '1.0.0', '1.0.1'];
    assert.deepEqual(ordered.toReversed().toSorted(compareReleases), ordered);
    assert.equal(compareReleases('1.2.3-next.4', '1.2.3'), 0);
    assert.equal(compareReleases('1.2', '1.2.0'), 0);
  });
});

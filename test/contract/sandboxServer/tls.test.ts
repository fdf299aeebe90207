import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { present } from '../../../src/base/present.ts';
import { hasProof, type PortFile } from '../../../src/base/portFile.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { makeSelfSigned } from '../../unit/service/selfSigned.ts';
import { suiteLog } from '../logSink.ts';
import { okOf, textJob, type Data } from '../sandboxRules/calls.ts';
import { fixtureKeys, signature, type Answer } from '../sandboxFixture.ts';
import { runSandbox } from '../sandboxProcess.ts';

/** A sandbox that serves https in this process, and its log. */
interface TlsSandbox extends AsyncDisposable {
  readonly sandbox: RunningSandbox;
  readonly port: number;
  readonly lines: readonly string[];
}

describe('contract: the sandbox over https', function () {
  this.timeout(20_000);
  let folder: string;
  let ca: string;
  let tls: { readonly keyFile: string; readonly certificateFile: string };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-tls-'));
    tls = { keyFile: path.join(folder, 'key.pem'), certificateFile: path.join(folder, 'cert.pem') };
    const made = await makeSelfSigned();
    ca = made.cert;
    await writeFile(tls.keyFile, made.key);
    await writeFile(tls.certificateFile, made.cert);
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  async function start(options: Partial<SandboxOptions> = {}): Promise<TlsSandbox> {
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
      suiteLog.note('sandbox', line);
    };
    const sandbox = await startSandbox({
      port: 0,
      pace: 'instant',
      ...fixtureKeys,
      tls,
      allowedHosts: [],
      openingCents: 100_000,
      log,
      ...options,
    });
    suiteLog.noteSecrets(fixtureKeys.apiKey, fixtureKeys.privateKey, sandbox.controlToken);
    return {
      sandbox,
      lines,
      port: Number(new URL(sandbox.baseUrl).port),
      [Symbol.asyncDispose]: () => sandbox.close(),
    };
  }

  /** Sends a request that trusts only the certificate. */
  async function ask(
    url: string,
    {
      body,
      ...options
    }: Omit<RequestOptions, 'headers'> & {
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    } = {},
  ) {
    const headers = {
      ...present({ 'content-type': body === undefined ? undefined : 'application/x-www-form-urlencoded' }),
      ...options.headers,
    };
    const outgoing = request(url, { ca, agent: false, ...options, headers });
    const answered = once(outgoing, 'response');
    outgoing.end(body);
    return (await answered)[0] as NodeJS.ReadableStream & { readonly statusCode: number };
  }

  async function call(
    at: Pick<RunningSandbox, 'baseUrl'>,
    address: string,
    data?: Data,
    keys = fixtureKeys,
  ): Promise<Answer> {
    const parameters = new URLSearchParams({
      ...signature(keys),
      ...present({ data: data === undefined ? undefined : JSON.stringify(data) }),
    }).toString();
    const url = `${at.baseUrl}${address}`;
    return (await json(
      data === undefined ? await ask(`${url}?${parameters}`) : await ask(url, { method: 'POST', body: parameters }),
    )) as Answer;
  }

  /** Sends bytes unchanged, and returns everything received until the connection is closed. */
  async function exchange(socket: Socket, bytes: string): Promise<string> {
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(bytes);
    await closed;
    return answer;
  }

  async function worksStill({ sandbox }: TlsSandbox): Promise<void> {
    okOf(await call(sandbox, '/account/me'));
  }

  it('accepts an order, and returns file addresses that begin with https', async () => {
    await using served = await start();
    const { sandbox } = served;
    assert.match(sandbox.baseUrl, /^https:\/\/127\.0\.0\.1:\d+\/v2$/u);
    okOf(await call(sandbox, '/translate/jobs', { jobs: [textJob()] }));
    const boundary = 'boundary';
    const jobs = { one: { type: 'file', file_key: 'file', lc_src: 'en', lc_tgt: 'fr', tier: 'standard' } };
    const parts = Object.entries({ ...signature(fixtureKeys), data: JSON.stringify({ jobs }) }).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body =
      `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="page.txt"` +
      `\r\n\r\nSome text\r\n--${boundary}--\r\n`;
    const quoted = await ask(`${sandbox.baseUrl}/translate/service/quote/file`, {
      method: 'POST',
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const { identifier } = (okOf((await json(quoted)) as Answer) as { jobs: { one: { identifier: string } } }).jobs.one;
    okOf(await call(sandbox, '/translate/jobs', { jobs: [{ type: 'file', identifier }] }));
    const [newest] = okOf(await call(sandbox, '/translate/jobs')) as readonly { job_id: unknown }[];
    const { job } = okOf(await call(sandbox, `/translate/job/${String(newest?.job_id)}`)) as { job: Data };
    assert.ok(String(job['file_url_src']).startsWith(`${new URL(sandbox.baseUrl).origin}/files/`));
    assert.equal(await text(await ask(String(job['file_url_src']))), 'Some text');
    assert.match(await text(await ask(String(job['file_url_tgt']))), /sim/u);
  });

  it('answers under an allowed host name, and to absolute addresses', async () => {
    await using served = await start({ allowedHosts: ['api.example.test'] });
    const query = new URLSearchParams(signature(fixtureKeys)).toString();
    for (const [pathname, host] of [
      [`/v2/account/me?${query}`, 'api.example.test'],
      [`https://api.example.test/v2/account/me?${query}`, 'other.test'],
    ] as const) {
      const answer = await ask(served.sandbox.baseUrl, { path: pathname, servername: 'localhost', headers: { host } });
      okOf((await json(answer)) as Answer);
    }
    assert.equal(
      (await ask(served.sandbox.baseUrl, { servername: 'localhost', headers: { host: 'other.test' } })).statusCode,
      403,
    );
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`supports ${version}`, async () => {
      await using served = await start();
      const socket = connectTls({ port: served.port, host: '127.0.0.1', ca, minVersion: version, maxVersion: version });
      await once(socket, 'secureConnect');
      assert.equal(socket.getProtocol(), version);
      socket.destroy();
    });
  }

  it('refuses older versions and clients that do not trust its certificate, and logs it', async () => {
    await using served = await start();
    const failures: unknown[] = [];
    for (const options of [
      {
        ca,
        maxVersion: 'TLSv1.1' as SecureVersion,
        minVersion: 'TLSv1' as SecureVersion,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      {},
    ]) {
      const socket = connectTls({ port: served.port, host: '127.0.0.1', ...options });
      const [error] = (await once(socket, 'error')) as unknown as [NodeJS.ErrnoException];
      failures.push(error.code);
      socket.destroy();
    }
    assert.deepEqual(failures, ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    await worksStill(served);
    assert.ok(
      served.lines.some((line) => line === 'TLS connection closed: ERR_SSL_UNSUPPORTED_PROTOCOL'),
      served.lines.join('\n'),
    );
  });

  it('closes an unencrypted connection, logs it, and continues to serve', async () => {
    await using served = await start();
    for (const bytes of [
      'GET /v2/account/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
      `POST / HTTP/1.1\r\n${'x'.repeat(100_000)}`,
      '\0\0\0\0\0\0\0\0\0\0\0',
    ]) {
      const answer = await exchange(connect(served.port, '127.0.0.1'), bytes);
      assert.doesNotMatch(answer, /HTTP/u);
    }
    await worksStill(served);
    const closed = served.lines.filter((line) => line.startsWith('TLS connection closed: '));
    assert.deepEqual(
      [closed.length, closed[0]],
      [3, 'TLS connection closed: ERR_SSL_HTTP_REQUEST'],
      served.lines.join('\n'),
    );
    assert.ok(!served.lines.some((line) => line.includes('internal error')));
  });

  it('answers invalid HTTP as it does without encryption', async () => {
    await using served = await start();
    const cases = [
      ['no HTTP at all\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nx: ${'x'.repeat(50_000)}\r\n\r\n`, 431],
      ['CONNECT a.test:1 HTTP/1.1\r\nHost: a.test\r\n\r\n', 405],
    ] as const;
    for (const [bytes, status] of cases) {
      const socket = connectTls({ port: served.port, host: '127.0.0.1', ca });
      await once(socket, 'secureConnect');
      assert.match(await exchange(socket, bytes), new RegExp(`^HTTP/1\\.1 ${status} [^]*"opstat":"error"`, 'u'));
    }
    await worksStill(served);
  });

  it('applies faults', async () => {
    await using served = await start();
    const { sandbox } = served;
    for (const fault of ['drop-before', 'drop-after', 'truncate', '500']) {
      const headers = { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ match: 'GET /v2/account/me', fault });
      okOf(
        (await json(
          await ask(new URL('/sandbox/faults', sandbox.baseUrl).href, { method: 'POST', headers, body }),
        )) as Answer,
      );
      if (fault === '500') assert.equal((await call(sandbox, '/account/me')).opstat, 'error');
      else await assert.rejects(call(sandbox, '/account/me'));
    }
    await worksStill(served);
  });

  it('does not wait for a connection without a TLS handshake', async () => {
    const served = await start({ connections: { maxConnections: 10, headersMs: 100, requestMs: 1000 } });
    assert.equal(await exchange(connect(served.port, '127.0.0.1'), ''), '');
    await served.sandbox.close();
    const patient = await start();
    const silent = connect(patient.port, '127.0.0.1');
    await once(silent, 'connect');
    await worksStill(patient);
    await Promise.all([once(silent, 'close'), patient.sandbox.close()]);
  });

  it('proves that it wrote its port file', async () => {
    await using served = await start();
    const { baseUrl, apiKey, privateKey, controlToken, release, challengeSecret } = served.sandbox;
    const file: PortFile = { baseUrl, apiKey, privateKey, controlToken, pid: process.pid, release, challengeSecret };
    assert.deepEqual([await hasProof(file), await hasProof({ ...file, challengeSecret: 'another' })], [true, false]);
  });

  describe('from the shell', () => {
    const keyAndCert = (key: string, cert: string): readonly string[] => ['--tls-key', key, '--tls-cert', cert];

    it('prints an address that begins with https, and is shared by its port file', async () => {
      const portFile = path.join(folder, 'port.json');
      const args = [
        '--port-file',
        portFile,
        ...keyAndCert(tls.keyFile, tls.certificateFile),
        '--account',
        'second:secret',
      ];
      await using first = runSandbox(...args);
      const line = (await first.line)!;
      assert.match(line.baseUrl, /^https:\/\/127\.0\.0\.1:\d+\/v2$/u);
      assert.equal((JSON.parse(await readFile(portFile, 'utf8')) as PortFile).baseUrl, line.baseUrl);
      okOf(await call(line, '/account/me', undefined, line));
      okOf(await call(line, '/account/me', undefined, { apiKey: 'second', privateKey: 'secret' }));
      const second = runSandbox(...args);
      assert.deepEqual(await second.line, line);
      assert.equal((await second.ended).code, 0);
      await first.kill('SIGTERM');
      assert.equal((await first.ended).code, 0);
      assert.ok(!(await readdir(folder)).includes('port.json'));
    });

    it('reports which file cannot be used, and exits with 1', async () => {
      const [other, junk, encrypted, missing] = ['other.pem', 'junk.pem', 'sealed.pem', 'missing.pem'].map((name) =>
        path.join(folder, name),
      ) as [string, string, string, string];
      await writeFile(other, (await makeSelfSigned()).key);
      await writeFile(junk, 'dear diary\n');
      await writeFile(
        encrypted,
        '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGbMFcGCSqGSIb3\n-----END ENCRYPTED PRIVATE KEY-----\n',
      );
      const { keyFile, certificateFile } = tls;
      const cases = [
        [missing, certificateFile, `${missing} cannot be read (ENOENT). Name a PEM file with --tls-key.`],
        [keyFile, folder, `${folder} cannot be read (EISDIR). Name a PEM file with --tls-cert.`],
        [
          other,
          certificateFile,
          `The key in ${other} does not belong to the certificate in ${certificateFile}. ` +
            `Name the two files that were made together.`,
        ],
        [
          certificateFile,
          certificateFile,
          `${certificateFile} does not hold a private key in PEM without a password. Name such a file with --tls-key.`,
        ],
        [
          encrypted,
          certificateFile,
          `${encrypted} does not hold a private key in PEM without a password. Name such a file with --tls-key.`,
        ],
        [
          keyFile,
          junk,
          `${junk} does not hold a certificate in PEM that can be used. Name such a file with --tls-cert.`,
        ],
      ] as const;
      const ended = await Promise.all(cases.map(([key, cert]) => runSandbox(...keyAndCert(key, cert)).ended));
      assert.deepEqual(
        ended.map(({ code, stderr }) => [code, stderr.trim()]),
        cases.map(([, , sentence]) => [1, sentence]),
      );
    });

    it('needs both files, and otherwise exits with 2', async () => {
      const { code, stderr } = await runSandbox('--tls-key', tls.keyFile).ended;
      assert.equal(code, 2);
      assert.match(stderr, /^--tls-key and --tls-cert must be given together\./u);
    });
  });
});

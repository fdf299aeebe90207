import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  challengePath,
  challengeProof,
  hasProof,
  readPortFile,
  type ProvablePortFile,
} from '../../../src/base/portFile.ts';

const written: ProvablePortFile = {
  baseUrl: 'http://127.0.0.1:9/v2',
  apiKey: 'k',
  privateKey: 'p',
  controlToken: 't',
  pid: 4711,
  release: '1.2.3',
  challengeSecret: 'secret',
};

describe('readPortFile', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'port-file-'));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  async function read(content: unknown): Promise<unknown> {
    const file = path.join(folder, 'port.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readPortFile(file);
  }

  it('returns what was written', async () => {
    assert.deepEqual(await read(written), written);
  });

  it('reads a file of a version without a challenge, whose process cannot prove its identity', async () => {
    const { release, challengeSecret, ...earlier } = written;
    assert.ok(release !== '' && challengeSecret !== '');
    assert.deepEqual(await read(earlier), earlier);
    assert.deepEqual(await read({ ...written, challengeSecret: '' }), earlier);
    assert.deepEqual(await read({ ...written, release: 5 }), earlier);
  });

  const bad: readonly unknown[] = [
    '',
    '{',
    [],
    null,
    { ...written, controlToken: undefined },
    { ...written, baseUrl: 'http://example.com/v2' },
    { ...written, baseUrl: 'http://127.0.0.1.example.com/' },
    { ...written, baseUrl: 'nowhere' },
    ...['4711', 0, -1, 1.5, null].map((pid) => ({ ...written, pid })),
  ];
  for (const content of bad) {
    it(`ignores ${JSON.stringify(content)}`, async () => {
      assert.equal(await read(content), undefined);
    });
  }

  it('returns undefined without a file', async () => {
    assert.equal(await readPortFile(path.join(folder, 'none.json')), undefined);
  });
});

describe('hasProof', () => {
  const servers: Server[] = [];
  const requests: string[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    requests.splice(0);
  });

  /** Starts a server that records everything it receives, and returns a port file that points to it. */
  async function serve(answer: (nonce: string, file: ProvablePortFile) => RequestListener): Promise<ProvablePortFile> {
    const server = createServer((incoming, outgoing) => {
      requests.push(`${incoming.method ?? ''} ${incoming.url ?? ''} ${JSON.stringify(incoming.rawHeaders)}`);
      const nonce = new URL(incoming.url ?? '', 'http://x').searchParams.get('nonce') ?? '';
      answer(nonce, file)(incoming, outgoing);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file: ProvablePortFile = {
      ...written,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    };
    return file;
  }

  const withProof =
    (proof: unknown): RequestListener =>
    (_, outgoing) => {
      outgoing.end(JSON.stringify({ opstat: 'ok', response: { proof } }));
    };

  it('is true for the process that knows the secret', async () => {
    assert.equal(await hasProof(await serve((nonce, file) => withProof(challengeProof(nonce, file)))), true);
  });

  it('sends a new nonce each time, and nothing secret', async () => {
    const file = await serve((nonce, served) => withProof(challengeProof(nonce, served)));
    await hasProof(file);
    await hasProof(file);
    const nonces = requests.map((request) => /^GET \/sandbox\/challenge\?nonce=([0-9a-f]{64}) /u.exec(request)?.[1]);
    assert.equal(new Set(nonces).size, 2);
    assert.ok(!nonces.includes(undefined) && challengePath === '/sandbox/challenge');
    for (const request of requests)
      for (const secret of ['secret', 'authorization', 'Bearer'])
        assert.ok(!request.toLowerCase().includes(secret.toLowerCase()), request);
  });

  const imposters: Readonly<Record<string, (nonce: string, file: ProvablePortFile) => RequestListener>> = {
    'answers without knowing the secret': (nonce, file) =>
      withProof(challengeProof(nonce, { ...file, challengeSecret: 'guess' })),
    'is another process with the same secret': (nonce, file) => withProof(challengeProof(nonce, { ...file, pid: 1 })),
    'is another version': (nonce, file) => withProof(challengeProof(nonce, { ...file, release: '1.2.2' })),
    'passes on what a sandbox at another address answers': (nonce, file) =>
      withProof(challengeProof(nonce, { ...file, baseUrl: 'http://127.0.0.1:1/v2' })),
    'repeats an answer to another nonce': (_, file) => withProof(challengeProof('0'.repeat(64), file)),
    'echoes the nonce': (nonce) => withProof(nonce),
    'answers something else': () => withProof(['x']),
    'does not answer in JSON': () => (_, outgoing) => {
      outgoing.end('<html>');
    },
    'redirects to somewhere else': () => (_, outgoing) => {
      outgoing.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    },
    'sends without end': () => (_, outgoing) => {
      const chunk = 'x'.repeat(65_536);
      const more = (): void => {
        while (!outgoing.destroyed && outgoing.write(chunk));
      };
      outgoing.on('drain', more);
      more();
    },
    'hangs up': () => (incoming) => {
      incoming.socket.destroy();
    },
    'never answers': () => () => undefined,
  };
  for (const [what, answer] of Object.entries(imposters)) {
    it(`is false for a program that ${what}`, async () => {
      assert.equal(await hasProof(await serve(answer)), false);
    });
  }

  it('is false if nothing listens, and sends no request for a file without a secret', async () => {
    assert.equal(await hasProof(written), false);
    const { release, challengeSecret, ...earlier } = await serve((nonce, file) =>
      withProof(challengeProof(nonce, file)),
    );
    assert.ok(release !== '' && challengeSecret !== '');
    assert.equal(await hasProof(earlier), false);
    assert.deepEqual(requests, []);
  });
});

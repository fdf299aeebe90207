import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createServiceClient } from '../../../src/service/createServiceClient.ts';
import type { ServiceClient } from '../../../src/service/interface/serviceClient.ts';
import { credentials, failureOf, testClock } from './localService.ts';

interface FileServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: readonly IncomingMessage[];
}

async function fileServer(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<FileServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const here = 'http://127.0.0.1:1/v2';
const elsewhere = 'https://service.example/v2';

async function withClientOf(
  baseUrl: string,
  use: (client: ServiceClient, lines: readonly string[]) => Promise<void>,
  timeoutMs = 5000,
): Promise<void> {
  const lines: string[] = [];
  const client = createServiceClient({
    baseUrl,
    credentials: () => Promise.resolve(credentials),
    userAgent: 'Test',
    clock: testClock(),
    log: (line) => lines.push(line),
    timeoutMs,
  });
  try {
    await use(client, lines);
  } finally {
    await client.close();
  }
}

describe('downloading a file', () => {
  it('returns its bytes, requested without keys and cookies, and logged without the query', async () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
    await using files = await fileServer((response) => response.writeHead(200, { 'set-cookie': 'a=b' }).end(content));
    await withClientOf(here, async (client, lines) => {
      for (let turn = 0; turn < 2; turn += 1) {
        const found = await client.files.download(`${files.origin}/a%20b/file.md?token=hunter2#top`, {
          maxBytes: 100_000,
        });
        assert.deepEqual(Buffer.from(found), content);
      }
      for (const { url, method, headers } of files.requests) {
        assert.equal(`${method} ${url}`, 'GET /a%20b/file.md?token=hunter2');
        assert.deepEqual(Object.keys(headers).sort(), [
          'accept',
          'accept-encoding',
          'connection',
          'host',
          'user-agent',
        ]);
        assert.equal(headers['accept-encoding'], 'identity');
      }
      assert.deepEqual(
        lines,
        Array.from({ length: 2 }, () => `GET ${files.origin}/a%20b/file.md → 200 in 0 ms`),
      );
    });
  });

  it('accepts an empty file', async () => {
    await using files = await fileServer((response) => response.end());
    await withClientOf(here, async (client) => {
      assert.equal((await client.files.download(`${files.origin}/x`, { maxBytes: 1 })).length, 0);
    });
  });

  const refused = [
    'http://example.com/x',
    'ftp://example.com/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    '/relative',
    '',
    'https://',
    'https://me:secret@example.com/x',
    'https://10.0.0.1/x',
    'https://192.168.1.1:8443/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[fd00::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://0x7f000001/x',
    'https://127.1/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://a.localhost/x',
    'https://printer/x',
    'https://nas.local/x',
    'http://127.0.0.1/x',
    'http://localhost:1/x',
  ];
  for (const url of refused) {
    it(`refuses ${JSON.stringify(url)} if the service is on another machine`, async () => {
      await withClientOf(elsewhere, async (client, lines) => {
        const failure = await failureOf(client.files.download(url, { maxBytes: 10 }));
        assert.deepEqual([failure.reason, failure.outcome], ['insecure', 'not-sent']);
        assert.match(failure.message, /^The .*\.$/);
        assert.ok(!inspect(failure, { depth: Infinity, showHidden: true }).includes('secret'));
        assert.deepEqual(lines, []);
      });
    });
  }
  for (const url of [
    'http://example.com/x',
    'https://10.0.0.1/x',
    'https://nas.local/x',
    'https://[::ffff:127.0.0.1]/x',
    'http://0.0.0.0/x',
  ]) {
    it(`refuses ${JSON.stringify(url)} if the service is on this machine`, async () => {
      await withClientOf(here, async (client) => {
        assert.equal((await failureOf(client.files.download(url, { maxBytes: 10 }))).reason, 'insecure');
      });
    });
  }

  it('follows at most five redirects and checks each', async () => {
    let redirects = 5;
    await using files = await fileServer((response, { url }) => {
      const step = Number(url?.slice(1));
      if (step < redirects) response.writeHead(302, { location: `/${step + 1}` }).end();
      else response.end('done');
    });
    await withClientOf(here, async (client) => {
      assert.equal(Buffer.from(await client.files.download(`${files.origin}/0`, { maxBytes: 10 })).toString(), 'done');
      redirects = 6;
      assert.equal((await failureOf(client.files.download(`${files.origin}/0`, { maxBytes: 10 }))).reason, 'insecure');
    });
    for (const location of [
      'http://example.com/x',
      'https://10.0.0.1/x',
      'file:///etc/passwd',
      'https://nas.local/',
      `//me:secret@127.0.0.1/`,
    ]) {
      await using pointing = await fileServer((response) => response.writeHead(307, { location }).end());
      await withClientOf(here, async (client) => {
        const failure = await failureOf(client.files.download(`${pointing.origin}/x`, { maxBytes: 10 }));
        assert.equal(failure.reason, 'insecure', location);
        assert.equal(pointing.requests.length, 1);
      });
    }
  });

  it('stops as soon as the file is too large, with or without a content length', async () => {
    let sent = 0;
    await using files = await fileServer((response, { url }) => {
      if (url === '/told') {
        response.writeHead(200, { 'content-length': '1000000000' });
        response.write('x');
        return;
      }
      const more = (): void => {
        if (response.destroyed) return;
        sent += 1;
        response.write(Buffer.alloc(65_536), () => {
          setImmediate().then(more, () => undefined);
        });
      };
      more();
    });
    await withClientOf(here, async (client) => {
      for (const name of ['told', 'untold']) {
        const failure = await failureOf(client.files.download(`${files.origin}/${name}`, { maxBytes: 1_000_000 }));
        assert.equal(failure.reason, 'unreadable');
        assert.match(failure.message, /1,000,000/);
      }
      assert.equal(files.requests.length, 2, 'The file must not be requested again.');
      assert.ok(sent < 1000, `${sent} pieces`);
    });
  });

  for (const [status, reason, requests] of [
    [404, 'not-found', 1],
    [410, 'not-found', 1],
    [403, 'service', 1],
    [500, 'unavailable', 4],
    [503, 'unavailable', 4],
    [429, 'throttled', 4],
  ] as const) {
    it(`rejects a status of ${status} with reason ${reason}`, async () => {
      await using files = await fileServer((response) => response.writeHead(status).end('<html>secret page</html>'));
      await withClientOf(here, async (client) => {
        const failure = await failureOf(client.files.download(`${files.origin}/x`, { maxBytes: 1000 }));
        assert.deepEqual([failure.reason, failure.httpStatus], [reason, status]);
        assert.equal(files.requests.length, requests);
      });
    });
  }

  it('does not wait forever for a server that sends a byte now and then', async () => {
    await using files = await fileServer((response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    await withClientOf(
      here,
      async (client) => {
        const failure = await failureOf(client.files.download(`${files.origin}/file.md`, { maxBytes: 1000 }));
        assert.equal(failure.reason, 'timeout');
      },
      200,
    );
  });

  it('rejects with meanings about the file', async () => {
    await using files = await fileServer((response) => response.writeHead(404).end());
    await withClientOf(here, async (client) => {
      const unsafe = await failureOf(client.files.download('http://files.example/file.md', { maxBytes: 10 }));
      const gone = await failureOf(client.files.download(`${files.origin}/file.md`, { maxBytes: 10 }));
      assert.deepEqual(
        [unsafe, gone].map(({ reason, meaning }) => [reason, meaning]),
        [
          ['insecure', 'file-address-unsafe'],
          ['not-found', 'file-gone'],
        ],
      );
    });
  });

  it('refuses compressed content', async () => {
    await using files = await fileServer((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    await withClientOf(here, async (client) => {
      assert.equal(
        (await failureOf(client.files.download(`${files.origin}/x`, { maxBytes: 1000 }))).reason,
        'unreadable',
      );
    });
  });

  it('can be aborted, and ends with the client', async () => {
    await using files = await fileServer((response) => response.writeHead(200, { 'content-length': '10' }).write('x'));
    const impatient = new AbortController();
    await withClientOf(here, async (client) => {
      const given = failureOf(client.files.download(`${files.origin}/x`, { maxBytes: 10, signal: impatient.signal }));
      const closed = failureOf(client.files.download(`${files.origin}/x`, { maxBytes: 10 }));
      while (files.requests.length < 2) await setImmediate();
      impatient.abort();
      assert.equal((await given).reason, 'aborted');
      await client.close();
      assert.equal((await closed).reason, 'aborted');
    });
  });

  it('checks the spelling of the host if it uses a proxy', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const client = createServiceClient({
      baseUrl: elsewhere,
      credentials: () => Promise.resolve(credentials),
      userAgent: 'Test',
      clock: testClock(),
      proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    assert.equal(
      (await failureOf(client.files.download('https://files.example/x', { maxBytes: 10 }))).reason,
      'forbidden',
    );
    assert.ok(asked.length > 0 && asked.every((host) => host === 'files.example:443'), asked.join());
    const before = asked.length;
    assert.equal((await failureOf(client.files.download('https://10.0.0.1/x', { maxBytes: 10 }))).reason, 'insecure');
    assert.equal(asked.length, before);
    await client.close();
    proxy.close();
  });
});

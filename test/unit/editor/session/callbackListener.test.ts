import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startCallbackListener, type CallbackListener } from '../../../../src/editor/session/callbackListener.ts';

describe('callback listener', () => {
  let listener: CallbackListener;
  let jobIds: string[];
  const start = async (options: { requestTimeoutMs?: number; maxConnections?: number } = {}): Promise<void> => {
    jobIds = [];
    listener = await startCallbackListener({ ...options, onJob: (jobId) => jobIds.push(jobId) });
  };
  const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const post = async (url: string, request: RequestInit): Promise<readonly [number, string]> => {
    const response = await fetch(url, request);
    return [response.status, await response.text()];
  };
  const sendCallback = async (fields: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    jobIds.length = 0;
    assert.deepEqual(await post(listener.url, form(fields)), [200, '']);
    return [...jobIds];
  };

  beforeEach(async () => {
    await start();
  });

  afterEach(async () => {
    await listener.close();
  });

  it('reads the job id from either field, as text or as a number', async () => {
    assert.deepEqual(
      await sendCallback({ job: JSON.stringify({ job_id: '4711', status: 'reviewable', body_tgt: 'x' }) }),
      ['4711'],
    );
    assert.deepEqual(await sendCallback({ job: JSON.stringify({ job_id: 4712 }) }), ['4712']);
    assert.deepEqual(await sendCallback({ job: '{"job_id":9007199254740993}' }), ['9007199254740993']);
    assert.deepEqual(await sendCallback({ comment: JSON.stringify({ job_id: '4713', body: 'Hello' }) }), ['4713']);
  });

  for (const [name, fields] of Object.entries({
    'no field': {},
    'another field': { order: '{"job_id":"1"}' },
    'no JSON': { job: '<html>' },
    'JSON that is no record': { job: 'null' },
    'a list': { job: '[{"job_id":"1"}]' },
    'no id': { job: '{"id":"1"}' },
    'an empty id': { job: '{"job_id":""}' },
    'an invalid id': { job: '{"job_id":{"a":1}}' },
    'a fraction': { job: '{"job_id":1.5}' },
    'a long id': { job: JSON.stringify({ job_id: '1'.repeat(33) }) },
    'deep JSON': { job: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  })) {
    it(`answers ${name} with 200 and does nothing`, async () => {
      assert.deepEqual(await sendCallback(fields), []);
    });
  }

  it('answers every other path with an empty 404', async () => {
    const { origin, pathname } = new URL(listener.url);
    const job = form({ job: '{"job_id":"1"}' });
    for (const path of [
      '/',
      '/callback',
      `${pathname}/`,
      `${pathname}x`,
      pathname.slice(0, -1),
      `${pathname}?x`,
      pathname.toUpperCase(),
    ]) {
      assert.deepEqual(await post(origin + path, job), [404, ''], path);
    }
    assert.deepEqual(jobIds, []);
  });

  it('ignores requests other than POST, but answers them in the same way', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.deepEqual(
        await post(listener.url, { method, ...(method === 'GET' ? {} : { body: 'job={"job_id":"1"}' }) }),
        [200, ''],
      );
    assert.deepEqual(jobIds, []);
  });

  it('has a new path of at least 128 random bits each time', async () => {
    const paths = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const other = await startCallbackListener({ onJob: () => undefined });
      const path = new URL(other.url).pathname.slice(1);
      assert.ok(Buffer.from(path, 'base64url').length >= 16);
      paths.add(path);
      await other.close();
    }
    assert.equal(paths.size, 20);
  });

  it('listens on the loopback interface only', () => {
    assert.equal(new URL(listener.url).hostname, '127.0.0.1');
  });

  it('answers a request with a body that is too large, and ignores it', async () => {
    assert.deepEqual(await post(listener.url, form({ job: '{"job_id":"1"}', more: 'x'.repeat(100 * 1024) })), [
      200,
      '',
    ]);
    assert.deepEqual(jobIds, []);
  });

  it('stops reading an endless body', async () => {
    const socket = await open(listener);
    let closed = false;
    socket.on('close', () => (closed = true)).on('error', () => undefined);
    socket.write(`POST ${new URL(listener.url).pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n`);
    let written = 0;
    while (!closed && written < 100 * 1024 * 1024) {
      written += 64 * 1024;
      if (!socket.write('x'.repeat(64 * 1024)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    }
    assert.equal(closed, true);
    assert.deepEqual(await sendCallback({ job: '{"job_id":"2"}' }), ['2']);
  });

  it('closes a request whose body does not arrive', async () => {
    await listener.close();
    await start({ requestTimeoutMs: 100 });
    const socket = await open(listener);
    const closed = closing(socket);
    socket.write(`POST ${new URL(listener.url).pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\njob=`);
    await closed;
    assert.deepEqual(jobIds, []);
  });

  it('survives data that is not HTTP', async () => {
    const socket = await open(listener);
    const closed = closing(socket);
    socket.write('\x16\x03\x01 hello\r\n\r\n');
    await closed;
    assert.deepEqual(await sendCallback({ job: '{"job_id":"2"}' }), ['2']);
  });

  it('limits the number of connections, and accepts new ones after they are closed', async () => {
    await listener.close();
    await start({ maxConnections: 4, requestTimeoutMs: 60_000 });
    const kept = await Promise.all(Array.from({ length: 4 }, () => open(listener)));
    const over = await open(listener);
    await closing(over);
    for (const socket of kept) {
      const closed = closing(socket);
      socket.destroy();
      await closed;
    }
    await assert.doesNotReject(untilHeard({ job: '{"job_id":"3"}' }));
  });

  it('receives callbacks that arrive at the same time', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => String(index + 1));
    await Promise.all(ids.map((id) => post(listener.url, form({ job: JSON.stringify({ job_id: id }) }))));
    assert.deepEqual(
      jobIds.toSorted((a, b) => Number(a) - Number(b)),
      ids,
    );
  });

  it('stops listening once it is closed', async () => {
    const { url } = listener;
    const open = await Promise.all([connectTo(url), connectTo(url)]);
    const closed = Promise.all(open.map(closing));
    await listener.close();
    await closed;
    await assert.rejects(fetch(url));
  });

  /** The server notices closed connections a moment after the client. */
  async function untilHeard(fields: Readonly<Record<string, string>>): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const wasAnswered = await fetch(listener.url, form(fields)).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (wasAnswered) return;
    }
    throw new Error('Nobody answers.');
  }
});

/** Resolves when a connection is closed, with or without an error. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        resolve();
      });
  });
}

function open({ url }: CallbackListener): Promise<Socket> {
  return connectTo(url);
}

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

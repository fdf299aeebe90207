import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postForm } from '../../../../src/sandbox/callbacks/postForm.ts';

describe('sandbox/postForm', () => {
  it('reports why a callback was not delivered: a timeout, or no server', async () => {
    const server = createServer(() => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const post = (timeoutMs?: number) =>
      postForm(url, 'job=1', { allowedHosts: new Set(), signal: new AbortController().signal, timeoutMs });
    try {
      assert.deepEqual(await post(50), { kind: 'failed', reason: 'no answer in time' });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    assert.deepEqual(await post(), { kind: 'failed', reason: 'ECONNREFUSED' });
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { createServer, type ClientRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findProxy } from '../../../../src/editor/session/findProxy.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** An address that can't be reached without a proxy. */
const hidden = 'http://service.invalid/v2';

describe('the proxy that VS Code uses', () => {
  const { get } = http;
  let server: Server;
  let port: number;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end();
    });
    port = await listen(server);
  });

  afterEach(() => {
    http.get = get;
    server.closeAllConnections();
    server.close();
  });

  /** Replaces the function of `node:http`, as VS Code does, by one that sends to `port` of this machine. */
  function sendThere(announce: (request: ClientRequest) => void = () => undefined): void {
    http.get = ((url: string, options: http.RequestOptions) => {
      const request = get({ ...options, host: '127.0.0.1', port, path: url });
      request.once('socket', () => {
        announce(request);
      });
      return request;
    }) as typeof http.get;
  }

  for (const [line, proxy] of [
    ['PROXY proxy.example.com:8080', 'http://proxy.example.com:8080'],
    ['HTTPS proxy.example.com:443', 'https://proxy.example.com:443'],
    ['SOCKS proxy.example.com:1080', 'socks5://proxy.example.com:1080'],
    ['SOCKS5 proxy.example.com:1080', 'socks5://proxy.example.com:1080'],
    ['SOCKS4 proxy.example.com:1080', 'socks4://proxy.example.com:1080'],
    ['DIRECT', undefined],
  ] as const)
    it(`is the one of the line ${line}`, async () => {
      sendThere((request) => request.emit('proxy', { proxy: line, socket: request.socket }));
      assert.equal(await findProxy(hidden), proxy);
    });

  it('is the other end of the connection if VS Code does not name it', async () => {
    sendThere();
    assert.equal(await findProxy(hidden), `http://127.0.0.1:${port}`);
    assert.deepEqual(asked, [`GET ${hidden}`]);
  });

  it('is none if the service itself is the other end', async () => {
    assert.equal(await findProxy(`http://127.0.0.1:${port}/v2`), undefined);
  });

  it('is not known if it can’t be reached', async () => {
    sendThere((request) => request.emit('proxy', { proxy: 'PROXY 127.0.0.1:1', error: new Error('refused') }));
    server.closeAllConnections();
    server.close();
    await assert.rejects(findProxy(hidden));
  });
});

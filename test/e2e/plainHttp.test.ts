import assert from 'node:assert/strict';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const host = 'translation.example.com';
const address = `http://${host}/v2`;

// The sandbox represents a service on another machine: a proxy leads its host name there.
describe('plain http that the user allows', () => {
  let sandbox: ExternalSandbox;
  let proxy: Server;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual', '--allow-host', host);
    proxy = await startProxy(Number(new URL(sandbox.baseUrl).port));
    const { port } = proxy.address() as AddressInfo;
    fresh = await borrowWindow({ settings: { 'http.proxy': `http://127.0.0.1:${port}` } });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
    proxy.closeAllConnections();
    proxy.close();
  });

  it('is used after a warning, and later with the stored keys and consent', async () => {
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    await workbench.type(address);
    await workbench.modal();
    await workbench.answerModal();
    await workbench.atStep('2/3');
    await workbench.type(sandbox.apiKey);
    await workbench.atStep('3/3');
    await workbench.type(sandbox.privateKey);
    await workbench.notification('info', host);
    await workbench.screenshot('plain-http-connected');

    // The stored keys and consent are used from here on.
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.quoteFile');
    await workbench.atStep('1/2');
    await workbench.pressInQuickInput('Escape');
    assert.ok(sandbox.calls('GET /v2/translate/service/languages').length > 0);
  });

  it('is not allowed for another address', async () => {
    const other = 'http://other.example.com/v2';
    await workbench.setSettings({ 'humanTranslation.baseUrl': other });
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.notification('error', other);
  });
});

/** Starts a proxy that forwards requests for any host to one port of this machine. */
async function startProxy(port: number): Promise<Server> {
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://any');
    const onward = request(
      { host: '127.0.0.1', port, method: incoming.method, path: pathname + search, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward])
      end.on('error', () => {
        socket.destroy();
        onward.destroy();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

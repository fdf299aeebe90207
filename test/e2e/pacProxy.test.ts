import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { runInNewContext } from 'node:vm';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const host = 'translation.example.com';

/** A proxy that leads every host to one port of this machine, and can lose the answers to orders. */
interface RecordingProxy {
  readonly server: Server;
  /** Method and address of each request, without its query. */
  readonly asked: readonly string[];
  losesOrders: boolean;
}

function makeProxy(port: number): RecordingProxy {
  const asked: string[] = [];
  const proxy = {
    asked,
    losesOrders: false,
    server: createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { origin, pathname, search } = new URL(incoming.url ?? '/', 'http://any');
      const call = `${incoming.method ?? ''} ${origin}${pathname}`;
      asked.push(call);
      const onward = request(
        { host: '127.0.0.1', port, method: incoming.method, path: pathname + search, headers: incoming.headers },
        (answer) => {
          // The service has the order; its answer never arrives.
          if (proxy.losesOrders && call.startsWith('POST') && pathname.endsWith('/translate/jobs')) {
            answer.resume();
            incoming.socket.destroy();
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }),
  };
  proxy.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
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
  return proxy;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// The sandbox represents a service on another machine: only the proxy that the script names leads to it. VS Code on the
// desktop asks Chromium for the proxy; in a browser it can't, so this function of the workbench runs the script instead.
describe('a proxy that a configuration script (PAC) names', () => {
  let service: ExternalSandbox;
  let proxy: RecordingProxy;
  let fresh: FreshWindow;
  let workbench: Workbench;
  const resolved: string[] = [];
  screenshotFailures(() => workbench);

  before(async () => {
    service = await ExternalSandbox.start('--pace', 'manual', '--allow-host', host);
    proxy = makeProxy(Number(new URL(service.baseUrl).port));
    const proxyPort = await listen(proxy.server);
    const script = `function FindProxyForURL(url, host) {
      return host === '${host}' ? 'PROXY 127.0.0.1:${proxyPort}' : 'DIRECT';
    }`;
    fresh = await openFreshWindow({
      resolveProxy: (url) => {
        resolved.push(url);
        const { hostname } = new URL(url);
        return String(runInNewContext(`${script}\nFindProxyForURL(url, host)`, { url, host: hostname }));
      },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await service.stop();
    proxy.server.closeAllConnections();
    proxy.server.close();
  });

  it('is used without any setting, and gets every request', async () => {
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    await workbench.type(`http://${host}/v2`);
    await workbench.modal();
    await workbench.answerModal();
    await workbench.atStep('2/3');
    await workbench.type(service.apiKey);
    await workbench.atStep('3/3');
    await workbench.type(service.privateKey);
    await workbench.notification('info', host);
    await workbench.clearNotifications();
    assert.ok(resolved.some((url) => url.startsWith(`http://${host}/v2`)));
    assert.ok(proxy.asked.includes(`GET http://${host}/v2/account/balance`));
    // VS Code is asked where the proxy is, and never for a request with keys.
    assert.ok(resolved.every((url) => !url.includes('api_key')));
  });

  it('loses the answer to an order, which is unconfirmed and not sent twice', async () => {
    proxy.losesOrders = true;
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.modal();
    await workbench.answerModal();
    await workbench.notification('warning');
    const orders = (): number => proxy.asked.filter((call) => call === `POST http://${host}/v2/translate/jobs`).length;
    assert.equal(orders(), 1);
    proxy.losesOrders = false;
    // It is looked up, through the proxy, and found.
    await workbench.clearNotifications();
    await workbench.showJobs();
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.treeGroup('available').waitFor();
    assert.deepEqual([orders(), (await service.state()).orders], [1, 1]);
  });
});

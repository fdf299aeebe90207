import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { generate } from 'selfsigned';

/** A client's call and the service's answer. */
export interface ProxiedCall {
  readonly scheme: 'http' | 'https';
  /** From the Host header. */
  readonly host: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** Parameters of the query and the body, without keys. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly answer: { readonly opstat?: unknown; readonly response?: unknown; readonly err?: unknown };
}

/**
 * A proxy on loopback that forwards requests for the service's hosts to a sandbox. Clients use it only because of the
 * proxy variables in their environment; they are otherwise unchanged, and so are the host names in their requests. TLS
 * ends here, with a certificate made for this run. Requests for other hosts are refused, so nothing reaches the
 * network.
 */
export interface ServiceProxy extends AsyncDisposable {
  readonly proxy: string;
  /** In PEM. */
  readonly certificate: string;
  readonly passed: readonly ProxiedCall[];
  /** Requested hosts that were refused. */
  readonly refused: readonly string[];
  /** Forwards from now on to the sandbox at this base address. */
  forwardTo(baseUrl: string): void;
}

export const serviceHosts = ['api.gengo.com', 'api.sandbox.gengo.com'] as const;

export async function startServiceProxy(): Promise<ServiceProxy> {
  let end = new URL('http://127.0.0.1:1');
  const passed: ProxiedCall[] = [];
  const refused: string[] = [];
  const certificate = await makeCertificate();

  const pass =
    (scheme: ProxiedCall['scheme']): RequestListener =>
    (incoming, outgoing) => {
      const url = new URL(incoming.url ?? '/', `${scheme}://${incoming.headers.host ?? ''}`);
      if (!isService(url.hostname)) {
        refused.push(url.host);
        outgoing.writeHead(403).end();
        return;
      }
      void forward(incoming, url, end).then(
        ({ answer, answerBody, requestBody }) => {
          passed.push(proxiedCall({ scheme, incoming, url, requestBody, answerBody }));
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answerBody);
        },
        () => outgoing.destroy(),
      );
    };

  const tls = createTlsServer({ key: certificate.private, cert: certificate.cert }, pass('https'));
  const proxy = createServer(pass('http'));
  proxy.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const { hostname, host } = new URL(`https://${incoming.url ?? ''}`);
    if (!isService(hostname)) {
      refused.push(host);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    tls.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    certificate: certificate.cert,
    passed,
    refused,
    forwardTo: (baseUrl) => {
      end = new URL(baseUrl);
    },
    [Symbol.asyncDispose]: async () => {
      tls.closeAllConnections();
      await closed(proxy);
    },
  };
}

function isService(hostname: string): boolean {
  return serviceHosts.some((name) => name === hostname);
}

/** Forwards a request with all its headers: the sandbox uses the Host header. */
async function forward(
  incoming: IncomingMessage,
  url: URL,
  end: URL,
): Promise<{ answer: IncomingMessage; answerBody: Buffer; requestBody: Buffer }> {
  const requestBody = await buffer(incoming);
  const onward = request({
    host: end.hostname,
    port: end.port,
    method: incoming.method,
    path: url.pathname + url.search,
    headers: incoming.headers,
  });
  onward.end(requestBody);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return { answer, answerBody: await buffer(answer), requestBody };
}

function proxiedCall({
  scheme,
  incoming,
  url,
  requestBody,
  answerBody,
}: {
  readonly scheme: ProxiedCall['scheme'];
  readonly incoming: IncomingMessage;
  readonly url: URL;
  readonly requestBody: Buffer;
  readonly answerBody: Buffer;
}): ProxiedCall {
  const parameters = Object.fromEntries(
    [...url.searchParams, ...new URLSearchParams(requestBody.toString())].filter(
      ([name]) => !['api_key', 'api_sig', 'ts'].includes(name),
    ),
  );
  const answer = JSON.parse(answerBody.toString()) as ProxiedCall['answer'];
  return {
    scheme,
    host: incoming.headers.host ?? '',
    method: incoming.method ?? '',
    path: url.pathname,
    parameters,
    answer,
  };
}

function makeCertificate(): ReturnType<typeof generate> {
  const altNames = serviceHosts.map((value) => ({ type: 2 as const, value }));
  return generate([{ name: 'commonName', value: serviceHosts[0] }], {
    algorithm: 'sha256',
    keyType: 'ec',
    curve: 'P-256',
    extensions: [{ name: 'subjectAltName', altNames }],
  });
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';

/** The longest time that the request may take. */
const timeoutMs = 20_000;

/** Kinds of proxies in the words of configuration scripts (PAC). */
const schemes: ReadonlyMap<string, string> = new Map([
  ['PROXY', 'http'],
  ['HTTP', 'http'],
  ['HTTPS', 'https'],
  ['SOCKS', 'socks5'],
  ['SOCKS5', 'socks5'],
]);

/**
 * Returns the address of the proxy through which VS Code reaches an address, by a configuration script (PAC) or the
 * system's settings; undefined if it needs none. Only VS Code knows the proxy. Since it has replaced the functions of
 * `node:http` and `node:https`, a request without keys shows it. Rejects if no connection can be made.
 */
export async function findProxy(url: string): Promise<string | undefined> {
  const { hostname, protocol, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const [client, usualPort] = protocol === 'https:' ? ([https, 443] as const) : ([http, 80] as const);
  const request = client.get(url, { signal: AbortSignal.timeout(timeoutMs) });
  // VS Code's own event, with the line of the script that led to the connection.
  request.on('proxy', ({ proxy, socket }: { readonly proxy?: unknown; readonly socket?: unknown }) => {
    if (socket !== undefined) resolve(proxyAddress(String(proxy)));
  });
  // Without that event, the other end of the connection is the proxy, if it is not the service itself.
  request.on('response', ({ socket: { remoteAddress, remotePort } }) => {
    // `port` is '' if the address names none.
    const isServicePort = remotePort === (Number(port) || usualPort);
    isAddressOf(hostname, remoteAddress).then((isServiceAddress) => {
      const isService = isServiceAddress && isServicePort;
      resolve(isService ? undefined : proxyAt(remoteAddress, remotePort));
    }, reject);
  });
  request.on('error', reject);
  try {
    return await promise;
  } finally {
    // Once the proxy is known, failures no longer matter, such as that of the request destroyed here.
    request.on('error', () => undefined);
    request.destroy();
  }
}

/** `PROXY proxy.example.com:8080` → `http://proxy.example.com:8080`; undefined for `DIRECT`. */
function proxyAddress(line: string): string | undefined {
  const [kind = '', host] = line.trim().split(/\s+/u);
  if (kind === 'DIRECT' || host === undefined) return undefined;
  return `${schemes.get(kind) ?? kind.toLowerCase()}://${host}`;
}

async function isAddressOf(hostname: string, address: string | undefined): Promise<boolean> {
  const records = await lookup(hostname, { all: true }).catch(() => []);
  return records.some((record) => record.address === address);
}

/** `http://[2001:db8::1]:8080` */
function proxyAt(address: string | undefined, port: number | undefined): string | undefined {
  if (address === undefined || port === undefined) return undefined;
  const host = address.includes(':') ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

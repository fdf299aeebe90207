import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** A resolved address for one connection. A second lookup of the same name might give a different address. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Returns the address for a callback to this host; undefined if it is neither on loopback nor a host that was allowed
 * explicitly. No names other than those and `localhost` are looked up. Rejects if the lookup fails.
 */
export async function findCallbackAddress(
  hostname: string,
  allowedHosts: ReadonlySet<string>,
): Promise<PinnedAddress | undefined> {
  const host = hostKey(hostname);
  const allowed = allowedHosts.has(host);
  if (isIP(host) === 0 && !allowed && host !== 'localhost' && !host.endsWith('.localhost')) return undefined;
  const addresses = await lookup(host, { all: true, order: 'ipv4first' });
  const [first] = addresses;
  if (first === undefined || !(allowed || addresses.every(({ address, family }) => isLoopback(address, family))))
    return undefined;
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** Returns a host name in the form that `findCallbackAddress` compares. */
export function hostKey(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$|\.$/gu, '');
}

function isLoopback(address: string, family: number): boolean {
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

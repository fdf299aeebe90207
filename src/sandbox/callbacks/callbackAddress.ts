import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Where a connection goes, found once: a name that is looked up twice may lead to two places. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * The address that a callback to this host goes to, or undefined when none is allowed: on loopback, or of a host that was
 * named on purpose. Other names than those and `localhost` are not even looked up. Rejects when the look-up fails.
 */
export async function findCallbackAddress(
  hostname: string,
  allowedHosts: ReadonlySet<string>,
): Promise<PinnedAddress | undefined> {
  const host = hostKey(hostname);
  const allowed = allowedHosts.has(host);
  if (isIP(host) === 0 && !allowed && host !== 'localhost' && !host.endsWith('.localhost')) return undefined;
  const found = await lookup(host, { all: true, order: 'ipv4first' });
  const [first] = found;
  if (first === undefined || !(allowed || found.every(({ address, family }) => isLoopback(address, family))))
    return undefined;
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** The name of a host as `findCallbackAddress` compares it. */
export function hostKey(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$|\.$/gu, '');
}

function isLoopback(address: string, family: number): boolean {
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

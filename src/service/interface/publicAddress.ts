import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks that are unassigned, private or for examples (IANA's registry of special-purpose addresses). */
const specialIPv4 = blockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier's customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, includes cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // automatic multicast tunneling
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]);

/** All public IPv6 addresses; excludes loopback, link-local, unique local, multicast and IPv4-mapped ones. */
const globalIPv6 = blockList('ipv6', [['2000::', 3]]);
/** Special-purpose networks within globalIPv6. */
const specialIPv6 = blockList('ipv6', [
  ['2001::', 23], // protocol assignments, includes Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which contains an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]);
/** IPv4 addresses as IPv6-only networks reach them: in the last 32 bits. */
const translatedIPv4 = blockList('ipv6', [['64:ff9b::', 96]]);

/** Returns whether an IP address, as a name server or `net` writes it, is on the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIPv4.check(address, 'ipv4');
  // An address with a zone, such as fe80::1%eth0, belongs to one link.
  if (isIP(address) !== 6 || address.includes('%')) return false;
  if (translatedIPv4.check(address, 'ipv6')) return isPublicAddress(lastIPv4(address));
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
}

/**
 * Returns whether a host, as in `URL.hostname`, can be on the public Internet, judging by its spelling: a public
 * address, or a name that is not reserved for local use. Which address a name has is only known after a lookup.
 */
export function canBePublicHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|home\.arpa|lan|intranet|test|invalid|onion)$/.test(host);
}

/** Returns the last 32 bits as an IPv4 address: `64:ff9b::c000:201` → `192.0.2.1`. */
function lastIPv4(address: string): string {
  const lastGroups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':').slice(-2);
  const [high = 0, low = 0] = lastGroups.map((group) => Number.parseInt(group === '' ? '0' : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

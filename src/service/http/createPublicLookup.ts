import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../interface/publicAddress.ts';

/** Looks up all addresses of a name. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[] | undefined) => void,
) => void;

const resolveBySystem: Resolve = (hostname, callback) => {
  lookup(hostname, { all: true }, callback);
};

/**
 * Creates the lookup function for connections that may only go to public addresses. The connection uses the address
 * that was checked here, so a different answer to a second lookup has no effect. A name with any address that is not
 * public is refused.
 */
export function createPublicLookup(resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, (error, addresses = []) => {
      const [first] = ofFamily(addresses, family);
      if (error) callback(error, '');
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(notPublic(), '');
      else if (all === true) callback(null, ofFamily(addresses, family));
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns the addresses of the requested family, if one is requested. */
function ofFamily(addresses: readonly LookupAddress[], family: number | string | undefined): LookupAddress[] {
  if (family === undefined || family === 0) return [...addresses];
  return addresses.filter((address) => address.family === family || `IPv${address.family}` === family);
}

/** The code of the error for a name with an address that is not public. */
export const notPublicCode = 'ERR_ADDRESS_NOT_PUBLIC';

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('The name resolves to an address that is not public.'), { code: notPublicCode });
}

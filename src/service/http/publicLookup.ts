import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../interface/publicAddress.ts';

/** Asks for all addresses of a name. */
export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[] | undefined) => void,
) => void;

const resolveBySystem: Resolve = (hostname, callback) => {
  lookup(hostname, { all: true }, callback);
};

/**
 * The look-up of a connection that may only lead to public addresses. The connection is made to what was checked here: a
 * name that says something else when it is asked again leads nowhere. One address that is not public damns the name.
 */
export function createPublicLookup(resolve: Resolve = resolveBySystem): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, (error, addresses = []) => {
      const [first] = wanted(addresses, family);
      if (error) callback(error, '');
      else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        callback(notPublic(), '');
      else if (all === true) callback(null, wanted(addresses, family));
      else callback(null, first.address, first.family);
    });
  };
}

/** The addresses of the family that a connection asks for, when it does. */
function wanted(addresses: readonly LookupAddress[], family: number | string | undefined): LookupAddress[] {
  return family === undefined || family === 0
    ? [...addresses]
    : addresses.filter((found) => found.family === family || `IPv${found.family}` === family);
}

/** Marks the error of a look-up that was refused here. */
export const notPublicCode = 'ERR_ADDRESS_NOT_PUBLIC';

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('The name stands for an address that is not public.'), { code: notPublicCode });
}

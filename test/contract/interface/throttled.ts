import { request } from 'node:http';
import type { Method, Service } from './service.ts';

/** The column of the table, as in the sandbox's option. */
export type Column = 'production' | 'sandbox';

/** Sends this many calls in the same millisecond; returns how many were not throttled. */
export async function callsAtOnce(service: Service, path: string, count: number): Promise<number> {
  let taken = 0;
  for (let call = 0; call < count; call += 1) taken += (await service.get(path)).httpStatus === 429 ? 0 : 1;
  return taken;
}

/**
 * Calls from another address of this machine; returns the HTTP status, or undefined if the machine has no such address.
 */
export function callFrom(
  service: Service,
  localAddress: string,
  method: Method,
  path: string,
): Promise<number | undefined> {
  const { hostname, port } = new URL(service.origin);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, localAddress, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL') resolve(undefined);
      else reject(error);
    });
    call.end();
  });
}

import { ServiceError } from './serviceError.ts';

/** The parts of a service's base address. */
export interface BaseAddress {
  /** The form that is shown and compared: without a trailing slash. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the versioned interface, ending in `/v2`. */
  readonly path: string;
  /** The same path without `/v2`: '' or `/something`. */
  readonly rootPath: string;
  readonly isLoopback: boolean;
}

export interface BaseAddressOptions {
  /** The user has explicitly allowed plain http for exactly this address. Default false. */
  readonly allowPlainHttp?: boolean;
}

/**
 * Parses the base address of a service, such as `https://api.example.com/v2`.
 * Throws ServiceError: 'invalid' for anything else, 'insecure' for plain http to another machine unless that is
 * allowed.
 */
export function parseBaseAddress(text: string, { allowPlainHttp = false }: BaseAddressOptions = {}): BaseAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw refused('invalid', 'The base address must be a web address such as https://api.example.com/v2.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('invalid', 'The base address must not hold a user name or a password.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw refused('invalid', 'The base address must not hold a query or a fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/v2')) {
    throw refused('invalid', 'The base address must end in /v2, as in https://api.example.com/v2.');
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback && !allowPlainHttp) {
    throw refused(
      'insecure',
      'The base address must start with https: plain http would show the keys to everyone on the way.',
    );
  }
  return { href: url.origin + path, origin: url.origin, path, rootPath: path.slice(0, -'/v2'.length), isLoopback };
}

/** Returns whether a host name, as in `URL.hostname`, always means this machine, whatever a name server answers. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refused(reason: 'invalid' | 'insecure', message: string): ServiceError {
  return new ServiceError(reason, message, { outcome: 'not-sent' });
}

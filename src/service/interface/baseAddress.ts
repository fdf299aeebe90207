import { ServiceError } from './serviceError.ts';

/** Where a service stands, taken apart. */
export interface BaseAddress {
  /** As it is shown and compared: without a trailing slash. */
  readonly href: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path of the versioned interface, `/v2` last. */
  readonly path: string;
  /** The same path without its last segment: '' or `/something`. */
  readonly rootPath: string;
  readonly isLoopback: boolean;
}

export interface BaseAddressOptions {
  /** The person has allowed plain http to this very address, in words. Default false. */
  readonly allowPlainHttp?: boolean;
}

/**
 * Reads the base address of a service, such as `https://api.example.com/v2`.
 * Throws ServiceError: 'invalid' when it is no such address, 'insecure' for plain http to another machine unless that is allowed.
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

/** Whether a host name, as `URL.hostname` gives it, means this machine whatever a name server says. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refused(reason: 'invalid' | 'insecure', message: string): ServiceError {
  return new ServiceError(reason, message, { outcome: 'not-sent' });
}

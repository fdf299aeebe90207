import { present } from '../../base/present.ts';
import { stringOf } from '../../base/unknownValue.ts';
import { statusReason } from '../interface/catalog.ts';
import { proxyAddressCode } from './proxy.ts';
import { proxyNegotiationCode } from './proxySignIn.ts';
import { notPublicCode } from './createPublicLookup.ts';
import { ServiceError, type RequestOutcome, type ServiceErrorReason } from '../interface/serviceError.ts';

/**
 * Makes the ServiceError for a failed connection.
 * Its cause has the code and the message from Node, which help to find the problem, and nothing of the request.
 */
export function transportError(error: unknown, outcome: RequestOutcome): ServiceError {
  const { code, message } = innermost(error);
  if (code === notPublicCode) return notPublicError();
  const cause = Object.assign(new Error(withoutQueries(message)), code !== undefined && { code });
  // The stack is not useful here and contains the original message.
  delete cause.stack;
  const httpStatus = code === proxyNegotiationCode ? 407 : tunnelRefusal(message);
  const details = { outcome, cause, ...present({ httpStatus }) };
  const reason = reasonOf(code, httpStatus);
  const sentence = sentences[reason];
  if (sentence === undefined)
    return new ServiceError(reason, `The proxy refused the connection (HTTP status ${httpStatus}).`, details);
  const suffix = code === undefined ? '' : ` (${code})`;
  return new ServiceError(reason, sentence + suffix, details);
}

function reasonOf(code: string | undefined, httpStatus: number | undefined): ServiceErrorReason {
  if (httpStatus === undefined || code === proxyNegotiationCode) return reasonOfCode(code);
  return statusReason(httpStatus) ?? 'network';
}

/** Returns the status with which a proxy refused a request; undici has it only in its message. */
function tunnelRefusal(message: string): number | undefined {
  if (message.startsWith('Proxy Authentication Required (407)')) return 407;
  const [, status] = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling/.exec(message) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Makes the error for a file at an address that is not public, such as one in the local network. */
export function notPublicError(): ServiceError {
  return new ServiceError(
    'insecure',
    'The file is at an address that is not on the public Internet, so it was not fetched.',
    { outcome: 'not-sent' },
  );
}

const sentences: Partial<Record<ServiceErrorReason, string>> = {
  timeout: 'No connection to the service could be made in time.',
  insecure: "The service's certificate cannot be verified.",
  invalid: 'The request could not be sent as it is.',
  network: 'The connection to the service failed.',
  'proxy-negotiation': 'The proxy accepts only Kerberos or NTLM.',
  'proxy-address': 'The address of the proxy is not valid, or the proxy is of an unsupported kind.',
};

function reasonOfCode(code: string | undefined): ServiceErrorReason {
  if (code === undefined) return 'network';
  if (code === proxyNegotiationCode) return 'proxy-negotiation';
  if (code === proxyAddressCode) return 'proxy-address';
  if (['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)) return 'timeout';
  if (/CERT|^UNABLE_TO_|^UND_ERR_PRX_TLS$|^(?:INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/.test(code))
    return 'insecure';
  if (['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL', 'ERR_INVALID_CHAR'].includes(code)) return 'invalid';
  return 'network';
}

/**
 * Returns the innermost error: errors are wrapped, and if several addresses were tried, the first one's error is used.
 */
function innermost(error: unknown): { readonly code: string | undefined; readonly message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (!(error instanceof Error)) return { code: undefined, message: 'Something that is no error was thrown.' };
  const code = 'code' in error ? stringOf(error.code) : undefined;
  if (code?.startsWith('UND_ERR_PRX') && error.cause instanceof Error) return innermost(error.cause);
  return { code, message: error.message };
}

function withoutQueries(message: string): string {
  return message.replace(/\?\S*/g, '?…').replace(/\/\/[^/\s@]*@/g, '//…@');
}

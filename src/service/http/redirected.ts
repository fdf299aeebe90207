import { ServiceError } from '../interface/serviceError.ts';
import type { HttpRequest, RawAnswer } from './transport.ts';

const maxRedirects = 3;

export function isRedirect({ status }: RawAnswer): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns the request that a redirect asks for: a GET of the same origin, at most three times in a row. If the new
 * address has no query, the old one with the keys is kept. Throws ServiceError 'insecure' for other redirects, because
 * keys must not be sent elsewhere, nor changes sent twice.
 */
export function redirected(
  request: HttpRequest,
  { status, location }: RawAnswer,
  { origin, redirects }: { readonly origin: string; readonly redirects: number },
): HttpRequest {
  const isFollowed = request.method === 'GET' && !request.ownConnection && redirects < maxRedirects;
  const target = URL.parse(location ?? '', origin + request.target);
  if (!isFollowed || location === undefined || target?.origin !== origin) throw refused(status);
  if (target.username !== '' || target.password !== '') throw refused(status);
  const [earlierQuery = ''] = /\?.+$/s.exec(request.target) ?? [];
  return { ...request, target: target.pathname + (target.search || earlierQuery) };
}

function refused(httpStatus: number): ServiceError {
  return new ServiceError('insecure', 'The service pointed to another address; the keys are not sent there.', {
    outcome: 'unknown',
    httpStatus,
  });
}

import { ServiceError } from '../interface/serviceError.ts';
import type { HttpRequest, RawAnswer } from './transport.ts';

const maxRedirects = 3;

export function isRedirect({ status }: RawAnswer): boolean {
  return status >= 300 && status < 400;
}

/**
 * The request that a redirect asks for: a GET of the same origin, three times in a row at most. The keys are in the query,
 * so what changes its path alone keeps it. Throws ServiceError 'insecure' for everything else: keys go nowhere else, and
 * what changes something is not sent twice.
 */
export function redirected(
  request: HttpRequest,
  { status, location }: RawAnswer,
  { origin, redirects }: { readonly origin: string; readonly redirects: number },
): HttpRequest {
  const to =
    location !== undefined && URL.canParse(location, origin + request.target)
      ? new URL(location, origin + request.target)
      : undefined;
  const isFollowed = request.method === 'GET' && !request.ownConnection && redirects < maxRedirects;
  if (!isFollowed || to?.origin !== origin || to.username !== '' || to.password !== '') throw refused(status);
  const [, query = ''] = /\?(.*)$/s.exec(request.target) ?? [];
  return { ...request, target: to.pathname + (to.search || (query && `?${query}`)) };
}

function refused(httpStatus: number): ServiceError {
  return new ServiceError('insecure', 'The service pointed to another address; the keys are not sent there.', {
    outcome: 'unknown',
    httpStatus,
  });
}

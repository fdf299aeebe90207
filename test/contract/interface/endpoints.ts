import type { Method } from './service.ts';

/** An endpoint with its path written out. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
}

/** Rows 1 to 8. */
export const jobEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/v2/translate/job/1' },
  { method: 'PUT', path: '/v2/translate/job/1' },
  { method: 'DELETE', path: '/v2/translate/job/1' },
  { method: 'GET', path: '/v2/translate/job/1/revisions' },
  { method: 'GET', path: '/v2/translate/job/1/revision/2' },
  { method: 'GET', path: '/v2/translate/job/1/feedback' },
  { method: 'POST', path: '/v2/translate/job/1/comment' },
  { method: 'GET', path: '/v2/translate/job/1/comments' },
];

/** Rows 14 to 17. */
export const accountEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/v2/account/stats' },
  { method: 'GET', path: '/v2/account/me' },
  { method: 'GET', path: '/v2/account/balance' },
  { method: 'GET', path: '/v2/account/preferred_translators' },
];

/** Endpoints that the contract refers to, and related ones in public material. */
const referencedEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v2/translate/jobs' },
  { method: 'PUT', path: '/v2/translate/jobs' },
  { method: 'GET', path: '/v2/translate/jobs' },
  { method: 'GET', path: '/v2/translate/jobs/1,2,3/' },
  { method: 'GET', path: '/v2/translate/order/1' },
  { method: 'DELETE', path: '/v2/translate/order/1' },
  { method: 'POST', path: '/v2/translate/order/1/comment' },
  { method: 'GET', path: '/v2/translate/order/1/comments' },
  { method: 'GET', path: '/v2/translate/glossary' },
  { method: 'GET', path: '/v2/translate/glossary/1' },
];

/** All endpoints that need keys: all except rows 9, 10 and 13. */
export const authenticatedEndpoints: readonly Endpoint[] = [
  ...jobEndpoints,
  { method: 'POST', path: '/v2/translate/service/quote' },
  { method: 'POST', path: '/v2/translate/service/quote/file' },
  ...accountEndpoints,
  ...referencedEndpoints,
];

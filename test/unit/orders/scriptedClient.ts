import type { ServiceClient } from '../../../src/service/serviceClient.ts';

/** The parts of a service that a test plays; any other call fails the test. */
export interface Script {
  readonly getJobs?: ServiceClient['jobs']['get'];
  readonly listJobs?: ServiceClient['jobs']['list'];
  readonly getOrder?: ServiceClient['orders']['get'];
}

export function scriptedClient({ getJobs = unexpected, listJobs = unexpected, getOrder = unexpected }: Script): ServiceClient {
  return {
    baseUrl: 'https://service.invalid/v2',
    jobs: {
      get: getJobs, list: listJobs, getOne: unexpected, approve: unexpected, revise: unexpected, reject: unexpected, archive: unexpected, cancel: unexpected,
      revisions: unexpected, revision: unexpected, feedback: unexpected, comments: unexpected, comment: unexpected,
    },
    orders: { place: unexpected, get: getOrder },
    service: { languages: unexpected, languagePairs: unexpected, quote: unexpected, unitCount: unexpected },
    account: { stats: unexpected, me: unexpected, balance: unexpected, preferredTranslators: unexpected },
    close: () => Promise.resolve(),
  };
}

function unexpected(): Promise<never> {
  return Promise.reject(new Error('This call was not expected.'));
}

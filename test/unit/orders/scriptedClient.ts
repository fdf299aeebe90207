import type { ServiceClient } from '../../../src/service/interface/serviceClient.ts';

/** The calls of the service that a test implements; any other call fails the test. */
export interface Script {
  readonly getJobs?: ServiceClient['jobs']['get'];
  readonly getJob?: ServiceClient['jobs']['getOne'];
  readonly listJobs?: ServiceClient['jobs']['list'];
  readonly getOrder?: ServiceClient['orders']['get'];
  readonly quoteFiles?: ServiceClient['service']['quoteFiles'];
  readonly download?: ServiceClient['files']['download'];
}

export function scriptedClient({
  getJobs = unexpected,
  getJob = unexpected,
  listJobs = unexpected,
  getOrder = unexpected,
  quoteFiles = unexpected,
  download = unexpected,
}: Script): ServiceClient {
  return {
    baseUrl: 'https://service.invalid/v2',
    jobs: {
      get: getJobs,
      list: listJobs,
      getOne: getJob,
      approve: unexpected,
      revise: unexpected,
      reject: unexpected,
      archive: unexpected,
      cancel: unexpected,
      approveMany: unexpected,
      reviseMany: unexpected,
      rejectMany: unexpected,
      archiveMany: unexpected,
      revisions: () => Promise.resolve([]),
      revision: unexpected,
      feedback: unexpected,
      comments: unexpected,
      comment: unexpected,
    },
    orders: { place: unexpected, get: getOrder, cancel: unexpected, comments: unexpected, comment: unexpected },
    service: { languages: unexpected, languagePairs: unexpected, quote: unexpected, quoteFiles, unitCount: unexpected },
    account: { stats: unexpected, me: unexpected, balance: unexpected, preferredTranslators: unexpected },
    glossaries: { list: unexpected, get: unexpected },
    files: { download },
    close: () => Promise.resolve(),
  };
}

function unexpected(): Promise<never> {
  return Promise.reject(new Error('This call was not expected.'));
}

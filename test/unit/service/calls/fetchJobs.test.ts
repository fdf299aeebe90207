import assert from 'node:assert/strict';
import { fetchJobs } from '../../../../src/service/calls/fetchJobs.ts';
import { RequestSeries } from '../../../../src/service/calls/requestSeries.ts';
import type { Job } from '../../../../src/service/interface/records.ts';
import type { ServiceClient } from '../../../../src/service/interface/serviceClient.ts';
import { ServiceError, type ServiceErrorReason } from '../../../../src/service/interface/serviceError.ts';
import { scriptedClient } from '../../orders/scriptedClient.ts';

function job(id: string): Job {
  return {
    id,
    status: 'pending',
    sourceLanguage: 'en',
    targetLanguage: 'ja',
    tier: 'pro',
    sourceText: id,
    autoApprove: false,
  };
}

function failure(reason: ServiceErrorReason): ServiceError {
  return new ServiceError(reason, reason, { outcome: 'unknown' });
}

function ids(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

/** A service that fails where `bad` returns an error, and the number of its calls. */
function service(bad: (ids: readonly string[]) => ServiceError | undefined) {
  let calls = 0;
  const answer = <T>(asked: readonly string[], value: () => T): Promise<T> => {
    calls += 1;
    const error = bad(asked);
    return error === undefined ? Promise.resolve(value()) : Promise.reject(error);
  };
  const client: ServiceClient = scriptedClient({
    getJobs: (asked) => answer(asked, () => asked.map(job)),
    getJob: (id) => answer([id], () => job(id)),
  });
  return { client, calls: () => calls };
}

describe('fetchJobs', () => {
  it('fetches fifty jobs in a request', async () => {
    const { client, calls } = service(() => undefined);
    const { jobs, missing, failures } = await fetchJobs(client, ids(120), new RequestSeries());
    assert.deepEqual([jobs.length, missing, failures.size, calls()], [120, [], 0, 3]);
  });

  for (const reason of ['unavailable', 'unreadable', 'service', 'forbidden', 'timeout'] as const) {
    it(`finds every job except the one that fails with '${reason}', in few requests`, async () => {
      const { client, calls } = service((asked) => (asked.includes('77') ? failure(reason) : undefined));
      const { jobs, failures } = await fetchJobs(client, ids(150), new RequestSeries());
      assert.deepEqual([jobs.length, [...failures].map(([id, error]) => [id, error.reason])], [149, [['77', reason]]]);
      assert.ok(calls() <= 30, String(calls()));
    });
  }

  it('fetches a missing job alone if its record may be the one that cannot be read', async () => {
    const alone: string[] = [];
    const client = scriptedClient({
      getJobs: (asked, options) => {
        options?.onUnreadable?.({ problem: 'response.jobs[1].job_id is absent' });
        return Promise.resolve(asked.slice(2).map(job));
      },
      getJob: (id) => {
        alone.push(id);
        return id === '0' ? Promise.resolve(job('another')) : Promise.reject(failure('not-found'));
      },
    });
    const { jobs, missing, failures } = await fetchJobs(client, ids(5), new RequestSeries());
    assert.deepEqual(
      [jobs.map(({ id }) => id), missing, [...failures.keys()], alone],
      [['2', '3', '4'], ['1'], ['0'], ['0', '1']],
    );
  });

  it('limits the number of requests if all of them fail', async () => {
    const { client, calls } = service(() => failure('unavailable'));
    const series = new RequestSeries();
    const { failures } = await fetchJobs(client, ids(1000), series);
    assert.equal(failures.size, 1000);
    assert.ok(calls() <= 160, String(calls()));
    assert.throws(
      () => {
        series.throwIfUnanswered();
      },
      { reason: 'unavailable' },
    );
  });

  for (const [reason, most] of [
    ['authentication', 4],
    ['network', 6],
    ['proxy-authentication', 4],
    ['aborted', 4],
  ] as const) {
    it(`gives up after few requests if every request fails with '${reason}'`, async () => {
      const { client, calls } = service(() => failure(reason));
      await assert.rejects(fetchJobs(client, ids(1000), new RequestSeries()), { reason });
      assert.ok(calls() <= most, String(calls()));
    });
  }
});

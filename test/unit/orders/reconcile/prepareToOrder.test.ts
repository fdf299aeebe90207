import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../../src/base/clock.ts';
import { Journal } from '../../../../src/orders/journal/journal.ts';
import { Ledger } from '../../../../src/orders/journal/ledger.ts';
import { recoverUnknownJobs } from '../../../../src/orders/reconcile/prepareToOrder.ts';
import { ServiceError } from '../../../../src/service/interface/serviceError.ts';
import { scriptedClient, type Script } from '../scriptedClient.ts';

describe('recoverUnknownJobs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unknown-jobs-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  async function ask(script: Script) {
    const ledger = new Ledger();
    const journal = new Journal(
      path.join(folder, 'journal.jsonl'),
      (entry) => {
        ledger.apply(entry);
      },
      () => undefined,
    );
    await journal.sync();
    const context = {
      client: scriptedClient(script),
      journal,
      ledger,
      clock: systemClock,
      simulated: false,
      origin: 'https://service.invalid',
      openProjects: () => [],
      findProject: () => undefined,
      layouts: () => ({ patterns: [], sourceLocale: 'en' }),
      log: () => undefined,
    };
    return { ...(await recoverUnknownJobs(context, new Set())), asked: ledger.askedUntil };
  }

  it('reports whether the service may have listed only some of its jobs', async () => {
    // All in one second.
    const createdAt = Math.floor(Date.now() / 1000 - 60) * 1000;
    const crowded = Array.from({ length: 200 }, (_, index) => ({ id: String(index), createdAt }));
    const listJobs: Script['listJobs'] = ({ timestampAfter = 0 }) =>
      Promise.resolve(crowded.filter(({ createdAt }) => createdAt >= timestampAfter));
    const getJobs: Script['getJobs'] = () => Promise.resolve([]);
    assert.equal((await ask({ listJobs, getJobs })).isComplete, false);
    assert.equal((await ask({ listJobs: () => Promise.resolve([]) })).isComplete, true);
  });

  it('rejects if the service returns no list, so that nothing is ordered without it', async () => {
    const failure = new ServiceError('unavailable', 'The service is out of order.', { outcome: 'unknown' });
    await assert.rejects(ask({ listJobs: () => Promise.reject(failure) }), failure);
  });
});

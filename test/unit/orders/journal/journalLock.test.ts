import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withFileLock } from '../../../../src/orders/journal/journalLock.ts';
import { OrderError } from '../../../../src/orders/model/orderError.ts';

describe('withFileLock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('rejects as busy while another process holds the lock, and passes other errors on', async () => {
    const lock = path.join(folder, 'journal.lock');
    await withFileLock(lock, async () => {
      await assert.rejects(
        withFileLock(lock, () => Promise.resolve(), { patienceMs: 30 }),
        (error) => error instanceof OrderError && error.reason === 'busy',
      );
    });
    await assert.rejects(
      withFileLock(lock, () => Promise.reject(new Error('no'))),
      /no/u,
    );
    assert.equal(await withFileLock(lock, () => Promise.resolve(7)), 7);
  });
});

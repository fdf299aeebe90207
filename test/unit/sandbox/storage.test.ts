import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { queueJob, type SandboxJob } from '../../../src/sandbox/job.ts';
import { openStorage } from '../../../src/sandbox/storage.ts';

function job(id: number, slug: string): SandboxJob {
  return queueJob({ id, orderId: 1, slug, bodySrc: 'x', lcSrc: 'en', lcTgt: 'ja', tier: 'pro', unitCount: 1, cents: 1, autoApprove: false, position: 1 }, 0);
}

describe('sandbox/storage', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-storage-'));
    file = path.join(folder, 'data.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function heldIn(): Promise<unknown> {
    const { held, storage } = await openStorage(file);
    await storage.close();
    return held;
  }

  it('gives back what was stored, the newest of each', async () => {
    const { held, storage } = await openStorage(file);
    assert.deepEqual(held, {});
    storage.append({ jobs: [job(1, 'old'), job(2, 'b')], clockOffset: 5 });
    storage.append({ jobs: [job(1, 'new')], account: { balanceCents: 1, spentCents: 2, since: 3 } });
    await storage.close();
    const expected = { jobs: [job(1, 'new'), job(2, 'b')], orders: [], clockOffset: 5, account: { balanceCents: 1, spentCents: 2, since: 3 } };
    assert.deepEqual(await heldIn(), expected);
    assert.deepEqual(await heldIn(), expected);
  });

  it('has a change on disk when flush resolves', async () => {
    const { storage } = await openStorage(file);
    storage.append({ clockOffset: 42 });
    await storage.flush();
    assert.match(await readFile(file, 'utf8'), /"clockOffset":42\}\n$/u);
    await storage.close();
  });

  it('writes in order what comes while it writes', async () => {
    const { storage } = await openStorage(file);
    await Promise.all(Array.from({ length: 50 }, (_, index) => {
      storage.append({ clockOffset: index });
      return storage.flush();
    }));
    await storage.close();
    assert.deepEqual(await heldIn(), { clockOffset: 49, jobs: [], orders: [] });
  });

  it('drops a last line that was cut off', async () => {
    const { storage } = await openStorage(file);
    storage.append({ clockOffset: 1 });
    await storage.close();
    await appendFile(file, '{"clockOffset":2');
    assert.deepEqual(await heldIn(), { clockOffset: 1, jobs: [], orders: [] });
  });

  it('keeps only what counts when it is opened, and leaves no drafts', async () => {
    const { storage } = await openStorage(file);
    for (let index = 0; index < 20; index += 1) storage.append({ jobs: [job(1, String(index))] });
    await storage.close();
    await heldIn();
    assert.equal((await readFile(file, 'utf8')).split('\n').length, 3);
    assert.deepEqual(await readdir(folder), ['data.jsonl']);
  });

  for (const [what, content] of [['a file of something else', 'hello\n'], ['a damaged line', '{"format":"human-translation-sandbox","version":1}\nrubbish\n{}\n']] as const) {
    it(`refuses ${what} and leaves it alone`, async () => {
      await writeFile(file, content);
      await assert.rejects(openStorage(file), /data file|damaged/u);
      assert.equal(await readFile(file, 'utf8'), content);
    });
  }
});

import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../../../src/base/present.ts';
import { queueJob, type SandboxJob } from '../../../../src/sandbox/records/job.ts';
import { openStorage } from '../../../../src/sandbox/storage/storage.ts';

function job(id: number, slug: string): SandboxJob {
  return queueJob(
    {
      id,
      orderId: 1,
      slug,
      bodySrc: 'x',
      lcSrc: 'en',
      lcTgt: 'ja',
      tier: 'pro',
      unitCount: 1,
      cents: 1,
      autoApprove: false,
      position: 1,
    },
    0,
  );
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

  it('returns stored records, the newest version of each', async () => {
    const { held, storage } = await openStorage(file);
    assert.deepEqual(held, {});
    storage.append({ jobs: [job(1, 'old'), job(2, 'b')], clockOffset: 5 });
    storage.append({ jobs: [job(1, 'new')], account: { balanceCents: 1, spentCents: 2, since: 3 } });
    await storage.close();
    const expected = {
      jobs: [job(1, 'new'), job(2, 'b')],
      orders: [],
      clockOffset: 5,
      account: { balanceCents: 1, spentCents: 2, since: 3 },
    };
    assert.deepEqual(await heldIn(), expected);
    assert.deepEqual(await heldIn(), expected);
  });

  it('has written a change to disk when flush resolves', async () => {
    const { storage } = await openStorage(file);
    storage.append({ clockOffset: 42 });
    await storage.flush();
    assert.match(await readFile(file, 'utf8'), /"clockOffset":42\}\n$/u);
    await storage.close();
  });

  it('writes changes in order that arrive during a write', async () => {
    const { storage } = await openStorage(file);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        storage.append({ clockOffset: index });
        return storage.flush();
      }),
    );
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

  it('keeps only current records when it is opened, and removes drafts', async () => {
    const { storage } = await openStorage(file);
    for (let index = 0; index < 20; index += 1) storage.append({ jobs: [job(1, String(index))] });
    await storage.close();
    await heldIn();
    assert.equal((await readFile(file, 'utf8')).split('\n').length, 3);
    assert.deepEqual(await readdir(folder), ['data.jsonl']);
  });

  it('removes deleted files and finished callbacks', async () => {
    const kept = {
      identifier: 'i',
      filename: 'a.txt',
      mimeType: 'text/plain',
      lcSrc: 'en',
      lcTgt: 'fr',
      tier: 'pro',
      unitCount: 1,
      cents: 1,
      at: 0,
      hash: 'h',
      size: 1,
    };
    const callback = {
      id: 1,
      job: 1,
      url: 'http://127.0.0.1/',
      field: 'job' as const,
      payload: '{}',
      madeAt: 0,
      at: 0,
    };
    const { storage } = await openStorage(file);
    storage.append({ files: [kept, { ...kept, identifier: 'j' }], callbacks: [callback, { ...callback, id: 2 }] });
    storage.append({ forgottenFiles: ['i'], doneCallbacks: [1], callbacks: [{ ...callback, id: 2, at: 9 }] });
    await storage.close();
    const expected = {
      jobs: [],
      orders: [],
      files: [{ ...kept, identifier: 'j' }],
      callbacks: [{ ...callback, id: 2, at: 9 }],
    };
    assert.deepEqual(await heldIn(), expected);
    assert.deepEqual(await heldIn(), expected);
  });

  it('keeps records of additional accounts separate, including when it is rewritten', async () => {
    const account = { balanceCents: 1, spentCents: 2, since: 3 };
    const { storage } = await openStorage(file, { severalAccounts: true, slackBytes: 1 });
    storage.append({ jobs: [job(1, 'first')], account });
    for (let round = 0; round < 5; round += 1) {
      storage.append({ owner: 'a', jobs: [job(2, `round ${round}`)], account: { ...account, balanceCents: round } });
      storage.append({ owner: '__proto__', jobs: Array.from({ length: 1001 }, (_, index) => job(10 + index, 'many')) });
      await storage.flush();
    }
    await storage.close();
    for (let time = 0; time < 2; time += 1) {
      const { held, further, storage: again } = await openStorage(file);
      await again.close();
      assert.deepEqual(held, { jobs: [job(1, 'first')], orders: [], account });
      assert.deepEqual(further.get('a'), {
        jobs: [job(2, 'round 4')],
        orders: [],
        account: { ...account, balanceCents: 4 },
      });
      assert.deepEqual([...further.keys(), further.get('__proto__')?.jobs?.length], ['a', '__proto__', 1001]);
    }
  });

  it('uses another header with additional accounts, which programs for one account refuse', async () => {
    const firstLine = async (severalAccounts?: boolean): Promise<string | undefined> => {
      const { storage } = await openStorage(file, present({ severalAccounts }));
      if (severalAccounts === true) storage.append({ owner: 'a', clockOffset: 1 });
      await storage.close();
      return (await readFile(file, 'utf8')).split('\n')[0];
    };
    const [one, several] = [
      '{"format":"human-translation-sandbox","version":1}',
      '{"format":"human-translation-sandbox","version":2}',
    ];
    assert.deepEqual([await firstLine(), await firstLine(true), await firstLine()], [one, several, several]);
  });

  it('is rewritten without data loss when too much of it is superseded', async () => {
    const { storage } = await openStorage(file, { slackBytes: 10_000 });
    let largest = 0;
    for (let round = 0; round < 200; round += 1) {
      storage.append({
        jobs: [job(1, `round ${round} ${'x'.repeat(500)}`), job(1000 + round, 'one more')],
        clockOffset: round,
      });
      await storage.flush();
      largest = Math.max(largest, (await stat(file)).size);
    }
    storage.append({ clockOffset: 1000 });
    await storage.close();
    assert.ok(largest < 3 * 200 * 300 + 20_000, `${largest} bytes`);
    const held = (await heldIn()) as { jobs: SandboxJob[]; clockOffset: number };
    assert.deepEqual(
      [held.jobs.length, held.clockOffset, held.jobs[0]!.slug.startsWith('round 199 ')],
      [201, 1000, true],
    );
    assert.deepEqual(await readdir(folder), ['data.jsonl']);
  });

  it('stores more jobs than fit on a line', async () => {
    const { storage } = await openStorage(file);
    storage.append({ jobs: Array.from({ length: 2500 }, (_, index) => job(index + 1, String(index))), clockOffset: 7 });
    await storage.close();
    for (let time = 0; time < 2; time += 1) {
      const held = (await heldIn()) as { jobs: SandboxJob[]; clockOffset: number };
      assert.deepEqual([held.jobs.length, held.jobs[2499]!.slug, held.clockOffset], [2500, '2499', 7]);
    }
  });

  it('continues to grow when there is no disk space to rewrite it', async () => {
    const { storage } = await openStorage(file, { slackBytes: 1 });
    await mkdir(path.join(folder, `.data.jsonl.${process.pid}.tmp`));
    for (let round = 0; round < 20; round += 1) {
      storage.append({ clockOffset: round });
      await storage.flush();
    }
    await storage.close();
    await rm(path.join(folder, `.data.jsonl.${process.pid}.tmp`), { recursive: true });
    assert.deepEqual(await heldIn(), { jobs: [], orders: [], clockOffset: 19 });
  });

  it('rejects permanently after a failed write', async () => {
    const { storage } = await openStorage(file);
    await storage.close();
    storage.append({ clockOffset: 1 });
    await assert.rejects(storage.flush());
    await assert.rejects(storage.flush());
    storage.append({ clockOffset: 2 });
    await assert.rejects(storage.flush());
    assert.deepEqual(await heldIn(), { jobs: [], orders: [] });
  });

  it('removes drafts of killed processes, and nothing else', async () => {
    for (const name of ['.data.jsonl.123.tmp', '.data.jsonl.notes.tmp', '.other.123.tmp', 'data.jsonl.tmp'])
      await writeFile(path.join(folder, name), 'x');
    await heldIn();
    assert.deepEqual((await readdir(folder)).toSorted(), [
      '.data.jsonl.notes.tmp',
      '.other.123.tmp',
      'data.jsonl',
      'data.jsonl.tmp',
    ]);
  });

  for (const [what, content] of [
    ['a file of something else', 'hello\n'],
    ['a damaged line', '{"format":"human-translation-sandbox","version":1}\nrubbish\n{}\n'],
    ['a beginning without an end', '{"format":"human'],
    ['another version', '{"format":"human-translation-sandbox","version":3}\n{}\n'],
  ] as const) {
    it(`refuses ${what} and does not change it`, async () => {
      await writeFile(file, content);
      await assert.rejects(openStorage(file), /data file|damaged/u);
      assert.equal(await readFile(file, 'utf8'), content);
    });
  }
});

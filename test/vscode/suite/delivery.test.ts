import assert from 'node:assert/strict';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { japanese, makeCase, orderAndTranslate, withCart } from './localeCase.ts';
import { approveElsewhere, readFeedback, readJob, useManualSandbox } from './sandboxService.ts';

const byteOrderMark = '\uFEFF';
const translation = 'カート ([[[{count}]]])';
const delivered = 'カート ({count})';

describe('delivery to a closed file', () => {
  before(useManualSandbox);

  it('writes exactly the approved value, and sends the rating to the service', async () => {
    const place = await makeCase('closed');
    const jobId = await orderAndTranslate(place, translation);
    assert.equal((await place.readTarget()).toString(), japanese, 'written before it was approved');
    await jobCommand('approve', jobId, { rating: 5, forTranslator: 'Thank you!' });
    assert.equal((await place.readTarget()).toString(), withCart(delivered));
    assert.equal((await readJob(jobId)).status, 'approved');
    assert.deepEqual(await readFeedback(jobId), { rating: 5, for_translator: 'Thank you!' });
  });

  const styles: Readonly<Record<string, string>> = {
    'CRLF line ends': japanese.replaceAll('\n', '\r\n'),
    'a byte order mark': byteOrderMark + japanese,
    'no final newline': japanese.trimEnd(),
    'CRLF, a byte order mark and no final newline at once': byteOrderMark + japanese.trimEnd().replaceAll('\n', '\r\n'),
  };
  for (const [name, before] of Object.entries(styles)) {
    it(`keeps ${name}, and Undo Delivery restores every byte`, async () => {
      const place = await makeCase(name.replaceAll(/[^A-Za-z]+/gu, '-'), before);
      const jobId = await orderAndTranslate(place, translation);
      await jobCommand('approve', jobId);
      assert.deepEqual(await place.readTarget(), Buffer.from(withCart(delivered, before)));
      await jobCommand('undoDelivery', jobId);
      assert.deepEqual(await place.readTarget(), Buffer.from(before));
      await refreshJobs();
      assert.deepEqual(await place.readTarget(), Buffer.from(before), 'a refresh repeated the undone delivery');
    });
  }

  it('creates a missing file, which Undo Delivery deletes', async () => {
    const place = await makeCase('no-file');
    await rm(place.target.fsPath);
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('approve', jobId);
    assert.deepEqual(JSON.parse((await place.readTarget()).toString()), { cart: delivered });
    await jobCommand('undoDelivery', jobId);
    assert.equal(existsSync(place.target.fsPath), false);
  });

  it('delivers a translation that was approved elsewhere at the next refresh, once', async () => {
    const place = await makeCase('elsewhere');
    const jobId = await orderAndTranslate(place, translation);
    await approveElsewhere(jobId);
    await refreshJobs();
    assert.equal((await place.readTarget()).toString(), withCart(delivered));
  });

  it('does not replace a value that was added since the order until the user delivers anyway', async () => {
    const place = await makeCase('filled');
    const jobId = await orderAndTranslate(place, translation);
    const byHand = withCart('手で書いた ({count})');
    await writeFile(place.target.fsPath, byHand);
    await jobCommand('approve', jobId);
    assert.equal((await place.readTarget()).toString(), byHand);
    await jobCommand('deliver', jobId, { confirmed: true });
    assert.equal((await place.readTarget()).toString(), withCart(delivered));
  });

  it('does not undo a delivery if the file has changed since', async () => {
    const place = await makeCase('changed-since');
    const jobId = await orderAndTranslate(place, translation);
    await jobCommand('approve', jobId);
    const changed = withCart('直した ({count})');
    await writeFile(place.target.fsPath, changed);
    await assert.rejects(jobCommand('undoDelivery', jobId), /changed-since/u);
    assert.equal((await place.readTarget()).toString(), changed);
  });

  it('does not replace a read-only file, and delivers once the file is writable', async () => {
    const place = await makeCase('read-only');
    const jobId = await orderAndTranslate(place, translation);
    await chmod(place.target.fsPath, 0o444);
    try {
      await jobCommand('approve', jobId);
      await assert.rejects(jobCommand('deliver', jobId, { confirmed: true }), /not-delivered: /u);
      assert.equal((await place.readTarget()).toString(), japanese);
      assert.equal((await stat(place.target.fsPath)).mode & 0o777, 0o444);
      assert.deepEqual(
        (await readdir(path.dirname(place.target.fsPath))).sort(),
        ['en.json', 'ja.json'],
        'a temporary file remains',
      );
    } finally {
      await chmod(place.target.fsPath, 0o644);
    }
    await refreshJobs();
    assert.equal((await place.readTarget()).toString(), withCart(delivered));
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { cart, japanese, makeCase, orderUnit } from './localeCase.ts';
import { approveElsewhere, translateJob, useManualSandbox } from './sandboxService.ts';

/** What the custom data of a job may pretend; everything it does not name is right. */
const lies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'the hash of another text': { h: createHash('sha256').update('Home').digest('hex').slice(0, 16) },
  'a hash that is none': { h: '' },
  'a path that leads out of the folder': { f: '../locales/en.json' },
  'a path that leads out and in again': { f: 'cases/../../outside/locales/en.json' },
  'an absolute path': { f: '/tmp/locales/en.json' },
  'a path with backslashes': { f: '..\\locales\\en.json' },
  'a file that is no locale file': { f: 'package.json' },
  'a file that is not there': { f: 'cases/nowhere/locales/en.json' },
  'a key that the file lacks, with the hash of no text': { k: '__proto__', h: '0000000000000000' },
  'a project that is not open': { p: '00000000' },
  'a locale that is none': { l: '../../ja' },
  'another version of the mark': { ht: 2 },
  'a number that is none': { n: 'one' },
};

describe('custom data that lies', () => {
  before(useManualSandbox);

  for (const [name, lie] of Object.entries(lies)) {
    it(`is neither shown nor written: ${name}`, async () => {
      const place = await makeCase(`lie-${name.replaceAll(/[^A-Za-z]+/gu, '-')}`);
      const jobId = await orderUnit(place, cart, lie);
      await translateJob(jobId, '盗まれた ([[[{count}]]])');
      await refreshJobs();
      await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);

      await approveElsewhere(jobId);
      await refreshJobs();
      assert.equal((await place.readTarget()).toString(), japanese);
      const root = place.folder.uri.fsPath;
      for (const folder of ['../locales', '../outside', 'cases/nowhere']) assert.equal(existsSync(path.join(root, folder)), false, `${folder} was made`);
    });
  }

  it('is not believed for a text that the file does not have', async () => {
    const place = await makeCase('lie-other-text');
    const jobId = await orderUnit(place, { ...cart, sent: 'Something else' });
    await translateJob(jobId, '別のもの');
    await refreshJobs();
    await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);
    await approveElsewhere(jobId);
    await refreshJobs();
    assert.equal((await place.readTarget()).toString(), japanese);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { cart, english, japanese, makeCase, openFolder, orderUnit } from './localeCase.ts';
import { approveElsewhere, translateJob, useManualSandbox } from './sandboxService.ts';

describe('custom data that lies', () => {
  const root = openFolder(0).uri.fsPath;
  /** Locale files that are there, and would do, but are not in an open folder. */
  const outside = path.join(path.dirname(root), 'outside', 'locales');

  /** What the custom data of a job may pretend; everything it does not name is right. */
  const lies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'the hash of another text': { h: createHash('sha256').update('Home').digest('hex').slice(0, 16) },
    'a hash that is none': { h: '' },
    'a path that leads out of the folder': { f: '../outside/locales/en.json' },
    'a path that leads in and out again': { f: 'cases/../../outside/locales/en.json' },
    'an absolute path': { f: path.join(outside, 'en.json') },
    'a path with backslashes': { f: '..\\outside\\locales\\en.json' },
    'a file that is no locale file': { f: 'package.json' },
    'a file that is not there': { f: 'cases/nowhere/locales/en.json' },
    'a key that the file lacks': { k: '__proto__' },
    'a project that is not open': { p: '00000000' },
    'a locale that is none': { l: '../../ja' },
    'the source’s own locale': { l: 'en' },
    'another version of the mark': { ht: 2 },
    'a number that is none': { n: 'one' },
  };

  before(async () => {
    await useManualSandbox();
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, 'en.json'), english);
    await writeFile(path.join(outside, 'ja.json'), japanese);
  });

  for (const [name, lie] of Object.entries(lies)) {
    it(`is neither shown nor written: ${name}`, async () => {
      const place = await makeCase(`lie-${name.replaceAll(/[^A-Za-z]+/gu, '-')}`);
      await assertUnknown(await orderUnit(place, cart, lie));
      assert.equal((await place.readTarget()).toString(), japanese);
      assert.equal(await readFile(path.join(root, place.source), 'utf8'), english);
      assert.equal(await readFile(path.join(outside, 'ja.json'), 'utf8'), japanese);
      assert.equal(existsSync(path.join(root, 'cases', 'nowhere')), false);
    });
  }

  it('is not believed for a text that the file does not have', async () => {
    const place = await makeCase('lie-other-text');
    await assertUnknown(await orderUnit(place, { ...cart, sent: 'Something else' }));
    assert.equal((await place.readTarget()).toString(), japanese);
  });
});

/** A job of somebody else: nothing of the extension knows it, to review or to deliver. */
async function assertUnknown(jobId: string): Promise<void> {
  await translateJob(jobId, '盗まれた ([[[{count}]]])');
  await refreshJobs();
  await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);
  await approveElsewhere(jobId);
  await refreshJobs();
}

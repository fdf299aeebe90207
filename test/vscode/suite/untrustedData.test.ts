import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { cart, english, japanese, makeCase, openFolder, orderUnit } from './localeCase.ts';
import { approveElsewhere, translateJob, useManualSandbox } from './sandboxService.ts';

describe('wrong custom data', () => {
  const root = openFolder(0).uri.fsPath;
  /** Valid locale files outside the open folders. */
  const outside = path.join(path.dirname(root), 'outside', 'locales');

  /** Wrong members of a job's custom data; the other members are correct. */
  const lies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'the hash of another text': { h: createHash('sha256').update('Home').digest('hex').slice(0, 16) },
    'an empty hash': { h: '' },
    'a path that leads out of the folder': { f: '../outside/locales/en.json' },
    'a path that leads out of the folder from below': { f: 'cases/../../outside/locales/en.json' },
    'an absolute path': { f: path.join(outside, 'en.json') },
    'a path with backslashes': { f: '..\\outside\\locales\\en.json' },
    'a file other than a locale file': { f: 'package.json' },
    'a missing file': { f: 'cases/nowhere/locales/en.json' },
    'a key that the file lacks': { k: '__proto__' },
    'a project that is not open': { p: '00000000' },
    'an invalid locale': { l: '../../ja' },
    'the source’s own locale': { l: 'en' },
    'another version of the mark': { ht: 2 },
    'an invalid number': { n: 'one' },
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

  it('is ignored for a text that differs from the file’s', async () => {
    const place = await makeCase('lie-other-text');
    await assertUnknown(await orderUnit(place, { ...cart, sent: 'Something else' }));
    assert.equal((await place.readTarget()).toString(), japanese);
  });
});

/** Asserts that a job can be neither reviewed nor delivered. */
async function assertUnknown(jobId: string): Promise<void> {
  await translateJob(jobId, '盗まれた ([[[{count}]]])');
  await refreshJobs();
  await assert.rejects(jobCommand('openJob', jobId), /unknown-job/u);
  await approveElsewhere(jobId);
  await refreshJobs();
}

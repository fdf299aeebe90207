import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jobCommand, refreshJobs } from './jobCommand.ts';
import { cart, english, japanese, makeCase, openFolder, orderUnit, type LocaleCase } from './localeCase.ts';
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

  const otherText = 'a text that differs from the file’s';
  const names = [...Object.keys(lies), otherText];
  /** The job of each wrong custom data, and the files that it names. */
  const cases = new Map<string, { readonly jobId: string; readonly place: LocaleCase }>();

  before(async function () {
    this.timeout(120_000);
    await useManualSandbox();
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, 'en.json'), english);
    await writeFile(path.join(outside, 'ja.json'), japanese);
    for (const [index, name] of names.entries()) {
      const place = await makeCase(`lie-${index}`);
      const unit = name === otherText ? { ...cart, sent: 'Something else' } : cart;
      const jobId = await orderUnit(place, unit, lies[name]);
      await translateJob(jobId, '盗まれた ([[[{count}]]])');
      cases.set(name, { jobId, place });
    }
    await refreshJobs();
  });

  for (const name of names)
    it(`is not shown: ${name}`, async () => {
      await assert.rejects(jobCommand('openJob', cases.get(name)!.jobId), /unknown-job/u);
    });

  describe('of an approved translation', () => {
    before(async () => {
      for (const { jobId } of cases.values()) await approveElsewhere(jobId);
      await refreshJobs();
    });

    for (const name of names)
      it(`is not written: ${name}`, async () => {
        const { place } = cases.get(name)!;
        assert.equal((await place.readTarget()).toString(), japanese);
        assert.equal(await readFile(path.join(root, place.source), 'utf8'), english);
      });

    it('changes and creates no file outside', async () => {
      assert.equal(await readFile(path.join(outside, 'ja.json'), 'utf8'), japanese);
      assert.equal(existsSync(path.join(root, 'cases', 'nowhere')), false);
    });
  });
});

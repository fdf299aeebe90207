import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { jobCommand } from './jobCommand.ts';
import { makeCase, orderAndTranslate } from './localeCase.ts';
import { readSandbox, useManualSandbox } from './sandboxService.ts';
import { globalStorage, runFolder } from './storage.ts';
import { waitUntil } from './waitUntil.ts';

describe('keys', () => {
  before(useManualSandbox);

  it('stand in no settings, no state, no journal and no log', async () => {
    const { apiKey, privateKey, controlToken } = await readSandbox();
    const jobId = await orderAndTranslate(await makeCase('secrets'), 'カート');
    await assert.rejects(jobCommand('revise', jobId, { comment: '' }));
    await jobCommand('approve', jobId, { override: true });

    const files = await filesBelow(runFolder());
    assert.ok(files.some((file) => file.endsWith('settings.json')), 'the settings were not looked at');
    assert.ok(files.some((file) => file.endsWith('.jsonl')), 'the journal was not looked at');
    await waitUntil('a log of the extension', async () => (await filesBelow(runFolder())).some((file) => file.endsWith('Human Translation.log')));
    for (const file of await filesBelow(runFolder())) {
      const text = await readFile(file, 'latin1').catch(() => '');
      for (const [name, secret] of Object.entries({ apiKey, privateKey, controlToken, signature: 'api_sig=' })) {
        assert.equal(text.includes(secret), false, `${file} holds the ${name}`);
      }
    }
  });
});

/** All files of the run, without installed extensions and without the sandbox's own folder, whose port file holds the keys for its owner alone. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'extensions' || file === globalStorage('sandbox') ? [] : filesBelow(file);
      return entry.isFile() ? [file] : [];
    }),
  );
  return found.flat();
}

import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { jobCommand } from './jobCommand.ts';
import { makeCase, orderAndTranslate } from './localeCase.ts';
import { readSandbox, useManualSandbox } from './sandboxService.ts';
import { globalStorage, runFolder } from './storage.ts';

/** The files of the sandbox that contain its keys. */
const keyFiles = (): readonly string[] =>
  ['sandbox.json', 'sandbox-data.jsonl'].map((name) => globalStorage('sandbox', name));

describe('keys', () => {
  before(useManualSandbox);

  it('are in no settings, state, journal or log', async () => {
    const { apiKey, privateKey, controlToken } = await readSandbox();
    const jobId = await orderAndTranslate(await makeCase('secrets'), 'カート');
    await assert.rejects(jobCommand('revise', jobId, { comment: '' }));
    await jobCommand('approve', jobId, { override: true });

    const files = await filesBelow(runFolder());
    // The desktop also writes the logs of channels; VS Code's server from npm lacks the module for that.
    for (const name of ['settings.json', '.jsonl', 'sandbox.log'])
      assert.ok(
        files.some((file) => file.endsWith(name)),
        `${name} was not looked at`,
      );
    for (const file of files) {
      const text = await readFile(file, 'latin1').catch(() => '');
      for (const [name, secret] of Object.entries({ apiKey, privateKey, controlToken, signature: 'api_sig=' })) {
        assert.equal(text.includes(secret), false, `${file} holds the ${name}`);
      }
    }
  });

  it('of the sandbox are readable by their owner only', async function () {
    // Windows has no such modes; there the files are protected by the user's profile.
    if (process.platform === 'win32') this.skip();
    for (const file of keyFiles()) assert.equal((await stat(file)).mode & 0o077, 0, file);
  });
});

/** All files of the run, except installed extensions and files that contain the sandbox's keys. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'extensions' ? [] : filesBelow(file);
      return entry.isFile() && !keyFiles().includes(file) ? [file] : [];
    }),
  );
  return found.flat();
}

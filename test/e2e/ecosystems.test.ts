import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ecosystemFixtures, outFolder } from '../host/paths.ts';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { answerWizard, orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);

/** Projects as five ecosystems have them: what is ordered from, and into what. `NAME.diff` beside each is what git shows in the end. */
const ecosystems = [
  { name: 'rails', opens: 'config/locales/en.yml', language: 'Polish', target: 'config/locales/pl.yml' },
  { name: 'android', opens: 'app/src/main/res/values/strings.xml', language: 'French', target: 'app/src/main/res/values-fr/strings.xml' },
  { name: 'apple', opens: 'Shop/Localizable.xcstrings', language: 'Japanese', target: 'Shop/Localizable.xcstrings' },
  { name: 'gettext', opens: 'locale/de/LC_MESSAGES/django.po', language: 'German', target: 'locale/de/LC_MESSAGES/django.po' },
  { name: 'angular', opens: 'src/locale/messages.xlf', language: 'French', target: 'src/locale/messages.fr.xlf' },
] as const;

// From order to delivery in projects of other ecosystems; git is asked what has become of the files.
for (const { name, opens, language, target } of ecosystems) {
  describe(`a project of ${name}`, () => {
    let fresh: FreshWindow;
    let workbench: Workbench;
    let folder: string;
    pictureFailures(() => workbench);

    const git = async (...args: readonly string[]): Promise<string> => {
      const { stdout } = await run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false', ...args], { cwd: folder });
      return stdout;
    };

    before(async () => {
      fresh = await openFreshWindow({
        fixture: path.join(ecosystemFixtures, name),
        settings: { 'humanTranslation.sandbox.pace': 'instant', 'files.autoSave': 'off', 'git.enabled': false },
        prepare: async (copy) => {
          folder = copy;
          await git('init', '--quiet');
          await git('add', '.');
          await git('commit', '--quiet', '--message', 'Before the order');
        },
      });
      ({ workbench } = fresh);
    });

    after(async () => {
      await fresh.close();
    });

    it('is ordered, approved and delivered: git shows the delivered values, their states, and nothing else', async () => {
      await workbench.openFile(opens);
      await workbench.editorAction('Order Locale File').waitFor();
      await orderOpenFile(workbench, { languages: [language], whenDone: 'Approve It at Once' });
      const before = await readFile(path.join(ecosystemFixtures, name, target), 'utf8');
      await eventually('the delivery', async () => (await readFile(path.join(folder, target), 'utf8')) !== before);
      await workbench.showJobs();
      await workbench.treeRow(/^Approved/).waitFor();
      await workbench.openFile(target);
      await workbench.screenshot(`ecosystem-${name}`);

      assert.equal(await git('diff', '--name-only'), `${target}\n`);
      const diff = withoutHashes(await git('diff', '--unified=0'));
      // For people to read, and to take over when a sample changes.
      await mkdir(path.join(outFolder, 'ecosystems'), { recursive: true });
      await writeFile(path.join(outFolder, 'ecosystems', `${name}.diff`), diff);
      assert.equal(diff, await readFile(path.join(ecosystemFixtures, `${name}.diff`), 'utf8'));
    });

    it('is as before when the delivery is undone', async () => {
      await workbench.runCommand('Human Translation: Undo Delivery');
      await eventually('nothing changed', async () => (await git('status', '--porcelain')) === '');
    });
  });
}

// So large that it is read and written in a thread of its own.
describe('a large locale file', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      fixture: path.join(ecosystemFixtures, 'rails'),
      settings: { 'humanTranslation.sandbox.pace': 'instant' },
      prepare: async (copy) => {
        const texts = Array.from({ length: 2000 }, (_, index) => `    text_${index}: "Tea number ${index}, by the %{unit}"\n`);
        await appendFile(path.join(copy, 'config/locales/en.yml'), `  teas:\n${texts.join('')}`);
      },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('is quoted as a small one is', async () => {
    await workbench.openFile('config/locales/en.yml');
    await workbench.runCommand('Human Translation: Quote Locale File');
    await answerWizard(workbench, { languages: ['Polish'], quoteOnly: true });
    const { text } = await workbench.modal();
    assert.match(text, /^2,?007 texts would cost/);
    await workbench.answerModal('Cancel');
  });
});

/** What `git diff` says of the files' contents alone. */
function withoutHashes(diff: string): string {
  return diff.replaceAll(/^(?:diff|index) .*\n/gmu, '').replaceAll(/^@@ (.*?) @@.*$/gmu, '@@ $1 @@');
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  {
    name: 'android',
    opens: 'app/src/main/res/values/strings.xml',
    language: 'French',
    target: 'app/src/main/res/values-fr/strings.xml',
  },
  { name: 'apple', opens: 'Shop/Localizable.xcstrings', language: 'Japanese', target: 'Shop/Localizable.xcstrings' },
  {
    name: 'gettext',
    opens: 'locale/de/LC_MESSAGES/django.po',
    language: 'German',
    target: 'locale/de/LC_MESSAGES/django.po',
  },
  { name: 'angular', opens: 'src/locale/messages.xlf', language: 'French', target: 'src/locale/messages.fr.xlf' },
] as const;

// From order to delivery in projects of other ecosystems, all of one repository; git is asked what has become of the files.
describe('projects of other ecosystems', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let root: string;
  pictureFailures(() => workbench);

  const git = async (project: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false', ...args],
      { cwd: path.join(root, project) },
    );
    return stdout;
  };

  before(async () => {
    fresh = await openFreshWindow({
      fixture: ecosystemFixtures,
      settings: { 'humanTranslation.sandbox.pace': 'instant', 'files.autoSave': 'off', 'git.enabled': false },
      prepare: async (copy) => {
        root = copy;
        await git('.', 'init', '--quiet');
        await git('.', 'add', '.');
        await git('.', 'commit', '--quiet', '--message', 'Before the order');
      },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  for (const { name, opens, language, target } of ecosystems) {
    it(`${name}: ordered, approved and delivered, git shows the delivered values, their states, and nothing else`, async () => {
      await workbench.openFile(`${name}/${opens}`);
      await workbench.editorAction('humanTranslation.orderFile').waitFor();
      await orderOpenFile(workbench, { languages: [language], autoApprove: true });
      const before = await readFile(path.join(ecosystemFixtures, name, target), 'utf8');
      await eventually('the delivery', async () => (await readFile(path.join(root, name, target), 'utf8')) !== before);
      await workbench.showJobs();
      await workbench.treeGroup('approved').waitFor();
      await workbench.openFile(`${name}/${target}`);
      await workbench.screenshot(`ecosystem-${name}`);

      assert.equal(await git(name, 'diff', '--relative', '--name-only'), `${target}\n`);
      const diff = withoutHashes(await git(name, 'diff', '--relative', '--unified=0'));
      // For people to read, and to take over when a sample changes.
      await mkdir(path.join(outFolder, 'ecosystems'), { recursive: true });
      await writeFile(path.join(outFolder, 'ecosystems', `${name}.diff`), diff);
      assert.equal(diff, await readFile(path.join(ecosystemFixtures, `${name}.diff`), 'utf8'));
    });

    it(`${name}: as before when the delivery is undone`, async () => {
      await workbench.clearNotifications();
      await workbench.runCommand('humanTranslation.undoDelivery');
      await eventually('nothing changed', async () => (await git('.', 'status', '--porcelain')) === '');
    });
  }

  it('a large file, which is read and written in a thread of its own, is quoted as a small one is', async () => {
    const texts = Array.from(
      { length: 2000 },
      (_, index) => `  text_${index}: "Tea number ${index}, by the %{unit}"\n`,
    );
    await writeFile(path.join(root, 'rails/config/locales/teas.en.yml'), `en:\n${texts.join('')}`);
    await workbench.openFile('rails/config/locales/teas.en.yml');
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Polish'], quoteOnly: true });
    const { text } = await workbench.modal();
    assert.match(text, /^2,?000 texts would cost/);
    await workbench.dismissModal();
  });
});

/** What `git diff` says of the files' contents alone. */
function withoutHashes(diff: string): string {
  return diff.replaceAll(/^(?:diff|index) .*\n/gmu, '').replaceAll(/^@@ (.*?) @@.*$/gmu, '@@ $1 @@');
}

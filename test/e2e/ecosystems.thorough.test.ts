import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ecosystemFixtures, outFolder } from '../host/paths.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { changedText, eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);

/** Projects of five ecosystems, with source, language and target of the order. `NAME.diff` is the expected diff. */
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

// From order to delivery in projects of other ecosystems, all in one repository, whose changes git shows.
describe('projects of other ecosystems', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let root: string;
  screenshotFailures(() => workbench);

  const git = async (project: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(
      'git',
      ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false', ...args],
      { cwd: path.join(root, project) },
    );
    return stdout;
  };

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow({
      fixture: ecosystemFixtures,
      prepare: async (copy) => {
        root = copy;
        await git('.', 'init', '--quiet');
        await git('.', 'add', '.');
        await git('.', 'commit', '--quiet', '--message', 'Before the order');
      },
    });
    ({ workbench, shop: root } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  for (const { name, opens, language, target } of ecosystems) {
    it(`shows only the delivered values and their states in git: ${name}`, async () => {
      await workbench.openFile(`${name}/${opens}`);
      await workbench.editorAction('humanTranslation.orderFile').waitFor();
      await orderOpenFile(workbench, { languages: [language], autoApprove: true });
      const before = await readFile(path.join(ecosystemFixtures, name, target), 'utf8');
      await changedText('the delivery', before, () => readFile(path.join(root, name, target), 'utf8'));
      await workbench.showJobs();
      await workbench.treeGroup('approved').waitFor();
      await workbench.openFile(`${name}/${target}`);
      await workbench.screenshot(`ecosystem-${name}`);

      assert.equal(await git(name, 'diff', '--relative', '--name-only'), `${target}\n`);
      const diff = withoutHashes(await git(name, 'diff', '--relative', '--unified=0'));
      // To be read, and copied when a sample changes.
      await mkdir(path.join(outFolder, 'ecosystems'), { recursive: true });
      await writeFile(path.join(outFolder, 'ecosystems', `${name}.diff`), diff);
      assert.equal(diff, await readFile(path.join(ecosystemFixtures, `${name}.diff`), 'utf8'));
    });

    it(`shows no changes in git after the delivery was undone: ${name}`, async () => {
      await workbench.clearNotifications();
      await workbench.runCommand('humanTranslation.undoDelivery');
      await eventually('an unchanged repository', async () => (await git('.', 'status', '--porcelain')) === '');
    });
  }

  it('quotes a large file, which is processed in a separate thread', async () => {
    const texts = Array.from(
      { length: 2000 },
      (_, index) => `  text_${index}: "Tea number ${index}, by the %{unit}"\n`,
    );
    await writeFile(path.join(root, 'rails/config/locales/teas.en.yml'), `en:\n${texts.join('')}`);
    await workbench.openFile('rails/config/locales/teas.en.yml');
    await workbench.runCommand('humanTranslation.quoteFile');
    await answerWizard(workbench, { languages: ['Polish'] });
    const { text } = await workbench.modal();
    assert.match(text, /\b2,?000\b.*\d+\.\d{2}/);
    await workbench.dismissModal();
  });
});

/** Returns the output of `git diff` without the lines on hashes and file modes. */
function withoutHashes(diff: string): string {
  return diff.replaceAll(/^(?:diff|index) .*\n/gmu, '').replaceAll(/^@@ (.*?) @@.*$/gmu, '@@ $1 @@');
}

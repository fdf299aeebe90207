import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeFiles } from '../builders/writeFiles.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

/** Three folders: only in `app`, a file is in the source language. */
const files: Readonly<Record<string, unknown>> = {
  'web/locales/de.json': { greeting: 'Guten Tag', farewell: 'Auf Wiedersehen' },
  'web/locales/fr.json': { greeting: 'Bonjour' },
  'app/locales/en.json': { title: 'Stalls', open: 'Open' },
  'app/locales/nl.json': { title: 'Kramen' },
  'desktop/locales/it.json': { menu: 'File', quit: 'Esci dal programma' },
  'desktop/locales/es.json': { menu: 'Archivo' },
  'shop.code-workspace': { folders: ['web', 'app', 'desktop'].map((folder) => ({ path: folder })) },
};

describe('the question in which language the source texts are', () => {
  let root: string;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'source-'));
    const texts = Object.entries(files).map(([file, value]) => [file, JSON.stringify(value)] as const);
    await writeFiles(root, Object.fromEntries(texts));
    fresh = await openFreshWindow({ folder: path.join(root, 'shop.code-workspace') });
    ({ workbench } = fresh);
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  async function sourceLocale(folder: string): Promise<unknown> {
    const text = await readFile(path.join(root, folder, '.vscode/settings.json'), 'utf8').catch(() => '{}');
    return (JSON.parse(text) as Readonly<Record<string, unknown>>)['humanTranslation.sourceLocale'];
  }

  const question = () => workbench.quickTitle().filter({ hasText: 'Source Language' });

  it('stores nothing if it is closed', async () => {
    await workbench.openFile('locales/fr.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await question().waitFor();
    assert.deepEqual(await workbench.quickPickLabels(), ['French', 'German']);
    assert.match((await workbench.quickInput.getAttribute('aria-label')) ?? '', /source texts/u);
    await workbench.quickMessage().filter({ hasText: 'web/locales/fr.json is in English' }).waitFor();
    await workbench.screenshots('source-language');
    await workbench.pressInQuickInput('Escape');
    await question().waitFor({ state: 'hidden' });
    assert.equal(await sourceLocale('web'), undefined);
    assert.deepEqual(await workbench.notifications(), []);
  });

  it('is answered by keyboard once, in the settings of its folder', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await question().waitFor();
    await workbench.typeToRow('Germ', 'German');
    await workbench.page.keyboard.press('Enter');
    await workbench.atStep('1/2');
    const french = workbench.page.locator('.quick-input-list .monaco-list-row[aria-checked="true"]');
    await french.filter({ hasText: 'French' }).filter({ hasText: 'USD' }).waitFor();
    await workbench.screenshots('source-language-answered');
    await workbench.pressInQuickInput('Escape');
    await eventually('the answer to be stored', async () => (await sourceLocale('web')) === 'de');
    await workbench.editorAction('humanTranslation.orderFile').waitFor();
    assert.equal(await sourceLocale('app'), undefined);
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    await workbench.pressInQuickInput('Escape');
  });

  it('comes before a preview, too, and is answered by mouse', async () => {
    await workbench.openFile('locales/es.json');
    await workbench.runCommand('humanTranslation.previewSent');
    await question().waitFor();
    await workbench.pick('Italian');
    await eventually('the answer to be stored', async () => (await sourceLocale('desktop')) === 'it');
    await question().waitFor({ state: 'hidden' });
    await workbench.editorLine('Esci dal programma').waitFor();
    await workbench.runCommand('workbench.action.closeActiveEditor');
  });

  it('is not asked where a file is in the source language', async () => {
    await workbench.openFile('locales/nl.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    await workbench.pressInQuickInput('Escape');
  });
});

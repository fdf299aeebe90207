import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('names of locales that are none, or that the service has in another variety only', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow({
      prepare: async (folder) => {
        for (const name of ['ua', 'nn', 'en-AU']) await writeFile(path.join(folder, `locales/${name}.json`), '{}\n');
      },
    });
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const row = (text: string) =>
    workbench.page
      .locator('.quick-input-widget:visible .quick-input-list .monaco-list-row')
      .filter({ hasText: text })
      .first();

  async function meanings(): Promise<unknown> {
    const text = await readFile(path.join(shop, '.vscode/settings.json'), 'utf8').catch(() => '{}');
    return (JSON.parse(text) as Readonly<Record<string, unknown>>)['humanTranslation.locales'];
  }

  it('are asked about once, and the answers are in the settings of the folder', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await row('“ua” as Ukrainian').waitFor();
    await workbench.screenshot('names');
    await workbench.pressInQuickInput('Enter');
    await row('“nn” as Norwegian').waitFor();
    await row('“en-AU” as British English').waitFor();
    await workbench.screenshots('names-of-varieties');
    await workbench.pickMany(['“nn” as Norwegian Bokmål']);
    await workbench.atStep('1/2');
    await row('Ukrainian').waitFor();
    await row('Norwegian Nynorsk').waitFor();
    const labels = await workbench.quickPickLabels();
    assert.ok(!labels.includes('Australian English'), labels.join(', '));
    await workbench.pressInQuickInput('Escape');
    const answers = { 'en-AU': 'en-AU', nn: 'nb', ua: 'uk' };
    await eventually('the answers to be stored', async () => isDeepStrictEqual(await meanings(), answers));
    await workbench.runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    await row('Ukrainian').waitFor();
    await workbench.pressInQuickInput('Escape');
  });
});

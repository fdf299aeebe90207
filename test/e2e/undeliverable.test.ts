import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, connect, withPrice } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

// One translation is an empty file, as `touch` makes it; the other one is read-only.
describe('an order of what can be delivered', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow();
    ({ workbench, shop } = fresh);
    await writeFile(path.join(shop, 'locales/ja.json'), '');
    await writeFile(path.join(shop, 'locales/fr.json'), '{}\n');
    await chmod(path.join(shop, 'locales/fr.json'), 0o444);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('names what is skipped before the price, and delivers the rest to the empty file', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['French', 'Japanese'] });
    const { detail } = await workbench.modal();
    await workbench.screenshot('read-only-target');
    assert.match(detail, /Japanese/u);
    assert.doesNotMatch(detail, /^French/mu);
    assert.match(detail, /Skipped \(the target file is read-only\): \d+ strings/u);
    await workbench.answerModal();
    await workbench.notification('info', withPrice);
    await workbench.clearNotifications();
    await workbench.showJobs();
    await workbench.treeAction(/nav\.cart/, 'humanTranslation.approve');
    const delivered = (): Promise<string> => readFile(path.join(shop, 'locales/ja.json'), 'utf8');
    await eventually('the first translation', async () => (await delivered()).includes('"cart"'));
    assert.equal(await readFile(path.join(shop, 'locales/fr.json'), 'utf8'), '{}\n');
    const names = await readdir(path.join(shop, 'locales'));
    assert.deepEqual(
      names.filter((name) => name.startsWith('.')),
      [],
    );
    await workbench.screenshot('delivered-into-empty-file');
  });
});

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

// The target file is open, has unsaved changes, or was changed since the order.
describe('delivery to a file that is being edited', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  let original: string;
  const file = (): string => path.join(shop, 'locales/ja.json');
  const onDisk = (): Promise<string> => readFile(file(), 'utf8');
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow();
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
    original = await onDisk();
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeRow(/nav\.cart/).waitFor();
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('shows the translation in an open file, which stays saved, and reverts it with one undo step', async () => {
    await workbench.openFile('locales/ja.json');
    await workbench.treeAction(/nav\.cart/, 'humanTranslation.approve');
    await workbench.notification('info', 'locales/ja.json');
    await workbench.editorLine('"cart":').waitFor();
    assert.equal(await workbench.isUnsaved('ja.json'), false);
    const delivered = await onDisk();
    assert.notEqual(delivered, original);
    await workbench.treeGroup('approved', 1).waitFor();
    await workbench.screenshot('delivered-into-open-file');

    await workbench.openFile('locales/ja.json');
    await press('Control+Z');
    await workbench.editorLine('"cart":').waitFor({ state: 'detached' });
    await press('Control+S');
    await eventually('the original file', async () => (await onDisk()) === original);
    await workbench.clearNotifications();
  });

  it('keeps unsaved changes unsaved: the delivery is one undo step after them', async () => {
    await workbench.openFile('locales/ja.json');
    await press('Control+Home');
    await press('Control+Enter'); // An empty line below the first.
    await workbench.treeAction(/nav\.search/, 'humanTranslation.approve');
    await workbench.notification('info', 'locales/ja.json');
    await workbench.editorLine('"search":').waitFor();
    assert.equal(await workbench.isUnsaved('ja.json'), true);
    assert.equal(await onDisk(), original);
    await workbench.treeGroup('approved', 2).waitFor();
    await workbench.screenshot('delivered-into-unsaved-file');

    await workbench.openFile('locales/ja.json');
    await press('Control+Z');
    await workbench.editorLine('"search":').waitFor({ state: 'detached' });
    assert.equal(await workbench.isUnsaved('ja.json'), true);
    await press('Control+Shift+Z');
    await workbench.editorLine('"search":').waitFor();
    await press('Control+S');
    await eventually('both changes in the file', async () => {
      const text = await onDisk();
      return (
        text.startsWith('{\n') &&
        /^ *$/.test(text.split('\n')[1] ?? '-') &&
        'search' in (JSON.parse(text) as { nav: object }).nav
      );
    });
    await workbench.clearNotifications();
  });

  it('keeps a value that was changed by hand since the order until the user delivers anyway', async () => {
    const byHand = (await onDisk()).replace('"price": "1点 %1$s"', '"price": "1点 %1$s",\n    "madeBy": "在庫あり"');
    await writeFile(file(), byHand);
    await workbench.editorLine('在庫あり').waitFor();
    await workbench.treeAction(/product\.madeBy/, 'humanTranslation.approve');
    await workbench.notification('warning', 'product.madeBy');
    assert.equal(await onDisk(), byHand);

    await workbench.runCommand('humanTranslation.deliver');
    await workbench.pick('product.madeBy');
    const { text, buttons } = await workbench.modal();
    assert.match(text, /product\.madeBy/);
    assert.equal(buttons.length, 2);
    await workbench.screenshot('deliver-anyway');
    assert.equal(await onDisk(), byHand);
    await workbench.answerModal();
    await workbench.notification('info', 'locales/ja.json');
    await workbench.editorLine('在庫あり').waitFor({ state: 'detached' });
    const delivered = await onDisk();
    const { madeBy } = (JSON.parse(delivered) as { product: { madeBy: string } }).product;
    assert.equal(delivered, byHand.replace('"在庫あり"', JSON.stringify(madeBy)));
    await workbench.clearNotifications();
  });

  it('undoes a delivery only while the file has not changed since', async () => {
    const delivered = await onDisk();
    await writeFile(file(), `${delivered}\n`);
    await workbench.runCommand('humanTranslation.undoDelivery');
    await workbench.notification('error', 'locales/ja.json');
    assert.equal(await onDisk(), `${delivered}\n`);
    await workbench.screenshot('undo-refused');
    await workbench.clearNotifications();

    await writeFile(file(), delivered);
    await workbench.runCommand('humanTranslation.undoDelivery');
    await workbench.notification('info', 'locales/ja.json');
    await workbench.editorLine('在庫あり').waitFor();
    assert.match(await onDisk(), /"madeBy": "在庫あり"/);
  });
});

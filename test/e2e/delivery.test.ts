import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { orderOpenFile } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

// Approved translations meet what people do to the target file meanwhile.
describe('delivery into a file that people work on', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  let original: string;
  const file = (): string => path.join(shop, 'locales/ja.json');
  const onDisk = (): Promise<string> => readFile(file(), 'utf8');
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  pictureFailures(() => workbench);

  before(async () => {
    // VS Code in a browser saves by itself; on the desktop it does not.
    fresh = await openFreshWindow({
      settings: { 'humanTranslation.sandbox.pace': 'instant', 'files.autoSave': 'off' },
    });
    ({ workbench, shop } = fresh);
    original = await onDisk();
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeRow(/nav\.cart/).waitFor();
  });

  after(async () => {
    await fresh.close();
  });

  it('an open file without changes shows the translation, stays saved, and one undo takes it back', async () => {
    await workbench.openFile('locales/ja.json');
    await workbench.treeAction(/nav\.cart/, 'humanTranslation.approve');
    await workbench.notification('1 translation was written into locales/ja.json.');
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
    await eventually('the file as it was', async () => (await onDisk()) === original);
    await workbench.clearNotifications();
  });

  it('unsaved changes stay unsaved: the delivery is one undo step on top of them', async () => {
    await workbench.openFile('locales/ja.json');
    await press('Control+Home');
    await press('Control+Enter'); // An empty line below the first.
    await workbench.treeAction(/nav\.search/, 'humanTranslation.approve');
    await workbench.notification('1 translation was written into locales/ja.json.');
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

  it('a value that was changed by hand since the order is kept until it is delivered on purpose', async () => {
    const byHand = (await onDisk()).replace('"price": "1点 %1$s"', '"price": "1点 %1$s",\n    "madeBy": "在庫あり"');
    await writeFile(file(), byHand);
    await workbench.editorLine('在庫あり').waitFor();
    await workbench.treeAction(/product\.madeBy/, 'humanTranslation.approve');
    await workbench.notification(
      'The translation of “product.madeBy” into Japanese is approved. Not written: somebody changed the value',
    );
    assert.equal(await onDisk(), byHand);

    await workbench.runCommand('humanTranslation.deliver');
    await workbench.pick('product.madeBy');
    const { text, detail } = await workbench.modal();
    assert.equal(text, 'Deliver “product.madeBy” anyway?');
    assert.match(detail, /^Not written: somebody changed the value in the target file since the order\./);
    await workbench.screenshot('deliver-anyway');
    assert.equal(await onDisk(), byHand);
    await workbench.answerModal();
    await workbench.notification('1 translation was written into locales/ja.json.');
    await workbench.editorLine('在庫あり').waitFor({ state: 'detached' });
    const delivered = await onDisk();
    const { madeBy } = (JSON.parse(delivered) as { product: { madeBy: string } }).product;
    assert.equal(delivered, byHand.replace('"在庫あり"', JSON.stringify(madeBy)));
    await workbench.clearNotifications();
  });

  it('Undo Delivery leaves a file alone that has changed since, and puts back what was there otherwise', async () => {
    const delivered = await onDisk();
    await writeFile(file(), `${delivered}\n`);
    await workbench.runCommand('humanTranslation.undoDelivery');
    await workbench.notification('locales/ja.json was changed since the delivery, so it was left as it is.');
    assert.equal(await onDisk(), `${delivered}\n`);
    await workbench.screenshot('undo-refused');
    await workbench.clearNotifications();

    await writeFile(file(), delivered);
    await workbench.runCommand('humanTranslation.undoDelivery');
    await workbench.notification('The delivery into locales/ja.json was undone: 1 value is as it was.');
    await workbench.editorLine('在庫あり').waitFor();
    assert.match(await onDisk(), /"madeBy": "在庫あり"/);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { generatedFiles, generatedLocales, manyFiles } from '../builders/manyFiles.ts';
import { orderEachAlone } from '../contract/orders/orderEachAlone.ts';
import { createOrderSetup } from '../contract/orders/orderSetup.ts';
import { screenshotFailures } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, limitToKeys, openLine, toSummary } from './orderSteps.ts';
import {
  callCount,
  jobCount,
  openProjectWindow,
  orderedText,
  toFiles,
  toPrice,
  type ProjectWindow,
} from './projectWindow.ts';
import type { Workbench } from './workbench.ts';

/** Returns the bytes of all files after each of them was ordered alone, by path. */
async function deliveredAlone(): Promise<ReadonlyMap<string, Buffer>> {
  await using setup = await createOrderSetup('instant', manyFiles());
  await orderEachAlone(setup);
  const names = generatedFiles.flatMap(({ folder, source, target }) =>
    [source, ...generatedLocales.map(target)].map((name) => `${folder}/${name}`),
  );
  return new Map(await Promise.all(names.map(async (name) => [name, await setup.readBytes(name)] as const)));
}

/** Returns the files of the workspace and their texts, by folder and path. */
async function filesOf(root: string): Promise<Readonly<Record<string, string>>> {
  const names = generatedFiles.flatMap(({ folder, source, target }) =>
    [source, ...generatedLocales.map(target)].map((name) => `${folder}/${name}`),
  );
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(root, name), 'utf8').catch(() => undefined)] as const),
  );
  return Object.fromEntries(texts.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

describe('Order Project of 40 locale files in two folders', () => {
  let project: ProjectWindow;
  let workbench: Workbench;
  let root: string;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    project = await openProjectWindow();
    ({ root } = project);
    ({ workbench } = project.fresh);
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    await connect(workbench, sandbox);
  });

  after(async () => {
    await project.close();
    await sandbox.stop();
  });

  it('can be quoted by folder, in the menu of the explorer', async () => {
    await workbench.runCommand('workbench.view.explorer');
    const open = (): Promise<void> =>
      workbench.openSubmenu(workbench.explorerRow('web'), 'humanTranslation.folder', 'humanTranslation.quoteFolder');
    await open();
    await workbench.screenshot('project-folder-menu');
    await workbench.chooseMenuItem('humanTranslation.quoteFolder', open);
    await toSummary(workbench, ['German']);
    await limitToKeys(workbench, 'save, title');
    await workbench.atStep('2/2');
    await openLine(workbench, 'files');
    const rows = workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    await rows.and(workbench.page.locator('[aria-setsize="20"]')).first().waitFor();
    // The title is translated already.
    await eventually('the number of strings', async () =>
      /^web\/.*\b1\b/u.test((await rows.first().getAttribute('aria-label')) ?? ''),
    );
    await workbench.pressInQuickInput('Escape');
  });

  it('can be previewed without sending anything', async () => {
    await workbench.runCommand('humanTranslation.previewProject');
    await workbench.pickMany(['German']);
    await workbench.quickTitle().waitFor();
    await workbench.pickRows([0]);
    await workbench.editorLine('Save all changes').waitFor();
    await workbench.screenshot('project-preview');
    await workbench.runCommand('workbench.action.closeActiveEditor');
    assert.deepEqual(sandbox.calls('POST'), []);
  });

  it('shows its files with the number of strings, all of them selected', async () => {
    await toFiles(workbench);
    const rows = workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    await rows.and(workbench.page.locator('[aria-setsize="40"]')).first().waitFor();
    await eventually('the numbers of the files', async () => {
      const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
      const checked = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-checked')));
      assert.ok(
        labels.every((label) => /^web\/.*\b7\b.*German: 3.*Japanese: 4/su.test(label)),
        labels.join('\n'),
      );
      assert.deepEqual([...new Set(checked)], ['true']);
      return true;
    });
    await workbench.screenshot('project-files');
  });

  it('has one price', async () => {
    await toPrice(workbench);
    const { text, detail } = await workbench.modal();
    assert.match(text, new RegExp(`\\b${jobCount}\\b`, 'u'));
    assert.match(detail, /\b40\b/u);
    await workbench.screenshot('project-price');
    assert.deepEqual((await sandbox.state()).orders, 0);
  });

  it('is ordered in one go, by calls of one folder and language', async () => {
    await workbench.answerModal();
    await workbench.notification('info', orderedText(jobCount));
    await workbench.screenshot('project-ordered');
    const { orders, jobs } = await sandbox.state();
    assert.deepEqual({ orders, jobs }, { orders: callCount, jobs: jobCount });
    await workbench.clearNotifications();
    assert.equal(await workbench.palette.offers('humanTranslation.orderRest'), false);
  });

  it('delivers to every file, once approved, the bytes that an order of that file alone delivers', async () => {
    const expected = await deliveredAlone();
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', jobCount).waitFor();
    // A click would also open the job.
    await workbench.treeRow(/title|done/).click({ modifiers: ['Control'] });
    await workbench.page.keyboard.press('Control+A');
    await workbench.screenshot('project-reviewable');
    await workbench.treeMenu(/title|done/, 'humanTranslation.approve');
    await workbench.modal();
    await workbench.answerModal();
    await eventually('all files to be delivered', async () => {
      for (const [name, bytes] of expected) {
        const found = await readFile(path.join(root, name)).catch(() => undefined);
        if (found?.equals(bytes) !== true) return false;
      }
      return true;
    });
    assert.equal(expected.size, 120);
    // One notification names the first three files and counts the others.
    const delivered = await workbench.notification('info', /\b77\b/u);
    await workbench.screenshot('project-delivered');
    await workbench.notificationButtons(delivered).first().click();
    await delivered.waitFor({ state: 'hidden' });
    // Its button undoes all of them, again with one notification.
    await workbench.notification('info', /\b77\b/u);
    await workbench.screenshot('project-undone');
    assert.deepEqual(await filesOf(root), manyFiles());
  });

  it('accepts only patterns that select a key', async () => {
    await workbench.clearNotifications();
    await workbench.runCommand('humanTranslation.orderProject');
    await toSummary(workbench, ['German']);
    await limitToKeys(workbench, 'no.such.key');
    await workbench.quickMessage().filter({ hasText: 'no.such.key' }).waitFor();
    await workbench.screenshot('project-no-key');
    await workbench.pressInQuickInput('Escape');
  });
});

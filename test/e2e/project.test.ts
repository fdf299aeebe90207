import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generatedFiles, generatedLocales, manyFiles } from '../builders/manyFiles.ts';
import { orderEachAlone } from '../contract/orders/orderEachAlone.ts';
import { createOrderSetup } from '../contract/orders/orderSetup.ts';
import { findExtensionHosts, killAll } from '../host/processTree.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, getPrice, openLine, toSummary } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const placing = 'POST /v2/translate/jobs';
const listing = 'GET /v2/translate/jobs';

/** The strings that are missing: four in each file, of which the German title exists. */
const missing = { German: 40 * 3, Japanese: 40 * 4 };
/** The files of a layout share a text: in each folder, twenty strings are three jobs for each language. */
const jobCount = missing.German + missing.Japanese - 2 * 2 * (20 - 3);
const callCount = 6;

/** Writes the generated files and a workspace with their two folders. Returns the path of the workspace file. */
async function makeWorkspace(): Promise<{ readonly root: string; readonly workspace: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'project-'));
  for (const [name, content] of Object.entries(manyFiles())) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  const workspace = path.join(root, 'shop.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'web' }, { path: 'mobile' }] }));
  return { root, workspace };
}

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

/** Runs *Order Project* up to the list of files. */
async function toFiles(workbench: Workbench, keys = ''): Promise<void> {
  await workbench.runCommand('humanTranslation.orderProject');
  await workbench.quickTitle().waitFor();
  await workbench.screenshot('project-keys');
  await workbench.type(keys);
  await workbench.atStep('1/2');
  await workbench.screenshot('project-languages');
  await toSummary(workbench, ['German', 'Japanese']);
  await workbench.screenshot('project-summary');
  await openLine(workbench, 'files');
}

/** What the notification of a placed order contains: the number of jobs and the price, which the progress lacks. */
function orderedText(count: number): RegExp {
  return new RegExp(`\\b${count}\\b.*\\d\\.\\d\\d`, 'u');
}

/** Answers the steps after the list of files, up to the price. */
async function toPrice(workbench: Workbench): Promise<void> {
  await workbench.page.keyboard.press('Enter');
  await workbench.atStep('2/2');
  await getPrice(workbench);
}

describe('Order Project', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let root: string;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    const made = await makeWorkspace();
    ({ root } = made);
    fresh = await openFreshWindow({ folder: made.workspace });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Connects the window to another account without jobs, for the tests of a `describe`. */
  function useSandbox(pace: 'instant' | 'manual'): void {
    before(async () => {
      const last = sandbox as ExternalSandbox | undefined;
      sandbox = await ExternalSandbox.start('--pace', pace);
      await connect(workbench, sandbox);
      await last?.stop();
    });
  }

  describe('of 40 locale files in two folders', () => {
    useSandbox('instant');

    it('can be quoted by folder, in the menu of the explorer', async () => {
      await workbench.runCommand('workbench.view.explorer');
      const open = (): Promise<void> =>
        workbench.openSubmenu(workbench.explorerRow('web'), 'humanTranslation.folder', 'humanTranslation.quoteFolder');
      await open();
      await workbench.screenshot('project-folder-menu');
      await workbench.chooseMenuItem('humanTranslation.quoteFolder', open);
      await workbench.quickTitle().waitFor();
      await workbench.type('save, title');
      await toSummary(workbench, ['German']);
      await openLine(workbench, 'files');
      const rows = workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
      assert.equal(await rows.first().getAttribute('aria-setsize'), '20');
      // The title is translated already.
      assert.match((await rows.first().getAttribute('aria-label')) ?? '', /^web\/.*\b1\b/u);
      await workbench.page.keyboard.press('Escape');
    });

    it('can be previewed without sending anything', async () => {
      await workbench.runCommand('humanTranslation.previewProject');
      await workbench.quickTitle().waitFor();
      await workbench.type('save');
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
      assert.equal(await rows.first().getAttribute('aria-setsize'), '40');
      const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
      const checked = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-checked')));
      assert.ok(
        labels.every((label) => /^web\/.*\b7\b.*German: 3.*Japanese: 4/su.test(label)),
        labels.join('\n'),
      );
      assert.deepEqual([...new Set(checked)], ['true']);
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
      await workbench.quickTitle().waitFor();
      await workbench.type('no.such.key');
      await workbench.quickMessage().filter({ hasText: 'no.such.key' }).waitFor();
      await workbench.screenshot('project-no-key');
      await workbench.page.keyboard.press('Escape');
    });
  });

  describe('that is interrupted', () => {
    useSandbox('manual');

    it('is killed in its third call, whose answer is lost', async () => {
      await toFiles(workbench);
      await toPrice(workbench);
      const hosts = await findExtensionHosts(fresh.server.running.pid);
      await workbench.modal();
      await sandbox.fail(placing, 'slow', 1);
      await sandbox.fail(placing, 'slow', 1);
      await sandbox.fail(placing, 'drop-after');
      await sandbox.fail(listing, 'slow', 60_000);
      await workbench.answerModal();
      await eventually('three calls at the service', async () => (await sandbox.state()).orders === 3);
      killAll(hosts);
      await sandbox.recover();
      assert.equal(sandbox.calls(placing).length, 3);
    });

    it('is offered again after the restart, and the rest is ordered', async () => {
      // The notification of the killed process, if it had the time for one, has no date.
      const toast = await workbench.notification('warning', String(new Date().getFullYear()), 'Japanese');
      await workbench.screenshot('project-interrupted');
      const { jobs: before } = await sandbox.state();
      await workbench.notificationButtons(toast).first().click();
      const { text } = await workbench.modal();
      await workbench.screenshot('project-rest');
      assert.match(text, new RegExp(`\\b${jobCount - before}\\b`, 'u'));
      await workbench.answerModal();
      await workbench.notification('info', orderedText(jobCount - before));
      await workbench.screenshot('project-completed');
    });

    it('has ordered every string, and none twice', async () => {
      const { orders, jobs } = await sandbox.state();
      assert.deepEqual([orders, jobs], [callCount, jobCount]);
      assert.equal(sandbox.calls(placing).length, callCount);
      await workbench.clearNotifications();
      assert.equal(await workbench.palette.offers('humanTranslation.orderRest'), false);
    });
  });

  describe('that is canceled', () => {
    useSandbox('manual');

    it('shows what was placed and what was not, and completes it at request', async () => {
      await toFiles(workbench);
      await toPrice(workbench);
      await workbench.modal();
      await sandbox.fail(placing, 'slow', 1);
      await sandbox.fail(placing, 'slow', 6000);
      await workbench.answerModal();
      const progress = await workbench.notification('info', new RegExp(`\\b${jobCount}\\b`, 'u'));
      await workbench.notificationButtons(progress).first().click();
      // The call under way is completed, because its outcome would otherwise be unknown.
      const result = await workbench.notification('info', /\d\.\d\d/u, 'web/');
      await workbench.screenshot('project-canceled');
      const { orders, jobs } = await sandbox.state();
      assert.ok(orders > 0 && orders < callCount, String(orders));
      await workbench.notificationButtons(result).first().click();
      const { text } = await workbench.modal();
      assert.match(text, new RegExp(`\\b${jobCount - jobs}\\b`, 'u'));
      await workbench.answerModal();
      await workbench.notification('info', orderedText(jobCount - jobs));
      assert.deepEqual((await sandbox.state()).jobs, jobCount);
    });
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('several jobs at once', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow();
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    await workbench.showJobs();
    await workbench.treeGroup('reviewable', 10).waitFor();
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  async function select(...rows: readonly RegExp[]): Promise<void> {
    for (const [index, row] of rows.entries())
      await (await workbench.settledRow(row)).click(index === 0 ? {} : { modifiers: ['Control'] });
  }

  it('are named, then approved together', async () => {
    await select(/nav\.cart/, /nav\.search/);
    await workbench.openMenu(await workbench.settledRow(/nav\.search/), 'humanTranslation.approve');
    assert.equal(
      await workbench.menuItem('humanTranslation.cancelOrder').count(),
      0,
      'commands for a single job are not offered for several',
    );
    await workbench.screenshot('several-selected');
    await workbench.closeMenu();
    await workbench.treeMenu(/nav\.search/, 'humanTranslation.approve');
    const { text, detail, buttons } = await workbench.modal();
    assert.match(text, /\b2\b/);
    assert.match(detail, /nav\.cart.*Japanese/);
    assert.match(detail, /nav\.search.*Japanese/);
    assert.equal(buttons.length, 2);
    await workbench.screenshot('approve-several');
    await workbench.answerModal();
    await workbench.notification('info', /\b2\b/, 'locales/ja.json');
    const { nav } = JSON.parse(await readFile(path.join(shop, 'locales/ja.json'), 'utf8')) as {
      nav: { cart: string; search: string };
    };
    assert.match(nav.cart, /\{count\}/);
    assert.notEqual(nav.search, '');
    await workbench.clearNotifications();
  });

  it('are archived together, and no longer listed', async () => {
    await workbench.expandGroup('approved');
    await select(/nav\.cart/, /nav\.search/);
    await workbench.treeMenu(/nav\.search/, 'humanTranslation.archive');
    await workbench.treeRow(/nav\.cart/).waitFor({ state: 'detached' });
    assert.equal(
      (await workbench.treeRows()).some(({ label }) => label === 'nav.search'),
      false,
    );
  });

  it('are canceled with their whole order while no translator has started', async () => {
    const instant = sandbox;
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    await connect(workbench, sandbox);
    await instant.stop();
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['French'] });
    await workbench.showJobs();
    await workbench.treeGroup('available').waitFor();
    // VS Code still has the archived rows selected.
    await (await workbench.settledRow(/\bfr\b/u)).click();
    await workbench.treeMenu(/\bfr\b/u, 'humanTranslation.cancelOrder');
    const { text, detail } = await workbench.modal();
    const count = Number(/\d+/.exec(text)?.[0]);
    assert.ok(count > 1, text);
    assert.match(detail, /\d+\.\d{2}/);
    await workbench.screenshot('cancel-order');
    await workbench.answerModal();
    await workbench.treeGroup('canceled', count).waitFor();
  });
});

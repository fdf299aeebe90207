import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gitIn, hostileRepository } from '../builders/hostileRepository.ts';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('a trusted window on a repository that names programs', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let folder: string;
  let ran: string;
  screenshotFailures(() => workbench);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
    ran = path.join(folder, 'ran');
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow({
      prepare: async (shop) => {
        await hostileRepository(path.join(folder, 'shop'), ran);
        await cp(path.join(folder, 'shop/.git'), path.join(shop, '.git'), { recursive: true });
      },
    });
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
  });

  after(async () => {
    await rm(path.join(fresh.shop, '.git'), { recursive: true, force: true });
    await fresh.close();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs *Order Project* up to the list of languages. */
  async function orderProject(): Promise<void> {
    await workbench.runCommand('humanTranslation.orderProject');
    await workbench.atStep('1/2');
    await workbench.pressInQuickInput('Escape');
  }

  it('runs none of them for an order of the project', async () => {
    await orderProject();
    assert.equal(await readFile(ran, 'utf8').catch(() => ''), '');
  });

  it('shows once why git can’t read it, and orders go on', async () => {
    await gitIn(folder, 'config', '--file', path.join(fresh.shop, '.git/config'), 'core.repositoryFormatVersion', '99');
    await orderProject();
    await workbench.notification('warning', fresh.shop, /\b99\b/u);
    await fresh.screenshots('git-refuses');
    await workbench.clearNotifications();
    await orderProject();
    assert.equal(await workbench.page.locator('.notification-list-item-message', { hasText: fresh.shop }).count(), 0);
    assert.equal(await readFile(ran, 'utf8').catch(() => ''), '');
  });
});

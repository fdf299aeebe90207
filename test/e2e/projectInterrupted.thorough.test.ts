import assert from 'node:assert/strict';
import { findExtensionHosts, killAll } from '../host/processTree.ts';
import { screenshotFailures } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { connect } from './orderSteps.ts';
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

const placing = 'POST /v2/translate/jobs';
const listing = 'GET /v2/translate/jobs';

describe('Order Project', () => {
  let project: ProjectWindow;
  let workbench: Workbench;
  let sandbox: ExternalSandbox;
  screenshotFailures(() => workbench);

  before(async () => {
    project = await openProjectWindow();
    ({ workbench } = project.fresh);
  });

  after(async () => {
    await project.close();
    await sandbox.stop();
  });

  /** Connects the window to another account without jobs, for the tests of a `describe`. */
  function useSandbox(): void {
    before(async () => {
      const last = sandbox as ExternalSandbox | undefined;
      sandbox = await ExternalSandbox.start('--pace', 'manual');
      await connect(workbench, sandbox);
      await last?.stop();
    });
  }

  describe('that is interrupted', () => {
    useSandbox();

    it('is killed in its third call, whose answer is lost', async () => {
      await toFiles(workbench);
      await toPrice(workbench);
      const hosts = await findExtensionHosts(project.fresh.server.running.pid);
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
    useSandbox();

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

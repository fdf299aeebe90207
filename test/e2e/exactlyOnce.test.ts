import assert from 'node:assert/strict';
import { findExtensionHosts } from '../host/processTree.ts';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { answerWizard, enterConnection } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

const placing = 'POST /v2/translate/jobs';
const listing = 'GET /v2/translate/jobs';

// The worst moment for a crash: the service has taken the order, its answer is lost, and nobody has looked yet.
describe('an order whose answer is lost in a crash', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  pictureFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await openFreshWindow();
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('connects to a service outside VS Code', async () => {
    await enterConnection(workbench, sandbox);
    await workbench.notification(/^Connected to 127\.0\.0\.1:\d+\. Balance: 10,000\.00 USD/);
    await workbench.statusBarItem('Human Translation').waitFor();
    await workbench.screenshot('connected');
  });

  it('orders, and the extension host is killed before it can look for the order', async () => {
    await sandbox.fail(placing, 'drop-after');
    const hosts = await findExtensionHosts(fresh.server.running.pid);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { buttons } = await workbench.modal();
    const order = buttons.find((button) => /^Order for \d+\.\d+ USD$/.test(button));
    assert.ok(order);
    // What is on order has been asked for. Killing takes a moment: should the look-up be on its way by then, it comes too late all the same.
    const before = sandbox.calls(listing);
    await sandbox.fail(listing, 'slow', 60_000);
    await workbench.answerModal();
    await eventually('the order at the service', async () => (await sandbox.state()).orders === 1);
    for (const host of hosts) process.kill(host, 'SIGKILL');
    assert.deepEqual(sandbox.calls(placing), [`${placing} → drop-after, on purpose`]);
    assert.deepEqual(sandbox.calls(listing), before);
    await sandbox.recover();
  });

  it('finds the order after the restart and sends no second one', async () => {
    await workbench.showJobs();
    await workbench.treeGroup('available').waitFor();
    const [status, ...jobs] = await workbench.treeRows();
    assert.equal(status?.text, 'Waiting for a Translator, 10 jobs');
    assert.equal(jobs.length, 10);
    assert.equal((await sandbox.state()).orders, 1);
    assert.equal(sandbox.calls(placing).length, 1);
    await workbench.screenshot('found-again');
  });

  it('offers nothing of the same file again', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    await workbench.notification('Everything that is missing is ordered already (9 texts).');
    await workbench.screenshot('ordered-already');
    assert.equal((await sandbox.state()).orders, 1);
    assert.equal(sandbox.calls(placing).length, 1);
  });

  it('has no keys for another address, and does not pretend that nothing was ordered', async () => {
    const address = 'https://translation.example.com/v2';
    await workbench.setSettings({ 'humanTranslation.baseUrl': address });
    await workbench.showJobs();
    await workbench.sideBar.getByText('No keys are stored for the service in use.').waitFor();
    await workbench.runCommand('humanTranslation.refresh');
    await workbench.notification(`No keys are stored for ${address}.`);
    await workbench.screenshot('no-keys');
    await workbench.sideBar.getByRole('button', { name: 'Connect to a Service' }).click();
    await workbench.atStep(/Connect to a Service/);
  });
});

import assert from 'node:assert/strict';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox, type SandboxJob } from './externalSandbox.ts';
import { connect, orderOpenFile } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

describe('callbacks', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'manual');
    fresh = await borrowWindow();
    ({ workbench } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const jobsInto = async (language: string): Promise<readonly SandboxJob[]> =>
    (await sandbox.someJobs()).filter((job) => job.language === language);

  it('are not requested by default', async () => {
    await orderOpenFile(workbench, { languages: ['Japanese'] });
    const jobs = await jobsInto('ja');
    assert.equal(jobs.length, 10);
    assert.deepEqual([...new Set(jobs.map(({ callbackUrl }) => callbackUrl))], [undefined]);
  });

  it('have one secret address for all jobs of an order, and update the window', async () => {
    await workbench.setSettings({ 'humanTranslation.callbacks.enabled': true });
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['French'] });
    const jobs = await jobsInto('fr');
    const addresses = [...new Set(jobs.map(({ callbackUrl }) => callbackUrl))];
    assert.equal(addresses.length, 1);
    const secret = new URL(addresses[0] ?? '').pathname.split('/').at(-1) ?? '';
    assert.ok(Buffer.from(secret, 'base64url').length >= 16);

    await workbench.showJobs();
    await workbench.treeRow(/\bfr\b/u).waitFor();
    const [first] = jobs;
    await sandbox.begin(first?.id ?? '');
    await eventually('the callback', async () => {
      const { callbacks } = await sandbox.state();
      return callbacks.sent > 0 && callbacks.pending === 0;
    });
    await workbench.treeGroup('pending').waitFor();

    const { origin } = new URL(addresses[0] ?? '');
    assert.equal((await fetch(`${origin}/other`, { method: 'POST', body: 'job={}' })).status, 404);
  });

  it('are no longer requested once they are turned off', async () => {
    await workbench.setSettings({ 'humanTranslation.callbacks.enabled': false });
    await workbench.openFile('locales/en.json');
    await orderOpenFile(workbench, { languages: ['Italian'] });
    assert.deepEqual([...new Set((await jobsInto('it')).map(({ callbackUrl }) => callbackUrl))], [undefined]);
  });
});

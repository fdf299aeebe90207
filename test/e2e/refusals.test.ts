import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionId } from '../host/paths.ts';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { eventually } from './eventually.ts';
import { answerWizard, enterConnection } from './orderSteps.ts';
import type { Workbench } from './workbench.ts';

/** Whether the extension has ever started a sandbox or journalled an order. */
function hasActed({ server }: FreshWindow): boolean {
  const stored = path.join(server.running.userDataFolder, 'User', 'globalStorage', extensionId);
  return existsSync(path.join(stored, 'sandbox')) || existsSync(path.join(stored, 'journals'));
}

describe('what is refused before anything is sent', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  pictureFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant', '--credits', '1');
    fresh = await openFreshWindow();
    ({ workbench, shop } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('a broken locale file: one message with line and column', async () => {
    const file = path.join(shop, 'locales/en.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.replace('"home": "Home",', '"home": "Home"'));
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    const message = /^locales\/en\.json cannot be read\. Line 8, column 5: .*\. Nothing was sent\.$/;
    await workbench.notification(message);
    assert.equal((await workbench.notifications()).length, 1);
    await workbench.screenshot('broken-file');
    assert.equal(hasActed(fresh), false);
    await workbench.answerNotification(message, 'Go to the Place');
    await workbench.statusBarItem('Ln 8, Col 5').waitFor();
    await writeFile(file, whole);
    await workbench.editorLine('"home": "Home",').waitFor();
  });

  it('plain http to another machine: what it means is said first, and a no leads back to the address', async () => {
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    await workbench.type('http://translation.example.com/v2');
    const { text, detail, buttons } = await workbench.modal();
    assert.equal(text, 'Send your texts and keys to translation.example.com unencrypted?');
    assert.match(
      detail,
      /Everyone on the way between this computer and translation\.example\.com can then read and change the texts/,
    );
    assert.deepEqual(buttons.toSorted(), ['Cancel', 'Use Plain http Anyway']);
    await workbench.screenshot('plain-http');
    await workbench.dismissModal();
    await workbench.atStep('1/3');
    assert.equal(await workbench.quickInput.inputValue(), 'http://translation.example.com/v2');
    await workbench.page.keyboard.press('Escape');
    assert.equal(hasActed(fresh), false);
  });

  it('wrong keys: the service’s reason, and nothing is stored', async () => {
    const settings = (): Promise<string> =>
      readFile(path.join(fresh.server.running.userDataFolder, 'User/settings.json'), 'utf8');
    const before = await settings();
    await enterConnection(workbench, { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, privateKey: 'not the key' });
    await workbench.notification(/^The service does not accept the keys\. Check them with “Connect to a Service”\.$/);
    await workbench.screenshot('wrong-key');
    assert.deepEqual(
      sandbox.calls().map((call) => call.split(' → ')[0]),
      ['GET /v2/account/balance'],
    );
    assert.equal(await settings(), before);
    await workbench.statusBarItem('Translation Sandbox').waitFor();

    await workbench.reload();
    await workbench.statusBarItem('Translation Sandbox').waitFor();
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    assert.equal(await workbench.quickInput.inputValue(), '');
    await workbench.page.keyboard.press('Escape');
  });

  it('a balance that does not cover the price: a warning before the order, and the service’s refusal after it', async () => {
    await enterConnection(workbench, sandbox);
    await workbench.notification(/^Connected to .* Balance: 1\.00 USD/);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { detail } = await workbench.modal();
    assert.match(
      detail,
      /^The account’s balance, 1\.00 USD, does not cover this order\. The service decides whether to accept it\.$/m,
    );
    await workbench.screenshot('balance-too-small');
    await workbench.answerModal();
    await workbench.notification(/^The account does not have enough credits\./);
    await workbench.clearNotifications();
    assert.equal(sandbox.calls('POST /v2/translate/jobs').length, 1);
    assert.equal((await sandbox.state()).orders, 0);
  });
});

describe('Restricted Mode', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      workspaceTrust: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never' },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('offers nothing that would send, and the view says why', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.statusBarItem('Restricted Mode').waitFor();
    await workbench.statusBarItem('Translation Sandbox').waitFor();
    const offered = await workbench.palette.offered('Human Translation: ');
    assert.ok(offered.includes('Human Translation: Show Log'));
    assert.deepEqual(
      offered.filter((title) =>
        /Order|Quote|Approve|Request|Reject|Cancel|Archive|Refresh|Open Job|Deliver Translation|Connect/.test(title),
      ),
      [],
    );
    await workbench.showJobs();
    await workbench.sideBar.getByText('This workspace is in Restricted Mode, so nothing is sent.').waitFor();
    await workbench.screenshot('restricted-mode');
    assert.equal(hasActed(fresh), false);
  });

  it('offers it as soon as the workspace is trusted', async () => {
    await workbench.sideBar.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.statusBarItem('Restricted Mode').waitFor({ state: 'detached' });
    await workbench.openFile('locales/en.json');
    await eventually('the command to order', () => workbench.palette.offers('humanTranslation.orderFile'));
    assert.equal(hasActed(fresh), false);
  });
});

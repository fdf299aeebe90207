import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toolNames } from '../../src/agents/toolNames.ts';
import { extensionId } from '../host/paths.ts';
import { category, paletteTitle } from './commandTitles.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { eventually } from './eventually.ts';
import { answerWizard, enterConnection } from './orderSteps.ts';
import { startToolCall, toolCaller } from './toolCaller.ts';
import type { Workbench } from './workbench.ts';

/** Returns whether the extension has ever started a sandbox or written an order to a journal. */
function hasActed({ server }: FreshWindow): boolean {
  const stored = path.join(server.running.userDataFolder, 'User', 'globalStorage', extensionId);
  return existsSync(path.join(stored, 'sandbox')) || existsSync(path.join(stored, 'journals'));
}

/** Commands that send something to the service. */
const sendingCommands = [
  ...['quoteSelection', 'orderSelection', 'quoteFile', 'orderFile', 'quoteDocument', 'orderDocument', 'checkCount'],
  ...['quoteProject', 'orderProject', 'previewProject', 'orderRest', 'connect'],
  ...['approve', 'revise', 'reject', 'cancel', 'cancelOrder', 'archive', 'refresh', 'openJob', 'deliver'],
].map((name) => `humanTranslation.${name}`);

describe('refusals before anything is sent', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant', '--credits', '1');
    fresh = await openFreshWindow();
    ({ workbench, shop } = fresh);
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  it('shows one message with line and column for a broken locale file', async () => {
    const file = path.join(shop, 'locales/en.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.replace('"home": "Home",', '"home": "Home"'));
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    const message = await workbench.notification('error', 'locales/en.json', /\b8\b\D+\b5\b/);
    // On a slow machine, the progress of reading is shown too, until it closes.
    await eventually('one message', async () => (await workbench.notifications()).length === 1);
    await workbench.screenshot('broken-file');
    assert.equal(hasActed(fresh), false);
    await workbench.notificationButtons(message).first().click();
    await workbench.statusBarItem('Ln 8, Col 5').waitFor();
    await writeFile(file, whole);
    await workbench.editorLine('"home": "Home",').waitFor();
  });

  it('warns about plain http to another machine, and returns to the address if it is declined', async () => {
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    await workbench.type('http://translation.example.com/v2');
    const { text, detail, buttons } = await workbench.modal();
    for (const part of [text, detail]) assert.match(part, /translation\.example\.com/);
    assert.equal(buttons.length, 2);
    await workbench.screenshot('plain-http');
    await workbench.dismissModal();
    await workbench.atStep('1/3');
    assert.equal(await workbench.quickInput.inputValue(), 'http://translation.example.com/v2');
    await workbench.pressInQuickInput('Escape');
    assert.equal(hasActed(fresh), false);
  });

  it('stores nothing when the service refuses the keys', async () => {
    const settings = (): Promise<string> =>
      readFile(path.join(fresh.server.running.userDataFolder, 'User/settings.json'), 'utf8');
    const before = await settings();
    await enterConnection(workbench, { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, privateKey: 'not the key' });
    const message = await workbench.notification('error');
    await workbench.screenshot('wrong-key');
    await workbench.notificationButtons(message).first().click();
    await workbench.atStep('1/3');
    await workbench.pressInQuickInput('Escape');
    assert.deepEqual(
      sandbox.calls().map((call) => call.split(' → ')[0]),
      ['GET /v2/account/balance'],
    );
    assert.equal(await settings(), before);
    await workbench.statusItem('beaker').waitFor();

    await workbench.reload();
    await workbench.statusItem('beaker').waitFor();
    await workbench.runCommand('humanTranslation.connect');
    await workbench.atStep('1/3');
    assert.equal(await workbench.quickInput.inputValue(), '');
    await workbench.pressInQuickInput('Escape');
  });

  it('warns of a balance below the price, and shows the service’s refusal after the order', async () => {
    await enterConnection(workbench, sandbox);
    await workbench.notification('info', new URL(sandbox.baseUrl).host, /\b1\.00\b/);
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'] });
    const { detail } = await workbench.modal();
    const balance = detail.split('\n').find((line) => /\b1\.00\b/.test(line));
    assert.equal(balance?.match(/\d+\.\d{2}/g)?.length, 1, 'no balance after the order');
    await workbench.screenshot('balance-too-small');
    await workbench.answerModal();
    await workbench.notification('error');
    await workbench.clearNotifications();
    assert.equal(sandbox.calls('POST /v2/translate/jobs').length, 1);
    assert.equal((await sandbox.state()).orders, 0);
  });
});

describe('Restricted Mode', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      extensions: [toolCaller],
      workspaceTrust: true,
      settings: { 'security.workspace.trust.startupPrompt': 'never' },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('offers no command that would send anything', async () => {
    await workbench.openFile('locales/en.json');
    await workbench.statusBarItem('Restricted Mode').waitFor();
    await workbench.statusItem('beaker').waitFor();
    const offered = await workbench.palette.offered(`${category()}: `);
    assert.ok(offered.includes(paletteTitle('humanTranslation.showLog')));
    assert.deepEqual(
      sendingCommands.filter((command) => offered.includes(paletteTitle(command))),
      [],
    );
    await workbench.showJobs();
    await workbench.welcomeButton(0).waitFor();
    await workbench.screenshot('restricted-mode');
    assert.equal(hasActed(fresh), false);
  });

  // `lm.tools` lists the tools of every manifest; a chat leaves out those whose `when` clause is false.
  it('registers no language model tool, so that no call runs one', async () => {
    for (const name of toolNames) {
      const { text, error } = await (await startToolCall(fresh, name))();
      assert.equal(text, undefined);
      assert.match(error ?? '', /implementation|not.*registered/iu);
    }
    assert.equal(await workbench.page.locator('.monaco-dialog-box').count(), 0);
  });

  it('ends as soon as the workspace is trusted', async () => {
    await workbench.welcomeButton(0).click();
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.statusBarItem('Restricted Mode').waitFor({ state: 'detached' });
    await workbench.openFile('locales/en.json');
    await eventually('the command in the palette', () => workbench.palette.offers('humanTranslation.orderFile'));
    assert.equal(hasActed(fresh), false);
  });
});

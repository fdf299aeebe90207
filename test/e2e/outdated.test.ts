import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { ExternalSandbox } from './externalSandbox.ts';
import { approveAutomatically, connect, getPrice, openLine, toSummary } from './orderSteps.ts';
import { borrowWindow } from './sharedWindow.ts';
import type { Workbench } from './workbench.ts';

const run = promisify(execFile);

const earlier = { greeting: 'Welcome to our shop', returns: 'Free returns within a month', close: 'Close' };
const present = { ...earlier, greeting: 'Welcome to our garden shop', returns: 'Free returns within two months' };
const french = { greeting: 'Bienvenue dans notre boutique', returns: 'Retours gratuits sous un mois', close: 'Fermer' };

describe('outdated strings, in the order wizard', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  screenshotFailures(() => workbench);

  before(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await borrowWindow({ prepare: makeRepository });
    ({ workbench, shop } = fresh);
    await connect(workbench, sandbox);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const rows = () => workbench.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');

  it('are listed unselected, with their earlier texts and translations', async () => {
    await workbench.runCommand('humanTranslation.orderFile');
    await toSummary(workbench, ['French']);
    await workbench.iconRow('history').filter({ hasText: '2 strings' }).waitFor();
    await openLine(workbench, 'outdated');
    assert.deepEqual(await workbench.quickPickLabels(), [present.greeting, present.returns]);
    const [label = ''] = await rows().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    for (const part of ['greeting', earlier.greeting, french.greeting]) assert.ok(label.includes(part), label);
    assert.equal(await rows().and(workbench.page.locator('[aria-checked="true"]')).count(), 0);
    await fresh.screenshots('outdated');
  });

  it('are ordered only if they are selected, and replaced on delivery', async () => {
    await workbench.pickRows([0]);
    await workbench.iconRow('history').filter({ hasText: '1 selected' }).waitFor();
    await openLine(workbench, 'outdated');
    await rows().and(workbench.page.locator('[aria-checked="true"]')).filter({ hasText: present.greeting }).waitFor();
    await workbench.page.locator('.quick-input-widget:visible .quick-input-titlebar .codicon-quick-input-back').click();
    await workbench.atStep('2/2');
    await approveAutomatically(workbench);
    await getPrice(workbench);
    const { text, detail } = await workbench.modal();
    assert.match(text, /\b1\b.*French/);
    assert.equal(detail.split('\n').filter((line) => /\b1 outdated\b/.test(line)).length, 2, detail);
    await fresh.screenshots('price-with-outdated');
    await workbench.answerModal();
    await workbench.notification('info', /\b1\b/);
    await workbench.clearNotifications();
    const target = path.join(shop, 'locales/fr.json');
    const translations = async (): Promise<Readonly<Record<string, string>>> =>
      JSON.parse(await readFile(target, 'utf8')) as Readonly<Record<string, string>>;
    await eventually('the delivery', async () => (await translations())['greeting'] !== french.greeting);
    const { returns, close } = await translations();
    assert.deepEqual({ returns, close }, { returns: french.returns, close: french.close });
  });
});

/** The source of two strings changes after their translations were committed. */
async function makeRepository(folder: string): Promise<void> {
  const write = (locale: string, texts: object): Promise<void> =>
    writeFile(path.join(folder, `locales/${locale}.json`), `${JSON.stringify(texts, undefined, 2)}\n`);
  const commit = async (message: string): Promise<void> => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false'];
    await run('git', ['add', '.'], { cwd: folder });
    await run('git', [...author, 'commit', '--quiet', '--message', message], { cwd: folder });
  };
  await run('git', ['init', '--quiet'], { cwd: folder });
  await write('en', earlier);
  await commit('Texts');
  await write('fr', french);
  await commit('French');
  await write('en', present);
  await commit('New texts');
}

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, screenshotFailures, type FreshWindow } from '../../e2e/e2eHost.ts';
import { eventually } from '../../e2e/eventually.ts';
import { ExternalSandbox } from '../../e2e/externalSandbox.ts';
import { answerWizard, enterConnection } from '../../e2e/orderSteps.ts';
import type { Workbench } from '../../e2e/workbench.ts';
import { killExtensionHosts } from '../../host/processTree.ts';

// Four trials of `npm run kill`. Each test kills the extension host of a real window once, lets VS Code start it again,
// orders and delivers the rest, and compares the service's records and the files.

const jobCount = 10;
const orderCall = 'POST /v2/translate/jobs';

describe('a killed extension host', () => {
  let sandbox: ExternalSandbox;
  let fresh: FreshWindow;
  let workbench: Workbench;
  /** The price of the whole order in the price dialog. */
  let price = '';
  /** The delivered file of the first trial; the simulated translations are the same in each trial. */
  let delivered: string | undefined;
  screenshotFailures(() => workbench);

  beforeEach(async () => {
    sandbox = await ExternalSandbox.start('--pace', 'instant');
    fresh = await openFreshWindow({ settings: { 'files.autoSave': 'off' } });
    ({ workbench } = fresh);
    await enterConnection(workbench, sandbox);
    await workbench.notification('info');
    await workbench.clearNotifications();
  });

  afterEach(async () => {
    await fresh.close();
    await sandbox.stop();
  });

  const targetFile = (): string => path.join(fresh.shop, 'locales/ja.json');
  const kill = (): Promise<readonly number[]> => killExtensionHosts(fresh.server.running.pid);
  const journalFolder = (): string =>
    path.join(fresh.server.running.userDataFolder, 'User/globalStorage/human-translation.human-translation/journals');

  /** Answers the wizard up to the price dialog; `confirm` places the order. */
  async function prepareOrder(): Promise<{ readonly confirm: () => Promise<void> }> {
    await workbench.openFile('locales/en.json');
    await workbench.runCommand('humanTranslation.orderFile');
    await answerWizard(workbench, { languages: ['Japanese'], autoApprove: true });
    const { buttons } = await workbench.modal();
    price = /\d+\.\d+/.exec(buttons.join(' '))?.[0] ?? '';
    assert.notEqual(price, '');
    return { confirm: () => workbench.answerModal() };
  }

  /** Waits until everything is delivered, and compares the service's records and the files. */
  async function compare(before: readonly string[]): Promise<void> {
    await workbench.showJobs();
    await workbench.treeGroup('approved', jobCount).waitFor({ timeout: 60_000 });
    await workbench.runCommand('humanTranslation.refresh');
    await eventually('the delivered file', async () => isWhole(await readFile(targetFile(), 'utf8')));
    const { orders, jobs, spent } = (await sandbox.state()) as {
      readonly orders: number;
      readonly jobs: number;
      readonly spent?: string;
    };
    assert.deepEqual([orders, jobs, spent], [1, jobCount, price]);
    const text = await readFile(targetFile(), 'utf8');
    assert.equal(text, (delivered ??= text));
    assert.deepEqual((await readdir(fresh.shop, { recursive: true })).toSorted(), before);
    await eventually('no lock', async () =>
      (await readdir(journalFolder())).every((name) => !/\.(?:lock|tmp)/u.test(name)),
    );
  }

  const filesOfShop = async (): Promise<readonly string[]> =>
    (await readdir(fresh.shop, { recursive: true })).toSorted();

  it('finds and delivers its order if it is killed while the service processes the order', async () => {
    const before = await filesOfShop();
    const { confirm } = await prepareOrder();
    await sandbox.fail(orderCall, 'slow', 3000);
    await confirm();
    await eventually('the intent in the journal', () => journalText(journalFolder()).includes('"type":"intent"'));
    await kill();
    await eventually('the order at the service', async () => (await sandbox.state()).orders === 1);
    await compare(before);
  });

  it('sends its order once if it is killed before sending it', async () => {
    const before = await filesOfShop();
    const { confirm } = await prepareOrder();
    await sandbox.fail('GET /v2/account/balance', 'slow', 5000);
    await confirm();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await kill();
    await workbench.showJobs();
    // If the balance is not requested before the order, the order was already sent.
    if ((await sandbox.state()).orders === 0) await (await prepareOrder()).confirm();
    await compare(before);
  });

  it('delivers its jobs once if it is killed between receiving their ids and delivering them', async () => {
    const before = await filesOfShop();
    const { confirm } = await prepareOrder();
    await confirm();
    await untilSeen(() => journalText(journalFolder()).includes('"type":"job"'));
    await kill();
    await compare(before);
  });

  it('completes the target file if it is killed while writing it', async () => {
    const before = await filesOfShop();
    const original = await readFile(targetFile(), 'utf8');
    const { confirm } = await prepareOrder();
    await confirm();
    await untilSeen(() => readFileSync(targetFile(), 'utf8') !== original);
    await kill();
    await compare(before);
  });
});

function journalText(folder: string): string {
  try {
    const name = readdirSync(folder).find((one) => one.endsWith('.jsonl'));
    return name === undefined ? '' : readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return '';
  }
}

function isWhole(text: string): boolean {
  try {
    const { nav, checkout } = JSON.parse(text) as {
      readonly nav?: { readonly cart?: string };
      readonly checkout?: { readonly thanks?: string };
    };
    return nav?.cart !== undefined && checkout?.thanks !== undefined;
  } catch {
    return false;
  }
}

/** Checks the condition without pauses, because it may be true for only a millisecond. */
async function untilSeen(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!condition()) {
    assert.ok(Date.now() < deadline, 'The condition did not become true within 30 seconds.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

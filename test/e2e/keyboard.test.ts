import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import type { Workbench } from './workbench.ts';

/** More key presses than any page or list here has stops. */
const maxPresses = 40;

describe('the main job with the keyboard only', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  const write = (text: string): Promise<void> => workbench.page.keyboard.type(text);
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'instant' } });
    ({ workbench, shop } = fresh);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
  });

  /** Presses a key until the target is reached. */
  async function pressUntil(keys: string, isReached: () => Promise<boolean>): Promise<void> {
    for (let presses = 0; presses < maxPresses; presses += 1) {
      if (await isReached()) return;
      await press(keys);
    }
    assert.fail(`${keys} does not lead there.`);
  }

  async function runCommand(command: string): Promise<void> {
    await workbench.palette.type(command);
    await press('Enter');
  }

  it('orders', async () => {
    await runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    // The list is counted first, because completing a row may take the focus from it.
    await workbench.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'USD' }).waitFor();
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('Japanese'));
    await press('Space');
    await workbench.screenshot('keyboard-languages');
    await press('Enter');
    await workbench.atStep('2/2');
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('Comment'));
    await press('Enter');
    await workbench.atQuestion();
    await write('Friendly and short, please.');
    await press('Enter');
    await workbench.atStep('2/2');
    await workbench.screenshot('keyboard-summary');
    await press('Enter');
    assert.match((await workbench.modal()).text, /\b10\b.*Japanese/);
    await press('Enter');
    await workbench.notification('info', /\b10\b/);
  });

  it('opens a job from the tree', async () => {
    await runCommand('humanTranslation.jobs.focus');
    await workbench.treeRow(/nav\.cart/).waitFor();
    // When the view is first shown, it has no rows that could take the focus.
    await runCommand('humanTranslation.jobs.focus');
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('nav.cart'));
    await workbench.screenshot('keyboard-tree');
    await press('Enter');
    await workbench.webview.getByRole('heading', { name: 'nav.cart' }).waitFor();
  });

  it('rates and approves on the page', async () => {
    const page = workbench.webview;
    const options = page.locator('#approve-options > summary');
    await pressUntil('Tab', () => options.evaluate((summary) => summary.matches(':focus')));
    await press('Enter');
    const ratings = page.getByRole('radio');
    await pressUntil('Tab', () => ratings.evaluateAll((all) => all.some((one) => one.matches(':focus'))));
    await pressUntil('ArrowRight', () => page.locator('[name=rating][value="4"]').isChecked());
    const approve = page.locator('#approve-with-feedback');
    await pressUntil('Tab', () => approve.evaluate((button) => button.matches(':focus, :focus-within')));
    await workbench.screenshot('keyboard-approve');
    await press('Enter');
    await workbench.notification('info', 'locales/ja.json');
    const { nav } = JSON.parse(await readFile(path.join(shop, 'locales/ja.json'), 'utf8')) as { nav: { cart: string } };
    assert.match(nav.cart, /\{count\}/);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openFreshWindow, pictureFailures, type FreshWindow } from './e2eHost.ts';
import type { Workbench } from './workbench.ts';

/** More stops than any page or list here has. */
const patience = 40;

// Not one click: what can be seen can be reached by keys, and where the focus is can be seen.
describe('the main job with the keyboard only', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  let shop: string;
  const press = (keys: string): Promise<void> => workbench.page.keyboard.press(keys);
  const write = (text: string): Promise<void> => workbench.page.keyboard.type(text);
  pictureFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({ settings: { 'humanTranslation.sandbox.pace': 'instant' } });
    ({ workbench, shop } = fresh);
    await workbench.openFile('locales/en.json');
  });

  after(async () => {
    await fresh.close();
  });

  /** Presses a key until the element has the focus. */
  async function pressUntil(keys: string, isReached: () => Promise<boolean>): Promise<void> {
    for (let presses = 0; presses < patience; presses += 1) {
      if (await isReached()) return;
      await press(keys);
    }
    assert.fail(`${keys} does not lead there.`);
  }

  async function runCommand(title: string): Promise<void> {
    await workbench.palette.type(title);
    await press('Enter');
  }

  it('orders', async () => {
    await runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/5');
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('Japanese'));
    await press('Space');
    await workbench.screenshot('keyboard-languages');
    await press('Enter');
    await workbench.atStep('2/5');
    await press('Enter');
    await workbench.atStep('3/5');
    await press('Enter');
    await workbench.atStep('4/5');
    await write('Friendly and short, please.');
    await press('Enter');
    await workbench.atStep('5/5');
    await press('Enter');
    assert.match((await workbench.modal()).text, /^Order 10 texts from the sandbox into Japanese/);
    await press('Enter');
    await workbench.notification(/^10 texts ordered for/);
  });

  it('opens a job from the tree', async () => {
    await runCommand('humanTranslation.jobs.focus');
    await workbench.treeRow(/nav\.cart/).waitFor();
    // While it is shown for the first time the view has no rows yet that could take the focus.
    await runCommand('humanTranslation.jobs.focus');
    await pressUntil('ArrowDown', async () => (await workbench.focusedRow()).startsWith('nav.cart'));
    await workbench.screenshot('keyboard-tree');
    await press('Enter');
    await workbench.webview.getByRole('heading', { name: 'nav.cart' }).waitFor();
  });

  it('rates and approves on the page', async () => {
    const page = workbench.webview;
    const ratings = page.getByRole('radio');
    await pressUntil('Tab', () => ratings.evaluateAll((all) => all.some((one) => one.matches(':focus'))));
    await pressUntil('ArrowRight', () => page.getByRole('radio', { name: '4' }).isChecked());
    const approve = page.locator('#approve');
    await pressUntil('Tab', () => approve.evaluate((button) => button.matches(':focus, :focus-within')));
    await workbench.screenshot('keyboard-approve');
    await press('Enter');
    await workbench.notification('1 translation was written into locales/ja.json.');
    const { nav } = JSON.parse(await readFile(path.join(shop, 'locales/ja.json'), 'utf8')) as { nav: { cart: string } };
    assert.match(nav.cart, /\{count\}/);
  });
});

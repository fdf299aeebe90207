import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { accessibleTree, focusedNode, nameProblems, type AccessibleNode } from '../tour/checks/accessibleTree.ts';
import { ourPages } from '../tour/checks/windowFindings.ts';
import { openFreshWindow, screenshotFailures, type FreshWindow } from './e2eHost.ts';
import { eventually } from './eventually.ts';
import { retryAfterMs } from './timeouts.ts';
import { strings } from './page/pageStrings.ts';
import { reviewPageStrings } from './page/reviewHarness.ts';
import type { Workbench } from './workbench.ts';

/** More key presses than any page or list here has stops. */
const maxPresses = 40;

describe('the main job with the keyboard only, by roles and names', () => {
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

  /** Returns what has the focus, as a screen reader gets it: a node of the window, or of a page in it. */
  async function readFocus(): Promise<AccessibleNode | undefined> {
    const node = focusedNode(await accessibleTree(workbench.page));
    if (node !== undefined && node.role !== 'Iframe') return node;
    for (const frame of await ourPages(workbench.page)) {
      const inPage = focusedNode(await accessibleTree(frame));
      if (inPage !== undefined) return inPage;
    }
    return undefined;
  }

  /** Waits until the focus is somewhere, and returns it. Its node must have a role, and a name without icon codes. */
  async function focus(): Promise<AccessibleNode> {
    let node: AccessibleNode | undefined;
    await eventually('something to have the focus', async () => {
      node = await readFocus();
      return node !== undefined;
    });
    assert.ok(node !== undefined);
    assert.deepEqual(nameProblems([node]), [], 'a screen reader can name what has the focus');
    return node;
  }

  /** Presses a key until something with a role and a name has the focus. */
  async function pressTo(keys: string, role: string, name: string | RegExp): Promise<AccessibleNode> {
    const passed: string[] = [];
    for (let presses = 0; presses < maxPresses; presses += 1) {
      const node = await focus();
      if (node.role === role && (typeof name === 'string' ? node.name === name : name.test(node.name))) return node;
      passed.push(`${node.role} “${node.name}”`);
      await press(keys);
    }
    assert.fail(`${keys} does not lead to ${role} “${String(name)}”, but to ${passed.join(', ')}`);
  }

  /** Waits until something with a role and a name has the focus. */
  async function focusOn(role: string, name: string | RegExp): Promise<void> {
    await eventually(`${role} “${String(name)}” to have the focus`, async () => {
      const node = await focus();
      return node.role === role && (typeof name === 'string' ? node.name === name : name.test(node.name));
    });
  }

  async function runCommand(command: string): Promise<void> {
    await workbench.palette.type(command);
    await press('Enter');
  }

  /** Returns whether something is visible within the time after which a user would try again. */
  async function appears(locator: Locator): Promise<boolean> {
    return locator.waitFor({ timeout: retryAfterMs }).then(
      () => true,
      () => false,
    );
  }

  async function japanese(): Promise<Record<string, Record<string, string>>> {
    const text = await readFile(path.join(shop, 'locales/ja.json'), 'utf8');
    return JSON.parse(text) as Record<string, Record<string, string>>;
  }

  it('orders', async () => {
    await runCommand('humanTranslation.orderFile');
    await workbench.atStep('1/2');
    // The list is counted first, because completing a row may take the focus from it.
    await workbench.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'USD' }).waitFor();
    // A list that is updated between two keys may take the focus from its row, or lose what is just being selected.
    const selected = workbench.page.locator('.quick-input-count', { hasText: /^1\b/u });
    const nextStep = workbench.quickTitle().filter({ hasText: '2/2' });
    await eventually('Japanese to be selected, and the next step', async () => {
      if (!(await selected.isVisible())) {
        await pressTo('ArrowDown', 'checkbox', /^Japanese/u);
        await press('Space');
        if (!(await appears(selected))) return false;
      }
      await workbench.screenshot('keyboard-languages');
      await press('Enter');
      return appears(nextStep);
    });
    await pressTo('ArrowDown', 'option', /^Comment/u);
    await press('Enter');
    await workbench.atQuestion();
    await focusOn('textbox', /./u);
    await write('Friendly and short, please.');
    await press('Enter');
    await workbench.atStep('2/2');
    await workbench.screenshot('keyboard-summary');
    await workbench.pressInQuickInput('Enter');
    assert.match((await workbench.modal()).text, /\b10\b.*Japanese/);
    await focusOn('button', /\bOrder\b/u);
    await press('Enter');
    await workbench.notification('info', /\b10\b/);
    await focusOn('textbox', /en\.json/u);
  });

  it('opens the accessibility help of the tree, and returns to the tree with Escape', async () => {
    await runCommand('humanTranslation.jobs.focus');
    await workbench.treeRow(/nav\.cart/).waitFor();
    // When the view is first shown, it has no rows that could take the focus.
    await runCommand('humanTranslation.jobs.focus');
    const row = await pressTo('ArrowDown', 'treeitem', /./u);
    await press('Alt+F1');
    await workbench.editorLine('Shift+F10').waitFor();
    await focusOn('textbox', /Accessibility Help/u);
    await workbench.screenshots('accessibility-help');
    await press('Escape');
    await focusOn('treeitem', row.name);
  });

  it('opens a job from the tree', async () => {
    await pressTo('ArrowDown', 'treeitem', /^nav\.cart\b/u);
    await workbench.screenshot('keyboard-tree');
    await press('Enter');
    await workbench.webview.getByRole('heading', { name: 'nav.cart' }).waitFor();
    // A page that has just been opened has the focus as a whole.
    const body = workbench.webview.locator('body');
    await eventually('the page to have the focus', () => body.evaluate(() => document.hasFocus()));
    await press('Tab');
  });

  it('rates and approves on the page, and keeps the focus in it', async () => {
    const page = workbench.webview;
    await pressTo('Tab', 'DisclosureTriangle', strings.approveOptions);
    await press('Enter');
    await pressTo('Tab', 'radio', strings.ratingNone);
    await pressTo('ArrowRight', 'radio', '4');
    assert.ok(await page.locator('[name=rating][value="4"]').isChecked());
    await pressTo('Tab', 'textbox', strings.forTranslator);
    await pressTo('Tab', 'button', strings.approveWithFeedback);
    await workbench.screenshot('keyboard-approve');
    await press('Enter');
    await workbench.notification('info', 'locales/ja.json');
    assert.match((await japanese())['nav']?.['cart'] ?? '', /\{count\}/);
    await focusOn('heading', 'nav.cart');
  });

  it('opens the accessibility help of the page', async () => {
    await press('Alt+F1');
    await workbench.editorLine('Ctrl+Enter').waitFor();
    await focusOn('textbox', /Accessibility Help/u);
    await press('Escape');
    await workbench.webview.getByRole('heading', { name: 'nav.cart' }).waitFor();
  });

  it('reviews the others in one list, which names each row by its key and texts', async () => {
    await runCommand('humanTranslation.reviewTranslations');
    await workbench.webview.locator('.list:focus').waitFor();
    await focusOn('row', /./u);
    const { name } = await focus();
    const key = (await workbench.webview.locator('.review-row.focused .key').innerText()).trim();
    assert.ok(name.startsWith(key), name);
    assert.ok(!name.includes(reviewPageStrings.requestRevision), 'the names of its buttons are not part of it');
    await press('a');
    await eventually('the delivery', async () => {
      const [group = '', last = ''] = key.split('.');
      return (await japanese())[group]?.[last] !== undefined;
    });
    await focusOn('row', /./u);
    assert.notEqual((await focus()).name, name, 'the next row has the focus');
    await press('Alt+F1');
    await workbench.editorLine('Page Down').waitFor();
    await focusOn('textbox', /Accessibility Help/u);
    await press('Escape');
    await workbench.webview.locator('.list').waitFor();
  });
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { CodeWindow } from '../host/codeWindow.ts';
import { Camera } from '../tour/camera.ts';
import { menuTitle, viewTitle } from './commandTitles.ts';
import { eventually } from './eventually.ts';
import { Palette } from './palette.ts';
import { absenceTimeoutMs, retryAfterMs, startTimeoutMs, stepTimeoutMs } from './patience.ts';
import { statusTitles, type ShownStatus } from './statusTitles.ts';

/** The outer frame of the page that shows in an editor. */
const shownWebview = 'iframe.webview.ready:visible';

/** A toast or modal, as a person reads it. */
export interface MessageText {
  readonly text: string;
  /** The smaller text of a modal; '' where there is none. */
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** One row of the tree. `text` is what a screen reader says: label, description and status. */
export interface TreeRow {
  readonly text: string;
  readonly label: string;
  readonly description: string;
  /** 1 for the outermost rows. */
  readonly level: number;
}

/** A VS Code window as people use it, never through the extension's API. Each step waits for the element it acts on. */
export class Workbench {
  readonly page: Page;
  readonly palette: Palette;
  readonly #window: CodeWindow;
  readonly #userDataFolder: string;
  readonly #camera: Camera;

  constructor(window: CodeWindow, userDataFolder: string) {
    this.#window = window;
    this.#userDataFolder = userDataFolder;
    this.page = window.page;
    this.palette = new Palette(this.page);
    this.page.setDefaultTimeout(stepTimeoutMs);
    this.#camera = new Camera(this.page, this.webview);
  }

  /** Opens a file of the workspace by its relative path, through Quick Open. */
  async openFile(relativePath: string): Promise<void> {
    const name = path.posix.basename(relativePath);
    await this.page.keyboard.press('Control+P');
    await this.quickInput.fill(relativePath);
    // Enter would take whatever is first at that moment: before the text has been looked for, that is the file opened last.
    await this.#quickRow(name).click();
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
  }

  /** A line of the active editor that holds `text`, as long as it is in view. */
  editorLine(text: string | RegExp): Locator {
    return this.page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
  }

  /** Puts the cursor at the beginning of a line of the active editor. Lines count from 1. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.quickInput.fill(`:${line}`);
    await this.page.keyboard.press('Enter');
    await this.statusBarItem(`Ln ${line}, Col 1`).waitFor();
  }

  /** Returns the icon of a command at the right end of the active editor's tabs. */
  editorAction(command: string): Locator {
    return this.page
      .locator(`.editor-group-container.active .editor-actions a[aria-label^="${menuTitle(command)}"]`)
      .first();
  }

  /** A row of the explorer that is in view, by its name. */
  explorerRow(name: string): Locator {
    return this.sideBar
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(name) }) })
      .first();
  }

  /** Whether the tab of a file shows that it has changes which are not saved. */
  async isUnsaved(name: string): Promise<boolean> {
    return (await this.page.locator('.tabs-container .tab.dirty', { hasText: name }).count()) > 0;
  }

  /** Runs a command by its id, such as `humanTranslation.orderFile`. */
  runCommand(command: string): Promise<void> {
    return this.palette.run(command);
  }

  /** What a screen reader says of the row that the arrow keys have reached, in the open Quick Pick or else in the focused tree; '' while there is none. */
  async focusedRow(): Promise<string> {
    const rows = this.page.locator(
      '.quick-input-widget:visible .monaco-list-row.focused, .monaco-list:focus-within .monaco-list-row.focused',
    );
    const [label] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    return label ?? '';
  }

  /** The text box of the quick input that is open. */
  get quickInput(): Locator {
    return this.#quickWidget.locator('.quick-input-box input');
  }

  /** The title of the open Quick Pick or input box, with its step: `Order Locale File (1/4)`. */
  quickTitle(): Locator {
    return this.#quickWidget.locator('.quick-input-title');
  }

  /** Waits until the step with this title is open: the steps of a wizard follow one another in the same widget. */
  async atStep(title: string | RegExp): Promise<void> {
    await this.quickTitle().filter({ hasText: title }).waitFor();
  }

  /** What stands under the open input box: its prompt, or why the value is not accepted. */
  quickMessage(): Locator {
    return this.#quickWidget.locator('.quick-input-message');
  }

  /** The labels of the open Quick Pick's rows that are in view. */
  async quickPickLabels(): Promise<readonly string[]> {
    await this.#quickRows.first().waitFor();
    return this.#quickRows.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
  }

  /** Takes one row, by its label, in a Quick Pick that takes one. Types it first: a long list draws only what is in view. */
  async pick(label: string): Promise<void> {
    await this.#quickRows.first().waitFor();
    await this.quickInput.fill(label);
    await this.#quickRow(label).click();
  }

  /** Takes a row by its position, in a Quick Pick that takes one. */
  async pickRow(index: number): Promise<void> {
    await this.#quickRows.and(this.page.locator(`[data-index="${index}"]`)).click();
  }

  /** Ticks exactly these rows, by their labels, in a Quick Pick that takes several, and confirms. */
  async pickMany(labels: readonly string[]): Promise<void> {
    await this.#quickRows.first().waitFor();
    const toggleAll = this.#quickWidget.locator('.quick-input-header > .monaco-checkbox');
    if ((await toggleAll.getAttribute('aria-checked')) !== 'false') await this.#untickAll();
    for (const label of labels) {
      await this.quickInput.fill(label);
      const row = this.#quickRow(label);
      await row.waitFor();
      if ((await row.getAttribute('aria-checked')) !== 'true') await row.click();
    }
    await this.quickInput.fill('');
    await this.page.keyboard.press('Enter');
  }

  /** Types into the open input box and confirms. */
  async type(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Waits for a modal and reads it. */
  async modal(): Promise<MessageText> {
    const box = this.#modalBox;
    await box.waitFor();
    return {
      text: await box.locator('.dialog-message-text').innerText(),
      detail: (await box.locator('.dialog-message-detail').allInnerTexts()).join('\n'),
      buttons: await box.locator('.dialog-buttons .monaco-button').allInnerTexts(),
    };
  }

  /** Presses a button of the modal and waits until the modal has gone: the first choice, or that many further. */
  async answerModal(choice = 0): Promise<void> {
    const buttons = this.#modalBox.locator('.dialog-buttons .monaco-button');
    await buttons.first().waitFor();
    // Except on Windows, the first choice is at the right end, next to the one that closes the modal.
    const last = (await buttons.count()) - 1;
    const index = process.platform === 'win32' ? choice : choice === 0 ? last : last - 1 - choice;
    await buttons.nth(index).click();
    await this.#modalBox.waitFor({ state: 'detached' });
  }

  /** Closes the modal without choosing anything. */
  async dismissModal(): Promise<void> {
    await this.#modalBox.waitFor();
    await this.page.keyboard.press('Escape');
    await this.#modalBox.waitFor({ state: 'detached' });
  }

  /** The toasts on the screen now. */
  async notifications(): Promise<readonly MessageText[]> {
    const toasts = await this.#toasts.all();
    return Promise.all(
      toasts.map(async (toast) => ({
        text: await toast.locator('.notification-list-item-message').innerText(),
        detail: '',
        buttons: await toast.locator('.notification-list-item-buttons-container .monaco-button').allInnerTexts(),
      })),
    );
  }

  /** Waits for a toast that holds `text` and returns it. */
  async notification(text: string | RegExp): Promise<Locator> {
    const toast = this.#toasts
      .filter({ has: this.page.locator('.notification-list-item-message', { hasText: text }) })
      .first();
    await toast.waitFor();
    return toast;
  }

  /** Waits for a toast of a severity that holds `text`, and returns it. */
  async severityNotification(severity: 'info' | 'warning' | 'error', text: string | RegExp = ''): Promise<Locator> {
    const icon = this.page.locator(`.notification-list-item-icon.codicon-${severity}`);
    const toast = this.#toasts.filter({ has: icon }).filter({ hasText: text }).first();
    await toast.waitFor();
    return toast;
  }

  /** Presses a button of the toast that holds `text`. */
  async answerNotification(text: string | RegExp, button: string): Promise<void> {
    const toast = await this.notification(text);
    await toast.locator('.monaco-button', { hasText: exactly(button) }).click();
  }

  /** Clears the messages until none is left: one that comes up meanwhile would stay for ten seconds. */
  async clearNotifications(): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    do {
      if (Date.now() > deadline) throw new Error('The messages do not go away.');
      await this.runCommand('notifications.clearAll');
    } while (
      !(await this.#toasts
        .first()
        .waitFor({ state: 'detached', timeout: retryAfterMs })
        .then(
          () => true,
          () => false,
        ))
    );
  }

  /** Shows the extension's view in the side bar. By command: a click on its icon would hide what shows already. */
  async showJobs(): Promise<void> {
    await this.runCommand('workbench.view.extension.humanTranslation');
    await this.sideBar.locator('.composite.title', { hasText: viewTitle }).waitFor();
  }

  get sideBar(): Locator {
    return this.page.locator('.part.sidebar');
  }

  /** The rows of the jobs tree that are in view, top to bottom. */
  async treeRows(): Promise<readonly TreeRow[]> {
    const rows = await this.#treeRows.evaluateAll((all) =>
      all.map((row) => ({
        text: row.getAttribute('aria-label') ?? '',
        label: row.querySelector('.label-name')?.textContent ?? '',
        description: row.querySelector('.label-description')?.textContent ?? '',
        level: Number(row.getAttribute('aria-level')),
        top: row.getBoundingClientRect().top,
      })),
    );
    return rows
      .sort((a, b) => a.top - b.top)
      .map(({ text, label, description, level }) => ({ text, label, description, level }));
  }

  /** The first row of the jobs tree whose text holds `text`; wait on it for a job to arrive or to move. */
  treeRow(text: string | RegExp): Locator {
    return this.#treeRows.filter({ hasText: text }).first();
  }

  /** Returns the row above the jobs with a status; with `count`, only once there are that many. */
  treeGroup(status: ShownStatus, count?: number): Locator {
    const title = String.raw`^\s*${statusTitles[status]}\s*`;
    return this.#treeRows
      .and(this.page.locator('[aria-level="1"]'))
      .filter({ hasText: new RegExp(count === undefined ? title : `${title}${count}\\s*$`) })
      .first();
  }

  /** Opens a group of the list. A click that comes while the list is drawn again is lost, or closes what another one opened. */
  async expandGroup(status: ShownStatus): Promise<void> {
    await eventually(`the open group ${status}`, async () => {
      const group = this.treeGroup(status);
      if ((await group.getAttribute('aria-expanded')) === 'true') return true;
      await group.click();
      await this.page.waitForTimeout(500);
      return false;
    });
  }

  /** Presses the icon of a command in a row. */
  async treeAction(row: string | RegExp, command: string): Promise<void> {
    const target = this.treeRow(row);
    await target.hover();
    await target.locator(`.actions a[aria-label^="${menuTitle(command)}"]`).click();
  }

  /**
   * Opens a context menu that has an item, and waits for that. A menu is made of what is known when it opens, so that a
   * window which has just been loaded may need to be asked again.
   */
  async openMenu(on: Locator, item: string): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await on.click({ button: 'right' });
      if (
        await this.menuItem(item)
          .waitFor({ timeout: absenceTimeoutMs })
          .then(
            () => true,
            () => false,
          )
      )
        return;
      await this.page.keyboard.press('Escape');
      if (Date.now() > deadline) throw new Error(`The menu does not offer "${item}".`);
    }
  }

  /** Opens the context menu of a row and takes an item. What takes the focus meanwhile, as a page that has just been opened does, closes the menu: then it is opened again. */
  async treeMenu(row: string | RegExp, item: string): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await this.openMenu(this.treeRow(row), item);
      if (
        await this.menuItem(item)
          .hover({ timeout: absenceTimeoutMs })
          .then(
            () => true,
            () => false,
          )
      )
        break;
      if (Date.now() > deadline) throw new Error(`The menu does not stay open at "${item}".`);
    }
    // A menu takes no click in its first moments, so that the one which opened it cannot slip through.
    await this.page.keyboard.press('Enter');
    await this.menuItem(item).waitFor({ state: 'detached' });
  }

  /** Returns the item of a command or submenu in the open context menu. */
  menuItem(command: string): Locator {
    return this.page
      .locator('.context-view .monaco-menu .action-item')
      .filter({ has: this.page.locator('.action-label', { hasText: exactly(menuTitle(command)) }) })
      .first();
  }

  /** A status bar entry that holds `text`. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** The content of the webview that shows: a frame inside a frame. */
  get webview(): FrameLocator {
    return this.page.frameLocator(shownWebview).frameLocator('iframe#active-frame');
  }

  /**
   * Changes user settings where a person writes them by hand: this VS Code does not see what another process wrote. They are
   * in force when this returns: a setting that shows on the window itself changes along.
   */
  async setSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const file = path.join(this.#userDataFolder, 'User', 'settings.json');
    const current = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const motion = current['workbench.reduceMotion'] === 'on' ? 'off' : 'on';
    const text = JSON.stringify({ ...current, ...settings, 'workbench.reduceMotion': motion }, undefined, 2);
    await this.runCommand('workbench.action.openSettingsJson');
    await this.page.locator('.tabs-container .tab.active', { hasText: 'settings.json' }).waitFor();
    await this.editorLine('reduceMotion').or(this.editorLine('{')).first().waitFor();
    await this.page.evaluate((all) => navigator.clipboard.writeText(all), text);
    for (const keys of ['Control+A', 'Control+V', 'Control+S']) await this.page.keyboard.press(keys);
    await this.page.locator(`.monaco-workbench.monaco-${motion === 'on' ? 'reduce' : 'enable'}-motion`).waitFor();
    await this.runCommand('workbench.action.closeActiveEditor');
  }

  /** Takes a screenshot during `npm run tour`. */
  screenshot(name: string): Promise<void> {
    return this.#camera.screenshot(name);
  }

  /** Takes a screenshot in every theme during `npm run tour`. */
  screenshots(name: string): Promise<void> {
    return this.#camera.screenshots(name);
  }

  /** Reloads the window, as *Developer: Reload Window* does, and waits until it is ready. */
  async reload(): Promise<void> {
    await this.#window.reload();
    await this.ready();
  }

  /** Waits until the extension's icon stands in the activity bar. After a reload it is there before its commands are. */
  async ready(): Promise<void> {
    await this.#activity.waitFor({ timeout: startTimeoutMs });
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  get #activity(): Locator {
    return this.page.locator('.activitybar .action-item', { has: this.page.locator(`a[aria-label^="${viewTitle}"]`) });
  }

  get #quickWidget(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  get #quickRows(): Locator {
    return this.#quickWidget.locator('.quick-input-list .monaco-list-row');
  }

  #quickRow(label: string): Locator {
    return this.#quickRows.filter({ has: this.page.locator('.label-name', { hasText: exactly(label) }) }).first();
  }

  async #untickAll(): Promise<void> {
    const toggleAll = this.#quickWidget.locator('.quick-input-header > .monaco-checkbox');
    // From "some" it first ticks all.
    for (let clicks = 0; clicks < 2 && (await toggleAll.getAttribute('aria-checked')) !== 'false'; clicks += 1)
      await toggleAll.click();
  }

  get #modalBox(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  get #toasts(): Locator {
    return this.page.locator('.notifications-toasts .notification-toast');
  }

  get #treeRows(): Locator {
    return this.sideBar.locator('.customview-tree .monaco-list-row[role="treeitem"]');
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}\\s*$`);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { CodeWindow } from '../host/codeWindow.ts';
import { Camera, type ScreenshotOptions } from '../tour/camera.ts';
import { menuTitle, paneTitle, viewTitle } from './commandTitles.ts';
import { eventually } from './eventually.ts';
import { Palette } from './palette.ts';
import { statusTitle } from './statusTitle.ts';
import { absenceTimeoutMs, pollMs, retryAfterMs, settledMs, startTimeoutMs, stepTimeoutMs } from './timeouts.ts';

/** The outer frame of the visible webview. */
const shownWebview = 'iframe.webview.ready:visible';

/** The text of a notification or modal. */
export interface MessageText {
  readonly text: string;
  /** The smaller text of a modal; '' if it has none. */
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Severity of a notification, by its icon. */
export type Severity = 'info' | 'warning' | 'error';

/** A row of the jobs tree. `text` is what a screen reader says: label, description and status. */
export interface TreeRow {
  readonly text: string;
  readonly label: string;
  readonly description: string;
  /** 1 for the outermost rows. */
  readonly level: number;
}

/**
 * A VS Code window, used as people use it and never through the extension's API. Each step waits for its element.
 * Elements are found by command id, role, icon, position and data, since the wording may change.
 */
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
    this.#camera = new Camera(this.page);
  }

  /** Opens a file of the workspace by its relative path, through Quick Open. */
  async openFile(relativePath: string): Promise<void> {
    const name = path.posix.basename(relativePath);
    const tab = this.page.locator('.tabs-container .tab.active', { hasText: name });
    await eventually(`${relativePath} to be open`, async () => {
      await this.page.keyboard.press('Control+P');
      await this.quickInput.fill(relativePath);
      // Enter would take the first row, which is the file opened last until the search has ended.
      await this.#quickRow(name).click();
      // VS Code may replace the row in the moment of the click, which then opens nothing, and the list stays open.
      await tab.waitFor({ timeout: absenceTimeoutMs });
      await this.untilEditorHasFocus(absenceTimeoutMs);
      return true;
    });
    await this.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
  }

  /** Waits until the active text editor has the focus: a key that is pressed before goes to what had it. */
  async untilEditorHasFocus(timeout = stepTimeoutMs): Promise<void> {
    await this.page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor({ timeout });
  }

  /** Returns a visible line of the active editor that contains `text`. */
  editorLine(text: string | RegExp): Locator {
    return this.page.locator('.editor-group-container.active .view-line', { hasText: text }).first();
  }

  /** Puts the cursor at the beginning of a line of the active editor. Lines count from 1. */
  async goToLine(line: number): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.quickInput.fill(`:${line}`);
    await this.page.keyboard.press('Enter');
    await this.statusBarItem(`Ln ${line}, Col 1`).waitFor();
    await this.untilEditorHasFocus();
  }

  /** Returns the icon of a command at the right end of the active editor's tabs. */
  editorAction(command: string): Locator {
    return this.page
      .locator(`.editor-group-container.active .editor-actions a[aria-label^="${menuTitle(command)}"]`)
      .first();
  }

  /** Returns a visible row of the explorer by its name. */
  explorerRow(name: string): Locator {
    return this.sideBar
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ has: this.page.locator('.label-name', { hasText: exactly(name) }) })
      .first();
  }

  /** Returns whether the tab of a file shows unsaved changes. */
  async isUnsaved(name: string): Promise<boolean> {
    return (await this.page.locator('.tabs-container .tab.dirty', { hasText: name }).count()) > 0;
  }

  /** Runs a command by its id, such as `humanTranslation.orderFile`. */
  runCommand(command: string): Promise<void> {
    return this.palette.run(command);
  }

  /** Returns the accessible name of the focused row in the open Quick Pick or the focused tree; '' if there is none. */
  async focusedRow(): Promise<string> {
    const rows = this.page.locator(
      '.quick-input-widget:visible .monaco-list-row.focused, .monaco-list:focus-within .monaco-list-row.focused',
    );
    const [label] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    return label ?? '';
  }

  /** The text box of the open quick input. */
  get quickInput(): Locator {
    return this.#quickWidget.locator('.quick-input-box input');
  }

  /** The title of the open Quick Pick or input box, with its step: `Order Locale File (1/5)`. */
  quickTitle(): Locator {
    return this.#quickWidget.locator('.quick-input-title');
  }

  /** Waits until a step of a wizard is open, such as `1/5`: all steps use the same widget. */
  async atStep(step: string): Promise<void> {
    await this.quickTitle().filter({ hasText: step }).waitFor();
  }

  /** Waits until a Quick Pick or input box with a title, but without a step number, is open. */
  async atQuestion(): Promise<void> {
    await this.quickTitle()
      .filter({ hasText: /^[^/]+$/ })
      .waitFor();
  }

  /** The text below the open input box: its prompt, or the reason why the value is not accepted. */
  quickMessage(): Locator {
    return this.#quickWidget.locator('.quick-input-message');
  }

  /** Returns the labels of the open Quick Pick's visible rows. */
  async quickPickLabels(): Promise<readonly string[]> {
    await this.#quickRows.first().waitFor();
    return this.#quickRows.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
  }

  /** Picks a row of a single-choice Quick Pick by its label. Types it first, since a list renders only visible rows. */
  async pick(label: string): Promise<void> {
    await this.#quickRows.first().waitFor();
    await this.quickInput.fill(label);
    await this.#quickRow(label).click();
  }

  /**
   * Types into the open Quick Pick once it has rows and the focus, and waits until the focused row starts with `label`.
   * Before that, Enter would pick the row that had the focus without the text.
   */
  async typeToRow(text: string, label = text): Promise<void> {
    await this.#quickRows.first().waitFor();
    await this.quickInput.and(this.page.locator(':focus')).waitFor();
    await this.page.keyboard.type(text);
    await eventually(`the focus on “${label}”`, async () => (await this.focusedRow()).startsWith(label));
  }

  /**
   * Presses a key in the open Quick Pick or input box once that has the focus: until then, the key would go to what is
   * below it.
   */
  async pressInQuickInput(keys: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible:focus-within').waitFor();
    await this.page.keyboard.press(keys);
  }

  /** Picks a row of a single-choice Quick Pick by its position. */
  async pickRow(index: number): Promise<void> {
    await this.#quickRows.and(this.page.locator(`[data-index="${index}"]`)).click();
  }

  /** Picks a row of a single-choice Quick Pick by the codicon before its label. */
  async pickIcon(codicon: string): Promise<void> {
    await this.iconRow(codicon).click();
  }

  /** A row of the open Quick Pick, by the codicon before its label. */
  iconRow(codicon: string): Locator {
    return this.#quickRows.filter({ has: this.page.locator(`.quick-input-list-icon.codicon-${codicon}`) });
  }

  /**
   * Selects exactly these rows of a multiple-choice Quick Pick by their labels, and confirms. The list may lose a
   * selection if it is updated in the same moment: then the rows are selected again.
   */
  async pickMany(labels: readonly string[]): Promise<void> {
    const title = await this.quickTitle().innerText();
    for (let attempts = 0; attempts < 3; attempts += 1) {
      await this.#selectRows(labels);
      await this.pressInQuickInput('Enter');
      const isClosed = await this.quickTitle()
        .and(this.page.getByText(title, { exact: true }))
        .waitFor({ state: 'hidden', timeout: absenceTimeoutMs })
        .then(
          () => true,
          () => false,
        );
      if (isClosed || (await this.#selectedCount()) === labels.length) return;
    }
  }

  async #selectRows(labels: readonly string[]): Promise<void> {
    // What a list has selected at first may appear only after its rows.
    for (let attempts = 0; attempts < 3; attempts += 1) {
      if (attempts > 0) await this.quickInput.fill('');
      await this.#deselectAll();
      for (const label of labels) {
        await this.quickInput.fill(label);
        const row = this.#quickRow(label);
        await row.waitFor();
        if ((await row.getAttribute('aria-checked')) !== 'true') await row.click();
      }
      if ((await this.#selectedCount()) === labels.length) return;
    }
  }

  /** The number of selected rows of the open multiple-choice Quick Pick, as it shows it. */
  async #selectedCount(): Promise<number> {
    const [text = '0'] = await this.#quickWidget.locator('.quick-input-count').allInnerTexts();
    return Number(/\d+/u.exec(text)?.[0] ?? 0);
  }

  /** Selects exactly these rows of a multiple-choice Quick Pick by their positions, and confirms. */
  async pickRows(indices: readonly number[]): Promise<void> {
    await this.#deselectAll();
    for (const index of indices) await (await this.#rowAt(index)).click();
    await this.pressInQuickInput('Enter');
  }

  /** Returns a row of the open Quick Pick by its position, from the end if negative, and scrolls to it. */
  async #rowAt(index: number): Promise<Locator> {
    const count = Number(await this.#quickRows.first().getAttribute('aria-setsize'));
    const row = this.#quickRows.and(this.page.locator(`[data-index="${index < 0 ? count + index : index}"]`));
    // A key that is pressed while the list is updated may get lost; after its last row, the list begins again.
    for (let presses = 0; presses <= 3 * count && !(await row.isVisible()); presses += 1)
      await this.page.keyboard.press('ArrowDown');
    return row;
  }

  /** Types into the open input box and confirms. */
  async type(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Waits for a modal and returns its text. */
  async modal(): Promise<MessageText> {
    const box = this.#modalBox;
    await box.waitFor();
    return {
      text: await box.locator('.dialog-message-text').innerText(),
      detail: (await box.locator('.dialog-message-detail').allInnerTexts()).join('\n'),
      buttons: await box.locator('.dialog-buttons .monaco-button').allInnerTexts(),
    };
  }

  /** Presses a button of the modal by its position among the choices, and waits until the modal is closed. */
  async answerModal(choice = 0): Promise<void> {
    await this.#closeModal(async () => (await this.modalButton(choice)).click());
  }

  /** Waits for the modal that follows another one immediately, and returns its text. */
  async nextModal(previousText: string): Promise<MessageText> {
    await this.#modalBox.locator('.dialog-message-text').filter({ hasNotText: previousText }).waitFor();
    return this.modal();
  }

  /** Waits for a modal and returns the button of a choice. */
  async modalButton(choice: number): Promise<Locator> {
    const buttons = this.#modalBox.locator('.dialog-buttons .monaco-button');
    await buttons.first().waitFor();
    // Except on Windows, the first choice is at the right end, next to the button that closes the modal.
    const last = (await buttons.count()) - 1;
    const indexElsewhere = choice === 0 ? last : last - 1 - choice;
    const index = process.platform === 'win32' ? choice : indexElsewhere;
    return buttons.nth(index);
  }

  /** Closes the modal without choosing anything. */
  async dismissModal(): Promise<void> {
    await this.#closeModal(() => this.page.keyboard.press('Escape'));
  }

  /** Closes what a failed test has left open, so that the next ones do not fail as well. */
  async dismissAllModals(): Promise<void> {
    for (let count = 0; count < 5 && (await this.#modalBox.isVisible()); count += 1) await this.dismissModal();
  }

  /** Waits until this modal is gone; another one may have taken its place by then. */
  async #closeModal(close: () => Promise<void>): Promise<void> {
    await this.#modalBox.waitFor();
    const modal = await this.#modalBox.elementHandle();
    await close();
    await this.page.waitForFunction((element) => !element?.isConnected, modal);
  }

  /** Returns the visible notifications, all read at the same moment, since one may close while others are read. */
  notifications(): Promise<readonly MessageText[]> {
    return this.#notifications.evaluateAll((notifications) =>
      notifications.map((notification) => ({
        text: notification.querySelector<HTMLElement>('.notification-list-item-message')?.innerText ?? '',
        detail: '',
        buttons: [
          ...notification.querySelectorAll<HTMLElement>('.notification-list-item-buttons-container .monaco-button'),
        ].map((button) => button.innerText),
      })),
    );
  }

  /**
   * Waits for a notification of a severity whose text contains all of `values`, such as a file name or a number. Looks
   * into the list of notifications as well: VS Code shows nothing but the first three of 800 ms at once.
   */
  async notification(severity: Severity, ...values: readonly (string | RegExp)[]): Promise<Locator> {
    const icon = this.page.locator(`.notification-list-item-icon.codicon-${severity}`);
    const found = values
      .reduce(
        (notifications, value) =>
          notifications.filter({ has: this.page.locator('.notification-list-item-message', { hasText: value }) }),
        this.#notifications.filter({ has: icon }),
      )
      .first();
    const unread = this.page.locator('.statusbar-item[id="status.notifications"]:has(.codicon-bell-dot)');
    const isShown = (): Promise<boolean> =>
      found.waitFor({ timeout: absenceTimeoutMs }).then(
        () => true,
        () => false,
      );
    for (let waited = 0; waited < stepTimeoutMs && !(await isShown()); waited += absenceTimeoutMs) {
      if (!(await unread.isVisible())) continue;
      // A hover of another status bar item may cover the bell until the mouse is elsewhere.
      await this.page.mouse.move(0, 0);
      await unread.click();
    }
    await found.waitFor({ timeout: absenceTimeoutMs });
    return found;
  }

  /** Returns the buttons of a notification, in their order. */
  notificationButtons(notification: Locator): Locator {
    return notification.locator('.notification-list-item-buttons-container .monaco-button');
  }

  /** Clears notifications until none remain: one that appears in the meantime would stay for ten seconds. */
  async clearNotifications(): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    do {
      if (Date.now() > deadline) throw new Error('The notifications remain visible.');
      await this.runCommand('notifications.clearAll');
    } while (
      !(await this.#notifications
        .first()
        .waitFor({ state: 'detached', timeout: retryAfterMs })
        .then(
          () => true,
          () => false,
        ))
    );
  }

  /** Closes dialogs, editors, discarding unsaved changes, the panel and notifications. */
  async closeAll(): Promise<void> {
    await eventually('dialogs to be closed', async () => {
      if (!(await this.#modalBox.or(this.#quickWidget).first().isVisible())) return true;
      await this.page.keyboard.press('Escape');
      return false;
    });
    await this.runCommand('workbench.action.closeAllEditors');
    const question = this.#modalBox.getByRole('button', { name: "Don't Save", exact: true });
    await eventually('all editors to be closed', async () => {
      if (await question.isVisible()) await question.click();
      return (await this.page.locator('.tabs-container .tab').count()) === 0;
    });
    if (await this.page.locator('.part.panel').isVisible()) await this.runCommand('workbench.action.closePanel');
    await this.clearNotifications();
  }

  /** Shows the extension's view in the side bar, by command: a click on its icon would hide a view that is visible. */
  async showJobs(): Promise<void> {
    await this.runCommand('workbench.view.extension.humanTranslation');
    await this.sideBar.locator('.composite.title', { hasText: viewTitle() }).waitFor();
  }

  /** Shows the extension's view in the side bar with only these of its panes expanded. */
  async showPanes(expanded: readonly ('jobs' | 'account')[]): Promise<void> {
    await this.showJobs();
    for (const pane of ['jobs', 'account'] as const) {
      const header = this.sideBar.locator('.pane-header', { hasText: paneTitle(pane) });
      const state = String(expanded.includes(pane));
      if ((await header.getAttribute('aria-expanded')) !== state) await header.click();
      await header.and(this.page.locator(`[aria-expanded="${state}"]`)).waitFor();
    }
  }

  get sideBar(): Locator {
    return this.page.locator('.part.sidebar');
  }

  /** Returns the visible rows of the jobs tree, top to bottom. */
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

  /** Returns the first row of the jobs tree whose text contains `text`, with `icon` only if it has that codicon. */
  treeRow(text: string | RegExp, icon?: string): Locator {
    const rows = this.#treeRows.filter({ hasText: text });
    return (icon === undefined ? rows : rows.filter({ has: this.page.locator(`.codicon-${icon}`) })).first();
  }

  /** Returns the row above the jobs with a status; with `count`, only once there are that many jobs. */
  treeGroup(status: string, count?: number): Locator {
    const title = String.raw`^\s*${literally(statusTitle(status))}\s*`;
    return this.#treeRows
      .and(this.page.locator('[aria-level="1"]'))
      .filter({ hasText: new RegExp(count === undefined ? title : `${title}${count}\\s*$`) })
      .first();
  }

  /** Returns the badge of the extension's icon in the activity bar. */
  badge(count: string | RegExp): Locator {
    return this.#activity.locator('.badge-content', { hasText: count });
  }

  /** Expands a group. Repeats the click, which is lost or reverted if the list is redrawn at that moment. */
  async expandGroup(status: string): Promise<void> {
    await eventually(`the group "${status}" to be expanded`, async () => {
      const group = this.treeGroup(status);
      if ((await group.getAttribute('aria-expanded')) === 'true') return true;
      await group.click();
      await this.page.waitForTimeout(500);
      return false;
    });
  }

  /**
   * Returns a row of the jobs tree once the tree no longer changes. While VS Code replaces a row, the row has no job: its
   * commands would ask for one.
   */
  async settledRow(row: string | RegExp): Promise<Locator> {
    const target = this.treeRow(row);
    await target.waitFor();
    const deadline = Date.now() + stepTimeoutMs;
    let [rows, since] = ['', Date.now()];
    while (Date.now() - since < settledMs) {
      const found = JSON.stringify(await this.treeRows());
      if (found !== rows) [rows, since] = [found, Date.now()];
      if (Date.now() > deadline) throw new Error('The rows keep changing.');
      await this.page.waitForTimeout(pollMs);
    }
    return target;
  }

  /** Shows the tooltip of a row that contains `text`. A row that is replaced loses its tooltip, so the mouse comes again. */
  async showTooltip(row: string | RegExp, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover:visible', { hasText: text }).first();
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await (await this.settledRow(row)).hover();
      if (
        await tooltip.waitFor({ timeout: absenceTimeoutMs }).then(
          () => true,
          () => false,
        )
      )
        return tooltip;
      if (Date.now() > deadline) throw new Error(`The row ${String(row)} has no tooltip with "${text}".`);
      await this.page.locator('.part.editor').hover();
    }
  }

  /**
   * Presses the icon of a command in a row. An icon is visible only below the mouse, so if the rows move away from it,
   * the mouse follows.
   */
  async treeAction(row: string | RegExp, command: string): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      const target = await this.settledRow(row);
      await target.hover();
      if (
        await target
          .locator(`.actions a[aria-label^="${menuTitle(command)}"]`)
          .click({ timeout: absenceTimeoutMs })
          .then(
            () => true,
            () => false,
          )
      )
        return;
      if (Date.now() > deadline) throw new Error(`The row ${String(row)} does not offer "${command}".`);
    }
  }

  /**
   * Opens a context menu that contains an item. A menu shows what was known when it opened, so it is opened again until
   * the item is there: a window that was just loaded may not know it yet.
   */
  openMenu(on: Locator, item: string): Promise<void> {
    return this.openMenuBy(() => on.click({ button: 'right' }), item);
  }

  /**
   * Opens a context menu by `act`, such as a key, again until it offers an item: a page that has just been shown takes
   * the focus a little later, which closes menus.
   */
  async openMenuBy(act: () => Promise<void>, item: string): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await act();
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

  /** Opens a context menu and a submenu of it that contains an item. */
  async openSubmenu(on: Locator, submenu: string, item: string): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await this.openMenu(on, submenu);
      if (
        await this.menuItem(submenu)
          .hover({ timeout: absenceTimeoutMs })
          .then(() => this.menuItem(item).waitFor({ timeout: absenceTimeoutMs }))
          .then(
            () => true,
            () => false,
          )
      )
        return;
      if (Date.now() > deadline) throw new Error(`The submenu "${submenu}" does not stay open.`);
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Escape');
    }
  }

  /** Opens the context menu of a row and chooses an item. */
  async treeMenu(row: string | RegExp, item: string): Promise<void> {
    await this.chooseMenuItem(item, async () => this.openMenu(await this.settledRow(row), item));
    await this.menuItem(item).waitFor({ state: 'detached' });
  }

  /** Opens the context menu of something and chooses an item. */
  chooseInMenu(on: Locator, item: string): Promise<void> {
    return this.chooseMenuItem(item, () => this.openMenu(on, item));
  }

  /**
   * Chooses an item of a menu, which `open` opens if it is not open, or no longer: a menu closes if something else takes
   * the focus, such as a page that was just opened. With Enter: a menu ignores clicks in its first moments. Sometimes it
   * also misses that the mouse is on an item, which then has to leave the item and come again.
   */
  async chooseMenuItem(item: string, open: () => Promise<unknown>): Promise<void> {
    const target = this.menuItem(item);
    await eventually(`"${item}" to be focused`, async () => {
      if ((await target.count()) === 0) await open();
      await target.hover({ timeout: absenceTimeoutMs });
      const isFocused = await target
        .and(this.page.locator('.focused'))
        .waitFor({ timeout: retryAfterMs })
        .then(
          () => true,
          () => false,
        );
      const box = isFocused ? null : await target.boundingBox();
      if (box !== null) await this.page.mouse.move(box.x + box.width / 2, box.y - 2);
      return isFocused;
    });
    await this.page.keyboard.press('Enter');
  }

  /** Closes the open menus with Escape, which a menu ignores until it has the focus. A submenu takes one of its own. */
  async closeMenu(): Promise<void> {
    const menu = this.page.locator('.context-view .monaco-menu').first();
    await eventually('the menu to be closed', async () => {
      await this.page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached', timeout: retryAfterMs });
      return true;
    });
  }

  /** Returns the item of a command or submenu in the open context menu. A submenu is inside its item. */
  menuItem(command: string): Locator {
    return this.page
      .locator('.context-view .monaco-menu .action-item')
      .filter({ has: this.page.locator('.action-label', { hasText: exactly(menuTitle(command)) }) })
      .last();
  }

  /** Returns a status bar item of VS Code that contains `text`. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** Returns the extension's status bar item once it has a codicon: `beaker` for the sandbox, `globe` for a service. */
  statusItem(icon: 'beaker' | 'globe' | 'warning'): Locator {
    return this.page
      .locator('.part.statusbar .statusbar-item[id$=".humanTranslation.status"]')
      .filter({ has: this.page.locator(`.codicon-${icon}`) });
  }

  /** Returns a button of the text that the empty jobs view shows, by its position. */
  welcomeButton(index: number): Locator {
    return this.sideBar.locator('.welcome-view .monaco-button').nth(index);
  }

  /** Returns a link to a command in the text that the empty jobs view shows. */
  welcomeLink(command: string): Locator {
    return this.sideBar.locator(`.welcome-view a[href^="command:${command}"]`);
  }

  /** The content of the visible webview: a frame inside a frame. */
  get webview(): FrameLocator {
    return this.page.frameLocator(shownWebview).frameLocator('iframe#active-frame');
  }

  /**
   * Changes user settings in the settings editor: this VS Code does not notice when another process writes the file.
   * They are in effect when this returns, since a setting whose effect is visible on the window changes with them.
   */
  async setSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    const file = path.join(this.#userDataFolder, 'User', 'settings.json');
    const current = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const isReduced = await this.page.locator('.monaco-workbench.monaco-reduce-motion').isVisible();
    const motion = isReduced ? 'off' : 'on';
    const text = JSON.stringify({ ...current, ...settings, 'workbench.reduceMotion': motion }, undefined, 2);
    await this.runCommand('workbench.action.openSettingsJson');
    await this.page.locator('.tabs-container .tab.active', { hasText: 'settings.json' }).waitFor();
    await this.editorLine('reduceMotion').or(this.editorLine('{')).first().waitFor();
    await this.untilEditorHasFocus();
    await this.page.evaluate((all) => navigator.clipboard.writeText(all), text);
    for (const keys of ['Control+A', 'Control+V', 'Control+S']) await this.page.keyboard.press(keys);
    await this.page.locator(`.monaco-workbench.monaco-${motion === 'on' ? 'reduce' : 'enable'}-motion`).waitFor();
    await this.runCommand('workbench.action.closeActiveEditor');
  }

  /** Takes a screenshot during `npm run tour`. */
  screenshot(name: string): Promise<void> {
    return this.#camera.screenshot(name);
  }

  /** Takes a screenshot of a screen that is not the product's during `npm run tour`. */
  screenshotUnchecked(name: string): Promise<void> {
    return this.#camera.screenshotUnchecked(name);
  }

  /** Takes a screenshot in every theme and size during `npm run tour`. */
  screenshots(name: string, options?: ScreenshotOptions): Promise<void> {
    return this.#camera.screenshots(name, options);
  }

  /** Reloads the window, as *Developer: Reload Window* does, and waits until it is ready. */
  async reload(): Promise<void> {
    await this.#window.reload();
    await this.ready();
  }

  /** Waits for the extension's icon in the activity bar. After a reload it appears before the extension's commands. */
  async ready(): Promise<void> {
    await this.#activity.waitFor({ timeout: startTimeoutMs });
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  get #activity(): Locator {
    return this.page.locator('.activitybar .action-item', {
      has: this.page.locator(`a[aria-label^="${viewTitle()}"]`),
    });
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

  async #deselectAll(): Promise<void> {
    await this.#quickRows.first().waitFor();
    const toggleAll = this.#quickWidget.locator('.quick-input-header > .monaco-checkbox');
    if ((await toggleAll.getAttribute('aria-checked')) === 'true') await toggleAll.click();
    // The control is unchecked as well if only some rows are selected, which are then visible.
    const selected = this.#quickRows.and(this.page.locator('[aria-checked="true"]'));
    for (let looks = 0; looks < 100 && (await this.#selectedCount()) > 0; looks += 1)
      if (await selected.first().isVisible()) await selected.first().click();
  }

  get #modalBox(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The notifications in a corner of the window, or in the open list of them. */
  get #notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-toast, .notifications-center .monaco-list-row');
  }

  get #treeRows(): Locator {
    return this.sideBar.locator('.customview-tree .monaco-list-row[role="treeitem"]');
  }
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${literally(text)}\\s*$`);
}

/** Returns a regular expression's source that matches `text` only. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

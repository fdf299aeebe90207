import type { Locator } from 'playwright-core';
import type { Workbench } from '../e2e/workbench.ts';

/** The key presses and clicks of a task. */
export interface Effort {
  readonly keys: number;
  readonly clicks: number;
}

/**
 * A user at the keyboard and the mouse of a window, whose key presses and clicks are counted: each character of a text, and
 * each combination of keys, is one key press.
 */
export class Walker {
  readonly #workbench: Workbench;
  #keys = 0;
  #clicks = 0;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get effort(): Effort {
    return { keys: this.#keys, clicks: this.#clicks };
  }

  /** Presses a key, or several of them together (`Control+P`), a number of times. */
  async press(key: string, times = 1): Promise<void> {
    for (let pressed = 0; pressed < times; pressed += 1) await this.#workbench.page.keyboard.press(key);
    this.#keys += times;
  }

  async type(text: string): Promise<void> {
    await this.#workbench.page.keyboard.type(text);
    this.#keys += text.length;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#clicks += 1;
  }

  /** Opens a file through Quick Open. */
  async openFile(relativePath: string): Promise<void> {
    await this.press('Control+P');
    await this.#workbench.quickInput.waitFor();
    await this.type(relativePath);
    await this.row(relativePath.slice(relativePath.lastIndexOf('/') + 1)).waitFor();
    await this.press('Enter');
    await this.#workbench.page.locator('.tabs-container .tab.active', { hasText: /./u }).waitFor();
    await this.#workbench.page.locator('.editor-instance .monaco-editor .view-line').first().waitFor();
  }

  /** Chooses a command in the palette, by the beginning of its title. */
  async runCommand(beginning: string, title: string): Promise<void> {
    await this.press('F1');
    await this.#workbench.quickInput.waitFor();
    await this.type(beginning);
    // A fast typist waits for the list as well.
    await this.#workbench.page
      .locator('.quick-input-widget:visible .monaco-list-row.focused', { hasText: title })
      .waitFor();
    await this.press('Enter');
  }

  /** A row of the open list, by its label. */
  row(label: string): Locator {
    const { page } = this.#workbench;
    const exact = new RegExp(`^\\s*${label.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)}\\s*$`, 'u');
    return page
      .locator('.quick-input-widget:visible .quick-input-list .monaco-list-row')
      .filter({ has: page.locator('.quick-input-list-row:first-child .label-name', { hasText: exact }) })
      .first();
  }

  /** Selects or deselects rows of a list with several choices, typing the beginning of each label to find it. */
  async toggle(labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      if ((await this.#workbench.quickInput.inputValue()) !== '') await this.press('Control+A');
      await this.type(label);
      await this.click(this.row(label));
    }
  }

  /** Answers the order wizard after its languages: takes the summary as it is, and confirms the price. */
  async orderAsSummarized(): Promise<void> {
    await this.press('Enter');
    await this.#workbench.atStep('2/2');
    await this.#workbench.iconRow('arrow-right').waitFor();
    await this.press('Enter');
    await this.#workbench.modal();
    await this.press('Enter');
    // Not a part of the task: the notifications would hide those of the next one.
    await this.#workbench.notification('info', /\d[.,]\d\d/u);
    await this.#workbench.clearNotifications();
  }
}

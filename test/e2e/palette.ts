import type { Locator, Page } from 'playwright-core';
import { commandKey } from './commandKeys.ts';
import { paletteTitle } from './commandTitles.ts';
import { absenceTimeoutMs, retryAfterMs, stepTimeoutMs } from './timeouts.ts';

/** The palette of a VS Code window, which runs commands. */
export class Palette {
  readonly #page: Page;
  /** Commands whose keys the palette has shown. */
  readonly #withKeys = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    // A window that was loaded again has to read its key bindings again.
    page.on('domcontentloaded', () => {
      this.#withKeys.clear();
    });
  }

  /**
   * Runs a command by its id, such as `humanTranslation.connect`. It is chosen in the palette, and the next time run by
   * the key that the palette shows next to it, if it has one: that takes a tenth of the time.
   */
  async run(command: string): Promise<void> {
    const key = commandKey(command);
    if (key !== undefined && this.#withKeys.has(command)) {
      await this.#page.keyboard.press(key);
      return;
    }
    const title = paletteTitle(command);
    await this.#openAt(title);
    if (key !== undefined && (await this.#showsKey(title, key))) this.#withKeys.add(command);
    await this.#command(title).click();
    // The command may open the same widget again: typing too early would still go to the palette.
    await this.#input.waitFor({ state: 'hidden' });
  }

  /** Returns whether the palette offers a command, which `when` and `enablement` decide, and closes it. */
  async offers(command: string): Promise<boolean> {
    const title = paletteTitle(command);
    await this.#typeInto(title);
    const offered = await this.#command(title)
      .waitFor({ timeout: absenceTimeoutMs })
      .then(
        () => true,
        () => false,
      );
    await this.#page.keyboard.press('Escape');
    return offered;
  }

  /** Returns the visible titles of commands that start with `text`, and closes the palette. */
  async offered(text: string): Promise<readonly string[]> {
    await this.#typeInto(text);
    await this.#rows.filter({ hasText: text.trim() }).first().waitFor();
    const labels = await this.#rows.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
    await this.#page.keyboard.press('Escape');
    return labels.filter((label) => label.startsWith(text));
  }

  /** Opens the palette and types a command with keys only. Repeats it if the window took the focus away. */
  async type(command: string): Promise<void> {
    const title = paletteTitle(command);
    await this.#openAt(title, async () => {
      await this.#input.and(this.#page.locator(':focus')).waitFor({ timeout: absenceTimeoutMs });
      await this.#page.keyboard.type(title);
    });
    // Before that, Enter would run the command that had the focus without the text.
    await this.#command(title).and(this.#page.locator('.focused')).waitFor();
  }

  /**
   * Opens the palette with a command in view. The palette lists the commands known when it opens, so it is opened again
   * if the window has just been loaded.
   */
  async #openAt(title: string, write?: () => Promise<void>): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (let patience = retryAfterMs; ; patience *= 2) {
      await this.#typeInto(title, write);
      if (
        await this.#command(title)
          .waitFor({ timeout: patience })
          .then(
            () => true,
            () => false,
          )
      )
        return;
      await this.#page.keyboard.press('Escape');
      if (Date.now() > deadline) throw new Error(`The palette does not offer "${title}".`);
    }
  }

  /** Types into the palette. Opens it again if something else has taken the focus, which closes it. */
  async #typeInto(
    title: string,
    write = () => this.#input.fill(`>${title}`, { timeout: absenceTimeoutMs }),
  ): Promise<void> {
    const deadline = Date.now() + stepTimeoutMs;
    for (;;) {
      await this.#page.keyboard.press('F1');
      const isTyped = await write().then(
        () => true,
        () => false,
      );
      if (isTyped && (await this.#input.isVisible())) return;
      if (Date.now() > deadline) throw new Error(`The palette does not open to take "${title}".`);
    }
  }

  get #input(): Locator {
    return this.#widget.locator('input[aria-label^="Type the name of a command"]');
  }

  /** Returns the row of a command. A key binding follows the title in its label, after a comma. */
  #command(title: string): Locator {
    return this.#rows.and(this.#page.locator(`[aria-label="${title}"], [aria-label^="${title},"]`)).first();
  }

  /** VS Code may show a key of its own until it has read those of the user. */
  async #showsKey(title: string, key: string): Promise<boolean> {
    const label = (await this.#command(title).getAttribute('aria-label')) ?? '';
    return label.endsWith(key.slice(key.lastIndexOf('+')));
  }

  get #widget(): Locator {
    return this.#page.locator('.quick-input-widget:visible');
  }

  get #rows(): Locator {
    return this.#widget.locator('.quick-input-list .monaco-list-row');
  }
}

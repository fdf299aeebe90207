import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { outFolder } from '../host/paths.ts';
import { showSystemLook, themes, type Theme } from './systemLook.ts';

/** Environment variable of end-to-end tests, set by `npm run tour`. Without it they take no screenshots. */
export const tourVariable = 'HUMAN_TRANSLATION_TOUR';

export const isTour = process.env[tourVariable] !== undefined;

/** CSS classes of the window and of webviews for each theme. */
const themeClasses = {
  light: { window: 'vs', webview: 'vscode-light' },
  dark: { window: 'vs-dark', webview: 'vscode-dark' },
  'high-contrast': { window: 'hc-black', webview: 'vscode-high-contrast' },
} as const satisfies Readonly<Record<Theme, unknown>>;

/** A hover may appear after the mouse has left its element. */
const hideHovers = '.workbench-hover-container, .workbench-hover { display: none !important; }';

const numbers = new Map<string, number>();

/**
 * Takes screenshots of a window during `npm run tour`: `test/out/screenshots/THEME/NN-name.png`. Does nothing in other
 * runs, so that the same tests take less time.
 */
export class Camera {
  readonly #page: Page;
  readonly #webview: FrameLocator;

  constructor(page: Page, webview: FrameLocator) {
    this.#page = page;
    this.#webview = webview;
  }

  /** Takes a screenshot in the light theme. */
  async screenshot(name: string): Promise<void> {
    if (isTour) await this.#take('light', name);
  }

  /** Takes a screenshot in every theme, and returns to the light theme. */
  async screenshots(name: string): Promise<void> {
    if (!isTour) return;
    for (const theme of themes) {
      await this.#setTheme(theme);
      await this.#take(theme, name);
    }
    await this.#setTheme('light');
  }

  /** Changes the theme by way of the system's appearance, which works whatever is open in the window. */
  async #setTheme(theme: Theme): Promise<void> {
    await showSystemLook(this.#page, theme);
    await this.#page.locator(`.monaco-workbench.${themeClasses[theme].window}`).waitFor();
    if ((await this.#page.locator('iframe.webview.ready:visible').count()) > 0) {
      await this.#webview.locator(`body.${themeClasses[theme].webview}`).waitFor();
    }
  }

  async #take(theme: Theme, name: string): Promise<void> {
    const file = screenshotFile(theme, name);
    await mkdir(path.dirname(file), { recursive: true });
    await this.#page.screenshot({ path: file, animations: 'disabled', caret: 'hide', style: hideHovers });
  }
}

/** Numbers screenshots in the order in which they are first taken. A name keeps its number in every theme. */
function screenshotFile(theme: Theme, name: string): string {
  if (!/^[a-z0-9-]+$/.test(name))
    throw new Error(`"${name}" can't be the name of a screenshot: use small letters, digits and hyphens.`);
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return path.join(outFolder, 'screenshots', theme, `${String(number).padStart(2, '0')}-${name}.png`);
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { outFolder } from '../host/paths.ts';
import { windowFindings } from './checks/windowFindings.ts';
import { recordFindings } from './findings.ts';
import { showSystemLook, themes, type Theme } from './systemLook.ts';

/** Environment variable of end-to-end tests, set by `npm run tour`. Without it they take no screenshots. */
export const tourVariable = 'HUMAN_TRANSLATION_TOUR';

/** Environment variable of end-to-end tests: the language of `npm run tour -- --language LANGUAGE`. */
export const tourLanguageVariable = 'HUMAN_TRANSLATION_TOUR_LANGUAGE';

/** The language of the tour, which then has one picture of each screen; undefined for the tour in English. */
export const tourLanguage = process.env[tourLanguageVariable];

export const isTour = process.env[tourVariable] !== undefined;

/** CSS classes of the window and of webviews for each theme; a webview in a light high contrast has both of its classes. */
const themeClasses = {
  light: { window: '.vs', webview: '.vscode-light' },
  dark: { window: '.vs-dark', webview: '.vscode-dark' },
  'high-contrast': { window: '.hc-black', webview: '.vscode-high-contrast:not(.vscode-high-contrast-light)' },
  'high-contrast-light': { window: '.hc-light', webview: '.vscode-high-contrast-light' },
} as const satisfies Readonly<Record<Theme, unknown>>;

/** Sizes of the window in CSS pixels; a window at 200% has half as many. */
const sizes = {
  narrow: { width: 800, height: 600 },
  zoomed: { width: 720, height: 450 },
} as const;

export interface ScreenshotOptions {
  readonly size?: boolean;
}

/** A hover may appear after the mouse has left its element. */
const hideHovers = '.workbench-hover-container, .workbench-hover { display: none !important; }';

const numbers = new Map<string, number>();

/**
 * Takes screenshots of a window during `npm run tour`, into `test/out/screenshots/`: `THEME/NN-name.png`, and in the
 * light theme `narrow/NN-name.png` and `zoomed/NN-name.png`. Checks the window each time and records what it finds.
 * Does nothing in other runs, so that the same tests take less time.
 */
export class Camera {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Takes a screenshot in the light theme. */
  async screenshot(name: string): Promise<void> {
    if (isTour) await this.#take('light', name);
  }

  /** Takes a screenshot of a screen that is not the product's, which is not checked. */
  async screenshotUnchecked(name: string): Promise<void> {
    if (isTour) await this.#save('light', name);
  }

  /**
   * Takes a screenshot in every theme and size, and returns to the light theme and the usual size.
   * @param size false for a hover or a menu, which closes when the window changes its size
   */
  async screenshots(name: string, { size: inSizes = true }: ScreenshotOptions = {}): Promise<void> {
    if (!isTour) return;
    if (tourLanguage !== undefined) {
      await this.#take(tourLanguage, name);
      return;
    }
    for (const theme of themes) {
      await this.#setTheme(theme);
      await this.#take(theme, name);
    }
    await this.#setTheme('light');
    const usual = this.#page.viewportSize();
    if (usual === null || !inSizes) return;
    for (const [size, viewport] of Object.entries(sizes)) {
      await this.#setSize(viewport);
      await this.#take(size, name);
    }
    await this.#setSize(usual);
  }

  /** Changes the theme by way of the system's appearance, which works whatever is open in the window. */
  async #setTheme(theme: Theme): Promise<void> {
    await showSystemLook(this.#page, theme);
    await this.#page.locator(`.monaco-workbench${themeClasses[theme].window}`).waitFor();
    for (const webview of await this.#page.locator('iframe.webview.ready:visible').all()) {
      const page = webview.contentFrame().locator('iframe#active-frame').contentFrame();
      await page.locator(`body${themeClasses[theme].webview}`).waitFor();
    }
  }

  /** Changes the size of the window, and waits until VS Code has laid it out. */
  async #setSize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#page.setViewportSize(size);
    await this.#page.waitForFunction(({ width, height }) => {
      const box = document.querySelector('.monaco-workbench')?.getBoundingClientRect();
      return box?.width === width && box.height === height;
    }, size);
    // Lists and webviews are laid out in the next frames.
    await this.#page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    });
  }

  async #take(look: string, name: string): Promise<void> {
    await this.#save(look, name);
    await recordFindings(`${name} (${look})`, await windowFindings(this.#page));
  }

  async #save(look: string, name: string): Promise<void> {
    const file = screenshotFile(look, name);
    await mkdir(path.dirname(file), { recursive: true });
    await this.#page.screenshot({ path: file, animations: 'disabled', caret: 'hide', style: hideHovers });
  }
}

/** Numbers screenshots in the order in which they are first taken. A name keeps its number in every theme. */
function screenshotFile(look: string, name: string): string {
  if (!/^[a-z0-9-]+$/.test(name))
    throw new Error(`"${name}" can't be the name of a screenshot: use small letters, digits and hyphens.`);
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return path.join(outFolder, 'screenshots', look, `${String(number).padStart(2, '0')}-${name}.png`);
}

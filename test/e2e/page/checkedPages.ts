import type { Browser, Page } from 'playwright-core';
import { pageTreeProblems } from '../../tour/checks/accessibleTree.ts';
import { axeViolations } from '../../tour/checks/axeCheck.ts';
import { clippedText } from '../../tour/checks/clippedText.ts';
import { focusProblems } from '../../tour/checks/focusIndicators.ts';
import { launchBrowser } from '../../host/browser.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { jobPageStates } from './jobPageStates.ts';
import { openPage, startPageServer, type PageLook, type PageServer } from './pageHarness.ts';
import { openReview, startReviewServer } from './reviewHarness.ts';
import { reviewStates } from './reviewStates.ts';
import { themeClass, themeCss, type Theme } from './themes.ts';

/** The pages, each with all of its states. */
export const pageStates = { job: Object.keys(jobPageStates), review: Object.keys(reviewStates) };

export type PageName = keyof typeof pageStates;

export interface CheckedLook extends Omit<PageLook, 'theme'> {
  readonly wantedThemes: readonly Theme[];
}

/** The pages in a browser. */
export class CheckedPages {
  readonly #browser: Browser;
  readonly #servers: Readonly<Record<PageName, PageServer>>;

  private constructor(browser: Browser, servers: Readonly<Record<PageName, PageServer>>) {
    this.#browser = browser;
    this.#servers = servers;
  }

  static async launch(): Promise<CheckedPages> {
    const install = await installCodeServer((line) => {
      console.log(line);
    });
    const [browser, job, review] = await Promise.all([launchBrowser(install), startPageServer(), startReviewServer()]);
    return new CheckedPages(browser, { job, review });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    for (const server of Object.values(this.#servers)) server.close();
  }

  /**
   * Opens a page in a state, and returns what is wrong with it: violations that axe finds, text that is cut off and
   * focus that can't be seen in each of the themes; what its accessibility tree lacks; and errors of its scripts.
   * @param use called with the page in each theme
   */
  async check(
    name: PageName,
    state: string,
    { wantedThemes, ...size }: CheckedLook,
    use?: (page: Page, theme: Theme) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const { page, pageErrors } = await this.#open(name, state, size);
    const themesOf = new Map<string, string[]>();
    const note = (theme: string, problems: readonly string[]): void => {
      for (const problem of problems) themesOf.set(problem, [...(themesOf.get(problem) ?? []), theme]);
    };
    for (const theme of wantedThemes) {
      await showTheme(page, theme);
      note(theme, [...(await axeViolations(page)), ...(await clippedText(page))]);
      await use?.(page, theme);
    }
    note('all themes', await pageTreeProblems(page));
    // These move the focus and scroll, so they come last.
    for (const theme of wantedThemes) {
      await showTheme(page, theme);
      note(theme, await focusProblems(page));
    }
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    note('forced colors', await focusProblems(page));
    note('reduced motion', await motionProblems(page));
    await page.close();
    const found = [...themesOf].map(([problem, all]) => `${problem} (${all.join(', ')})`);
    return [...found, ...pageErrors].map((each) => `${name} page, ${state}: ${each}`);
  }

  async #open(
    name: PageName,
    state: string,
    look: PageLook,
  ): Promise<{ readonly page: Page; readonly pageErrors: readonly string[] }> {
    if (name === 'job') {
      const open = await openPage(this.#browser, this.#servers.job, look);
      await jobPageStates[state]?.(open);
      return open;
    }
    const open = await openReview(this.#browser, this.#servers.review, { ...look, frozen: true });
    await reviewStates[state]?.(open);
    return open;
  }
}

/** Returns what moves although the user prefers reduced motion. */
async function motionProblems(page: Page): Promise<readonly string[]> {
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.localName ?? '') : '')),
  );
  return moving.map((element) => `${element} moves`);
}

/** Changes the theme of an open page as VS Code does: without reloading it. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(
    ([css, className]) => {
      const link = document.querySelector<HTMLLinkElement>('#theme');
      if (link !== null) link.disabled = true;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
      document.body.className = className;
    },
    [themeCss(theme), themeClass(theme)] as const,
  );
}

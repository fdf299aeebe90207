import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { CheckedPages, pageStates } from '../e2e/page/checkedPages.ts';
import { themes, type Theme } from '../e2e/page/themes.ts';
import { outFolder } from '../host/paths.ts';

const folder = path.join(outFolder, 'page');

/** A window, the same at 200%, a narrow column, the same at 200%, and a window at 400%, in CSS pixels. */
const looks = {
  wide: { width: 1200, height: 800, scale: 1 },
  'wide-200': { width: 600, height: 400, scale: 2 },
  narrow: { width: 480, height: 800, scale: 1 },
  'narrow-200': { width: 320, height: 400, scale: 2 },
  'wide-400': { width: 320, height: 256, scale: 4 },
} as const;

const wantedThemes = Object.keys(themes) as Theme[];

describe('screens of the pages', function () {
  this.timeout(600_000);
  let pages: CheckedPages;

  before(async () => {
    await mkdir(folder, { recursive: true });
    pages = await CheckedPages.launch();
  });

  after(async () => {
    await pages?.close();
  });

  for (const name of ['job', 'review'] as const) {
    for (const [size, look] of Object.entries(looks)) {
      it(`the ${name} page is accessible and shows all of its text in every state and theme, ${size}`, async () => {
        const found: string[] = [];
        for (const state of pageStates[name]) {
          const shoot = (page: Page, theme: Theme): Promise<unknown> => {
            const file = path.join(folder, `${name}-${state}-${size}-${theme}.png`);
            return page.screenshot({ path: file, fullPage: name === 'job', animations: 'disabled' });
          };
          found.push(...(await pages.check(name, state, { ...look, wantedThemes }, shoot)));
        }
        assert.deepEqual(found, []);
      });
    }
  }
});

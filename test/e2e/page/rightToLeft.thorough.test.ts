import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { outFolder } from '../../host/paths.ts';
import { isTour } from '../../tour/camera.ts';
import { CheckedPages, type PageName } from './checkedPages.ts';

interface Box {
  readonly left: number;
  readonly right: number;
}

describe('pages in a language that is written from right to left', function () {
  this.timeout(60_000);
  let pages: CheckedPages;

  before(async function () {
    this.timeout(300_000);
    pages = await CheckedPages.launch();
  });

  after(async () => {
    await pages?.close();
  });

  /** Checks a page in a state, and returns where elements are. Takes a picture during a tour. */
  const boxes = async (name: PageName, state: string, selectors: readonly string[]): Promise<readonly Box[]> => {
    let found: readonly Box[] = [];
    const problems = await pages.check(
      name,
      state,
      { isRightToLeft: true, width: 1200, wantedThemes: ['light'] },
      async (page: Page) => {
        found = await page.evaluate(
          (all) =>
            all.map((selector) => {
              const box = document.querySelector(selector)?.getBoundingClientRect();
              return { left: box?.left ?? NaN, right: box?.right ?? NaN };
            }),
          selectors,
        );
        if (!isTour && process.env['HUMAN_TRANSLATION_PICTURES'] === undefined) return;
        const folder = path.join(outFolder, 'page', 'right-to-left');
        await mkdir(folder, { recursive: true });
        await page.screenshot({ path: path.join(folder, `${name}-${state}.png`), fullPage: name === 'job' });
      },
    );
    assert.deepEqual(problems, []);
    return found;
  };

  const isBefore = (first: Box | undefined, second: Box | undefined): boolean =>
    first !== undefined && second !== undefined && first.left >= second.right;

  it('begins the lines of the job page at the right, and has the source before the translation', async () => {
    const [title, status, source, translation] = await boxes('job', 'faulty', [
      '#title',
      '#status',
      '#source',
      '#translation',
    ]);
    assert.ok(isBefore(title, status), 'the title is before the status');
    assert.ok(isBefore(source, translation), 'the source is before the translation');
  });

  it('writes an Arabic translation and its changes from right to left on an English page', async () => {
    let directions: readonly string[] = [];
    const look = { width: 1200, wantedThemes: ['light'] } as const;
    const problems = await pages.check('review', 'list', look, async (page: Page) => {
      directions = await page
        .locator('.review-row [lang=ar]')
        .evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(directions, ['rtl', 'rtl']);
  });

  it('begins the rows of the review page at the right, and has the details after the list', async () => {
    const [box, source, translation, list, details] = await boxes('review', 'details', [
      '.review-row .pick',
      '.review-row .source',
      '.review-row .translation',
      '.list',
      '.details',
    ]);
    assert.ok(isBefore(box, source) && isBefore(source, translation), 'the cells are in order');
    assert.ok(isBefore(list, details), 'the list is before the details');
  });
});

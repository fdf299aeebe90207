import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openFreshWindow, screenshotFailures, type FreshWindow } from '../e2e/e2eHost.ts';
import type { Workbench } from '../e2e/workbench.ts';

const keys = 1_000;
/** Fifty locale files: English and 49 translations. */
const translations =
  'ar bg bn ca cs cy da de el es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my ne nl pa pl pt ro ru th'.split(
    ' ',
  );

/** Measures in the page how long the order wizard's first step takes from the Enter key that asks for it. */
async function startMeasurement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state: { start?: number; took?: number } = {};
    const isUsable = (): boolean => {
      const widget = document.querySelector<HTMLElement>('.quick-input-widget');
      return (
        widget?.offsetParent !== null &&
        widget?.querySelector('.quick-input-title')?.textContent.includes('1/2') === true &&
        widget.querySelector('.monaco-list-row [type="checkbox"], .monaco-list-row[aria-checked]') !== null
      );
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter') return;
      removeEventListener('keydown', onKey, true);
      state.start = performance.now();
      const look = (): void => {
        if (isUsable()) state.took = performance.now() - (state.start ?? 0);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', onKey, true);
    Object.assign(globalThis, { firstStep: state });
  });
}

/** Resolves with the measured time, in milliseconds. */
async function measuredTime(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (globalThis as { firstStep?: { took?: number } }).firstStep?.took);
  return handle.jsonValue() as Promise<number>;
}

describe('the first step of an order with 50 locale files', () => {
  let fresh: FreshWindow;
  let workbench: Workbench;
  screenshotFailures(() => workbench);

  before(async () => {
    fresh = await openFreshWindow({
      prepare: async (folder) => {
        const file = (locale: string): string => {
          const entries = Array.from({ length: keys }, (_, index) => [
            `key${index}`,
            locale === 'en' || index % 10 > 0 ? `Text ${index} (${locale})` : '',
          ]);
          return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
        };
        await mkdir(path.join(folder, 'locales'), { recursive: true });
        for (const locale of ['en', ...translations])
          await writeFile(path.join(folder, 'locales', `${locale}.json`), file(locale));
      },
    });
    ({ workbench } = fresh);
  });

  after(async () => {
    await fresh.close();
  });

  it('can be used while the files are still read', async () => {
    assert.equal(translations.length, 49);
    await workbench.openFile('locales/en.json');
    for (const time of ['in a new window', 'again', 'again']) {
      await workbench.palette.type('humanTranslation.orderFile');
      await startMeasurement(workbench.page);
      await workbench.page.keyboard.press('Enter');
      const took = await measuredTime(workbench.page);
      process.stdout.write(`measured: first step of an order with 50 files, ${time}: ${took.toFixed(0)} ms\n`);
      await workbench.atStep('1/2');
      await workbench.page.keyboard.press('Escape');
      await workbench.quickTitle().waitFor({ state: 'hidden' });
    }
  });
});

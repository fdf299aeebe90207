import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { openPage, startPageServer, type PageServer } from '../e2e/page/pageHarness.ts';
import { delivered, faulty, held, reviewable, withOrder } from '../e2e/page/snapshots.ts';
import { launchBrowser } from '../host/browser.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { outFolder } from '../host/paths.ts';

const folder = path.join(outFolder, 'page');

describe('screenshots of the job page', () => {
  let browser: Browser;
  let server: PageServer;

  before(async () => {
    await mkdir(folder, { recursive: true });
    browser = await launchBrowser(
      await installCodeServer((line) => {
        console.log(line);
      }),
    );
    server = await startPageServer();
  });

  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const theme of ['light', 'dark', 'highContrast'] as const) {
    it(`are taken in the ${theme} theme`, async () => {
      const open = await openPage(browser, server, { theme });
      const { page, pageErrors } = open;
      for (const [name, snapshot] of Object.entries({ reviewable, faulty, held, delivered, withOrder })) {
        await open.show(snapshot);
        if (snapshot === reviewable) {
          await page.locator('#approve-options > summary').click();
          await page.locator('input[name="public"]').check();
        }
        if (snapshot === withOrder) await page.locator('#order > summary').click();
        if (snapshot === faulty) await page.locator('#approve').click();
        await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), fullPage: true });
      }
      await page.setViewportSize({ width: 420, height: 900 });
      await open.show({
        ...faulty,
        failure: { intent: 'reject', sentence: 'The service could not be reached. Nothing was sent.' },
      });
      await page.screenshot({ path: path.join(folder, `narrow-${theme}.png`), fullPage: true });
      assert.deepEqual(pageErrors, []);
      await page.close();
    });
  }
});

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Part of every hostile text, by which a test finds it on the screen. */
export const token = 'zqx';

/** An icon that neither VS Code nor the extension uses. */
const iconName = 'squirrel';

/** The code of the icon, which every screen must show as it is. */
export const hostileIconCode = `$(${iconName})`;

/** Links of three schemes, a bare address, an icon, bidirectional controls, and forged lines of a dialog and a log. */
export const hostileText =
  `[Open ${token}](command:${token}.run) \\[a\\](command:${token}.b "t") [site](https://${token}.example/a) ` +
  `[file](file:///${token}) https://${token}.example/bare ` +
  `${hostileIconCode} \u202E${token}\u2066\u200F\nTotal: 0.00 USD\r\n1999-01-01 00:00:00.000 [info] forged by ${token}`;

/** A hostile name of a folder or key. It has no slash, which would end the name. */
export const hostileName = `[Open ${token}](command:${token}.run) ${hostileIconCode} \u202E${token}\u2028Total: 0.00 USD`;

/** Elements that a hostile text has turned into where it is shown. */
interface Findings {
  readonly links: number;
  readonly icons: number;
  readonly forgedLines: readonly string[];
  readonly rawControls: boolean;
}

/** Waits until a part of the screen shows the hostile text, and counts the elements that it must not turn into. */
export async function inspect(surface: Locator): Promise<Findings> {
  await surface.filter({ hasText: token }).first().waitFor();
  const texts = await surface.allInnerTexts();
  const lines = texts.flatMap((text) => text.split('\n')).map((line) => line.replaceAll('\u00A0', ' ').trim());
  return {
    ...(await findMarkup(surface.page(), surface)),
    forgedLines: lines.filter((line) => /^(?:Total: 0\.00 USD|1999-01-01)/u.test(line)),
    rawControls: texts.some((text) => /[\u061C\u200E\u200F\u202A-\u202E\u2066\u2067]/u.test(text)),
  };
}

/** Counts links and icons in the whole window, too: only a hostile text can have produced them. */
async function findMarkup(page: Page, surface: Locator): Promise<Pick<Findings, 'links' | 'icons'>> {
  const link = `a[href*="${token}"], a[data-href*="${token}"]`;
  const icon = `.codicon-${iconName}`;
  const count = async (selector: string): Promise<number> =>
    (await page.locator(selector).count()) + (await surface.locator(selector).count());
  return { links: await count(link), icons: await count(icon) };
}

/** Asserts that a part of the screen shows a hostile text as plain text. */
export async function assertHarmless(surface: Locator): Promise<void> {
  assert.deepEqual(await inspect(surface), { links: 0, icons: 0, forgedLines: [], rawControls: false });
}

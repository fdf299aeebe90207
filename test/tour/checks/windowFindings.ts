import type { Frame, Page } from 'playwright-core';
import { axeViolations } from './axeCheck.ts';
import { clippedText } from './clippedText.ts';

/** The parts of a window that show our texts. VS Code shows rows that end with an ellipsis in full in a hover. */
const ourParts = [
  '.pane-body[aria-label*="Human Translation"] .monaco-list-row',
  '.pane:has(.tree-explorer-viewlet-tree-view) .monaco-list-row',
  '.welcome-view',
  '.quick-input-widget:not([style*="display: none"])',
  '.notifications-toasts .notification-list-item-message',
  '.notifications-toasts .notification-list-item-buttons-container',
  '.monaco-dialog-box',
  '.statusbar-item[id*="humanTranslation"]',
].join(', ');

/** Checks a window of VS Code: our pages in it with axe and for text that is cut off, its own parts for such text. */
export async function windowFindings(page: Page): Promise<readonly string[]> {
  const findings = [...(await clippedText(page, { within: ourParts, allowEllipsis: true }))];
  for (const frame of await ourPages(page))
    findings.push(...(await axeViolations(frame)), ...(await clippedText(frame)));
  return findings;
}

/** Returns the documents of our pages in the visible webviews. */
async function ourPages(page: Page): Promise<readonly Frame[]> {
  const outer = await page.locator('iframe.webview.ready:visible').elementHandles();
  const frames = await Promise.all(outer.map(async (each) => (await each.contentFrame())?.childFrames() ?? []));
  const pages: Frame[] = [];
  for (const frame of frames.flat()) if ((await frame.locator('body[data-strings]').count()) > 0) pages.push(frame);
  return pages;
}

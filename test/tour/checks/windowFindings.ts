import type { Frame, Page } from 'playwright-core';
import { accessibleTree, nameProblems, pageTreeProblems } from './accessibleTree.ts';
import { axeViolations } from './axeCheck.ts';
import { clippedText } from './clippedText.ts';

/** The parts of a window that show our texts. VS Code shows rows that end with an ellipsis in full in a hover. */
export const ourParts = [
  '.pane-body[aria-label*="Human Translation"] .monaco-list-row',
  '.pane:has(.tree-explorer-viewlet-tree-view) .monaco-list-row',
  '.welcome-view',
  '.quick-input-widget:not([style*="display: none"])',
  '.notifications-toasts .notification-list-item-message',
  '.notifications-toasts .notification-list-item-buttons-container',
  '.monaco-dialog-box',
  '.statusbar-item[id*="humanTranslation"]',
].join(', ');

/**
 * Checks a window of VS Code: our pages in it with axe, for text that is cut off, and for what screen readers get; the
 * parts of VS Code that show our texts for such text, and for the roles and names of their rows and buttons.
 */
export async function windowFindings(page: Page): Promise<readonly string[]> {
  const findings = [
    ...(await clippedText(page, { within: ourParts, allowEllipsis: true })),
    // The containers around these are VS Code's own.
    ...nameProblems((await accessibleTree(page, ourParts)).filter(({ role }) => role !== 'generic')),
  ];
  for (const frame of await ourPages(page))
    findings.push(...(await axeViolations(frame)), ...(await clippedText(frame)), ...(await pageTreeProblems(frame)));
  return findings;
}

/** Returns the documents of our pages in the visible webviews. */
export async function ourPages(page: Page): Promise<readonly Frame[]> {
  const outer = await page.locator('iframe.webview.ready:visible').elementHandles();
  const frames = await Promise.all(outer.map(async (each) => (await each.contentFrame())?.childFrames() ?? []));
  const pages: Frame[] = [];
  for (const frame of frames.flat()) if ((await frame.locator('body[data-strings]').count()) > 0) pages.push(frame);
  return pages;
}

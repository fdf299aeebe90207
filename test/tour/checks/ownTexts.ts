import type { Frame, Page } from 'playwright-core';

/**
 * Returns the texts, and the names for assistive technology, of the visible elements within `within`, each once; of the
 * whole document if it is absent.
 */
export function ownTexts(target: Page | Frame, within = 'body'): Promise<readonly string[]> {
  return target.evaluate(findTexts, within);
}

/** Runs in the browser, so it uses nothing outside of itself. */
function findTexts(within: string): string[] {
  const found = new Set<string>();
  // Texts of files and of the service; code; parts that VS Code adds: counts, key bindings, and buttons of its own.
  const ofVsCode =
    '.quick-input-count, .quick-input-visible-count, .monaco-keybinding, .quick-input-titlebar .actions-container, ' +
    '.passage, .monaco-checkbox, .dialog-close-action, .codicon, code, style, script';
  const add = (text: string | null): void => {
    const line = text?.replace(/\s+/gu, ' ').trim() ?? '';
    if (line !== '') found.add(line);
  };
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element?.closest(ofVsCode) !== null || !element.checkVisibility()) continue;
      if (!(node instanceof Element)) add(node.textContent);
      else if (!node.matches('.quick-input-widget, .quick-input-widget *:not(.monaco-list-row)'))
        for (const name of ['aria-label', 'title', 'placeholder']) add(node.getAttribute(name));
    }
  }
  return [...found];
}

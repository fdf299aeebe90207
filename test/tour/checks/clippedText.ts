import type { Frame, Page } from 'playwright-core';

export interface ClippedTextOptions {
  /** Selector of the elements to check; the whole document if absent. */
  readonly within?: string;
  /** Whether text may end with an ellipsis although nothing names it in full: rows of VS Code show it in a hover. */
  readonly allowEllipsis?: boolean;
}

/**
 * Returns what is cut off in a document, one line each: text that its box or the window hides without a scroll bar or
 * an ellipsis, text with an ellipsis that nothing names in full, placeholders and choices wider than their field, and
 * horizontal scrolling of the whole document.
 */
export function clippedText(target: Page | Frame, options: ClippedTextOptions = {}): Promise<readonly string[]> {
  return target.evaluate(findClippedText, options);
}

/** Runs in the browser, so it uses nothing outside of itself. */
function findClippedText({ within, allowEllipsis = false }: ClippedTextOptions): string[] {
  /** Pixels by which glyphs and rounding may exceed a box. */
  const tolerance = 2;
  const found: string[] = [];
  const roots = within === undefined ? [document.documentElement] : [...document.querySelectorAll(within)];
  const page = document.scrollingElement;
  if (within === undefined && page !== null && page.scrollWidth > page.clientWidth + 1)
    found.push(`The document is ${page.scrollWidth} pixels wide in a window of ${page.clientWidth}.`);
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === '' || !isShown(element)) continue;
      const problem = clipping(node, element);
      if (problem !== undefined)
        found.push(`${nameOf(element)} “${node.textContent?.trim().slice(0, 60)}”: ${problem}`);
    }
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[placeholder], select')) {
      if (!isShown(field)) continue;
      const text = 'placeholder' in field ? field.placeholder : (field.selectedOptions[0]?.text ?? '');
      const style = getComputedStyle(field);
      const arrow = 'placeholder' in field ? 0 : 20;
      // The number of selected rows covers the end of VS Code's field.
      const count = field.closest('.quick-input-widget')?.querySelector('.quick-input-count');
      const covered = count?.getBoundingClientRect().width ?? 0;
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const room = field.clientWidth - padding - arrow - covered;
      if (widthOf(text, style.font) > room + tolerance && field.title === '')
        found.push(`${nameOf(field)} “${text}”: wider than its field`);
    }
  }
  return [...new Set(found)];

  function isShown(element: Element): boolean {
    // The last two are VS Code's: a count for screen readers, and editors, in which lines scroll.
    const skipped = '.visually-hidden, style, script, .quick-input-visible-count, .monaco-editor';
    if (element.closest(skipped) !== null) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  /** Returns why a text is not visible as a whole, undefined if it is visible or can be scrolled into view. */
  function clipping(text: Node, element: Element): string | undefined {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return undefined;
    let { left, right, top, bottom } = box;
    for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const { left: x, top: y } = parent.getBoundingClientRect();
      const inner = { left: x + parent.clientLeft, top: y + parent.clientTop };
      const edge = { right: inner.left + parent.clientWidth, bottom: inner.top + parent.clientHeight };
      const scrolls = (axis: string): boolean => axis === 'auto' || axis === 'scroll';
      const hides = (axis: string): boolean => axis === 'hidden' || axis === 'clip';
      if (hides(style.overflowX) && (right > edge.right + tolerance || left < inner.left - tolerance)) {
        if (style.textOverflow !== 'ellipsis') return `cut off horizontally by ${nameOf(parent)}`;
        if (!allowEllipsis && !isNamed(element, parent)) return 'shortened with an ellipsis, without a title';
        return undefined;
      }
      if (hides(style.overflowY) && parent !== document.body && (bottom > edge.bottom + 4 || top < inner.top - 4))
        return isNamed(element, parent) ? undefined : `cut off vertically by ${nameOf(parent)}`;
      // Text in a scrolling element is where the element is.
      if (scrolls(style.overflowX)) ({ left, right } = { left: inner.left, right: edge.right });
      if (scrolls(style.overflowY)) ({ top, bottom } = { top: inner.top, bottom: edge.bottom });
      if (style.position === 'fixed') break;
    }
    if (right > innerWidth + tolerance || left < -tolerance) return 'outside of the window';
    return undefined;
  }

  function isNamed(element: Element, clipping: Element): boolean {
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (each.hasAttribute('title') || each.hasAttribute('aria-label')) return true;
      if (each === clipping) return false;
    }
    return false;
  }

  function widthOf(text: string, font: string): number {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return 0;
    context.font = font;
    return context.measureText(text).width;
  }

  function nameOf(element: Element): string {
    const id = element.id === '' ? '' : `#${element.id}`;
    return `${element.localName}${id}${[...element.classList].map((name) => `.${name}`).join('')}`;
  }
}

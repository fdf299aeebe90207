import type { Page } from 'playwright-core';

/**
 * Focuses each control of a page by keyboard, and returns those whose focus can't be seen, one line each: no outline or
 * border that appears with the focus, or one with a contrast below 3:1; also those that another part covers or that
 * remain outside of the window.
 */
export async function focusProblems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const { id, problems } = await page.evaluate(inspectFocus);
    if (id === undefined || seen.has(id)) break;
    seen.add(id);
    found.push(...problems);
  }
  return found;
}

/** Runs in the browser, so it uses nothing outside of itself. */
function inspectFocus(): { id: string | undefined; problems: string[] } {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return { id: undefined, problems: [] };
  const path: string[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement)
    path.unshift(`${each.localName}:${[...(each.parentElement?.children ?? [])].indexOf(each)}`);
  const name = `${element.localName}${element.id === '' ? '' : `#${element.id}`}.${element.className} ${element.dataset['name'] ?? ''}`;
  const problems: string[] = [];

  // A list that keeps the focus for its rows shows it on the active one.
  const activeId = element.getAttribute('aria-activedescendant');
  const shown = (activeId === null ? null : document.getElementById(activeId)) ?? element;
  const style = getComputedStyle(shown);
  const outline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
  if (!outline) problems.push(`${name}: no outline with the focus`);
  else {
    const inside = Number.parseFloat(style.outlineOffset) < 0;
    const back = background(inside ? shown : shown.parentElement);
    const ratio = contrast(over(parse(style.outlineColor), back), back);
    if (ratio < 3) problems.push(`${name}: the outline has a contrast of ${ratio.toFixed(2)}`);
  }

  const box = shown.getBoundingClientRect();
  const tops = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) =>
    document.elementFromPoint(box.left + box.width / 2, box.top + box.height * share),
  );
  if (!tops.some((top) => top !== null && shown.contains(top)))
    problems.push(`${name}: covered by ${tops.find((top) => top !== null)?.className ?? 'the edge of the window'}`);
  return { id: path.join('/'), problems };

  type Color = readonly [number, number, number, number];

  /** Parses a computed color through a canvas, which knows all notations. */
  function parse(color: string): Color {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    if (context === null) return [0, 0, 0, 0];
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over([r, g, b, a]: Color, [r2, g2, b2]: Color): Color {
    return [r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];
  }

  function background(from: Element | null): Color {
    const layers: Color[] = [];
    for (let each = from; each !== null; each = each.parentElement) {
      const color = parse(getComputedStyle(each).backgroundColor);
      layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1] as Color);
  }

  function luminance([red, green, blue]: Color): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one: Color, other: Color): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }
}

import type { Unit } from '../../formats/format.ts';
import { formatOfTexts } from '../../formats/formatTable.ts';
import type { ShownElements } from '../read/placeholder.ts';
import { isPlainElement, plainTagName } from '../read/shownElements.ts';
import { swing } from '../read/looks.ts';
import { isHtmlElement, looksLikeTagIn, tagPattern } from '../read/tags.ts';

/** Formats whose programs may have elements of their own, which no code defines for each text: manuals, chat colors. */
const formatsWithOwnElements = ['po', 'properties'];

/** How many texts must have HTML, and what share of a file: fewer may be plain text with a tag as an example. */
const htmlTexts = { count: 2, share: 0.01 };
/** The same for one element that is not HTML's. */
const ownElementTexts = { count: 5, share: 0 };

/** How many texts of a file must be labels of Swing in HTML. */
const labelsOfSwing = 3;

function isLabelOfSwing({ text }: Pick<Unit, 'text'>): boolean {
  return /^<html>/iu.test(text);
}

/** A key of Rails whose text is HTML: `terms_html`, `terms.html` (Rails guide "Internationalization", §4.6). */
const htmlKey = /(?:_|\.)html$/u;

/**
 * Returns what the texts of a file show about the elements that its program draws: HTML where several texts have it, and
 * other elements without attributes that many texts of a manual or a game have. Undefined if they show none.
 */
export function elementsOfTexts(formatId: string, units: readonly Pick<Unit, 'text'>[]): ShownElements | undefined {
  const counts = new Map<string, number>();
  for (const { text } of units) {
    if (!text.includes('<')) continue;
    for (const name of namesIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isCommon = (name: string, { count, share }: typeof htmlTexts): boolean =>
    (counts.get(name) ?? 0) >= Math.max(count, units.length * share);
  const hasOwnElements = formatsWithOwnElements.includes(formatOfTexts(formatId));
  const names = [...counts.keys()].filter(
    (name) => hasOwnElements && name !== 'html' && isCommon(name, ownElementTexts),
  );
  if (isCommon('html', htmlTexts)) names.unshift('html');
  if (formatOfTexts(formatId) === 'properties' && units.filter(isLabelOfSwing).length >= labelsOfSwing)
    names.push(swing);
  return names.length === 0 ? undefined : `elements: ${names.join(' ')}`;
}

/** Whether a key declares its text as HTML. */
export function isHtmlKey(formatId: string, key: string): boolean {
  return formatId.startsWith('yaml') && htmlKey.test(key);
}

/** Returns `html` if a text has an element that formats its words, and the names of other elements, `/gui` for an end tag. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const isTag = looksLikeTagIn(text);
  for (const [tag] of text.matchAll(tagPattern)) {
    const name = isTag(tag) ? plainTagName(tag) : undefined;
    if (name === undefined) continue;
    if (!isHtmlElement(name)) names.add(tag.startsWith('</') ? `/${name}` : name);
    else if (isPlainElement(name)) names.add('html');
  }
  return names;
}

import type { OmittedEntry } from '../kit/localeFormat.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { containsWords, elementsWithWords } from '../xml/elementsWithWords.ts';
import { itemsOf, type AndroidFile } from './parseAndroid.ts';

/** Elements with texts. Others have colors, sizes and the like. */
const textElements: ReadonlySet<string> = new Set(['string', 'plurals', 'plural', 'string-array']);

/** Returns the resources without a name, those that the dialect does not have, and the items without a known quantity. */
export function* omittedIn({ text, document, entries }: AndroidFile): Iterable<OmittedEntry> {
  const live = new Set([...entries.values()].map(({ element }) => element));
  const names = new Set([...live].map(({ attributes }) => attributes['name']));
  for (const element of elementsWithWords(text, document.root, (child) => live.has(child))) {
    if (!textElements.has(element.name)) continue;
    const { start, attributes } = element;
    const { name = '' } = attributes;
    if (name === '') yield { start, reason: because('entry-no-key') };
    // Any other one is overridden by a later one with its name.
    else if (!names.has(name)) yield { key: escapeKey(name), start, reason: because('entry-kind') };
  }
  for (const { kind, id, element, leaves } of entries.values()) {
    if (kind !== 'plurals') continue;
    const quantities = new Set(leaves.map(({ plural }) => String(plural)));
    for (const item of itemsOf(element))
      if (!quantities.has(item.attributes['quantity'] ?? '') && containsWords(text, item))
        yield { key: id, start: item.start, reason: because('entry-kind') };
  }
}

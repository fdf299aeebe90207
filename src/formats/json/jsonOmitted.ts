import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry } from '../kit/localeFormat.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { JsonDialect } from './jsonDialect.ts';
import { isContainer, type JsonContainer, type JsonNode } from './jsonTree.ts';
import { membersThatCount, nestedSetOf, textOf } from './jsonUnits.ts';

/** Returns the texts of a file that its dialect does not read: under an empty key, or where it has none. */
export function omittedIn(root: JsonContainer, dialect: JsonDialect): readonly OmittedEntry[] {
  return [...omittedBelow(root, '', dialect)];
}

/** Returns the omitted entries of a container; `prefix` is that of its ids: `cart.`, '' at the root. */
function* omittedBelow(container: JsonContainer, prefix: string, dialect: JsonDialect): Iterable<OmittedEntry> {
  const isRoot = prefix === '';
  const metadata = isRoot ? undefined : nestedSetOf(container, dialect)?.metadata;
  for (const { key, keyStart, value } of membersThatCount(container, dialect)) {
    if (dialect.isMetadata(key, isRoot, container) || metadata?.has(key) === true) continue;
    const text = textOf(value, dialect, container);
    if (text !== undefined) {
      if (isRoot && key === '' && hasWords(text.value)) yield { start: keyStart, reason: because('entry-no-key') };
    } else if (dialect.nested && isContainer(value)) yield* omittedBelow(value, `${prefix}${escapeKey(key)}.`, dialect);
    else if (hasTexts(value, dialect))
      yield { key: prefix + escapeKey(key), start: keyStart, reason: because('entry-kind') };
  }
}

/** Whether a node that a dialect does not read has a text: a string, or at any depth what the dialect reads as one. */
function hasTexts(node: JsonNode, dialect: JsonDialect): boolean {
  if (node.kind === 'string') return hasWords(node.value);
  if (!isContainer(node)) return false;
  return node.members.some(({ value }) => {
    const text = textOf(value, dialect, node);
    return (text !== undefined && hasWords(text.value)) || (isContainer(value) && hasTexts(value, dialect));
  });
}

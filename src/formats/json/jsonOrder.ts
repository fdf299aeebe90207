import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { liveMembers, memberOf, type JsonContainer } from './jsonTree.ts';

/**
 * The keys of a source object in its order, and the wanted members of plural sets that it lacks because only the
 * target's locale has them: each next to its neighbors in CLDR's order.
 */
export function keyOrder(source: JsonContainer, wanted: ReadonlyMap<string, unknown>): readonly string[] {
  let found = 0;
  const keys = liveMembers(source).map(({ key }) => {
    if (wanted.has(key)) found += 1;
    return key;
  });
  if (found === wanted.size) return keys;
  const stems = new Set<string>();
  for (const key of wanted.keys()) {
    if (memberOf(source, key) === undefined) stems.add(key.slice(0, key.lastIndexOf('_') + 1));
  }
  const added = new Map<string, { before: string[]; after: string[] }>();
  for (const stem of stems) addMembers(stem, source, added);
  return keys.flatMap((key) => {
    const extra = added.get(key);
    return extra === undefined ? [key] : [...extra.before, key, ...extra.after];
  });
}

/** Adds the categories that a set lacks: after the previous one that it has, or before the first that it has. */
function addMembers(
  stem: string,
  source: JsonContainer,
  added: Map<string, { before: string[]; after: string[] }>,
): void {
  const set = cldrPluralCategories.map((category) => stem + category);
  const first = set.find((key) => memberOf(source, key) !== undefined);
  let previous: string | undefined;
  for (const key of set) {
    if (memberOf(source, key) !== undefined) previous = key;
    else if (first !== undefined) {
      const anchor = previous ?? first;
      const extra = added.get(anchor) ?? { before: [], after: [] };
      (previous === undefined ? extra.before : extra.after).push(key);
      added.set(anchor, extra);
    }
  }
}

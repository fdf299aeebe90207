import { liveMembers, memberOf, type JsonContainer } from './jsonTree.ts';
import { PLURAL_CATEGORIES } from '../kit/unitId.ts';

/**
 * The keys of a source object in its order, with room for members of plural sets that only the target's locale has
 * (those among `wanted` that the source lacks): each stands beside its neighbors in CLDR's order.
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
  const beside = new Map<string, { before: string[]; after: string[] }>();
  for (const stem of stems) placeSet(stem, source, beside);
  return keys.flatMap((key) => {
    const extra = beside.get(key);
    return extra === undefined ? [key] : [...extra.before, key, ...extra.after];
  });
}

/** Puts the categories that a set lacks after the last lower one it has, or before the first it has. */
function placeSet(
  stem: string,
  source: JsonContainer,
  beside: Map<string, { before: string[]; after: string[] }>,
): void {
  const set = PLURAL_CATEGORIES.map((category) => stem + category);
  const first = set.find((key) => memberOf(source, key) !== undefined);
  let lower: string | undefined;
  for (const key of set) {
    if (memberOf(source, key) !== undefined) lower = key;
    else if (first !== undefined) {
      const anchor = lower ?? first;
      const extra = beside.get(anchor) ?? { before: [], after: [] };
      (lower === undefined ? extra.before : extra.after).push(key);
      beside.set(anchor, extra);
    }
  }
}

import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { liveMembers, memberOf, type JsonContainer } from './jsonTree.ts';

/**
 * The keys of a source object in its order, and the wanted members of plural sets that it lacks because only the
 * target's locale has them: each next to its neighbors in CLDR's order.
 */
export function keyOrder(source: JsonContainer, wanted: ReadonlyMap<string, unknown>): readonly string[] {
  const keys = liveMembers(source).map(({ key }) => key);
  const stems = new Set<string>();
  for (const key of wanted.keys()) {
    if (memberOf(source, key) === undefined) stems.add(key.slice(0, key.lastIndexOf('_') + 1));
  }
  if (stems.size === 0) return keys;
  const added = new Map<string, Neighbors>();
  for (const stem of stems) addMembers(stem, source, added);
  return keys.flatMap((key) => {
    const { before, after } = added.get(key) ?? noNeighbors;
    return [...before, key, ...after];
  });
}

/** The keys to insert next to a key of the source. */
interface Neighbors {
  readonly before: string[];
  readonly after: string[];
}

const noNeighbors: Neighbors = { before: [], after: [] };

/** Adds the categories that a set lacks: after the previous one that it has, or before the first that it has. */
function addMembers(stem: string, source: JsonContainer, added: Map<string, Neighbors>): void {
  const members = cldrPluralCategories.map((category) => stem + category);
  const first = members.find((key) => memberOf(source, key) !== undefined);
  if (first === undefined) return;
  let previous: string | undefined;
  for (const key of members) {
    if (memberOf(source, key) !== undefined) {
      previous = key;
      continue;
    }
    const neighbors = added.get(previous ?? first) ?? { before: [], after: [] };
    if (previous === undefined) neighbors.before.push(key);
    else neighbors.after.push(key);
    added.set(previous ?? first, neighbors);
  }
}

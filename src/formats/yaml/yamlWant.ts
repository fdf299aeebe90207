import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { refusal } from '../kit/provenFormat.ts';
import { isPluralCategory } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { keysOf } from './yamlUnits.ts';
import { liveMembers, type YamlContainer } from './yamlTree.ts';

/** The texts to be written, as a tree of keys like the file's own. */
export interface Want {
  /** The text to be written here. */
  text: string | undefined;
  /** The children are members of a plural set. */
  isPlural: boolean;
  readonly children: Map<string, Want>;
}

export function wantTree(translations: ReadonlyMap<string, string>): Want {
  const root: Want = emptyWant();
  for (const [id, text] of translations) {
    const path = keysOf(id);
    if (path === undefined) throw refusal(because('unit-id-invalid', id));
    let node = root;
    for (const [index, key] of path.keys.entries()) {
      if (path.isPlural && index === path.keys.length - 1) node.isPlural = true;
      let child = node.children.get(key);
      if (child === undefined) {
        child = emptyWant();
        node.children.set(key, child);
      }
      node = child;
    }
    if (node.text !== undefined || node.children.size > 0) throw refusal(because('two-translations', id));
    node.text = text;
  }
  return root;
}

function emptyWant(): Want {
  return { text: undefined, isPlural: false, children: new Map() };
}

/**
 * Returns the keys of a source container in its order, including wanted keys that it lacks: a plural category follows
 * the existing one before it in CLDR's order; other keys come last.
 */
export function keyOrder(source: YamlContainer | undefined, wanted: Iterable<string>): readonly string[] {
  const keys = liveMembers(source).map((member) => member.key);
  const sourceKeys = new Set(keys);
  const added = [...wanted].filter((key) => !sourceKeys.has(key));
  for (const category of cldrPluralCategories) if (added.includes(category)) insertCategory(category, keys);
  return [...keys, ...added.filter((key) => !isPluralCategory(key))];
}

function insertCategory(category: (typeof cldrPluralCategories)[number], keys: string[]): void {
  const rank = cldrPluralCategories.indexOf(category);
  for (let lower = rank - 1; lower >= 0; lower -= 1) {
    const at = keys.indexOf(cldrPluralCategories[lower] ?? '');
    if (at >= 0) {
      keys.splice(at + 1, 0, category);
      return;
    }
  }
  const next = keys.findIndex((key) => isPluralCategory(key));
  if (next < 0) keys.push(category);
  else keys.splice(next, 0, category);
}

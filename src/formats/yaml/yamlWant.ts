import { withPluralMembers } from '../kit/insertionOrder.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { keysOf } from './yamlUnits.ts';
import { liveMembers, type YamlContainer } from './yamlTree.ts';

/** The texts to be written below a key, as a tree of keys like the file's own. */
export interface WantedTexts {
  /** The text to be written as the key's own value; undefined for a key with children. */
  text: string | undefined;
  /** The children are members of a plural set. */
  isPlural: boolean;
  readonly children: Map<string, WantedTexts>;
}

export function wantedTextTree(translations: ReadonlyMap<string, string>): WantedTexts {
  const root: WantedTexts = noTexts();
  for (const [id, text] of translations) {
    const path = keysOf(id);
    if (path === undefined) throw refusal(because('unit-id-invalid', id));
    let node = root;
    for (const [index, key] of path.keys.entries()) {
      if (path.isPlural && index === path.keys.length - 1) node.isPlural = true;
      let child = node.children.get(key);
      if (child === undefined) {
        child = noTexts();
        node.children.set(key, child);
      }
      node = child;
    }
    if (node.text !== undefined || node.children.size > 0) throw refusal(because('two-translations', id));
    node.text = text;
  }
  return root;
}

function noTexts(): WantedTexts {
  return { text: undefined, isPlural: false, children: new Map() };
}

/** Returns the keys of a source container in its order, and the wanted keys that it lacks. */
export function keyOrder(source: YamlContainer | undefined, wanted: readonly string[]): readonly string[] {
  const keys = liveMembers(source).map((member) => member.key);
  return [...new Set([...withPluralMembers(keys, wanted), ...wanted])];
}

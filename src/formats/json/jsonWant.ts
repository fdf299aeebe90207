import { FormatError, type WriteContext } from '../format.ts';
import { hasPluralSet, pathOf, unitAt, type JsonDialect, type UnitPath } from './jsonUnits.ts';
import type { JsonContainer } from './jsonTree.ts';
import { loneSurrogate } from '../textPlace.ts';

/** What is to be written, as a tree of keys like the file's own. */
export interface Want {
  /** The text that is to stand here. */
  text: string | undefined;
  readonly children: Map<string, Want>;
}

/** What ids can mean: the file that is written, when there is one, and the file that is translated, parsed when first asked for. */
export interface KnownFiles {
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer;
}

/**
 * Places every translation in the tree. Known are the units of the source and of the target (which may have more), and
 * members that a plural set of the source has in the target's locale only. Throws FormatError for every other id, and for
 * a text with half of a surrogate pair.
 */
export function wantTree(translations: ReadonlyMap<string, string>, files: KnownFiles, dialect: JsonDialect, context: WriteContext): Want {
  const root: Want = { text: undefined, children: new Map() };
  for (const [id, text] of translations) {
    const path = resolve(id, files, dialect, context);
    let node = root;
    for (const key of path.keys) {
      let child = node.children.get(key);
      if (child === undefined) {
        child = { text: undefined, children: new Map() };
        node.children.set(key, child);
      }
      node = child;
    }
    if (node.text !== undefined && node.text !== text) throw refusal(`Two texts were given for the one place of “${id}”.`);
    node.text = text;
  }
  return root;
}

/** Throws FormatError for a text that UTF-8 cannot hold. */
export function refuseLoneSurrogate(text: string): void {
  if (loneSurrogate(text) < 0) return;
  throw refusal('The translation holds half of a surrogate pair, which no file can hold. Correct that character and try again.');
}

function resolve(id: string, { source, target }: KnownFiles, dialect: JsonDialect, context: WriteContext): UnitPath {
  const path = pathOf(id);
  if (path !== undefined) {
    const there = target === undefined ? undefined : unitAt(target, path, dialect);
    // A message object that the target has is kept, and gets the text inside.
    if (there !== undefined) return there.isInside ? { keys: [...path.keys, 'message'] } : path;
    if (unitAt(source(), path, dialect) !== undefined || hasPluralSet(source(), path, dialect)) return path;
  }
  throw refusal(`There is no unit “${id}” in the ${context.sourceLocale} file nor in the ${context.targetLocale} file.`);
}

/** These errors are about what was given, not about a place in a file. */
function refusal(reason: string): FormatError {
  return new FormatError({ line: 1, column: 1, reason });
}

import { FormatError, type WriteContext } from '../format.ts';
import { loneSurrogate } from '../textPlace.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { isContainer, liveMembers, type JsonContainer, type JsonNode } from './jsonTree.ts';
import { hasPluralSet, keyIn, pathOf, reasonAgainst, unitAt, type UnitPath } from './jsonUnits.ts';

/** What is to be written, as a tree of keys like the file's own: a text, a copy of something, or more below. */
export interface Want {
  /** The text that is to stand here. */
  text: string | undefined;
  /** A part of another file that is to stand here. */
  readonly copy?: Copied | undefined;
  children: Map<string, Want> | undefined;
}

export interface Copied {
  readonly text: string;
  readonly node: JsonNode;
}

/** What ids can mean: the file that is written, when there is one, and the file that is translated, parsed when first asked for. */
export interface KnownFiles {
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer;
}

export function newWant(): Want {
  return { text: undefined, children: undefined };
}

/** The tree's node below another one, made when there is none. */
export function wantBelow(want: Want, key: string): Want {
  want.children ??= new Map<string, Want>();
  let child = want.children.get(key);
  if (child === undefined) {
    child = newWant();
    want.children.set(key, child);
  }
  return child;
}

/**
 * Places every translation in the tree. Known are the units of the source and of the target (which may have more), and
 * members that a plural set of the source has in the target's locale only. Throws FormatError for every other id, for a
 * unit that is not to be translated, and for two texts for one place.
 */
export function wantTree(translations: ReadonlyMap<string, string>, files: KnownFiles, dialect: JsonDialect, context: WriteContext): Want {
  const root = newWant();
  let looks: JsonNewEntries | undefined;
  for (const [id, text] of translations) {
    const path = pathOf(id);
    const place = path === undefined ? undefined : (inTarget(id, text, path, files, dialect) ?? inSource(id, path, files, dialect));
    if (place === undefined) throw refusal(`There is no unit “${id}” in the ${context.sourceLocale} file nor in the ${context.targetLocale} file.`);
    if (place.isNew && dialect.newEntries !== undefined) {
      looks ??= dialect.newEntries(files.source(), files.target);
      wantEntry(root, place.keys, text, looks, { files, dialect, context });
    } else setText(place.keys.reduce(wantBelow, root), text, id);
  }
  return root;
}

interface TextPlace {
  readonly keys: readonly string[];
  /** The target has no such unit. */
  readonly isNew: boolean;
}

function inTarget(id: string, text: string, path: UnitPath, { target }: KnownFiles, dialect: JsonDialect): TextPlace | undefined {
  const there = target === undefined ? undefined : unitAt(target, path, dialect);
  if (there === undefined) return undefined;
  if (there.text.value !== text) refuseReadOnly(id, reasonAgainst(there, dialect));
  // An object that the target has is kept, and gets the text inside.
  const keys = there.keys.length === path.keys.length && there.keys.at(-1) === path.keys.at(-1) ? path.keys : there.keys;
  return { keys, isNew: false };
}

function inSource(id: string, path: UnitPath, { source }: KnownFiles, dialect: JsonDialect): TextPlace | undefined {
  const there = unitAt(source(), path, dialect);
  if (there !== undefined) {
    refuseReadOnly(id, reasonAgainst(there, dialect));
    return { keys: [...path.keys.slice(0, -1), there.member.key], isNew: true };
  }
  return hasPluralSet(source(), path, dialect) ? { keys: path.keys, isNew: true } : undefined;
}

function refuseReadOnly(id: string, reason: string | undefined): void {
  if (reason !== undefined) throw refusal(`“${id}” cannot be written: ${reason}`);
}

/** A new entry of a file whose entries are objects: the text, and what the source's entry has that belongs into every locale. */
function wantEntry(
  root: Want,
  keys: readonly string[],
  text: string,
  { textKey, copies }: JsonNewEntries,
  { files, dialect, context }: { readonly files: KnownFiles; readonly dialect: JsonDialect; readonly context: WriteContext },
): void {
  const entry = keys.reduce(wantBelow, root);
  if (textKey === undefined) {
    setText(entry, text, keys.join('.'));
    return;
  }
  setText(wantBelow(entry, textKey), text, keys.join('.'));
  const key = keys.at(-1) ?? '';
  if (files.target !== undefined && keyIn(files.target, key, dialect) !== undefined) return;
  const like = files.source().byKey.get(key)?.value;
  if (!isContainer(like) || like.kind !== 'object') return;
  for (const part of liveMembers(like)) {
    if (part.key !== textKey && copies(part.key)) {
      entry.children?.set(part.key, { text: undefined, copy: { text: context.sourceText, node: part.value }, children: undefined });
    }
  }
}

function setText(want: Want, text: string, id: string): void {
  if (want.text !== undefined && want.text !== text) throw refusal(`Two texts were given for the one place of “${id}”.`);
  want.text = text;
}

/** Throws FormatError for a text that UTF-8 cannot hold. */
export function refuseLoneSurrogate(text: string): void {
  if (loneSurrogate(text) < 0) return;
  throw refusal('The translation holds half of a surrogate pair, which no file can hold. Correct that character and try again.');
}

/** These errors are about what was given, not about a place in a file. */
export function refusal(reason: string): FormatError {
  return new FormatError({ line: 1, column: 1, reason });
}

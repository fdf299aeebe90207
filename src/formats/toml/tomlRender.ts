import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { withPluralMembers } from '../kit/insertionOrder.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import type { TomlIndex } from './tomlIndex.ts';
import { kindOf, renderString } from './tomlString.ts';
import type { TomlStyle } from './tomlStyle.ts';
import type { TomlEntry, TomlFile, TomlNode } from './tomlTree.ts';

/** A text that the target lacks, and its path. */
export interface MissingText {
  readonly path: readonly string[];
  readonly text: string;
}

/** The files and styles of an insertion. */
export interface Inserting {
  readonly target: TomlFile;
  readonly source: TomlFile;
  /** The target by path. */
  readonly into: TomlIndex;
  /** The source by path. */
  readonly from: TomlIndex;
  readonly style: TomlStyle;
  /** Indentation of the source's entries under a header. */
  readonly sourceIndent: string;
}

/**
 * Returns the path of the source's entry that contains a text: its own, or that of the inline table or array around it.
 */
export function valuePath(path: readonly string[], { from }: Inserting): readonly string[] {
  let found = path;
  for (let length = path.length - 1; length > 0; length -= 1) {
    if (from.containers.get(joinKeyPath(path.slice(0, length))) !== undefined) found = path.slice(0, length);
  }
  return found;
}

/** Returns an existing member of the plural set, for a category that the source lacks. */
export function siblingOf(path: readonly string[], { entries }: TomlIndex): string {
  const parent = path.slice(0, -1);
  return cldrPluralCategories.find((category) => entries.has(joinKeyPath([...parent, category]))) ?? '';
}

/** Returns a key as the source spells it, if it has the same parts; else as bare or quoted keys. */
export function keyLiteral(
  keys: readonly string[],
  like: TomlEntry | undefined,
  source: TomlFile,
  depth: number,
): string {
  if (like !== undefined && like.path.length - depth === keys.length && like.path.at(-1) === keys.at(-1)) {
    const literal = source.text.slice(like.start, like.keyEnd);
    if (!literal.includes('.') || keys.length > 1) return literal;
  }
  return keys
    .map((key) =>
      /^[\w-]+$/.test(key)
        ? key
        : renderString(key, { style: 'basic', multiline: false, opensLine: false }, { ascii: false, eol: '\n' }),
    )
    .join('.');
}

export function renderValue(
  path: readonly string[],
  texts: readonly MissingText[],
  like: TomlNode | undefined,
  inserting: Inserting,
): string {
  const own = texts.find((each) => each.path.length === path.length);
  if (own !== undefined) return renderText(own.text, like, inserting);
  const children = new Map<string, MissingText[]>();
  for (const each of texts) put(children, each.path[path.length] ?? '', each);
  if (like?.kind === 'array') {
    const count = Math.max(...[...children.keys()].map(Number)) + 1;
    const parts = Array.from({ length: count }, (_, index) => {
      const wanted = children.get(String(index));
      return wanted === undefined
        ? filler(like.elements[index], inserting)
        : renderValue([...path, String(index)], wanted, like.elements[index], inserting);
    });
    return `[${parts.join(', ')}]`;
  }
  const entries = like?.kind === 'inline' ? like.entries : [];
  const keys = orderedKeys(
    entries.map((entry) => entry.path.at(-1) ?? ''),
    [...children.keys()],
  );
  const parts = keys.map((key) => {
    const entry = entries.find((each) => each.path.at(-1) === key);
    return (
      keyLiteral([key], entry, inserting.source, path.length) +
      inserting.style.equals +
      renderValue([...path, key], children.get(key) ?? [], entry?.value, inserting)
    );
  });
  return `{ ${parts.join(', ')} }`;
}

/**
 * Returns the placeholder for an array element without a text: the source's number, boolean or date, else an empty
 * value.
 */
export function filler(node: TomlNode | undefined, { source }: Inserting): string {
  return node?.kind === 'data' ? source.text.slice(node.start, node.end) : emptyValue(node);
}

/** Returns the empty value of a node's kind: a list, a table or a string. */
export function emptyValue(node: TomlNode | undefined): string {
  if (node?.kind === 'array') return '[]';
  return node?.kind === 'inline' ? '{}' : '""';
}

/** Returns the wanted keys in the source's order; a plural category that it lacks follows the next lower one. */
function orderedKeys(source: readonly string[], wanted: readonly string[]): readonly string[] {
  return withCategories(source, wanted).filter((key) => wanted.includes(key));
}

/** Joins both lists of keys without duplicates: the source's order, with further plural categories in CLDR's order. */
export function withCategories(source: readonly string[], wanted: readonly string[]): readonly string[] {
  return [...new Set([...withPluralMembers(source, wanted), ...wanted])];
}

/** Renders a text in the source's kind of string, if the target uses such quotes. */
export function renderText(text: string, like: TomlNode | undefined, { source, style }: Inserting): string {
  const kind =
    like?.kind === 'text'
      ? kindOf(source.text.slice(like.start, like.start + 5))
      : { style: 'basic' as const, multiline: false, opensLine: false };
  const otherQuotes = kind.style === 'basic' ? 'literal' : 'basic';
  const quotes = style.quotes.has(kind.style) ? kind.style : otherQuotes;
  return renderString(text, { ...kind, style: quotes }, style);
}

/** Appends a value to the list of a key. */
export function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

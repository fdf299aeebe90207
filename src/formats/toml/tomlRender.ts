import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { appendedIndexes, withPluralMembers } from '../kit/insertionOrder.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import type { TomlIndex } from './tomlIndex.ts';
import { kindOf, renderString, type StringKind } from './tomlString.ts';
import type { TomlStyle } from './tomlStyle.ts';
import { inlineEntriesOf, type TomlEntry, type TomlFile, type TomlNode } from './tomlTree.ts';

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
  readonly targetIndex: TomlIndex;
  /** The source by path. */
  readonly sourceIndex: TomlIndex;
  readonly style: TomlStyle;
  /** Indentation of the source's entries under a header. */
  readonly sourceIndent: string;
}

/**
 * Returns the path of the source's entry that contains a text: its own, or that of the inline table or array around it.
 */
export function valuePath(path: readonly string[], { sourceIndex }: Inserting): readonly string[] {
  for (let length = 1; length < path.length; length += 1) {
    const containerPath = path.slice(0, length);
    if (sourceIndex.containers.has(joinKeyPath(containerPath))) return containerPath;
  }
  return path;
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
  const literals = keys.map((key) => {
    if (/^[\w-]+$/.test(key)) return key;
    return renderString(key, basicString, { ascii: false, eol: '\n' });
  });
  return literals.join('.');
}

const basicString: StringKind = { style: 'basic', multiline: false, opensLine: false };

export function renderValue(
  path: readonly string[],
  texts: readonly MissingText[],
  like: TomlNode | undefined,
  inserting: Inserting,
): string {
  const text = texts.find((missing) => missing.path.length === path.length);
  if (text !== undefined) return renderText(text.text, like, inserting);
  const children = new Map<string, MissingText[]>();
  for (const missing of texts) put(children, missing.path[path.length] ?? '', missing);
  if (like?.kind === 'array') {
    const parts = appendedIndexes(0, children.keys()).map((index) =>
      renderElement([...path, index], children.get(index), like.elements[Number(index)], inserting),
    );
    return `[${parts.join(', ')}]`;
  }
  const entries = new Map(inlineEntriesOf(like).map((entry) => [entry.path.at(-1) ?? '', entry]));
  const keys = withCategories([...entries.keys()], [...children.keys()]).filter((key) => children.has(key));
  const parts = keys.map((key) => {
    const entry = entries.get(key);
    const value = renderValue([...path, key], children.get(key) ?? [], entry?.value, inserting);
    return keyLiteral([key], entry, inserting.source, path.length) + inserting.style.equals + value;
  });
  return `{ ${parts.join(', ')} }`;
}

/** Renders an element of an array; one without a text has a placeholder: the source's number, boolean or date, or ''. */
export function renderElement(
  path: readonly string[],
  texts: readonly MissingText[] | undefined,
  like: TomlNode | undefined,
  inserting: Inserting,
): string {
  if (texts !== undefined) return renderValue(path, texts, like, inserting);
  if (like?.kind === 'data') return inserting.source.text.slice(like.start, like.end);
  return emptyValue(like);
}

/** Returns the empty value of a node's kind: a list, a table or a string. */
export function emptyValue(node: TomlNode | undefined): string {
  if (node?.kind === 'array') return '[]';
  if (node?.kind === 'inline') return '{}';
  return '""';
}

/**
 * Joins both lists of keys without duplicates: the source's order, with additional plural categories in CLDR's order,
 * `['one', 'other']` and `['few']` → `['one', 'few', 'other']`.
 */
export function withCategories(source: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...withPluralMembers(source, added), ...added])];
}

/** Renders a text in the source's kind of string, if the target uses such quotes. */
export function renderText(text: string, like: TomlNode | undefined, { source, style }: Inserting): string {
  const kind = like?.kind === 'text' ? kindOf(source.text.slice(like.start, like.start + 5)) : basicString;
  if (style.quotes.has(kind.style)) return renderString(text, kind, style);
  return renderString(text, { ...kind, style: kind.style === 'basic' ? 'literal' : 'basic' }, style);
}

/** Appends a value to the list of a key. */
export function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

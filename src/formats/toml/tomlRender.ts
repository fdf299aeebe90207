import { cldrPluralCategories } from '../../base/pluralForms.ts';
import { appendedIndexes, withPluralMembers } from '../kit/insertionOrder.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import type { TomlIndex } from './tomlIndex.ts';
import { stringKindOf, renderString, type StringKind } from './tomlString.ts';
import type { TomlStyle } from './tomlStyle.ts';
import { inlineEntriesOf, type TomlEntry, type TomlFile, type TomlNode } from './tomlTree.ts';

/** A text that the target lacks, and its path. */
export interface MissingText {
  readonly path: readonly string[];
  readonly text: string;
}

/** The files and styles of an insertion. */
export interface InsertContext {
  readonly target: TomlFile;
  readonly source: TomlFile;
  readonly targetIndex: TomlIndex;
  readonly sourceIndex: TomlIndex;
  /** The target's style. */
  readonly style: TomlStyle;
  /** Indentation of the source's entries under a header. */
  readonly sourceIndent: string;
}

/** Returns the path of the source's entry that contains a text: its own, or that of the container around it. */
export function sourceValuePath(path: readonly string[], { sourceIndex }: InsertContext): readonly string[] {
  for (let length = 1; length < path.length; length += 1) {
    const containerPath = path.slice(0, length);
    if (sourceIndex.containers.has(joinKeyPath(containerPath))) return containerPath;
  }
  return path;
}

/** Returns an existing category of a plural set, for one that the source lacks: `items.few` → `one`; '' if none. */
export function siblingCategory(path: readonly string[], { entries }: TomlIndex): string {
  const parent = path.slice(0, -1);
  return cldrPluralCategories.find((category) => entries.has(joinKeyPath([...parent, category]))) ?? '';
}

/**
 * Returns keys as the source's entry spells them, if it has the same ones below its table; else as bare or quoted keys:
 * `a."b c"`. `depth`: the number of keys of the table's path.
 */
export function keyLiteral(
  keys: readonly string[],
  sourceEntry: TomlEntry | undefined,
  source: TomlFile,
  depth: number,
): string {
  const sourceKeys = sourceEntry?.path.slice(depth);
  if (sourceEntry !== undefined && sourceKeys?.length === keys.length && sourceKeys.at(-1) === keys.at(-1)) {
    const literal = source.text.slice(sourceEntry.start, sourceEntry.keyEnd);
    // Above the table's header, the source may spell the key `title` of the table `menu` as `menu.title`.
    if (!literal.includes('.') || keys.length > 1) return literal;
  }
  const literals = keys.map((key) => {
    if (/^[\w-]+$/.test(key)) return key;
    return renderString(key, basicString, { escapesNonAscii: false, eol: '\n' });
  });
  return literals.join('.');
}

const basicString: StringKind = { style: 'basic', multiline: false, startsOnNextLine: false };

/** Renders the value that is or contains some texts: a string, or an array or inline table as in the source. */
export function renderValue(
  path: readonly string[],
  texts: readonly MissingText[],
  sourceValue: TomlNode | undefined,
  context: InsertContext,
): string {
  const ownText = texts.find((text) => text.path.length === path.length);
  if (ownText !== undefined) return renderText(ownText.text, sourceValue, context);
  const textsByKey = new Map<string, MissingText[]>();
  for (const text of texts) addToGroup(textsByKey, text.path[path.length] ?? '', text);
  const parts: string[] = [];
  if (sourceValue?.kind === 'array') {
    // Every index up to the last one: elements without a text are placeholders.
    for (const index of appendedIndexes(0, textsByKey.keys())) {
      const sourceElement = sourceValue.elements[Number(index)];
      parts.push(renderElement([...path, index], textsByKey.get(index), sourceElement, context));
    }
    return `[${parts.join(', ')}]`;
  }
  const sourceEntries = new Map(inlineEntriesOf(sourceValue).map((entry) => [entry.path.at(-1) ?? '', entry]));
  for (const key of withCategories([...sourceEntries.keys()], [...textsByKey.keys()])) {
    const textsOfKey = textsByKey.get(key);
    if (textsOfKey === undefined) continue;
    const sourceEntry = sourceEntries.get(key);
    const value = renderValue([...path, key], textsOfKey, sourceEntry?.value, context);
    parts.push(keyLiteral([key], sourceEntry, context.source, path.length) + context.style.equals + value);
  }
  return `{ ${parts.join(', ')} }`;
}

/** Renders an element of an array; without a text, a placeholder: the source's number, boolean or date, or `""`. */
export function renderElement(
  path: readonly string[],
  texts: readonly MissingText[] | undefined,
  sourceElement: TomlNode | undefined,
  context: InsertContext,
): string {
  if (texts !== undefined) return renderValue(path, texts, sourceElement, context);
  if (sourceElement?.kind === 'data') return context.source.text.slice(sourceElement.start, sourceElement.end);
  return emptyValue(sourceElement);
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

/** Renders a text in the source's kind of string; with the other quotes if the target uses only those. */
export function renderText(text: string, sourceValue: TomlNode | undefined, context: InsertContext): string {
  const { source, style } = context;
  const isText = sourceValue?.kind === 'text';
  const kind = isText ? stringKindOf(source.text.slice(sourceValue.start, sourceValue.end)) : basicString;
  if (style.quotes.has(kind.style)) return renderString(text, kind, style);
  return renderString(text, { ...kind, style: kind.style === 'basic' ? 'literal' : 'basic' }, style);
}

/** Appends a value to the list of a key. */
export function addToGroup<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

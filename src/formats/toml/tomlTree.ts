import type { TextRange } from '../kit/localeFormat.ts';

/** A TOML file as offsets into its text. Ends are exclusive. */
export interface TomlFile {
  readonly text: string;
  /** In the file's order; the first contains the entries before any header, and has no header. */
  readonly sections: readonly TomlSection[];
}

/** A header and the entries under it. */
export interface TomlSection {
  readonly index: number;
  /** The keys in its header; the key of an element of an array of tables is its identifier, or else its index. */
  readonly path: readonly string[];
  /** Its header is `[[ ]]`: it is an element of an array of tables. */
  readonly isElement: boolean;
  /** Start of the header; 0 for the section without one. */
  readonly start: number;
  /** After the header's last bracket. */
  readonly headEnd: number;
  /** After its last entry, or its header. */
  readonly end: number;
  readonly entries: readonly TomlEntry[];
  /** The text of the comments above the header and on its line. */
  readonly note: string | undefined;
  /** Set in elements that are known by an identifier; see `withElementKeys`. */
  readonly identity?: TableIdentity;
}

/** The keys of an element of an array of tables that are not translated. */
export interface TableIdentity {
  /** The key of its identifier, which is no text. */
  readonly identifier: string;
  /** The keys that a new element has, too: the identifier, numbers and the like. */
  readonly copied: ReadonlySet<string>;
}

/** `key = value`, under a header or in an inline table. */
export interface TomlEntry {
  /** From the root. */
  readonly path: readonly string[];
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
  readonly value: TomlNode;
  readonly note: string | undefined;
}

export type TomlNode = TomlText | TomlData | TomlInline | TomlArray;

export type TextStyle = 'basic' | 'literal';

export interface TomlText extends TextRange {
  readonly kind: 'text';
  readonly value: string;
  readonly style: TextStyle;
  readonly multiline: boolean;
}

/** A number, boolean or date. */
export interface TomlData extends TextRange {
  readonly kind: 'data';
}

/** An inline table: `{ key = value }`. */
export interface TomlInline extends TextRange {
  readonly kind: 'inline';
  readonly entries: readonly TomlEntry[];
}

export interface TomlArray extends TextRange {
  readonly kind: 'array';
  readonly elements: readonly TomlNode[];
}

/** Returns the entries of an inline table; none for any other value. */
export function inlineEntriesOf(node: TomlNode | undefined): readonly TomlEntry[] {
  if (node?.kind !== 'inline') return [];
  return node.entries;
}

/** Returns the elements of an array; none for any other value. */
export function elementsOf(node: TomlNode | undefined): readonly TomlNode[] {
  if (node?.kind !== 'array') return [];
  return node.elements;
}

/** Returns the offset after the line end of the line that contains an offset; the text's length on the last line. */
export function lineEndOffset(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset);
  if (lineFeed < 0) return text.length;
  return lineFeed + 1;
}

/** Whether an offset follows the last line of a file that has no line end. */
export function isInsideLine(text: string, offset: number): boolean {
  return offset > 0 && text[offset - 1] !== '\n';
}

import type { TextRange } from '../kit/localeFormat.ts';
import type { PlainRules } from './yamlPlain.ts';

/** A YAML file as a tree of offsets into its text. Ends are exclusive. */
export interface YamlFile extends YamlRoots {
  readonly rules: PlainRules;
  /** The text with every lone CR as LF, which YAML treats equally; offsets are those of the file. */
  readonly text: string;
  /** The line end that the file uses. */
  readonly eol: string;
}

export interface YamlRoots {
  /** Undefined for a file without any node: an empty one, or one with only comments. */
  readonly root: YamlNode | undefined;
  /** The member of the root that names the file's locale and contains everything else, as in Rails. */
  readonly localeRoot: YamlMember | undefined;
  /** The values that aliases refer to, by the names of their anchors. */
  readonly anchors: ReadonlyMap<string, YamlNode>;
}

export type YamlNode = YamlText | YamlOther | YamlContainer;

export type QuoteStyle = 'single' | 'double';
export type BlockStyle = 'literal' | 'folded';
export type ScalarStyle = 'plain' | QuoteStyle | BlockStyle;

export function isQuoteStyle(style: ScalarStyle | undefined): style is QuoteStyle {
  return style === 'single' || style === 'double';
}

export function isBlockStyle(style: ScalarStyle | undefined): style is BlockStyle {
  return style === 'literal' || style === 'folded';
}

/** A string. A block scalar begins with its `|` or `>` and ends after its last line end. */
export interface YamlText extends TextRange {
  readonly kind: 'text';
  readonly value: string;
  readonly style: ScalarStyle;
  /** Inside `{ }` or `[ ]`, where fewer texts can be plain. */
  readonly inFlow: boolean;
}

/** A value that is not a text. */
export interface YamlOther extends TextRange {
  /**
   * `data`: a number, boolean, date, symbol, a tagged value or one with an unusual key; `null`: nothing, `~` or
   * `null`, where a text may be inserted; `alias`: `*name`.
   */
  readonly kind: 'data' | 'null' | 'alias';
  /** A value with a tag, which is before its range: `!tagged_iterator app.handler`. */
  readonly isTagged?: true;
  /** Only for an alias: the name of the anchor that it refers to. */
  readonly anchor?: string;
  /** Only for a boolean that is probably meant as a text: `Yes`. */
  readonly word?: string;
  readonly inFlow: boolean;
}

export interface YamlContainer extends TextRange {
  /** `list`: a sequence of `{ id, translation }`, as in Hugo; its members are keyed by id. */
  readonly kind: 'map' | 'seq' | 'list';
  /** Written as `{ }` or `[ ]`. */
  readonly isFlow: boolean;
  /** Column of its members, from 0; meaningless in brackets. */
  readonly column: number;
  readonly members: readonly YamlMember[];
  /** The members that count: the last of equal keys. A sequence's keys are its indices in decimal, unless it is keyed. */
  readonly byKey: ReadonlyMap<string, YamlMember>;
  /** A sequence whose items have their identifiers as keys instead of their indices; see `withListKeys`. */
  readonly isKeyed?: true;
  /** Set in the items of a keyed sequence. */
  readonly identity?: ItemIdentity;
}

/** The keys of an item that are not translated. */
export interface ItemIdentity {
  /** The key of its identifier, which is no text. */
  readonly identifier: string;
  /** The keys that a new item has, too: the identifier, numbers and the like. */
  readonly copied: ReadonlySet<string>;
}

export interface YamlMember {
  readonly key: string;
  /** Position among the members. */
  readonly index: number;
  /** Start of the key, of the `?` before it, or of the `-` of an item. */
  readonly start: number;
  /** Range of the key's literal; `keyStart === keyEnd` for an item. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** After the value's last character, or after the key if it has no value. */
  readonly end: number;
  readonly value: YamlNode;
  /** Only for a Hugo item: the map that contains the id and the translation. */
  readonly item?: YamlContainer;
  /** The text of the comments above it and on its line. */
  readonly note: string | undefined;
}

/** Whether the items of a sequence are known by their positions alone. */
export function isPositional(container: YamlContainer): boolean {
  return container.kind === 'seq' && container.isKeyed !== true;
}

export function isContainer(node: YamlNode | undefined): node is YamlContainer {
  return node?.kind === 'map' || node?.kind === 'seq' || node?.kind === 'list';
}

/** Returns the node below which the ids begin. */
export function topOf(file: YamlFile | undefined): YamlNode | undefined {
  return file?.localeRoot?.value ?? file?.root;
}

/** Returns the offset after the line end of the line that contains an offset; the text's length on the last line. */
export function lineEndOffset(text: string, offset: number): number {
  // A block scalar already ends after a line end.
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const lineFeed = text.indexOf('\n', offset);
  return lineFeed < 0 ? text.length : lineFeed + 1;
}

/** Returns the offset before the line end of the line that contains an offset. */
export function lineTextEnd(text: string, offset: number): number {
  const lineFeed = text.indexOf('\n', offset);
  if (lineFeed < 0) return text.length;
  return text[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed;
}

/** Whether a text ends on a line with content, so that a block scalar there is cut off. */
export function endsInsideLine(text: string): boolean {
  return text.slice(text.lastIndexOf('\n') + 1).trim() !== '';
}

/** Returns the members that count (see `byKey`), in the file's order; none without a container. */
export function liveMembers(container: YamlContainer | undefined): readonly YamlMember[] {
  if (container === undefined) return [];
  return container.members.filter((member) => container.byKey.get(member.key) === member);
}

import type { WriteContext } from '../kit/localeFormat.ts';
import type { Reason } from '../reasons/reason.ts';
import type { JsonContainer, JsonMember } from './jsonTree.ts';

/** The conventions of one kind of JSON locale file. */
export interface JsonDialect {
  readonly id: string;
  /** Throws FormatError. */
  readonly parse: (text: string) => JsonContainer;
  /**
   * Keys such as `ship_one` beside `ship_other` are members of a plural set, as i18next has them since its JSON format
   * 4.
   */
  readonly pluralSuffixes: boolean;
  /** Objects and lists hold further texts, at any depth. */
  readonly nested: boolean;
  /** A value may be the text itself. */
  readonly plainTexts: boolean;
  /**
   * A value may be an object that holds the text under the first of these keys that it has, and what is said about it
   * beside.
   */
  readonly textKeys: readonly string[];
  /** The lines of the note that such an object holds under other keys. */
  readonly entryNote?: (entry: JsonContainer) => readonly string[];
  /** Whether a member is about the file or about another member, and its value nobody's text. */
  readonly isAside: (key: string, isRoot: boolean) => boolean;
  /** Remarks about a text in other members of the container. */
  readonly remarks?: (member: JsonMember, container: JsonContainer) => JsonRemarks | undefined;
  /** Whether a member belongs to the text before it, and nothing may come between them. */
  readonly attends?: (key: string, textKey: string) => boolean;
  /** Keys that differ in the case of letters only are one. */
  readonly ignoresCase?: true;
  /** The form of a new entry; absent if it is the text itself. `target` is undefined for a new file. */
  readonly newEntries?: (source: JsonContainer, target: JsonContainer | undefined) => JsonNewEntries;
  /** Texts at the root of a created file that nobody translates, such as its locale. */
  readonly createdTexts?: (source: JsonContainer, context: WriteContext) => ReadonlyMap<string, string>;
  /** A created file has trailing commas where the source has them. */
  readonly trailingCommas?: true;
}

export interface JsonRemarks {
  readonly note?: string;
  readonly maxChars?: number;
  /** Why the text is not to be translated. */
  readonly reason?: Reason;
}

export interface JsonNewEntries {
  /** Where in the entry the text goes; undefined when the entry is the text. */
  readonly textKey: string | undefined;
  /** Whether a part of the source's entry is taken over as it is. */
  readonly copies: (key: string) => boolean;
}

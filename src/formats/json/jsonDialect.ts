import type { FileLocales, WriteContext } from '../kit/localeFormat.ts';
import type { FileOf, TargetSource } from '../kit/keptWhileWriting.ts';
import type { Reason } from '../reasons/reason.ts';
import type { JsonContainer, JsonMember } from './jsonTree.ts';

/** The conventions of one kind of JSON locale file. */
export interface JsonDialect {
  readonly id: string;
  /** Throws FormatError. `source`: that of a target, which decides how the elements of lists are known. */
  readonly parse: (text: string, source?: TargetSource<JsonContainer>) => JsonContainer;
  /** See `LocaleFormat`. */
  readonly readsWithSource?: true;
  /** Keys such as `ship_one` next to `ship_other` are members of a plural set, as in i18next's JSON format 4. */
  readonly pluralSuffixes: boolean;
  /** Objects such as `{ "one": …, "other": … }` are plural sets, as in Rails. */
  readonly nestedPlurals?: true;
  /** Objects and arrays contain further texts, at any depth. */
  readonly nested: boolean;
  /** A value may be the text itself. */
  readonly plainTexts: boolean;
  /** A value may be an object with the text under the first of these keys that it has, next to details of the text. */
  readonly textKeys: readonly string[];
  /** The lines of the note that such an object contains under other keys. */
  readonly entryNote?: (entry: JsonContainer) => readonly string[];
  /** Whether a member of a container describes the file or another member, so that its value is not a text. */
  readonly isMetadata: (key: string, isRoot: boolean, container?: JsonContainer) => boolean;
  /** Details of a text in other members of the container. */
  readonly details?: (member: JsonMember, container: JsonContainer) => JsonDetails | undefined;
  /** Whether a member belongs to the text before it, so that nothing may be inserted between them. */
  readonly isAttached?: (key: string, textKey: string) => boolean;
  /** Keys that differ only in case are equal. */
  readonly ignoresCase?: true;
  /** The form of a new entry; absent if it is the text itself. `target` is undefined for a new file. */
  readonly newEntries?: (source: JsonContainer, target: JsonContainer | undefined) => JsonNewEntries;
  /** Texts at the root of a created file that are not translated, such as its locale. */
  readonly createdTexts?: (source: JsonContainer, context: WriteContext) => ReadonlyMap<string, string>;
  /** See `LocaleFormat.locales`; `parse` keeps its results while a file is written. */
  readonly locales?: (parse: FileOf<JsonContainer>, text: string) => FileLocales | undefined;
  /** A created file has trailing commas where the source has them. */
  readonly trailingCommas?: true;
}

/** What other members say about a text. */
export interface JsonDetails {
  readonly note?: string;
  readonly maxChars?: number;
  /** See `Unit`. */
  readonly integers?: readonly string[];
  /** Why the text cannot be translated. */
  readonly reason?: Reason;
}

/** The form of new entries, each of which is a text or an object with a text. */
export interface JsonNewEntries {
  /** The key of the text in the entry; undefined if the entry is the text. */
  readonly textKey: string | undefined;
  /** Whether a part of the source's entry is copied. */
  readonly copies: (key: string) => boolean;
}

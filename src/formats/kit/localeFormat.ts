import { describeReason } from '../../base/codedReason.ts';
import type { Reason } from '../reasons/reason.ts';

/** CLDR plural category, as `Intl.PluralRules` names them. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** One translatable message in a locale file. */
export interface Unit {
  /** Stable, unique in the file, equal in source and targets. See `unitId.ts` for how keys are joined. */
  readonly id: string;
  /** Decoded text as a person reads it; '' if untranslated. */
  readonly text: string;
  /** The text as earlier versions read it, if they read it otherwise: their orders and deliveries have its hash. */
  readonly earlierText?: string;
  /** The id that earlier versions gave it, if it was another one. Other units may have that id now. */
  readonly earlierId?: string;
  /** Earlier versions gave the id to another text of the same file. */
  readonly hasReusedId?: true;
  /** The text is inner markup as written, including entities (it contains elements); string escapes are decoded. */
  readonly markup?: true;
  /** A comment for the translator. */
  readonly note?: string;
  /** Length limit of the translation, in characters. */
  readonly maxChars?: number;
  readonly plural?: PluralCategory;
  /** Of a plural form: the name of the value that selects it, if the file has it: `n` of Fluent's `{ $n -> … }`. */
  readonly countName?: string;
  /** Arguments that the file declares to be whole numbers. */
  readonly integers?: readonly string[];
  /** Flags of the file about the placeholders of this text, as spelled there: gettext's `c-format`, `no-c-format` … */
  readonly flags?: readonly string[];
  /** The file marks it as not translatable, or it cannot be written back. */
  readonly translatable?: false;
  /** Why `translatable` is false. */
  readonly reason?: Reason;
  /** fuzzy, needs-translation, unfinished … */
  readonly needsWork?: true;
  /** The whole literal with its quotes, in UTF-16 offsets. Without a value: `start === end`, where to insert one. */
  readonly start: number;
  readonly end: number;
}

/** The translation of a message that the program no longer used, and that the file kept for its return. */
export interface ObsoleteUnit {
  /** The id that the unit has when the message is in use again. */
  readonly id: string;
  readonly text: string;
  readonly plural?: PluralCategory;
  /** The source text of the plural if the id does not contain it, as in gettext, where only the singular identifies. */
  readonly pluralSource?: string;
}

/** An entry of a file that probably has a text, but is no unit: an alias, a line without a key. */
export interface OmittedEntry {
  /** The id that the unit would have, or the part of it that the units below it share; absent if it has no key. */
  readonly key?: string;
  /** Where it begins, in UTF-16 units. */
  readonly start: number;
  readonly reason: Reason;
}

/** Is called for each omitted entry, in any order. */
export type OnOmitted = (entry: OmittedEntry) => void;

/** A range of a text, in UTF-16 units; its end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces a range by `text`. Lists of edits are sorted and never overlap. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

/** The locales that a file with several locales contains, as it spells them. */
export interface FileLocales {
  /** Undefined if the file does not declare it. */
  readonly source: string | undefined;
  readonly targets: readonly string[];
  /** Names in place of locales, of columns for example, which may be mistaken ones: `ua`. Absent: none. */
  readonly otherNames?: readonly string[];
  /** A further locale is added to this file. Absent: each locale has its own file next to the source's. */
  readonly all?: true;
}

export interface WriteContext {
  readonly sourceText: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** The state to record in XLIFF, xcstrings, Qt and PO; unchanged if absent. */
  readonly state?: 'translated' | 'needs-review';
}

/** Reads units from the text of a locale file, and writes translations as minimal edits. */
export interface LocaleFormat {
  /** 'json', 'yaml', 'po', 'android-xml' … */
  readonly id: string;
  /**
   * Throws FormatError for a text that is not of this format. `sourceText`: that of the source, for a target file of a
   * format that reads it with its source. `onOmitted` gets the entries that are no units although they should be; values
   * without words, such as numbers, are not among them.
   */
  read(text: string, locale?: string, sourceText?: string, onOmitted?: OnOmitted): readonly Unit[];
  /** The ids of a target's units may depend on the source's: in XLIFF, whose files may divide the units differently. */
  readonly readsWithSource?: true;
  /**
   * Only for formats whose plural forms do not follow CLDR (PO, Qt): the forms of a new file in a locale (BCP 47),
   * undefined for an unknown locale. Reading an existing file returns all of its forms, including empty ones.
   */
  readonly pluralCategories?: (locale: string) => readonly PluralCategory[] | undefined;
  /**
   * Only for formats with plural rules of their own (PO, Qt): up to four numbers that use each form, smallest first:
   * `one → 1, 21, 31, 41`. The `text` of a new file is ''. Undefined if the rule is not known.
   */
  readonly pluralExamples?: (
    text: string,
    locale: string,
  ) => ReadonlyMap<PluralCategory, readonly number[]> | undefined;
  /** Ids are positions (Markdown, HTML): if target and source have different ones, no unit of them can be matched. */
  readonly idsArePositions?: true;
  /**
   * For a program, a key with periods and the same keys one in the other are one key: `"a.b"` and `{ "a": { "b": … } }`
   * (i18next, vue-i18n, Symfony, Laravel, ngx-translate). A target may have either.
   */
  readonly keysArePaths?: true;
  /**
   * Only for formats with several locales in one file (PO, CSV …): the locales of a file. Undefined for a file with one
   * locale, of a format that has both. Throws FormatError.
   */
  readonly locales?: (text: string) => FileLocales | undefined;
  /**
   * Only for formats that keep messages no longer in use (PO, Qt), and those in whose comments entries are found
   * (`.properties`, `.ini`, `.strings`, Play): their finished translations. An entry with the same identity that is
   * written takes the place of such a message. Throws FormatError.
   */
  readonly obsolete?: (text: string, locale: string) => readonly ObsoleteUnit[];
  /**
   * Returns edits that turn the target's present text ('' to create a separate file) into one that contains
   * `translations` (unit id → text). Throws before any edit for an unknown id, and for a text that cannot be
   * represented.
   */
  write(text: string, translations: ReadonlyMap<string, string>, context: WriteContext): readonly TextEdit[];
}

/** A locale file that cannot be read, or a text that cannot be written. Line and column count from 1. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly line: number;
  readonly column: number;
  readonly reason: Reason;

  constructor({ line, column, reason }: { readonly line: number; readonly column: number; readonly reason: Reason }) {
    super(`Line ${line}, column ${column}: ${describeReason(reason)}`);
    this.line = line;
    this.column = column;
    this.reason = reason;
  }
}

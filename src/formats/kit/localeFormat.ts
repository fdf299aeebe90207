/** CLDR plural category, as `Intl.PluralRules` names them. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** One translatable message in a locale file. */
export interface Unit {
  /** Stable, unique in the file, equal in source and targets. See `unitId.ts` for how keys are joined. */
  readonly id: string;
  /** Decoded: what a person reads; '' when untranslated. */
  readonly text: string;
  /** The text is inner markup as written, entities and all (it holds elements); string escapes are decoded. */
  readonly markup?: true;
  /** For the translator. */
  readonly note?: string;
  /** Length limit of the translation, in characters. */
  readonly maxChars?: number;
  readonly plural?: PluralCategory;
  /** What the file itself says of the placeholders of this text, in its own words: gettext's `c-format`, `no-c-format` … */
  readonly flags?: readonly string[];
  /** Marked so in the file, or cannot be written back. */
  readonly translatable?: false;
  /** Why `translatable` is false, as one plain sentence. */
  readonly reason?: string;
  /** fuzzy, needs-translation, unfinished … */
  readonly needsWork?: true;
  /** The whole literal, quotes included; UTF-16 offsets. No value yet: `start === end`, where it would go. */
  readonly start: number;
  readonly end: number;
}

/** Replaces `[start, end)` by `text`. Lists of edits are sorted and never overlap. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The locales that a file holds beside each other, as it spells them. */
export interface FileLocales {
  /** Undefined where the file does not say it. */
  readonly source: string | undefined;
  readonly targets: readonly string[];
  /** The file is the only one: every further locale goes into it too. Absent: each target locale has a file of its own beside the source's. */
  readonly all?: true;
}

export interface WriteContext {
  readonly sourceText: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Moves the states that XLIFF, xcstrings, Qt and PO record; left alone when absent. */
  readonly state?: 'translated' | 'needs-review';
}

/** Reads units from the text of a locale file, and writes translations as the smallest edits. */
export interface LocaleFormat {
  /** 'json', 'yaml', 'po', 'android-xml' … */
  readonly id: string;
  /** Throws FormatError for a text that is not of this format. */
  read(text: string, locale?: string): readonly Unit[];
  /**
   * Only where other rules than CLDR's say which forms a plural has (PO, Qt): those of a new file in a locale (BCP 47),
   * undefined for a locale without any. A file that is there gives all of its own when it is read, empty ones too.
   */
  readonly pluralCategories?: (locale: string) => readonly PluralCategory[] | undefined;
  /**
   * Ids are places in a document and not names (Markdown, HTML): a target in which other places are found than in the
   * source is not one that can be understood unit by unit.
   */
  readonly idsArePlaces?: true;
  /** Only of formats that keep several locales in one file (xcstrings, XLIFF, PO, Qt, CSV): which ones. Throws FormatError. */
  readonly locales?: (text: string) => FileLocales;
  /**
   * Edits that turn the target's present text ('' to create a separate file) into one holding `translations`
   * (unit id → text). An unknown id throws; so does a text the format cannot hold, before any edit is made.
   */
  write(text: string, translations: ReadonlyMap<string, string>, context: WriteContext): readonly TextEdit[];
}

/** A locale file that cannot be read, or a text that cannot be written. Line and column count from 1. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly line: number;
  readonly column: number;
  readonly reason: string;

  constructor(place: { readonly line: number; readonly column: number; readonly reason: string }) {
    super(`Line ${place.line}, column ${place.column}: ${place.reason}`);
    this.line = place.line;
    this.column = place.column;
    this.reason = place.reason;
  }
}

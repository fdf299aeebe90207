import type {
  FileLocales,
  LocaleFormat,
  ObsoleteUnit,
  OmittedEntry,
  PluralCategory,
  TextEdit,
  Unit,
  WriteContext,
} from '../../formats/format.ts';

/** A locale format as orders use it: reading and writing may run in another thread, and can be aborted. */
export interface UnitFormat {
  readonly id: string;
  /** See `LocaleFormat`: the plural forms in a new file, if they differ from CLDR's. */
  readonly pluralCategories: ((locale: string) => readonly PluralCategory[] | undefined) | undefined;
  /** See `LocaleFormat`: which numbers use each plural form of a file, if the file says so. */
  readonly pluralExamples: LocaleFormat['pluralExamples'] | undefined;
  /** Whether a unit's id is only its position in the file: then ids of different files or versions don't correspond. */
  readonly idsArePositions: boolean;
  /** See `LocaleFormat`: whether a key with periods is the same as keys one in the other. */
  readonly keysArePaths: boolean;
  /** Returns the locales in a file that can hold several; undefined for all other formats. Rejects with FormatError. */
  locales(text: string): Promise<FileLocales | undefined>;
  /**
   * Returns a file's units, in `locale` if it holds several; those of a target with the text of its source. Rejects with
   * FormatError or the signal's reason.
   */
  read(text: string, locale?: string, signal?: AbortSignal, sourceText?: string): Promise<readonly Unit[]>;
  /** Returns a file's units as `read` does, and its omitted entries; see `LocaleFormat`. Rejects as `read`. */
  entries(text: string, reading: Reading): Promise<FileEntries>;
  /** Returns the finished translations of messages that a file kept for their return; see `LocaleFormat`. */
  obsolete(text: string, locale: string, signal?: AbortSignal): Promise<readonly ObsoleteUnit[]>;
  /** Returns the edits that write translations, by unit id. Rejects as `read`. */
  write(
    text: string,
    translations: ReadonlyMap<string, string>,
    context: WriteContext,
    signal?: AbortSignal,
  ): Promise<readonly TextEdit[]>;
}

/** How a file is read: as `read` has it. */
export interface Reading {
  readonly locale?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly sourceText?: string | undefined;
}

/** What a file has: units, and entries that are no units although they should be. */
export interface FileEntries {
  readonly units: readonly Unit[];
  readonly omitted: readonly OmittedEntry[];
}

/** Wraps a format so that it runs in the current thread: for small files, and if there is no other thread. */
export function inThisThread(format: LocaleFormat): UnitFormat {
  return {
    id: format.id,
    pluralCategories: format.pluralCategories,
    pluralExamples: format.pluralExamples,
    idsArePositions: format.idsArePositions === true,
    keysArePaths: format.keysArePaths === true,
    locales: (text) => attempt(() => format.locales?.(text)),
    read: (text, locale, signal, sourceText) => attempt(() => format.read(text, locale, sourceText), signal),
    entries: (text, { signal, ...reading }) => attempt(() => entriesIn(format, text, reading), signal),
    obsolete: (text, locale, signal) => attempt(() => format.obsolete?.(text, locale) ?? [], signal),
    write: (text, translations, context, signal) => attempt(() => format.write(text, translations, context), signal),
  };
}

/** Returns what a file has; throws as `LocaleFormat.read` does. */
export function entriesIn(
  format: LocaleFormat,
  text: string,
  { locale, sourceText }: Pick<Reading, 'locale' | 'sourceText'>,
): FileEntries {
  const omitted: OmittedEntry[] = [];
  const units = format.read(text, locale, sourceText, (entry) => omitted.push(entry));
  return { units, omitted };
}

// Turns thrown errors into rejections, without an `await` that would only delay the result.
function attempt<T>(run: () => T, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    resolve(run());
  });
}

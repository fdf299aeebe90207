import type { FileLocales, LocaleFormat, PluralCategory, TextEdit, Unit, WriteContext } from '../../formats/format.ts';

/** A locale format as orders use it: the work may be done elsewhere than in this thread, and be given up. */
export interface UnitFormat {
  readonly id: string;
  /** See `LocaleFormat`: the forms of a plural in a new file, where CLDR does not say them. */
  readonly pluralCategories: ((locale: string) => readonly PluralCategory[] | undefined) | undefined;
  readonly idsArePlaces: boolean;
  /** The locales in one file of a format that keeps several there; undefined for all other formats. Rejects with FormatError. */
  locales(text: string): Promise<FileLocales | undefined>;
  /** Rejects with FormatError, or with the signal's reason. */
  read(text: string, locale?: string, signal?: AbortSignal): Promise<readonly Unit[]>;
  write(
    text: string,
    translations: ReadonlyMap<string, string>,
    context: WriteContext,
    signal?: AbortSignal,
  ): Promise<readonly TextEdit[]>;
}

/** A format that works in the thread that asks: for small files, and where there is no other. */
export function inThisThread(format: LocaleFormat): UnitFormat {
  return {
    id: format.id,
    pluralCategories: format.pluralCategories,
    idsArePlaces: format.idsArePlaces === true,
    locales: (text) => attempt(() => format.locales?.(text)),
    read: (text, locale, signal) => attempt(() => format.read(text, locale), signal),
    write: (text, translations, context, signal) => attempt(() => format.write(text, translations, context), signal),
  };
}

// Async, so that what is thrown rejects; `await` for nothing would only wait.
function attempt<T>(run: () => T, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    resolve(run());
  });
}

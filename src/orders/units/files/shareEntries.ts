import { findLocale } from '../../../base/locale.ts';
import type { SourceFile } from './localeFile.ts';

/** A bilingual file that has the source texts of its own translations, and the locale of these. */
export interface OwnTexts {
  readonly source: SourceFile;
  readonly locale: string;
}

/**
 * Shares the entries of bilingual files without a template, such as `po/de.po` and `po/fr.po`, so that each entry has
 * one source in each locale: in the file itself, which is the source of all its entries; and an entry that it lacks, in
 * the file with the most entries that has it. A new locale gets all entries in the same way.
 *
 * The number of shares that are not empty grows with the number of files, not with its square: usually each file has
 * its own one only.
 */
export function shareEntries(files: readonly OwnTexts[]): readonly SourceFile[] {
  const idsByFile = new Map(files.map((file) => [file, new Set(file.source.units.map(({ id }) => id))]));
  const idsOf = (file: OwnTexts): ReadonlySet<string> => idsByFile.get(file) ?? new Set<string>();
  const firstIds = idsFoundFirst(files, idsOf);
  const locales = files.map(({ locale }) => locale);
  const fileByLocale = new Map(files.map((file) => [file.locale, file]));
  const sharesOf = (file: OwnTexts): Shares => {
    const idsHere = firstIds.get(file) ?? [];
    return new Shares((locale) => {
      // Two files may mean the same locale: `zh_CN.po` and `zh_Hans.po`.
      const spelling = findLocale(locales, locale);
      if (spelling === file.locale) return idsOf(file);
      const targetFile = spelling === undefined ? undefined : fileByLocale.get(spelling);
      const targetIds = targetFile && idsOf(targetFile);
      return new Set(idsHere.filter((id) => targetIds?.has(id) !== true));
    }, file.locale);
  };
  return files.map((file) => {
    const shares = sharesOf(file);
    return {
      ...file.source,
      targetLocales: locales.filter((locale) => shares.in(locale) !== undefined),
      idsInto: (locale) => shares.in(locale),
    };
  });
}

/** Returns the ids that each file has first, if the files with the most entries come first, then by path. */
function idsFoundFirst(
  files: readonly OwnTexts[],
  idsOf: (file: OwnTexts) => ReadonlySet<string>,
): ReadonlyMap<OwnTexts, readonly string[]> {
  const byEntries = files.toSorted((a, b) => idsOf(b).size - idsOf(a).size || (a.source.path < b.source.path ? -1 : 1));
  const seenIds = new Set<string>();
  return new Map(
    byEntries.map((file) => {
      const newIds = [...idsOf(file)].filter((id) => !seenIds.has(id));
      for (const id of newIds) seenIds.add(id);
      return [file, newIds];
    }),
  );
}

/** The entries of a file that have their source there, by target locale, each found once. */
class Shares {
  readonly #find: (locale: string) => ReadonlySet<string>;
  readonly #ownLocale: string;
  readonly #byLocale = new Map<string, ReadonlySet<string> | undefined>();

  constructor(find: (locale: string) => ReadonlySet<string>, ownLocale: string) {
    this.#find = find;
    this.#ownLocale = ownLocale;
  }

  /** Returns undefined for no entries, except in the file's own locale, of which the file is always shown. */
  in(locale: string): ReadonlySet<string> | undefined {
    if (!this.#byLocale.has(locale)) {
      const ids = this.#find(locale);
      this.#byLocale.set(locale, ids.size > 0 || locale === this.#ownLocale ? ids : undefined);
    }
    return this.#byLocale.get(locale);
  }
}

import { canonicalLocale, isSameLocale, languageOf } from '../../base/locale.ts';
import { localeOfName } from '../languageWord.ts';
import type { Layout } from '../layout.ts';
import { fillTemplate, likelyRegion, namesIn } from '../layoutTemplate.ts';
import { bilingualFile } from '../localeFileExtension.ts';
import { isLocaleNamed } from '../reading.ts';

/**
 * Where the source of a file's strings is. For a group of files, the first of these that exists is the only source of
 * each string; it is never another translation:
 *
 * 1. `file`: a file without a locale in its path (`po/app.pot`, `values/strings.xml`), or the source locale's, or the
 *    one that an ecosystem names (Kodi's `resource.language.en_gb`). If the first two both exist, the one without a
 *    locale comes first, because a program reads it for every language that lacks a string; but Apple's programs read
 *    `en.lproj` before `Base.lproj`. The other one is `second`: of the strings that the first one has, it is not the
 *    source.
 * 2. `own-texts`: a bilingual file has the source text of each entry next to its translation, so `po/de.po` is the
 *    source and the target of its own entries. Entries that it lacks come from its siblings: `shareEntries`. The same
 *    applies where a framework shows the key itself in the source language, which the files of a project do not tell:
 *    `keysAsSource.ts`.
 * 3. `unknown`: only files of other languages exist. The setting `humanTranslation.sourceLocale` can name one of them.
 */
export type StringSource =
  | {
      readonly kind: 'file';
      /** The file to order from. */
      readonly path: string;
      /** The locale of the given file if it is a translation: then that locale is ordered. */
      readonly into?: string;
    }
  | { readonly kind: 'own-texts'; readonly path: string; readonly into: string }
  | {
      readonly kind: 'second';
      readonly path: string;
      readonly into?: undefined;
      /** The file that comes first. */
      readonly first: string;
    }
  | { readonly kind: 'unknown'; readonly path: string; readonly into?: undefined };

/** Returns the source of the strings of a layout's given path, by names of files alone. */
export function sourceFor(layout: Layout, siblings: readonly string[], sourceLocale: string): StringSource {
  // `sourcePath` is the given path, which may be that of a translation.
  const { pathLocale, sourcePath: givenPath, separateSourcePath, pattern, isBilingual } = layout;
  const names = namesIn(pattern, siblings);
  const exactName = names.find((name) => isLocaleNamed(name, sourceLocale));
  const pathOfExactName = exactName === undefined ? undefined : fillTemplate(pattern, exactName);
  const isLocaleFirst = pattern.includes('{locale}.lproj/');
  if (pathLocale === undefined) {
    const isSecond = isLocaleFirst && pathOfExactName !== undefined;
    return isSecond ? { kind: 'second', path: givenPath, first: pathOfExactName } : { kind: 'file', path: givenPath };
  }
  if (layout.isNamedSource) return { kind: 'file', path: givenPath };
  if (isSameLocale(pathLocale, sourceLocale)) {
    const isSecond = separateSourcePath !== undefined && !isLocaleFirst;
    return isSecond
      ? { kind: 'second', path: givenPath, first: separateSourcePath }
      : { kind: 'file', path: givenPath };
  }
  let sourcePath = isLocaleFirst ? (pathOfExactName ?? separateSourcePath) : separateSourcePath;
  if (sourcePath === undefined) {
    const name = sourceName(names, sourceLocale, isTranslatedTexts(givenPath));
    if (name !== undefined) sourcePath = fillTemplate(pattern, name);
    else if (isBilingual) return { kind: 'own-texts', path: givenPath, into: pathLocale };
    else if (names.length > 1) return { kind: 'unknown', path: givenPath };
  }
  // The only file of its kind is a source, whatever its locale.
  if (sourcePath === undefined || sourcePath === givenPath) return { kind: 'file', path: givenPath };
  return { kind: 'file', path: sourcePath, into: pathLocale };
}

/**
 * Returns the files among the paths whose name a source's name extends by a suffix that is no locale, the longest
 * first: `messages.properties` and `messages_en.properties` for `messages_pirate.properties`, `app.xlf` for
 * `app.pirate.xlf` and for TYPO3's `pirate.app.xlf`. None if the source has translations: then it is no translation.
 */
export function filesWithoutSuffix(
  layout: Layout,
  siblings: readonly string[],
  sourceLocale: string,
): readonly string[] {
  const { sourcePath, pathLocale, pattern } = layout;
  if (pathLocale !== undefined || namesIn(pattern, siblings).length > 0) return [];
  const folder = sourcePath.slice(0, sourcePath.lastIndexOf('/') + 1);
  const file = sourcePath.slice(folder.length);
  const dot = file.lastIndexOf('.');
  const [stem, extension] = [file.slice(0, Math.max(dot, 0)), file.slice(Math.max(dot, 0))];
  const separators = [...stem.matchAll(/[._-]/gu)].toReversed();
  const names = separators.flatMap(({ 0: separator, index }) => {
    const beginning = stem.slice(0, index);
    const afterSuffix = separator === '.' ? [stem.slice(index + 1)] : [];
    return [beginning, `${beginning}${separator}${sourceLocale}`, ...afterSuffix];
  });
  return names.map((name) => `${folder}${name}${extension}`).filter((path) => siblings.includes(path));
}

/**
 * Whether the texts of a file's translations are in its entries, written in the source locale: gettext, Qt. Then a file
 * of another region (`en_GB.po`) is a translation, as the programs themselves have the texts of `en`.
 */
function isTranslatedTexts(path: string): boolean {
  return /\.(?:po|ts)$/u.test(path) && bilingualFile.test(path);
}

/**
 * Returns the name of the source locale among those of a project: the only name of its language, unless regions are
 * translations; of several, its own or else the one with its usual region (`en-US` for `en`).
 */
function sourceName(
  names: readonly string[],
  sourceLocale: string,
  areRegionsTranslations: boolean,
): string | undefined {
  const sourceLanguage = languageOf(sourceLocale);
  const namesOfLanguage = names.filter((name) => languageOf(localeOfName(name) ?? name) === sourceLanguage);
  if (namesOfLanguage.length === 1 && !areRegionsTranslations) return namesOfLanguage[0];
  const exactName = namesOfLanguage.find((name) => isLocaleNamed(name, sourceLocale));
  const withUsualRegion = `${sourceLanguage}-${likelyRegion(canonicalLocale(sourceLocale) ?? 'en')}`;
  return exactName ?? namesOfLanguage.find((name) => isLocaleNamed(name, withUsualRegion));
}

import { androidReadings } from './androidReadings.ts';
import { ecosystemReadings } from './ecosystemReadings.ts';
import { generalReadings, sourceWordReadings } from './generalReadings.ts';
import { isInLocaleFolder } from './localeFolder.ts';
import {
  bilingualFile,
  documentFile,
  localeFileExtension,
  mayHoldAllLocales,
  stringCatalog,
} from './localeFileExtension.ts';
import { canonicalLocale, findLocale, isSameLocale, languageOf } from '../base/locale.ts';
import { localeOfName } from './languageWord.ts';
import { bcp47Spelling, spell, spellingOf, type LocaleSpelling } from './localeSpelling.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { fillTemplate, folderNamesIn, namesIn, namesNearby, sourceNamedByWord } from './layoutTemplate.ts';
import { isPlainLocale } from './isLocale.ts';
import { chooseReading, findSource, isNamedForSource, localesOfDocuments, type Reading } from './reading.ts';

/** The paths of a source file and its translations. Paths are POSIX and relative to the project's root. */
export interface Layout {
  /**
   * The path of a target with `{locale}` in it (or `{language}` and `{region}`): `locales/{locale}.json`. If one file
   * holds all locales, this is the source's path.
   */
  readonly pattern: string;
  /** The given path, taken as the source's. Whether it is a translation instead, `sourceFor` in `source/stringSource.ts` finds out. */
  readonly sourcePath: string;
  /** BCP 47. */
  readonly sourceLocale: string;
  /**
   * Whether the source's path names its locale. If not, `sourceLocale` is the user's setting, and a locale in the file
   * itself takes precedence: `withSourceLocale`.
   */
  readonly namesSource: boolean;
  /** BCP 47: the locale in the given path. For a bilingual file, the target's locale. */
  readonly pathLocale: string | undefined;
  /** Whether the pattern names this very file as the source of all locales, although its path has one. */
  readonly isNamedSource: boolean;
  /**
   * The existing source file, if the layout has its source at another path than its targets: `res/values/strings.xml`
   * for the given path `res/values-fr/strings.xml`.
   */
  readonly separateSourcePath: string | undefined;
  /** Whether each target's file also contains the source text: gettext, XLIFF, Qt. */
  readonly isBilingual: boolean;
  readonly spelling: LocaleSpelling;
  /** The locale names found in the project, in its spelling. */
  readonly names: readonly string[];
  /**
   * Translations of a document that are named otherwise than by `pattern`: by their locales, `ja` and `README_ja.md` next
   * to `README.zh-CN.md`.
   */
  readonly namedOtherwise: ReadonlyMap<string, string>;
}

/** Matches tables whose columns can be locales, depending on their first line: `src/translations.csv`. */
const localeTable = /(?:^|\/)(?:translations?|i18n|l10n|locali[sz]ations?|localizable|locales?)\.[ct]sv$/iu;
/** Matches Interface Builder's files. */
const interfaceFile = /\.(?:storyboard|xib)$/iu;
const tableFile = /\.[ct]sv$/iu;
/** Matches folders with dependencies and generated files. */
const foreignFolder = /(?:^|\/)(?:node_modules|bower_components|\.git|\.hg|\.svn)\//u;

/**
 * Returns the layout of a locale file's translations; undefined if the path is not a locale file's. `siblings` are
 * other known paths of the project; folders end in a slash. `patterns` are the user's and take precedence.
 * `sourceLocale` is the user's setting, for files that do not name their locale.
 */
export function detectLayout(
  path: string,
  siblings: readonly string[],
  patterns: readonly LayoutPattern[] = [],
  sourceLocale = 'en',
): Layout | undefined {
  for (const { match } of patterns) {
    const pathOfLocale = match(path);
    if (pathOfLocale) return layoutOf(path, pathOfLocale, siblings, sourceLocale);
  }
  if (foreignFolder.test(path) || !localeFileExtension.test(path)) return undefined;
  // For a file that holds all locales: the path has no place for one.
  const allLocales = { template: path, name: undefined };
  if (stringCatalog.test(path) || localeTable.test(path)) return layoutOf(path, allLocales, siblings, sourceLocale);
  const reading = chooseReading(readingsOf(path), { path, siblings, sourceLocale });
  if (reading !== undefined) return layoutOf(path, reading, siblings, sourceLocale);
  if (tableFile.test(path) && isInLocaleFolder(path)) return layoutOf(path, allLocales, siblings, sourceLocale);
  return undefined;
}

/**
 * Returns the layout of a file that holds all locales, if its name allows for it; only its text shows whether it does.
 * For paths without a detected layout.
 */
export function allLocalesLayout(path: string, sourceLocale: string): Layout | undefined {
  if (foreignFolder.test(path) || !mayHoldAllLocales(path)) return undefined;
  return layoutOf(path, { template: path, name: undefined }, [], sourceLocale);
}

/**
 * Returns the path of a locale's file, whether it exists or not, in the project's spelling. Throws an Error for an
 * invalid locale.
 */
export function targetPath(layout: Layout, locale: string): string {
  if (isSameLocale(layout.sourceLocale, locale)) return layout.sourcePath;
  const nameOfOther = findLocale([...layout.namedOtherwise.keys()], locale);
  const otherPath = nameOfOther === undefined ? undefined : layout.namedOtherwise.get(nameOfOther);
  if (otherPath !== undefined) return otherPath;
  return fillTemplate(layout.pattern, spell(locale, layout.spelling, layout.names));
}

/**
 * Returns the target locales that have a file among the paths: BCP 47, in the paths' order. Empty if one file holds all
 * locales, which then only its content shows.
 */
export function existingLocales(layout: Layout, paths: readonly string[]): readonly string[] {
  return otherLocales(layout, [...namesIn(layout.pattern, paths, layout.names), ...layout.namedOtherwise.keys()]);
}

/** Returns the paths of a layout's files among the paths: the given one, and those of all locales. */
export function existingPaths({ pattern, names, namedOtherwise }: Layout, paths: readonly string[]): readonly string[] {
  return [...namesIn(pattern, paths, names).map((name) => fillTemplate(pattern, name)), ...namedOtherwise.values()];
}

/** Returns the locales (BCP 47) of a layout's translations among the paths, by path; none in the source locale. */
export function translationsIn(
  { pattern, names }: Layout,
  paths: readonly string[],
  sourceLocale: string,
): ReadonlyMap<string, string> {
  const translations = new Map<string, string>();
  for (const name of namesIn(pattern, paths, names)) {
    const locale = localeOfName(name) ?? name;
    if (!isSameLocale(locale, sourceLocale)) translations.set(fillTemplate(pattern, name), locale);
  }
  return translations;
}

/** Returns the target locales that the project has in this layout, also in other files: BCP 47. */
export function projectLocales(layout: Layout): readonly string[] {
  return otherLocales(layout, [...layout.names, ...layout.namedOtherwise.keys()]);
}

function otherLocales(layout: Layout, names: readonly string[]): readonly string[] {
  const locales = [...new Set(names.map((name) => localeOfName(name) ?? name))];
  return locales.filter((locale) => !isOfSource(layout, locale));
}

/** Whether a locale is that of the source's texts, also as an ecosystem names it: `en-GB` in Kodi. */
export function isOfSource({ sourceLocale, isNamedSource, pathLocale }: Layout, locale: string): boolean {
  if (isSameLocale(locale, sourceLocale)) return true;
  return isNamedSource && pathLocale !== undefined && isSameLocale(locale, pathLocale);
}

/** Whether one file holds the source and all targets. */
export function isSingleFile({ pattern, sourcePath }: Layout): boolean {
  return pattern === sourcePath;
}

/** Returns the layout with the source locale that the file itself names. A locale in the path takes precedence. */
export function withSourceLocale(layout: Layout, locale: string): Layout {
  return layout.namesSource ? layout : { ...layout, sourceLocale: canonicalLocale(locale) ?? locale };
}

/** Returns every reading of a path, by ecosystem; specific ones before general ones. */
export function readingsOf(path: string): readonly (readonly Reading[])[] {
  const groups = [androidReadings(path), ...ecosystemReadings(path), generalReadings(path), sourceWordReadings(path)];
  return groups.filter((readings) => readings.length > 0);
}

/** Returns the names of the locales that a project has near a file, in files of its kind. */
function namesOfKind(reading: PathOfLocale & Partial<Reading>, siblings: readonly string[]): readonly string[] {
  const { template, folder, isDocument, spelling } = reading;
  const accepted = spelling?.accepted;
  // No other word is a name that a store accepts: `hr`, `id`.
  if (accepted !== undefined)
    return namesNearby(template, siblings, (name) => isPlainLocale(name) || accepted.includes(name));
  if (isDocument === undefined) return namesNearby(template, siblings);
  const namesOfFolder = folder === undefined ? [] : folderNamesIn(folder, siblings).filter(isPlainLocale);
  const isInFolder = template.includes('{locale}/');
  // Other files in the folder of a locale may be of another kind: `i18n/fr/code.json` is no translated document.
  return [
    ...namesOfFolder,
    ...localesOfDocuments(reading, siblings),
    ...(isInFolder ? [] : namesNearby(template, siblings)),
  ];
}

/** Returns the layout of a path whose locale has been read. `spelling` applies unless the project's names differ. */
export function layoutOf(
  path: string,
  pathOfLocale: PathOfLocale & Partial<Reading>,
  siblings: readonly string[],
  sourceLocale: string,
): Layout {
  const { template, name, sourceTemplate, spelling: usualSpelling = bcp47Spelling } = pathOfLocale;
  const namesOfPath = name === undefined ? [] : [name];
  // The names of this file in all locales; then also those of other files.
  const namesOfFile = [...new Set([...namesOfPath, ...namesIn(template, siblings, namesOfPath)])];
  const names = [...new Set([...namesOfFile, ...namesOfKind(pathOfLocale, siblings)])];
  // `resource.language.en_gb/strings.po` is named as a translation is, but it is what the pattern names as the source.
  const isNamedSource = sourceTemplate === path;
  const templateSource = sourceTemplate && findSource(sourceTemplate, { path, siblings, sourceLocale });
  // An interface can't be read, but Xcode writes its texts into its translations.
  const isOfInterface = templateSource !== undefined && interfaceFile.test(templateSource);
  const isBilingual = bilingualFile.test(path) || isOfInterface;
  const pathLocale = name && (localeOfName(name) ?? name);
  // The path of a bilingual file names the target: only `en.po` itself names the source `en`.
  const namesSource =
    pathLocale !== undefined && (!isBilingual || isNamedSource || isSameLocale(pathLocale, sourceLocale));
  // The texts of Kodi's `en_gb` are in the user's English: few languages are ordered from British English.
  const isOfSameLanguage = pathLocale !== undefined && languageOf(pathLocale) === languageOf(sourceLocale);
  const isInUsersLocale = !namesSource || (isNamedSource && isBilingual && isOfSameLanguage);
  // A file of the source locale comes before `default.json`, which may be something else; a template comes before both.
  const hasSourceLocale = namesOfFile.some((nameOfFile) => isNamedForSource(nameOfFile, sourceLocale));
  const mayHaveSourceByWord = name !== undefined && (isBilingual || !hasSourceLocale);
  return {
    pattern: template,
    sourcePath: path,
    sourceLocale: isInUsersLocale ? (canonicalLocale(sourceLocale) ?? sourceLocale) : pathLocale,
    namesSource,
    pathLocale,
    isNamedSource,
    separateSourcePath:
      (isOfInterface ? undefined : templateSource) ??
      (mayHaveSourceByWord ? sourceNamedByWord(template, siblings) : undefined),
    isBilingual,
    spelling: spellingOf(names, usualSpelling, namesOfFile),
    names,
    namedOtherwise: namedOtherwise(path, template, siblings),
  };
}

/** The characters that separate a document's name from its locale. */
const separators = ['.', '_', '-'] as const;

/** Returns the translations next to a document whose names have another separator than the template's, by locale. */
function namedOtherwise(path: string, template: string, siblings: readonly string[]): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const dot = path.lastIndexOf('.');
  const templates = separators.map((separator) => `${path.slice(0, dot)}${separator}{locale}${path.slice(dot)}`);
  if (!documentFile.test(path) || !templates.includes(template)) return paths;
  const names = namesIn(template, siblings);
  for (const otherTemplate of templates.filter((other) => other !== template))
    for (const name of namesIn(otherTemplate, siblings).filter(isPlainLocale))
      if (findLocale([...names, ...paths.keys()], localeOfName(name) ?? name) === undefined)
        paths.set(name, fillTemplate(otherTemplate, name));
  return paths;
}

import { androidReadings } from './androidReadings.ts';
import { ecosystemReadings } from './ecosystems.ts';
import { generalReadings } from './generalReadings.ts';
import { isInLocaleFolder } from './localeFolder.ts';
import { bilingualFile, localeFileExtension, mayHoldAllLocales, stringCatalog } from './localeFileExtension.ts';
import { canonicalLocale, isSameLocale, languageOf } from '../base/locale.ts';
import { localeOfName } from './languageWord.ts';
import { bcp47Spelling, spell, spellingOf, type LocaleSpelling } from './localeSpelling.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { fillTemplate, likelyRegion, namesIn, namesNearby } from './layoutTemplate.ts';
import { chooseReading, findSource, isLocaleNamed, type Reading } from './reading.ts';

/** The paths of a source file and its translations. Paths are POSIX and relative to the project's root. */
export interface Layout {
  /**
   * The path of a target with `{locale}` in it (or `{language}` and `{region}`): `locales/{locale}.json`. If one file
   * holds all locales, this is the source's path.
   */
  readonly pattern: string;
  /** The given path, taken as the source's. Whether it is a translation instead, `sourceFor` finds out. */
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
}

/** Matches tables whose columns can be locales, depending on their first line: `src/translations.csv`. */
const localeTable = /(?:^|\/)(?:translations?|i18n|l10n|locali[sz]ations?|localizable|locales?)\.[ct]sv$/iu;
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
  return fillTemplate(layout.pattern, spell(locale, layout.spelling, layout.names));
}

/**
 * Returns the target locales that have a file among the paths: BCP 47, in the paths' order. Empty if one file holds all
 * locales, which then only its content shows.
 */
export function existingLocales(layout: Layout, paths: readonly string[]): readonly string[] {
  return otherLocales(layout, namesIn(layout.pattern, paths, layout.names));
}

/** Returns the target locales that the project has in this layout, also in other files: BCP 47. */
export function projectLocales(layout: Layout): readonly string[] {
  return otherLocales(layout, layout.names);
}

function otherLocales({ sourceLocale }: Layout, names: readonly string[]): readonly string[] {
  const locales = names.map((name) => localeOfName(name) ?? name);
  return [...new Set(locales)].filter((locale) => !isSameLocale(locale, sourceLocale));
}

/** Whether one file holds the source and all targets. */
export function isSingleFile({ pattern, sourcePath }: Layout): boolean {
  return pattern === sourcePath;
}

/** Returns the layout with the source locale that the file itself names. A locale in the path takes precedence. */
export function withSourceLocale(layout: Layout, locale: string): Layout {
  return layout.namesSource ? layout : { ...layout, sourceLocale: canonicalLocale(locale) ?? locale };
}

/**
 * Returns the file to order from for the layout's given path, and the wanted locale if that path is a translation. A
 * bilingual file whose source does not exist is its own source.
 */
export function sourceFor(
  layout: Layout,
  siblings: readonly string[],
  sourceLocale: string,
): { readonly path: string; readonly into?: string } {
  // `sourcePath` is the given path, which may be that of a translation.
  const { pathLocale, sourcePath: givenPath, separateSourcePath, pattern, isBilingual } = layout;
  if (pathLocale === undefined || isSameLocale(pathLocale, sourceLocale)) return { path: givenPath };
  let sourcePath = separateSourcePath;
  if (sourcePath === undefined) {
    const name = sourceName(namesIn(pattern, siblings), sourceLocale);
    if (name !== undefined) sourcePath = fillTemplate(pattern, name);
    else if (isBilingual) return { path: givenPath, into: pathLocale };
  }
  // Without another source, the given path is one, whatever its locale.
  if (sourcePath === undefined || sourcePath === givenPath) return { path: givenPath };
  return { path: sourcePath, into: pathLocale };
}

/**
 * Returns the name of the source locale among those of a project: the only name of its language; of several, its own or
 * else the one with its usual region (`en-US` for `en`).
 */
function sourceName(names: readonly string[], sourceLocale: string): string | undefined {
  const sourceLanguage = languageOf(sourceLocale);
  const namesOfLanguage = names.filter((name) => languageOf(localeOfName(name) ?? name) === sourceLanguage);
  if (namesOfLanguage.length === 1) return namesOfLanguage[0];
  const exactName = namesOfLanguage.find((name) => isLocaleNamed(name, sourceLocale));
  const withUsualRegion = `${sourceLanguage}-${likelyRegion(canonicalLocale(sourceLocale) ?? 'en')}`;
  return exactName ?? namesOfLanguage.find((name) => isLocaleNamed(name, withUsualRegion));
}

/** Returns every reading of a path, by ecosystem; specific ones before general ones. */
export function readingsOf(path: string): readonly (readonly Reading[])[] {
  return [androidReadings(path), ...ecosystemReadings(path), generalReadings(path)].filter(
    (readings) => readings.length > 0,
  );
}

/** Returns the layout of a path whose locale has been read. `spelling` applies unless the project's names differ. */
export function layoutOf(
  path: string,
  pathOfLocale: PathOfLocale & { readonly spelling?: LocaleSpelling },
  siblings: readonly string[],
  sourceLocale: string,
): Layout {
  const { template, name, sourceTemplate, spelling: usualSpelling = bcp47Spelling } = pathOfLocale;
  const namesOfPath = name === undefined ? [] : [name];
  // The names of this file in all locales; then also those of other files.
  const namesOfFile = [...new Set([...namesOfPath, ...namesIn(template, siblings, namesOfPath)])];
  const names = [...new Set([...namesOfFile, ...namesNearby(template, siblings)])];
  const isBilingual = bilingualFile.test(path);
  const pathLocale = name && (localeOfName(name) ?? name);
  // The path of a bilingual file names the target: only `en.po` itself names the source `en`.
  const namesSource = pathLocale !== undefined && (!isBilingual || isSameLocale(pathLocale, sourceLocale));
  return {
    pattern: template,
    sourcePath: path,
    sourceLocale: namesSource ? pathLocale : (canonicalLocale(sourceLocale) ?? sourceLocale),
    namesSource,
    pathLocale,
    separateSourcePath: sourceTemplate && findSource(sourceTemplate, { path, siblings, sourceLocale }),
    isBilingual,
    spelling: spellingOf(names, usualSpelling, namesOfFile),
    names,
  };
}

import { androidReadings } from './androidResources.ts';
import { ecosystemReadings } from './ecosystems.ts';
import { generalReadings } from './generalReadings.ts';
import { isInLocaleFolder } from './localeFolder.ts';
import { localeFileExtension } from './localeFileExtension.ts';
import { canonicalLocale, isSameLocale } from '../base/locale.ts';
import { isPlainLocale } from './isLocale.ts';
import { bcp47Spelling, spell, spellingOf, type LocaleSpelling } from './localeSpelling.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { fillTemplate, folderNamesIn, namesIn } from './layoutTemplate.ts';
import type { Reading } from './reading.ts';

/** Where the translations of one source file stand. Paths are POSIX and relative to the project's root. */
export interface Layout {
  /** The path of a target with `{locale}` in it (or `{language}` and `{region}`): `locales/{locale}.json`. The source's own path where one file holds all locales. */
  readonly pattern: string;
  readonly sourcePath: string;
  /** BCP 47. */
  readonly sourceLocale: string;
  /** Whether the source's path names its locale. Where it does not, `sourceLocale` is the person's setting, and what the file itself says counts more: `withSourceLocale`. */
  readonly namesSource: boolean;
  /** BCP 47: the locale in the path that was asked about. Of a bilingual file it is the target's. */
  readonly pathLocale: string | undefined;
  /** The file without a locale in its path that the others are made from, where the project has one beside the path that was asked about: `res/values/strings.xml`. */
  readonly basePath: string | undefined;
  /** Each target's file holds the source's texts too: gettext, XLIFF, Qt. */
  readonly isBilingual: boolean;
  readonly spelling: LocaleSpelling;
  /** The locales' names that were found in the project, as it spells them. */
  readonly names: readonly string[];
}

/** Files that are one for all locales, whatever their names. */
const stringCatalog = /\.xcstrings$/iu;
/** Tables whose columns are locales; whether they are shows in their first line. */
const localeTable = /(?:^|\/)(?:translations?|i18n|l10n|locali[sz]ations?|localizable|locales?)\.[ct]sv$/iu;
const tableFile = /\.[ct]sv$/iu;
const bilingualFile = /\.(?:pot?|xlf|xliff)$|_[A-Za-z_@-]+\.ts$/iu;
/** What others have put there, and what is not written by hand. */
const foreignFolder = /(?:^|\/)(?:node_modules|bower_components|\.git|\.hg|\.svn)\//u;

/**
 * How the project of a locale file lays out its translations; undefined when the path is not a locale file's.
 * `siblings` are other paths of the project, as many as are known; those of folders end in a slash. `patterns` are the
 * person's and win. `sourceLocale` is the person's setting, for files that do not name their locale.
 */
export function detectLayout(
  path: string,
  siblings: readonly string[],
  patterns: readonly LayoutPattern[] = [],
  sourceLocale = 'en',
): Layout | undefined {
  for (const { match } of patterns) {
    const placed = match(path);
    if (placed) return layoutOf(path, placed, siblings, sourceLocale);
  }
  if (foreignFolder.test(path) || !localeFileExtension.test(path)) return undefined;
  if (stringCatalog.test(path) || localeTable.test(path))
    return layoutOf(path, { template: path, name: undefined }, siblings, sourceLocale);
  for (const readings of readingsOf(path)) {
    const reading = chooseReading(readings, siblings, path, sourceLocale);
    if (reading !== undefined) return layoutOf(path, reading, siblings, sourceLocale, reading.spelling);
  }
  if (tableFile.test(path) && isInLocaleFolder(path))
    return layoutOf(path, { template: path, name: undefined }, siblings, sourceLocale);
  return undefined;
}

/** Where the file of a locale stands or would stand, in the project's own spelling. Throws an Error for what is no locale. */
export function targetPath(layout: Layout, locale: string): string {
  if (isSameLocale(layout.sourceLocale, locale)) return layout.sourcePath;
  return fillTemplate(layout.pattern, spell(locale, layout.spelling, layout.names));
}

/** The locales, besides the source's, that have a file among the paths: BCP 47, in the paths' order. None where one file holds all: the file itself says them. */
export function existingLocales(layout: Layout, paths: readonly string[]): readonly string[] {
  return otherLocales(layout, namesIn(layout.pattern, paths));
}

/** The locales, besides the source's, that the project has in this layout, be it in other files: BCP 47. */
export function projectLocales(layout: Layout): readonly string[] {
  return otherLocales(layout, layout.names);
}

function otherLocales({ sourceLocale }: Layout, names: readonly string[]): readonly string[] {
  const locales = names.map((name) => canonicalLocale(name) ?? name);
  return [...new Set(locales)].filter((locale) => !isSameLocale(locale, sourceLocale));
}

/** Whether one file holds the source and all targets. */
export function isSingleFile({ pattern, sourcePath }: Layout): boolean {
  return pattern === sourcePath;
}

/** The layout when the file says its source locale itself; one in the path counts more. */
export function withSourceLocale(layout: Layout, locale: string): Layout {
  return layout.namesSource ? layout : { ...layout, sourceLocale: canonicalLocale(locale) ?? locale };
}

/**
 * The file to order from when the layout's own path was pointed at, and the locale that is wanted if that is a translation.
 * A bilingual file whose source is not there is ordered from itself.
 */
export function sourceFor(
  layout: Layout,
  siblings: readonly string[],
  sourceLocale: string,
): { readonly path: string; readonly into?: string } {
  const { pathLocale, sourcePath, basePath, pattern, isBilingual } = layout;
  if (pathLocale === undefined || isSameLocale(pathLocale, sourceLocale)) return { path: sourcePath };
  const named = namesIn(pattern, siblings).find((name) => isSameLocale(name, sourceLocale));
  const main = basePath ?? (named === undefined ? undefined : fillTemplate(pattern, named));
  if (main !== undefined) return { path: main, into: pathLocale };
  return isBilingual ? { path: sourcePath, into: pathLocale } : { path: sourcePath };
}

/** Every way of understanding a path, by ecosystem; the particular ones before the general. */
export function readingsOf(path: string): readonly (readonly Reading[])[] {
  return [androidReadings(path), ...ecosystemReadings(path), generalReadings(path)].filter(
    (readings) => readings.length > 0,
  );
}

/** Of the readings by one ecosystem: that whose source is there, whose translations are, or that is certain. */
function chooseReading(
  readings: readonly Reading[],
  siblings: readonly string[],
  path: string,
  sourceLocale: string,
): Reading | undefined {
  const isPlain = (name: string): boolean => isPlainLocale(name) || isSameLocale(name, sourceLocale);
  const shown = readings.filter((reading) => reading.certain || isShown(reading, siblings, isPlain, sourceLocale));
  return (
    shown.find(({ base }) => base !== undefined && findBase(base, siblings, path) !== undefined) ??
    shown.find(({ template, name }) => namesIn(template, siblings).some((other) => other !== name)) ??
    shown[0]
  );
}

/** Whether files beside it bear a reading out. One name alone that could be a word does not: `how-to.md` is not `how.md` in Tongan. */
function isShown(
  { template, name, base, folder }: Reading,
  siblings: readonly string[],
  isPlain: (name: string) => boolean,
  sourceLocale: string,
): boolean {
  const others = namesIn(template, siblings).filter((other) => other !== name);
  const folders =
    folder === undefined ? [] : folderNamesIn(folder, siblings).filter((other) => other !== name && isPlain(other));
  // Where the source's language has a folder of its own, what stands outside it is no source.
  if (name === undefined && folders.some((other) => isSameLocale(other, sourceLocale))) return false;
  if (name === undefined)
    return others.some(isPlain) || (others.length > 1 && template.includes('.{locale}.')) || folders.length > 0;
  if (isPlain(name)) return others.length > 0 || folders.length > 0 || (base !== undefined && siblings.includes(base));
  return others.some(isPlain);
}

/** The file among the paths that a translation is made from. `*` in `base` is a part of its name. */
function findBase(base: string, siblings: readonly string[], path: string): string | undefined {
  const [head = '', tail] = base.split('*');
  const isBase = (other: string): boolean =>
    tail === undefined
      ? other === base
      : other.startsWith(head) && other.endsWith(tail) && !other.slice(head.length).includes('/');
  return siblings.find((other) => other !== path && isBase(other));
}

/** The layout that a reading of a path makes. */
export function layoutOf(
  path: string,
  { template, name, base }: PathOfLocale,
  siblings: readonly string[],
  sourceLocale: string,
  usual: LocaleSpelling = bcp47Spelling,
): Layout {
  const folder = template.slice(0, template.indexOf('{locale}/') + '{locale}/'.length);
  const nearby = template.includes('{locale}/') ? folderNamesIn(folder, siblings).filter(isPlainLocale) : [];
  const names = [...new Set([...(name === undefined ? [] : [name]), ...namesIn(template, siblings), ...nearby])];
  const isBilingual = bilingualFile.test(path);
  const pathLocale = name === undefined ? undefined : (canonicalLocale(name) ?? name);
  const namesSource = pathLocale !== undefined && (!isBilingual || isSameLocale(pathLocale, sourceLocale));
  return {
    pattern: template,
    sourcePath: path,
    sourceLocale: namesSource ? pathLocale : (canonicalLocale(sourceLocale) ?? sourceLocale),
    namesSource,
    pathLocale,
    basePath: base === undefined ? undefined : findBase(base, siblings, path),
    isBilingual,
    spelling: spellingOf(names, usual),
    names,
  };
}

import { canonicalLocale, isDecidedName, isSameLocale, languageOf } from '../../base/locale.ts';
import { isLocaleName, isPlainLocale, isPretendLocale, isRareLocale } from '../isLocale.ts';
import { knownLanguageCodes } from '../languageCode.ts';
import { likelierLocale, localeOfCountryCode } from './countryCode.ts';

/** A name in place of a locale that means none, or probably another one. */
export interface MistakenName {
  /** As in the paths: `ua`. */
  readonly name: string;
  /** The files that are named so, sorted. */
  readonly files: readonly [string, ...string[]];
  /** The locale that it probably means, BCP 47: `uk` for `ua`. It is the name itself if that is a rare one (`cak`). */
  readonly locale: string;
  /** Whether the files count as translations into what the name means, which is unlikely: `kr` is Kanuri. */
  readonly isLocale: boolean;
  /** The name is in the files, of a column for example, and not in their paths. */
  readonly isInFile?: true;
}

/** The files of a project. */
export interface ProjectPaths {
  /** The patterns of its layouts, such as `locales/{locale}.json`. */
  readonly patterns: readonly string[];
  readonly files: readonly string[];
}

/** From this number of locales on, any known language is recognized: see `namesIn`. */
const manyLocales = 5;
/** Projects with this number of locales often have those of rare languages. */
const manyRareLocales = 20;

/**
 * Finds the mistaken names in a project: those of files that have the path of a locale's file with another name in it,
 * like `locales/ua.json` next to `locales/en.json`.
 */
export function findMistakenNames(
  { patterns, files }: ProjectPaths,
  languages: readonly string[] = knownLanguageCodes,
): readonly MistakenName[] {
  const templates = new Set(patterns.filter((pattern) => pattern.includes('{locale}')).map(withoutLocale));
  const filesByName = new Map<string, Map<string, string[]>>();
  for (const file of files) {
    for (const { name, template } of possibleNames(file)) {
      if (!templates.has(template)) continue;
      const ofTemplate = filesByName.get(template) ?? new Map<string, string[]>();
      filesByName.set(template, ofTemplate);
      ofTemplate.set(name, [...(ofTemplate.get(name) ?? []), file]);
    }
  }
  const mistaken = new Map<string, MistakenName>();
  for (const ofTemplate of filesByName.values()) {
    const names = [...ofTemplate.keys()];
    const localeNames = names.filter(isLocaleName);
    // `it.json` and `us.json` alone may be something else.
    if (!localeNames.some(isPlainLocale)) continue;
    for (const [name, filesOfName] of ofTemplate) {
      const locale = meantLocale(name, localeNames, languages);
      if (locale === undefined) continue;
      const otherFiles = mistaken.get(name)?.files ?? [];
      const [first = '', ...others] = [...otherFiles, ...filesOfName].toSorted();
      mistaken.set(name, { name, files: [first, ...others], locale, isLocale: localeNames.includes(name) });
    }
  }
  return [...mistaken.values()];
}

/** Returns those of the names in a file that are mistaken ones. `localeNames`: the names of its locales. */
export function mistakenNamesIn(
  file: string,
  names: readonly string[],
  localeNames: readonly string[],
): readonly MistakenName[] {
  return names.flatMap((name) => {
    const locale = meantLocale(name, localeNames, knownLanguageCodes);
    return locale === undefined ? [] : [{ name, files: [file], locale, isLocale: false, isInFile: true }];
  });
}

/** Returns the locale that a name probably means if it is mistaken. */
function meantLocale(name: string, localeNames: readonly string[], languages: readonly string[]): string | undefined {
  if (isDecidedName(name)) return undefined;
  if (isPretendLocale(name)) return canonicalLocale(name);
  if (localeNames.includes(name)) {
    const locale = likelierLocale(name, languages);
    if (locale === undefined) return undefined;
    // The project may have both: `sv` and `se`. One with many languages may have Breton, too, next to any Portuguese.
    const isSame = localeNames.length < manyRareLocales ? isSameLocale : isSameLanguage;
    return localeNames.some((localeName) => isSame(localeName, locale)) ? undefined : locale;
  }
  // `ar-AA` and `ckb-KU` have no region that exists.
  const language = /^([a-z]{2,3})[-_]r?[A-Z]{2}$/u.exec(name)?.[1];
  if (language !== undefined && canonicalLocale(name) === undefined && isLanguageCode(language))
    return canonicalLocale(language);
  if (/^[A-Za-z]{3}/u.test(name)) {
    const isRecognized = localeNames.length >= manyLocales || !isRareLocale(name);
    return isRecognized ? undefined : canonicalLocale(name);
  }
  return canonicalLocale(name.slice(0, 2)) === undefined ? localeOfCountryCode(name) : undefined;
}

/** Whether a code means a language and no ordinary word of three letters (`app-UI`). */
function isLanguageCode(code: string): boolean {
  return canonicalLocale(code) !== undefined && (code.length === 2 || isRareLocale(code));
}

/**
 * Returns the name with the code of a country in a path that is not a locale file's, and the locale that it probably
 * means: `ua` and `uk` for `locales/ua.json`. It is the file's name, its end, or the name of its folder.
 */
export function countryInPath(path: string): Pick<MistakenName, 'name' | 'locale'> | undefined {
  const [folder = '', file = ''] = path.split('/').slice(-2);
  const stem = (file === '' ? folder : file).replace(/\.[A-Za-z0-9]+$/u, '');
  // `messages_ua_UA` → `messages_ua_UA`, `ua_UA`, `UA`
  const ends = Array.from(stem.matchAll(/[-_.]/gu), ({ index }) => stem.slice(index + 1));
  for (const name of [stem, ...ends, ...(file === '' ? [] : [folder.replace(/\.lproj$|^values-/u, '')])]) {
    const locale = canonicalLocale(name) === undefined ? localeOfCountryCode(name) : undefined;
    if (locale !== undefined && !isDecidedName(name)) return { name, locale };
  }
  return undefined;
}

function isSameLanguage(name: string, locale: string): boolean {
  return languageOf(name) === languageOf(locale);
}

/**
 * Matches a part of a path that may be in place of a locale, at each word of two or three letters. Groups: the name, and
 * the name with what may be its script or region: `ua` and `ua_UA` of `app-ua_UA.js`.
 */
const possibleName =
  /(?<![A-Za-z0-9])(?=([A-Za-z]{2,3})(?![A-Za-z0-9]))(?=([A-Za-z]{2,3}[-_](?:[A-Za-z]{4}|r?[A-Za-z]{2}|\d{3})(?![A-Za-z0-9]))?)/gu;

/** Returns the parts of a path that may be names of locales, with the path without them: `locales/\0.json`. */
function possibleNames(file: string): readonly { readonly name: string; readonly template: string }[] {
  const names = new Set<string>();
  let localeEnd = 0;
  for (const { index, 1: name, 2: nameWithRegion } of file.matchAll(possibleName)) {
    // `BR` of `pt_BR`
    if (index < localeEnd) continue;
    if (nameWithRegion !== undefined && isLocaleName(nameWithRegion)) localeEnd = index + nameWithRegion.length;
    for (const text of [nameWithRegion, name]) if (text !== undefined) names.add(text);
  }
  return [...names].map((name) => {
    const wholeName = new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`, 'gu');
    return { name, template: file.replaceAll(wholeName, '\0') };
  });
}

function withoutLocale(pattern: string): string {
  return pattern.replaceAll('{locale}', '\0');
}

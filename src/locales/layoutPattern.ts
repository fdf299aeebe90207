import { canonicalLocale, isLocaleNameOfSettings, localeNamesOfSettings } from '../base/locale.ts';
import { present } from '../base/present.ts';
import { localeOfLanguageWord } from './languageWord.ts';
import { LayoutPatternError } from './layoutPatternError.ts';
import { allLocalesFile } from './localeFileExtension.ts';
import {
  matchPath,
  parsePathPattern,
  renderPath,
  wildcardsIn,
  type LocaleParts,
  type PathPattern,
} from './pathPattern.ts';

/**
 * The relation between a project's source and target files, written by the user or part of an ecosystem. One side,
 * `src/**\/i18n/{locale}/{name}.json`, is for both; with an arrow, the source's path is first:
 * `docs/** -> i18n/{locale}/docs/**`.
 */
export interface LayoutPattern {
  readonly pattern: string;
  /**
   * Returns the path with the locale marked, and the locale's name; undefined if the path does not match. `isName` may
   * be stricter about valid locales.
   */
  readonly match: (path: string, isName?: (name: string) => boolean) => PathOfLocale | undefined;
}

/** What a path says about its locale: `i18n/fr/docs/a.md`, by the pattern `docs/** -> i18n/{locale}/docs/**`. */
export interface PathOfLocale {
  /**
   * The path of a target, with `{locale}` (or `{language}` and `{region}`) in place of the locale's name:
   * `i18n/{locale}/docs/a.md`. The path itself if one file holds all locales.
   */
  readonly template: string;
  /** The locale's name in the spelling of the path, `fr`; undefined for a source whose path has none. */
  readonly name: string | undefined;
  /**
   * The path of the source, if the pattern names it separately: `docs/a.md`. Has `{locale}` if the pattern's source
   * does, and `*` for a wildcard that the target lacks: `po/*.pot`.
   */
  readonly sourceTemplate?: string;
}

/** Longer paths and patterns are rejected. */
const maxLength = 1000;

/** Matches what leads out of the project, or is no POSIX path: `/etc`, `C:`, `a\b`, `../locales`. */
const notInProject = /^[/\\]|^[A-Za-z]:|\\|(?:^|\/)\.\.(?:\/|$)/u;

/** The length of the part of a path in which a locale's name is searched for. */
const maxNameLength = 40;

/**
 * Reads the patterns of the user's setting: paths from the project's root, in the language of `pathPattern.ts`. A
 * pattern of one side without a locale matches files that hold all locales. Throws LayoutPatternError if a pattern has
 * no locale after its arrow, leaves the project, or has wildcards without a counterpart.
 */
export function parseLayoutPatterns(patterns: readonly string[]): readonly LayoutPattern[] {
  return patterns.map((userPattern) => {
    // `./i18n/*.json` → `i18n/*.json`
    const sides = userPattern.split('->').map((side) => side.trim().replace(/^(?:\.\/)+/u, ''));
    const target = sides.at(-1) ?? '';
    if (sides.length > 2) throw new LayoutPatternError('several-arrows', userPattern);
    const namesLocale = /\{(?:locale|language)\}/u.test(target);
    const needsNoLocale = sides.length === 1 && holdsAllLocales(target);
    if (!namesLocale && !needsNoLocale) throw new LayoutPatternError('no-locale', userPattern);
    if (userPattern.length > maxLength || sides.some((side) => side === '' || notInProject.test(side)))
      throw new LayoutPatternError('not-a-project-path', userPattern);
    return compileLayoutPattern(sides.join(' -> '), userPattern);
  });
}

/** Whether files that match a pattern can hold all locales, by their extension; of `i18n.{js,ts}`, by both. */
function holdsAllLocales(pattern: string): boolean {
  // `js,ts` of `i18n.{js,ts}`
  const extensions = /\.\{([^{}]*)\}$/u.exec(pattern)?.[1];
  // In `locales/*.json`, the locale was forgotten: few JSON and YAML files hold all, and are named one by one.
  if (pattern.includes('*') && /(?:json|ya?ml)[^.]*$/iu.test(pattern)) return false;
  if (extensions === undefined) return allLocalesFile.test(pattern);
  return extensions.split(',').every((extension) => allLocalesFile.test(`.${extension}`));
}

/** A locale in a path at the position that a pattern requires. */
interface LocaleInPath {
  readonly parts: LocaleParts;
  readonly name: string;
}

/** Compiles a pattern of one or two sides, separated by ` -> `. Errors show `userPattern`, the user's spelling. */
export function compileLayoutPattern(pattern: string, userPattern = pattern): LayoutPattern {
  const [firstSide = '', secondSide] = pattern.split(' -> ');
  const target = parsePathPattern(secondSide ?? firstSide);
  const source = secondSide === undefined ? undefined : parsePathPattern(firstSide);
  if (source !== undefined) requireWildcardsInSource(source, target, userPattern);
  return {
    pattern,
    match: (path, isName = () => true) => {
      if (path.length > maxLength) return undefined;
      const localesFor = (side: PathPattern): readonly LocaleInPath[] =>
        localesIn(path, side).filter(({ name }) => isName(name));
      const asTarget = readAsTarget(path, target, source, localesFor(target));
      if (asTarget !== undefined || source === undefined) return asTarget;
      return readAsSource(path, target, source, localesFor(source));
    },
  };
}

/** Reads a path as that of a translation. `source` is the pattern before the arrow, if there is one. */
function readAsTarget(
  path: string,
  target: PathPattern,
  source: PathPattern | undefined,
  locales: readonly LocaleInPath[],
): PathOfLocale | undefined {
  for (const { parts, name } of candidatesFor(target, locales)) {
    const match = matchPath(target, path, parts);
    if (match === undefined) continue;
    const sourceTemplate = source && renderPath(source, match.captures);
    return { template: match.template, name, ...present({ sourceTemplate }) };
  }
  return undefined;
}

/** Reads a path as that of a source that the pattern names separately, before its arrow. */
function readAsSource(
  path: string,
  target: PathPattern,
  source: PathPattern,
  locales: readonly LocaleInPath[],
): PathOfLocale | undefined {
  for (const { parts, name } of candidatesFor(source, locales)) {
    const match = matchPath(source, path, parts);
    if (match !== undefined) return { template: renderPath(target, match.captures), name };
  }
  return undefined;
}

/** Returns the locales with which to try a pattern. A pattern without a locale is tried once, with no parts of one. */
function candidatesFor(
  { localeParts }: PathPattern,
  locales: readonly LocaleInPath[],
): readonly { readonly parts: LocaleParts; readonly name: string | undefined }[] {
  return localeParts.size === 0 ? [{ parts: {}, name: undefined }] : locales;
}

/** Throws LayoutPatternError if a wildcard after the arrow is not also before it. */
function requireWildcardsInSource(source: PathPattern, target: PathPattern, userPattern: string): void {
  const sourceCounts = wildcardsIn(source);
  for (const [kind, count] of wildcardsIn(target)) {
    if (count > (sourceCounts.get(kind) ?? 0)) throw new LayoutPatternError('unmatched-wildcard', userPattern);
  }
}

/** Returns all locales in a path that a pattern could mean, longer names first: `pt_BR` and `pt` of `pt_BR.json`. */
function localesIn(path: string, { localeParts }: PathPattern): readonly LocaleInPath[] {
  const names = localeNamesIn(path);
  if (localeParts.has('locale'))
    return names.map((locale) => ({ parts: { locale, ...partsOf(locale) }, name: locale }));
  const languages = names.filter((name) => /^[A-Za-z]{2,3}$/u.test(name));
  if (!localeParts.has('region')) return languages.map((language) => ({ parts: { language }, name: language }));
  // Two letters or three digits between other characters: `BR` of `pt/BR/strings.json`.
  const regions = [...new Set(path.match(/(?<![A-Za-z0-9])(?:[A-Za-z]{2}|\d{3})(?![A-Za-z0-9])/gu))];
  return languages
    .flatMap((language) => regions.map((region) => ({ parts: { language, region }, name: `${language}-${region}` })))
    .filter(({ name }) => canonicalLocale(name) !== undefined);
}

function partsOf(locale: string): LocaleParts {
  // `zh` and `TW` of `zh-Hant-TW`; `pt` and `BR` of Android's `pt-rBR`.
  const [, language, region] = /^([A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]r?([A-Za-z]{2}|\d{3}))?/u.exec(locale) ?? [];
  return present({ language, region });
}

/** The names in the path that was read last, because each path is compared with many patterns. */
let cachedNames: {
  readonly path: string;
  readonly settings: ReadonlyMap<string, string>;
  readonly names: readonly string[];
} = { path: '', settings: new Map(), names: [] };

/** Returns all texts in a path that can be a locale's name, longer ones first. */
function localeNamesIn(path: string): readonly string[] {
  const settings = localeNamesOfSettings();
  if (cachedNames.path !== path || cachedNames.settings !== settings)
    cachedNames = { path, settings, names: readLocaleNames(path) };
  return cachedNames.names;
}

/** Matches a language and what may be its script, region and variant: `zh-Hant-TW`, `pt-rBR`, `es_419`, `sr@latin`. */
const codeWithSubtags = /^[A-Za-z]{2,3}(?:[-_@](?:[A-Za-z]{4}|r?[A-Za-z]{2}|\d{3}|[a-z\d]{5,8})(?![A-Za-z0-9])){0,3}/u;

/** Returns the parts of a path's names that the user's settings name as locales: `pirate` of `messages_pirate.json`. */
function namesOfSettingsIn(path: string): readonly string[] {
  const segments = path.split(/[/.]/u);
  // `ui_ua_UA` → `ui_ua_UA`, `ua_UA`, `UA`
  const parts = segments.flatMap((segment) => [
    segment,
    ...Array.from(segment.matchAll(/[-_]/gu), ({ index }) => segment.slice(index + 1)),
  ]);
  return parts.filter(isLocaleNameOfSettings);
}

function readLocaleNames(path: string): readonly string[] {
  const names = new Set<string>();
  for (const { 0: word, index } of path.matchAll(/[A-Za-z0-9]+/gu)) {
    if (!/^[A-Za-z]{2,3}$/u.test(word)) continue;
    // All that may belong to the name, such as `pt_BR_strings` of `pt_BR_strings.json`; then `pt_BR`, `pt`.
    const [longestName = word] = codeWithSubtags.exec(path.slice(index, index + maxNameLength)) ?? [];
    // `pt`, `_BR`, `_strings`
    const parts = longestName.split(/(?=[-_@])/u);
    for (let count = parts.length; count > 0; count -= 1) {
      const name = parts.slice(0, count).join('');
      if (canonicalLocale(name) !== undefined) names.add(name);
    }
  }
  if (localeNamesOfSettings().size > 0) for (const name of namesOfSettingsIn(path)) names.add(name);
  // `english`, `Brazilian-Portuguese`
  for (const [word] of path.matchAll(/[A-Za-z]{4,}(?:[-_][A-Za-z]+)*/gu))
    if (localeOfLanguageWord(word) !== undefined) names.add(word);
  return [...names].sort((a, b) => b.length - a.length);
}

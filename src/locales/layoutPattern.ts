import { canonicalLocale } from '../base/locale.ts';
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
 * The relation between a project's source and target files, written by the user or part of an ecosystem:
 * `src/**\/i18n/{locale}/{name}.json`, or the source's path and the targets' path if they differ: `docs/** ->
 * i18n/{locale}/docs/**`.
 */
export interface LayoutPattern {
  readonly pattern: string;
  /**
   * Returns the path with the locale marked, and the locale's name; undefined if the path does not match. `isName` may
   * be stricter about valid locales.
   */
  readonly match: (path: string, isName?: (name: string) => boolean) => PathOfLocale | undefined;
}

export interface PathOfLocale {
  /**
   * The path of a target, with `{locale}` (or `{language}` and `{region}`) in place of the locale's name; the path
   * itself if one file holds all locales.
   */
  readonly template: string;
  /** The locale's name in the spelling of the path; undefined for a source whose path has none. */
  readonly name: string | undefined;
  /**
   * The path of the source, if the pattern has a different one: with `{locale}` if the source's path names its locale,
   * and with `*` for an unknown part of its name.
   */
  readonly base?: string;
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
  return patterns.map((written) => {
    const sides = written.split('->').map((side) => side.trim().replace(/^(?:\.\/)+/u, ''));
    const target = sides.at(-1) ?? '';
    if (sides.length > 2) throw new LayoutPatternError('several-arrows', written);
    if (!/\{(?:locale|language)\}/u.test(target) && (sides.length > 1 || !holdsAllLocales(target)))
      throw new LayoutPatternError('no-locale', written);
    if (written.length > maxLength || sides.some((side) => side === '' || notInProject.test(side))) {
      throw new LayoutPatternError('not-a-project-path', written);
    }
    return compileLayoutPattern(sides.join(' -> '), written);
  });
}

/** Whether files that match a pattern can hold all locales, by their extension or each of several: `i18n.{js,ts}`. */
function holdsAllLocales(pattern: string): boolean {
  const choice = /\.\{([^{}]*)\}$/u.exec(pattern)?.[1];
  if (choice === undefined) return allLocalesFile.test(pattern);
  return choice.split(',').every((extension) => allLocalesFile.test(`.${extension}`));
}

/** A locale in a path at the position that a pattern requires. */
interface LocaleInPath {
  readonly parts: LocaleParts;
  readonly name: string;
}

/** Compiles a pattern of one or two sides, separated by ` -> `. `written` is the user's spelling. */
export function compileLayoutPattern(pattern: string, written = pattern): LayoutPattern {
  const [first = '', second] = pattern.split(' -> ');
  const target = parsePathPattern(second ?? first);
  const source = second === undefined ? undefined : parsePathPattern(first);
  if (source !== undefined) refuseSurplus(source, target, written);
  return {
    pattern,
    match: (path, isName = () => true) => {
      if (path.length > maxLength) return undefined;
      const locales = (side: PathPattern): readonly LocaleInPath[] =>
        localesIn(path, side).filter(({ name }) => isName(name));
      return (
        targetOf(path, target, source, locales(target)) ?? (source && sourceOf(path, target, source, locales(source)))
      );
    },
  };
}

/** Reads a path as that of a translation. */
function targetOf(
  path: string,
  target: PathPattern,
  source: PathPattern | undefined,
  locales: readonly LocaleInPath[],
): PathOfLocale | undefined {
  for (const { parts, name } of candidatesFor(target, locales)) {
    const match = matchPath(target, path, parts);
    if (match === undefined) continue;
    const base = source && renderPath(source, match.captures);
    return { template: match.template, name, ...present({ base }) };
  }
  return undefined;
}

/** Reads a path as that of a source that the pattern names separately. */
function sourceOf(
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

/** Returns the locales with which a pattern may match; for a pattern without a locale, one without parts. */
function candidatesFor(
  { localeParts }: PathPattern,
  locales: readonly LocaleInPath[],
): readonly { readonly parts: LocaleParts; readonly name: string | undefined }[] {
  if (localeParts.size === 0) return [{ parts: {}, name: undefined }];
  return locales;
}

/** Throws LayoutPatternError if a wildcard after the arrow is not also before it. */
function refuseSurplus(source: PathPattern, target: PathPattern, written: string): void {
  const sourceCounts = wildcardsIn(source);
  for (const [kind, count] of wildcardsIn(target)) {
    if (count > (sourceCounts.get(kind) ?? 0)) throw new LayoutPatternError('unmatched-wildcard', written);
  }
}

/** Returns all locales in a path that a pattern could mean, longer names first. */
function localesIn(path: string, pattern: PathPattern): readonly LocaleInPath[] {
  const wantedParts = pattern.localeParts;
  const names = localeNamesIn(path);
  if (wantedParts.has('locale'))
    return names.map((locale) => ({ parts: { locale, ...partsOf(locale) }, name: locale }));
  const languages = names.filter((name) => /^[A-Za-z]{2,3}$/u.test(name));
  if (!wantedParts.has('region')) return languages.map((language) => ({ parts: { language }, name: language }));
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

/** The names in the last path, because each path is compared with many patterns. */
let lastNames: { readonly path: string; readonly names: readonly string[] } = { path: '', names: [] };

function localeNamesIn(path: string): readonly string[] {
  if (lastNames.path !== path) lastNames = { path, names: readLocaleNames(path) };
  return lastNames.names;
}

function readLocaleNames(path: string): readonly string[] {
  const names = new Set<string>();
  for (const { 0: word, index } of path.matchAll(/[A-Za-z0-9]+/gu)) {
    if (!/^[A-Za-z]{2,3}$/u.test(word)) continue;
    // All that may belong to the name, such as `pt_BR_strings` of `pt_BR_strings.json`; then `pt_BR`, `pt`.
    const [longest = word] =
      /^[A-Za-z]{2,3}(?:[-_@](?:[A-Za-z]{4}|r?[A-Za-z]{2}|\d{3}|[a-z\d]{5,8})(?![A-Za-z0-9])){0,3}/u.exec(
        path.slice(index, index + maxNameLength),
      ) ?? [];
    const parts = longest.split(/(?=[-_@])/u);
    for (let count = parts.length; count > 0; count -= 1) {
      const name = parts.slice(0, count).join('');
      if (canonicalLocale(name) !== undefined) names.add(name);
    }
  }
  for (const [word] of path.matchAll(/[A-Za-z]{4,}(?:[-_][A-Za-z]+)*/gu))
    if (localeOfLanguageWord(word) !== undefined) names.add(word);
  return [...names].sort((a, b) => b.length - a.length);
}

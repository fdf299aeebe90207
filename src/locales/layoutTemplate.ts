import { isLocaleName, isLocaleSegment, isPlainLocale, isRareLocale } from './isLocale.ts';
import { matchPath, parsePathPattern } from './pathPattern.ts';

/**
 * A template is a path with `{locale}`, or `{language}` and `{region}`, in place of the locale:
 * `locales/{locale}.json`. These functions insert names into templates and read them from paths.
 */

/** Returns a template's path for a locale. A locale without a region gets its most likely one. */
export function fillTemplate(template: string, name: string): string {
  // `pt` and `BR` of `pt_BR`; `zh` and `TW` of `zh-Hant-TW`.
  const [, language = name, region = ''] =
    /^([A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}|\d{3}))?/u.exec(name) ?? [];
  return template
    .replaceAll('{locale}', name)
    .replaceAll('{language}', language)
    .replaceAll('{region}', () => region || likelyRegion(name));
}

/** Returns the most likely region of a language: `JP` for `ja`. */
export function likelyRegion(name: string): string {
  return new Intl.Locale(name.replaceAll('_', '-')).maximize().region ?? '';
}

/** Number of locales after which a further name is that of a rare locale rather than another word. */
const manyLocales = 5;

/**
 * Returns the locale names at the template's position in the paths; a name must be the same at every occurrence. Paths
 * of folders end in a slash, like a template of folders. `certain` are names that are locales for other reasons.
 */
export function namesIn(
  template: string,
  paths: readonly string[],
  certain: readonly string[] = [],
): readonly string[] {
  const readName = templateReader(template);
  const isName = localeTest(template);
  const candidates = new Set<string>();
  for (const path of paths) {
    const text = readName(path);
    if (text !== undefined) candidates.add(text);
  }
  const names = [...candidates].filter((text) => isName(text) || certain.includes(text));
  if (names.length < manyLocales) return names;
  // All candidates again, so that the names keep the order of the paths.
  return [...candidates].filter((text) => names.includes(text) || isRareLocale(text));
}

/**
 * Returns a template with its unknown folders, `{folder}` and `{locales}`, replaced by those in which the paths have
 * translations, the most first; the template itself if it has none. A single translation counts only if its locale's
 * name is unlikely to be another word.
 */
export function filledFolders(template: string, paths: readonly string[]): readonly string[] {
  if (!unknownFolder.test(template)) return [template];
  const pattern = parsePathPattern(template);
  const [, afterLocale = ''] = template.split('{locale}', 2);
  const namesByTemplate = new Map<string, Set<string>>();
  for (const path of paths) {
    // Most paths do not end in the template's last name.
    if (!path.endsWith(afterLocale.slice(afterLocale.lastIndexOf('/')))) continue;
    for (const name of path.split(/[/.]/u).filter(localeTest(template))) {
      const match = matchPath(pattern, path, { locale: name });
      if (match === undefined) continue;
      const names = namesByTemplate.get(match.template) ?? new Set<string>();
      namesByTemplate.set(match.template, names.add(name));
    }
  }
  return [...namesByTemplate]
    .filter(([, names]) => names.size > 1 || [...names].some(isPlainLocale))
    .sort(([, one], [, other]) => other.size - one.size)
    .map(([filled]) => filled);
}

/** Matches a part of a template that stands for any folder, or for any folder named for locale files. */
export const unknownFolder = /\{(?:folder|locales)\}/u;

/** Returns the names of locales that have a folder at the template's `{locale}`, whatever it contains. */
export function folderNamesIn(folder: string, paths: readonly string[]): readonly string[] {
  const [head = '', tail = ''] = folder.split('{locale}');
  const names = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(head)) continue;
    const end = path.indexOf('/', head.length);
    const name = end === -1 ? '' : path.slice(head.length, end);
    if (isLocaleName(name) && path.startsWith(tail, head.length + name.length)) names.add(name);
  }
  return [...names];
}

/** Returns a function that reads the text at the template's locale, whatever it is, from a path that matches. */
function templateReader(template: string): (path: string) => string | undefined {
  const parts = template.split('{locale}');
  if (parts.length === 1) return partsReader(template);
  const [head = ''] = parts;
  const tail = parts.at(-1) ?? '';
  const fixedLength = parts.join('').length;
  return (path) => {
    // The name's length follows from the path's length, so no alternatives need to be tried.
    const nameLength = (path.length - fixedLength) / (parts.length - 1);
    if (!Number.isInteger(nameLength) || nameLength < 2) return undefined;
    if (!path.startsWith(head) || !path.endsWith(tail)) return undefined;
    const name = path.slice(head.length, head.length + nameLength);
    return !name.includes('/') && template.replaceAll('{locale}', name) === path ? name : undefined;
  };
}

/** Returns a function that reads `{language}` and `{region}` from a path: `pt/BR/strings.json` is `pt-BR`. */
function partsReader(template: string): (path: string) => string | undefined {
  if (!template.includes('{language}')) return () => undefined;
  const escaped = template.replaceAll(/[$()*+.?[\\\]^|]/gu, '\\$&');
  const source = escaped
    .replace('{language}', '(?<language>[A-Za-z]{2,3})')
    .replace('{region}', '(?<region>[A-Za-z]{2}|\\d{3})')
    .replaceAll('{language}', '\\k<language>')
    .replaceAll('{region}', '\\k<region>');
  const pattern = new RegExp(`^${source}$`, 'u');
  return (path) => {
    const { language, region } = pattern.exec(path)?.groups ?? {};
    if (language === undefined) return undefined;
    return region === undefined ? language : `${language}-${region}`;
  };
}

/** Returns a test for locale names at the template's `{locale}`; it is lenient where only locales are possible. */
export function localeTest(template: string): (name: string) => boolean {
  const onlyLocales = /(?:^|\/)values-(?:m[cn]c\d+-)*\{locale\}|\{locale\}(?:\.lproj|\/LC_MESSAGES)\//u;
  return onlyLocales.test(template) ? isLocaleSegment : isLocaleName;
}

/**
 * Returns the names of locales that a project has near a template's files, in its spelling: those of folders that have
 * its locale's position, whatever they contain, of folders and files at the same position (`lang/pt_BR/` and
 * `lang/pt_BR.php` for `lang/{locale}.json`), and of other files in the same folder that end alike. A name that could
 * be another word does not count.
 */
export function namesNearby(template: string, paths: readonly string[]): readonly string[] {
  const [head = '', tail] = template.split('{locale}', 2);
  if (tail === undefined) return [];
  const isSegment = isSegmentStart(head);
  const names: string[] = [];
  if (isSegment || tail.startsWith('/')) names.push(...folderNamesIn(`${head}{locale}/`, paths));
  else names.push(...namesOfOthers(template, paths));
  if (isSegment) names.push(...fileNamesIn(head, paths));
  return names.filter(isPlainLocale);
}

/** Returns templates of the paths that `namesNearby` reads in addition to a template's own and those of its folder. */
export function nearbyTemplates(template: string): readonly string[] {
  const [head = '', tail] = template.split('{locale}', 2);
  if (tail === undefined || unknownFolder.test(head)) return [];
  if (isSegmentStart(head)) return [`${head}{locale}/`, `${head}{locale}.*`];
  return tail.startsWith('/') ? [`${head}{locale}/`] : [];
}

function isSegmentStart(head: string): boolean {
  return head === '' || head.endsWith('/');
}

function fileNamesIn(folder: string, paths: readonly string[]): readonly string[] {
  return namesOf(paths, (path) => {
    if (!path.startsWith(folder)) return undefined;
    const file = path.slice(folder.length);
    return file.includes('/') ? undefined : file.split('.', 1)[0];
  });
}

/** Returns the locales of other files in the folder, with the same separator before them: `devise.pt-BR.yml`. */
function namesOfOthers(template: string, paths: readonly string[]): readonly string[] {
  const [head = '', tail = ''] = template.split('{locale}', 2);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  const separator = head.slice(-1);
  return namesOf(paths, (path) => {
    if (!path.startsWith(folder) || !path.endsWith(tail)) return undefined;
    const stem = path.slice(folder.length, path.length - tail.length);
    if (stem.includes('/')) return undefined;
    // A locale may contain the separator: `admin_pt_BR`.
    const parts = stem.split(separator);
    return [2, 1].map((count) => parts.slice(-count).join(separator)).find((name) => isLocaleName(name));
  });
}

function namesOf(paths: readonly string[], read: (path: string) => string | undefined): readonly string[] {
  const names = new Set<string>();
  for (const path of paths) {
    const name = read(path);
    if (name !== undefined && isLocaleName(name)) names.add(name);
  }
  return [...names];
}

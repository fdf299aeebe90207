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
  const cached = likelyRegions.get(name);
  if (cached !== undefined) return cached;
  const region = new Intl.Locale(name.replaceAll('_', '-')).maximize().region ?? '';
  if (likelyRegions.size >= maxCachedRegions) likelyRegions.clear();
  likelyRegions.set(name, region);
  return region;
}

/** Cached because each layout asks for the regions of all its locales and `Intl` is slow. */
const likelyRegions = new Map<string, string>();
const maxCachedRegions = 1000;

/** Next to this many locales (`i18n/{de,en,fr,it,pl}/`), `i18n/awa/` is for a rare locale rather than another word. */
const manyLocales = 5;

/**
 * Returns the locale names at the template's position in the paths: `de` and `fr` of `i18n/de.json` and `i18n/fr.json`.
 * A name must be the same at every occurrence. Paths of folders end in a slash, like a template of folders.
 * `certainNames` are already known to be locales.
 */
export function namesIn(
  template: string,
  paths: readonly string[],
  certainNames: readonly string[] = [],
): readonly string[] {
  const readName = templateReader(template);
  const isName = localeTest(template);
  const candidates = new Set<string>();
  for (const path of paths) {
    const text = readName(path);
    if (text !== undefined) candidates.add(text);
  }
  const certain = new Set(certainNames);
  const names = new Set([...candidates].filter((text) => isName(text) || certain.has(text)));
  if (names.size < manyLocales) return [...names];
  // All candidates again, so that the names keep the order of the paths.
  return [...candidates].filter((text) => names.has(text) || (isRareLocale(text) && !sourceWord.test(text)));
}

/**
 * Returns a template with its unknown folders, `{folder}` and `{locales}`, replaced by those in which the paths have
 * translations: `{folder}/{locale}.po` → `po/{locale}.po`. The folder with the most translations is first. A template
 * without unknown folders is returned itself. A single translation counts only if its name is hardly another word.
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
    .sort(([, names], [, otherNames]) => otherNames.size - names.size)
    .map(([filled]) => filled);
}

/**
 * Matches names that the source has in place of a locale: `i18n/default.json`, `l10n/templates/app.pot`,
 * `l10n/_source/app.xlf`, `l10n/en-template/app.xlf`.
 */
export const sourceWord = /^(?:_?(?:templates?|sources?|base|defaults?|root|original|pot)|[a-z]{2}[-_]templates?)$/iu;
/** The same within a longer pattern. */
const sourceWords = sourceWord.source.slice(1, -1);

/**
 * Returns the path of the source among the paths that has such a name in place of the locale: `i18n/default.json` for
 * `i18n/{locale}.json`, and for `l10n/{locale}/app.po`, `l10n/templates/app.pot`. In the template, the locale must be a
 * whole folder or all of the file's name.
 */
export function sourceNamedByWord(template: string, paths: readonly string[]): string | undefined {
  if (!hasWholeLocales(template)) return undefined;
  const [head = '', ...tails] = template.split('{locale}');
  const extension = template.endsWith('.po') ? 't?' : '';
  const [escapedHead = '', ...escapedTails] = [head, ...tails].map((part) =>
    part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&'),
  );
  const pattern = new RegExp(`^${escapedHead}${sourceWords}${escapedTails.join(sourceWords)}${extension}$`, 'iu');
  return paths.find((path) => path.startsWith(head) && pattern.test(path));
}

/** Returns the template for the paths of gettext's templates, in a list that is empty for any other format. */
export function templateOfTemplates(template: string): readonly string[] {
  return template.endsWith('.po') && hasWholeLocales(template) ? [`${template}t`] : [];
}

/** Whether each locale of a template is a whole folder or all of the file's name. */
function hasWholeLocales(template: string): boolean {
  const wholeLocales = template.match(/(?<=^|\/)\{locale\}(?=[/.])/gu)?.length ?? 0;
  return wholeLocales > 0 && wholeLocales === template.split('{locale}').length - 1;
}

/**
 * Returns a template in which every other occurrence of its locale is replaced, too: `x/en-US/a.{locale}.xlf` and
 * `en-US` become `x/{locale}/a.{locale}.xlf`. The name must be a folder, or at the beginning or end of the file's name.
 */
export function withLocaleEverywhere(template: string, name: string): string {
  return replaceName(template, name, '{locale}');
}

/**
 * Returns the template of a path that spells its locale in two ways: `{language}_{region}/a.{language}-{region}.json` for
 * `en_GB/a.en-GB.json` and either of its names. Undefined for any other path.
 */
export function withBothSpellings(path: string, name: string): string | undefined {
  const [, language, region] = /^([a-z]{2,3})[-_]([A-Za-z]{2}|\d{3})$/u.exec(name) ?? [];
  if (language === undefined || region === undefined) return undefined;
  const withHyphens = replaceName(path, `${language}-${region}`, '{language}-{region}');
  const template = replaceName(withHyphens, `${language}_${region}`, '{language}_{region}');
  return withHyphens === path || template === withHyphens ? undefined : template;
}

/** Replaces a name that is a folder, or at the beginning or end of the file's name. */
function replaceName(template: string, name: string, replacement: string): string {
  const isNamed = (segment: string): boolean => segment === name || segment.startsWith(`${name}.`);
  // `de/`, and `de.xcloc/`, Xcode's folder of a localization
  const segments = template.split('/').map((segment, index, { length }) => {
    const isFolder = index < length - 1;
    return isFolder && isNamed(segment) ? `${replacement}${segment.slice(name.length)}` : segment;
  });
  const escapedName = name.replaceAll(/[+.]/gu, '\\$&');
  const inFile = new RegExp(`^${escapedName}(?=[._-])|(?<=[._-])${escapedName}(?=\\.[A-Za-z0-9]+$)`, 'gu');
  return segments.with(-1, (segments.at(-1) ?? '').replaceAll(inFile, replacement)).join('/');
}

/** Matches a part of a template that stands for any folder, or for any folder named for locale files. */
export const unknownFolder = /\{(?:folder|locales)\}/u;

/** Returns the names of locales that have a folder at the `{locale}` of `folderTemplate`, whatever it contains. */
export function folderNamesIn(folderTemplate: string, paths: readonly string[]): readonly string[] {
  const [head = '', tail = ''] = folderTemplate.split('{locale}');
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
  const fixedParts = template.split('{locale}');
  if (fixedParts.length === 1) return partsReader(template);
  const [head = ''] = fixedParts;
  const tail = fixedParts.at(-1) ?? '';
  const fixedLength = fixedParts.join('').length;
  const nameCount = fixedParts.length - 1;
  return (path) => {
    // The name's length follows from the path's length, so no alternatives need to be tried: `a/en/b.en.json` is four
    // characters longer than `a//b..json`, for two names.
    const nameLength = (path.length - fixedLength) / nameCount;
    if (!Number.isInteger(nameLength) || nameLength < 2) return undefined;
    if (!path.startsWith(head) || !path.endsWith(tail)) return undefined;
    const name = path.slice(head.length, head.length + nameLength);
    return !name.includes('/') && template.replaceAll('{locale}', name) === path ? name : undefined;
  };
}

/** Returns a function that reads `{language}` and `{region}` from a path: `pt/BR/strings.json` is `pt-BR`. */
function partsReader(template: string): (path: string) => string | undefined {
  if (!template.includes('{language}')) return () => undefined;
  const escapedTemplate = template.replaceAll(/[$()*+.?[\\\]^|]/gu, '\\$&');
  const source = escapedTemplate
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
  // `values-{locale}` and `values-mcc310-{locale}` of Android, `{locale}.lproj/` of Apple, `{locale}/LC_MESSAGES/`.
  const onlyLocales = /(?:^|\/)values-(?:m[cn]c\d+-)*\{locale\}|\{locale\}(?:\.lproj|\/LC_MESSAGES)\//u;
  return onlyLocales.test(template) ? isLocaleSegment : isLocaleName;
}

/**
 * Returns the names of locales that a project has near a template's files, in its spelling. A name that could be
 * another word does not count, unless `isCertainName` says otherwise. The names are those of
 * - folders and files at the locale's position: `lang/pt_BR/` and `lang/pt_BR.php` for `lang/{locale}.json`
 * - other files in the same folder that end alike: `devise.pt-BR.yml` for `app.{locale}.yml`
 */
export function namesNearby(
  template: string,
  paths: readonly string[],
  isCertainName: (name: string) => boolean = isPlainLocale,
): readonly string[] {
  const [head = '', tail] = template.split('{locale}', 2);
  if (tail === undefined) return [];
  const beginsSegment = isSegmentStart(head);
  const names: string[] = [];
  if (beginsSegment || tail.startsWith('/')) names.push(...folderNamesIn(`${head}{locale}/`, paths));
  else names.push(...namesOfOtherFiles(template, paths));
  if (beginsSegment) names.push(...fileNamesIn(head, paths));
  return names.filter(isCertainName);
}

/** Returns the templates that `namesNearby` needs, too: `a/{locale}/` and `a/{locale}.*` for `a/{locale}.json`. */
export function nearbyTemplates(template: string): readonly string[] {
  const [head = '', tail] = template.split('{locale}', 2);
  if (tail === undefined || unknownFolder.test(head)) return [];
  if (isSegmentStart(head)) return [`${head}{locale}/`, `${head}{locale}.*`];
  return tail.startsWith('/') ? [`${head}{locale}/`] : [];
}

/** Whether a folder's or file's name begins after `head`. */
function isSegmentStart(head: string): boolean {
  return head === '' || head.endsWith('/');
}

/** Returns the locales for which files of a folder are named: `pt_BR` of `lang/pt_BR.php`. */
function fileNamesIn(folder: string, paths: readonly string[]): readonly string[] {
  return localeNamesBy(paths, (path) => {
    if (!path.startsWith(folder)) return undefined;
    const file = path.slice(folder.length);
    return file.includes('/') ? undefined : file.split('.', 1)[0];
  });
}

/** Returns the locales of other files in the folder, with the same separator before them: `devise.pt-BR.yml`. */
function namesOfOtherFiles(template: string, paths: readonly string[]): readonly string[] {
  const [head = '', tail = ''] = template.split('{locale}', 2);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  const separator = head.slice(-1);
  return localeNamesBy(paths, (path) => {
    if (!path.startsWith(folder) || !path.endsWith(tail)) return undefined;
    const stem = path.slice(folder.length, path.length - tail.length);
    if (stem.includes('/')) return undefined;
    // A locale may contain the separator: of `admin_pt_BR`, `pt_BR` (the last 2 parts) comes before `BR` (the last 1).
    const parts = stem.split(separator);
    return [2, 1].map((count) => parts.slice(-count).join(separator)).find((name) => isLocaleName(name));
  });
}

function localeNamesBy(paths: readonly string[], readName: (path: string) => string | undefined): readonly string[] {
  const names = new Set<string>();
  for (const path of paths) {
    const name = readName(path);
    if (name !== undefined && isLocaleName(name)) names.add(name);
  }
  return [...names];
}

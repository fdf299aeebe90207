import { isLocale, isLocaleSegment } from './isLocale.ts';

/**
 * A template is a path with `{locale}`, or `{language}` and `{region}`, in place of the locale:
 * `locales/{locale}.json`. These functions insert names into templates and read them from paths.
 */

/** Returns a template's path for a locale. A locale without a region gets its most likely one. */
export function fillTemplate(template: string, name: string): string {
  const [, language = name, region = ''] =
    /^([A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}|\d{3}))?/u.exec(name) ?? [];
  return template
    .replaceAll('{locale}', name)
    .replaceAll('{language}', language)
    .replaceAll('{region}', () => (region === '' ? likelyRegion(name) : region));
}

/** Returns the most likely region of a language: `JP` for `ja`. */
export function likelyRegion(name: string): string {
  return new Intl.Locale(name.replaceAll('_', '-')).maximize().region ?? '';
}

/**
 * Returns the locale names at the template's position in the paths; a name must be the same at every occurrence. Paths
 * of folders end in a slash, like a template of folders.
 */
export function namesIn(template: string, paths: readonly string[]): readonly string[] {
  const read = templateReader(template);
  const names = new Set<string>();
  for (const path of paths) {
    const name = read(path);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

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

function templateReader(template: string): (path: string) => string | undefined {
  const parts = template.split('{locale}');
  if (parts.length === 1) return partsReader(template);
  const [head = ''] = parts;
  const isName = localeTest(template);
  const tail = parts.at(-1) ?? '';
  const fixed = parts.reduce((sum, part) => sum + part.length, 0);
  return (path) => {
    // The name's length follows from the path's length, so no alternatives need to be tried.
    const length = (path.length - fixed) / (parts.length - 1);
    if (!Number.isInteger(length) || length < 2 || !path.startsWith(head) || !path.endsWith(tail)) return undefined;
    const name = path.slice(head.length, head.length + length);
    return isName(name) && template.replaceAll('{locale}', name) === path ? name : undefined;
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
    const { language = '', region } = pattern.exec(path)?.groups ?? {};
    const name = region === undefined ? language : `${language}-${region}`;
    return isLocaleName(name) ? name : undefined;
  };
}

/** Returns a test for locale names at the template's `{locale}`; it is lenient where only locales are possible. */
export function localeTest(template: string): (name: string) => boolean {
  return /(?:^|\/)values-(?:m[cn]c\d+-)*\{locale\}|\{locale\}(?:\.lproj|\/LC_MESSAGES)\//u.test(template)
    ? isLocaleSegment
    : isLocaleName;
}

/** Some projects write their folders in capitals throughout: `copy/DE.json`. */
function isLocaleName(name: string): boolean {
  return isLocale(/^[A-Z]{2}$/u.test(name) ? name.toLowerCase() : name);
}

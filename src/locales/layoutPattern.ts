import picomatch from 'picomatch';
import { canonicalLocale } from './locale.ts';

/** How a project's source and target files relate, as a person or a convention writes it: `src/**\/i18n/{locale}/{name}.json`. */
export interface LayoutPattern {
  readonly pattern: string;
  /** The path with `{locale}` where the pattern has it, and the name found there; undefined when the path is not of this pattern. */
  readonly match: (path: string) => PathOfLocale | undefined;
}

export interface PathOfLocale {
  /** The path with `{locale}` in place of the locale's name. */
  readonly template: string;
  /** The locale's name as it stands in the path. */
  readonly name: string;
}

/** Stands for the locale while a path is matched; no file has it in its name. */
const mark = '\uE000locale\uE000';

/**
 * Reads the patterns of the user's setting: paths from the project's root, with `{locale}`, `{name}` for a part of a file's name,
 * and globs. Throws an Error with a sentence for a person when a pattern has no `{locale}` or leaves the project.
 */
export function parseLayoutPatterns(patterns: readonly string[]): readonly LayoutPattern[] {
  return patterns.map((written) => {
    const pattern = written.trim().replace(/^(?:\.\/)+/u, '');
    if (!pattern.includes('{locale}')) throw new Error(`The layout "${written}" needs {locale} where the locale stands in the path, for example locales/{locale}.json.`);
    if (/^[/\\]|^[A-Za-z]:|\\|(?:^|\/)\.\.(?:\/|$)/u.test(pattern)) {
      throw new Error(`The layout "${written}" must be a path inside the project, relative to its root and with forward slashes.`);
    }
    const isMatch = picomatch(pattern.replaceAll('{locale}', mark).replaceAll('{name}', '*'), { dot: true });
    const isRepeated = pattern.indexOf('{locale}') !== pattern.lastIndexOf('{locale}');
    return { pattern, match: (path) => placings(path, isRepeated).find(({ template }) => isMatch(template.replaceAll('{locale}', mark))) };
  });
}

/** Every way of reading a locale in a path, longer names first: in one place, or everywhere it stands where it is repeated. */
function placings(path: string, isRepeated: boolean): readonly PathOfLocale[] {
  const found: PathOfLocale[] = [];
  for (const name of localeNamesIn(path)) {
    const places = [...path.matchAll(new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`, 'gu'))];
    if (isRepeated) found.push({ name, template: places.reduceRight((text, { index }) => replaceAt(text, index, name), path) });
    else found.push(...places.map(({ index }) => ({ name, template: replaceAt(path, index, name) })));
  }
  return found;
}

function replaceAt(path: string, index: number, name: string): string {
  return `${path.slice(0, index)}{locale}${path.slice(index + name.length)}`;
}

function localeNamesIn(path: string): readonly string[] {
  const names = new Set<string>();
  for (const { 0: word, index } of path.matchAll(/[A-Za-z0-9]+/gu)) {
    if (!/^[A-Za-z]{2,3}$/u.test(word)) continue;
    const [longest = word] = /^[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{4}|r?[A-Za-z]{2}|\d{3}|[a-z\d]{5,8})(?![A-Za-z0-9])){0,3}/u.exec(path.slice(index)) ?? [];
    const parts = longest.split(/(?=[-_])/u);
    for (let count = parts.length; count > 0; count -= 1) {
      const name = parts.slice(0, count).join('');
      if (canonicalLocale(name) !== undefined) names.add(name);
    }
  }
  return [...names].sort((a, b) => b.length - a.length);
}

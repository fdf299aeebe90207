import { canonicalLocale, isLocale, isSameLocale } from './locale.ts';
import { bcp47Spelling, spell, spellingOf, type LocaleSpelling } from './localeSpelling.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';

/** Where the translations of one source file stand. Paths are POSIX and relative to the project's root. */
export interface Layout {
  /** The path of a target with `{locale}` in it: `locales/{locale}.json`. */
  readonly pattern: string;
  readonly sourcePath: string;
  /** BCP 47. */
  readonly sourceLocale: string;
  readonly spelling: LocaleSpelling;
  /** The locales' names that were found in the project, as it spells them. */
  readonly names: readonly string[];
}

/** A way of reading a path as a locale file's. Uncertain ones need a file of another locale beside them. */
interface Reading extends PathOfLocale {
  readonly certain: boolean;
}

/** Folders that hold locale files and little else. */
export const localeFolder = /^(?:_?locales?|i18n|l10n|intl|nls|lang|langs|languages?|translations?|messages|strings|localization|localisation)$/iu;
const localeFileExtension = /\.(?:jsonc?|json5|arb|ya?ml|po|properties|strings|xliff|xlf|resx|ftl|php|toml|ts|js|mjs|cjs|csv|ini)$/iu;
/** Names of locale files whose source has no locale in its own name: VS Code's. */
const unnamedSource = /^(?:package\.nls|bundle\.l10n)\.json$/u;
const localeFileStem = /^(?:package\.nls|bundle\.l10n|messages?|translations?|strings|locales?|langs?|common|app|i18n)$/iu;

/**
 * How the project of a locale file lays out its translations; undefined when the path is not a locale file's.
 * `siblings` are other paths of the project, as many as are known; `patterns` are the user's and win.
 */
export function detectLayout(path: string, siblings: readonly string[], patterns: readonly LayoutPattern[] = []): Layout | undefined {
  for (const { match } of patterns) {
    const placed = match(path);
    if (placed) return layoutOf(path, placed, siblings);
  }
  const [, folder = '', stem = ''] = /^(.*\/)?(package\.nls|bundle\.l10n)\.json$/u.exec(path) ?? [];
  if (stem !== '') return layoutOf(path, { template: `${folder}${stem}.{locale}.json`, name: 'en' }, siblings);
  const readings = readingsOf(path);
  const reading = readings.find(({ certain }) => certain) ?? readings.find((one) => namesIn(one.template, siblings).some((name) => name !== one.name));
  return reading && layoutOf(path, reading, siblings);
}

/** Where the file of a locale stands or would stand, in the project's own spelling. Throws an Error for what is no locale. */
export function targetPath(layout: Layout, locale: string): string {
  if (isSameLocale(layout.sourceLocale, locale)) return layout.sourcePath;
  return layout.pattern.replaceAll('{locale}', spell(locale, layout.spelling, layout.names));
}

/** The locales, besides the source's, that have a file among the paths: BCP 47, in the paths' order. */
export function existingLocales(layout: Layout, paths: readonly string[]): readonly string[] {
  const locales = namesIn(layout.pattern, paths).map((name) => canonicalLocale(name) ?? name);
  return [...new Set(locales)].filter((locale) => !isSameLocale(locale, layout.sourceLocale));
}

/** Whether a path is a locale file's by its name and folders alone: cheap, and right for the usual layouts. */
export function isLocaleFileName(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return unnamedSource.test(name) || readingsOf(path).some(({ certain }) => certain);
}

/** The layout that a reading of the source's path makes. */
export function layoutOf(sourcePath: string, { template, name }: PathOfLocale, siblings: readonly string[]): Layout {
  const names = namesIn(template, siblings);
  // Chrome's _locales wants underscores.
  const usual: LocaleSpelling = /(?:^|\/)_locales\//u.test(template) ? { separator: '_', region: 'upper' } : bcp47Spelling;
  return {
    pattern: template,
    sourcePath,
    sourceLocale: canonicalLocale(name) ?? name,
    spelling: spellingOf([name, ...names], usual),
    names,
  };
}

/** Locales' names found where the template has `{locale}`; the same everywhere in a path. */
export function namesIn(template: string, paths: readonly string[]): readonly string[] {
  const [head = '', ...rest] = template.split('{locale}');
  const tail = rest.at(-1) ?? '';
  const names = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(head) || !path.endsWith(tail)) continue;
    const [name = ''] = /^[A-Za-z][A-Za-z0-9+_-]*/u.exec(path.slice(head.length)) ?? [];
    // What follows the name in the template may itself look like a part of one: `{locale}_old.json`.
    for (let end = name.length; end >= 2; end -= 1) {
      const part = name.slice(0, end);
      if (isLocale(/^[A-Z]{2}$/u.test(part) ? part.toLowerCase() : part) && template.replaceAll('{locale}', part) === path) {
        names.add(part);
        break;
      }
    }
  }
  return [...names];
}

/** A path's possible readings, the likeliest first: a folder named for the locale, then the file, then the end of its name. */
function readingsOf(path: string): readonly Reading[] {
  if (!localeFileExtension.test(path)) return [];
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const folders = segments.slice(0, -1);
  const isCode = /\.(?:ts|js|mjs|cjs|php|csv|ini|toml)$/iu.test(file);
  const readings: Reading[] = [];
  for (const [index, name] of [...folders.entries()].reverse()) {
    if (!isLocale(name)) continue;
    const rest = segments.slice(index + 1).join('/').replace(namedFor(name), '$1{locale}$2');
    readings.push({ template: [...folders.slice(0, index), '{locale}', rest].join('/'), name, certain: localeFolder.test(folders[index - 1] ?? '') });
  }
  const dot = file.indexOf('.');
  const inLocaleFolder = folders.some((folder) => localeFolder.test(folder));
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const stem = file.slice(0, dot);
  if (isLocale(stem)) readings.push({ template: `${prefix}{locale}${file.slice(dot)}`, name: stem, certain: inLocaleFolder || (!isCode && /^en(?:[-_]|$)/u.test(stem)) });
  const [, base = '', separator = '', name = '', extension = ''] = /^(.+?)([._-])([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2})(\.[A-Za-z0-9]+)$/u.exec(file) ?? [];
  if (isLocale(name)) {
    const isUsual = separator === '.' || /\.(?:arb|properties)$/u.test(file);
    readings.push({ template: `${prefix}${base}${separator}{locale}${extension}`, name, certain: isUsual && !isCode && (inLocaleFolder || localeFileStem.test(base)) });
  }
  // A folder that is certain settles it: `locales/en/it.json` is the English file named "it".
  return readings.sort((a, b) => Number(b.certain) - Number(a.certain));
}

/** The locale's name at the end of a file's name: `en/messages.en.json`. */
function namedFor(name: string): RegExp {
  return new RegExp(`(^|[/._])${name}(\\.[A-Za-z0-9]+)$`, 'u');
}

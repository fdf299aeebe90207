import { documentFile, messageFile } from './localeFileExtension.ts';
import { isInLocaleFolder, localeFolder } from './localeFolder.ts';
import { isLocale, isLocaleName, isPlainLocale } from './isLocale.ts';
import { bcp47Spelling, type LocaleSpelling } from './localeSpelling.ts';
import type { Reading } from './reading.ts';

/** Files whose translations are only where their ecosystems have them: gettext, XLIFF, Apple, Android. */
const onlyInEcosystems = /\.(?:pot?|xlf|xliff|xcstrings|xml)$/iu;
/** Extensions of files that usually have another purpose, so that a short word in their path proves less. */
const codeFile = /\.(?:[cm]?[jt]s|php|csv|tsv|toml|ini|properties)$/iu;
const noMessages = /\.(?:test|spec|stories|config|min|d)\.[cm]?[jt]s$/iu;
const messageStem = /^(?:messages?|translations?|strings|locales?|langs?|common|app|i18n)$/iu;

/** The spelling of most projects, which name Chinese locales by region. */
const usualSpelling: LocaleSpelling = { ...bcp47Spelling, chinese: 'region' };

/** Separators before the locale in a file's name. */
const separators = ['.', '_', '-'] as const;

/**
 * Returns readings of message files for which no ecosystem is known, the most likely first: in a folder named for the
 * locale, in a file named for it, or with the locale at the end of the name. A reading is certain in a folder named for
 * locale files.
 */
export function generalReadings(path: string): readonly Reading[] {
  if (documentFile.test(path)) return documentReadings(path);
  if (!messageFile.test(path) || onlyInEcosystems.test(path) || noMessages.test(path)) return [];
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const isCode = codeFile.test(file);
  const readings: Reading[] = folderReadings(segments).map((reading) => {
    const certain = reading.certain && (!isCode || isPlainLocale(reading.name));
    return { ...reading, certain };
  });
  const prefix = segments
    .slice(0, -1)
    .map((folder) => `${folder}/`)
    .join('');
  const isInKnownFolder = isInLocaleFolder(path);
  const dot = file.indexOf('.');
  const stem = file.slice(0, dot);
  const extension = file.slice(dot);
  // Data of programs is often named for languages: `collations/French_France.php`.
  const isStemLocale = isCode && !isInKnownFolder ? isLocale(stem) : isLocaleName(stem);
  if (isStemLocale) {
    // More dots are part of a tool's extension, as in `en.default.json`.
    const hasDots = extension.slice(1).includes('.');
    let certain = isInKnownFolder || /^en(?:[-_]|$)/iu.test(stem);
    if (isCode || hasDots) certain = isInKnownFolder && isPlainLocale(stem);
    if (isCode && hasDots) certain = false;
    readings.push({ template: `${prefix}{locale}${extension}`, name: stem, certain, spelling: usualSpelling });
  }
  const partsOfName = nameAtEnd(file);
  if (partsOfName !== undefined) {
    const { base, separator, name, ending } = partsOfName;
    const certain = separator === '.' && !isCode && (isInKnownFolder || messageStem.test(base));
    readings.push({
      template: `${prefix}${base}${separator}{locale}${ending}`,
      name,
      base: `${prefix}${base}${ending}`,
      certain,
      spelling: usualSpelling,
    });
  }
  // A certain folder decides: `locales/en/it.json` is the English file named "it".
  const sorted = readings.sort((a, b) => Number(b.certain) - Number(a.certain));
  if (sorted.length > 0) return sorted;
  return [...unnamedReadings(prefix, stem, extension), ...(isCode ? [] : sourceFolderReadings(segments))];
}

/**
 * Returns the parts of a file's name that ends in a locale, the longest possible: `lang-zh-CN.json`. Undefined for
 * `pt-BR.json`, which is not the file `pt` in Breton.
 */
function nameAtEnd(file: string): Readonly<Record<'base' | 'separator' | 'name' | 'ending', string>> | undefined {
  const dot = file.lastIndexOf('.');
  if (isLocaleName(file.slice(0, Math.max(dot, 0)))) return undefined;
  for (const { 0: separator, index } of file.slice(0, Math.max(dot, 0)).matchAll(/[._-]/gu)) {
    const name = file.slice(index + 1, dot);
    if (index > 0 && isLocaleName(name))
      return { base: file.slice(0, index), separator, name, ending: file.slice(dot) };
  }
  return undefined;
}

type FolderReading = Reading & { readonly name: string; readonly folder: string };

/**
 * Returns readings with a folder named for a locale, the innermost first. A reading is certain if the folder is
 * directly in a folder for locale files, or further below it if no locale folder is.
 */
function folderReadings(segments: readonly string[]): readonly FolderReading[] {
  const readings: FolderReading[] = [];
  const isForLocales = (index: number): boolean =>
    localeFolder.test(segments[index] ?? '') && index < segments.length - 1;
  const indices = [...segments.slice(0, -1).keys()].reverse().filter((index) => isLocaleName(segments[index] ?? ''));
  // `locales/fr/`, unlike `locales/app/fr/`.
  const someIsDirectlyInside = indices.some((index) => isForLocales(index - 1));
  for (const index of indices) {
    const name = segments[index] ?? '';
    const head = segments
      .slice(0, index)
      .map((folder) => `${folder}/`)
      .join('');
    const pathInFolder = segments.slice(index + 1).join('/');
    const template = `${head}{locale}/${pathInFolder.replace(localeAtEnd(name), '$1{locale}$2')}`;
    let certain = isForLocales(index - 1);
    if (!someIsDirectlyInside)
      certain = isPlainLocale(name) && segments.slice(0, index).some((_, above) => isForLocales(above));
    readings.push({ template, name, certain, spelling: usualSpelling, folder: `${head}{locale}/` });
  }
  return readings;
}

/** Returns a pattern for a file name that ends in the locale's name: `en/messages.en.json`. */
function localeAtEnd(name: string): RegExp {
  return new RegExp(`(^|[/._])${name.replaceAll(/[+.]/gu, '\\$&')}(\\.[A-Za-z0-9]+)$`, 'u');
}

/**
 * Returns readings of a file without a locale in its path, with its translations next to it: `strings.json`,
 * `strings.fr.json`.
 */
function unnamedReadings(prefix: string, stem: string, extension: string): readonly Reading[] {
  if (stem === '' || extension.slice(1).includes('.')) return [];
  return separators.map((separator) => ({
    template: `${prefix}${stem}${separator}{locale}${extension}`,
    name: undefined,
    certain: false,
    spelling: usualSpelling,
  }));
}

/** Names of folders with source files next to the folders of the locales. */
const sourceFolder = /^(?:templates?|sources?|base|defaults?|root|original)$/iu;

/** Returns readings of a file whose folder is for the source: `core/templates/cards.ftl`, `core/fr/cards.ftl`. */
function sourceFolderReadings(segments: readonly string[]): readonly Reading[] {
  return [...segments.keys()]
    .filter((index) => index < segments.length - 1 && sourceFolder.test(segments[index] ?? ''))
    .map((index) => ({
      template: segments.with(index, '{locale}').join('/'),
      name: undefined,
      certain: false,
      spelling: usualSpelling,
    }));
}

/**
 * Returns readings of a document. Its name and folders prove a layout only together with translations, or in a folder
 * named for locale files.
 */
function documentReadings(path: string): readonly Reading[] {
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const prefix = segments
    .slice(0, -1)
    .map((folder) => `${folder}/`)
    .join('');
  const readings: Reading[] = [...folderReadings(segments)];
  const dot = file.lastIndexOf('.');
  const extension = file.slice(dot);
  const partsOfName = nameAtEnd(file);
  if (partsOfName !== undefined) {
    const { base, separator, name } = partsOfName;
    readings.push({
      template: `${prefix}${base}${separator}{locale}${extension}`,
      name,
      base: `${prefix}${base}${extension}`,
      certain: false,
      spelling: bcp47Spelling,
    });
  }
  if (readings.length > 0)
    return readings.map((reading) => ({ base: reading.template.replace('{locale}/', ''), ...reading }));
  // `guide.{locale}.md`, and then `docs/{locale}/guide.md`, `{locale}/docs/guide.md`.
  const inName = separators.map((mark) => `${prefix}${file.slice(0, dot)}${mark}{locale}${extension}`);
  const inFolder = segments
    .map((_, index) => [...segments.slice(0, index), '{locale}', ...segments.slice(index)].join('/'))
    .reverse();
  return [...inName, ...inFolder].map((template) => ({
    template,
    name: undefined,
    certain: false,
    spelling: bcp47Spelling,
  }));
}

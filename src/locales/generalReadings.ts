import { isInLocaleFolder, localeFolder } from './localeFolder.ts';
import { isLocale, isPlainLocale } from './isLocale.ts';
import { bcp47Spelling } from './localeSpelling.ts';
import type { Reading } from './reading.ts';

const messageFile =
  /\.(?:jsonc?|json5|arb|ya?ml|properties|strings|stringsdict|resx|resw|ftl|php|toml|[cm]?[jt]s|csv|tsv)$/iu;
/** Extensions of files that usually have another purpose, so that a short word in their path proves less. */
const codeFile = /\.(?:[cm]?[jt]s|php|csv|tsv|toml|properties)$/iu;
const noMessages = /\.(?:test|spec|stories|config|min|d)\.[cm]?[jt]s$/iu;
const messageStem = /^(?:messages?|translations?|strings|locales?|langs?|common|app|i18n)$/iu;
const documentFile = /\.(?:mdx?|markdown|html?|srt|vtt)$/iu;

/** Separators before the locale in a file's name. */
const separators = ['.', '_', '-'] as const;

/**
 * Returns readings of message files for which no ecosystem is known, the most likely first: in a folder named for the
 * locale, in a file named for it, or with the locale at the end of the name. A reading is certain in a folder named for
 * locale files.
 */
export function generalReadings(path: string): readonly Reading[] {
  if (documentFile.test(path)) return documentReadings(path);
  if (!messageFile.test(path) || noMessages.test(path)) return [];
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const isCode = codeFile.test(file);
  const readings: Reading[] = folderReadings(segments).map((reading) =>
    isCode && !isPlainLocale(reading.name) ? { ...reading, certain: false } : reading,
  );
  const prefix = segments
    .slice(0, -1)
    .map((folder) => `${folder}/`)
    .join('');
  const isKnown = isInLocaleFolder(path);
  const dot = file.indexOf('.');
  const stem = file.slice(0, dot);
  const extension = file.slice(dot);
  if (isLocale(stem) && !extension.slice(1).includes('.')) {
    const certain = isCode ? isKnown && isPlainLocale(stem) : isKnown || /^en(?:[-_]|$)/u.test(stem);
    readings.push({ template: `${prefix}{locale}${extension}`, name: stem, certain, spelling: bcp47Spelling });
  }
  const [, base = '', separator = '', name = '', ending = ''] =
    /^(.+?)([._-])([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2})(\.[A-Za-z0-9]+)$/u.exec(file) ?? [];
  if (isLocale(name)) {
    const certain = separator === '.' && !isCode && (isKnown || messageStem.test(base));
    readings.push({
      template: `${prefix}${base}${separator}{locale}${ending}`,
      name,
      base: `${prefix}${base}${ending}`,
      certain,
      spelling: bcp47Spelling,
    });
  }
  // A certain folder decides: `locales/en/it.json` is the English file named "it".
  const sorted = readings.sort((a, b) => Number(b.certain) - Number(a.certain));
  return sorted.length > 0 ? sorted : unnamedReadings(prefix, stem, extension);
}

type FolderReading = Reading & { readonly name: string; readonly folder: string };

/**
 * Returns readings with a folder named for a locale, the innermost first. A reading is certain if the folder is
 * directly in a folder for locale files, or further below it if no locale folder is.
 */
function folderReadings(segments: readonly string[]): readonly FolderReading[] {
  const readings: FolderReading[] = [];
  const isKnown = (index: number): boolean => localeFolder.test(segments[index] ?? '') && index < segments.length - 1;
  const indices = [...segments.slice(0, -1).keys()].reverse().filter((index) => isLocale(segments[index] ?? ''));
  const isDirect = indices.some((index) => isKnown(index - 1));
  for (const index of indices) {
    const name = segments[index] ?? '';
    const head = segments
      .slice(0, index)
      .map((folder) => `${folder}/`)
      .join('');
    const rest = segments.slice(index + 1).join('/');
    const template = `${head}{locale}/${rest.replace(namedFor(name), '$1{locale}$2')}`;
    const certain = isDirect
      ? isKnown(index - 1)
      : isPlainLocale(name) && segments.slice(0, index).some((_, at) => isKnown(at));
    readings.push({ template, name, certain, spelling: bcp47Spelling, folder: `${head}{locale}/` });
  }
  return readings;
}

/** Returns a pattern for a file name that ends in the locale's name: `en/messages.en.json`. */
function namedFor(name: string): RegExp {
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
    spelling: bcp47Spelling,
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
  const [, base = '', separator = '', name = ''] =
    /^(.+?)([._-])([a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2})$/u.exec(file.slice(0, dot)) ?? [];
  if (isLocale(name))
    readings.push({
      template: `${prefix}${base}${separator}{locale}${extension}`,
      name,
      base: `${prefix}${base}${extension}`,
      certain: false,
      spelling: bcp47Spelling,
    });
  const named = readings.map((reading) =>
    reading.base === undefined ? { ...reading, base: reading.template.replace('{locale}/', '') } : reading,
  );
  if (named.length > 0) return named;
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

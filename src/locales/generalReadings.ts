import { bilingualFile, documentFile, messageFile } from './localeFileExtension.ts';
import { isInLocaleFolder, localeFolder } from './localeFolder.ts';
import { isLocale, isLocaleName, isPlainLocale } from './isLocale.ts';
import { bcp47Spelling, gettextSpelling, type LocaleSpelling } from './localeSpelling.ts';
import { sourceWord, withBothSpellings, withLocaleEverywhere } from './layoutTemplate.ts';
import type { Reading } from './reading.ts';

/** Files that only the table of ecosystems has readings for: gettext, XLIFF, Apple, Android. */
const onlyInEcosystems = /\.(?:pot?|xlf|xliff|xcstrings|xml)$/iu;
/** Extensions of files that usually have another purpose, so that a short word in their path proves less. */
const codeFile = /\.(?:[cm]?[jt]s|php|csv|tsv|toml|ini|properties)$/iu;
/** Matches modules that are not for messages: `en.test.ts`, `i18n.config.mjs`, `global.d.ts`. */
const otherModule = /\.(?:test|spec|stories|config|min|d)\.[cm]?[jt]s$/iu;
/** Matches names of message files, without the locale and extension. */
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
  if (documentFile.test(path)) return documentReadings(path).map((reading) => ({ ...reading, isDocument: true }));
  if (!messageFile.test(path) || onlyInEcosystems.test(path) || otherModule.test(path)) return [];
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const isCode = codeFile.test(file);
  const readings: Reading[] = folderReadings(segments).map((reading) => {
    const isCertain = reading.isCertain && (!isCode || isPlainLocale(reading.name));
    return { ...reading, isCertain };
  });
  const prefix = path.slice(0, path.length - file.length);
  const isInKnownFolder = isInLocaleFolder(path);
  // `en` and `.default.json` of `en.default.json`.
  const firstDot = file.indexOf('.');
  const stem = file.slice(0, firstDot);
  const extension = file.slice(firstDot);
  // Data of programs is often named for languages: `collations/French_France.php`.
  const isStemLocale = isCode && !isInKnownFolder ? isLocale(stem) : isLocaleName(stem);
  if (isStemLocale) {
    // More dots are part of a tool's extension, as in `en.default.json`.
    const hasDots = extension.slice(1).includes('.');
    // Certain are `en.json` anywhere, `fr.json`, `fr.js` and `fr.default.json` in `locales/`; never `fr.data.js`.
    let isCertain = isInKnownFolder || /^en(?:[-_]|$)/iu.test(stem);
    if (isCode && hasDots) isCertain = false;
    else if (isCode || hasDots) isCertain = isInKnownFolder && isPlainLocale(stem);
    readings.push({ template: `${prefix}{locale}${extension}`, name: stem, isCertain, spelling: usualSpelling });
  }
  const fileParts = nameAtEnd(file);
  if (fileParts !== undefined) {
    const { beginning, separator, name, ending } = fileParts;
    const isCertain = separator === '.' && !isCode && (isInKnownFolder || messageStem.test(beginning));
    readings.push({
      template: `${prefix}${beginning}${separator}{locale}${ending}`,
      name,
      sourceTemplate: `${prefix}${beginning}${ending}`,
      isCertain,
      spelling: usualSpelling,
    });
  }
  // A certain folder decides: `locales/en/it.json` is the English file named "it".
  if (readings.length > 0) return readings.sort((a, b) => Number(b.isCertain) - Number(a.isCertain));
  return unnamedReadings(prefix, stem, extension);
}

/**
 * Returns the parts of a file's name that ends in a locale, the longest possible: `lang`, `-`, `zh-CN` and `.json` of
 * `lang-zh-CN.json`. Undefined for `pt-BR.json`, which is not the file `pt` in Breton (`br`).
 */
function nameAtEnd(file: string): Readonly<Record<'beginning' | 'separator' | 'name' | 'ending', string>> | undefined {
  const dot = file.lastIndexOf('.');
  const stem = file.slice(0, Math.max(dot, 0));
  if (isLocaleName(stem)) return undefined;
  for (const { 0: separator, index } of stem.matchAll(/[._-]/gu)) {
    const name = stem.slice(index + 1);
    if (index > 0 && isLocaleName(name))
      return { beginning: stem.slice(0, index), separator, name, ending: file.slice(dot) };
  }
  return undefined;
}

type FolderReading = Reading & { readonly name: string };

/**
 * Returns readings with a folder named for a locale, the innermost first. A reading is certain if the folder is
 * directly in a folder for locale files (`locales/fr/`). In a path without such a folder, one that is deeper inside is
 * certain, too (`locales/app/fr/`).
 */
function folderReadings(segments: readonly string[]): readonly FolderReading[] {
  const readings: FolderReading[] = [];
  const folders = segments.slice(0, -1);
  const isForLocales = (index: number): boolean => localeFolder.test(folders[index] ?? '');
  const indices = [...folders.keys()].reverse().filter((index) => isLocaleName(folders[index] ?? ''));
  const someIsDirectlyInside = indices.some((index) => isForLocales(index - 1));
  for (const index of indices) {
    const name = folders[index] ?? '';
    const foldersAbove = folders.slice(0, index);
    const head = foldersAbove.map((folder) => `${folder}/`).join('');
    const pathInFolder = segments.slice(index + 1).join('/');
    // `fr/messages.fr.json` → `{locale}/messages.{locale}.json`
    const template = `${head}{locale}/${pathInFolder.replace(localeAtEnd(name), '$1{locale}$2')}`;
    // `fr/fr_messages.json`, `fr/views/fr/a.json`; files must show that it is no other word.
    const templateWithAll = withLocaleEverywhere(`${head}{locale}/${pathInFolder}`, name);
    const isDeeperInside = isPlainLocale(name) && foldersAbove.some((folder) => localeFolder.test(folder));
    const isCertain = someIsDirectlyInside ? isForLocales(index - 1) : isDeeperInside;
    const reading = { template, name, isCertain, spelling: usualSpelling };
    // `en_GB/storefront.en-GB.json` is no other word.
    const templateOfBoth = withBothSpellings(segments.join('/'), name);
    if (templateOfBoth !== undefined)
      readings.push({ ...reading, template: templateOfBoth, name: name.replace('_', '-'), isCertain: true });
    if (templateWithAll !== template) readings.push({ ...reading, template: templateWithAll, isCertain: false });
    readings.push({ ...reading, folder: `${head}{locale}/` });
  }
  return readings;
}

/** Matches the end of a file's name with the locale: `.en.json` of `messages.en.json`. Groups: `.` and `.json`. */
function localeAtEnd(name: string): RegExp {
  return new RegExp(`(^|[/._])${name.replaceAll(/[+.]/gu, '\\$&')}(\\.[A-Za-z0-9]+)$`, 'u');
}

/**
 * Returns readings of a file without a locale in its path, with its translations next to it: `strings.json`,
 * `strings.fr.json`.
 */
function unnamedReadings(prefix: string, stem: string, extension: string): readonly Reading[] {
  if (stem === '' || extension.slice(1).includes('.')) return [];
  return separators.map((separator) => unnamedReading(`${prefix}${stem}${separator}{locale}${extension}`));
}

/** Returns a reading of a file without a locale in its path, which other files must confirm. */
function unnamedReading(template: string, spelling = usualSpelling): Reading {
  return { template, name: undefined, isCertain: false, spelling };
}

/**
 * Returns readings of a source file that has another name in place of a locale: `i18n/default.json`, `i18n/fr.json`;
 * `core/templates/cards.ftl`, `core/fr/cards.ftl`; `l10n/templates/app.pot`, `l10n/fr/app.po`. Translations must confirm
 * them. A file of the source locale comes before such a source, except in bilingual formats: there it is a translation
 * of the template, too (https://github.com/translate/pootle/blob/master/docs/features/templates.rst).
 */
export function sourceWordReadings(path: string): readonly Reading[] {
  if (documentFile.test(path) || !messageFile.test(path) || otherModule.test(path)) return [];
  const isTemplate = path.endsWith('.pot');
  // Programs have many files named `default.js`.
  if (codeFile.test(path) && !isInLocaleFolder(path)) return [];
  const translationPath = isTemplate ? path.slice(0, -1) : path;
  const segments = translationPath.split('/');
  const file = segments.at(-1) ?? '';
  const templates = [...segments.keys()]
    .filter((index) => index < segments.length - 1 && sourceWord.test(segments[index] ?? ''))
    .map((index) => segments.with(index, '{locale}').join('/'));
  const [stem = '', ...extensions] = file.split('.');
  if (extensions.length === 1 && sourceWord.test(stem))
    templates.push(segments.with(-1, `{locale}.${extensions.join('.')}`).join('/'));
  const spelling = translationPath.endsWith('.po') ? gettextSpelling : usualSpelling;
  return templates.map((template) => ({
    ...unnamedReading(template, spelling),
    ...(bilingualFile.test(path) ? {} : { isWithoutSourceLocale: true }),
  }));
}

/**
 * Returns readings of a document. Its name and folders prove a layout only together with translations, or in a folder
 * named for locale files.
 */
function documentReadings(path: string): readonly Reading[] {
  const segments = path.split('/');
  const file = segments.at(-1) ?? '';
  const prefix = path.slice(0, path.length - file.length);
  const readings: Reading[] = [...folderReadings(segments)];
  const fileParts = nameAtEnd(file);
  if (fileParts !== undefined) {
    const { beginning, separator, name, ending } = fileParts;
    readings.push({
      template: `${prefix}${beginning}${separator}{locale}${ending}`,
      name,
      sourceTemplate: `${prefix}${beginning}${ending}`,
      isCertain: false,
      spelling: bcp47Spelling,
    });
  }
  // A source template that a reading has already takes precedence.
  if (readings.length > 0)
    return readings.map((reading) => ({ sourceTemplate: reading.template.replace('{locale}/', ''), ...reading }));
  // `guide.{locale}.md`, and then `docs/{locale}/guide.md`, `{locale}/docs/guide.md`.
  const dot = file.lastIndexOf('.');
  const inName = separators.map((separator) => `${prefix}${file.slice(0, dot)}${separator}{locale}${file.slice(dot)}`);
  const inFolder = segments
    .map((_, index) => [...segments.slice(0, index), '{locale}', ...segments.slice(index)].join('/'))
    .reverse();
  return [...inName, ...inFolder].map((template) => unnamedReading(template, bcp47Spelling));
}

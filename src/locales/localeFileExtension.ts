import { isInLocaleFolder } from './localeFolder.ts';

/** Extensions of message files, in lower case. Even large projects have few of these files. */
export const messageExtensions: readonly string[] = [
  'json',
  'jsonc',
  'json5',
  'arb',
  'yaml',
  'yml',
  'po',
  'pot',
  'properties',
  'strings',
  'stringsdict',
  'xcstrings',
  'xliff',
  'xlf',
  'resx',
  'resw',
  'xml',
  'ftl',
  'php',
  'toml',
  'csv',
  'tsv',
  'ini',
];

/** Extensions of code and documents, in lower case. Few of these files hold messages or are translations. */
export const codeAndDocumentExtensions: readonly string[] = [
  'ts',
  'mts',
  'cts',
  'js',
  'mjs',
  'cjs',
  'md',
  'mdx',
  'markdown',
  'html',
  'htm',
  'xhtml',
  'srt',
  'vtt',
];

/** Extensions of files whose text alone shows whether they hold messages, in lower case: components of Vue. */
export const componentExtensions: readonly string[] = ['vue'];

/** Matches files of the Play framework, which have a locale in place of an extension: `conf/messages.fr`. */
export const playFile = /(?:^|\/)conf\/messages(?:\.[a-z]{2,3}(?:[-_][\w-]+)?)?$/iu;

/** Matches the extension of every file that can be a locale file; the formats read no other. */
export const localeFileExtension = new RegExp(
  `\\.(?:${[...messageExtensions, ...codeAndDocumentExtensions, ...componentExtensions].join('|')})$|${playFile.source}`,
  'iu',
);

/** Matches components. */
export const componentFile = new RegExp(`\\.(?:${componentExtensions.join('|')})$`, 'iu');

/** Matches the extensions of files that can hold all locales at once. */
export const allLocalesFile = /\.(?:[cm]?[jt]s|php|[ct]sv|xcstrings|vue)$/iu;

const table = /\.[ct]sv$/iu;
/** Matches a part of the name of a module for messages, such as `i18n.js` or MediaWiki's `Cards.i18n.php`. */
const messageName =
  /^(?:messages?|translations?|strings|texts?|copy|locales?|langs?|languages?|i18n|l10n|intl|dictionar(?:y|ies))$/iu;

/**
 * Whether the text of a file may show that it holds all locales: that of any table, and of a module or PHP file that is
 * named for messages or is in a folder for them.
 */
export function mayHoldAllLocales(path: string): boolean {
  if (table.test(path)) return true;
  if (!/\.(?:[cm]?[jt]s|php)$/iu.test(path) || /\.(?:d|test|spec|stories|config|min)\.[a-z]+$/iu.test(path))
    return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    isInLocaleFolder(path) ||
    name
      .split('.')
      .slice(0, -1)
      .some((part) => messageName.test(part))
  );
}

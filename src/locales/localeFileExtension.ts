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

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

/** Matches the extension of every file that can be a locale file; the formats read no other. */
export const localeFileExtension = new RegExp(
  `\\.(?:${[...messageExtensions, ...codeAndDocumentExtensions].join('|')})$`,
  'iu',
);

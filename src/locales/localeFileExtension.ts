/** Endings that files of messages may have, and those of documents that are translated file by file. No other file can be a locale file. */
export const localeFileExtension =
  /\.(?:jsonc?|json5|arb|ya?ml|pot?|properties|strings|stringsdict|xcstrings|xliff|xlf|resx|resw|xml|ftl|php|toml|[cm]?[jt]s|csv|tsv|mdx?|markdown|html?|srt|vtt)$/iu;

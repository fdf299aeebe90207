import type { CodedReason } from '../../base/codedReason.ts';

/** Why a format can't read a file or can't write a text. */
export type Reason<Code extends ReasonCode = ReasonCode> = CodedReason<ReasonValues, Code>;

export type ReasonCode = keyof ReasonValues;

/** Returns the reason with a code. */
export function because<Code extends ReasonCode>(code: Code, ...values: ReasonValues[Code]): Reason<Code> {
  return { code, values };
}

/**
 * The code of each reason, and the values that its sentence contains. The sentences are in `words/dataFormatMessages.ts`
 * and `words/textFormatMessages.ts`, in which `{0}`, `{1}` … stand for the values.
 */
export interface ReasonValues extends DataFormatReasons, TextFormatReasons {}

/** Reasons that all formats share, and those of data formats (JSON, XML, .strings …). */
export interface DataFormatReasons {
  // kit
  'file-too-large': [mebibytes: number];
  'conflict-markers': [];
  'text-lone-surrogate': [];
  'text-forbidden-character': [codePoint: string];
  'file-system': [message: string];
  'unit-lone-surrogate': [];
  'unit-more-than-text': [];
  'unit-other-language': [language: string];
  'unit-read-only': [id: string, reason: Reason];
  'unit-marked': [];
  'entry-no-key': [];
  'entry-no-separator': [];
  'entry-no-heading': [];
  'entry-no-source': [];
  'entry-alias': [];
  'entry-merged': [];
  'entry-key-structure': [];
  'entry-tagged': [];
  'entry-kind': [];
  'entry-no-locale': [];
  'unit-unknown': [id: string, sourceLocale: string, targetLocale: string];
  'unit-not-in-source': [id: string];
  'unit-not-in-target': [id: string];
  'unit-in-neither-file': [id: string];
  'list-ids-differ': [path: string];
  'two-translations': [id: string];
  'unit-round-trip': [id: string];
  'file-round-trip': [];
  'file-other-language': [language: string, locale: string];
  'in-source-file': [reason: Reason];
  'nested-too-deeply': [levels: number];
  'value-too-long': [characters: number];
  'value-expected': [];
  'colon-expected': [];
  'file-end-expected': [];
  'comment-open': [];
  'quote-open': [];
  'line-quote-open': [];
  'unicode-escape': [];

  // encoding
  'utf-32': [file: string];
  'utf-16-unmarked': [file: string];
  'utf-16-invalid': [file: string];
  'utf-8-invalid': [file: string, position: number, byte: string];
  'encoding-unknown': [file: string, encoding: string];
  'encoding-invalid-bytes': [file: string, encoding: string];
  'encoding-ambiguous': [file: string, encoding: string];
  'character-not-in-encoding': [character: string, codePoint: string, encoding: string];
  'file-lone-surrogate': [];
  'byte-order-mark': [];

  // json
  'json-syntax': [];
  'json-empty': [];
  'json-single-value': [];
  'json-number': [];
  'json-number-incomplete': [];
  'json-key-expected': [];
  'json-comma-expected': [];
  'json-brace-open': [];
  'json-bracket-open': [];
  'json-escape': [];
  'json-control-character': [];
  'json-file-type': [type: string, sourceType: string];
  'json-type': [path: string, type: string, sourceType: string];
  'json-not-in-source': [path: string, type: string];

  // json5
  'json5-syntax': [];
  'json5-empty': [];
  'json5-too-large': [mebibytes: number];
  'json5-open': [];
  'json5-element-expected': [];
  'json5-key-expected': [];
  'json5-comma-expected': [];
  'json5-escape': [];
  'json5-number-key': [];
  'json5-unquoted': [];

  // arb
  'arb-other-type': [type: string];

  // xcstrings
  'xcstrings-root': [];
  'xcstrings-marked': [];
  'xcstrings-stale': [];
  'xcstrings-varies': [language: string];
  'xcstrings-one-file': [];

  // xml
  'xml-syntax': [problem: string];
  'xml-root-missing': [];
  'xml-two-roots': [];
  'xml-text-outside-root': [];
  'xml-exclamation-mark': [];
  'xml-doctype': [];
  'xml-end': [];
  'xml-character': [];
  'xml-name': [];
  'xml-comment': [];
  'xml-section-end': [];
  'xml-instruction': [];
  'xml-declaration': [];
  'xml-declaration-first': [];
  'xml-slash': [];
  'xml-tag-open': [element: string];
  'xml-closing-tag': [];
  'xml-closing-tag-other': [];
  'xml-closing-tag-unmatched': [element: string];
  'xml-attribute-value': [];
  'xml-attribute-quotes': [];
  'xml-attribute-space': [];
  'xml-attribute-twice': [attribute: string];
  'xml-entity-unknown': [];
  'xml-entity': [];
  'xml-markup': [excerpt: string, reason: Reason];
  'xml-markup-closing-tag': [];

  // android
  'android-root': [element: string];
  'android-reference': [];
  'android-markup': [id: string];
  'android-substitutions': [id: string];
  'android-prefix': [prefix: string];
  'moko-escape': [escape: string];

  // resx
  'resx-root': [element: string];
  'keyed-root': [element: string, expected: string];
  'keyed-no-value': [];
  'resx-no-value': [];
  'resx-locked': [];

  // xliff
  'xliff-root': [element: string];
  'xliff-version': [version: string];
  'xliff-marked': [];
  'xliff-same-ids': [sharedId: string, id: string];
  'xliff-carriage-return': [];
  'xliff-segments': [unit: string];
  'xliff-no-body': [];
  'xliff-versions': [targetVersion: number, sourceVersion: number];
  'xliff-prefixes': [];

  // qt
  'qt-root': [element: string];
  'qt-elements': [];
  'qt-lengths': [];
  'qt-form-count': [forms: number, language: string];
  'qt-form-unknown': [id: string, language: string, forms: string];

  // stringsdict
  'stringsdict-root': [element: string];
  'stringsdict-no-dict': [];
  'stringsdict-key-expected': [element: string];
  'stringsdict-no-value': [];
  'stringsdict-no-words': [];

  // strings
  'strings-character-set': [];
  'strings-source-unknown': [];
  'strings-equals-expected': [];
  'strings-semicolon-expected': [];
  'strings-key-expected': [text: string];
  'strings-value-expected': [text: string];
  'strings-key-missing': [];
  'strings-value-missing': [];
  'strings-structure': [];
}

/** Reasons of code and text formats (PHP, JavaScript, YAML, TOML, Markdown …). */
export interface TextFormatReasons {
  // code
  'structure-too-deep': [levels: number];
  'parser-limit': [];
  'unexpected-here': [];
  'unexpected-value': [text: string];
  'expected-here': [text: string];
  'expected-instead': [text: string, present: string];
  'line-end-expected': [];
  'escape-unknown': [];
  'unit-byte-escapes': [];
  'unit-only-code': [];
  'unit-id-invalid': [id: string];
  'translation-empty': [];
  'translation-carriage-return': [];
  'code-key-computed': [];
  'code-computed': [];
  'code-interpolated': [];
  'code-concatenated': [];
  'code-several-locales': [];
  'code-english-missing': [locale: string];
  'code-needs-container': [path: string];
  'code-needs-string': [path: string];
  'code-no-container': [key: string];

  // php
  'php-no-tag': [];
  'php-invalid': [];
  'php-too-many-operators': [operators: number];
  'php-byte-string': [];

  // module
  'module-nested-types': [];
  'module-template-not-closed': [];
  'module-invalid': [message: string];

  // yaml
  'yaml-control-character': [];
  'yaml-several-documents': [];
  'yaml-single-value': [];
  'yaml-alias-properties': [];
  'yaml-anchor-name': [];
  'yaml-tag-wrong': [];
  'yaml-directive-unknown': [];
  'yaml-escape-unknown': [];
  'yaml-indent': [];
  'yaml-property-order': [];
  'yaml-string-start': [];
  'yaml-nested-key': [];
  'yaml-block-in-flow': [];
  'yaml-key-too-long': [];
  'yaml-character-missing': [];
  'yaml-key-lines': [];
  'yaml-several-anchors': [];
  'yaml-several-tags': [];
  'yaml-tab': [];
  'yaml-invalid': [message: string];
  'yaml-needs-string': [path: string, reason: Reason];
  'yaml-needs-keys': [path: string, reason: Reason];
  'yaml-needs-list': [path: string, reason: Reason];
  'yaml-needs-plural': [path: string, reason: Reason];
  'yaml-is-map': [];
  'yaml-is-list': [];
  'yaml-is-string': [];
  'yaml-is-alias': [];
  'yaml-is-empty': [];
  'yaml-is-data': [];
  'boolean-word': [word: string];
  'yaml-locale-key': [locale: string];

  // toml
  'toml-header-not-closed': [];
  'toml-array-not-closed': [];
  'toml-inline-table-not-closed': [];
  'toml-inline-table-lines': [];
  'toml-inline-table-comma': [];
  'toml-key-missing': [];
  'toml-key-twice': [];
  'toml-key-dots': [];
  'toml-equals-missing': [];
  'toml-comma-missing': [];
  'toml-entry-lines': [];
  'toml-control-character': [];
  'toml-underscore': [];
  'toml-leading-zero': [];
  'toml-spaces': [];
  'toml-three-quotes': [];
  'toml-date': [];
  'toml-invalid': [message: string];
  'toml-conflict-string': [path: string];
  'toml-conflict-data': [path: string];
  'toml-conflict-container': [path: string];

  // markdown
  'markdown-too-large': [mebibytes: number];
  'markdown-lazy-lines': [lines: number];
  'markdown-invalid': [message: string];
  'document-structure': [id: string, targetLocale: string, sourceLocale: string];
  'front-matter-yaml': [reason: Reason];
  'front-matter-toml': [reason: Reason];
  'front-matter-anchor': [];
  'markdown-formula': [];
  'markdown-line-break': [];
  'markdown-task-box': [];
  'markdown-alert': [];
  'markdown-empty-line': [];
  'markdown-leading-spaces': [];
  'markdown-trailing-spaces': [];
  'markdown-cell-bar': [];
  'markdown-cell-backslash': [];
  'markdown-heading-hash': [];
  'markdown-heading-id': [];
  'markdown-title-brackets': [];
  'markdown-other-block': [reason: Reason];
  'markdown-as-paragraphs': [];
  'markdown-as-list': [];
  'markdown-as-quote': [];
  'markdown-as-footnote': [];
  'markdown-as-heading': [];
  'markdown-as-table': [];
  'markdown-as-fence': [];
  'markdown-as-other': [];
  'markdown-misread-file': [];
  'markdown-misread-unit': [id: string];
  'markdown-breaks-document': [reason: Reason];
  'mdx-invalid': [reason: Reason];
  'mdx-end': [];
  'mdx-character': [];
  'mdx-unindented-line': [];
  'mdx-closing-tag': [];
  'mdx-closing-tag-name': [];
  'mdx-tag-mismatch': [];

  // html
  'html-only-tags': [];
  'html-block-element': [];
  'html-markup-changed': [];
  'html-unbalanced': [];
  'html-untagged': [];
  'html-template-return': [];

  // po
  'po-comment-inside': [];
  'po-unexpected-number': [keyword: string];
  'po-msgid-first': [keyword: string];
  'po-plural-position': [];
  'po-forms-unnumbered': [];
  'po-forms-numbered': [];
  'po-too-many-forms': [forms: number];
  'po-form-twice': [];
  'po-no-msgid': [];
  'po-no-msgstr': [];
  'po-string-missing': [keyword: string];
  'po-string-alone': [];
  'po-keyword-unknown': [word: string];
  'po-other-language': [language: string, locale: string];
  'po-credits': [];
  'po-forms-unclear': [];
  'po-form-absent': [id: string, forms: string];
  'po-line-break-start': [];
  'po-line-break-end': [];

  // csv
  'csv-header': [];
  'csv-no-locales': [];
  'csv-several-languages': [];
  'csv-after-quote': [];
  'csv-row-too-long': [locale: string];

  // fluent
  'fluent-entry': [];
  'fluent-character': [range: string];
  'fluent-message-empty': [id: string];
  'fluent-term-empty': [id: string];
  'fluent-callee': [];
  'fluent-argument-name': [];
  'fluent-argument-twice': [];
  'fluent-argument-order': [];
  'fluent-default-missing': [];
  'fluent-default-twice': [];
  'fluent-variant-missing': [];
  'fluent-variant-key': [];
  'fluent-expression-missing': [];
  'fluent-selector': [];
  'fluent-term-attribute': [];
  'fluent-closing-brace': [];
  'fluent-invalid': [message: string];
  'fluent-too-much-space': [characters: number];
  'fluent-not-pattern': [text: string, reason: Reason];
  'fluent-several-patterns': [text: string];
  'fluent-no-plural': [];
  'fluent-plural-mismatch': [];

  // ini, Play and texts of app stores
  'ini-line-break': [];
  'ini-whitespace': [];
  'play-line': [];
  'play-outer-whitespace': [];
  'store-outer-whitespace': [];

  // Vue
  'vue-block-end': [];

  // subtitles
  'srt-no-times': [];
  'vtt-header': [];
  'subtitle-after-empty-line': [];
  'subtitle-without-times': [id: string, sourceLocale: string];
  'subtitle-other-times': [id: string, sourceLocale: string];
  'srt-empty-line': [];
  'srt-times': [];
  'vtt-empty-line': [];
  'vtt-arrow': [];
}

import * as l10n from '@vscode/l10n';
import type { TextFormatReasons } from '../formats/format.ts';
import type { MessageTable } from './words.ts';

/** Messages, in the user's language, for the reasons of code and text formats (PHP, JavaScript, YAML, TOML …). */
export const textFormatMessages: MessageTable<TextFormatReasons> = {
  // code
  'structure-too-deep': () => l10n.t('This is nested more than {0} levels deep, which is not supported.'),
  'parser-limit': () => l10n.t('Something here is too long or nested too deeply to be read.'),
  'unexpected-here': () => l10n.t('This is not expected here.'),
  'unexpected-value': () => l10n.t('“{0}” is not expected here.'),
  'expected-here': () => l10n.t('“{0}” is expected here.'),
  'expected-instead': () => l10n.t('“{0}” is expected here, not “{1}”.'),
  'line-end-expected': () => l10n.t('A line end is expected here.'),
  'escape-unknown': () =>
    l10n.t('This is not a valid escape sequence. If the backslash is part of the text, write it twice and try again.'),
  'unit-byte-escapes': () =>
    l10n.t('This string contains byte escapes, which can’t be written. Write the characters themselves instead.'),
  'unit-only-code': () => l10n.t('This string contains only code.'),
  'unit-id-invalid': () => l10n.t('“{0}” is not the id of a string in a file of this format.'),
  'translation-empty': () =>
    l10n.t(
      'The translation is empty, and an element without text would not be found again. Enter a text and try again.',
    ),
  'translation-carriage-return': () =>
    l10n.t('A carriage return in the translation would be read as a line break. Remove it and try again.'),
  'code-key-computed': () => l10n.t('The key of this string is computed in code.'),
  'code-computed': () => l10n.t('This string is computed in code.'),
  'code-interpolated': () =>
    l10n.t('This string contains values that are inserted by code, so it can’t be written safely.'),
  'code-concatenated': () => l10n.t('This string is concatenated in code, so it can’t be written safely.'),
  'code-several-locales': () =>
    l10n.t('The source file contains several locales. The translation belongs in that file, not in a separate one.'),
  'code-english-missing': () =>
    l10n.t('Once added, “{0}” would be read as the source of this file. Add it by hand and try again.'),
  'code-needs-container': () =>
    l10n.t('“{0}” is an array or object in the source file, but not here. Make both the same and try again.'),
  'code-needs-string': () =>
    l10n.t('“{0}” is a string in the source file, but not here. Make both the same and try again.'),
  'code-no-container': () =>
    l10n.t('This file has no array or object for “{0}”. Add an empty one, as in the source file, and try again.'),

  // php
  'php-no-tag': () => l10n.t('This is not a PHP file: it doesn’t contain <?php.'),
  'php-invalid': () =>
    l10n.t('This is not valid PHP: the code ends too early, or continues in a way that PHP doesn’t allow.'),
  'php-too-many-operators': () => l10n.t('This expression has more than {0} operators, which is not supported.'),
  'php-byte-string': () => l10n.t('This is a string of bytes, not of characters.'),

  // module
  'module-nested-types': () => l10n.t('Type arguments or comparisons are nested too deeply here to be read.'),
  'module-template-not-closed': () => l10n.t('This template string has no closing backtick.'),
  'module-invalid': () => l10n.t('This code can’t be read. Its parser reports: “{0}”'),

  // yaml
  'yaml-control-character': () => l10n.t('YAML doesn’t allow this control character. Remove it and try again.'),
  'yaml-several-documents': () => l10n.t('A second document begins here, but a locale file contains only one.'),
  'yaml-single-value': () => l10n.t('A locale file has keys, but this one contains a single value.'),
  'yaml-alias-properties': () => l10n.t('An alias can’t have an anchor or a tag.'),
  'yaml-anchor-name': () => l10n.t('This is not a valid name for an anchor or alias.'),
  'yaml-tag-wrong': () => l10n.t('This tag is for another kind of value.'),
  'yaml-directive-unknown': () =>
    l10n.t('This line is not a YAML directive. If it is a string that begins with %, put it in quotes.'),
  'yaml-escape-unknown': () =>
    l10n.t('This is not a YAML escape sequence. Write the backslash twice, or use single quotes.'),
  'yaml-indent': () => l10n.t('The indentation of this line matches neither the line above nor an open level.'),
  'yaml-property-order': () => l10n.t('Anchors and tags belong after the indicator and before the value.'),
  'yaml-string-start': () => l10n.t('A string can’t begin with this character unless it is in quotes.'),
  'yaml-nested-key': () =>
    l10n.t('A key can’t contain another key or a list here. A string with a colon needs quotes.'),
  'yaml-block-in-flow': () => l10n.t('Indented keys and lists are not allowed inside brackets.'),
  'yaml-key-too-long': () => l10n.t('This key is longer than the 1,024 characters that YAML allows.'),
  'yaml-character-missing': () => l10n.t('A closing quote, bracket, comma, or colon is missing here.'),
  'yaml-key-lines': () => l10n.t('A key has to be on one line. A colon or a quote may be missing here.'),
  'yaml-several-anchors': () => l10n.t('A value can have only one anchor.'),
  'yaml-several-tags': () => l10n.t('A value can have only one tag.'),
  'yaml-tab': () => l10n.t('YAML can’t be indented with tabs. Use spaces.'),
  'yaml-invalid': () => l10n.t('This is not valid YAML. Its parser reports: “{0}”'),
  'yaml-needs-string': () => l10n.t('“{0}” is a string in the source file. {1} Make both the same and try again.'),
  'yaml-needs-keys': () =>
    l10n.t('“{0}” has keys of its own in the source file. {1} Make both the same and try again.'),
  'yaml-needs-list': () => l10n.t('“{0}” is a list in the source file. {1} Make both the same and try again.'),
  'yaml-needs-plural': () =>
    l10n.t('“{0}” has plural forms with “other” in the source file. {1} Make both the same and try again.'),
  'yaml-is-map': () => l10n.t('Here it is a map with other keys.'),
  'yaml-is-list': () => l10n.t('Here it is a list.'),
  'yaml-is-string': () => l10n.t('Here it is a string.'),
  'yaml-is-alias': () => l10n.t('Here it is an alias.'),
  'yaml-is-empty': () => l10n.t('Here it is empty.'),
  'yaml-is-data': () => l10n.t('Here it is a number, boolean, date, or symbol.'),
  'boolean-word': () => l10n.t('The program reads “{0}” as a boolean. If it is a text, put it in quotes.'),
  'yaml-locale-key': () =>
    l10n.t({
      message:
        'Only the {0} file has its strings under the name of its locale. Make both files the same and try again.',
      comment: '{0} is a locale, such as “ja”',
    }),

  // toml
  'toml-header-not-closed': () => l10n.t('This table header has no closing bracket.'),
  'toml-array-not-closed': () => l10n.t('This array has no closing bracket.'),
  'toml-inline-table-not-closed': () => l10n.t('This inline table has no closing brace.'),
  'toml-inline-table-lines': () => l10n.t('An inline table has to be on one line.'),
  'toml-inline-table-comma': () => l10n.t('An inline table can’t end with a comma.'),
  'toml-key-missing': () => l10n.t('A key is missing here. An empty key needs quotes.'),
  'toml-key-twice': () => l10n.t('This key is defined more than once.'),
  'toml-key-dots': () => l10n.t('A key can’t begin or end with a dot, or contain two dots in a row.'),
  'toml-equals-missing': () => l10n.t('An equals sign is missing here.'),
  'toml-comma-missing': () => l10n.t('A comma is missing here.'),
  'toml-entry-lines': () => l10n.t('A key, its equals sign, and its value have to be on one line.'),
  'toml-control-character': () => l10n.t('TOML doesn’t allow this control character. Remove it and try again.'),
  'toml-underscore': () => l10n.t('An underscore in a number needs a digit on both sides.'),
  'toml-leading-zero': () => l10n.t('A number can’t begin with a zero.'),
  'toml-spaces': () => l10n.t('Spaces are not allowed here.'),
  'toml-three-quotes': () => l10n.t('Three quotes in a row are not allowed here.'),
  'toml-date': () => l10n.t('This date or time doesn’t exist.'),
  'toml-invalid': () => l10n.t('This is not valid TOML. Its parser reports: “{0}”'),
  'toml-conflict-string': () =>
    l10n.t('“{0}” can’t be added: there is already a string here. Make both files the same and try again.'),
  'toml-conflict-data': () =>
    l10n.t(
      '“{0}” can’t be added: there is already a number, boolean, or date here. Make both files the same and try again.',
    ),
  'toml-conflict-container': () =>
    l10n.t('“{0}” can’t be added: there is already a table or array here. Make both files the same and try again.'),

  // markdown
  'markdown-too-large': () => l10n.t('This file is larger than {0} MiB, the maximum size of a Markdown file.'),
  'markdown-lazy-lines': () =>
    l10n.t('More than {0} lines continue a list item or a quote here without being indented.'),
  'markdown-invalid': () => l10n.t('This can’t be read as Markdown. Its parser reports: “{0}”'),
  'document-structure': () =>
    l10n.t('“{0}” is not in the {1} file. Give it the structure of the {2} file, or delete it to have it recreated.'),
  'front-matter-yaml': () => l10n.t('The front matter is not valid YAML. {0}'),
  'front-matter-toml': () => l10n.t('The front matter is not valid TOML. {0}'),
  'front-matter-anchor': () => l10n.t('Other values refer to this string by its anchor and would change with it.'),
  'markdown-formula': () => l10n.t('This is a formula.'),
  'markdown-line-break': () =>
    l10n.t('Headings, table cells, and titles have only one line. Remove the line breaks and try again.'),
  'markdown-task-box': () =>
    l10n.t('The translation begins with the checkbox of a task. Put a backslash before it and try again.'),
  'markdown-alert': () =>
    l10n.t('The translation begins with the marker of an alert. Put a backslash before it and try again.'),
  'markdown-empty-line': () =>
    l10n.t(
      'The translation contains an empty line, which would begin another paragraph. Remove that line and try again.',
    ),
  'markdown-leading-spaces': () =>
    l10n.t('A line of the translation begins with spaces or tabs, which Markdown drops. Remove them and try again.'),
  'markdown-trailing-spaces': () =>
    l10n.t('The translation ends with spaces or tabs, which Markdown drops. Remove them and try again.'),
  'markdown-cell-bar': () =>
    l10n.t('The translation contains “|”, which would end the table cell. Write “\\|” instead and try again.'),
  'markdown-cell-backslash': () =>
    l10n.t(
      'The translation ends with a backslash, which would escape the end of the table cell. Remove it and try again.',
    ),
  'markdown-heading-hash': () =>
    l10n.t('The translation ends with “#”, which would close the heading. Put a backslash before it and try again.'),
  'markdown-heading-id': () =>
    l10n.t('The translation ends with text that would be read as a heading id. Remove it and try again.'),
  'markdown-title-brackets': () =>
    l10n.t('Brackets at the ends of the translation would become part of the note’s fence. Remove them and try again.'),
  'markdown-other-block': () =>
    l10n.t('{0} Put a backslash or other words at the beginning of the line that causes this, and try again.'),
  'markdown-as-paragraphs': () => l10n.t('The translation would be read as more than one paragraph.'),
  'markdown-as-list': () => l10n.t('The translation would be read as a list.'),
  'markdown-as-quote': () => l10n.t('The translation would be read as a block quote.'),
  'markdown-as-footnote': () => l10n.t('The translation would be read as a footnote.'),
  'markdown-as-heading': () => l10n.t('The translation would be read as a heading.'),
  'markdown-as-table': () => l10n.t('The translation would be read as a table.'),
  'markdown-as-fence': () => l10n.t('The translation would be read as the fence of a note or as a horizontal rule.'),
  'markdown-as-other': () =>
    l10n.t(
      'The translation would be read as code, an empty list, a link definition, or a block of HTML or JavaScript.',
    ),
  'markdown-misread-file': () => l10n.t('Because of a line of the translation, the file would be read differently.'),
  'markdown-misread-unit': () => l10n.t('Because of a line of the translation, “{0}” would be read as something else.'),
  'markdown-breaks-document': () => l10n.t('The translation would break the document. {0} Correct it and try again.'),
  'mdx-invalid': () => l10n.t('The translation is not valid MDX. {0} Correct it and try again.'),
  'mdx-end': () =>
    l10n.t('An element or expression is not closed. If “<” or a brace is part of the text, put a backslash before it.'),
  'mdx-character': () =>
    l10n.t('This character is not expected in a tag. If “<” doesn’t begin a tag, put a backslash before it.'),
  'mdx-unindented-line': () =>
    l10n.t('A line of an element or expression lacks the prefix of its list item or block quote.'),
  'mdx-closing-tag': () => l10n.t('A closing tag has no opening tag.'),
  'mdx-closing-tag-name': () => l10n.t('A closing tag can contain only its name.'),
  'mdx-tag-mismatch': () => l10n.t('An opening or closing tag has no matching tag.'),

  // html
  'html-only-tags': () => l10n.t('The translation contains only tags and no text. Enter a text and try again.'),
  'html-block-element': () =>
    l10n.t(
      'The translation contains a block element, so it would be read as several strings. Remove it and try again.',
    ),
  'html-markup-changed': () =>
    l10n.t('This markup would be read differently. Remove comments at its ends, carriage returns, and broken tags.'),
  'html-unbalanced': () =>
    l10n.t('The translation has a tag without its closing tag, or an extra closing tag. Correct it and try again.'),
  'html-untagged': () =>
    l10n.t(
      'The translation has none of the source’s tags, so “&amp;” and the like would be read as characters. Keep a tag, or enter the characters.',
    ),
  'html-template-return': () =>
    l10n.t('A carriage return in template code would be read as a line break. Remove it and try again.'),

  // po
  'po-comment-inside': () => l10n.t('A comment can’t be inside an entry: msgstr is still missing above.'),
  'po-unexpected-number': () => l10n.t('{0} can’t have a number.'),
  'po-msgid-first': () => l10n.t('A msgid has to come before this {0}.'),
  'po-plural-position': () => l10n.t('An entry has only one msgid_plural, directly after its msgid.'),
  'po-forms-unnumbered': () => l10n.t('An entry with msgid_plural needs msgstr[0], msgstr[1], and so on.'),
  'po-forms-numbered': () => l10n.t('Only an entry with msgid_plural has numbers after msgstr.'),
  'po-too-many-forms': () => l10n.t('This number is too high: no language has more than {0} plural forms.'),
  'po-form-twice': () => l10n.t('This msgstr already exists. A msgid may be missing before it.'),
  'po-no-msgid': () => l10n.t('This entry has no msgid.'),
  'po-no-msgstr': () => l10n.t('This entry has no msgstr.'),
  'po-string-missing': () => l10n.t('A string in quotation marks has to follow {0}.'),
  'po-string-alone': () => l10n.t('This string doesn’t follow a keyword.'),
  'po-keyword-unknown': () => l10n.t('“{0}” is not a PO keyword.'),
  'po-other-language': () =>
    l10n.t('The header of this file says “{0}”, not “{1}”. If that is wrong, correct its Language field.'),
  'po-credits': () => l10n.t('The translation of this string is the names of the translators.'),
  'po-forms-unclear': () =>
    l10n.t('The plural forms of this file are not those of its language. Correct Plural-Forms in its header.'),
  'po-form-absent': () =>
    l10n.t('“{0}” can’t be written: according to its Plural-Forms, the file has only the forms {1}.'),
  'po-line-break-start': () =>
    l10n.t(
      'gettext requires that either both the translation and its source start with a line break, or neither. Correct the translation and try again.',
    ),
  'po-line-break-end': () =>
    l10n.t(
      'gettext requires that either both the translation and its source end with a line break, or neither. Correct the translation and try again.',
    ),

  // csv
  'csv-header': () =>
    l10n.t(
      'The first row doesn’t say what the columns contain. Name them “key”, “source”, and “target”, or by locales.',
    ),
  'csv-no-locales': () => l10n.t('This table has neither columns for locales nor a source and a target column.'),
  'csv-several-languages': () => l10n.t('This table has columns for more than one language.'),
  'csv-after-quote': () =>
    l10n.t(
      'Only a delimiter or a line end can follow the closing quote of a cell. Double each quote inside a quoted cell.',
    ),
  'csv-row-too-long': () =>
    l10n.t('A row has more cells than the header, so “{0}” can’t be added. Name those columns and try again.'),

  // fluent
  'fluent-entry': () => l10n.t('A message, term, or comment has to begin here.'),
  'fluent-character': () => l10n.t('A character in the range {0} is expected here.'),
  'fluent-message-empty': () => l10n.t('The message “{0}” needs a value or attributes.'),
  'fluent-term-empty': () => l10n.t('The term “-{0}” needs a value.'),
  'fluent-callee': () => l10n.t('The name of a function has only capital letters, digits, hyphens, and underscores.'),
  'fluent-argument-name': () => l10n.t('The name of this argument is not valid.'),
  'fluent-argument-twice': () => l10n.t('Two arguments have the same name.'),
  'fluent-argument-order': () => l10n.t('Arguments without names have to come before arguments with names.'),
  'fluent-default-missing': () => l10n.t('One of the variants has to be the default, marked with an asterisk.'),
  'fluent-default-twice': () => l10n.t('Only one of the variants can be the default.'),
  'fluent-variant-missing': () => l10n.t('At least one variant is needed after “->”.'),
  'fluent-variant-key': () => l10n.t('The key of a variant is missing here.'),
  'fluent-expression-missing': () => l10n.t('An expression is missing here, such as “$name” or a string in quotes.'),
  'fluent-selector': () => l10n.t('This expression can’t select a variant.'),
  'fluent-term-attribute': () => l10n.t('An attribute of a term can only select a variant.'),
  'fluent-closing-brace': () => l10n.t('This closing brace has no opening brace.'),
  'fluent-invalid': () => l10n.t('This is not valid Fluent. Its parser reports: “{0}”'),
  'fluent-too-much-space': () =>
    l10n.t('There are more than {0} spaces or empty lines in a row here. Remove some and try again.'),
  'fluent-not-pattern': () =>
    l10n.t('“{0}” is not a valid Fluent pattern. {1} Write a brace that is a character as {"{"} or {"}"}.'),
  'fluent-several-patterns': () =>
    l10n.t('“{0}” is not a single Fluent pattern. Spaces and brackets at the ends of lines need no {"…"} around them.'),
  'fluent-no-plural': () => l10n.t('This message has no plural forms in the source file.'),
  'fluent-plural-mismatch': () =>
    l10n.t('Only one of the two files has plural forms of this message. Make both the same and try again.'),

  // ini, Play and texts of app stores
  'ini-line-break': () => l10n.t('A text in this file has only one line. Remove the line breaks and try again.'),
  'ini-whitespace': () =>
    l10n.t(
      'Whitespace at the beginning or end of the translation, or a tab before “#”, would not be read as part of it in this file. Remove it and try again.',
    ),
  'play-line': () => l10n.t('A line has to be a comment that begins with “#”, or a key, “=”, and a message.'),
  'play-outer-whitespace': () =>
    l10n.t(
      'The translation begins or ends with whitespace, which Play removes from messages. Remove it and try again.',
    ),
  'store-outer-whitespace': () =>
    l10n.t(
      'The translation begins or ends with whitespace, which is removed when texts are uploaded to a store. Remove it and try again.',
    ),

  // Vue
  'vue-block-end': () =>
    l10n.t('The translation contains “</i18n”, which would end the block. Remove it and try again.'),

  // subtitles
  'srt-no-times': () =>
    l10n.t('This is not a SubRip file: it has no line with times such as “00:00:01,000 --> 00:00:04,000”.'),
  'vtt-header': () => l10n.t('This is not a WebVTT file: its first line has to begin with WEBVTT.'),
  'subtitle-after-empty-line': () =>
    l10n.t('This text follows an empty line, after which players expect the next subtitle. Remove that line first.'),
  'subtitle-without-times': () => l10n.t('“{0}” is not in the {1} file, so its times are not known.'),
  'subtitle-other-times': () =>
    l10n.t(
      'The times of subtitle “{0}” differ from the {1} file. Make them equal, or delete this file to recreate it.',
    ),
  'srt-empty-line': () =>
    l10n.t('An empty line, or one with only spaces, would end the subtitle. Remove it and try again.'),
  'srt-times': () =>
    l10n.t('A line of the translation would be read as times of another subtitle. Remove that line and try again.'),
  'vtt-empty-line': () => l10n.t('An empty line would end the cue. Remove it from the translation and try again.'),
  'vtt-arrow': () =>
    l10n.t('The translation contains “-->”, which would end the cue. Write “--&gt;” instead and try again.'),
};

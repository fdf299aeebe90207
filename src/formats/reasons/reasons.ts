/**
 * Why a format can't read a file or can't write a text: a code for each reason, and the reason in English. `{0}`, `{1}`
 * … stand for values. `words/formatSentence.ts` finds the same sentences in the user's language.
 */
export const reasons = {
  // kit
  'file-too-large': 'This file is larger than {0} MiB, the maximum size of a locale file.',
  'conflict-markers':
    'The file has conflict markers of a merge, such as “<<<<<<<”. Resolve the conflict and try again.',
  'text-lone-surrogate':
    'The translation contains half of a surrogate pair, which can’t be saved in a file. Correct it and try again.',
  'text-forbidden-character':
    'The translation contains the character U+{0}, which this file format can’t represent. Remove it and try again.',
  'unit-lone-surrogate':
    'This string contains half of a surrogate pair, which is not a valid character. Correct it in the file.',
  'unit-more-than-text': 'This string contains more than text.',
  'unit-other-language': 'The translations in this file are in “{0}”.',
  'unit-read-only': '“{0}” can’t be written: {1}',
  'unit-marked': 'The file marks this string as not translatable.',
  'unit-unknown': 'There is no string “{0}” in the {1} file or the {2} file.',
  'unit-not-in-source': 'There is no string “{0}” in the source file.',
  'unit-not-in-target': 'There is no string “{0}” in the target file.',
  'unit-in-neither-file': 'There is no string “{0}” in the source file or the target file.',
  'two-translations': 'There are two different translations of “{0}”. Remove one of them and try again.',
  'unit-round-trip':
    'Nothing was written: “{0}” would not be read back correctly. Report this, and include the file if possible.',
  'file-round-trip':
    'Nothing was written: the file would not be read back correctly. Report this, and include the file if possible.',
  'file-other-language': 'The translations in this file are in “{0}”, not “{1}”. Write “{1}” to a separate file.',
  'in-source-file': 'In the source file: {0}',
  'nested-too-deeply': 'Values are nested more than {0} levels deep here, which is not supported.',
  'value-too-long': 'This value is longer than {0} characters, which is not supported.',
  'value-expected': 'A value is expected here.',
  'colon-expected': 'A colon is expected here, between the key and its value.',
  'file-end-expected': 'The file should end here, but more text follows.',
  'comment-open': 'This comment is never closed.',
  'quote-open': 'This quotation mark is never closed.',
  'line-quote-open': 'This string has no closing quote on its line.',
  'unicode-escape': 'In an escape sequence, \\u must be followed by four hexadecimal digits.',

  // encoding
  'utf-32': '{0} is encoded in UTF-32, which is not supported. Save it as UTF-8 and try again.',
  'utf-16-unmarked':
    '{0} looks like UTF-16 without a byte order mark, which is not supported. Save it as UTF-8 and try again.',
  'utf-16-invalid': '{0} is not valid UTF-16 here. Save it as UTF-8 and try again.',
  'utf-8-invalid': '{0} is not valid UTF-8: byte {1} of the file is 0x{2}. Save it as UTF-8 and try again.',
  'encoding-unknown': '{0} declares the encoding “{1}”, which is not supported. Save it as UTF-8 and try again.',
  'encoding-invalid-bytes':
    '{0} declares the encoding “{1}”, but contains bytes that are invalid in it. Save it as UTF-8 and try again.',
  'encoding-ambiguous':
    '{0} has characters that can be encoded in several ways in “{1}”. Save it as UTF-8 and try again.',
  'character-not-in-encoding':
    '“{0}” (U+{1}) can’t be written in {2}, the encoding of this file. Convert the file to UTF-8 and try again.',
  'file-lone-surrogate': 'This is half of a surrogate pair, which can’t be saved in a file. Correct it and try again.',
  'byte-order-mark': 'The text begins with a byte order mark, but the file has none. Remove it and try again.',

  // json
  'json-syntax': 'This is not valid JSON.',
  'json-empty': 'This file is empty. A JSON file contains at least a pair of braces.',
  'json-single-value': 'A locale file contains an object in braces, but this one contains a single value.',
  'json-number': 'This number is not valid in JSON.',
  'json-number-incomplete': 'This number is incomplete.',
  'json-key-expected': 'A key in double quotes is expected here.',
  'json-comma-expected': 'A comma is expected here, after the previous value.',
  'json-brace-open': 'A closing brace is missing: an object is still open here.',
  'json-bracket-open': 'A closing bracket is missing: an array is still open here.',
  'json-escape': 'This is not a JSON escape sequence.',
  'json-control-character': 'A control character, such as a tab, must be escaped in a string.',
  'json-file-type':
    'The type of this file is “{0}”, and that of the source file is “{1}”. Convert one of them and try again.',
  'json-type':
    'The type of “{0}” is “{1}” in this file and “{2}” in the source file. Give both the same type and try again.',
  'json-not-in-source':
    '“{0}” has the type “{1}” here, but is not in the source file. Correct one of the files and try again.',

  // json5
  'json5-syntax': 'This is not valid JSON5.',
  'json5-empty': 'This file is empty. A JSON5 file contains at least a pair of braces.',
  'json5-too-large': 'This file is larger than {0} MiB, the maximum size of a JSON5 locale file.',
  'json5-open': 'The file ends inside a string or a comment.',
  'json5-element-expected': 'A value or a closing bracket is expected here.',
  'json5-key-expected': 'A key or a closing brace is expected here.',
  'json5-comma-expected': 'A comma or a closing bracket is expected here.',
  'json5-escape': 'A backslash before a digit is not a JSON5 escape sequence.',
  'json5-number-key': 'A key must be a name or in quotes, but this one is a number.',
  'json5-unquoted': 'A string must be in quotes.',

  // arb
  'arb-other-type': 'This is not a string to translate: its type is “{0}”.',

  // xcstrings
  'xcstrings-root': 'This is not a string catalog: it has no object “strings”.',
  'xcstrings-marked': 'The catalog marks this string as not translatable (shouldTranslate).',
  'xcstrings-stale': 'The code no longer contains this string (extractionState: stale).',
  'xcstrings-varies':
    'In “{0}”, this string varies differently than in the source language. Correct that in Xcode and try again.',
  'xcstrings-one-file':
    'A string catalog contains all its languages. Write the translations to the catalog of the source language.',

  // xml
  'xml-syntax': 'This is not well-formed XML (“{0}”).',
  'xml-root-missing': 'This is not an XML file: it has no root element.',
  'xml-two-roots': 'An XML file has a single root element, but another one follows here.',
  'xml-text-outside-root': 'Text is not allowed outside the root element.',
  'xml-exclamation-mark': 'Only a comment, a CDATA section, or a document type declaration can begin with <!.',
  'xml-doctype': 'A document type declaration is only allowed before the root element.',
  'xml-end': 'The file ends inside a tag, a comment, or a section.',
  'xml-character': 'This character is not allowed here in XML.',
  'xml-name': 'This character is not allowed in the name of an element, an attribute, or an entity.',
  'xml-comment': 'A comment must not contain two hyphens in a row.',
  'xml-section-end': 'The characters ]]> are only allowed at the end of a CDATA section.',
  'xml-instruction': 'This processing instruction is not valid.',
  'xml-declaration': 'The XML declaration is not valid.',
  'xml-declaration-first': 'The XML declaration is only allowed at the start of the file.',
  'xml-slash': 'In an opening tag, a slash must be followed by >.',
  'xml-tag-open': 'The element <{0}> is never closed.',
  'xml-closing-tag': 'This closing tag is not valid.',
  'xml-closing-tag-other': 'This closing tag doesn’t match the element that is open here.',
  'xml-closing-tag-unmatched': 'The closing tag </{0}> has no opening tag.',
  'xml-attribute-value': 'This attribute has no value.',
  'xml-attribute-quotes': 'The value of an attribute must be in quotes.',
  'xml-attribute-space': 'Attributes must be separated by spaces.',
  'xml-attribute-twice': 'The element has the attribute “{0}” twice.',
  'xml-entity-unknown': 'This entity is not declared. Write &amp; for the character & and try again.',
  'xml-entity':
    'This is not a valid reference to a character or an entity. Write &amp; for the character & and try again.',
  'xml-markup': 'The translation is not well-formed markup near “{0}”. {1}',
  'xml-markup-closing-tag':
    'The translation is not well-formed markup: a closing tag has no opening tag. Correct it and try again.',

  // android
  'android-root': 'This is not an Android resource file: its root element is <{0}>, not <resources>.',
  'android-reference': 'This string refers to another resource.',
  'android-markup': '“{0}” contains markup in the source file. Keep its elements in the translation and try again.',
  'android-substitutions':
    '“{0}” has several placeholders or percent signs, and not all have a position, so Android would refuse the file. Write %1$s, %2$s, and so on, and %% for a percent sign.',
  'android-prefix': 'Neither file declares the prefix “{0}:”. Remove it or declare it on <resources>, and try again.',

  // resx
  'resx-root': 'This is not a .NET resource file: its root element is <{0}>, not <root>.',
  'resx-no-value': 'This string has no <value> element.',
  'resx-locked': 'The comment of this string says that it is locked.',

  // xliff
  'xliff-root': 'This is not an XLIFF file: its root element is <{0}>, not <xliff>.',
  'xliff-version': 'This file has the XLIFF version “{0}”. Versions 1.0 to 1.2 and 2.0 to 2.2 are supported.',
  'xliff-marked': 'The file marks this string as not translatable (translate="no").',
  'xliff-same-ids':
    '“{0}” is the id of several units in the source file, so “{1}” can’t be added alone. Give each unit its own id.',
  'xliff-carriage-return':
    'The translation contains a carriage return next to inline elements. Remove it or write &#13;, and try again.',
  'xliff-segments':
    'The unit “{0}” has different segments in the target and source files. Give both the same ones and try again.',
  'xliff-no-body': 'This file has no <body> to which units can be added. Add one and try again.',
  'xliff-versions': 'The target file is XLIFF {0} and the source file is XLIFF {1}. Convert one of them and try again.',
  'xliff-prefixes':
    'The target and source files use different namespace prefixes. Give both the same prefix and try again.',
  'xliff-files':
    'The numbers of <file> elements differ: target file {0}, source file {1}. Make them equal and try again.',

  // qt
  'qt-root': 'This is not a Qt Linguist file: its root element is <{0}>, not <TS>.',
  'qt-elements': 'This string contains elements that Qt doesn’t define.',
  'qt-lengths': 'This string has variants of several lengths, which can only be translated in Qt Linguist.',
  'qt-form-count': 'This string has {0} plural forms, more than Qt has for “{1}”.',
  'qt-form-unknown': '“{0}” can’t be written: for “{1}”, Qt has the plural forms {2}.',

  // stringsdict
  'stringsdict-root': 'This is not a property list: its root element is <{0}>, not <plist>.',
  'stringsdict-no-dict': 'This property list has no <dict>, so it contains no strings.',
  'stringsdict-key-expected': 'A <key> element is expected here, not <{0}>.',
  'stringsdict-no-value': 'This <key> has no value.',
  'stringsdict-no-words': 'This string contains only references to plural forms.',

  // strings
  'strings-character-set':
    'This string contains escapes of an old character set. Replace them with the characters themselves.',
  'strings-equals-expected': 'An equals sign or a semicolon is missing after this key.',
  'strings-semicolon-expected': 'A semicolon is missing after this string.',
  'strings-key-expected': 'A key is expected here, not “{0}”.',
  'strings-value-expected': 'A string is expected here, not “{0}”.',
  'strings-key-missing': 'A key is expected here, but the file ends.',
  'strings-value-missing': 'A string is expected here, but the file ends.',
  'strings-structure': 'Lists, dictionaries, and data are not allowed in a .strings file.',

  // properties

  // code
  'structure-too-deep': 'This is nested more than {0} levels deep, which is not supported.',
  'parser-limit': 'Something here is too long or nested too deeply to be read.',
  'unexpected-here': 'This is not expected here.',
  'unexpected-value': '“{0}” is not expected here.',
  'expected-here': '“{0}” is expected here.',
  'expected-instead': '“{0}” is expected here, not “{1}”.',
  'line-end-expected': 'A line end is expected here.',
  'escape-unknown':
    'This is not a valid escape sequence. If the backslash is part of the text, write it twice and try again.',
  'unit-byte-escapes':
    'This string contains byte escapes, which can’t be written. Write the characters themselves instead.',
  'unit-only-code': 'This string contains only code.',
  'unit-id-invalid': '“{0}” is not the id of a string in a file of this format.',
  'translation-empty':
    'The translation is empty, and an element without text would not be found again. Enter a text and try again.',
  'translation-carriage-return':
    'A carriage return in the translation would be read as a line break. Remove it and try again.',
  'code-key-computed': 'The key of this string is computed in code.',
  'code-computed': 'This string is computed in code.',
  'code-interpolated': 'This string contains values that are inserted by code, so it can’t be written safely.',
  'code-concatenated': 'This string is concatenated in code, so it can’t be written safely.',
  'code-several-locales':
    'The source file contains several locales. The translation belongs in that file, not in a separate one.',
  'code-english-missing': 'Once added, “{0}” would be read as the source of this file. Add it by hand and try again.',
  'code-needs-container':
    '“{0}” is an array or object in the source file, but not here. Make both the same and try again.',
  'code-needs-string': '“{0}” is a string in the source file, but not here. Make both the same and try again.',
  'code-no-container':
    'This file has no array or object for “{0}”. Add an empty one, as in the source file, and try again.',

  // php
  'php-no-tag': 'This is not a PHP file: it doesn’t contain <?php.',
  'php-invalid': 'This is not valid PHP: the code ends too early, or continues in a way that PHP doesn’t allow.',
  'php-too-many-operators': 'This expression has more than {0} operators, which is not supported.',
  'php-heredoc': 'This string is a heredoc, which can’t be written. Put it in quotes to have it translated.',
  'php-byte-string': 'This is a string of bytes, not of characters.',

  // module
  'module-nested-types': 'Type arguments or comparisons are nested too deeply here to be read.',
  'module-template-not-closed': 'This template string has no closing backtick.',
  'module-invalid': 'This code can’t be read. Its parser reports: “{0}”',

  // yaml
  'yaml-control-character': 'YAML doesn’t allow this control character. Remove it and try again.',
  'yaml-several-documents': 'A second document begins here, but a locale file contains only one.',
  'yaml-single-value': 'A locale file has keys, but this one contains a single value.',
  'yaml-alias-properties': 'An alias can’t have an anchor or a tag.',
  'yaml-anchor-name': 'This is not a valid name for an anchor or alias.',
  'yaml-tag-wrong': 'This tag is for another kind of value.',
  'yaml-directive-unknown':
    'This line is not a YAML directive. If it is a string that begins with %, put it in quotes.',
  'yaml-escape-unknown': 'This is not a YAML escape sequence. Write the backslash twice, or use single quotes.',
  'yaml-indent': 'The indentation of this line matches neither the line above nor an open level.',
  'yaml-property-order': 'Anchors and tags belong after the indicator and before the value.',
  'yaml-string-start': 'A string can’t begin with this character unless it is in quotes.',
  'yaml-nested-key': 'A key can’t contain another key or a list here. A string with a colon needs quotes.',
  'yaml-block-in-flow': 'Indented keys and lists are not allowed inside brackets.',
  'yaml-key-too-long': 'This key is longer than the 1,024 characters that YAML allows.',
  'yaml-character-missing': 'A closing quote, bracket, comma, or colon is missing here.',
  'yaml-key-lines': 'A key has to be on one line. A colon or a quote may be missing here.',
  'yaml-several-anchors': 'A value can have only one anchor.',
  'yaml-several-tags': 'A value can have only one tag.',
  'yaml-tab': 'YAML can’t be indented with tabs. Use spaces.',
  'yaml-invalid': 'This is not valid YAML. Its parser reports: “{0}”',
  'yaml-needs-string': '“{0}” is a string in the source file. {1} Make both the same and try again.',
  'yaml-needs-keys': '“{0}” has keys of its own in the source file. {1} Make both the same and try again.',
  'yaml-needs-list': '“{0}” is a list in the source file. {1} Make both the same and try again.',
  'yaml-needs-plural': '“{0}” has plural forms with “other” in the source file. {1} Make both the same and try again.',
  'yaml-is-map': 'Here it is a map with other keys.',
  'yaml-is-list': 'Here it is a list.',
  'yaml-is-string': 'Here it is a string.',
  'yaml-is-alias': 'Here it is an alias.',
  'yaml-is-empty': 'Here it is empty.',
  'yaml-is-data': 'Here it is a number, boolean, date, or symbol.',
  'yaml-locale-key':
    'Only the {0} file has its strings under the name of its locale. Make both files the same and try again.',

  // toml
  'toml-header-not-closed': 'This table header has no closing bracket.',
  'toml-array-not-closed': 'This array has no closing bracket.',
  'toml-inline-table-not-closed': 'This inline table has no closing brace.',
  'toml-inline-table-lines': 'An inline table has to be on one line.',
  'toml-inline-table-comma': 'An inline table can’t end with a comma.',
  'toml-key-missing': 'A key is missing here. An empty key needs quotes.',
  'toml-key-twice': 'This key is defined more than once.',
  'toml-key-dots': 'A key can’t begin or end with a dot, or contain two dots in a row.',
  'toml-equals-missing': 'An equals sign is missing here.',
  'toml-comma-missing': 'A comma is missing here.',
  'toml-entry-lines': 'A key, its equals sign, and its value have to be on one line.',
  'toml-control-character': 'TOML doesn’t allow this control character. Remove it and try again.',
  'toml-underscore': 'An underscore in a number needs a digit on both sides.',
  'toml-leading-zero': 'A number can’t begin with a zero.',
  'toml-spaces': 'Spaces are not allowed here.',
  'toml-three-quotes': 'Three quotes in a row are not allowed here.',
  'toml-date': 'This date or time doesn’t exist.',
  'toml-invalid': 'This is not valid TOML. Its parser reports: “{0}”',
  'toml-conflict-string':
    '“{0}” can’t be added: there is already a string here. Make both files the same and try again.',
  'toml-conflict-data':
    '“{0}” can’t be added: there is already a number, boolean, or date here. Make both files the same and try again.',
  'toml-conflict-container':
    '“{0}” can’t be added: there is already a table or array here. Make both files the same and try again.',

  // markdown
  'markdown-too-large': 'This file is larger than {0} MiB, the maximum size of a Markdown file.',
  'markdown-lazy-lines': 'More than {0} lines continue a list item or a quote here without being indented.',
  'markdown-invalid': 'This can’t be read as Markdown. Its parser reports: “{0}”',
  'document-structure':
    '“{0}” is not in the {1} file. Give it the structure of the {2} file, or delete it to have it recreated.',
  'front-matter-yaml': 'The front matter is not valid YAML. {0}',
  'front-matter-toml': 'The front matter is not valid TOML. {0}',
  'front-matter-anchor': 'Other values refer to this string by its anchor and would change with it.',
  'markdown-formula': 'This is a formula.',
  'markdown-line-break': 'Headings, table cells, and titles have only one line. Remove the line breaks and try again.',
  'markdown-task-box': 'The translation begins with the checkbox of a task. Put a backslash before it and try again.',
  'markdown-alert': 'The translation begins with the marker of an alert. Put a backslash before it and try again.',
  'markdown-empty-line':
    'The translation contains an empty line, which would begin another paragraph. Remove that line and try again.',
  'markdown-leading-spaces':
    'A line of the translation begins with spaces or tabs, which Markdown drops. Remove them and try again.',
  'markdown-trailing-spaces':
    'The translation ends with spaces or tabs, which Markdown drops. Remove them and try again.',
  'markdown-cell-bar':
    'The translation contains “|”, which would end the table cell. Write “\\|” instead and try again.',
  'markdown-cell-backslash':
    'The translation ends with a backslash, which would escape the end of the table cell. Remove it and try again.',
  'markdown-heading-hash':
    'The translation ends with “#”, which would close the heading. Put a backslash before it and try again.',
  'markdown-heading-id': 'The translation ends with text that would be read as a heading id. Remove it and try again.',
  'markdown-title-brackets':
    'Brackets at the ends of the translation would become part of the note’s fence. Remove them and try again.',
  'markdown-other-block':
    '{0} Put a backslash or other words at the beginning of the line that causes this, and try again.',
  'markdown-as-paragraphs': 'The translation would be read as more than one paragraph.',
  'markdown-as-list': 'The translation would be read as a list.',
  'markdown-as-quote': 'The translation would be read as a block quote.',
  'markdown-as-footnote': 'The translation would be read as a footnote.',
  'markdown-as-heading': 'The translation would be read as a heading.',
  'markdown-as-table': 'The translation would be read as a table.',
  'markdown-as-fence': 'The translation would be read as the fence of a note or as a horizontal rule.',
  'markdown-as-other':
    'The translation would be read as code, an empty list, a link definition, or a block of HTML or JavaScript.',
  'markdown-misread-file': 'Because of a line of the translation, the file would be read differently.',
  'markdown-misread-unit': 'Because of a line of the translation, “{0}” would be read as something else.',
  'markdown-breaks-document': 'The translation would break the document. {0} Correct it and try again.',
  'mdx-invalid': 'The translation is not valid MDX. {0} Correct it and try again.',
  'mdx-end':
    'An element or expression is not closed. If “<” or a brace is part of the text, put a backslash before it.',
  'mdx-character': 'This character is not expected in a tag. If “<” doesn’t begin a tag, put a backslash before it.',
  'mdx-unindented-line': 'A line of an element or expression lacks the prefix of its list item or block quote.',
  'mdx-closing-tag': 'A closing tag has no opening tag.',
  'mdx-closing-tag-name': 'A closing tag can contain only its name.',
  'mdx-tag-mismatch': 'An opening or closing tag has no matching tag.',

  // html
  'html-only-tags': 'The translation contains only tags and no text. Enter a text and try again.',
  'html-block-element':
    'The translation contains a block element, so it would be read as several strings. Remove it and try again.',
  'html-markup-changed':
    'This markup would be read differently. Remove comments at its ends, carriage returns, and broken tags.',
  'html-unbalanced':
    'The translation has a tag without its closing tag, or an extra closing tag. Correct it and try again.',
  'html-untagged':
    'The translation has none of the source’s tags, so “&amp;” and the like would be read as characters. Keep a tag, or enter the characters.',
  'html-template-return': 'A carriage return in template code would be read as a line break. Remove it and try again.',

  // po
  'po-comment-inside': 'A comment can’t be inside an entry: msgstr is still missing above.',
  'po-unexpected-number': '{0} can’t have a number.',
  'po-msgid-first': 'A msgid has to come before this {0}.',
  'po-plural-position': 'An entry has only one msgid_plural, directly after its msgid.',
  'po-forms-unnumbered': 'An entry with msgid_plural needs msgstr[0], msgstr[1], and so on.',
  'po-forms-numbered': 'Only an entry with msgid_plural has numbers after msgstr.',
  'po-too-many-forms': 'This number is too high: no language has more than {0} plural forms.',
  'po-form-twice': 'This msgstr already exists. A msgid may be missing before it.',
  'po-no-msgid': 'This entry has no msgid.',
  'po-no-msgstr': 'This entry has no msgstr.',
  'po-string-missing': 'A string in quotation marks has to follow {0}.',
  'po-string-alone': 'This string doesn’t follow a keyword.',
  'po-keyword-unknown': '“{0}” is not a PO keyword.',
  'po-other-language': 'The header of this file says “{0}”, not “{1}”. If that is wrong, correct its Language field.',
  'po-forms-unclear':
    'The plural forms of this file are not those of its language. Correct Plural-Forms in its header.',
  'po-form-absent': '“{0}” can’t be written: according to its Plural-Forms, the file has only the forms {1}.',
  'po-line-break-start':
    'gettext requires that either both the translation and its source start with a line break, or neither. Correct the translation and try again.',
  'po-line-break-end':
    'gettext requires that either both the translation and its source end with a line break, or neither. Correct the translation and try again.',

  // csv
  'csv-header':
    'The first row doesn’t say what the columns contain. Name them “key”, “source”, and “target”, or by locales.',
  'csv-no-locales': 'This table has neither columns for locales nor a source and a target column.',
  'csv-several-languages': 'This table has columns for more than one language.',
  'csv-after-quote':
    'Only a delimiter or a line end can follow the closing quote of a cell. Double each quote inside a quoted cell.',
  'csv-row-too-long':
    'A row has more cells than the header, so “{0}” can’t be added. Name those columns and try again.',

  // fluent
  'fluent-entry': 'A message, term, or comment has to begin here.',
  'fluent-character': 'A character in the range {0} is expected here.',
  'fluent-message-empty': 'The message “{0}” needs a value or attributes.',
  'fluent-term-empty': 'The term “-{0}” needs a value.',
  'fluent-callee': 'The name of a function has only capital letters, digits, hyphens, and underscores.',
  'fluent-argument-name': 'The name of this argument is not valid.',
  'fluent-argument-twice': 'Two arguments have the same name.',
  'fluent-argument-order': 'Arguments without names have to come before arguments with names.',
  'fluent-default-missing': 'One of the variants has to be the default, marked with an asterisk.',
  'fluent-default-twice': 'Only one of the variants can be the default.',
  'fluent-variant-missing': 'At least one variant is needed after “->”.',
  'fluent-variant-key': 'The key of a variant is missing here.',
  'fluent-expression-missing': 'An expression is missing here, such as “$name” or a string in quotes.',
  'fluent-selector': 'This expression can’t select a variant.',
  'fluent-term-attribute': 'An attribute of a term can only select a variant.',
  'fluent-closing-brace': 'This closing brace has no opening brace.',
  'fluent-invalid': 'This is not valid Fluent. Its parser reports: “{0}”',
  'fluent-too-much-space': 'There are more than {0} spaces or empty lines in a row here. Remove some and try again.',
  'fluent-not-pattern': '“{0}” is not a valid Fluent pattern. {1} Write a brace that is a character as {"{"} or {"}"}.',
  'fluent-several-patterns':
    '“{0}” is not a single Fluent pattern. Spaces and brackets at the ends of lines need no {"…"} around them.',
  'fluent-plural-text':
    'The translation of “{0}” is only a choice among plural forms, so it would be read as several strings. Write one text, or put words before the choice.',
  'fluent-no-plural': 'This message has no plural forms in the source file.',
  'fluent-plural-mismatch':
    'Only one of the two files has plural forms of this message. Make both the same and try again.',

  // ini and Play
  'ini-line-break': 'A text in an .ini file has only one line. Remove the line breaks and try again.',
  'play-line': 'A line has to be a comment that begins with “#”, or a key, “=”, and a message.',
  'play-outer-whitespace':
    'The translation begins or ends with whitespace, which Play removes from messages. Remove it and try again.',

  // Vue
  'vue-block-end': 'The translation contains “</i18n”, which would end the block. Remove it and try again.',

  // subtitles
  'srt-no-times': 'This is not a SubRip file: it has no line with times such as “00:00:01,000 --> 00:00:04,000”.',
  'vtt-header': 'This is not a WebVTT file: its first line has to begin with WEBVTT.',
  'subtitle-after-empty-line':
    'This text follows an empty line, after which players expect the next subtitle. Remove that line first.',
  'subtitle-without-times': '“{0}” is not in the {1} file, so its times are not known.',
  'subtitle-other-times':
    'The times of subtitle “{0}” differ from the {1} file. Make them equal, or delete this file to recreate it.',
  'srt-empty-line': 'An empty line, or one with only spaces, would end the subtitle. Remove it and try again.',
  'srt-times': 'A line of the translation would be read as times of another subtitle. Remove that line and try again.',
  'vtt-empty-line': 'An empty line would end the cue. Remove it from the translation and try again.',
  'vtt-arrow': 'The translation contains “-->”, which would end the cue. Write “--&gt;” instead and try again.',
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof reasons;

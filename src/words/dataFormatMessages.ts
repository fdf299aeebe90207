import * as l10n from '@vscode/l10n';
import type { DataFormatReasons } from '../formats/format.ts';
import type { MessageTable } from './words.ts';

/**
 * Messages, in the user's language, for the reasons that all formats share and for those of data formats (JSON, XML,
 * .strings …).
 */
export const dataFormatMessages: MessageTable<DataFormatReasons> = {
  // kit
  'file-too-large': () => l10n.t('This file is larger than {0} MiB, the maximum size of a locale file.'),
  'conflict-markers': () =>
    l10n.t('The file has conflict markers of a merge, such as “<<<<<<<”. Resolve the conflict and try again.'),
  'text-lone-surrogate': () =>
    l10n.t(
      'The translation contains half of a surrogate pair, which can’t be saved in a file. Correct it and try again.',
    ),
  'text-forbidden-character': () =>
    l10n.t(
      'The translation contains the character U+{0}, which this file format can’t represent. Remove it and try again.',
    ),
  // Messages of Node have no period at the end, those of VS Code may have one.
  'file-system': (message) => (/[.!?]$/u.test(message) ? '{0}' : '{0}.'),
  'unit-lone-surrogate': () =>
    l10n.t('This string contains half of a surrogate pair, which is not a valid character. Correct it in the file.'),
  'unit-more-than-text': () => l10n.t('This string contains more than text.'),
  'unit-other-language': () => l10n.t('The translations in this file are in “{0}”.'),
  'unit-read-only': () => l10n.t('“{0}” can’t be written: {1}'),
  'unit-marked': () => l10n.t('The file marks this string as not translatable.'),
  'entry-no-key': () => l10n.t('This entry has a text but no key.'),
  'entry-no-separator': () => l10n.t('This line has no separator between a key and a text.'),
  'entry-no-heading': () => l10n.t('This text is in a column without a heading.'),
  'entry-no-source': () => l10n.t('This entry has a translation but no source text.'),
  'entry-alias': () => l10n.t('This entry has no text of its own: it refers to another entry.'),
  'entry-merged': () => l10n.t('These texts are included from another entry or file.'),
  'entry-key-structure': () => l10n.t('The key of this entry is a list or a map.'),
  'entry-tagged': () => l10n.t('The text of this entry has a tag that only the program understands.'),
  'entry-no-locale': () => l10n.t('This text belongs to none of the locales in the file.'),
  'entry-kind': () => l10n.t('Entries of this kind are not read.'),
  'unit-unknown': () => l10n.t('There is no string “{0}” in the {1} file or the {2} file.'),
  'unit-not-in-source': () => l10n.t('There is no string “{0}” in the source file.'),
  'unit-not-in-target': () => l10n.t('There is no string “{0}” in the target file.'),
  'unit-in-neither-file': () => l10n.t('There is no string “{0}” in the source file or the target file.'),
  'list-ids-differ': () =>
    l10n.t(
      'The elements of “{0}” have an identifier in only one of the two files, so they can’t be matched. Give each element the identifier that it has in the source file and try again.',
    ),
  'two-translations': () => l10n.t('There are two different translations of “{0}”. Remove one of them and try again.'),
  'unit-round-trip': () =>
    l10n.t(
      'Nothing was written: “{0}” would not be read back correctly. Report this, and include the file if possible.',
    ),
  'file-round-trip': () =>
    l10n.t(
      'Nothing was written: the file would not be read back correctly. Report this, and include the file if possible.',
    ),
  'file-other-language': () =>
    l10n.t('The translations in this file are in “{0}”, not “{1}”. Write “{1}” to a separate file.'),
  'in-source-file': () => l10n.t('In the source file: {0}'),
  'nested-too-deeply': () => l10n.t('Values are nested more than {0} levels deep here, which is not supported.'),
  'value-too-long': () => l10n.t('This value is longer than {0} characters, which is not supported.'),
  'value-expected': () => l10n.t('A value is expected here.'),
  'colon-expected': () => l10n.t('A colon is expected here, between the key and its value.'),
  'file-end-expected': () => l10n.t('The file should end here, but more text follows.'),
  'comment-open': () => l10n.t('This comment is never closed.'),
  'quote-open': () => l10n.t('This quotation mark is never closed.'),
  'line-quote-open': () => l10n.t('This string has no closing quote on its line.'),
  'unicode-escape': () => l10n.t('In an escape sequence, \\u must be followed by four hexadecimal digits.'),

  // encoding
  'utf-32': () => l10n.t('{0} is encoded in UTF-32, which is not supported. Save it as UTF-8 and try again.'),
  'utf-16-unmarked': () =>
    l10n.t('{0} looks like UTF-16 without a byte order mark, which is not supported. Save it as UTF-8 and try again.'),
  'utf-16-invalid': () => l10n.t('{0} is not valid UTF-16 here. Save it as UTF-8 and try again.'),
  'utf-8-invalid': () =>
    l10n.t('{0} is not valid UTF-8: byte {1} of the file is 0x{2}. Save it as UTF-8 and try again.'),
  'encoding-unknown': () =>
    l10n.t('{0} declares the encoding “{1}”, which is not supported. Save it as UTF-8 and try again.'),
  'encoding-invalid-bytes': () =>
    l10n.t(
      '{0} declares the encoding “{1}”, but contains bytes that are invalid in it. Save it as UTF-8 and try again.',
    ),
  'encoding-ambiguous': () =>
    l10n.t('{0} has characters that can be encoded in several ways in “{1}”. Save it as UTF-8 and try again.'),
  'character-not-in-encoding': () =>
    l10n.t(
      '“{0}” (U+{1}) can’t be written in {2}, the encoding of this file. Convert the file to UTF-8 and try again.',
    ),
  'file-lone-surrogate': () =>
    l10n.t('This is half of a surrogate pair, which can’t be saved in a file. Correct it and try again.'),
  'byte-order-mark': () =>
    l10n.t('The text begins with a byte order mark, but the file has none. Remove it and try again.'),

  // json
  'json-syntax': () => l10n.t('This is not valid JSON.'),
  'json-empty': () => l10n.t('This file is empty. A JSON file contains at least a pair of braces.'),
  'json-single-value': () =>
    l10n.t('A locale file contains an object in braces, but this one contains a single value.'),
  'json-number': () => l10n.t('This number is not valid in JSON.'),
  'json-number-incomplete': () => l10n.t('This number is incomplete.'),
  'json-key-expected': () => l10n.t('A key in double quotes is expected here.'),
  'json-comma-expected': () => l10n.t('A comma is expected here, after the previous value.'),
  'json-brace-open': () => l10n.t('A closing brace is missing: an object is still open here.'),
  'json-bracket-open': () => l10n.t('A closing bracket is missing: an array is still open here.'),
  'json-escape': () => l10n.t('This is not a JSON escape sequence.'),
  'json-control-character': () => l10n.t('A control character, such as a tab, must be escaped in a string.'),
  'json-file-type': () =>
    l10n.t('The type of this file is “{0}”, and that of the source file is “{1}”. Convert one of them and try again.'),
  'json-type': () =>
    l10n.t(
      'The type of “{0}” is “{1}” in this file and “{2}” in the source file. Give both the same type and try again.',
    ),
  'json-not-in-source': () =>
    l10n.t('“{0}” has the type “{1}” here, but is not in the source file. Correct one of the files and try again.'),

  // json5
  'json5-syntax': () => l10n.t('This is not valid JSON5.'),
  'json5-empty': () => l10n.t('This file is empty. A JSON5 file contains at least a pair of braces.'),
  'json5-too-large': () => l10n.t('This file is larger than {0} MiB, the maximum size of a JSON5 locale file.'),
  'json5-open': () => l10n.t('The file ends inside a string or a comment.'),
  'json5-element-expected': () => l10n.t('A value or a closing bracket is expected here.'),
  'json5-key-expected': () => l10n.t('A key or a closing brace is expected here.'),
  'json5-comma-expected': () => l10n.t('A comma or a closing bracket is expected here.'),
  'json5-escape': () => l10n.t('A backslash before a digit is not a JSON5 escape sequence.'),
  'json5-number-key': () => l10n.t('A key must be a name or in quotes, but this one is a number.'),
  'json5-unquoted': () => l10n.t('A string must be in quotes.'),

  // arb
  'arb-other-type': () => l10n.t('This is not a string to translate: its type is “{0}”.'),

  // xcstrings
  'xcstrings-root': () => l10n.t('This is not a string catalog: it has no object “strings”.'),
  'xcstrings-marked': () => l10n.t('The catalog marks this string as not translatable (shouldTranslate).'),
  'xcstrings-stale': () => l10n.t('The code no longer contains this string (extractionState: stale).'),
  'xcstrings-varies': () =>
    l10n.t(
      'In “{0}”, this string varies differently than in the source language. Correct that in Xcode and try again.',
    ),
  'xcstrings-one-file': () =>
    l10n.t(
      'A string catalog contains all its languages. Write the translations to the catalog of the source language.',
    ),

  // xml
  'xml-syntax': () => l10n.t('This is not well-formed XML (“{0}”).'),
  'xml-root-missing': () => l10n.t('This is not an XML file: it has no root element.'),
  'xml-two-roots': () => l10n.t('An XML file has a single root element, but another one follows here.'),
  'xml-text-outside-root': () => l10n.t('Text is not allowed outside the root element.'),
  'xml-exclamation-mark': () =>
    l10n.t('Only a comment, a CDATA section, or a document type declaration can begin with <!.'),
  'xml-doctype': () => l10n.t('A document type declaration is only allowed before the root element.'),
  'xml-end': () => l10n.t('The file ends inside a tag, a comment, or a section.'),
  'xml-character': () => l10n.t('This character is not allowed here in XML.'),
  'xml-name': () => l10n.t('This character is not allowed in the name of an element, an attribute, or an entity.'),
  'xml-comment': () => l10n.t('A comment must not contain two hyphens in a row.'),
  'xml-section-end': () => l10n.t('The characters ]]> are only allowed at the end of a CDATA section.'),
  'xml-instruction': () => l10n.t('This processing instruction is not valid.'),
  'xml-declaration': () => l10n.t('The XML declaration is not valid.'),
  'xml-declaration-first': () => l10n.t('The XML declaration is only allowed at the start of the file.'),
  'xml-slash': () => l10n.t('In an opening tag, a slash must be followed by >.'),
  'xml-tag-open': () => l10n.t('The element <{0}> is never closed.'),
  'xml-closing-tag': () => l10n.t('This closing tag is not valid.'),
  'xml-closing-tag-other': () => l10n.t('This closing tag doesn’t match the element that is open here.'),
  'xml-closing-tag-unmatched': () => l10n.t('The closing tag </{0}> has no opening tag.'),
  'xml-attribute-value': () => l10n.t('This attribute has no value.'),
  'xml-attribute-quotes': () => l10n.t('The value of an attribute must be in quotes.'),
  'xml-attribute-space': () => l10n.t('Attributes must be separated by spaces.'),
  'xml-attribute-twice': () => l10n.t('The element has the attribute “{0}” twice.'),
  'xml-entity-unknown': () => l10n.t('This entity is not declared. Write &amp; for the character & and try again.'),
  'xml-entity': () =>
    l10n.t('This is not a valid reference to a character or an entity. Write &amp; for the character & and try again.'),
  'xml-markup': () => l10n.t('The translation is not well-formed markup near “{0}”. {1}'),
  'xml-markup-closing-tag': () =>
    l10n.t('The translation is not well-formed markup: a closing tag has no opening tag. Correct it and try again.'),

  // android
  'android-root': () => l10n.t('This is not an Android resource file: its root element is <{0}>, not <resources>.'),
  'android-reference': () => l10n.t('This string refers to another resource.'),
  'android-markup': () =>
    l10n.t('“{0}” contains markup in the source file. Keep its elements in the translation and try again.'),
  'android-substitutions': () =>
    l10n.t(
      '“{0}” has several placeholders or percent signs, and not all have a position, so Android would refuse the file. Write %1$s, %2$s, and so on, and %% for a percent sign.',
    ),
  'moko-escape': () =>
    l10n.t(
      'moko-resources would read “{0}” in the translation as an escape sequence. Remove the backslash and try again.',
    ),
  'android-prefix': () =>
    l10n.t('Neither file declares the prefix “{0}:”. Remove it or declare it on <resources>, and try again.'),

  // resx
  'resx-root': () => l10n.t('This is not a .NET resource file: its root element is <{0}>, not <root>.'),
  'keyed-root': () => l10n.t('The root element of this file is <{0}>, not <{1}>.'),
  'keyed-no-value': () => l10n.t('This string has no element for its text.'),
  'resx-no-value': () => l10n.t('This string has no <value> element.'),
  'resx-locked': () => l10n.t('The comment of this string says that it is locked.'),

  // xliff
  'xliff-root': () => l10n.t('This is not an XLIFF file: its root element is <{0}>, not <xliff>.'),
  'xliff-version': () =>
    l10n.t('This file has the XLIFF version “{0}”. Versions 1.0 to 1.2 and 2.0 to 2.2 are supported.'),
  'xliff-marked': () => l10n.t('The file marks this string as not translatable (translate="no").'),
  'xliff-same-ids': () =>
    l10n.t(
      '“{0}” is the id of several units in the source file, so “{1}” can’t be added alone. Give each unit its own id.',
    ),
  'xliff-carriage-return': () =>
    l10n.t(
      'The translation contains a carriage return next to inline elements. Remove it or write &#13;, and try again.',
    ),
  'xliff-segments': () =>
    l10n.t(
      'The unit “{0}” has different segments in the target and source files. Give both the same ones and try again.',
    ),
  'xliff-no-body': () => l10n.t('This file has no <body> to which units can be added. Add one and try again.'),
  'xliff-versions': () =>
    l10n.t('The target file is XLIFF {0} and the source file is XLIFF {1}. Convert one of them and try again.'),
  'xliff-prefixes': () =>
    l10n.t('The target and source files use different namespace prefixes. Give both the same prefix and try again.'),

  // qt
  'qt-root': () => l10n.t('This is not a Qt Linguist file: its root element is <{0}>, not <TS>.'),
  'qt-elements': () => l10n.t('This string contains elements that Qt doesn’t define.'),
  'qt-lengths': () =>
    l10n.t('This string has variants of several lengths, which can only be translated in Qt Linguist.'),
  'qt-form-count': () => l10n.t('This string has {0} plural forms, more than Qt has for “{1}”.'),
  'qt-form-unknown': () => l10n.t('“{0}” can’t be written: for “{1}”, Qt has the plural forms {2}.'),

  // stringsdict
  'stringsdict-root': () => l10n.t('This is not a property list: its root element is <{0}>, not <plist>.'),
  'stringsdict-no-dict': () => l10n.t('This property list has no <dict>, so it contains no strings.'),
  'stringsdict-key-expected': () => l10n.t('A <key> element is expected here, not <{0}>.'),
  'stringsdict-no-value': () => l10n.t('This <key> has no value.'),
  'stringsdict-no-words': () => l10n.t('This string contains only references to plural forms.'),

  // strings
  'strings-source-unknown': () =>
    l10n.t('The source text of this string is not known: it has no comment of Interface Builder.'),
  'strings-character-set': () =>
    l10n.t('This string contains escapes of an old character set. Replace them with the characters themselves.'),
  'strings-equals-expected': () => l10n.t('An equals sign or a semicolon is missing after this key.'),
  'strings-semicolon-expected': () => l10n.t('A semicolon is missing after this string.'),
  'strings-key-expected': () => l10n.t('A key is expected here, not “{0}”.'),
  'strings-value-expected': () => l10n.t('A string is expected here, not “{0}”.'),
  'strings-key-missing': () => l10n.t('A key is expected here, but the file ends.'),
  'strings-value-missing': () => l10n.t('A string is expected here, but the file ends.'),
  'strings-structure': () => l10n.t('Lists, dictionaries, and data are not allowed in a .strings file.'),
};

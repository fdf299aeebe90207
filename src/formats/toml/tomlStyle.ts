import { lineEndOf } from '../kit/lineEnd.ts';
import type { StringConventions } from './tomlString.ts';
import type { TextStyle, TomlEntry, TomlFile, TomlNode } from './tomlTree.ts';

/** The style of a file; properties that it does not show are taken from another file. */
export interface TomlStyle extends StringConventions {
  /** The kinds of quotes that the file uses. */
  readonly quotes: ReadonlySet<TextStyle>;
  /** The text between a key and its value: ` = `. */
  readonly equals: string;
  /** The equals signs of a table are aligned in a column, so that the whitespace before them varies. */
  readonly alignsEquals: boolean;
  /** The indentation of entries under a header in addition to the header's own. */
  readonly indent: string;
}

export function styleOf(file: TomlFile, fallback?: TomlStyle): TomlStyle {
  const { text } = file;
  const fallbackStyle = fallback ?? defaultStyle;
  const quotes = new Set<TextStyle>();
  let equals: string | undefined;
  let alignsEquals: boolean | undefined;
  let indent: string | undefined;
  // The first entry that shows a property decides.
  for (const section of file.sections) {
    for (const entry of section.entries) {
      addQuotes(entry.value, quotes);
      const entryEquals = equalsOf(text, entry);
      equals ??= entryEquals;
      alignsEquals = alignsEquals === true || entryEquals !== equals;
      if (section.index > 0) indent ??= additionalIndent(indentOf(text, section.start), indentOf(text, entry.start));
    }
    // 2: basic and literal ones.
    if (quotes.size === 2 && section.index > enoughSections) break;
  }
  return {
    quotes: quotes.size > 0 ? quotes : fallbackStyle.quotes,
    equals: equals ?? fallbackStyle.equals,
    alignsEquals: alignsEquals ?? fallbackStyle.alignsEquals,
    indent: indent ?? fallbackStyle.indent,
    escapesNonAscii: isAsciiWithEscapes(text) ?? fallbackStyle.escapesNonAscii,
    eol: /[\r\n]/.test(text) ? lineEndOf(text) : fallbackStyle.eol,
  };
}

/** This many sections show the style of a file. */
const enoughSections = 100;

const defaultStyle: TomlStyle = {
  quotes: new Set(['basic']),
  equals: ' = ',
  alignsEquals: false,
  indent: '',
  escapesNonAscii: false,
  eol: '\n',
};

/** Returns an entry's indentation in addition to its header's; the whole one if it does not begin with the header's. */
function additionalIndent(headerIndent: string, indent: string): string {
  if (!indent.startsWith(headerIndent)) return indent;
  return indent.slice(headerIndent.length);
}

/** Returns the text between an entry's key and its value. */
export function equalsOf(text: string, entry: TomlEntry): string {
  return text.slice(entry.keyEnd, entry.value.start);
}

/** Returns the whitespace before something that begins its line; '' if it does not begin its line. */
export function indentOf(text: string, start: number): string {
  const lineBeginning = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (/^[ \t]*$/.test(lineBeginning)) return lineBeginning;
  return '';
}

function addQuotes(node: TomlNode, quotes: Set<TextStyle>): void {
  if (node.kind === 'text') quotes.add(node.style);
  else if (node.kind === 'inline') for (const entry of node.entries) addQuotes(entry.value, quotes);
  else if (node.kind === 'array') for (const element of node.elements) addQuotes(element, quotes);
}

/** Whether a file escapes characters outside ASCII; undefined if it has neither such a character nor such an escape. */
function isAsciiWithEscapes(text: string): boolean | undefined {
  if (/[^\0-\u007f]/.test(text)) return false;
  // `\u00e9`, `\U0001f600`; not `\u0041`, which is ASCII.
  if (/\\(?:u(?!00[0-7])[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/.test(text)) return true;
  return undefined;
}

import type { TextRange } from './localeFormat.ts';

/** How a file writes a character that its encoding lacks: as an escape of `.properties`, or as a reference of XML. */
export type CharacterEscapes = 'properties' | 'xml';

/** Returns the ASCII text for a character at an offset; undefined if it would not be understood. Offsets ascend. */
export type EscapeCharacter = (character: string, offset: number) => string | undefined;

/** Returns the function that writes what the encoding of a text lacks. */
export function characterEscapes(text: string, escapes: CharacterEscapes): EscapeCharacter {
  return escapes === 'properties' ? propertiesEscapes(text) : xmlReferences(text);
}

function propertiesEscapes(text: string): EscapeCharacter {
  return (character, offset) => {
    let backslashes = 0;
    while (text[offset - 1 - backslashes] === '\\') backslashes += 1;
    // `\é` would become `\\u00E9`, an escaped backslash and `u00E9`; in `\\é`, the backslash is already escaped.
    if (backslashes % 2 === 1) return undefined;
    // Each half of a surrogate pair has an escape of its own.
    return character.split('').map(unicodeEscape).join('');
  };
}

/** `é` → `\u00E9` */
function unicodeEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** In XML, only character data and attribute values have references: names, comments, CDATA and doctypes have none. */
function xmlReferences(text: string): EscapeCharacter {
  const ranges = rangesWithReferences(text);
  let range = ranges.next();
  return (character, offset) => {
    while (range.done !== true && range.value.end <= offset) range = ranges.next();
    if (range.done === true || range.value.start > offset) return undefined;
    return reference(character);
  };
}

/** Yields the ranges of character data and of attribute values, in which XML understands references. */
function* rangesWithReferences(text: string): Generator<TextRange, undefined> {
  let offset = 0;
  while (offset < text.length) {
    if (text[offset] !== '<') {
      const end = indexOrEnd(text, '<', offset);
      yield { start: offset, end };
      offset = end;
      continue;
    }
    const isOpeningTag = /[A-Za-z_:\u0080-\uFFFF]/.test(text.charAt(offset + 1));
    if (isOpeningTag) offset = yield* attributeValues(text, offset + 1);
    else offset = markupEnd(text, offset);
  }
  return undefined;
}

/** Yields the values in a tag; returns the end of the tag. */
function* attributeValues(text: string, start: number): Generator<TextRange, number> {
  let offset = start;
  while (offset < text.length && text[offset] !== '>') {
    const char = text.charAt(offset);
    if (char === '"' || char === "'") {
      const closingQuote = indexOrEnd(text, char, offset + 1);
      yield { start: offset + 1, end: closingQuote };
      offset = closingQuote;
    }
    offset += 1;
  }
  return offset + 1;
}

function reference(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`;
}

/** The end of markup in which no reference is understood: a comment, CDATA, an instruction, a closing tag. */
function markupEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return endOfMark(text, '-->', start + '<!--'.length);
  if (text.startsWith('<![CDATA[', start)) return endOfMark(text, ']]>', start + '<![CDATA['.length);
  if (text.startsWith('<?', start)) return endOfMark(text, '?>', start + '<?'.length);
  // A doctype may contain declarations with texts; references have other rules there, so all of it counts as markup.
  if (text.startsWith('<!', start)) return doctypeEnd(text, start);
  return endOfMark(text, '>', start);
}

function doctypeEnd(text: string, start: number): number {
  const close = indexOrEnd(text, '>', start);
  const bracket = text.indexOf('[', start);
  if (bracket < 0 || bracket > close) return Math.min(close + 1, text.length);
  // `<!DOCTYPE resources [ … ] >`
  const declarationsEnd = /\][ \t\r\n]*>/g;
  declarationsEnd.lastIndex = bracket;
  return declarationsEnd.test(text) ? declarationsEnd.lastIndex : text.length;
}

/** The offset after the next occurrence of a mark; the text's length without one. */
function endOfMark(text: string, mark: string, searchStart: number): number {
  return Math.min(indexOrEnd(text, mark, searchStart) + mark.length, text.length);
}

/** The offset of the next occurrence of a mark; the text's length without one. */
function indexOrEnd(text: string, mark: string, searchStart: number): number {
  const index = text.indexOf(mark, searchStart);
  return index < 0 ? text.length : index;
}

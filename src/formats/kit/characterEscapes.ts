/** How a file writes a character that its encoding lacks: as an escape of `.properties`, or as a reference of XML. */
export type CharacterEscapes = 'properties' | 'xml';

/**
 * Returns the ASCII text that represents a character at an offset, or undefined if no escape would be understood
 * there. Offsets have to ascend.
 */
export type EscapeCharacter = (character: string, offset: number) => string | undefined;

export function characterEscapes(text: string, escapes: CharacterEscapes): EscapeCharacter {
  return escapes === 'properties' ? propertiesEscapes(text) : xmlReferences(text);
}

function propertiesEscapes(text: string): EscapeCharacter {
  return (character, offset) => {
    let backslashes = 0;
    while (text[offset - 1 - backslashes] === '\\') backslashes += 1;
    // A preceding unescaped backslash would combine with the backslash of the escape.
    if (backslashes % 2 === 1) return undefined;
    return character.split('').map(unicodeEscape).join('');
  };
}

function unicodeEscape(codeUnit: string): string {
  return `\\u${codeUnit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * XML understands references in character data and attribute values only: not in names, comments, CDATA, instructions
 * or doctypes.
 */
function xmlReferences(text: string): EscapeCharacter {
  const ranges = understoodRanges(text);
  let range = ranges.next();
  return (character, offset) => {
    while (range.done !== true && range.value.end <= offset) range = ranges.next();
    if (range.done === true || range.value.start > offset) return undefined;
    return reference(character);
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function* understoodRanges(text: string): Generator<Range, undefined> {
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '<') {
      const end = indexOrEnd(text, '<', at);
      yield { start: at, end };
      at = end;
    } else if (/[A-Za-z_:\u0080-\uFFFF]/.test(text.charAt(at + 1))) at = yield* attributeValues(text, at + 1);
    else at = markupEnd(text, at);
  }
  return undefined;
}

/** Yields the values in a tag; returns the end of the tag. */
function* attributeValues(text: string, start: number): Generator<Range, number> {
  let at = start;
  while (at < text.length && text[at] !== '>') {
    const char = text.charAt(at);
    if (char === '"' || char === "'") {
      const end = indexOrEnd(text, char, at + 1);
      yield { start: at + 1, end };
      at = end;
    }
    at += 1;
  }
  return at + 1;
}

function reference(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`;
}

function markupEnd(text: string, start: number): number {
  if (text.startsWith('<!--', start)) return after(text, '-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start + 9);
  if (text.startsWith('<?', start)) return after(text, '?>', start + 2);
  // A doctype may contain declarations with texts; references have other rules there, so all of it counts as markup.
  if (text.startsWith('<!', start)) return doctypeEnd(text, start);
  return after(text, '>', start);
}

function doctypeEnd(text: string, start: number): number {
  const close = indexOrEnd(text, '>', start);
  const bracket = text.indexOf('[', start);
  if (bracket < 0 || bracket > close) return Math.min(close + 1, text.length);
  const end = /\][ \t\r\n]*>/g;
  end.lastIndex = bracket;
  return end.exec(text) === null ? text.length : end.lastIndex;
}

function after(text: string, mark: string, from: number): number {
  return Math.min(indexOrEnd(text, mark, from) + mark.length, text.length);
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at;
}

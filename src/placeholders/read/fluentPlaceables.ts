import { nextCodePointOffset } from './nextCodePointOffset.ts';
import type { Span } from '../pattern/compileUserPattern.ts';

/** A placeable that is being read. */
interface OpenPlaceable {
  readonly start: number;
  /** The part to be read next: an expression, or the text of a variant of a select expression. */
  state: 'expression' | 'variant';
  /** The skeleton so far, from the brace to the bracket that ends each variant's key. */
  readonly skeleton: Span[];
  /** Placeables inside this one. They are results if they are in a variant's text, or if this one is never closed. */
  readonly inner: Span[];
}

/** `-> [one]`, `-> *[other]` */
const arrow = /->\s*\*?\[[^[\]{}\n]{1,200}\]/uy;
/** `[few]` or `*[other]` on a new line. */
const variantKey = /\s*\n[^\S\n]*\*?\[[^[\]{}\n]{1,200}\]/uy;
const stringLiteral = /"(?:[^"\\\n]|\\.)*"/uy;
const whitespace = /\s*/uy;

/**
 * Returns the placeables of a Fluent pattern (its syntax specification, "Placeable" and "SelectExpression"), in order.
 * A select expression results in one range for each piece of its skeleton, with the line breaks that it needs; the text
 * of variants is not protected, but placeables in it are returned. A brace that is never closed is text.
 */
export function fluentPlaceables(text: string): readonly Span[] {
  const outer: Span[] = [];
  const openPlaceables: OpenPlaceable[] = [];
  /** The end of a line with a quotation mark that begins no string: later marks of this line are not examined. */
  let unclosedQuotesUntil = 0;
  let offset = 0;
  while (offset < text.length) {
    const placeable = openPlaceables.at(-1);
    const char = text[offset];
    if (char === '{') {
      openPlaceables.push({ start: offset, state: 'expression', skeleton: [], inner: [] });
      offset += 1;
    } else if (!placeable) {
      offset = indexOrEnd('{', text, offset);
    } else if (placeable.state === 'variant') {
      offset = readVariant(text, offset, placeable, (spans) => {
        close(openPlaceables, outer, spans);
      });
    } else if (char === '}') {
      close(openPlaceables, outer, [{ start: placeable.start, end: offset + 1 }]);
      offset += 1;
    } else if (char === '"' && offset >= unclosedQuotesUntil) {
      const end = matchEnd(stringLiteral, text, offset);
      // Not closed on its line, so it begins no string.
      if (end === undefined) unclosedQuotesUntil = indexOrEnd('\n', text, offset);
      offset = end ?? nextCodePointOffset(text, offset);
    } else {
      offset = readExpression(text, offset, placeable);
    }
  }
  return [...outer, ...openPlaceables.flatMap(({ inner }) => inner)];
}

/** Reads one character of an expression, or the arrow with the first key, after which a variant's text begins. */
function readExpression(text: string, offset: number, placeable: OpenPlaceable): number {
  const end = text[offset] === '-' ? matchEnd(arrow, text, offset) : undefined;
  if (end === undefined) return nextCodePointOffset(text, offset);
  placeable.skeleton.push({ start: placeable.start, end });
  placeable.state = 'variant';
  return end;
}

/** Reads a part of a variant's text, the next variant's key, or the closing brace with the whitespace before it. */
function readVariant(
  text: string,
  offset: number,
  placeable: OpenPlaceable,
  closeWith: (spans: readonly Span[]) => void,
): number {
  const afterWhitespace = matchEnd(whitespace, text, offset) ?? offset;
  if (text[afterWhitespace] === '}') {
    const pieces = [...placeable.skeleton, { start: offset, end: afterWhitespace + 1 }, ...placeable.inner];
    closeWith(pieces.sort((a, b) => a.start - b.start));
    return afterWhitespace + 1;
  }
  if (afterWhitespace === offset) return nextCodePointOffset(text, offset);
  const end = matchEnd(variantKey, text, offset);
  if (end === undefined) return afterWhitespace;
  placeable.skeleton.push({ start: offset, end });
  return end;
}

/** Ends the innermost placeable, and passes its results to the one around it, or to `outer` if there is none. */
function close(openPlaceables: OpenPlaceable[], outer: Span[], spans: readonly Span[]): void {
  openPlaceables.pop();
  const results = openPlaceables.at(-1)?.inner ?? outer;
  for (const span of spans) results.push(span);
}

/** Returns the offset of a character at or after another offset, or the length of the text. */
function indexOrEnd(character: string, text: string, searchStart: number): number {
  const offset = text.indexOf(character, searchStart);
  return offset < 0 ? text.length : offset;
}

/** Returns the end of the match at an offset; undefined if there is none. */
function matchEnd(sticky: RegExp, text: string, offset: number): number | undefined {
  sticky.lastIndex = offset;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

import { nextCodePointOffset } from './nextCodePointOffset.ts';
import type { Span } from '../pattern/userPattern.ts';

/** A placeable that is being read. */
interface Open {
  readonly start: number;
  /** The part to be read next: an expression, or the text of a variant of a select expression. */
  state: 'expression' | 'variant';
  /** The skeleton so far, from the brace to the bracket that ends each variant's key. */
  readonly skeleton: Span[];
  /** Placeables inside this one. They are results if they are in a variant's text, or if this one is never closed. */
  readonly inner: Span[];
}

const arrow = /->\s*\*?\[[^[\]{}\n]{1,200}\]/uy;
const variantKey = /\s*\n[^\S\n]*\*?\[[^[\]{}\n]{1,200}\]/uy;
const stringLiteral = /"(?:[^"\\\n]|\\.)*"/uy;
const whitespace = /\s*/uy;

/**
 * Returns the placeables of a Fluent pattern (its syntax specification, "Placeable" and "SelectExpression"), in order.
 * A select expression results in one range for each piece of its skeleton, with the line breaks that it needs; the text
 * of variants is not protected, but placeables in it are returned. A brace that is never closed is text. One pass;
 * UTF-16 offsets.
 */
export function fluentPlaceables(text: string): readonly Span[] {
  const outer: Span[] = [];
  const open: Open[] = [];
  let unclosedQuotesUntil = 0;
  let at = 0;
  while (at < text.length) {
    const placeable = open.at(-1);
    const char = text[at];
    if (char === '{') {
      open.push({ start: at, state: 'expression', skeleton: [], inner: [] });
      at += 1;
    } else if (!placeable) {
      at = nextOf('{', text, at);
    } else if (placeable.state === 'variant') {
      at = readVariant(text, at, placeable, (spans) => {
        close(open, outer, spans);
      });
    } else if (char === '}') {
      close(open, outer, [{ start: placeable.start, end: at + 1 }]);
      at += 1;
    } else if (char === '"' && at >= unclosedQuotesUntil) {
      const end = matchEnd(stringLiteral, text, at);
      if (end === undefined) unclosedQuotesUntil = nextOf('\n', text, at);
      at = end ?? nextCodePointOffset(text, at);
    } else {
      at = readExpression(text, at, placeable);
    }
  }
  return [...outer, ...open.flatMap(({ inner }) => inner)];
}

/** Reads one character of an expression, or the arrow with the first key, after which a variant's text begins. */
function readExpression(text: string, at: number, placeable: Open): number {
  const end = text[at] === '-' ? matchEnd(arrow, text, at) : undefined;
  if (end === undefined) return nextCodePointOffset(text, at);
  placeable.skeleton.push({ start: placeable.start, end });
  placeable.state = 'variant';
  return end;
}

/** Reads a part of a variant's text, the next variant's key, or the closing brace with the whitespace before it. */
function readVariant(text: string, at: number, placeable: Open, closeWith: (spans: readonly Span[]) => void): number {
  const afterWhitespace = matchEnd(whitespace, text, at) ?? at;
  if (text[afterWhitespace] === '}') {
    const pieces = [...placeable.skeleton, { start: at, end: afterWhitespace + 1 }, ...placeable.inner];
    closeWith(pieces.sort((a, b) => a.start - b.start));
    return afterWhitespace + 1;
  }
  if (afterWhitespace === at) return nextCodePointOffset(text, at);
  const end = matchEnd(variantKey, text, at);
  if (end === undefined) return afterWhitespace;
  placeable.skeleton.push({ start: at, end });
  return end;
}

/** Passes the results of the innermost placeable to the one around it, which keeps them unless it is one run itself. */
function close(open: Open[], outer: Span[], spans: readonly Span[]): void {
  open.pop();
  const into = open.at(-1)?.inner ?? outer;
  for (const span of spans) into.push(span);
}

/** Returns the offset of the next such character, or the length of the text. */
function nextOf(character: string, text: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

function matchEnd(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}

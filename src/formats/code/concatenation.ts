import type { CodeLanguage } from './codeLanguage.ts';
import type { TextStyle } from './codeStyle.ts';

/** A text that is written as several literals: `'One ' + 'text'`. */
interface Concatenation {
  readonly literals: readonly string[];
  /** The operators between the literals, with the whitespace around them. */
  readonly operators: readonly string[];
}

const literal = /'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`(?:\\[^]|[^`\\])*`/y;
const operator = /\s*[.+]\s*/y;

/** Returns the parts of an expression; undefined for a single literal, and for one with comments or parentheses. */
function partsOf(expression: string): Concatenation | undefined {
  const literals: string[] = [];
  const operators: string[] = [];
  for (let offset = 0; ;) {
    literal.lastIndex = offset;
    const [part = ''] = literal.exec(expression) ?? [];
    if (part === '') return undefined;
    literals.push(part);
    offset += part.length;
    if (offset === expression.length) break;
    operator.lastIndex = offset;
    const [sign = ''] = operator.exec(expression) ?? [];
    if (sign === '') return undefined;
    operators.push(sign);
    offset += sign.length;
  }
  return literals.length > 1 ? { literals, operators } : undefined;
}

/**
 * Returns a text as a concatenation like another one: with as many literals, divided between words at about the same
 * parts of the text, or between lines if those of the other are lines. Undefined if the other one is none.
 */
export function renderConcatenation(
  text: string,
  model: string,
  { language, textStyle }: { readonly language: CodeLanguage; readonly textStyle: TextStyle },
): string | undefined {
  const concatenation = partsOf(model);
  if (concatenation === undefined) return undefined;
  const { literals, operators } = concatenation;
  const pieces = divide(text, literals);
  return pieces
    .map((piece, index) => {
      const part = literals[index] ?? '';
      const quote = (['"', '`'] as const).find((mark) => part.startsWith(mark)) ?? "'";
      const rendered = language.quoteText(piece, { ...textStyle, quote, old: part });
      return index === 0 ? rendered : (operators[index - 1] ?? '') + rendered;
    })
    .join('');
}

/** Divides a text into at most as many pieces as there are literals. */
function divide(text: string, literals: readonly string[]): readonly string[] {
  const areLines = literals.slice(0, -1).every((part) => /\\n.$/.test(part));
  const ends = [...text.matchAll(areLines ? /\n/g : /\s(?!\s)/g)].map(({ index }) => index + 1);
  const totalLength = literals.join('').length;
  const pieces: string[] = [];
  let start = 0;
  let modelLength = 0;
  for (const part of literals.slice(0, -1)) {
    modelLength += part.length;
    const ideal = (text.length * modelLength) / totalLength;
    const later = ends.filter((end) => end > start && end < text.length);
    const end = later.toSorted((a, b) => Math.abs(a - ideal) - Math.abs(b - ideal))[0];
    if (end === undefined) break;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return [...pieces, text.slice(start)];
}

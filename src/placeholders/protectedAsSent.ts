import { isBracketed, runsOf } from './read/runs.ts';
import type { Placeholder, ProtectedText } from './read/placeholder.ts';

/**
 * Removes the protecting brackets, whatever is in them. A source with triple brackets of its own is never sent, so two
 * texts that are equal without brackets are the same source, protected by different rules.
 */
export function withoutBrackets(sent: string): string {
  return sent.replace(/\[\[\[|\]\]\]/gu, '');
}

/**
 * Returns a protected text with the brackets that it was sent with, which are others if another version, or other
 * settings, protected it. `sent` is the text at the service, which may have changed its line ends and the whitespace
 * around it. Returns undefined if it is another text.
 */
export function protectedAsSent(now: ProtectedText, sent: string): ProtectedText | undefined {
  if (comparable(now.text) === comparable(sent)) return now;
  const text = now.source;
  const ranges = bracketedRanges(text, sent);
  if (ranges === undefined) return undefined;
  const isWhole = ({ start, end }: Placeholder): boolean =>
    ranges.some((range) => start >= range.start && end <= range.end);
  const asSent = now.placeholders.filter((placeholder) => !isBracketed(placeholder) || isWhole(placeholder));
  const runs = runsOf(text, asSent);
  const terms = ranges
    .filter(({ start, end }) => !runs.some((run) => run.start === start && run.end === end))
    .map(({ start, end }): Placeholder => {
      const words = text.slice(start, end);
      return { start, end, text: words, syntax: { term: words } };
    });
  const isInTerm = ({ start, end }: Placeholder): boolean =>
    terms.some((term) => start >= term.start && end <= term.end);
  const placeholders = [...asSent.filter((placeholder) => !isInTerm(placeholder)), ...terms];
  return { ...now, text: sent, placeholders: placeholders.sort((a, b) => a.start - b.start) };
}

/** Returns a text without what the service may change: line ends and surrounding whitespace. */
export function comparable(text: string): string {
  return text.replace(/\r\n?/gu, '\n').trim();
}

/** Returns the ranges of a text that are in brackets in `sent`; undefined if `sent` is another text. */
function bracketedRanges(
  text: string,
  sent: string,
): readonly { readonly start: number; readonly end: number }[] | undefined {
  if (comparable(text) !== comparable(withoutBrackets(sent))) return undefined;
  const offsets = comparableOffsets(text);
  const ranges: { readonly start: number; readonly end: number }[] = [];
  let pieceStart = 0;
  for (const [index, piece] of comparable(sent)
    .split(/\[\[\[|\]\]\]/u)
    .entries()) {
    const [start, end] = [offsets[pieceStart], offsets[pieceStart + piece.length]];
    // Pieces alternate: outside, inside.
    if (index % 2 === 1 && start !== undefined && end !== undefined) ranges.push({ start, end });
    pieceStart += piece.length;
  }
  return ranges;
}

/** Returns the offset in a text of each character of its comparable form, and of its end. */
function comparableOffsets(text: string): readonly number[] {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const offsets: number[] = [];
  for (let offset = start; offset <= end; offset += 1) {
    // `\r\n` is one character.
    const isInLineEnd = text[offset - 1] === '\r' && text[offset] === '\n';
    if (!isInLineEnd) offsets.push(offset);
  }
  return offsets;
}

import type { Span } from './pattern/compileUserPattern.ts';
import { isBracketed, placeholderRuns } from './read/runs.ts';
import type { Placeholder, ProtectedText } from './read/placeholder.ts';

/**
 * Removes the protecting brackets, whatever is in them. A source with triple brackets of its own is never sent, so two
 * texts that are equal without brackets are the same source, protected by different rules.
 */
export function withoutBrackets(sent: string): string {
  return sent.replace(/\[\[\[|\]\]\]/gu, '');
}

/**
 * Returns a protected text with the brackets of `sent`, the text at the service. Another version or other settings may
 * have put them around other parts: a part that was in brackets but is no placeholder by the current rules becomes a
 * term. Returns undefined if `sent` is another text, apart from line ends and surrounding whitespace.
 */
export function protectedAsSent(current: ProtectedText, sent: string): ProtectedText | undefined {
  if (comparable(current.text) === comparable(sent)) return current;
  const text = current.source;
  const sentRanges = bracketedRanges(text, sent);
  if (sentRanges === undefined) return undefined;
  // A placeholder that was sent without brackets is text in this job; tags never have brackets.
  const placeholdersAsSent = current.placeholders.filter(
    (placeholder) => !isBracketed(placeholder) || isWithin(placeholder, sentRanges),
  );
  const runs = placeholderRuns(text, placeholdersAsSent);
  // Brackets that are not around a run of today's placeholders (`[[[%s%d]]]`) were around a term: `[[[NewPipe]]]`.
  const terms: Placeholder[] = [];
  for (const { start, end } of sentRanges) {
    if (runs.some((run) => run.start === start && run.end === end)) continue;
    const words = text.slice(start, end);
    terms.push({ start, end, text: words, syntax: { term: words } });
  }
  // A term contains its placeholders.
  const placeholders = [...placeholdersAsSent.filter((placeholder) => !isWithin(placeholder, terms)), ...terms];
  return { ...current, text: sent, placeholders: placeholders.sort((a, b) => a.start - b.start) };
}

function isWithin({ start, end }: Placeholder, ranges: readonly Span[]): boolean {
  return ranges.some((range) => start >= range.start && end <= range.end);
}

/** Returns a text without what the service may change: line ends and surrounding whitespace. */
export function comparable(text: string): string {
  return text.replace(/\r\n?/gu, '\n').trim();
}

/** Returns the ranges of a text that are in brackets in `sent`; undefined if `sent` is another text. */
function bracketedRanges(text: string, sent: string): readonly Span[] | undefined {
  if (comparable(text) !== comparable(withoutBrackets(sent))) return undefined;
  const offsets = comparableOffsets(text);
  const ranges: Span[] = [];
  const pieces = comparable(sent).split(/\[\[\[|\]\]\]/u);
  let pieceStart = 0;
  for (const [index, piece] of pieces.entries()) {
    const [start, end] = [offsets[pieceStart], offsets[pieceStart + piece.length]];
    // Pieces alternate, `outside[[[inside]]]outside`, so those with an odd index are inside.
    if (index % 2 === 1 && start !== undefined && end !== undefined) ranges.push({ start, end });
    pieceStart += piece.length;
  }
  return ranges;
}

/** Returns the offset in a text of each character of its comparable form, and of its end: ` a\r\nb → [1, 2, 4, 5]`. */
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

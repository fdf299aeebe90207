import { gap, glue, linesOf, plain, type Part, type Segment } from './documentParts.ts';

/** Maximum length of a segment; longer paragraphs are split. */
const maxParagraphChars = 32_768;

/** Splits plain text into paragraphs, which are separated by empty lines. */
export function* readPlainText(text: string): Generator<Segment> {
  let paragraph = '';
  for (const line of linesOf(text)) {
    if (line.trim() === '') {
      yield* cutLong(paragraph);
      paragraph = '';
      yield [gap(line)];
      continue;
    }
    if (paragraph.length + line.length > maxParagraphChars && paragraph !== '') {
      yield* cutLong(paragraph);
      paragraph = '';
    }
    paragraph += line;
  }
  yield* cutLong(paragraph);
}

/** Splits at spaces, so that no word is cut. */
function* cutLong(text: string): Generator<Segment> {
  let start = 0;
  while (text.length - start > maxParagraphChars) {
    const space = text.indexOf(' ', start + maxParagraphChars);
    const end = space < 0 ? text.length : space + 1;
    yield [plain(text.slice(start, end))];
    start = end;
  }
  if (start < text.length) yield [plain(text.slice(start))];
}

/**
 * Splits subtitles, SubRip or WebVTT: the text after a line of times, up to an empty line. Numbers, notes and styles
 * precede a line of times.
 */
export function* readSubtitles(text: string): Generator<Segment> {
  let cue: Part[] | undefined;
  for (const line of linesOf(text)) {
    if (line.includes('-->')) {
      if (cue) yield cue;
      cue = [];
      yield [gap(line)];
    } else if (cue && line.trim() !== '') {
      for (const part of cueParts(line)) cue.push(part);
    } else {
      if (cue) yield cue;
      cue = undefined;
      yield [gap(line)];
    }
  }
  if (cue) yield cue;
}

/** Keeps commands such as `{\an8}`, which positions a subtitle. */
function* cueParts(line: string): Generator<Part> {
  for (const [index, piece] of line.split(/(\{\\[^{}]*\})/u).entries())
    if (piece !== '') yield index % 2 === 1 ? glue(piece) : plain(piece);
}

export function readTabSeparated(text: string): Iterable<Segment> {
  return readCells(text, '\t');
}

/** Splits at commas or semicolons, whichever the first line has more of. */
export function readCommaSeparated(text: string): Iterable<Segment> {
  const [first = ''] = linesOf(text);
  return readCells(text, first.split(';').length > first.split(',').length ? ';' : ',');
}

function* readCells(text: string, delimiter: string): Generator<Segment> {
  let start = 0;
  while (start < text.length) {
    const end = text[start] === '"' ? endOfQuoted(text, start) : endOfBare(text, start, delimiter);
    if (end > start) yield [cell(text.slice(start, end))];
    let next = end;
    while (next < text.length && (text[next] === delimiter || text[next] === '\r' || text[next] === '\n')) next += 1;
    // Only a delimiter may follow a closing quote; other characters up to it are kept.
    if (next === end && next < text.length) next = endOfBare(text, end, delimiter);
    if (next > end) yield [gap(text.slice(end, next))];
    start = next;
  }
}

function cell(source: string): Part {
  if (!source.startsWith('"')) return plain(source);
  const inner = source.length > 1 && source.endsWith('"') ? source.slice(1, -1) : source.slice(1);
  return {
    kind: 'text',
    source,
    text: inner.replaceAll('""', '"'),
    write: (text) => `"${text.replaceAll('"', '""')}"`,
  };
}

function endOfQuoted(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 2))
    if (text[quote + 1] !== '"') return quote + 1;
  return text.length;
}

function endOfBare(text: string, start: number, delimiter: string): number {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

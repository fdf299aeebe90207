import type { TextRange } from '../kit/localeFormat.ts';

/** The lines of a text, which end at CRLF, LF or a lone CR, as in WebVTT. */
export interface Lines {
  /** The start of each line. */
  readonly starts: readonly number[];
  /** The end of each line, without its line end. */
  readonly ends: readonly number[];
}

/** A cue in the file; offsets are those of the text it was scanned from. */
export interface Cue {
  /** The line before the times; undefined without such a line. */
  readonly name: string | undefined;
  /** The first character of the cue's first line. */
  readonly start: number;
  /** The line with the times. */
  readonly times: TextRange;
  /** From the first to the last line of its text; `start === end` on the line after the times if it has none. */
  readonly text: TextRange;
  /** Lines after an empty line that belong to no cue; undefined without such lines. */
  readonly strayLines: TextRange | undefined;
  /** Comment blocks (NOTE) directly before the cue. */
  readonly notes: readonly TextRange[];
}

/** The rules that differ between SubRip and WebVTT; each gets the range of a line. */
export interface CueRules {
  /** Whether a line with `-->` gives the times of a cue. */
  isTimes(text: string, start: number, end: number): boolean;
  /** Whether the line ends a cue: in WebVTT an empty line, in SubRip players also a line of whitespace. */
  isBlank(text: string, start: number, end: number): boolean;
  /** Whether the line before the times is the cue's name. */
  isName(text: string, start: number, end: number): boolean;
  /** Lines that belong to no cue are blocks (the header, comments, styles), and not a misplaced text of a cue. */
  readonly hasBlocks: boolean;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Returns the lines of a text; the last one is empty if the text ends with a line end. */
export function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code !== lineFeed && code !== carriageReturn) continue;
    ends.push(offset);
    if (code === carriageReturn && text.charCodeAt(offset + 1) === lineFeed) offset += 1;
    starts.push(offset + 1);
  }
  ends.push(text.length);
  return { starts, ends };
}

/** Of more comments before a cue, only the last ones are kept. */
const maxNotes = 10;

/** The word that begins a comment in WebVTT. */
export const noteMark = 'NOTE';

/** Returns the cues of a text from line `start` on, in one pass over its lines. */
export function scanCues(text: string, start: number, rules: CueRules): readonly Cue[] {
  const { starts, ends } = linesOf(text);
  const arrowLines = linesWithArrow(text, starts, ends);
  const lineCount = starts.length;
  const isTimes = (line: number): boolean =>
    arrowLines.has(line) && rules.isTimes(text, starts[line] ?? 0, ends[line] ?? 0);
  const isBlank = (line: number): boolean => rules.isBlank(text, starts[line] ?? 0, ends[line] ?? 0);
  const isName = (line: number): boolean => rules.isName(text, starts[line] ?? 0, ends[line] ?? 0);
  const beginsCue = (line: number): boolean =>
    isTimes(line) || (line + 1 < lineCount && !isBlank(line) && isName(line) && isTimes(line + 1));
  const rangeOfLines = (firstLine: number, lastLine: number): TextRange => ({
    start: starts[firstLine] ?? text.length,
    end: ends[lastLine] ?? text.length,
  });

  const cues: Cue[] = [];
  let notes: TextRange[] = [];
  let line = start;
  while (line < lineCount) {
    if (isBlank(line)) {
      line += 1;
      continue;
    }
    const firstLine = line;
    if (!beginsCue(line)) {
      // WebVTT: a comment, a style or the header. SubRip: lines of a cue below an empty line.
      const endsBlock = rules.hasBlocks ? isTimes : beginsCue;
      line = endOfBlock(line, lineCount, (next) => isBlank(next) || endsBlock(next));
      const block = rangeOfLines(firstLine, line - 1);
      if (!rules.hasBlocks) addToLastCue(cues, block);
      // The last comments, at most `maxNotes` with this one.
      else if (isNote(text, block)) notes = [...notes.slice(1 - maxNotes), block];
      // A style or the header; comments before it are not those of a cue.
      else notes = [];
      continue;
    }
    const hasName = !isTimes(line);
    const timesLine = hasName ? line + 1 : line;
    const textLine = timesLine + 1;
    // In WebVTT, any `-->` ends a cue's text.
    line = endOfBlock(timesLine, lineCount, (next) => {
      if (isBlank(next)) return true;
      return rules.hasBlocks ? arrowLines.has(next) : beginsCue(next);
    });
    const textStart = starts[textLine] ?? text.length;
    const hasText = line > textLine;
    cues.push({
      name: hasName ? text.slice(starts[firstLine], ends[firstLine]).trim() : undefined,
      start: starts[firstLine] ?? 0,
      times: rangeOfLines(timesLine, timesLine),
      text: hasText ? rangeOfLines(textLine, line - 1) : { start: textStart, end: textStart },
      strayLines: undefined,
      notes,
    });
    notes = [];
  }
  return cues;
}

/** Returns the lines that contain `-->`, found in a single search because few lines do. */
function linesWithArrow(text: string, starts: readonly number[], ends: readonly number[]): ReadonlySet<number> {
  const lines = new Set<number>();
  let line = 0;
  for (let arrow = text.indexOf('-->'); arrow >= 0; arrow = text.indexOf('-->', arrow + '-->'.length)) {
    while ((ends[line] ?? Number.POSITIVE_INFINITY) < arrow) line += 1;
    if (starts[line] !== undefined) lines.add(line);
  }
  return lines;
}

/** Returns the first line after `firstLine` that does not belong to its block. */
function endOfBlock(firstLine: number, lineCount: number, isEnd: (line: number) => boolean): number {
  let line = firstLine + 1;
  while (line < lineCount && !isEnd(line)) line += 1;
  return line;
}

/** Whether a block is a comment: it begins with the word `NOTE`. */
function isNote(text: string, { start, end }: TextRange): boolean {
  const markEnd = start + noteMark.length;
  return text.startsWith(noteMark, start) && (end === markEnd || /[ \t\r\n]/.test(text.charAt(markEnd)));
}

/** Adds lines that belong to no cue to the stray lines of the cue before them. */
function addToLastCue(cues: Cue[], block: TextRange): void {
  const lastCue = cues.pop();
  if (lastCue !== undefined)
    cues.push({ ...lastCue, strayLines: { start: lastCue.strayLines?.start ?? block.start, end: block.end } });
}

import { once } from '../../base/once.ts';
import { entriesInComments, type CommentedFile, type CommentSyntax } from '../kit/commentedEntries.ts';
import type { EntryBlock } from '../kit/entryLines.ts';
import type { TextRange, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { indentBefore } from '../kit/lineScan.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import { placeholderComment, unitFrom } from '../kit/unitFrom.ts';
import { entryId } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { decodeLiteral } from './stringsEscape.ts';
import { scanStrings, type StringsEntry } from './scanStrings.ts';

export interface StringsFile extends CommentedFile<StringsEntry> {
  readonly units: readonly Unit[];
}

/** `// "save" = "Sichern";` or the same in a comment with two delimiters, with nothing else. */
const commentSyntax: CommentSyntax = {
  comment: /\/\*+[ \t]*([^]*?)\*+\/|\/\/+[ \t]*([^\r\n]*)/g,
  entry: /^(?:"(?:[^"\\]|\\.)*"|[\w.$-]+)[ \t]*=[ \t]*"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*;$/,
};

/** Reads a file. If several entries have the same key, the last is the unit, as in programs. */
export function readStrings(text: string): StringsFile {
  const entries = scanStrings(text);
  const { byId, ids } = liveEntries(entries, ({ key }) => entryId(decodeLiteral(text, key).text));
  const units = Array.from(byId, ([id, entry]) => unitOf(text, id, entry));
  const blocks = once(() => blocksOf(text, entries, ids));
  return { units, byId, blocks, inComments: once(() => entriesInComments(text, blocks(), commentSyntax, readStrings)) };
}

function unitOf(text: string, id: string, { key, value, comments }: StringsEntry): Unit {
  const { text: decoded, isFullyDecoded } = decodeLiteral(text, value ?? key);
  const note = noteOf(text, comments);
  const reason = isFullyDecoded ? undefined : because('strings-character-set');
  const { start, end } = value ?? { start: key.end, end: key.end };
  return unitFrom({ id, text: decoded, note, maxChars: lengthHint(note), reason, start, end });
}

function noteOf(text: string, comments: readonly TextRange[]): string {
  const notes = comments.map(({ start, end }) => wordsOf(text.slice(start, end)));
  return notes.filter((words) => words !== '' && !placeholderComment.test(words)).join('\n');
}

/** The words of a comment without its delimiters, the asterisks that begin its lines and lines of only punctuation. */
function wordsOf(comment: string): string {
  const content = comment.startsWith('//') ? comment.replace(/^\/\/+/, '') : comment.slice(2, -2);
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim().replace(/^\*+(?: |$)/, ''));
  const isRule = (line: string): boolean => /^[-=*#/_ ]+$/.test(line);
  return lines
    .filter((line) => !isRule(line))
    .join('\n')
    .trim();
}

/** The entries as blocks of lines, with their comments and with a comment that follows on the same line. */
function blocksOf(text: string, entries: readonly StringsEntry[], ids: readonly string[]): readonly EntryBlock[] {
  let previousEnd = 0;
  return entries.map((entry, index) => {
    const blockStart = entry.comments[0]?.start ?? entry.key.start;
    const indent = indentBefore(text, blockStart);
    // One line end above ends the previous entry's line; each further one is an empty line.
    const lineEndsAbove = countLineEnds(text, previousEnd, blockStart);
    const block = {
      id: ids[index] ?? '',
      start: blockStart - indent.length,
      bodyStart: entry.key.start,
      end: lineTailEnd(text, entry.end),
      emptyLinesAbove: index === 0 ? 0 : Math.max(lineEndsAbove - 1, 0),
    };
    previousEnd = block.end;
    return block;
  });
}

/** Returns the end of an entry's line if its rest contains only whitespace and comments, else the entry's end. */
function lineTailEnd(text: string, end: number): number {
  lineTailPattern.lastIndex = end;
  return lineTailPattern.test(text) ? lineTailPattern.lastIndex : end;
}

/** Matches the rest of a line with only whitespace and comments. */
const lineTailPattern = /[ \t]*(?:\/\*[^\r\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/y;

/** The number of line ends directly before an offset, including those of empty lines, back to a bound. */
function countLineEnds(text: string, bound: number, offset: number): number {
  let count = 0;
  for (let index = offset - 1; index >= bound; index -= 1) {
    const char = text[index];
    if (char === '\n' || (char === '\r' && text[index + 1] !== '\n')) count += 1;
    else if (char !== ' ' && char !== '\t' && char !== '\r') break;
  }
  return count;
}

import type { EntryBlock } from '../entryLines.ts';
import type { Unit } from '../format.ts';
import { lengthHint } from '../lengthHint.ts';
import { unitFrom } from '../unitFrom.ts';
import { escapeKey } from '../unitId.ts';
import { decodeLiteral } from './stringsEscape.ts';
import { scanStrings, type Comment, type StringsEntry } from './stringsScan.ts';

export interface StringsUnits {
  readonly units: readonly Unit[];
  readonly entries: readonly StringsEntry[];
  /** The live entry of every unit. */
  readonly byId: ReadonlyMap<string, StringsEntry>;
}

const OCTAL = 'It is written with numbers of an old character set, which cannot be written back exactly. Write the characters themselves instead.';

/** Reads a file. Of several entries with one key the last is the unit, as it is for the program. */
export function readStrings(text: string): StringsUnits {
  const entries = scanStrings(text);
  const byId = new Map<string, StringsEntry>();
  for (const entry of entries) {
    const id = idOf(text, entry);
    byId.delete(id);
    byId.set(id, entry);
  }
  return { units: [...byId].map(([id, entry]) => unitOf(text, id, entry)), entries, byId };
}

function idOf(text: string, { key }: StringsEntry): string {
  // An id is never empty, not even that of an empty key.
  return escapeKey(decodeLiteral(text, key).text) || '\\';
}

function unitOf(text: string, id: string, { key, value, comments }: StringsEntry): Unit {
  const { text: decoded, isExact } = decodeLiteral(text, value ?? key);
  const note = noteOf(text, comments);
  const maxChars = note === undefined ? undefined : lengthHint(note);
  return unitFrom({ id, text: decoded, note, maxChars, reason: isExact ? undefined : OCTAL, start: value?.start ?? key.end, end: value?.end ?? key.end });
}

/** Xcode puts this where nobody has said anything. */
const NO_COMMENT = /^no comment provided by engineer\.?$/i;

function noteOf(text: string, comments: readonly Comment[]): string | undefined {
  const notes = comments.map(({ start, end }) => wordsOf(text.slice(start, end))).filter((words) => words !== '' && !NO_COMMENT.test(words));
  return notes.length === 0 ? undefined : notes.join('\n');
}

/** A comment without its marks, the stars that begin its lines and lines that only part things. */
function wordsOf(comment: string): string {
  const inner = comment.startsWith('//') ? comment.replace(/^\/\/+/, '') : comment.slice(2, -2);
  const lines = inner.split(/\r\n|\n|\r/).map((line) => line.trim().replace(/^\*+(?: |$)/, ''));
  return lines.filter((line) => !/^[-=*#/_ ]*$/.test(line) || line === '').join('\n').trim();
}

/** The entries as blocks of lines, with their comments and with a comment that follows on the same line. */
export function blocksOf(text: string, { entries, byId }: StringsUnits): readonly EntryBlock[] {
  const ids = new Map([...byId].map(([id, entry]) => [entry, id]));
  let previousEnd = 0;
  return entries.map((entry, index) => {
    const first = entry.comments[0]?.start ?? entry.key.start;
    const start = Math.max(lineStart(text, first), previousEnd);
    const isOwnLine = /^[ \t]*$/.test(text.slice(start, first));
    const end = lineTail(text, entry.end);
    const block = { id: ids.get(entry) ?? '', start: isOwnLine && (start === 0 || /[\r\n]/.test(text.charAt(start - 1))) ? start : first, end, gap: index === 0 ? 0 : Math.max(lineEnds(text, previousEnd, first) - 1, 0) };
    previousEnd = end;
    return block;
  });
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !/[\r\n]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Behind what follows an entry on its line, if that is only blanks and comments. */
function lineTail(text: string, end: number): number {
  TAIL.lastIndex = end;
  return TAIL.test(text) ? TAIL.lastIndex : end;
}

const TAIL = /[ \t]*(?:\/\*[^\r\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=[\r\n]|$)/y;

/** The line ends directly before an offset, blank lines counted, back to a bound. */
function lineEnds(text: string, bound: number, offset: number): number {
  let count = 0;
  for (let at = offset - 1; at >= bound && /[ \t\r\n]/.test(text.charAt(at)); at -= 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
}

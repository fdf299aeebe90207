import type { TextEdit } from '../kit/localeFormat.ts';
import { afterLineEnd } from '../kit/lineScan.ts';
import type { PoComment, PoEntry } from './scanPo.ts';

/** Returns a line `#, fuzzy, c-format` without one of its flags; '' if that was the only one. */
export function withoutFlag(line: string, flag: string): string {
  const flags = line.slice('#,'.length).split(',');
  const otherFlags = flags.filter((otherFlag) => otherFlag.trim() !== flag);
  if (otherFlags.every((otherFlag) => otherFlag.trim() === '')) return '';
  return `#,${otherFlags.join(',')}`;
}

const noFlags: readonly string[] = [];

/** Returns the flags of an entry: `fuzzy`, `c-format`, `max-length:30` … */
export function flagsOf(text: string, { comments }: PoEntry): readonly string[] {
  // Most entries have no flags, and this is called several times for each.
  if (!comments.some(({ kind }) => kind === ',')) return noFlags;
  return comments.flatMap((comment) => flagsIn(text, comment));
}

function flagsIn(text: string, { kind, start, end }: PoComment): readonly string[] {
  if (kind !== ',') return noFlags;
  const flags = text.slice(start + '#,'.length, end).split(',');
  return flags.map((flag) => flag.trim());
}

/** Edits that remove `fuzzy` and the previous msgid, as msgattrib does. None for an entry that is not fuzzy. */
export function clearFuzzy(text: string, { comments }: PoEntry): readonly TextEdit[] {
  if (!comments.some((comment) => isFuzzyLine(text, comment))) return [];
  const edits: TextEdit[] = [];
  for (const comment of comments) {
    const { start, end } = comment;
    if (comment.kind === '|') edits.push(removeLine(text, comment));
    else if (isFuzzyLine(text, comment)) {
      const line = withoutFlag(text.slice(start, end), 'fuzzy');
      edits.push(line === '' ? removeLine(text, comment) : { start, end, text: line });
    }
  }
  return edits;
}

/** Edits that remove comments about another language's text: the previous msgid, and `fuzzy` unless it is needed. */
export function flagsOfNewText(
  text: string,
  entry: PoEntry,
  needsReview: boolean,
  lineEnd: string,
): readonly TextEdit[] {
  const isFuzzy = entry.comments.some((comment) => isFuzzyLine(text, comment));
  if (isFuzzy && !needsReview) return clearFuzzy(text, entry);
  const previousIds = entry.comments.filter(({ kind }) => kind === '|');
  const removals = previousIds.map((comment) => removeLine(text, comment));
  return needsReview ? [...setFuzzy(text, entry, lineEnd), ...removals] : removals;
}

/** Edits that make an entry fuzzy: `#, c-format` → `#, fuzzy, c-format`, or a new line before the previous msgid. */
export function setFuzzy(text: string, entry: PoEntry, lineEnd: string): readonly TextEdit[] {
  const { comments, keywordStart } = entry;
  if (comments.some((comment) => isFuzzyLine(text, comment))) return [];
  const flags = comments.find(({ kind }) => kind === ',');
  if (flags !== undefined) {
    const start = flags.start + '#,'.length;
    const isEmpty = text.slice(start, flags.end).trim() === '';
    return [{ start, end: start, text: isEmpty ? ' fuzzy' : ' fuzzy,' }];
  }
  const previousId = comments.find(({ kind, start }) => kind === '|' && start >= entry.start);
  const offset = previousId?.start ?? keywordStart;
  return [{ start: offset, end: offset, text: `#, fuzzy${lineEnd}` }];
}

export function isFuzzyLine(text: string, comment: PoComment): boolean {
  return flagsIn(text, comment).includes('fuzzy');
}

/** Removes a line with its line end and its indentation. */
function removeLine(text: string, { start, end }: PoComment): TextEdit {
  let lineStart = start;
  while (lineStart > 0 && (text[lineStart - 1] === ' ' || text[lineStart - 1] === '\t')) lineStart -= 1;
  return { start: lineStart, end: afterLineEnd(text, end), text: '' };
}

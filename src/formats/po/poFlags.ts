import type { TextEdit } from '../kit/localeFormat.ts';
import { afterLineEnd } from '../kit/lineScan.ts';
import type { PoComment, PoEntry } from './poScan.ts';

/** Returns a flags line without one of its flags; '' if that was the only one. */
export function withoutFlag(line: string, flag: string): string {
  const left = line
    .slice(2)
    .split(',')
    .filter((each) => each.trim() !== flag);
  return left.every((each) => each.trim() === '') ? '' : `#,${left.join(',')}`;
}

/** Edits that remove `fuzzy` and the previous msgid, as msgattrib does. None for an entry that is not fuzzy. */
export function clearFuzzy(text: string, { comments }: PoEntry): readonly TextEdit[] {
  const fuzzy = comments.filter((comment) => isFuzzyLine(text, comment));
  if (fuzzy.length === 0) return [];
  const edits: TextEdit[] = [];
  for (const comment of comments) {
    const { start, end } = comment;
    if (comment.kind === '|') edits.push(removeLine(text, comment));
    else if (fuzzy.includes(comment)) {
      const line = withoutFlag(text.slice(start, end), 'fuzzy');
      edits.push(line === '' ? removeLine(text, comment) : { start, end, text: line });
    }
  }
  return edits;
}

/**
 * Edits that remove comments about the text of another language: the previous msgid, and `fuzzy` unless the new text
 * is to be reviewed.
 */
export function flagsOfNewText(
  text: string,
  entry: PoEntry,
  needsReview: boolean,
  lineEnd: string,
): readonly TextEdit[] {
  const isFuzzy = entry.comments.some((comment) => isFuzzyLine(text, comment));
  if (isFuzzy && !needsReview) return clearFuzzy(text, entry);
  const previous = entry.comments.filter(({ kind }) => kind === '|').map((comment) => removeLine(text, comment));
  return needsReview ? [...setFuzzy(text, entry, lineEnd), ...previous] : previous;
}

/**
 * Edits that make an entry fuzzy: the flag comes first among the others, or is on a line of its own before the
 * previous msgid and the entry.
 */
export function setFuzzy(text: string, entry: PoEntry, lineEnd: string): readonly TextEdit[] {
  const { comments, keyword } = entry;
  if (comments.some((comment) => isFuzzyLine(text, comment))) return [];
  const flags = comments.find(({ kind }) => kind === ',');
  if (flags !== undefined)
    return [
      {
        start: flags.start + 2,
        end: flags.start + 2,
        text: text.slice(flags.start + 2, flags.end).trim() === '' ? ' fuzzy' : ' fuzzy,',
      },
    ];
  const at = comments.find(({ kind, start }) => kind === '|' && start >= entry.start)?.start ?? keyword;
  return [{ start: at, end: at, text: `#, fuzzy${lineEnd}` }];
}

export function isFuzzyLine(text: string, { kind, start, end }: PoComment): boolean {
  return (
    kind === ',' &&
    text
      .slice(start + 2, end)
      .split(',')
      .some((flag) => flag.trim() === 'fuzzy')
  );
}

/** Removes a line with its line end and its indentation. */
function removeLine(text: string, { start, end }: PoComment): TextEdit {
  let from = start;
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from -= 1;
  return { start: from, end: afterLineEnd(text, end), text: '' };
}

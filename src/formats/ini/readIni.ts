import { once } from '../../base/once.ts';
import type { CommentedFile } from '../kit/commentedEntries.ts';
import type { EntryBlock } from '../kit/entryLines.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { lineStartAt } from '../kit/lineScan.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import type { Unit } from '../kit/localeFormat.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import { entryId } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { scanIni, type IniEntry, type IniLines } from './scanIni.ts';
import { decodeIni } from './iniValue.ts';

export interface IniFile extends IniLines, CommentedFile<IniEntry> {
  readonly units: readonly Unit[];
}

/** Reads a file. If several entries have the same key, the last is the unit, as in PHP. */
export function readIni(text: string): IniFile {
  const { entries, headers } = scanIni(text);
  const { byId, ids } = liveEntries(entries, (entry) => idOf(text, entry));
  return {
    units: Array.from(byId, ([id, entry]) => unitOf(text, id, entry)),
    entries,
    headers,
    byId,
    blocks: once(() => entries.map((entry, index) => blockOf(text, entry, ids[index] ?? ''))),
  };
}

function blockOf(text: string, entry: IniEntry, id: string): EntryBlock {
  const { lineStart, keyStart, lineEnd, comments, emptyLines } = entry;
  const [firstComment] = comments;
  const start = firstComment === undefined ? lineStart : lineStartAt(text, firstComment.start);
  return { id, start, bodyStart: keyStart, end: lineEnd, emptyLinesAbove: emptyLines };
}

/** Returns `section.key`, or only the key outside of sections. */
function idOf(text: string, { section, keyStart, keyEnd }: IniEntry): string {
  const key = entryId(text.slice(keyStart, keyEnd));
  if (section === '') return key;
  return `${entryId(section)}.${key}`;
}

function unitOf(text: string, id: string, { valueStart, valueEnd, quoting, comments }: IniEntry): Unit {
  const withoutSign = (comment: string): string => comment.replace(/^[;#\s]+/, '').trim();
  const lines = comments.map(({ start, end }) => withoutSign(text.slice(start, end)));
  // A line such as `; -----` has no words.
  const note = joinNotes(...lines.filter((line) => !/^[-=*#;_]*$/.test(line)));
  return unitFrom({
    id,
    text: decodeIni(text.slice(valueStart, valueEnd), quoting === 'quoted'),
    note,
    maxChars: lengthHint(note),
    reason: quoting === 'unclosed' ? because('line-quote-open') : undefined,
    start: valueStart,
    end: valueEnd,
  });
}

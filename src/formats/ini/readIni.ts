import { once } from '../../base/once.ts';
import { entriesInComments, type CommentedFile } from '../kit/commentedEntries.ts';
import type { EntryBlock } from '../kit/entryLines.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { lineEndAt, lineStartAt } from '../kit/lineScan.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import type { OmittedEntry, Unit } from '../kit/localeFormat.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import { entryId } from '../kit/unitId.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { scanIni, type IniEntry, type IniLines } from './scanIni.ts';
import { factorioSyntax, innoSyntax, langSyntax, phpSyntax, type IniSyntax } from './iniSyntax.ts';
import { decodeIni, isPhpWord, type IniReader } from './iniValue.ts';

const syntaxes: Readonly<Record<IniReader, IniSyntax>> = {
  php: phpSyntax,
  joomla: phpSyntax,
  factorio: factorioSyntax,
  inno: innoSyntax,
  lang: langSyntax,
};

export interface IniFile extends IniLines, CommentedFile<IniEntry> {
  readonly units: readonly Unit[];
}

/** Reads a file. If several entries have the same key, the last is the unit, as in all these programs. */
export function readIni(text: string, reader: IniReader): IniFile {
  const { entries, headers, otherLines } = scanIni(text, syntaxes[reader]);
  const { byId, ids } = liveEntries(entries, (entry) => idOf(text, entry));
  const blocks = once(() => entries.map((entry, index) => blockOf(text, entry, ids[index] ?? '')));
  const syntaxOfComments = { comment: syntaxes[reader].comment, entry: /^[^=]*[^=\s][ \t]*=/ };
  return {
    units: Array.from(byId, ([id, entry]) => unitOf(text, id, entry, reader)),
    entries,
    headers,
    otherLines,
    byId,
    blocks,
    inComments: once(() => entriesInComments(text, blocks(), syntaxOfComments, (comment) => readIni(comment, reader))),
  };
}

/** Returns the lines that are no entries; a directive such as `#include` is none, and has no text. */
export function omittedIn(text: string, { otherLines }: IniFile): readonly OmittedEntry[] {
  return otherLines.flatMap((start) => {
    const line = text.slice(start, lineEndAt(text, start)).trim();
    if (line.startsWith('#') || line.startsWith('//')) return [];
    return [{ start, reason: because(line.startsWith('=') ? 'entry-no-key' : 'entry-no-separator') }];
  });
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

function unitOf(text: string, id: string, entry: IniEntry, reader: IniReader): Unit {
  const { valueStart, valueEnd, quoting, comments } = entry;
  const withoutSign = (comment: string): string => comment.replace(/^[;#\s]+/, '').trim();
  const lines = comments.map(({ start, end }) => withoutSign(text.slice(start, end)));
  // A line such as `; -----` has no words.
  const note = joinNotes(...lines.filter((line) => !/^[-=*#;_]*$/.test(line)));
  const written = text.slice(valueStart, valueEnd);
  return unitFrom({
    id,
    text: decodeIni(written, quoting === 'quoted'),
    note,
    maxChars: lengthHint(note),
    reason: reasonOf(entry, written, reader),
    start: valueStart,
    end: valueEnd,
  });
}

/** Returns why a value can't be translated; undefined if it can be. */
function reasonOf({ quoting, section }: IniEntry, written: string, reader: IniReader): Reason | undefined {
  if (quoting === 'unclosed') return because('line-quote-open');
  // `LanguageID=$0409`, `DialogFontName=`: https://jrsoftware.org/ishelp/topic_langoptionssection.htm
  if (reader === 'inno' && section === 'LangOptions') return because('unit-marked');
  const isWord = reader === 'php' && quoting !== 'quoted' && isPhpWord(written);
  return isWord ? because('boolean-word', written) : undefined;
}

import { hasWords } from '../../base/text/hasWords.ts';
import { afterLineEnd, lineEndAt } from '../kit/lineScan.ts';
import type { IniSyntax, IniValue } from './iniSyntax.ts';

/** A line with a key. */
export interface IniEntry {
  readonly lineStart: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The value as written, with its quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quoting: IniValue['quoting'];
  /** The end of the line, after a comment if there is one. */
  readonly lineEnd: number;
  /** The name of its section; '' before the first. */
  readonly section: string;
  /** The comment lines directly above, first to last. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** The number of empty lines above these. */
  readonly emptyLines: number;
}

/** A line that begins a section: `[name]`. */
interface SectionHeader {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface IniLines {
  readonly entries: readonly IniEntry[];
  /** The lines with words that are neither entries nor comments nor headers: where each begins. */
  readonly otherLines: readonly number[];
  readonly headers: readonly SectionHeader[];
}

/** `[general]` */
const sectionLine = /^[ \t]*\[([^\]\r\n]*)\]/;

/** Scans a file with one entry on each line. */
export function scanIni(text: string, { entryLine, commentLine, hasSections, valueIn }: IniSyntax): IniLines {
  const entries: IniEntry[] = [];
  const headers: SectionHeader[] = [];
  const otherLines: number[] = [];
  let comments: { start: number; end: number }[] = [];
  let section = '';
  let emptyLines = 0;
  for (let offset = 0; offset < text.length;) {
    const lineStart = offset;
    const lineEnd = lineEndAt(text, offset);
    const line = text.slice(lineStart, lineEnd);
    offset = afterLineEnd(text, lineEnd);
    const entry = entryLine.exec(line);
    if (entry !== null) {
      const [head, indent = '', key = ''] = entry;
      const keyStart = lineStart + indent.length;
      const keyEnd = keyStart + key.length;
      const valueStart = lineStart + head.length;
      const { length, quoting } = valueIn(line.slice(head.length));
      const valueEnd = valueStart + length;
      const context = { lineStart, lineEnd, section, comments, emptyLines };
      entries.push({ ...context, keyStart, keyEnd, valueStart, valueEnd, quoting });
      comments = [];
      emptyLines = 0;
    } else if (commentLine.test(line)) {
      comments.push({ start: lineStart + line.search(/[;#]/), end: lineEnd });
    } else {
      const name = hasSections ? sectionLine.exec(line)?.[1]?.trim() : undefined;
      if (name !== undefined) headers.push({ name, start: lineStart, end: lineEnd });
      else if (hasWords(line)) otherLines.push(lineStart);
      section = name ?? section;
      // A header counts as an empty line. After comments, which belong to no entry here, the count begins anew.
      if (comments.length > 0) emptyLines = 0;
      emptyLines += 1;
      comments = [];
    }
  }
  return { entries, headers, otherLines };
}

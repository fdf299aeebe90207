import { afterLineEnd, lineEndAt } from '../kit/lineScan.ts';

/** A line with a key, as PHP's `parse_ini_file` reads it in its raw mode. */
export interface IniEntry {
  readonly lineStart: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** The value as written, with its quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quoting: 'none' | 'quoted' | 'unclosed';
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
  readonly headers: readonly SectionHeader[];
}

/** `[general]` */
const sectionLine = /^[ \t]*\[([^\]\r\n]*)\]/;
/** Groups: the indentation, the key, and the equals sign with the spaces around it. */
const entryLine = /^([ \t]*)([^=\s;#[][^=]*?)([ \t]*=[ \t]*)/;
/** A value begins and ends with a quote and may contain others; only a comment follows: `"Say "Hi"" ; greeting`. */
const quotedValue = /^"[^]*"(?=[ \t]*(?:;[^"]*)?$)/;
/** Matches a value without quotes, up to a comment: `Hello` of `Hello ; greeting`. */
const bareValue = /^[^;]*?(?=[ \t]*(?:;|$))/;

/**
 * Scans an .ini file as Joomla reads it: `parse_ini_file` with INI_SCANNER_RAW (PHP, Zend/zend_ini_scanner.l). A value
 * is on one line, and a semicolon outside of quotes begins a comment. Other lines are ignored.
 */
export function scanIni(text: string): IniLines {
  const entries: IniEntry[] = [];
  const headers: SectionHeader[] = [];
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
    } else if (/^[ \t]*[;#]/.test(line)) {
      comments.push({ start: lineStart + line.search(/[;#]/), end: lineEnd });
    } else {
      const name = sectionLine.exec(line)?.[1]?.trim();
      if (name !== undefined) headers.push({ name, start: lineStart, end: lineEnd });
      section = name ?? section;
      // A header counts as an empty line. After comments, which belong to no entry here, the count begins anew.
      if (comments.length > 0) emptyLines = 0;
      emptyLines += 1;
      comments = [];
    }
  }
  return { entries, headers };
}

/** Returns the length of the value that a line contains after the equals sign, and its quotes. */
function valueIn(line: string): { readonly length: number; readonly quoting: IniEntry['quoting'] } {
  const quotedMatch = quotedValue.exec(line);
  if (quotedMatch !== null) return { length: quotedMatch[0].length, quoting: 'quoted' };
  const length = bareValue.exec(line)?.[0].length ?? 0;
  if (line.startsWith('"')) return { length, quoting: 'unclosed' };
  return { length, quoting: 'none' };
}

import { afterLineEnd, lineEndAt } from '../kit/lineScan.ts';
import type { TextRange } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';

/** A message with its key, which may continue on further lines. */
export interface PlayMessage {
  readonly lineStart: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  /** After the last character of the message, without the whitespace that Play removes. */
  readonly valueEnd: number;
  /** The comment lines directly above, first to last. */
  readonly comments: readonly TextRange[];
  /** The number of empty lines above the comments, or above the message if it has none. */
  readonly emptyLinesAbove: number;
}

/** Matches a key and its equals sign: `home.title = `. */
const messageStart = /^[ \t]*([a-zA-Z0-9$_.-]+)[ \t]*=[ \t]*/;

/**
 * Scans a messages file like Play's `MessagesParser`: a line is a comment that begins with `#`, or `key = message`; a
 * message continues on the next line after a backslash. Throws FormatError for another line, as Play refuses the file.
 */
export function scanPlay(text: string): readonly PlayMessage[] {
  const messages: PlayMessage[] = [];
  let comments: TextRange[] = [];
  let emptyLinesAbove = 0;
  for (let offset = 0; offset < text.length;) {
    const lineStart = offset;
    const lineEnd = lineEndAt(text, offset);
    const line = text.slice(lineStart, lineEnd);
    offset = afterLineEnd(text, lineEnd);
    const message = messageStart.exec(line);
    if (line.startsWith('#')) {
      comments.push({ start: lineStart, end: lineEnd });
    } else if (line.trim() === '') {
      // Comments above an empty line do not belong to the next message.
      emptyLinesAbove = comments.length > 0 ? 1 : emptyLinesAbove + 1;
      comments = [];
    } else if (message === null) {
      throw formatErrorAt(text, lineStart, because('play-line'));
    } else {
      const [keyAndEquals, key = ''] = message;
      const keyStart = lineStart + line.indexOf(key);
      const keyEnd = keyStart + key.length;
      const valueStart = lineStart + keyAndEquals.length;
      const end = messageEnd(text, valueStart);
      const value = text.slice(valueStart, end).replace(/[\u0000-\u0020]+$/, '');
      const valueEnd = valueStart + value.length;
      messages.push({ lineStart, keyStart, keyEnd, valueStart, valueEnd, comments, emptyLinesAbove });
      [comments, emptyLinesAbove] = [[], 0];
      offset = afterLineEnd(text, end);
    }
  }
  return messages;
}

/** Returns the first line end that no backslash precedes. Two backslashes are an escaped one, and do not count. */
function messageEnd(text: string, start: number): number {
  let lineStart = start;
  for (;;) {
    const lineEnd = lineEndAt(text, lineStart);
    const backslashCount = /\\*$/.exec(text.slice(lineStart, lineEnd))?.[0].length ?? 0;
    if (backslashCount % 2 === 0 || lineEnd === text.length) return lineEnd;
    lineStart = afterLineEnd(text, lineEnd);
  }
}

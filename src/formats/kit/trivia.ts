// Trivia: the spaces, line ends and comments around the members of JSON and of source code, and the comment lines of
// TOML and YAML.

/** The line end and spaces before a member; only spaces if the member shares its line with what is before it. */
export interface Lead {
  readonly text: string;
  /** The spaces that begin the member's line; undefined if the member does not begin a line. */
  readonly indent: string | undefined;
}

/** The lead of a member that begins at `start`, without comments; the trivia before it begin at `triviaStart`. */
export function leadBefore(text: string, start: number, triviaStart: number): Lead {
  const lineStart = lineStartIn(text, triviaStart, start);
  const sharesLine = lineStart < 0;
  if (sharesLine) {
    const trivia = text.slice(triviaStart, start);
    const isOnlySpaces = /^[ \t]*$/.test(trivia);
    // Instead of a comment, as in `1, /* two */ 2`: one space.
    return { text: isOnlySpaces ? trivia : ' ', indent: undefined };
  }
  const isCrLf = text.startsWith('\r\n', lineStart - 2);
  const indent = spacesAt(text, lineStart);
  return { text: text.slice(isCrLf ? lineStart - 2 : lineStart - 1, lineStart) + indent, indent };
}

/** The spaces and tabs that begin the line of an offset. */
export function indentOfLine(text: string, offset: number): string {
  return spacesAt(text, Math.max(lineStartIn(text, 0, offset), 0));
}

/** The spaces and tabs at an offset. */
export function spacesAt(text: string, offset: number): string {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(offset, end);
}

/** The offset after the last line end in `[start, end)`; -1 if there is none. */
function lineStartIn(text: string, start: number, end: number): number {
  for (let lineStart = end; lineStart > start; lineStart -= 1) {
    const code = text.charCodeAt(lineStart - 1);
    if (code === lineFeed || code === carriageReturn) return lineStart;
  }
  return -1;
}

/** The start of the line that contains an offset, where lines end at CRLF or LF. */
export function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The start of the `#` lines directly above a line, none before `floor`; `column`: all begin with so many spaces. */
export function commentsAbove(text: string, lineStart: number, floor: number, column?: number): number {
  let start = lineStart;
  while (start > floor) {
    const lineAbove = lineStartOf(text, start - 1);
    const indent = spacesAt(text, lineAbove);
    const isInColumn = column === undefined || (indent.length === column && !indent.includes('\t'));
    if (lineAbove < floor || !isInColumn || text[lineAbove + indent.length] !== '#') break;
    start = lineAbove;
  }
  return start;
}

/** Adds the words of a comment with `#`. A line that is only a rule (`#######`, `# -----`) has none. */
export function addCommentWords(comment: string, lines: string[]): void {
  const words = comment.trim().replace(/^#+/, '').trim();
  if (/[\p{L}\p{N}]/u.test(words)) lines.push(words);
}

/** The result of skipping spaces and comments. */
export interface SkippedTrivia {
  /** The end of the last comment; the offset where skipping began if there is none. */
  readonly end: number;
  /** The offset of the line end (or the text's end) that was reached; undefined if something else is on the line. */
  readonly lineEnd: number | undefined;
}

/** Skips spaces and comments up to the end of a line. A comment may span several lines. */
export function skipTrivia(text: string, start: number): SkippedTrivia {
  let end = start;
  for (let offset = start; ;) {
    const char = text[offset];
    const endOfComment = commentEnd(text, offset);
    if (char === ' ' || char === '\t') offset += 1;
    else if (endOfComment > 0) offset = end = endOfComment;
    else if (char === '\n' || char === '\r' || char === undefined) return { end, lineEnd: offset };
    else return { end, lineEnd: undefined };
  }
}

/**
 * The end of the comment that begins at an offset, without its line end; -1 if none begins there. Recognizes the
 * comments of JSON with comments, JavaScript and PHP. In JSON and JavaScript, `#` does not occur outside strings.
 */
export function commentEnd(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code !== slash && code !== hash) return -1;
  const nextCode = text.charCodeAt(offset + 1);
  if (code === slash && nextCode === asterisk) {
    const close = text.indexOf('*/', offset + '/*'.length);
    return close < 0 ? text.length : close + '*/'.length;
  }
  if (code === slash && nextCode !== slash) return -1;
  let end = offset + 1;
  for (; end < text.length; end += 1) {
    const char = text.charCodeAt(end);
    if (char === lineFeed || char === carriageReturn) break;
  }
  return end;
}

const lineFeed = 10;
const carriageReturn = 13;
const hash = 35;
const asterisk = 42;
const slash = 47;

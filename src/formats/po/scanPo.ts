import { afterLineEnd, isLineEnd, lineEndAt, lineStartAt, startsLine } from '../kit/lineScan.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import type { TextRange } from '../kit/localeFormat.ts';
import { because } from '../reasons/reason.ts';
import { decodePo } from './poString.ts';

/** A string of one or several quoted parts, from the first quotation mark to the last. */
export interface PoString {
  readonly start: number;
  readonly end: number;
  /** Decoded and joined. */
  readonly text: string;
  /** The number of quoted parts. */
  readonly parts: number;
  /** Every escape represents a character, and not a byte of the file's encoding. */
  readonly isFullyDecoded: boolean;
}

/** A line that begins with `#`, but not `#~`. `kind`: the next character, `.:,|`, or '' for a translator's comment. */
export interface PoComment {
  readonly kind: '.' | ':' | ',' | '|' | '';
  /** Offset of the number sign. */
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
}

export interface PoEntry {
  readonly domain: string | undefined;
  readonly context: PoString | undefined;
  readonly id: PoString;
  readonly plural: PoString | undefined;
  /** By the index in `msgstr[n]`; an msgstr without an index has index 0. */
  readonly forms: readonly (PoString | undefined)[];
  /** All comments since the previous entry. */
  readonly comments: readonly PoComment[];
  /** Start of the comments directly above, else of its first keyword's line. */
  readonly start: number;
  /** Offset of its first keyword. */
  readonly keywordStart: number;
  /** End of its last line, without the line end. */
  readonly end: number;
  /** The number of empty lines above `start`. */
  readonly emptyLinesAbove: number;
}

export interface PoFile {
  readonly entries: readonly PoEntry[];
  /** Lines of obsolete entries and of the comments above these, including line ends. */
  readonly obsolete: readonly TextRange[];
}

/** The state of an entry while it is read. */
interface Draft {
  context?: PoString;
  id?: PoString;
  plural?: PoString;
  forms: (PoString | undefined)[];
  readonly comments: readonly PoComment[];
  readonly start: number;
  readonly keywordStart: number;
  readonly emptyLinesAbove: number;
  end: number;
}

/** Matches `msgid`, `msgstr` or `msgstr[2]`, before whitespace or the quote of its string. Groups: word and number. */
const keywordPattern = /(msgctxt|msgid_plural|msgid|msgstr|domain)(?:[ \t]*\[[ \t]*(\d{1,2})[ \t]*\])?(?=[\s"]|$)/y;
/** Matches whitespace up to the end of a line. */
const whitespaceTail = /[ \t]*(?=[\r\n]|$)/y;
const maxForms = 20;

/**
 * Scans a PO file (GNU gettext manual, "The Format of PO Files"): keywords and strings may be on any lines. Obsolete
 * entries (`#~`) are skipped. Throws FormatError for input that gettext refuses.
 */
export function scanPo(text: string): PoFile {
  const entries: PoEntry[] = [];
  const obsolete: { start: number; end: number }[] = [];
  let domain: string | undefined;
  let draft: Draft | undefined;
  let comments: PoComment[] = [];
  /** The start of the comments directly above the next entry; undefined if there are none. */
  let commentsStart: number | undefined;
  /** The number of empty lines so far above the next entry and its comments. */
  let emptyLinesAbove = 0;
  let offset = 0;

  const finishEntry = (): void => {
    if (draft === undefined) return;
    entries.push(entryOf(text, draft, domain));
    draft = undefined;
  };
  const forgetComments = (): void => {
    comments = [];
    commentsStart = undefined;
    emptyLinesAbove = 0;
  };

  while (offset < text.length) {
    const char = text.charAt(offset);
    if (char === ' ' || char === '\t') offset += 1;
    else if (isLineEnd(text.charCodeAt(offset))) {
      // An empty line separates comments above it from the next entry, whose empty lines are counted anew.
      if (isEmptyLine(text, offset)) {
        if (commentsStart !== undefined) emptyLinesAbove = 0;
        emptyLinesAbove += 1;
        commentsStart = undefined;
      }
      offset = afterLineEnd(text, offset);
    } else if (char === '#') {
      // The entry has no msgstr yet.
      if (draft?.forms.length === 0) throw formatErrorAt(text, offset, because('po-comment-inside'));
      finishEntry();
      const end = lineEndAt(text, offset);
      if (text[offset + 1] === '~') {
        obsolete.push({ start: commentsStart ?? lineStartAt(text, offset), end: afterLineEnd(text, end) });
        forgetComments();
      } else {
        commentsStart ??= lineStartAt(text, offset);
        comments.push({ kind: commentKind(text.charAt(offset + 1)), start: offset, end });
      }
      offset = end;
    } else {
      keywordPattern.lastIndex = offset;
      const match = keywordPattern.exec(text);
      if (match === null) throw unexpectedText(text, offset);
      const [, keyword = '', number] = match;
      const value = scanString(text, keywordPattern.lastIndex, keyword);
      // A `msgid` after `msgctxt` belongs to the same entry.
      const isSecondId = keyword === 'msgid' && draft?.id !== undefined;
      if (keyword === 'domain' || keyword === 'msgctxt' || isSecondId) finishEntry();
      if (keyword === 'domain') domain = value.text;
      else {
        draft ??= {
          forms: [],
          comments,
          start: commentsStart ?? offset,
          keywordStart: offset,
          emptyLinesAbove,
          end: value.end,
        };
        addString(text, draft, { keyword, number, value, offset });
      }
      forgetComments();
      offset = value.end;
    }
  }
  finishEntry();
  return { entries, obsolete };
}

/** `msgstr[2] "text"`: a keyword at `offset`, perhaps with a number, and its string. */
interface Statement {
  readonly keyword: string;
  readonly number: string | undefined;
  readonly value: PoString;
  readonly offset: number;
}

function addString(text: string, draft: Draft, { keyword, number, value, offset }: Statement): void {
  draft.end = value.end;
  if (number !== undefined && keyword !== 'msgstr')
    throw formatErrorAt(text, offset, because('po-unexpected-number', keyword));
  if (keyword === 'msgctxt') draft.context = value;
  else if (keyword === 'msgid') draft.id = value;
  else if (draft.id === undefined) throw formatErrorAt(text, offset, because('po-msgid-first', keyword));
  else if (keyword === 'msgid_plural') {
    if (draft.plural !== undefined || draft.forms.length > 0)
      throw formatErrorAt(text, offset, because('po-plural-position'));
    draft.plural = value;
  } else addForm(text, draft, { keyword, number, value, offset });
}

function addForm(text: string, draft: Draft, { number, value, offset }: Statement): void {
  const index = Number(number ?? '0');
  if (number === undefined && draft.plural !== undefined)
    throw formatErrorAt(text, offset, because('po-forms-unnumbered'));
  if (number !== undefined && draft.plural === undefined)
    throw formatErrorAt(text, offset, because('po-forms-numbered'));
  if (index >= maxForms) throw formatErrorAt(text, offset, because('po-too-many-forms', maxForms));
  if (draft.forms[index] !== undefined) throw formatErrorAt(text, offset, because('po-form-twice'));
  // `msgstr[2]` may be above `msgstr[1]`.
  while (draft.forms.length < index) draft.forms.push(undefined);
  draft.forms[index] = value;
}

function entryOf(text: string, draft: Draft, domain: string | undefined): PoEntry {
  const { context, id, plural, forms, comments, start, keywordStart, emptyLinesAbove } = draft;
  if (id === undefined) throw formatErrorAt(text, keywordStart, because('po-no-msgid'));
  if (forms.length === 0) throw formatErrorAt(text, draft.end, because('po-no-msgstr'));
  whitespaceTail.lastIndex = draft.end;
  const end = whitespaceTail.test(text) ? whitespaceTail.lastIndex : draft.end;
  return { domain, context, id, plural, forms, comments, start, keywordStart, end, emptyLinesAbove };
}

/** Returns the parts of a string, separated only by whitespace, including line ends. */
function scanString(text: string, start: number, keyword: string): PoString {
  const firstQuote = skipWhitespace(text, start);
  if (text[firstQuote] !== '"') throw formatErrorAt(text, firstQuote, because('po-string-missing', keyword));
  let quote = firstQuote;
  let end = firstQuote;
  let decoded = '';
  let parts = 0;
  let isFullyDecoded = true;
  while (text[quote] === '"') {
    end = partEnd(text, quote);
    const rawPart = text.slice(quote + 1, end - 1);
    if (rawPart.includes('\\')) {
      const part = decodePo(rawPart);
      decoded += part.text;
      isFullyDecoded &&= part.isFullyDecoded;
    } else decoded += rawPart;
    parts += 1;
    quote = skipWhitespace(text, end);
  }
  return { start: firstQuote, end, text: decoded, parts, isFullyDecoded };
}

/** Returns the offset after the closing quote of a part that begins with a quote at `start`. */
function partEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    if (text[offset] === '"') return offset + 1;
    if (isLineEnd(text.charCodeAt(offset))) break;
    // The next character is escaped.
    if (text[offset] === '\\' && !isLineEnd(text.charCodeAt(offset + 1))) offset += 1;
  }
  throw formatErrorAt(text, start, because('line-quote-open'));
}

function unexpectedText(text: string, offset: number): Error {
  if (text[offset] === '"') return formatErrorAt(text, offset, because('po-string-alone'));
  const wordPattern = /[^\s"]{1,20}/y;
  wordPattern.lastIndex = offset;
  const word = wordPattern.exec(text)?.[0] ?? '';
  // The word may have been cut within a surrogate pair.
  return formatErrorAt(text, offset, because('po-keyword-unknown', word.toWellFormed()));
}

function commentKind(char: string): PoComment['kind'] {
  if (char === '.' || char === ':' || char === ',' || char === '|') return char;
  return '';
}

/** Skips spaces, tabs, line ends and form feeds. */
function skipWhitespace(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && ' \t\n\v\f\r'.includes(text.charAt(offset))) offset += 1;
  return offset;
}

/** Whether the line before the line end at an offset contains only spaces and tabs. */
function isEmptyLine(text: string, end: number): boolean {
  let offset = end;
  while (offset > 0 && (text[offset - 1] === ' ' || text[offset - 1] === '\t')) offset -= 1;
  return startsLine(text, offset);
}

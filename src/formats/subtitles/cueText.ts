import { refusal } from '../kit/provenFormat.ts';
import { because, type Reason } from '../reasons/reason.ts';

/** The character references that WebVTT names, and numeric ones; any other is kept as written. */
const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  lrm: '\u200e',
  rlm: '\u200f',
  nbsp: '\u00a0',
};

/** An element without effect, which says that the text before it is markup as written, although it has no tags. */
const emptyElement = '<c></c>';

/** How a cue's text is written in one of the two formats; the line ends of all texts are LF. */
export interface CueTextRules {
  /** Returns the text as a person reads it; `markup`: it has tags, and is the text as written. */
  decode(cueText: string): { readonly text: string; readonly markup: boolean };
  /** Reverses `decode`. Throws FormatError for a text that no cue can represent. */
  encode(text: string, markup: boolean): string;
}

/** SubRip has tags (`<i>`, `</font>`, `{\an8}`), but no escapes or references: its text is used as written. */
export const srtText: CueTextRules = {
  decode: (cueText) => ({ text: cueText, markup: /<\/?(?:b|i|u|s|font|c)\b[^<>]*>|\{\\an?\d/i.test(cueText) }),
  encode: (text) => {
    refuseLines(text, /^[ \t]*$/, because('srt-empty-line'));
    refuseLines(text, srtTimes, because('srt-times'));
    return text;
  },
};

/** WebVTT’s cue text (§4.2.2 of its specification): tags, and character references in the text between them. */
export const vttText: CueTextRules = {
  decode: (cueText) => {
    if (!cueText.includes('<')) return { text: decodeReferences(cueText), markup: false };
    const beforeTags = cueText.slice(0, cueText.indexOf('<'));
    // `a &lt; b<c></c>` is the markup `a &lt; b`, see `encodeMarkup`.
    const isMarked = cueText === beforeTags + emptyElement && cueText.includes('&');
    return { text: isMarked ? beforeTags : cueText, markup: true };
  },
  encode: (text, markup) => {
    refuseLines(text, /^$/, because('vtt-empty-line'));
    if (text.includes('\0')) throw refusal(because('text-forbidden-character', '0000'));
    return markup ? encodeMarkup(text) : encodeReferences(text);
  },
};

/** Matches the times of a SubRip cue, `00:00:01,000 --> 00:00:04,000`; coordinates may follow. */
export const srtTimes = /^[ \t]*-?\d+:-?\d+(?::-?\d+)?(?:[.,:]-?\d+)?[ \t]*-->[ \t]*-?\d+:-?\d+/;

/** Returns markup as written, but `a &lt; b` as `a &lt; b<c></c>`, which would without a tag be read as `a < b`. */
function encodeMarkup(text: string): string {
  if (text.includes('-->')) throw refusal(because('vtt-arrow'));
  const isReadAsWritten = text.includes('<') || decodeReferences(text) === text;
  return isReadAsWritten ? text : text + emptyElement;
}

function decodeReferences(cueText: string): string {
  if (!cueText.includes('&')) return cueText;
  return cueText.replace(
    /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]+));/g,
    (reference, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedReferences[name] ?? reference;
      const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
      const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
      const isInvalid = codePoint === 0 || codePoint > 0x10ffff || isSurrogate;
      // A line end (LF or CR) would split the cue’s lines.
      if (isInvalid || codePoint === 10 || codePoint === 13) return reference;
      return String.fromCodePoint(codePoint);
    },
  );
}

function encodeReferences(text: string): string {
  return text
    .replace(/&(?=[#a-z])/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;');
}

function refuseLines(text: string, refusedLine: RegExp, reason: Reason): void {
  if (text.includes('\r')) throw refusal(because('translation-carriage-return'));
  if (text.split('\n').some((line) => refusedLine.test(line))) throw refusal(reason);
}

import { refusal } from '../kit/provenFormat.ts';
import { because, type Reason } from '../reasons/reason.ts';

/** The character references that WebVTT names, and numeric ones; any other is kept as written. */
const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  lrm: '\u200e',
  rlm: '\u200f',
  nbsp: '\u00a0',
};

/** An element without effect, which marks the text before it as markup as written, although it contains no tags. */
const markupMark = '<c></c>';

/** How a cue's text is written in one of the two formats; the line ends of all texts are LF. */
export interface CueTextRules {
  /** Returns the text as a person reads it, and whether it is markup as written. */
  decode(raw: string): { readonly text: string; readonly markup: boolean };
  /**
   * Reverses `decode`; `markup`: the text is markup as written. Throws FormatError for a text that no cue can
   * represent.
   */
  encode(text: string, markup: boolean): string;
}

/** SubRip has tags (`<i>`, `</font>`, `{\an8}`), but neither escapes nor character references: its text is used as written. */
export const srtText: CueTextRules = {
  decode: (raw) => ({ text: raw, markup: /<\/?(?:b|i|u|s|font|c)\b[^<>]*>|\{\\an?\d/i.test(raw) }),
  encode: (text) => {
    refuseLines(text, /^[ \t]*$/, because('srt-empty-line'));
    refuseLines(text, timesOfSrt, because('srt-times'));
    return text;
  },
};

/** WebVTT’s cue text (§4.2.2 of its specification): tags, and character references in the text between them. */
export const vttText: CueTextRules = {
  decode: (raw) => {
    if (!raw.includes('<')) return { text: decodeReferences(raw), markup: false };
    const beforeTags = raw.slice(0, raw.indexOf('<'));
    const isMarked = raw === beforeTags + markupMark && raw.includes('&');
    return { text: isMarked ? beforeTags : raw, markup: true };
  },
  encode: (text, markup) => {
    refuseLines(text, /^$/, because('vtt-empty-line'));
    if (text.includes('\0')) throw refusal(because('text-forbidden-character', '0000'));
    return markup ? checkedMarkup(text) : encodeReferences(text);
  },
};

/** Matches the times of a SubRip cue, `00:00:01,000 --> 00:00:04,000`; coordinates may follow. */
export const timesOfSrt = /^[ \t]*-?\d+:-?\d+(?::-?\d+)?(?:[.,:]-?\d+)?[ \t]*-->[ \t]*-?\d+:-?\d+/;

function checkedMarkup(text: string): string {
  if (text.includes('-->')) throw refusal(because('vtt-arrow'));
  const isReadAsWritten = text.includes('<') || decodeReferences(text) === text;
  return isReadAsWritten ? text : text + markupMark;
}

function decodeReferences(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(
    /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]+));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return references[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      const isInvalid = code === 0 || code > 0x10ffff || isSurrogate;
      // A line end would split the cue’s lines.
      if (isInvalid || code === 10 || code === 13) return whole;
      return String.fromCodePoint(code);
    },
  );
}

function encodeReferences(text: string): string {
  return text
    .replace(/&(?=[#a-z])/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;');
}

function refuseLines(text: string, refused: RegExp, reason: Reason): void {
  if (text.includes('\r')) throw refusal(because('translation-carriage-return'));
  if (text.split('\n').some((line) => refused.test(line))) throw refusal(reason);
}

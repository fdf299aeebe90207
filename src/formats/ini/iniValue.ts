import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';

/** How a file writes values. */
export interface IniStyle {
  readonly isQuoted: boolean;
  /** How a quote inside a quoted value is written: `\"`, or `"_QQ_"` in files for Joomla 3. */
  readonly quote: '\\"' | '"_QQ_"';
}

/** Returns the text of a value, as Joomla's LanguageHelper::parseIniFile does. */
export function decodeIni(written: string, isQuoted: boolean): string {
  if (!isQuoted) return written;
  return written.slice(1, -1).replaceAll('"_QQ_"', '"').replaceAll('\\"', '"');
}

/**
 * Encodes a text as a value; quoted if the style is, or if it would be read differently without quotes. Throws
 * FormatError for a text with a line break, for which .ini files have no escape.
 */
export function encodeIni(text: string, { isQuoted, quote }: IniStyle): string {
  if (/[\r\n]/.test(text)) throw refusal(because('ini-line-break'));
  const needsQuotes = text !== text.trim() || text.includes(';') || text.startsWith('"');
  if (!isQuoted && !needsQuotes) return text;
  // After a backslash of the text, `"_QQ_"` would be read as a quote together with it: the backslash would be lost.
  const writtenQuote = text.includes('\\"') ? '\\"' : quote;
  return `"${text.replaceAll('"', writtenQuote)}"`;
}

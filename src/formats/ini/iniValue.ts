import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';

/**
 * The program that reads a file: `php` has the rules of `parse_ini_file` in its usual mode, by which words such as `No`
 * are booleans without quotes, and `!` or `(` are syntax errors (https://www.php.net/parse_ini_file). `joomla` and others
 * read values without quotes as they are. The rest have neither quotes nor escapes.
 */
export type IniReader = 'php' | 'joomla' | 'factorio' | 'inno' | 'lang';

/** Whether a program reads quotes as those of a value. */
function hasQuotes(reader: IniReader): boolean {
  return reader === 'php' || reader === 'joomla';
}

/** Whether a program takes some whitespace of a value for no part of it, and no quotes prevent that. */
export function losesWhitespace(reader: IniReader): boolean {
  return reader === 'lang';
}

/** How a file writes values. */
export interface IniStyle {
  readonly reader: IniReader;
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
 * Encodes a text as a value; where there are quotes, with them if the style has them, or if it would be read differently
 * without. Throws FormatError for a text with a line break, for which there is no escape.
 */
export function encodeIni(text: string, { isQuoted, quote, reader }: IniStyle): string {
  if (/[\r\n]/.test(text)) throw refusal(because('ini-line-break'));
  if (!hasQuotes(reader)) return text;
  const needsQuotes = text !== text.trim() || text.includes(';') || text.startsWith('"');
  const isPlain = reader === 'joomla' || isPlainInPhp(text);
  if (!isQuoted && !needsQuotes && isPlain) return text;
  // After a backslash of the text, `"_QQ_"` would be read as a quote together with it: the backslash would be lost.
  const writtenQuote = text.includes('\\"') ? '\\"' : quote;
  return `"${text.replaceAll('"', writtenQuote)}"`;
}

/** Whether PHP reads a value without quotes as a boolean or null. */
export function isPhpWord(written: string): boolean {
  return /^(?:yes|no|on|off|true|false|none|null)$/i.test(written);
}

/** Whether PHP reads a text without quotes as it is: words without syntax, of which none is a constant (`PHP_OS`). */
function isPlainInPhp(text: string): boolean {
  if (text === '') return true;
  const isConstant = /^[A-Z_][A-Z\d_]*$/.test(text);
  return /^\p{L}[\p{L}\p{M}\p{N} .,:%/-]*$/u.test(text) && !isConstant && !isPhpWord(text);
}

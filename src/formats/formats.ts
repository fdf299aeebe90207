import { dialectOf } from './dialectTable.ts';
import { FormatError, holdsSeveralLocales, type LocaleFormat, type TextEdit } from './format.ts';
import type { FormatRow } from './formatRow.ts';
import { formatTable } from './formatTable.ts';
import { namesLocales } from './recognize.ts';
import { spliceEdits } from './kit/spliceEdits.ts';
import { conflictOffset, firstVersion } from './reasons/conflictMarkers.ts';

/**
 * Returns the format of a file, by its path and, if that is ambiguous, its text; undefined if no supported format
 * matches. `dependencies` returns the project's libraries, which may show its dialect. A file with conflict markers has
 * the format that it would have without them; reading it throws FormatError.
 */
export async function formatFor(
  path: string,
  text: string,
  dependencies?: () => Promise<readonly string[]>,
): Promise<LocaleFormat | undefined> {
  const textWithoutConflicts = firstVersion(text);
  const row = await rowFor(path, textWithoutConflicts);
  if (row === undefined) return undefined;
  const dialectId = await dialectOf(row.id, { path, text: textWithoutConflicts }, dependencies);
  return formatTable.find(({ id }) => id === dialectId)?.load(path);
}

async function rowFor(path: string, text: string): Promise<FormatRow | undefined> {
  for (const row of formatTable) {
    // A format without `recognizes` accepts every file with its extension.
    if (!hasNameOf(row, path) || row.recognizes?.(path, text) === false) continue;
    if (row.confirms === undefined || (await row.confirms(text))) return row;
  }
  return undefined;
}

/** Whether a path has the extension of a format, which other formats may have, too; or one of its paths. */
function hasNameOf({ extensions, byPath }: FormatRow, path: string): boolean {
  const name = path.toLowerCase();
  return extensions.some((extension) => name.endsWith(`.${extension}`)) || byPath?.path.test(path) === true;
}

/**
 * Whether a file holds all locales, as only its text shows: a table with columns for locales, or a module or a file in
 * PHP, JSON or YAML with keys for them. False for a broken file. One with conflict markers is looked at without them.
 */
export async function holdsAllLocales(path: string, content: string): Promise<boolean> {
  const text = firstVersion(content);
  // In code, the names of locales are visible without a parser.
  const isCode = /\.(?:php|[cm]?[jt]s)$/i.test(path);
  if (isCode && !namesLocales(text, 2)) return false;
  const format = await formatFor(path, text);
  try {
    const locales = format?.locales?.(text);
    return format !== undefined && locales !== undefined && holdsSeveralLocales(locales, format.read(text));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Whether a file of any kind has conflict markers, in ASCII or in UTF-16. */
export function hasConflictMarkers(bytes: Uint8Array): boolean {
  // In UTF-16, each character of a marker is a byte of ASCII and a zero byte.
  const asciiCharacters = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  return conflictOffset(asciiCharacters) >= 0;
}

/** Returns a format by its id; `path` is that of its file, if there is a certain one. */
export async function formatById(id: string, path = ''): Promise<LocaleFormat | undefined> {
  return formatTable.find((row) => row.id === id)?.load(path);
}

/** Applies edits in one pass. Throws RangeError for edits that are unsorted, overlap or reach outside the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return spliceEdits(text, edits);
}

/** Returns the edits that turn the result of `edits` back into `textBefore`. */
export function invertEdits(textBefore: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  /** By how many UTF-16 units the previous edits move the text after them. */
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const inverse = { start: start + shift, end: start + shift + text.length, text: textBefore.slice(start, end) };
    shift += text.length - (end - start);
    return inverse;
  });
}

/**
 * Returns the plural rules that a file with code gives vue-i18n, by locale, see `vuePluralRules.ts`; undefined for a rule
 * that cannot be read. Empty for a file without rules, and for a broken one.
 */
export async function vuePluralRulesIn(path: string, text: string): Promise<ReadonlyMap<string, string | undefined>> {
  // Most files need not be parsed.
  if (!/\bplural(?:ization)?Rules\b/.test(text)) return new Map();
  const { readPluralRules } = await import('./module/vuePluralRules.ts');
  try {
    return readPluralRules(text, /\.[cm]?ts$/i.test(path) ? 'typescript' : 'javascript');
  } catch (error) {
    if (error instanceof FormatError) return new Map();
    throw error;
  }
}

import { FormatError, holdsSeveralLocales, type LocaleFormat, type TextEdit } from './format.ts';
import { formatTable, type FormatRow } from './formatTable.ts';
import { hasPluralSets } from './json/recognizeJson.ts';
import { namesLocales } from './recognize.ts';
import { spliceEdits } from './kit/spliceEdits.ts';
import { conflictOffset, firstVersion } from './reasons/conflictMarkers.ts';

/**
 * Returns the format of a file, by its path and, if that is ambiguous, its text; undefined if no supported format
 * matches. `dependencies` returns the project's libraries, which decide what an object in JSON is. A file with conflict
 * markers has the format that it would have without them; reading it throws FormatError.
 */
export async function formatFor(
  path: string,
  text: string,
  dependencies?: () => Promise<readonly string[]>,
): Promise<LocaleFormat | undefined> {
  const textWithoutConflicts = firstVersion(text);
  const row = formatTable.find(
    // A format without `recognizes` accepts every file with its extension.
    (candidate) => hasNameOf(candidate, path) && candidate.recognizes?.(path, textWithoutConflicts) !== false,
  );
  if (row?.id === 'json' && hasPluralSets((await dependencies?.()) ?? [])) return formatById('json-plurals');
  return row?.load();
}

/** Whether a path has the extension of a format, which other formats may have, too; or a name without extension. */
function hasNameOf({ extensions, withoutExtension }: FormatRow, path: string): boolean {
  const name = path.toLowerCase();
  return extensions.some((extension) => name.endsWith(`.${extension}`)) || withoutExtension?.path.test(path) === true;
}

/**
 * Whether a file holds all locales, as only its text shows: a table with columns for locales, or a module or PHP file
 * with keys for them. False for a broken file. One with conflict markers is looked at without them.
 */
export async function holdsAllLocales(path: string, content: string): Promise<boolean> {
  const text = firstVersion(content);
  const isTable = /\.[ct]sv$/i.test(path);
  if (!isTable && !namesLocales(text, 2)) return false;
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

/** Returns a format by its id. */
export async function formatById(id: string): Promise<LocaleFormat | undefined> {
  return formatTable.find((row) => row.id === id)?.load();
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

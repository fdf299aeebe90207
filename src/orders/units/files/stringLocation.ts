import { FormatError, type Unit } from '../../../formats/format.ts';
import type { Project } from '../../model/project.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { RefusedFileError } from '../../model/errors/refusedFileError.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { keySpan } from '../../../formats/touchedUnits.ts';
import { positionsIn, type TextPosition } from '../../../base/text/textPositions.ts';

/** Where a string is written. */
export interface StringLocation {
  /** Relative to the project's root. */
  readonly path: string;
  /** The position of its key; absent if the file has no such string, or can't be read. */
  readonly position?: TextPosition;
}

/**
 * Returns the location of an ordered string: in the target file if that has it, else in the source. Without such a
 * string, returns the first of these files that exists and may be read; undefined if there is none.
 */
export async function findString(
  project: Project,
  { file, targetFile, key, locale }: Pick<UnitRef, 'file' | 'targetFile' | 'key' | 'locale'>,
  sourceLocale: string,
): Promise<StringLocation | undefined> {
  const candidates = [
    ...(targetFile === undefined ? [] : [{ path: targetFile, locale, find: targetUnitOf, isSource: false }]),
    { path: file, locale: sourceLocale, find: sourceUnitOf, isSource: true },
  ];
  let firstFile: StringLocation | undefined;
  for (const { path, locale: localeOfFile, find, isSource } of candidates) {
    const text = await readIfAllowed(project, path);
    if (text === undefined) continue;
    firstFile ??= { path };
    if (key === undefined) continue;
    const sourceText = isSource ? undefined : await readIfAllowed(project, file);
    const unit = find(await readUnits(project, { path, text, locale: localeOfFile, isSource, sourceText }), key);
    // A missing translation may be an empty text.
    if (unit === undefined || (unit.text === '' && !isSource)) continue;
    return { path, position: positionsIn(text)(keySpan(text, unit).start) };
  }
  return firstFile;
}

/** Returns a file's text; undefined if it does not exist or may not be read. */
async function readIfAllowed(project: Project, path: string): Promise<string | undefined> {
  try {
    return await project.read(path);
  } catch (error) {
    if (error instanceof RefusedFileError) return undefined;
    throw error;
  }
}

interface ReadOptions {
  readonly path: string;
  readonly text: string;
  readonly locale: string;
  readonly isSource: boolean;
  /** The text of the source of a target. */
  readonly sourceText: string | undefined;
}

/** Returns a file's units by id; of a source that holds several locales, those of all. Empty for an invalid file. */
async function readUnits(
  project: Project,
  { path, text, locale, isSource, sourceText }: ReadOptions,
): Promise<ReadonlyMap<string, Unit>> {
  try {
    const format = await project.format(path, text);
    if (format === undefined) return new Map();
    const holdsSeveralLocales = isSource && (await format.locales(text)) !== undefined;
    const units = await format.read(text, holdsSeveralLocales ? undefined : locale, undefined, sourceText);
    return new Map(units.map((unit) => [unit.id, unit]));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return new Map();
  }
}

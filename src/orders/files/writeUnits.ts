import { FormatError, type TextEdit } from '../../formats/format.ts';
import type { SourceFile } from './localeFile.ts';

/** A translation to be written. */
export interface UnitText {
  readonly jobId: string;
  readonly key: string;
  readonly text: string;
}

/** Translations to be written to one file. */
export interface UnitsToWrite<T> {
  readonly source: SourceFile;
  /** The file's text; '' if the file does not exist. */
  readonly before: string;
  readonly targetLocale: string;
  readonly units: readonly T[];
  readonly signal?: AbortSignal | undefined;
}

/** A unit that the format cannot represent. */
export interface UnwritableUnit {
  readonly key: string;
  readonly error: FormatError;
}

/** The result of `writeUnits`. */
export interface WrittenUnits<T> {
  readonly edits: readonly TextEdit[];
  /** The units that the edits write. */
  readonly units: readonly T[];
  /** The units that the format cannot represent, and all other units of the same jobs. */
  readonly refused: readonly T[];
  /** The units that the format cannot represent; the first of each job. */
  readonly unwritable: readonly UnwritableUnit[];
}

/** Returns the edits that write all units at once, except the jobs with a unit that the format cannot represent. */
export async function writeUnits<T extends UnitText>({
  source,
  before,
  targetLocale,
  units,
  signal,
}: UnitsToWrite<T>): Promise<WrittenUnits<T>> {
  const write = (chosen: readonly T[]): Promise<readonly TextEdit[]> => {
    const translations = new Map(chosen.map(({ key, text }) => [key, text]));
    return source.format.write(
      before,
      translations,
      { sourceText: source.text, sourceLocale: source.locale, targetLocale, state: 'translated' },
      signal,
    );
  };
  const refusedJobs = new Set<string>();
  const unwritable: UnwritableUnit[] = [];
  let rest = units;
  while (rest.length > 0) {
    try {
      const edits = await write(rest);
      return { edits, units: rest, refused: units.filter(({ jobId }) => refusedJobs.has(jobId)), unwritable };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const [refused, cause] = await findRefused(rest, write, error);
      unwritable.push({ key: refused.key, error: cause });
      refusedJobs.add(refused.jobId);
      rest = rest.filter(({ jobId }) => jobId !== refused.jobId);
    }
  }
  return { edits: [], units: [], refused: units, unwritable };
}

/** Finds the first unit with which writing fails, by binary search, because each attempt processes the whole file. */
async function findRefused<T extends UnitText>(
  units: readonly T[],
  write: (units: readonly T[]) => Promise<unknown>,
  firstError: FormatError,
): Promise<readonly [T, FormatError]> {
  let good = 0;
  let bad = units.length;
  let lastError = firstError;
  const fails = async (count: number): Promise<boolean> => {
    try {
      await write(units.slice(0, count));
      return false;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      lastError = error;
      return true;
    }
  };
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await fails(middle)) bad = middle;
    else good = middle;
  }
  await fails(bad);
  const refused = units[bad - 1];
  if (refused === undefined) throw new RangeError('Nothing was to be written.');
  return [refused, lastError];
}

/** Returns the line for the log about a unit that the format cannot represent. */
export function unwritableText({ key, error }: UnwritableUnit): string {
  return `${key} cannot be written: ${error.message}`;
}

/** Returns the edits that turn the result of `edits` back into `before`. */
export function invertEdits(before: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const inverse = { start: start + shift, end: start + shift + text.length, text: before.slice(start, end) };
    shift += text.length - (end - start);
    return inverse;
  });
}

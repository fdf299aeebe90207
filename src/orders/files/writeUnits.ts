import { FormatError, type TextEdit } from '../../formats/format.ts';
import type { SourceFile } from './localeFile.ts';

/** A translation to be written. */
export interface UnitText {
  readonly jobId: string;
  readonly key: string;
  readonly text: string;
}

/** The result of `writeUnits`. */
export interface WrittenUnits<T> {
  readonly edits: readonly TextEdit[];
  /** The units that the edits write. */
  readonly units: readonly T[];
  /** The units that the format cannot represent, and all other units of the same jobs. */
  readonly refused: readonly T[];
}

/**
 * Returns the edits of the target's text that write all units at once. If the format refuses some units, these are
 * logged and left unwritten together with all units of their jobs.
 */
export async function writeUnits<T extends UnitText>(
  source: SourceFile,
  before: string,
  targetLocale: string,
  units: readonly T[],
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<WrittenUnits<T>> {
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
  let rest = units;
  while (rest.length > 0) {
    try {
      return { edits: await write(rest), units: rest, refused: units.filter(({ jobId }) => refusedJobs.has(jobId)) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const [culprit, reason] = await findRefused(rest, write);
      log(`${culprit.key} cannot be written: ${reason}`);
      refusedJobs.add(culprit.jobId);
      rest = rest.filter(({ jobId }) => jobId !== culprit.jobId);
    }
  }
  return { edits: [], units: [], refused: units };
}

/** Finds the first unit with which writing fails, by binary search, because each attempt processes the whole file. */
async function findRefused<T extends UnitText>(
  units: readonly T[],
  write: (units: readonly T[]) => Promise<unknown>,
): Promise<readonly [T, string]> {
  let good = 0;
  let bad = units.length;
  let reason = '';
  const fails = async (count: number): Promise<boolean> => {
    try {
      await write(units.slice(0, count));
      return false;
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      reason = error.message;
      return true;
    }
  };
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await fails(middle)) bad = middle;
    else good = middle;
  }
  await fails(bad);
  const culprit = units[bad - 1];
  if (culprit === undefined) throw new RangeError('Nothing was to be written.');
  return [culprit, reason];
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

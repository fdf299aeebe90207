import type { TextEdit } from '../formats/format.ts';
import type { SourceFile } from './localeFile.ts';

/** A value to be written. */
export interface UnitText {
  readonly jobId: string;
  readonly key: string;
  readonly text: string;
}

export interface WrittenUnits<T> {
  readonly edits: readonly TextEdit[];
  /** The units that the edits write. */
  readonly units: readonly T[];
  /** Those that the format cannot hold, and all others of their jobs. */
  readonly refused: readonly T[];
}

/** Edits of the target's text that write all units at once; when the format refuses, those that it can hold. */
export function writeUnits<T extends UnitText>(source: SourceFile, before: string, targetLocale: string, units: readonly T[], log: (line: string) => void): WrittenUnits<T> {
  const write = (chosen: readonly T[]): readonly TextEdit[] =>
    source.format.write(before, new Map(chosen.map(({ key, text }) => [key, text])), {
      sourceText: source.text,
      sourceLocale: source.locale,
      targetLocale,
      state: 'translated',
    });
  const refusedJobs = new Set<string>();
  let rest = units;
  while (rest.length > 0) {
    try {
      return { edits: write(rest), units: rest, refused: units.filter(({ jobId }) => refusedJobs.has(jobId)) };
    } catch {
      const [culprit, reason] = findRefused(rest, write);
      log(`${culprit.key} cannot be written: ${reason}`);
      refusedJobs.add(culprit.jobId);
      rest = rest.filter(({ jobId }) => jobId !== culprit.jobId);
    }
  }
  return { edits: [], units: [], refused: units };
}

/** The unit with which writing begins to fail, found by halves: each try costs the whole file. */
function findRefused<T extends UnitText>(units: readonly T[], write: (units: readonly T[]) => unknown): readonly [T, string] {
  let good = 0;
  let bad = units.length;
  let reason = '';
  const fails = (count: number): boolean => {
    try {
      write(units.slice(0, count));
      return false;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      return true;
    }
  };
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fails(middle)) bad = middle;
    else good = middle;
  }
  fails(bad);
  const culprit = units[bad - 1];
  if (culprit === undefined) throw new RangeError('Nothing was to be written.');
  return [culprit, reason];
}

/** Edits that turn the result of `edits` back into `before`. */
export function invertEdits(before: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const inverse = { start: start + shift, end: start + shift + text.length, text: before.slice(start, end) };
    shift += text.length - (end - start);
    return inverse;
  });
}

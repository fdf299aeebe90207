import { decodeFile, encodeFile, isBlank, type DecodedFile } from '../../../formats/encoding.ts';
import { FormatError, type TextEdit } from '../../../formats/format.ts';
import { applyEdits } from '../../../formats/formats.ts';
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
  /** The path of the file. */
  readonly targetFile: string;
  /** The file's text; '' if the file does not exist. */
  readonly before: string;
  readonly targetLocale: string;
  readonly units: readonly T[];
  readonly signal?: AbortSignal | undefined;
}

/** A unit that the format cannot represent, or whose characters the file's encoding lacks. */
export interface UnwritableUnit {
  readonly key: string;
  readonly error: FormatError;
}

/** The result of `writeUnits`. */
export interface WrittenUnits<T> {
  readonly edits: readonly TextEdit[];
  /** The units that the edits write. */
  readonly units: readonly T[];
  /** The units that the file cannot have, and all other units of the same jobs. */
  readonly refused: readonly T[];
  /** The units that the file cannot have; the first of each job. */
  readonly unwritable: readonly UnwritableUnit[];
}

/**
 * Returns the edits that write all units at once, except the jobs with a unit that the file cannot have: the format
 * cannot represent it, or the encoding of the file lacks its characters. Rejects with FormatError for a file whose
 * bytes cannot be decoded.
 */
export async function writeUnits<T extends UnitText>(input: UnitsToWrite<T>): Promise<WrittenUnits<T>> {
  const search = new UnitSearch(input, await encodingOf(input));
  await search.addAll();
  const { edits, refusedJobs, unwritable } = search;
  if (refusedJobs.size === 0) return { edits, units: input.units, refused: [], unwritable };
  return {
    edits,
    units: input.units.filter(({ jobId }) => !refusedJobs.has(jobId)),
    refused: input.units.filter(({ jobId }) => refusedJobs.has(jobId)),
    unwritable,
  };
}

async function encodingOf({ source: { project }, targetFile }: Pick<UnitsToWrite<never>, 'source' | 'targetFile'>) {
  const bytes = (await project.readBytes(targetFile)) ?? new Uint8Array();
  return decodeFile(bytes, targetFile, project.usualEncoding?.(targetFile));
}

/** The number of attempts after which the search for the units at fault ends; more for a small file. */
const minAttempts = 100;
/** In UTF-16 units: how much text the attempts may read in all. */
const maxTextOfAttempts = 200_000_000;
/** How many jobs of a large file are tried on their own before all are searched. */
const sampleSize = 12;

/**
 * Finds the jobs that can be written together. Each attempt processes the whole file, so usually there is one, with
 * all of them. If it fails, halves are tried until the jobs at fault are found.
 */
class UnitSearch<T extends UnitText> {
  readonly #input: UnitsToWrite<T>;
  readonly #file: DecodedFile;
  #written: readonly T[] = [];
  readonly #isUnicode: boolean;
  #attemptsLeft: number;
  #isSampled = false;
  edits: readonly TextEdit[] = [];
  readonly refusedJobs = new Set<string>();
  readonly unwritable: UnwritableUnit[] = [];

  constructor(input: UnitsToWrite<T>, file: DecodedFile) {
    this.#input = input;
    this.#file = file;
    this.#isUnicode = !isBlank(file.text) && file.encoding.startsWith('utf-');
    const length = input.source.text.length + input.before.length + 1;
    this.#attemptsLeft = Math.max(minAttempts, Math.floor(maxTextOfAttempts / length));
  }

  /** Finds the units that can be written together. */
  async addAll(): Promise<void> {
    const { units } = this.#input;
    const error = units.length === 0 ? undefined : await this.#tryToAdd(units);
    if (error !== undefined) await this.#addSome([...Map.groupBy(units, ({ jobId }) => jobId).values()], error);
  }

  async #add(jobs: readonly (readonly T[])[]): Promise<void> {
    const error = jobs.length === 0 ? undefined : await this.#tryToAdd(jobs.flat());
    if (error !== undefined) await this.#addSome(jobs, error);
  }

  /** Adds the jobs that can be written in addition to those that were added before. All of them can't, with this error. */
  async #addSome(jobs: readonly (readonly T[])[], error: FormatError): Promise<void> {
    const [first = []] = jobs;
    if (jobs.length === 1) await this.#refuse(first, error);
    else if (this.#attemptsLeft <= 0 || (await this.#isWhollyUnwritable(jobs)))
      for (const [unit] of jobs) this.#note(unit, error);
    else {
      const middle = Math.ceil(jobs.length / 2);
      await this.#add(jobs.slice(0, middle));
      await this.#add(jobs.slice(middle));
    }
  }

  /**
   * Whether nothing can be written to a file that is too large to try every job. A few are tried, at distances that
   * follow no pattern of the file.
   */
  async #isWhollyUnwritable(jobs: readonly (readonly T[])[]): Promise<boolean> {
    if (this.#isSampled || 2 * jobs.length <= this.#attemptsLeft) return false;
    this.#isSampled = true;
    for (let index = 0; index < sampleSize; index += 1) {
      const job = jobs[Math.floor(((index * 0.618_034) % 1) * jobs.length)] ?? [];
      if ((await this.#attempt(job)).error === undefined) return false;
    }
    return true;
  }

  async #tryToAdd(units: readonly T[]): Promise<FormatError | undefined> {
    const all = this.#written.length === 0 ? units : [...this.#written, ...units];
    const { edits, error } = await this.#attempt(all);
    if (error !== undefined) return error;
    this.edits = edits;
    this.#written = all;
    return undefined;
  }

  /** Finds the first unit of a job that can't be written, by binary search. */
  async #refuse(job: readonly T[], firstError: FormatError): Promise<void> {
    let [good, bad, lastError] = [0, job.length, firstError];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      const { error } = await this.#attempt([...this.#written, ...job.slice(0, middle)]);
      if (error === undefined) good = middle;
      else [bad, lastError] = [middle, error];
    }
    this.#note(job[bad - 1], lastError);
  }

  #note(unit: T | undefined, error: FormatError): void {
    if (unit === undefined) return;
    this.refusedJobs.add(unit.jobId);
    this.unwritable.push({ key: unit.key, error });
  }

  /** Writes units up to the encoded bytes. */
  async #attempt(
    units: readonly T[],
  ): Promise<{ readonly edits: readonly TextEdit[]; readonly error?: FormatError | undefined }> {
    const { source, before, targetLocale, signal } = this.#input;
    this.#attemptsLeft -= 1;
    try {
      const present = isBlank(before) ? '' : before;
      const texts = new Map<string, string>();
      for (const { key, text } of units) texts.set(key, text);
      const written = await source.format.write(
        present,
        texts,
        { sourceText: source.text, sourceLocale: source.locale, targetLocale, state: 'translated' },
        signal,
      );
      // Formats refuse texts that aren't Unicode, so only another encoding can lack a character.
      if (this.#isUnicode && present === before) return { edits: written };
      const after = applyEdits(present, written);
      encodeFile(after, this.#file);
      return { edits: present === before || written.length === 0 ? written : replacing(before, after) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { edits: [], error };
    }
  }
}

function replacing(before: string, text: string): readonly TextEdit[] {
  return [{ start: 0, end: before.length, text }];
}

/** Returns the line for the log about a unit that the file cannot have. */
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

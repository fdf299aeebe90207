import { type TextEdit, type Unit, FormatError } from '../../../formats/format.ts';
import { hashText } from '../../model/hash.ts';
import { isOrderedText, isOtherText, sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
import type { HoldReason } from '../../model/trackedJob.ts';
import type { UnitRef, FileUnit } from '../../model/unitRef.ts';
import { joinMessages, type JoinedMessages } from './joinMessages.ts';
import { isTargetPath, readTargetUnits, type SourceFile } from './localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import type { UnwritableUnit } from '../../model/errors/unwritableUnit.ts';
import { decodeFile, type DecodedFile, isBlank, encodeFile } from '../../../formats/encoding.ts';
import { applyEdits } from '../../../formats/formats.ts';
import type { Project } from '../../model/project.ts';

/** Translations to be delivered to a target file, and the file as it is. */
export interface DeliveryInput {
  readonly source: SourceFile;
  readonly targetFile: string;
  readonly locale: string;
  /** The file's text; undefined if the file does not exist. */
  readonly targetText: string | undefined;
  /** The file's units, if they have been read. */
  readonly targetUnits?: ReadonlyMap<string, Unit>;
  readonly units: readonly PendingUnit[];
  /** Whether a unit's text is only a copy of its source, because another delivery created the file. */
  readonly isSourceCopy: (unit: UnitRef, source: Unit | undefined, current: Unit | undefined) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A delivery to one file as it would be written. */
export interface ComposedDelivery {
  readonly values: readonly PendingValue[];
  readonly edits: readonly TextEdit[];
  /** Why jobs are held, by their ids. */
  readonly held: ReadonlyMap<string, HoldReason>;
  readonly unwritable: readonly UnwritableUnit[];
}

/**
 * Composes a delivery in memory, up to the encoded bytes: joins messages, holds the units whose source or target has
 * changed since the order and those that the file cannot have, and returns the edits for all others. A plan only uses
 * what is held. Rejects with FormatError for a file that can't be read.
 */
export async function composeDelivery(input: DeliveryInput): Promise<ComposedDelivery> {
  const { source, targetFile, locale, targetText, units, isSourceCopy, signal } = input;
  const targetUnits = input.targetUnits ?? (await readTargetUnits(source, targetText, locale, signal));
  const sourceUnits = unitsById(source.units);
  const filesNow: UnitsOfFiles = { sourceUnits, targetUnits, isSourceCopy };
  const held = new Map<string, HoldReason>();

  const wholeUnits = units.filter((pending) => !isBranch(pending));
  const joined = joinMessages(units.filter(isBranch), sourceUnits, { locale, source });
  const ready = [...readyUnits(wholeUnits, filesNow, held), ...readyMessages(joined, filesNow, held)];

  const toWrite = { source, targetFile, targetText: targetText ?? '', targetLocale: locale, units: ready, signal };
  const written = await writeUnits(toWrite);
  for (const { jobId } of written.refused.flatMap((value) => value.units)) held.set(jobId, 'unreadable');
  return { values: written.units, edits: written.edits, held, unwritable: written.unwritable };
}

/** Throws an Error for a path that the layout of a source does not give for its translations into a locale. */
export function refuseOtherPath(source: SourceFile, targetFile: string, locale: string): void {
  if (!isTargetPath(source, targetFile, locale))
    throw new Error(`it is not where ${source.path} has its translations into ${locale}.`);
}

/** The units of a source file and its target, by id, before a delivery. */
interface UnitsOfFiles extends Pick<DeliveryInput, 'isSourceCopy'> {
  readonly sourceUnits: ReadonlyMap<string, Unit>;
  readonly targetUnits: ReadonlyMap<string, Unit>;
}

/**
 * Returns the values of units without branches that can be written, and adds the other jobs to `held`. If one unit of
 * a job is held, all units of the job in this file are, so that the job is delivered once and undone once.
 */
function readyUnits(
  units: readonly PendingUnit[],
  filesNow: UnitsOfFiles,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  const reasons = new Map<string, HoldReason>();
  for (const pending of units) {
    const reason = whyHold(pending, filesNow);
    if (reason !== undefined) reasons.set(pending.jobId, reason);
  }
  for (const [jobId, reason] of reasons) held.set(jobId, reason);
  const ready = reasons.size === 0 ? units : units.filter(({ jobId }) => !reasons.has(jobId));
  return ready.map((pending) => ({ jobId: pending.jobId, key: pending.key, text: pending.text, units: [pending] }));
}

/** Returns the messages that can be written. Each is refused alone, so its value has a made-up job id. */
function readyMessages(
  joined: JoinedMessages<PendingBranch>,
  filesNow: UnitsOfFiles,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  for (const { branch, reason } of joined.held) held.set(branch.jobId, reason);
  const ready: PendingValue[] = [];
  for (const { key, text, branches } of joined.messages) {
    const sourceUnit = sourceUnitOf(filesNow.sourceUnits, key);
    const targetUnit = targetUnitOf(filesNow.targetUnits, key);
    // The branches may be from several orders: the value must be the one that the file had at any of these times.
    const mayBeReplaced = branches.some(
      ({ unit, force }) =>
        force || hashOf(targetUnit) === unit.targetHash || filesNow.isSourceCopy(unit, sourceUnit, targetUnit),
    );
    if (mayBeReplaced || targetUnit?.text === text) ready.push({ jobId: `message ${key}`, key, text, units: branches });
    else for (const { jobId } of branches) held.set(jobId, 'target-changed');
  }
  return ready;
}

function whyHold({ unit, text, force }: PendingUnit, filesNow: UnitsOfFiles): HoldReason | undefined {
  const sourceUnit = sourceUnitOf(filesNow.sourceUnits, unit.key);
  const targetUnit = targetUnitOf(filesNow.targetUnits, unit.key);
  if (sourceUnit === undefined || isOtherText(filesNow.sourceUnits, unit)) return 'unit-gone';
  // The value is already in the file, for example because the user entered it.
  if (force || targetUnit?.text === text) return undefined;
  if (!isOrderedText(sourceUnit, unit.sourceHash)) return 'source-changed';
  if (hashOf(targetUnit) === unit.targetHash || filesNow.isSourceCopy(unit, sourceUnit, targetUnit)) return undefined;
  return 'target-changed';
}

/** Returns the hash of a target's value as `UnitRef.targetHash` has it: undefined for a missing or empty value. */
function hashOf(unit: Unit | undefined): string | undefined {
  if (unit === undefined || unit.text === '') return undefined;
  return hashText(unit.text);
}

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
  readonly targetText: string;
  readonly targetLocale: string;
  readonly units: readonly T[];
  readonly signal?: AbortSignal | undefined;
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
 * cannot represent it, or the file's encoding lacks its characters. Rejects with FormatError for an undecodable file.
 */
export async function writeUnits<T extends UnitText>(input: UnitsToWrite<T>): Promise<WrittenUnits<T>> {
  const search = new WritableUnits(input, await readEncodedTarget(input));
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

/** Returns the target's text with its encoding, in which the text must be written again. */
async function readEncodedTarget({ source, targetFile }: Pick<UnitsToWrite<never>, 'source' | 'targetFile'>) {
  const { project } = source;
  const bytes = (await project.readBytes(targetFile)) ?? new Uint8Array();
  return decodeFile(bytes, targetFile, project.usualEncoding?.(targetFile));
}

/** The number of attempts after which the search for the units at fault ends; more for a small file. */
const minAttempts = 100;

/** In UTF-16 units: how much text the attempts may read in all. */
const maxTextOfAttempts = 200_000_000;

/** How many jobs of a large file are tried on their own before all are searched. */
const sampleSize = 12;

/** The golden ratio's fraction: its multiples modulo 1 are spread evenly: 0, 0.618, 0.236, 0.854, 0.472 and so on. */
const sampleStep = 0.618_034;

/**
 * Finds the jobs that can be written together. Each attempt processes the whole file, so usually there is one, with all
 * of them. If it fails, halves are tried until the jobs at fault are found. A list of jobs is a list of their units.
 */
class WritableUnits<T extends UnitText> {
  readonly #input: UnitsToWrite<T>;
  readonly #file: DecodedFile;
  /** The units that `edits` write. */
  #written: readonly T[] = [];
  readonly #isUnicode: boolean;
  #attemptsLeft: number;
  #isSampled = false;
  /** The edits of the last attempt that succeeded. */
  edits: readonly TextEdit[] = [];
  readonly refusedJobs = new Set<string>();
  readonly unwritable: UnwritableUnit[] = [];

  constructor(input: UnitsToWrite<T>, file: DecodedFile) {
    this.#input = input;
    this.#file = file;
    // The encoding of a blank file is not settled: the text that is written to it may declare another one.
    this.#isUnicode = !isBlank(file.text) && file.encoding.startsWith('utf-');
    // `+ 1`: both texts may be empty.
    const textPerAttempt = input.source.text.length + input.targetText.length + 1;
    this.#attemptsLeft = Math.max(minAttempts, Math.floor(maxTextOfAttempts / textPerAttempt));
  }

  /** Finds the units that can be written together. */
  async addAll(): Promise<void> {
    const { units } = this.#input;
    const error = units.length === 0 ? undefined : await this.#tryToAdd(units);
    if (error === undefined) return;
    const jobs = [...Map.groupBy(units, ({ jobId }) => jobId).values()];
    await this.#addSome(jobs, error);
  }

  async #add(jobs: readonly (readonly T[])[]): Promise<void> {
    const error = jobs.length === 0 ? undefined : await this.#tryToAdd(jobs.flat());
    if (error !== undefined) await this.#addSome(jobs, error);
  }

  /** Adds those of the jobs that can be written. `error`: the result of the attempt to add all of them. */
  async #addSome(jobs: readonly (readonly T[])[], error: FormatError): Promise<void> {
    const [firstJob = []] = jobs;
    if (jobs.length === 1) await this.#findUnwritable(firstJob, error);
    // Too many to try each of them: all are refused, with the error of the attempt to add them.
    else if (this.#attemptsLeft <= 0 || (await this.#isWhollyUnwritable(jobs)))
      for (const [firstUnit] of jobs) this.#addRefused(firstUnit, error);
    else {
      const middle = Math.ceil(jobs.length / 2);
      await this.#add(jobs.slice(0, middle));
      await this.#add(jobs.slice(middle));
    }
  }

  /** Whether no job of a few samples can be written. They are taken once, if the file is too large to try all jobs. */
  async #isWhollyUnwritable(jobs: readonly (readonly T[])[]): Promise<boolean> {
    // Halving takes up to two attempts for each job.
    const canTryAll = 2 * jobs.length <= this.#attemptsLeft;
    if (this.#isSampled || canTryAll) return false;
    this.#isSampled = true;
    for (let sample = 0; sample < sampleSize; sample += 1) {
      const positionInJobs = (sample * sampleStep) % 1;
      const job = jobs[Math.floor(positionInJobs * jobs.length)] ?? [];
      if ((await this.#attempt(job)).error === undefined) return false;
    }
    return true;
  }

  /** Adds units to those that are written, all or none. Returns the error if they can't be written together. */
  async #tryToAdd(units: readonly T[]): Promise<FormatError | undefined> {
    const all = this.#written.length === 0 ? units : [...this.#written, ...units];
    const { edits, error } = await this.#attempt(all);
    if (error !== undefined) return error;
    this.edits = edits;
    this.#written = all;
    return undefined;
  }

  /** Finds the first unit of a job that can't be written, by a binary search, and refuses the job. */
  async #findUnwritable(job: readonly T[], errorOfJob: FormatError): Promise<void> {
    // The first `writableCount` units of the job can be written, the first `unwritableCount` can't.
    let [writableCount, unwritableCount, error] = [0, job.length, errorOfJob];
    while (unwritableCount - writableCount > 1) {
      const middle = Math.floor((writableCount + unwritableCount) / 2);
      const attempt = await this.#attempt([...this.#written, ...job.slice(0, middle)]);
      if (attempt.error === undefined) writableCount = middle;
      else [unwritableCount, error] = [middle, attempt.error];
    }
    this.#addRefused(job[unwritableCount - 1], error);
  }

  #addRefused(unit: T | undefined, error: FormatError): void {
    if (unit === undefined) return;
    this.refusedJobs.add(unit.jobId);
    this.unwritable.push({ key: unit.key, error });
  }

  /** Writes units in memory, up to the encoded bytes. A blank file is written like a new one, which replaces it. */
  async #attempt(
    units: readonly T[],
  ): Promise<{ readonly edits: readonly TextEdit[]; readonly error?: FormatError | undefined }> {
    const { source, targetText, targetLocale, signal } = this.#input;
    this.#attemptsLeft -= 1;
    try {
      const textToEdit = isBlank(targetText) ? '' : targetText;
      // False for a file of white space only: then the edits are those of an empty text.
      const areEditsOfFile = textToEdit === targetText;
      const texts = new Map(units.map(({ key, text }) => [key, text]));
      const languages = { sourceLocale: source.locale, targetLocale };
      const context = { sourceText: source.text, ...languages, state: 'translated' } as const;
      const edits = await source.format.write(textToEdit, texts, context, signal);
      // Formats refuse texts that aren't Unicode, so only another encoding can lack a character.
      if (this.#isUnicode && areEditsOfFile) return { edits };

      const after = applyEdits(textToEdit, edits);
      // Throws a FormatError for a character that the encoding lacks.
      encodeFile(after, this.#file);
      if (areEditsOfFile || edits.length === 0) return { edits };
      return { edits: [{ start: 0, end: targetText.length, text: after }] };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { edits: [], error };
    }
  }
}

/** A translation to be delivered. `force`: even if the source or the target has changed since the order. */
export interface PendingUnit extends UnitText {
  readonly jobId: string;
  readonly unit: FileUnit;
  readonly force: boolean;
}

/** A translation of one branch of a message. */
export interface PendingBranch extends PendingUnit {
  readonly unit: FileUnit & { readonly branch: string };
}

/** The value for one key: a translation, or a message that is joined from the branches of several jobs. */
export interface PendingValue extends UnitText {
  readonly units: readonly PendingUnit[];
}

/** The units that are written to one target file. */
export interface TargetGroup {
  readonly project: Project;
  /** Whether the translations are the sandbox's. */
  readonly simulated: boolean;
  readonly file: string;
  readonly targetFile: string;
  readonly locale: string;
  readonly units: PendingUnit[];
}

export function isBranch(pending: PendingUnit): pending is PendingBranch {
  return pending.unit.branch !== undefined;
}

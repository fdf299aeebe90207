import { type TextEdit, type Unit, FormatError } from '../../../formats/format.ts';
import { hashText } from '../../model/hash.ts';
import { sourceHashOf, sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
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
  readonly before: string | undefined;
  /** The file's units, if they have been read. */
  readonly present?: ReadonlyMap<string, Unit>;
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
 * changed since the order and those that the file cannot have, and returns the edits for all others. A delivery writes
 * them; a plan only wants to know what would be held. Rejects with FormatError for a file that can't be read.
 */
export async function composeDelivery(input: DeliveryInput): Promise<ComposedDelivery> {
  const { source, targetFile, locale, before, units, isSourceCopy, signal } = input;
  const current = input.present ?? (await readTargetUnits(source.format, before, locale, signal));
  const byId = unitsById(source.units);
  const found: FoundTexts = { sources: byId, current, isSourceCopy };
  const held = new Map<string, HoldReason>();
  const ready = [
    ...readyUnits(
      units.filter((pending) => !isBranch(pending)),
      found,
      held,
    ),
    ...readyMessages(joinMessages(units.filter(isBranch), byId, { locale, source }), found, held),
  ];
  const written = await writeUnits({
    source,
    targetFile,
    before: before ?? '',
    targetLocale: locale,
    units: ready,
    signal,
  });
  for (const { jobId } of written.refused.flatMap((value) => value.units)) held.set(jobId, 'unreadable');
  return { values: written.units, edits: written.edits, held, unwritable: written.unwritable };
}

/** Throws an Error for a path that the layout of a source does not give for its translations into a locale. */
export function refuseOtherPath(source: SourceFile, targetFile: string, locale: string): void {
  if (!isTargetPath(source, targetFile, locale))
    throw new Error(`it is not where ${source.path} has its translations into ${locale}.`);
}

/** The units of a source file and its target, by id, before a delivery. */
interface FoundTexts extends Pick<DeliveryInput, 'isSourceCopy'> {
  readonly sources: ReadonlyMap<string, Unit>;
  readonly current: ReadonlyMap<string, Unit>;
}

/**
 * Returns the values of units without branches that can be written. If one unit of a job is held, all units of the
 * job in this file are, so that the job is delivered once and undone once.
 */
function readyUnits(
  units: readonly PendingUnit[],
  found: FoundTexts,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  const reasons = new Map<string, HoldReason>();
  for (const pending of units) {
    const reason = whyHold(pending, found);
    if (reason !== undefined) reasons.set(pending.jobId, reason);
  }
  for (const [jobId, reason] of reasons) held.set(jobId, reason);
  const ready = reasons.size === 0 ? units : units.filter(({ jobId }) => !reasons.has(jobId));
  return ready.map((pending) => ({ jobId: pending.jobId, key: pending.key, text: pending.text, units: [pending] }));
}

/**
 * Returns the messages whose branches are all translated. Each is held separately, even if it shares a job with
 * other messages.
 */
function readyMessages(
  joined: JoinedMessages<PendingBranch>,
  { sources, current, isSourceCopy }: FoundTexts,
  held: Map<string, HoldReason>,
): readonly PendingValue[] {
  for (const { branch, reason } of joined.held) held.set(branch.jobId, reason);
  return joined.messages.flatMap(({ key, text, branches }): readonly PendingValue[] => {
    const existing = targetUnitOf(current, key);
    const from = sourceUnitOf(sources, key);
    const isExpected =
      existing?.text === text ||
      branches.some(
        ({ unit, force }) => force || hashOf(existing) === unit.targetHash || isSourceCopy(unit, from, existing),
      );
    if (isExpected) return [{ jobId: `message ${key}`, key, text, units: branches }];
    for (const { jobId } of branches) held.set(jobId, 'target-changed');
    return [];
  });
}

function whyHold(
  { unit, text, force }: PendingUnit,
  { sources, current: units, isSourceCopy }: FoundTexts,
): HoldReason | undefined {
  const source = sourceUnitOf(sources, unit.key);
  const current = targetUnitOf(units, unit.key);
  if (source === undefined) return 'unit-gone';
  // The value is already in the file, for example because the user entered it.
  if (force || current?.text === text) return undefined;
  if (sourceHashOf(source) !== unit.sourceHash) return 'source-changed';
  if (hashOf(current) === unit.targetHash || isSourceCopy(unit, source, current)) return undefined;
  return 'target-changed';
}

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
  readonly before: string;
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

/** The golden ratio's fraction: its multiples modulo 1 are spread evenly, and repeat no pattern. */
const sampleStep = 0.618_034;

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
      const job = jobs[Math.floor(((index * sampleStep) % 1) * jobs.length)] ?? [];
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
    let [writableCount, unwritableCount, lastError] = [0, job.length, firstError];
    while (unwritableCount - writableCount > 1) {
      const middle = Math.floor((writableCount + unwritableCount) / 2);
      const { error } = await this.#attempt([...this.#written, ...job.slice(0, middle)]);
      if (error === undefined) writableCount = middle;
      else [unwritableCount, lastError] = [middle, error];
    }
    this.#note(job[unwritableCount - 1], lastError);
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

export interface PendingUnit extends UnitText {
  readonly jobId: string;
  readonly unit: FileUnit;
  readonly force: boolean;
}

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

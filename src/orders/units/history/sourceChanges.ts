import { FormatError, type Unit } from '../../../formats/format.ts';
import type { FileHistory, FileVersion } from './fileHistory.ts';
import { LineLosses } from './lineLosses.ts';
import { isMinorChange, type SourceTexts } from './isMinorChange.ts';
import { versionTexts } from './versionTexts.ts';

/** A text that a source unit had before its present one. */
export interface EarlierText {
  readonly text: string;
  /** The unit's id at that time, which differs from its present id if the key was renamed. */
  readonly id: string;
  /** The last version with this text, or an older one if the file was reformatted. Counted from new to old. */
  readonly age: number;
  /** Whether the text says the same as the present one: it was changed, and later changed back. */
  readonly equalsPresent: boolean;
}

/** The earlier texts of a source file's units. */
export interface SourceChanges {
  /** The earlier texts by the present id of their unit, newest first; the first differs from the present text. */
  readonly earlier: ReadonlyMap<string, readonly EarlierText[]>;
  /** The last commits with each version of the source, by their ages: the first one has the age 1. */
  readonly commits: readonly string[];
  /** Whether all versions have been compared. */
  readonly isComplete: boolean;
}

/** A source file whose earlier texts are searched. */
export interface SourceChangesRequest {
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  /** The present text, which need not be committed, and its units. */
  readonly text: string;
  readonly units: readonly Unit[];
  /** Reads the units of an earlier text. Rejects with FormatError. */
  readonly read: (text: string, signal: AbortSignal) => Promise<readonly Unit[]>;
  /** See `Project`. */
  readonly usualEncoding: string | undefined;
  readonly maxVersions: number;
}

/** A limit for texts that change all the time, such as a version's number. */
const maxTextsPerUnit = 8;

/**
 * Compares the present units of a source file with those of its earlier versions, except for changes that leave
 * translations right. Returns what was found until `stop` is aborted. Rejects with the signal's or the history's error.
 */
export async function findSourceChanges(
  history: FileHistory,
  request: SourceChangesRequest,
  stop: AbortSignal,
  signal: AbortSignal,
): Promise<SourceChanges> {
  const stopOrCancel = AbortSignal.any([stop, signal]);
  const comparison = new Comparison(request);
  let commits: readonly string[] = [];
  let isComplete = false;
  try {
    const fileVersions = await history.versions(request.path, request.maxVersions, stopOrCancel);
    commits = fileVersions.versions.map(({ commit }) => commit);
    await comparison.addVersions(history, fileVersions.versions, stopOrCancel);
    isComplete = fileVersions.isComplete;
  } catch (error) {
    signal.throwIfAborted();
    if (!stop.aborted) throw error;
  }
  return { earlier: comparison.earlier, commits, isComplete };
}

/** A version with its text. The present text has the age 0, and the newest commit 1. */
interface DatedText {
  readonly text: string;
  readonly age: number;
}

async function readUnits(
  text: string,
  { read }: SourceChangesRequest,
  signal: AbortSignal,
): Promise<readonly Unit[] | undefined> {
  try {
    return await read(text, signal);
  } catch (error) {
    // A version with a conflict or a mistake in it says nothing about its units.
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Collects the earlier texts of units, from version to version. */
class Comparison {
  /** See `SourceChanges`. */
  readonly earlier = new Map<string, readonly EarlierText[]>();
  readonly #presentUnits: readonly Unit[];
  readonly #textFacts: SourceTexts;
  /** Earlier ids by present id, for renamed keys. */
  readonly #earlierIds = new Map<string, string>();
  /** The texts of the version that was added last, by id. */
  #newerTexts: ReadonlyMap<string, string>;
  readonly #request: SourceChangesRequest;

  constructor(request: SourceChangesRequest) {
    const { units, locale } = request;
    this.#request = request;
    const words = new Set(units.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []));
    this.#presentUnits = units.filter(({ text, translatable }) => text.trim() !== '' && translatable !== false);
    this.#textFacts = { locale, isUsed: (word) => words.has(word) };
    this.#newerTexts = textsById(units);
  }

  /** Adds the versions of the file, from the newest to the oldest. */
  async addVersions(history: FileHistory, versions: readonly FileVersion[], signal: AbortSignal): Promise<void> {
    const request = this.#request;
    const losses = new LineLosses(request.text, request.units);
    let newer: DatedText = { text: request.text, age: 0 };
    const compare = async ({ text, age }: DatedText): Promise<void> => {
      const units = await readUnits(text, request, signal);
      if (units === undefined) return;
      this.#add(units, (unit, ageOfNewerText) => {
        // The lines may be kept longer than the text, by another unit: then only this version is known to have it.
        const lastAge = losses.lastVersion(text, unit, age);
        return lastAge > ageOfNewerText ? lastAge : age;
      });
    };
    const datedVersions = versions.map((version, index) => ({ ...version, age: index + 1 }));
    for await (const { version, text } of versionTexts(history, datedVersions, request.usualEncoding, signal)) {
      if (text === undefined) continue;
      if (losses.add(text, version.age)) await compare(newer);
      newer = { text, age: version.age };
    }
    if (losses.hasPending) await compare(newer);
  }

  /**
   * Adds the units of an older version. `lastAgeOf` returns the age of the last version in which a unit still had its
   * text. That version is older than the next text of the unit, whose age is `ageOfNewerText`.
   */
  #add(units: readonly Unit[], lastAgeOf: (unit: Unit, ageOfNewerText: number) => number): void {
    const olderUnits = new Map(units.map((unit) => [unit.id, unit]));
    this.#followRenames(textsById(units));
    for (const { id, text } of this.#presentUnits) {
      const olderUnit = olderUnits.get(this.#earlierIds.get(id) ?? id);
      if (olderUnit === undefined || olderUnit.text.trim() === '') continue;
      const earlierTexts = this.earlier.get(id) ?? [];
      const newerText = earlierTexts.at(-1) ?? { text, age: 0, equalsPresent: true };
      if (olderUnit.text === newerText.text || earlierTexts.length >= maxTextsPerUnit) continue;
      const equalsPresent = isMinorChange(olderUnit.text, text, this.#textFacts);
      if (equalsPresent && newerText.equalsPresent) continue;
      const age = lastAgeOf(olderUnit, newerText.age);
      this.earlier.set(id, [...earlierTexts, { text: olderUnit.text, id: olderUnit.id, equalsPresent, age }]);
    }
    this.#newerTexts = textsById(units);
  }

  /** Notes the keys that were renamed since then: `a` to `b` if only `a` lost the text, and only `b` got it. */
  #followRenames(olderTexts: ReadonlyMap<string, string>): void {
    const addedIds = idsByText(this.#newerTexts, olderTexts);
    const removedIds = idsByText(olderTexts, this.#newerTexts);
    const renamed = new Map<string, string>();
    for (const [text, [id, ...otherIds]] of addedIds) {
      const [oldId, ...otherOldIds] = removedIds.get(text) ?? [];
      const isUnambiguous = otherIds.length === 0 && otherOldIds.length === 0;
      if (isUnambiguous && id !== undefined && oldId !== undefined) renamed.set(id, oldId);
    }
    if (renamed.size === 0) return;
    for (const { id } of this.#presentUnits) {
      // A key may have been renamed several times.
      const oldId = renamed.get(this.#earlierIds.get(id) ?? id);
      if (oldId !== undefined) this.#earlierIds.set(id, oldId);
    }
  }
}

function textsById(units: readonly Unit[]): ReadonlyMap<string, string> {
  return new Map(units.map(({ id, text }) => [id, text]));
}

/** Returns the ids that only the first of two versions has, by their texts. */
function idsByText(
  version: ReadonlyMap<string, string>,
  otherVersion: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const [id, text] of version) {
    if (otherVersion.has(id) || text.trim() === '') continue;
    const idsOfText = ids.get(text);
    if (idsOfText === undefined) ids.set(text, [id]);
    else idsOfText.push(id);
  }
  return ids;
}

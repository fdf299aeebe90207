import { FormatError, type Unit } from '../../../formats/format.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { normalizedLine, differingLines, linesOf } from './differingLines.ts';
import type { FileHistory } from './fileHistory.ts';
import { isSameWording } from './isMinorChange.ts';
import { hasCharacterEscapes, isAscii, mayContain } from './mayContain.ts';
import type { EarlierText } from './sourceChanges.ts';
import { versionTexts } from './versionTexts.ts';

/** A translated unit whose source changed after its translation did. */
export interface OutdatedUnit {
  /** The unit's id in the target. */
  readonly key: string;
  /** The source text that the translation was made from, as far as the history shows. */
  readonly oldSource: string;
  readonly source: string;
  readonly translation: string;
}

/** A translation, and the earlier texts of its source. An age counts versions of the source file, from new to old. */
export interface TranslatedUnit {
  readonly key: string;
  readonly source: Unit;
  readonly translation: Unit;
  /** Newest first, at least one. */
  readonly earlier: readonly EarlierText[];
}

/** A target file whose outdated translations are searched. */
export interface OutdatedRequest {
  readonly path: string;
  /** The target's present text, which need not be committed. */
  readonly text: string;
  readonly units: readonly TranslatedUnit[];
  /** The last commits with each version of the source, see `SourceChanges`. */
  readonly commits: readonly string[];
  /** Reads the units of an earlier text of the target. Rejects with FormatError. */
  readonly read: (text: string, signal: AbortSignal) => Promise<readonly Unit[]>;
  /** See `Project`. */
  readonly usualEncoding: string | undefined;
}

/** The outdated units of a target. */
export interface OutdatedUnits {
  readonly units: readonly OutdatedUnit[];
  /** Whether all units have been compared. */
  readonly isComplete: boolean;
}

/**
 * Finds the units of a target whose translation already had its present text when the source still had an earlier one,
 * and has had it ever since: not those whose source and translation changed in the same commit. Stops when `stop` is
 * aborted and returns what was found until then. Rejects with the signal's reason, and with the history's error.
 */
export async function findOutdatedUnits(
  history: FileHistory,
  request: OutdatedRequest,
  stop: AbortSignal,
  signal: AbortSignal,
): Promise<OutdatedUnits> {
  const stopOrCancel = AbortSignal.any([stop, signal]);
  const searches = request.units.map((unit) => new TranslationSearch(unit, request.text));
  let isComplete = false;
  try {
    await compareVersions(history, request, searches, stopOrCancel);
    isComplete = true;
  } catch (error) {
    signal.throwIfAborted();
    if (!stop.aborted) throw error;
  }
  return { units: searches.flatMap((search) => search.result ?? []), isComplete };
}

/** A content of the target, and the oldest version of the source beside which it existed. */
interface TargetVersion {
  readonly blob: string;
  readonly path: string;
  /** The age of that version of the source. */
  readonly greatestAge: number;
}

/** Compares versions of the target from new to old, until each translation has another text or is old enough. */
async function compareVersions(
  history: FileHistory,
  request: OutdatedRequest,
  searches: readonly TranslationSearch[],
  signal: AbortSignal,
): Promise<void> {
  const { versions, existedAlways } = await targetVersions(history, request, signal);
  let newer = request.text;
  for await (const { version, text } of versionTexts(history, versions, request.usualEncoding, signal)) {
    const openSearches = searches.filter((search) => search.isOpen);
    if (openSearches.length === 0) return;
    const readUnits = (older: string): Promise<readonly Unit[]> => request.read(older, signal);
    const isRead = text !== undefined && (await compareVersion(text, newer, openSearches, readUnits));
    if (isRead) newer = text;
    // A version that can't be read does not end a search.
    for (const search of openSearches) search.add(version.greatestAge);
  }
  // Before the first version of the target, there was no translation.
  if (!existedAlways) for (const search of searches) search.end();
}

/** Returns the versions of the target that matter, newest first, and whether it existed all the time. */
async function targetVersions(
  history: FileHistory,
  { path, units, commits }: OutdatedRequest,
  signal: AbortSignal,
): Promise<{ readonly versions: readonly TargetVersion[]; readonly existedAlways: boolean }> {
  const maxAge = Math.max(0, ...units.flatMap(({ earlier }) => earlier.map(({ age }) => age)));
  // The first commit has the age 1.
  const blobs = await history.blobsAt(path, commits.slice(0, maxAge), signal);
  const versions: TargetVersion[] = [];
  for (const [index, blob] of blobs.entries()) {
    if (blob === undefined) return { versions, existedAlways: false };
    // Commits in which the target has the same content are one version, which is as old as the last of them.
    const isSameContent = blob === versions.at(-1)?.blob;
    if (isSameContent) versions.pop();
    versions.push({ blob, path, greatestAge: index + 1 });
  }
  return { versions, existedAlways: true };
}

/** Ends the searches of translations that an older version lacks. Returns false if it can't be read. */
async function compareVersion(
  text: string,
  newer: string,
  searches: readonly TranslationSearch[],
  read: (text: string) => Promise<readonly Unit[]>,
): Promise<boolean> {
  const gained = new Set(differingLines(text, newer).gained);
  const searchesOfChanged = searches.filter((search) => search.hasOtherLines(text, gained));
  // Parsing takes long, and is needed only for translations whose words are in the text.
  const hasEscapes = searchesOfChanged.length > 0 && hasCharacterEscapes(text);
  const uncertain = searchesOfChanged.filter((search) => search.mayBeIn(text, hasEscapes));
  if (uncertain.length > 0) {
    const units = await unitsById(text, read);
    if (units === undefined) return false;
    for (const search of uncertain) search.find(units, text);
  }
  for (const search of searchesOfChanged) if (!uncertain.includes(search)) search.end();
  return true;
}

/** Returns the units of a version, by id; undefined if it can't be read. */
async function unitsById(
  text: string,
  read: (text: string) => Promise<readonly Unit[]>,
): Promise<ReadonlyMap<string, Unit> | undefined> {
  try {
    return new Map((await read(text)).map((unit) => [unit.id, unit]));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** The search for the version in which a translation began to have its present text. */
class TranslationSearch {
  readonly #unit: TranslatedUnit;
  /** The words of the translation. */
  readonly #words: readonly string[];
  /** The lines with the translation in the version that was compared last. */
  #lines: readonly string[] = [];
  /** The translation as it is written there, if it is written on several lines. */
  #writtenLines: string | undefined;
  /** The age of the oldest known version with the present translation. */
  #sameSinceAge = 0;
  #hasEnded = false;

  constructor(unit: TranslatedUnit, text: string) {
    this.#unit = unit;
    this.#words = unit.translation.text.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
    this.#locate(unit.translation, text);
  }

  /** Whether older versions matter. */
  get isOpen(): boolean {
    return !this.#hasEnded && this.#unit.earlier.some(({ age }) => age > this.#sameSinceAge);
  }

  /** Adds a version in which the translation is the same, unless the search has ended. */
  add(age: number): void {
    if (!this.#hasEnded) this.#sameSinceAge = age;
  }

  /** Ends the search, because older versions have another translation, or none. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Whether the translation is not written as before in an older version, which lacks the lines `gained`. */
  hasOtherLines(text: string, gained: ReadonlySet<string>): boolean {
    if (this.#lines.some((line) => gained.has(line))) return true;
    return this.#writtenLines !== undefined && !text.includes(this.#writtenLines);
  }

  /** Whether a version could contain the translation; `hasEscapes` is `hasCharacterEscapes` of its text. */
  mayBeIn(text: string, hasEscapes: boolean): boolean {
    const { text: translation } = this.#unit.translation;
    return (hasEscapes && !isAscii(translation)) || mayContain(text, translation, this.#words);
  }

  /** Finds the translation among the units of a version, or ends the search. */
  find(units: ReadonlyMap<string, Unit>, text: string): void {
    const { key, source, translation, earlier } = this.#unit;
    // The key may have been renamed in the target earlier or later than in the source.
    const ids = new Set([key, ...(key === source.id ? earlier.map(({ id }) => id) : [])]);
    const sameTranslation = [...ids]
      .map((id) => targetUnitOf(units, id))
      .find((unit) => unit !== undefined && unit.text !== '' && isSameWording(unit.text, translation.text));
    if (sameTranslation === undefined) this.end();
    else this.#locate(sameTranslation, text);
  }

  #locate(unit: Unit, text: string): void {
    const lines = linesOf(text, unit);
    this.#lines = lines.map(normalizedLine);
    this.#writtenLines = lines.length > 1 ? text.slice(unit.start, unit.end) : undefined;
  }

  /** The outdated unit; undefined if the translation is not known to be older than the present source text. */
  get result(): OutdatedUnit | undefined {
    const { key, source, translation, earlier } = this.#unit;
    // The oldest source text that is known to have had this translation.
    const oldSource = earlier.findLast(({ age }) => age <= this.#sameSinceAge);
    // If the search was stopped, the translation may be from a time when the source was as it is now.
    const wasPresentEarlier = earlier.some(({ age, equalsPresent }) => equalsPresent && age > this.#sameSinceAge);
    const isUncertain = this.isOpen && wasPresentEarlier;
    if (oldSource === undefined || oldSource.equalsPresent || isUncertain) return undefined;
    return { key, oldSource: oldSource.text, source: source.text, translation: translation.text };
  }
}

import { isSameLocale } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { splitPlural } from '../../../formats/kit/unitId.ts';
import type { OrderRecord, ProjectAccess } from '../../journal/account/orderContext.ts';
import { isTargetPath, openTargetFile, type SourceFile, type TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { unitsInFlight } from '../../journal/unitsInFlight.ts';
import { hashText } from '../../model/hash.ts';
import type { ComparedUnit, SourceState } from '../../model/sourceState.ts';
import { isDocument, isFileUnit, type FileUnit, type UnitRef } from '../../model/unitRef.ts';
import { unitIdentity, messageIdentity } from '../../model/unitName.ts';
import { compareUnit, keysWithText } from './compareUnit.ts';
import { type OpenedSource, SourceIndex, indexSource } from './sourceIndex.ts';
import { isInFlight, type PlanHistory, type WaitingUnit } from '../../model/plan/planHistory.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { sourceUnitOf, unitOfEarlierId } from '../../model/sourceUnit.ts';

/** The order that units belong to. */
export interface OrderedSource {
  readonly sourceLocale: string;
  readonly sourceText: string;
}

/** Options of a `UnitLocator`. */
interface LocatorOptions {
  /** Has the files that are searched for lost texts, if reading all of them again would take too long. */
  readonly searchIndex?: SourceIndex;
  /** Whether a place with a translation counts, which the user may replace. */
  readonly translatedToo?: boolean;
  /** Returns a job's last known status. */
  readonly statusOf?: (jobId: string) => string | undefined;
}

/** Finds ordered units in the present sources. For one run only, because it remembers which places are taken. */
export class UnitLocator {
  readonly #index: SourceIndex;
  readonly #searchIndex: SourceIndex;
  readonly #context: Pick<OrderRecord, 'ledger'>;
  readonly #statusOf: (jobId: string) => string | undefined;
  readonly #translatedToo: boolean;
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();
  /** Identities of the units on order, and of the places that `take` has marked; read when first needed. */
  #taken: Set<string> | undefined;

  constructor(context: Pick<OrderRecord, 'ledger'>, index: SourceIndex, options: LocatorOptions = {}) {
    this.#context = context;
    this.#index = index;
    this.#searchIndex = options.searchIndex ?? index;
    this.#statusOf = options.statusOf ?? (() => undefined);
    this.#translatedToo = options.translatedToo === true;
  }

  /**
   * Compares the units of a job, in their order. A unit whose key and text are gone from its file is searched: first in
   * its own file, then in others of the same locale. A place with its own translation or order does not count.
   */
  async compare(units: readonly UnitRef[], order: OrderedSource): Promise<readonly ComparedUnit[]> {
    const statesInPlace = await Promise.all(units.map((unit) => this.#stateInPlace(unit, order)));
    const states = new Map<UnitRef, SourceState>();
    const lostUnits: FileUnit[] = [];
    for (const [index, unit] of units.entries()) {
      const state = statesInPlace[index] ?? { kind: 'same' };
      // A unit without a state is reported as removed at the end, unless a new place is found.
      if (state.kind !== 'gone') states.set(unit, state);
      if (!isFileUnit(unit) || !isLost(state)) continue;
      const earlierUnit = await this.#unitOfEarlierId(unit);
      if (earlierUnit === undefined) lostUnits.push(unit);
      else states.set(unit, { kind: 'moved', to: { ...unit, key: earlierUnit.id } });
    }
    for (const group of Map.groupBy(lostUnits, groupOf).values()) {
      const places = await this.#freePlaces(group, order);
      // One translation is for all of them, so it does not matter which unit moved to which place.
      for (const [index, unit] of group.entries()) {
        const newPlace = places[index];
        if (places.length > group.length) states.set(unit, { kind: 'ambiguous', places });
        else if (newPlace !== undefined) states.set(unit, { kind: 'moved', to: newPlace });
      }
    }
    return units.map((unit) => ({ unit, state: states.get(unit) ?? { kind: 'removed' } }));
  }

  /** Compares the units of a job, in their order, without searching those that are gone. */
  async compareInPlace(units: readonly UnitRef[], order: OrderedSource): Promise<readonly ComparedUnit[]> {
    const states = await Promise.all(units.map((unit) => this.#stateInPlace(unit, order)));
    return units.map((unit, index) => {
      const state = states[index] ?? { kind: 'gone' };
      return { unit, state: state.kind === 'gone' ? { kind: 'removed' } : state };
    });
  }

  /** Marks a place as taken, because an order has moved there. */
  take(unit: UnitRef): void {
    this.#takenPlaces().add(unitIdentity(unit));
  }

  /** Compares a unit under its key and in its file. `gone`: the file has no such key, so its text may be elsewhere. */
  async #stateInPlace(unit: UnitRef, { sourceText }: OrderedSource): Promise<SourceState | { readonly kind: 'gone' }> {
    if (isFileUnit(unit)) {
      const reading = await this.#index.read(unit.project, unit.file);
      if (reading.kind === 'open') return compareUnit(unit, reading);
      return { kind: 'unknown', why: reading.kind };
    }
    const content = await this.#index.readContent(unit.project, unit.file);
    if (content.kind !== 'file') return { kind: 'unknown', why: content.kind };
    if (isDocument(unit)) return { kind: content.hash === unit.sourceHash ? 'same' : 'changed' };
    return { kind: content.hasText(sourceText) ? 'same' : 'removed' };
  }

  /** Returns the unit that an earlier version ordered under an id that its reading of the file gave it. */
  async #unitOfEarlierId(unit: FileUnit): Promise<Unit | undefined> {
    const reading = await this.#index.read(unit.project, unit.file);
    return reading.kind === 'open' ? unitOfEarlierId(reading.byId, unit) : undefined;
  }

  /** Returns the places where the units of a group may be now: those in their own files or, without any, in others. */
  async #freePlaces(group: readonly FileUnit[], { sourceLocale }: OrderedSource): Promise<readonly FileUnit[]> {
    // The units of a group have the same text, so any of them stands for all.
    const [unit] = group;
    if (unit === undefined) return [];
    const ownPaths = [...new Set(group.map(({ file }) => file))];
    const placesInOwnFiles = await this.#freePlacesIn(unit, ownPaths);
    if (placesInOwnFiles.length > 0) return placesInOwnFiles;
    const otherSources = (await this.#searchIndex.otherSources(unit.project, unit.file, sourceLocale)) ?? [];
    const sourcesWithText = otherSources.filter((opened) => keysWithText(unit, opened).length > 0);
    const otherPaths = sourcesWithText.map(({ source }) => source.path);
    return this.#freePlacesIn(unit, otherPaths);
  }

  async #freePlacesIn(unit: FileUnit, paths: readonly string[]): Promise<readonly FileUnit[]> {
    const readings = await Promise.all(paths.map((path) => this.#index.read(unit.project, path)));
    const places = readings.flatMap((reading) => {
      if (reading.kind !== 'open') return [];
      return keysWithText(unit, reading).map((key) => this.#placeIfFree(unit, reading.source, key));
    });
    return (await Promise.all(places)).filter((place) => place !== undefined);
  }

  /** Returns a unit as it would be ordered under another key; undefined if that has a translation or an order. */
  async #placeIfFree(unit: FileUnit, source: SourceFile, key: string): Promise<FileUnit | undefined> {
    if (isSameLocale(source.locale, unit.locale)) return undefined;
    const target = await this.#target(source, unit.locale);
    if (target === undefined || !isTargetPath(source, target.path, unit.locale)) return undefined;
    const { targetHash: orderedHash, ...unitWithoutTarget } = unit;
    const targetUnit = targetUnitOf(target.units, key);
    const targetHash = targetUnit === undefined || targetUnit.text === '' ? undefined : hashText(targetUnit.text);
    const targetFile = target.path;
    const place = { ...unitWithoutTarget, file: source.path, key, targetFile, ...present({ targetHash }) };
    const hasTranslation = !this.#translatedToo && !isUntranslated(targetHash, targetUnit?.needsWork, orderedHash);
    if (hasTranslation || isInFlight(this.#takenPlaces(), place)) return undefined;
    return place;
  }

  #target(source: SourceFile, locale: string): Promise<TargetFile | undefined> {
    const targetKey = JSON.stringify([source.project.id, source.path, locale]);
    const opening = this.#targets.get(targetKey) ?? openTargetFile(source, locale).catch(() => undefined);
    this.#targets.set(targetKey, opening);
    return opening;
  }

  #takenPlaces(): Set<string> {
    this.#taken ??= new Set(unitsInFlight(this.#context.ledger, this.#statusOf));
    return this.#taken;
  }
}

/**
 * Whether a place has no translation of its own: none, one that needs work, or the value that the ordered string had,
 * which was moved with it. Takes the hashes of the current value and of the value at the time of the order.
 */
export function isUntranslated(
  currentHash: string | undefined,
  needsWork: boolean | undefined,
  orderedHash: string | undefined,
): boolean {
  return currentHash === undefined || needsWork === true || currentHash === orderedHash;
}

function isLost(state: SourceState | { readonly kind: 'gone' }): boolean {
  return state.kind === 'gone' || (state.kind === 'unknown' && state.why === 'missing');
}

/** Identifies the units that get the same translation: of one text, as the same plural form or branch of a message. */
function groupOf({ project, key, branch, locale, sourceHash }: FileUnit): string {
  const { category, ordinal } = splitPlural(key) ?? {};
  return JSON.stringify([project, sourceHash, category, ordinal, branch, locale]);
}

/**
 * Finds the strings on order whose key or file is gone at their new places in these sources, and returns the history
 * with these places, so that a plan does not order them a second time. If a text is in several places, all of them
 * count until the user has decided which one gets the translation.
 */
export async function withMovedUnits(
  context: ProjectAccess,
  sources: readonly SourceFile[],
  history: PlanHistory,
): Promise<PlanHistory> {
  const moved = new Map<string, { readonly targetHash?: string }>();
  const index = new SourceIndex(context);
  const slice = new TimeSlice();
  // By project id, then by the hash of the text.
  const waitingByText = new Map<string, Map<string, WaitingUnit[]>>();
  for (const [project, waiting] of Map.groupBy(history.waiting ?? [], ({ unit }) => unit.project)) {
    const waitingOfProject = Map.groupBy(waiting, ({ unit }) => unit.sourceHash);
    waitingByText.set(project, waitingOfProject);
  }
  for (const source of sources) {
    const waitingOfProject = waitingByText.get(source.project.id);
    if (waitingOfProject === undefined) continue;
    const openedSource = indexSource(source);
    const waitingWithText = openedSource.hashes().flatMap((hash) => waitingOfProject.get(hash) ?? []);
    for (const { unit, sourceLocale } of waitingWithText) {
      if (!isFileUnit(unit) || !isSameLocale(sourceLocale, source.locale)) continue;
      const earlierUnit = unit.file === source.path ? unitOfEarlierId(openedSource.byId, unit) : undefined;
      if (earlierUnit !== undefined) moved.set(messageIdentity({ ...unit, key: earlierUnit.id }), unit);
      if (earlierUnit !== undefined || !(await isGone(unit, openedSource, index))) continue;
      for (const key of keysWithText(unit, openedSource))
        moved.set(messageIdentity({ ...unit, file: source.path, key }), unit);
    }
    if (slice.isOver) await slice.rest();
  }
  if (moved.size === 0) return history;
  return { ...history, moved };
}

/** Whether a unit's key or file no longer exists. `opened` need not be read again if it is the unit's own file. */
async function isGone(
  { project, file, key = '' }: UnitRef,
  opened: OpenedSource,
  index: SourceIndex,
): Promise<boolean> {
  if (file === opened.source.path) return sourceUnitOf(opened.byId, key) === undefined;
  const reading = await index.read(project, file);
  return reading.kind === 'missing' || (reading.kind === 'open' && sourceUnitOf(reading.byId, key) === undefined);
}

import { isSameLocale } from '../../../base/locale.ts';
import { present } from '../../../base/present.ts';
import { splitPlural } from '../../../formats/kit/unitId.ts';
import type { OrderRecord, ProjectAccess } from '../../journal/account/orderContext.ts';
import { isTargetPath, openTargetFile, type SourceFile, type TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { unitsInFlight } from '../../journal/inFlight.ts';
import { hashText } from '../../model/hash.ts';
import type { ComparedUnit, SourceState } from '../../model/sourceState.ts';
import { isDocument, isFileUnit, type FileUnit, type UnitRef } from '../../model/unitRef.ts';
import { unitIdentity, messageIdentity } from '../../model/unitName.ts';
import { compareUnit, keysWithText } from './compareUnit.ts';
import { type OpenedSource, SourceIndex, opened } from './sourceIndex.ts';
import { isInFlight, type PlanHistory } from '../../model/plan/planHistory.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';

/** The order that units belong to. */
export interface OrderedSource {
  readonly sourceLocale: string;
  readonly sourceText: string;
}

/**
 * Compares ordered units with their source files, and finds those whose keys were renamed or whose files moved. To be
 * used for one run, because it remembers which places are taken.
 */
export class UnitLocator {
  readonly #index: SourceIndex;
  readonly #searched: SourceIndex;
  readonly #context: Pick<OrderRecord, 'ledger'>;
  readonly #statusOf: (jobId: string) => string | undefined;
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();
  #taken: Set<string> | undefined;

  /**
   * `statusOf` returns a job's last known status. `searched` has the files that are searched for lost texts, if reading
   * all of them again would take too long; what it finds is read again.
   */
  constructor(
    context: Pick<OrderRecord, 'ledger'>,
    index: SourceIndex,
    {
      searched = index,
      statusOf = () => undefined,
    }: {
      readonly searched?: SourceIndex;
      readonly statusOf?: (jobId: string) => string | undefined;
    } = {},
  ) {
    this.#context = context;
    this.#index = index;
    this.#searched = searched;
    this.#statusOf = statusOf;
  }

  /**
   * Compares the units of a job, in their order. A unit whose key and text are gone from its file is searched: first in
   * its own file, then in the project's other files of the same locale. A place with a translation or an order of its
   * own does not count.
   */
  async compare(units: readonly UnitRef[], order: OrderedSource): Promise<readonly ComparedUnit[]> {
    const states = await Promise.all(units.map((unit) => this.#stateInPlace(unit, order)));
    const stateOf = new Map<UnitRef, SourceState>();
    const lost = new Map<string, FileUnit[]>();
    for (const [index, unit] of units.entries()) {
      const state = states[index] ?? { kind: 'same' };
      if (state.kind !== 'gone') stateOf.set(unit, state);
      if (isFileUnit(unit) && isLost(state)) lost.set(groupOf(unit), [...(lost.get(groupOf(unit)) ?? []), unit]);
    }
    for (const group of lost.values()) {
      const places = await this.#freePlaces(group, order);
      // One translation is for all of them, so it does not matter which unit moved to which place.
      for (const [index, unit] of group.entries()) {
        const to = places[index];
        if (places.length > group.length) stateOf.set(unit, { kind: 'ambiguous', places });
        else if (to !== undefined) stateOf.set(unit, { kind: 'moved', to });
      }
    }
    return units.map((unit) => ({ unit, state: stateOf.get(unit) ?? { kind: 'removed' } }));
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

  async #stateInPlace(unit: UnitRef, { sourceText }: OrderedSource): Promise<SourceState | { readonly kind: 'gone' }> {
    if (isFileUnit(unit)) {
      const reading = await this.#index.read(unit.project, unit.file);
      if (reading.kind === 'open') return compareUnit(unit, reading);
      return { kind: 'unknown', why: reading.kind };
    }
    const content = await this.#index.content(unit.project, unit.file);
    if (content.kind !== 'file') return { kind: 'unknown', why: content.kind };
    if (isDocument(unit)) return { kind: content.hash === unit.sourceHash ? 'same' : 'changed' };
    return { kind: content.hasText(sourceText) ? 'same' : 'removed' };
  }

  async #freePlaces(group: readonly FileUnit[], { sourceLocale }: OrderedSource): Promise<readonly FileUnit[]> {
    const [unit] = group;
    if (unit === undefined) return [];
    const ownFiles = await Promise.all(
      [...new Set(group.map(({ file }) => file))].map((file) => this.#index.read(unit.project, file)),
    );
    const placesInOwnFiles = await this.#freePlacesIn(
      unit,
      ownFiles.filter((reading) => reading.kind === 'open'),
    );
    if (placesInOwnFiles.length > 0) return placesInOwnFiles;
    const others = (await this.#searched.others(unit.project, unit.file, sourceLocale)) ?? [];
    const withText = others.filter((opened) => keysWithText(unit, opened).length > 0);
    const current = await Promise.all(withText.map(({ source }) => this.#index.read(unit.project, source.path)));
    return this.#freePlacesIn(
      unit,
      current.filter((reading) => reading.kind === 'open'),
    );
  }

  async #freePlacesIn(unit: FileUnit, sources: readonly OpenedSource[]): Promise<readonly FileUnit[]> {
    const places = sources.flatMap((opened) =>
      keysWithText(unit, opened).map((key) => this.#ifFree(unit, opened.source, key)),
    );
    return (await Promise.all(places)).filter((place) => place !== undefined);
  }

  /** Returns a unit as it would be ordered under another key; undefined if that has a translation or an order. */
  async #ifFree(unit: FileUnit, source: SourceFile, key: string): Promise<FileUnit | undefined> {
    if (isSameLocale(source.locale, unit.locale)) return undefined;
    const target = await this.#target(source, unit.locale);
    if (target === undefined || !isTargetPath(source, target.path, unit.locale)) return undefined;
    const { targetHash: orderedHash, ...rest } = unit;
    const current = targetUnitOf(target.units, key);
    const targetHash = current === undefined || current.text === '' ? undefined : hashText(current.text);
    const place = { ...rest, file: source.path, key, targetFile: target.path, ...present({ targetHash }) };
    const isFree =
      isUntranslated(targetHash, current?.needsWork, orderedHash) && !isInFlight(this.#takenPlaces(), place);
    return isFree ? place : undefined;
  }

  #target(source: SourceFile, locale: string): Promise<TargetFile | undefined> {
    const name = JSON.stringify([source.project.id, source.path, locale]);
    const opening = this.#targets.get(name) ?? openTargetFile(source, locale).catch(() => undefined);
    this.#targets.set(name, opening);
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

/** Units of one group get the same translation. */
function groupOf({ project, key, branch, locale, sourceHash }: FileUnit): string {
  const { category, ordinal } = splitPlural(key) ?? {};
  return JSON.stringify([project, sourceHash, category, ordinal, branch, locale]);
}

/**
 * Returns a history that knows where in these sources the strings on order are whose keys or files are gone, so that a
 * plan does not order them a second time. If a text is in several places, all of them count until the user has decided
 * which one gets the translation.
 */
export async function withMovedUnits(
  context: ProjectAccess,
  sources: readonly SourceFile[],
  history: PlanHistory,
): Promise<PlanHistory> {
  const moved = new Map<string, { readonly targetHash?: string }>();
  const index = new SourceIndex(context);
  const slice = new TimeSlice();
  const byProject = new Map(
    [...Map.groupBy(history.waiting ?? [], ({ unit }) => unit.project)].map(([project, waiting]) => [
      project,
      Map.groupBy(waiting, ({ unit }) => unit.sourceHash),
    ]),
  );
  for (const source of sources) {
    const byText = byProject.get(source.project.id);
    if (byText === undefined) continue;
    const openedSource = opened(source);
    for (const { unit, sourceLocale } of openedSource.hashes().flatMap((hash) => byText.get(hash) ?? [])) {
      if (!isFileUnit(unit) || !isSameLocale(sourceLocale, source.locale) || !(await isGone(unit, openedSource, index)))
        continue;
      for (const key of keysWithText(unit, openedSource))
        moved.set(messageIdentity({ ...unit, file: source.path, key }), unit);
    }
    if (slice.isOver) await slice.rest();
  }
  if (moved.size === 0) return history;
  return { ...history, moved };
}

/** Whether a unit's key or file no longer exists. */
async function isGone({ project, file, key = '' }: UnitRef, here: OpenedSource, index: SourceIndex): Promise<boolean> {
  if (file === here.source.path) return sourceUnitOf(here.byId, key) === undefined;
  const reading = await index.read(project, file);
  return reading.kind === 'missing' || (reading.kind === 'open' && sourceUnitOf(reading.byId, key) === undefined);
}

import type { UnitRef } from '../unitRef.ts';
import {
  nameInFile,
  splitMessageIdentity,
  messageIdentity,
  unitIdentity,
  unitIdentityWithText,
  nameOfIdentity,
} from '../unitName.ts';
import { earlierIdsOf } from '../../../formats/kit/unitId.ts';

/** Number of intents and deliveries in the journal at some moment. */
export interface JournalPosition {
  readonly intents: number;
  readonly deliveries: number;
}

/** A unit on order. */
export interface WaitingUnit {
  readonly unit: UnitRef;
  readonly sourceLocale: string;
}

/** The last delivery of a unit, by hashes of the source text and of the value that was written. */
export interface LastDelivery {
  readonly sourceHash: string;
  readonly valueHash: string;
  readonly simulated: boolean;
}

/** The last delivery of each unit. */
export interface LastDeliveries {
  /** `identity` is the result of `unitIdentity`. */
  get(identity: string): LastDelivery | undefined;
  /** Returns a function for the deliveries of a file's units in one locale, by key: faster for a whole file. */
  inFile?(file: Pick<UnitRef, 'project' | 'file' | 'locale'>): (key: string) => LastDelivery | undefined;
}

/** The history of orders and deliveries that a plan needs. */
export interface PlanHistory {
  /** Identities of the units on order, for `isInFlight`. */
  readonly inFlight: ReadonlySet<string>;
  /** The last delivery of each unit, by identity. */
  readonly delivered: LastDeliveries;
  /** The units on order, to find those whose keys were renamed or whose files moved. Absent if no unit is on order. */
  readonly waiting?: readonly WaitingUnit[];
  /** Strings on order whose key or file is gone, by the identity of the place that has their text now. */
  readonly moved?: ReadonlyMap<string, { readonly targetHash?: string }>;
  /** The end of this history; absent for an empty history that belongs to no journal. */
  readonly until?: JournalPosition;
}

/** The history of a project without a journal. */
export const noHistory: PlanHistory = { inFlight: new Set(), delivered: new Map() };

/**
 * Returns whether a unit must not be ordered because it is on order. `identities` has identities with and without the
 * text, and of split messages. A branch is on order if its whole message is; a message, if one of its branches is.
 */
export function isInFlight(identities: ReadonlySet<string>, unit: UnitRef): boolean {
  if (!mayBeInFlight(identities, nameInFile(unit))) return false;
  const identitiesOfUnit = [unitIdentity(unit), unitIdentityWithText(unit)];
  if (unit.branch === undefined) identitiesOfUnit.push(splitMessageIdentity(unit));
  else identitiesOfUnit.push(messageIdentity(unit), `${messageIdentity(unit)} ${unit.sourceHash}`);
  if (identitiesOfUnit.some((identity) => identities.has(identity))) return true;
  // Earlier versions ordered the members of plural sets in JSON under the names of their keys: `items#one → items.one`.
  return earlierIdsOf(unit.key ?? '').some((key) => isInFlight(identities, { ...unit, key }));
}

/** Returns false if no unit with this name (`nameInFile`) is on order, in any file and locale. */
export function mayBeInFlight(identities: ReadonlySet<string>, name: string | null): boolean {
  if (identities.size === 0) return false;
  const names = namesInFlight(identities);
  // A plural member (`items#one`) may be on order from an earlier version, as `items.one`.
  if (names.has(name)) return true;
  return name !== null && name.includes('#') && earlierIdsOf(name).some((earlierName) => names.has(earlierName));
}

/** By set of identities, the names of its units. They are valid while the set has this size: a set only grows. */
const namesOfSets = new WeakMap<
  ReadonlySet<string>,
  { readonly size: number; readonly names: ReadonlySet<string | null> }
>();

/**
 * Returns the names (`nameInFile`) of the units on order in all files and locales. Most units of a file are not on
 * order, and this is found out much faster by a name than by an identity.
 */
function namesInFlight(identities: ReadonlySet<string>): ReadonlySet<string | null> {
  const cached = namesOfSets.get(identities);
  if (cached?.size === identities.size) return cached.names;
  const names = new Set([...identities].map(nameOfIdentity));
  namesOfSets.set(identities, { size: identities.size, names });
  return names;
}

/** By list of waiting units: the source files of the units on order, by the place of their translation. */
const sourcesOfLists = new WeakMap<readonly WaitingUnit[], ReadonlyMap<string, ReadonlySet<string>>>();

/** Whether a unit must not be ordered because it, or another source's unit with the same place, is on order. */
export function isOnOrder(history: PlanHistory, unit: UnitRef): boolean {
  return isInFlight(history.inFlight, unit) || isOnOrderFromOtherSource(history, unit);
}

/**
 * Whether a translation that will be written to a unit's place was ordered from another source file, as earlier versions
 * did: `po/de.po` from the entries of `po/fr.po`. It is not ordered a second time.
 */
function isOnOrderFromOtherSource({ waiting }: PlanHistory, unit: UnitRef): boolean {
  if (waiting === undefined || waiting.length === 0 || unit.targetFile === undefined) return false;
  const sources = sourcesOfLists.get(waiting) ?? sourcesByPlace(waiting);
  sourcesOfLists.set(waiting, sources);
  const files = sources.get(placeOf(unit));
  return files !== undefined && [...files].some((file) => file !== unit.file);
}

function sourcesByPlace(waiting: readonly WaitingUnit[]): ReadonlyMap<string, ReadonlySet<string>> {
  const sources = new Map<string, Set<string>>();
  for (const { unit } of waiting) {
    const place = placeOf(unit);
    sources.set(place, (sources.get(place) ?? new Set()).add(unit.file));
  }
  return sources;
}

/** Returns where a unit's translation is written to. */
function placeOf({ project, targetFile, key, locale }: UnitRef): string {
  return JSON.stringify([project, targetFile ?? null, key ?? null, locale]);
}

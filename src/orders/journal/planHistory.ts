import type { UnitRef } from '../model/unitRef.ts';

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
  /**
   * The places where strings on order are now, by `unitIdentity`, with the hash of the value that the target had at the
   * time of the order, if any: see `withMovedUnits`.
   */
  readonly moved?: ReadonlyMap<string, { readonly targetHash?: string }>;
  /** The end of this history; absent for an empty history that belongs to no journal. */
  readonly until?: JournalPosition;
}

/** The history of a project without a journal. */
export const noHistory: PlanHistory = { inFlight: new Set(), delivered: new Map() };

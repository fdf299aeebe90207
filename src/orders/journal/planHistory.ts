/** Number of intents and deliveries in the journal at some moment. */
export interface JournalPosition {
  readonly intents: number;
  readonly deliveries: number;
}

/** The history of orders and deliveries that a plan needs. */
export interface PlanHistory {
  /** Identities of the units on order, for `isInFlight`. */
  readonly inFlight: ReadonlySet<string>;
  /** The last delivery of each unit, by identity. */
  readonly delivered: Pick<
    ReadonlyMap<string, { readonly sourceHash: string; readonly valueHash: string; readonly simulated: boolean }>,
    'get'
  >;
  /** The end of this history; absent for an empty history that belongs to no journal. */
  readonly until?: JournalPosition;
}

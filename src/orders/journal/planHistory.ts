/** How many intents and deliveries of the journal are known. */
export interface JournalPosition {
  readonly intents: number;
  readonly deliveries: number;
}

/** What earlier orders tell the plan. */
export interface PlanHistory {
  /** Identities of units that are ordered and not yet settled, for `isInFlight`. */
  readonly inFlight: ReadonlySet<string>;
  /** The last delivery of each unit, by identity. */
  readonly delivered: Pick<
    ReadonlyMap<string, { readonly sourceHash: string; readonly valueHash: string; readonly simulated: boolean }>,
    'get'
  >;
  /** Where this history ends; absent for one that is nobody's. */
  readonly until?: JournalPosition;
}

import type { UnitRef } from './unitRef.ts';

/** How the source of an ordered string is now, compared with the text that was ordered. */
export type SourceState =
  | { readonly kind: 'same' }
  /** `text` is the text as it would be ordered now; absent for a document, or if it is ordered in other parts now. */
  | { readonly kind: 'changed'; readonly text?: string }
  /** Its key was renamed or its file moved, and only one place has its text: `to`, as it would be ordered there. */
  | { readonly kind: 'moved'; readonly to: UnitRef }
  /** Several places have its text, so the user decides which of them gets the translation. */
  | { readonly kind: 'ambiguous'; readonly places: readonly UnitRef[] }
  /** The file exists, but has neither the key nor, anywhere, the text. */
  | { readonly kind: 'removed' }
  /** The folder isn't open, the file doesn't exist (as on another branch), or it can't be read at the moment. */
  | { readonly kind: 'unknown'; readonly why: 'closed' | 'missing' | 'unreadable' };

/** A unit of a job with the state of its source. */
export interface ComparedUnit {
  readonly unit: UnitRef;
  readonly state: SourceState;
}

/** Returns the units of a job, where those that have moved are as they would be ordered now. */
export function currentUnits(units: readonly UnitRef[], compared: readonly ComparedUnit[] = []): readonly UnitRef[] {
  const places = new Map(compared.flatMap(({ unit, state }) => (state.kind === 'moved' ? [[unit, state.to]] : [])));
  return units.map((unit) => places.get(unit) ?? unit);
}

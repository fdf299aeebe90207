import type { Unit } from '../../../formats/format.ts';
import { pluralSetOf } from '../../model/sourceUnit.ts';
import type { WantedUnit } from './wantedUnits.ts';

/** Collects the units that equal their source. A plural is translated if any of its forms is. */
export class SameCollector {
  readonly #units: WantedUnit[] = [];
  readonly #translatedSets = new Set<string>();

  add(wantedUnit: WantedUnit): void {
    this.#units.push(wantedUnit);
  }

  /** Adds a unit that is missing or differs from its source. A form that is missing because it is unused is ignored. */
  addTranslated({ sourceUnit, unusedNextTo }: WantedUnit, targetUnit: Unit | undefined): void {
    const setId = pluralSetOf(sourceUnit);
    const isMissingAsUnused = targetUnit === undefined && unusedNextTo !== undefined;
    if (setId !== undefined && !isMissingAsUnused) this.#translatedSets.add(setId);
  }

  get units(): readonly WantedUnit[] {
    return this.#units.filter(({ sourceUnit }) => {
      const setId = pluralSetOf(sourceUnit);
      return setId === undefined || !this.#translatedSets.has(setId);
    });
  }
}

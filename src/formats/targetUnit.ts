import type { Unit } from './format.ts';
import { memberOfNestedId, nestedId, splitPlural, suffixedKey } from './kit/unitId.ts';

/**
 * Returns a unit of a target file. `units` are the target's units by id. i18next recognizes a plural set by its form
 * `other`: until that form is delivered, the other forms are read as separate keys, and must not count as missing. The
 * same holds for sets of nested keys, and orders of earlier versions name their members by keys.
 */
export function targetUnitOf(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  if (units.size === 0) return undefined;
  const unit = units.get(id);
  if (unit !== undefined) return unit;
  const member = splitPlural(id);
  if (member === undefined) {
    const nestedSetId = memberOfNestedId(id);
    return nestedSetId === undefined ? undefined : units.get(nestedSetId);
  }
  return units.get(nestedId(id)) ?? units.get(suffixedKey(member));
}

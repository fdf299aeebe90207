import type { Unit } from './format.ts';
import { memberOfNestedId, nestedId, splitPlural, suffixedKey } from './kit/unitId.ts';

/**
 * Returns a unit of a target file. `units` are the target's units by id. i18next recognizes a plural set by its form
 * `other`: until it is delivered, the form `n#one` is read as the key `n_one`, and must not count as missing. The same
 * holds for nested keys (`n.one`); conversely, orders of earlier versions contain `n.one` for what is read as `n#one`.
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

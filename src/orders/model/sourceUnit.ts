import type { Unit } from '../../formats/format.ts';
import { hashText } from './hash.ts';
import { joinPlural, memberOfNestedId, splitPlural } from '../../formats/kit/unitId.ts';

/**
 * Returns the source unit that a target unit is translated from. `units` are the source's units by id. A plural form
 * that only the target locale has is translated from `other`: `items_few` from `items_other`. Orders of earlier
 * versions name the members of plural sets in JSON by their keys, `items.other`.
 */
export function sourceUnitOf(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  const unitOfId = units.get(id);
  if (unitOfId !== undefined) return unitOfId;
  // `items.other` → `items#other`
  const nested = units.get(memberOfNestedId(id) ?? id);
  if (nested?.plural !== undefined) return nested;
  const member = splitPlural(id);
  const other = member === undefined ? undefined : units.get(joinPlural({ ...member, category: 'other' }));
  if (other?.plural === undefined) return undefined;
  return other;
}

/**
 * Returns the id of a unit's plural set: that of its form `other`, whether or not the set has that. It differs for
 * cardinal and ordinal forms. Undefined for a unit that is not a plural form.
 */
export function pluralSetOf(unit: Unit): string | undefined {
  const member = unit.plural === undefined ? undefined : splitPlural(unit.id);
  if (member === undefined) return undefined;
  return joinPlural({ ...member, category: 'other' });
}

const sourceHashes = new WeakMap<Unit, string>();

/** Returns the hash of a source text, which is the same for all targets. */
export function sourceHashOf(unit: Unit): string {
  const hash = sourceHashes.get(unit) ?? hashText(unit.text);
  sourceHashes.set(unit, hash);
  return hash;
}

const mapsById = new WeakMap<readonly Unit[], ReadonlyMap<string, Unit>>();

/** Returns the units of a source by their ids, in a map that is made once for all of its targets. */
export function unitsById(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const byId = mapsById.get(units) ?? new Map(units.map((unit) => [unit.id, unit]));
  mapsById.set(units, byId);
  return byId;
}

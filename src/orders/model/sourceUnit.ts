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

/** Whether a hash is that of a source text, as it is read now or as earlier versions read it. */
export function isOrderedText(unit: Unit, hash: string): boolean {
  return sourceHashOf(unit) === hash || (unit.earlierText !== undefined && hashText(unit.earlierText) === hash);
}

/**
 * Returns the unit with an ordered text if earlier versions gave it the ordered id, which names another text, or none,
 * now; otherwise undefined.
 */
export function unitOfEarlierId(
  units: ReadonlyMap<string, Unit>,
  { key, sourceHash }: { readonly key: string; readonly sourceHash: string },
): Unit | undefined {
  const unitOfId = sourceUnitOf(units, key);
  if (unitOfId !== undefined && isOrderedText(unitOfId, sourceHash)) return undefined;
  for (const unit of units.values()) if (unit.earlierId === key && isOrderedText(unit, sourceHash)) return unit;
  return undefined;
}

/** Returns a source unit with the text of an order, which earlier versions read otherwise; undefined for another text. */
export function unitAsOrdered(unit: Unit, hash: string): Unit | undefined {
  if (sourceHashOf(unit) === hash) return unit;
  return isOrderedText(unit, hash) ? { ...unit, text: unit.earlierText ?? unit.text } : undefined;
}

/**
 * Whether an id names another text now than it did when it was ordered: earlier versions numbered lines of code together
 * with the texts. If the ordered text has changed since then, its place is not known, and its translation must not
 * replace that of the text that has its number now.
 */
export function isOtherText(
  units: ReadonlyMap<string, Unit>,
  ordered: { readonly key: string; readonly sourceHash: string },
): boolean {
  const unit = sourceUnitOf(units, ordered.key);
  if (unit === undefined || isOrderedText(unit, ordered.sourceHash)) return false;
  return unit.hasReusedId === true || unitOfEarlierId(units, ordered) !== undefined;
}

const mapsById = new WeakMap<readonly Unit[], ReadonlyMap<string, Unit>>();

/** Returns the units of a source by their ids, in a map that is made once for all of its targets. */
export function unitsById(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const byId = mapsById.get(units) ?? new Map(units.map((unit) => [unit.id, unit]));
  mapsById.set(units, byId);
  return byId;
}

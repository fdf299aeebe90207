import type { Unit } from '../../formats/format.ts';
import { joinPlural, splitPlural } from '../../formats/kit/unitId.ts';

/**
 * The unit of the source that a unit of a target is translated from, `units` being the source's by id. A plural form
 * that only the target's locale has is translated from `other`.
 */
export function sourceUnitOf(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  const own = units.get(id);
  if (own !== undefined) return own;
  const member = splitPlural(id);
  const other = member === undefined ? undefined : units.get(joinPlural({ ...member, category: 'other' }));
  return other?.plural === undefined ? undefined : other;
}

/** Names the plural set of a unit, ordinals apart; undefined for a unit that is no plural form. */
export function pluralSetOf(unit: Unit): string | undefined {
  const member = unit.plural === undefined ? undefined : splitPlural(unit.id);
  return member === undefined ? undefined : joinPlural({ ...member, category: 'other' });
}

import type { Unit } from '../../formats/format.ts';
import { splitPlural } from '../../formats/kit/unitId.ts';

/**
 * Returns a unit of a target file. `units` are the target's units by id. i18next recognizes a plural set by its form
 * `other`: until that form is delivered, the other forms are read as separate keys, and must not count as missing.
 */
export function targetUnitOf(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  const own = units.get(id);
  const member = own === undefined ? splitPlural(id) : undefined;
  return member === undefined ? own : units.get(`${member.base}_${member.ordinal ? 'ordinal_' : ''}${member.category}`);
}

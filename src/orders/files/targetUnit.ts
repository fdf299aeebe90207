import type { Unit } from '../../formats/format.ts';
import { splitPlural } from '../../formats/kit/unitId.ts';

/**
 * The unit of a target, `units` being the target's by id. i18next knows a plural set by its form `other`: until that one
 * is delivered, the other forms read as keys of their own, and must not be taken for missing.
 */
export function targetUnitOf(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  const own = units.get(id);
  const member = own === undefined ? splitPlural(id) : undefined;
  return member === undefined ? own : units.get(`${member.base}_${member.ordinal ? 'ordinal_' : ''}${member.category}`);
}

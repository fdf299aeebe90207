import { once } from '../base/once.ts';
import type { Unit } from './format.ts';
import { joinPlural, keyPathOf, memberOfNestedId, nestedId, splitPlural, suffixedKey } from './kit/unitId.ts';

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
    return (nestedSetId === undefined ? undefined : units.get(nestedSetId)) ?? unitAtPath(units, id);
  }
  return units.get(nestedId(id)) ?? units.get(suffixedKey(member)) ?? unitAtPath(units, id);
}

const unitsByPath = new WeakMap<ReadonlyMap<string, Unit>, () => ReadonlyMap<string, Unit>>();

/**
 * Returns a target's units by id. If `keysArePaths` (see `LocaleFormat`), `targetUnitOf` also finds a unit whose keys
 * are one in the other in only one of the two files.
 */
export function targetUnitsById(units: readonly Unit[], keysArePaths: boolean): ReadonlyMap<string, Unit> {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  if (keysArePaths)
    unitsByPath.set(
      byId,
      once(() => new Map(units.map((unit) => [keyPathOf(unit.id), unit]))),
    );
  return byId;
}

function unitAtPath(units: ReadonlyMap<string, Unit>, id: string): Unit | undefined {
  return unitsByPath.get(units)?.().get(keyPathOf(id));
}

/**
 * Whether a unit that a target lacks is translated there in other forms. In Fluent, each language decides on its own
 * whether a message is one text or has a form for each plural category: `emails` is the translation of `emails#one` and
 * `emails#other`, and `emails#other` with its further forms is the translation of `emails`.
 */
export function isTranslatedInOtherForms(formatId: string, units: ReadonlyMap<string, Unit>, id: string): boolean {
  if (formatId !== 'fluent') return false;
  const base = splitPlural(id)?.base;
  const candidates =
    base === undefined ? [false, true].map((ordinal) => joinPlural({ base: id, category: 'other', ordinal })) : [base];
  return candidates.some((candidate) => (units.get(candidate)?.text ?? '') !== '');
}

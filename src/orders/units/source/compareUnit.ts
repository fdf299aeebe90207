import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { joinPlural, splitPlural } from '../../../formats/kit/unitId.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { splitsOfOrder } from '../files/splitMessage.ts';
import { isOrderedText, isOtherText, sourceUnitOf } from '../../model/sourceUnit.ts';
import type { SourceState } from '../../model/sourceState.ts';
import type { FileUnit, UnitRef } from '../../model/unitRef.ts';
import type { OpenedSource } from './sourceIndex.ts';

/** Compares a unit with the text of its key in the source file as it is now. `gone`: the file has no such key. */
export function compareUnit(
  unit: FileUnit,
  { source, byId }: Pick<OpenedSource, 'source' | 'byId'>,
): Extract<SourceState, { readonly kind: 'same' | 'changed' }> | { readonly kind: 'gone' } {
  const sourceUnit = sourceUnitOf(byId, unit.key);
  if (sourceUnit === undefined || isOtherText(byId, unit)) return { kind: 'gone' };
  if (isOrderedText(sourceUnit, unit.sourceHash)) return { kind: 'same' };
  return { kind: 'changed', ...present({ text: textNow(unit, sourceUnit, source) }) };
}

/** Returns the text of a unit, or of the branch that was ordered; undefined if that no longer exists. */
function textNow({ branch, locale }: UnitRef, sourceUnit: Unit, source: SourceFile): string | undefined {
  if (branch === undefined) return sourceUnit.text;
  return splitsOfOrder(sourceUnit, { locale, source }, [branch])
    .flatMap(({ branches }) => branches)
    .find(({ id }) => id === branch)?.text;
}

/**
 * Returns the keys of a file that have the text that was ordered for a unit, in its plural form. Keys that are
 * positions are not compared: a translation must not follow a paragraph into a target with other paragraphs.
 */
export function keysWithText(unit: FileUnit, { source, byId, withText }: OpenedSource): readonly string[] {
  if (source.format.idsArePositions) return [];
  const orderedForm = splitPlural(unit.key);
  const keys = new Set<string>();
  for (const sourceUnit of withText(unit.sourceHash)) {
    const { id, plural, translatable } = sourceUnit;
    if (translatable === false) continue;
    if (orderedForm === undefined) {
      if (plural === undefined) keys.add(id);
      continue;
    }
    const form = plural === undefined ? undefined : splitPlural(id);
    // Also skips a unit that is no plural form.
    if (form?.ordinal !== orderedForm.ordinal) continue;
    // `cart_few` was ordered, and `items_other` has its text → `items_few`, unless the source has another text for it.
    const key = joinPlural({ ...orderedForm, base: form.base });
    if (sourceUnitOf(byId, key) === sourceUnit) keys.add(key);
  }
  return [...keys];
}

import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import { joinPlural, splitPlural } from '../../../formats/kit/unitId.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { splitsOfOrder } from '../files/splitMessage.ts';
import { hashText } from '../../model/hash.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';
import type { SourceState } from '../../model/sourceState.ts';
import type { FileUnit, UnitRef } from '../../model/unitRef.ts';
import type { OpenedSource } from './sourceIndex.ts';

/** Compares a unit with its own place in the source file as it is now. `gone`: the file has no such key. */
export function compareUnit(
  unit: FileUnit,
  { source, byId }: Pick<OpenedSource, 'source' | 'byId'>,
): Extract<SourceState, { readonly kind: 'same' | 'changed' }> | { readonly kind: 'gone' } {
  const from = sourceUnitOf(byId, unit.key);
  if (from === undefined) return { kind: 'gone' };
  if (hashText(from.text) === unit.sourceHash) return { kind: 'same' };
  return { kind: 'changed', ...present({ text: textNow(unit, from, source) }) };
}

/**
 * Returns the text that would be ordered now: the unit's, or that of the branch which was ordered, if there still is
 * one.
 */
function textNow({ branch, locale }: UnitRef, from: Unit, source: SourceFile): string | undefined {
  if (branch === undefined) return from.text;
  return splitsOfOrder(from, { locale, source }, [branch])
    .flatMap(({ branches }) => branches)
    .find(({ id }) => id === branch)?.text;
}

/**
 * Returns the keys of a file whose text is the one that was ordered for a unit, as the same plural form. Keys that are
 * positions are not compared: a translation must not follow a paragraph into a target with other paragraphs.
 */
export function keysWithText(unit: FileUnit, { source, byId, withText }: OpenedSource): readonly string[] {
  if (source.format.idsArePositions) return [];
  const ordered = splitPlural(unit.key);
  const keys = withText(unit.sourceHash)
    .filter(({ translatable }) => translatable !== false)
    .flatMap((from): readonly string[] => {
      if (ordered === undefined) return from.plural === undefined ? [from.id] : [];
      const member = from.plural === undefined ? undefined : splitPlural(from.id);
      if (member?.ordinal !== ordered.ordinal) return [];
      const key = joinPlural({ ...ordered, base: member.base });
      if (sourceUnitOf(byId, key) === from) return [key];
      return [];
    });
  return [...new Set(keys)];
}

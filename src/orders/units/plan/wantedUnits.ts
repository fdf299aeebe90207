import { present } from '../../../base/present.ts';
import { joinPlural, splitPlural, type PluralMember } from '../../../formats/kit/unitId.ts';
import type { PluralCategory, Unit } from '../../../formats/format.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { pluralSetOf, sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { pluralRulesOf } from '../../../locales/plurals/runtimePluralForms.ts';
import { targetForms, type CopiedForm, type TargetForms } from './targetForms.ts';

/** A unit of the target, and the source unit that it is translated from. */
export interface WantedUnit {
  readonly id: string;
  readonly sourceUnit: Unit;
  /** The position of `sourceUnit` among the source's units, if the unit has the same id in all targets. */
  readonly position?: number;
  readonly plural?: WantedForm;
  /** The form `other` of its plural in the source. */
  readonly other?: Unit;
  /** Another form of its plural has the same source text. */
  readonly isForm?: true;
  /** Ids of other forms of its plural that get the same translation. */
  readonly copies?: readonly string[];
  /** The forms that the target's plural sets have, if this is not one of them; it is ordered only on request. */
  readonly unusedNextTo?: readonly PluralCategory[];
}

/** A plural form in the target. */
export interface WantedForm {
  readonly category: PluralCategory;
  readonly type: 'cardinal' | 'ordinal';
  /** Numbers that use it, as examples. */
  readonly examples: readonly number[];
  /** See `TargetForms`. */
  readonly hasUncertainRules?: true;
  /** The numbers that use the forms that are copies of it. */
  readonly copiedFor?: 'millions' | 'decimals';
}

/** Returns a target's units that have their source in this file, in its order. Plurals have the forms that the program reads. */
export function wantedUnits(source: SourceFile, target: TargetFile): readonly WantedUnit[] {
  const { byId, entries, hasSets } = sourceEntries(source.units);
  const formsOf = hasSets ? targetForms(source, target) : undefined;
  const singulars = singularKeys(source, target);
  const idsInSource = source.idsInto?.(target.locale);
  const units: WantedUnit[] = [];
  for (const entry of entries) {
    const idOfEntry = 'member' in entry ? entry.firstUnit.id : entry.id;
    if (source.idsInto !== undefined && idsInSource?.has(idOfEntry) !== true) continue;
    // Only a plural set has a `member`.
    const member = 'member' in entry ? entry.member : singulars.get(entry.id);
    const forms = member === undefined ? undefined : formsOf?.(member);
    if (!('member' in entry)) {
      const isSingular = member !== undefined && forms?.categories.includes('one') === true;
      units.push(isSingular ? { ...entry, ...formFacts(member, 'one', forms, byId) } : entry);
      continue;
    }
    if (forms === undefined) {
      units.push({ id: idOfEntry, sourceUnit: entry.firstUnit });
      continue;
    }
    const hasSingularKey = !entry.member.ordinal && singulars.has(entry.member.base);
    const categories = forms.categories.filter((category) => !(hasSingularKey && category === 'one'));
    units.push(...wantedForms(entry, { ...forms, categories }, byId, target));
  }
  return units;
}

/**
 * Returns the units that are the form `one` of a plural although their keys have no suffix (`PluralUse.keyIsFallback`),
 * with that plural, by their ids. None where the target has the form with the suffix.
 */
function singularKeys(source: SourceFile, target: TargetFile): ReadonlyMap<string, PluralMember> {
  const { byId, entries, hasSets } = sourceEntries(source.units);
  const singulars = new Map<string, PluralMember>();
  if (!hasSets || source.plurals.keyIsFallback !== true) return singulars;
  if (!pluralRulesOf(source.plurals.mechanism, source.locale).categories.includes('one')) return singulars;
  for (const entry of entries) {
    if (!('member' in entry) || entry.member.ordinal) continue;
    const { base } = entry.member;
    const id = joinPlural({ ...entry.member, category: 'one' });
    const hasSuffix = byId.has(id) || (targetUnitOf(target.units, id)?.text ?? '') !== '';
    if (!hasSuffix && byId.has(base)) singulars.set(base, entry.member);
  }
  return singulars;
}

/** Returns what is known about a form of a plural, whichever unit it is translated from. */
function formFacts(
  member: PluralMember,
  category: PluralCategory,
  forms: TargetForms,
  byId: ReadonlyMap<string, Unit>,
): Required<Pick<WantedUnit, 'plural'>> & Pick<WantedUnit, 'other'> {
  const other = byId.get(joinPlural({ ...member, category: 'other' }));
  return {
    plural: {
      category,
      type: member.ordinal ? 'ordinal' : 'cardinal',
      examples: forms.examples.get(category) ?? [],
      ...present({ hasUncertainRules: forms.hasUncertainRules ? (true as const) : undefined }),
    },
    ...present({ other }),
  };
}

/** Returns the units for the forms that a plural has in the target. */
function wantedForms(
  { member, firstUnit }: PluralSet,
  forms: TargetForms,
  byId: ReadonlyMap<string, Unit>,
  target: TargetFile,
): readonly WantedUnit[] {
  const toForm = (category: PluralCategory): Form => {
    const id = joinPlural({ ...member, category });
    return { id, sourceUnit: sourceUnitOf(byId, id) ?? firstUnit, ...formFacts(member, category, forms, byId) };
  };
  return [
    ...markIdenticalForms(withCopies(forms.categories.map(toForm), forms.copies, target)),
    ...forms.unused.map((category) => ({ ...toForm(category), unusedNextTo: forms.categories })),
  ];
}

/** A plural of the source: its first unit, and the form that this unit is. */
interface PluralSet {
  readonly member: PluralMember;
  readonly firstUnit: Unit;
}

/** The units of a source that are the same in all targets, and its plurals, in their order. */
interface SourceEntries {
  /** All units of the source, plural forms included. */
  readonly byId: ReadonlyMap<string, Unit>;
  readonly entries: readonly (WantedUnit | PluralSet)[];
  readonly hasSets: boolean;
}

const entriesBySource = new WeakMap<readonly Unit[], SourceEntries>();

/** Returns the entries of a source, which are found once for all of its targets. */
function sourceEntries(units: readonly Unit[]): SourceEntries {
  const knownEntries = entriesBySource.get(units);
  if (knownEntries !== undefined) return knownEntries;
  const sets = new Set<string>();
  const entries = units.flatMap((unit, position): readonly (WantedUnit | PluralSet)[] => {
    const setId = pluralSetOf(unit);
    const member = setId === undefined ? undefined : splitPlural(unit.id);
    if (setId === undefined || member === undefined) return [{ id: unit.id, sourceUnit: unit, position }];
    if (sets.has(setId)) return [];
    sets.add(setId);
    return [{ member, firstUnit: unit }];
  });
  const result = { byId: unitsById(units), entries, hasSets: sets.size > 0 };
  entriesBySource.set(units, result);
  return result;
}

/** Adds the other forms of a plural to the selected ones, because a plural is translated as a whole. */
export function wholePlurals(units: readonly Unit[], selected: ReadonlySet<string>): ReadonlySet<string> {
  const selectedUnits = units.filter((unit) => selected.has(unit.id));
  const selectedSets = new Set(selectedUnits.flatMap((unit) => pluralSetOf(unit) ?? []));
  // `''`: no set has this id, so a unit that is no plural form is in none.
  const isSelected = (unit: Unit): boolean => selected.has(unit.id) || selectedSets.has(pluralSetOf(unit) ?? '');
  return new Set(units.filter(isSelected).map((unit) => unit.id));
}

type Form = Required<Pick<WantedUnit, 'id' | 'sourceUnit' | 'plural'>> & Pick<WantedUnit, 'copies' | 'other'>;

/**
 * Attaches each form that is a copy to its original: `many` to `other`. If the target already has a different text for
 * `many`, it stays a form of its own, or if no number uses it, is left as it is in the file and not ordered. A form for
 * millions is a copy only if its source text is equal, too.
 */
function withCopies(forms: readonly Form[], copiedForms: readonly CopiedForm[], target: TargetFile): readonly Form[] {
  const textOf = ({ id }: Form): string => targetUnitOf(target.units, id)?.text ?? '';
  let result = forms;
  for (const { category, original: originalCategory, use } of copiedForms) {
    const copy = result.find(({ plural }) => plural.category === category);
    const original = result.find(({ plural }) => plural.category === originalCategory);
    if (copy === undefined || original === undefined) continue;
    if (use === 'millions' && copy.sourceUnit.text !== original.sourceUnit.text) continue;
    const hasOwnText = textOf(copy) !== '' && textOf(copy) !== textOf(original);
    if (hasOwnText && use !== 'never') continue;
    // Numbers that no count can have need no remark for the translator.
    const plural = use === 'never' ? original.plural : { ...original.plural, copiedFor: use };
    const withCopy = { ...original, plural, copies: hasOwnText ? [] : [copy.id] };
    result = result.filter((form) => form !== copy).map((form) => (form === original ? withCopy : form));
  }
  return result;
}

/** Marks the forms whose source text another form has, too. */
function markIdenticalForms(forms: readonly Form[]): readonly WantedUnit[] {
  return forms.map((form) => {
    const hasTwin = forms.some((other) => other !== form && other.sourceUnit.text === form.sourceUnit.text);
    return hasTwin ? { ...form, isForm: true } : form;
  });
}

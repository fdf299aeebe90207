import { joinPlural, cldrPluralCategories, splitPlural, type PluralMember } from '../../formats/kit/unitId.ts';
import type { PluralCategory, Unit } from '../../formats/format.ts';
import { isManyForMillions, requiredPluralCategories } from '../../locales/pluralCategories.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { pluralSetOf, sourceUnitOf } from '../model/sourceUnit.ts';
import { targetUnitOf } from '../files/targetUnit.ts';
import type { UnitFormat } from '../model/unitFormat.ts';

/** A unit of the target, and the source unit that it is translated from. */
export interface WantedUnit {
  readonly id: string;
  readonly from: Unit;
  readonly plural?: { readonly category: PluralCategory; readonly type: 'cardinal' | 'ordinal' };
  /** Another form of its plural has the same source text. */
  readonly isForm?: true;
  /** Ids of other forms of its plural that get the same translation. */
  readonly copies?: readonly string[];
}

/**
 * Returns the units of the target in the order of the source. Plurals have the categories of the target, by its locale
 * or by the rules of its format.
 */
export function wantedUnits(source: SourceFile, target: TargetFile): readonly WantedUnit[] {
  const byId = new Map(source.units.map((unit) => [unit.id, unit]));
  const wanted: WantedUnit[] = [];
  const done = new Set<string>();
  for (const unit of source.units) {
    const set = pluralSetOf(unit);
    const member = set === undefined ? undefined : splitPlural(unit.id);
    if (set === undefined || member === undefined) {
      wanted.push({ id: unit.id, from: unit });
    } else if (!done.has(set)) {
      done.add(set);
      const type = member.ordinal ? 'ordinal' : 'cardinal';
      const categories = ownCategories(source.format, target, member) ?? requiredPluralCategories(target.locale, type);
      const forms = categories.map((category) => {
        const id = joinPlural({ ...member, category });
        return { id, from: sourceUnitOf(byId, id) ?? unit, plural: { category, type } } as const;
      });
      wanted.push(...markIdenticalForms(withCopies(forms, source, target)));
    }
  }
  return wanted;
}

/** Adds the other forms of a plural to the selected ones, because a plural is translated as a whole. */
export function wholePlurals(units: readonly Unit[], selected: ReadonlySet<string>): ReadonlySet<string> {
  const sets = new Set(units.flatMap((unit) => (selected.has(unit.id) ? (pluralSetOf(unit) ?? []) : [])));
  return new Set(
    units.filter((unit) => selected.has(unit.id) || sets.has(pluralSetOf(unit) ?? '')).map((unit) => unit.id),
  );
}

/** Whether the `many` form of a locale is a copy of `other` instead of being ordered. */
export function copiesMany({ pluralMany }: SourceFile, locale: string): boolean {
  return pluralMany === 'copyOther' && isManyForMillions(locale);
}

/**
 * Returns the plural categories of a target if its file or its format defines them; otherwise undefined, and CLDR
 * decides.
 */
function ownCategories(
  { pluralCategories }: UnitFormat,
  { locale, units }: TargetFile,
  member: PluralMember,
): readonly PluralCategory[] | undefined {
  if (pluralCategories === undefined) return undefined;
  const there = cldrPluralCategories.filter((category) => units.has(joinPlural({ ...member, category })));
  return there.length === 0 ? pluralCategories(locale) : there;
}

type Form = Required<Pick<WantedUnit, 'id' | 'from' | 'plural'>> & Pick<WantedUnit, 'copies'>;

/** Copies `other` to a `many` that only applies to millions, unless the target already has a different `many`. */
function withCopies(forms: readonly Form[], source: SourceFile, target: TargetFile): readonly Form[] {
  const many = forms.find(({ plural }) => plural.category === 'many' && plural.type === 'cardinal');
  const other = forms.find(({ plural }) => plural.category === 'other');
  if (other === undefined || many?.from.text !== other.from.text || !copiesMany(source, target.locale)) return forms;
  const textOf = ({ id }: Form): string => targetUnitOf(target.units, id)?.text ?? '';
  if (textOf(many) !== '' && textOf(many) !== textOf(other)) return forms;
  return forms.filter((form) => form !== many).map((form) => (form === other ? { ...form, copies: [many.id] } : form));
}

function markIdenticalForms(forms: readonly Form[]): readonly WantedUnit[] {
  return forms.map((form) =>
    forms.some((other) => other !== form && other.from.text === form.from.text) ? { ...form, isForm: true } : form,
  );
}

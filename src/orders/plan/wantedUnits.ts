import { joinPlural, PLURAL_CATEGORIES, splitPlural, type PluralMember } from '../../formats/kit/unitId.ts';
import type { PluralCategory, Unit } from '../../formats/format.ts';
import { isManyForMillions, requiredPluralCategories } from '../../locales/pluralCategories.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { pluralSetOf, sourceUnitOf } from '../model/sourceUnit.ts';
import { targetUnitOf } from '../files/targetUnit.ts';
import type { UnitFormat } from '../model/unitFormat.ts';

/** One unit of the target, and the unit of the source that it is translated from. */
export interface WantedUnit {
  readonly id: string;
  readonly from: Unit;
  readonly plural?: { readonly category: PluralCategory; readonly type: 'cardinal' | 'ordinal' };
  /** Another form of its plural has the same text in the source. */
  readonly isForm?: true;
  /** Ids of further forms of its plural that get the same translation. */
  readonly copies?: readonly string[];
}

/** The target's units in the source's order: plural sets in the categories that the target has, by its locale or by its own rules. */
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
      wanted.push(...told(withCopies(forms, source, target)));
    }
  }
  return wanted;
}

/** A plural is translated as a whole: selecting one of its forms selects them all. */
export function wholePlurals(units: readonly Unit[], selected: ReadonlySet<string>): ReadonlySet<string> {
  const sets = new Set(units.flatMap((unit) => (selected.has(unit.id) ? (pluralSetOf(unit) ?? []) : [])));
  return new Set(
    units.filter((unit) => selected.has(unit.id) || sets.has(pluralSetOf(unit) ?? '')).map((unit) => unit.id),
  );
}

/** Whether a locale's `many` is to be a copy of `other` and not a text of its own. */
export function copiesMany({ pluralMany }: SourceFile, locale: string): boolean {
  return pluralMany === 'copyOther' && isManyForMillions(locale);
}

/** The categories that a set has in a target whose own rules, or its format's, say which; undefined where CLDR does. */
function ownCategories(
  { pluralCategories }: UnitFormat,
  { locale, units }: TargetFile,
  member: PluralMember,
): readonly PluralCategory[] | undefined {
  if (pluralCategories === undefined) return undefined;
  const there = PLURAL_CATEGORIES.filter((category) => units.has(joinPlural({ ...member, category })));
  return there.length === 0 ? pluralCategories(locale) : there;
}

type Form = Required<Pick<WantedUnit, 'id' | 'from' | 'plural'>> & Pick<WantedUnit, 'copies'>;

/** A `many` that nobody has written goes with `other`, where it is for millions alone; who has it already keeps it up. */
function withCopies(forms: readonly Form[], source: SourceFile, target: TargetFile): readonly Form[] {
  const many = forms.find(({ plural }) => plural.category === 'many' && plural.type === 'cardinal');
  const other = forms.find(({ plural }) => plural.category === 'other');
  if (other === undefined || many?.from.text !== other.from.text || !copiesMany(source, target.locale)) return forms;
  const textOf = ({ id }: Form): string => targetUnitOf(target.units, id)?.text ?? '';
  if (textOf(many) !== '' && textOf(many) !== textOf(other)) return forms;
  return forms.filter((form) => form !== many).map((form) => (form === other ? { ...form, copies: [many.id] } : form));
}

function told(forms: readonly Form[]): readonly WantedUnit[] {
  return forms.map((form) =>
    forms.some((other) => other !== form && other.from.text === form.from.text) ? { ...form, isForm: true } : form,
  );
}

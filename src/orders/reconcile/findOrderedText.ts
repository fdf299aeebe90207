import type { Unit } from '../../formats/format.ts';
import { joinPlural, splitPlural } from '../../formats/kit/unitId.ts';
import { requiredPluralCategories } from '../../locales/pluralCategories.ts';
import type { IcuBranch } from '../../placeholders/icu/icuBranches.ts';
import type { ParsedCustomData } from '../journal/customData.ts';
import { hashText } from '../model/hash.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { pluralSetOf, sourceUnitOf } from '../model/sourceUnit.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { wantedTexts, type WantedText } from '../plan/wantedTexts.ts';
import { copiesMany, wantedUnits, type WantedUnit } from '../plan/wantedUnits.ts';

/** A text as it would be ordered now, and the units that its translation is for. */
export interface OrderedText {
  readonly text: string;
  /** The source unit; the first one if several have this text. */
  readonly from: Unit;
  readonly branch?: IcuBranch;
  readonly units: readonly (Pick<UnitRef, 'sourceHash'> & { readonly key: string; readonly branch?: string })[];
}

/**
 * Returns the text that custom data identifies, with all units that shared it in the order; undefined if the file
 * has no such text.
 */
export function findOrderedText(source: SourceFile, data: ParsedCustomData): OrderedText | undefined {
  if (data.branchHash !== undefined) return findBranch(source, data, data.branchHash);
  const found = findUnits(source, data);
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    text: first.from.text,
    from: first.from,
    units: found.map(({ key }) => ({ key, sourceHash: data.sourceHash })),
  };
}

interface FoundUnit {
  readonly key: string;
  readonly from: Unit;
}

/** Returns the unit that custom data identifies, and those that shared its text in the order. */
function findUnits(source: SourceFile, { key, keyHash, sourceHash, locale }: ParsedCustomData): readonly FoundUnit[] {
  const { units } = source;
  const sameText = units.filter((unit) => hashText(unit.text) === sourceHash);
  const named = key === undefined ? undefined : sourceUnitOf(new Map(units.map((unit) => [unit.id, unit])), key);
  if (key !== undefined && named?.plural !== undefined)
    return isFormOf(key, locale) && sameText.includes(named)
      ? [key, ...copiesOf(key, named, source, locale)].map((id) => ({ key: id, from: named }))
      : [];
  const isNamed = ({ id }: Unit): boolean =>
    key === undefined ? keyHash === undefined || hashText(id) === keyHash : id === key;
  const plain = sameText.filter((unit) => pluralSetOf(unit) === undefined);
  if (plain.some(isNamed)) return plain.map((unit) => ({ key: unit.id, from: unit }));
  // The unit may be a plural form whose key was too long for custom data, which then has the key's hash.
  const form = keyHash === undefined ? undefined : sameText.find((unit) => isNamed(unit) && isFormOf(unit.id, locale));
  return form === undefined ? [] : [{ key: form.id, from: form }];
}

/** Returns the key of the form `many` if it is ordered as a copy of the form `other`. */
function copiesOf(key: string, other: Unit, source: SourceFile, locale: string): readonly string[] {
  const member = splitPlural(key);
  if (member?.category !== 'other' || member.ordinal || !copiesMany(source, locale)) return [];
  const many = joinPlural({ ...member, category: 'many' });
  return sourceUnitOf(new Map(source.units.map((unit) => [unit.id, unit])), many)?.text === other.text ? [many] : [];
}

function isFormOf(key: string, locale: string): boolean {
  const member = splitPlural(key);
  return (
    member !== undefined &&
    requiredPluralCategories(locale, member.ordinal ? 'ordinal' : 'cardinal').includes(member.category)
  );
}

function findBranch(
  source: SourceFile,
  { key, keyHash, sourceHash, locale }: ParsedCustomData,
  branchHash: string,
): OrderedText | undefined {
  const isNamed = ({ wanted, branch }: BranchText): boolean =>
    (key === undefined ? hashText(wanted.id) === keyHash : wanted.id === key) &&
    hashText(branch.id) === branchHash &&
    hashText(wanted.from.text) === sourceHash;
  const all = branchTexts(source, locale);
  const named = all.find(isNamed);
  if (named === undefined) return undefined;
  const {
    branch,
    wanted: { from },
  } = named;
  const isSameBranch = (other: BranchText): boolean =>
    other.branch.id === branch.id && other.branch.kind === branch.kind && other.branch.text === branch.text;
  const units = [named, ...all.filter((other) => other !== named && isSameBranch(other))].flatMap(({ wanted, text }) =>
    text.uses.map((use) => ({ ...use, sourceHash: hashText(wanted.from.text) })),
  );
  return { text: branch.text, from, branch, units };
}

interface BranchText {
  readonly wanted: WantedUnit;
  readonly text: WantedText;
  readonly branch: IcuBranch;
}

/** The branches of a file, by locale. Each job of the file is searched in all of them. */
const cache = new WeakMap<SourceFile, Map<string, readonly BranchText[]>>();

function branchTexts(source: SourceFile, locale: string): readonly BranchText[] {
  const byLocale = cache.get(source) ?? new Map<string, readonly BranchText[]>();
  cache.set(source, byLocale);
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  // These messages were ordered in branches, even if the setting has changed since then.
  const asOrdered: SourceFile = { ...source, icuMessages: 'branches' };
  const target = { path: '', locale, text: undefined, units: new Map<string, Unit>() };
  const texts = wantedUnits(asOrdered, target).flatMap((wanted) =>
    wantedTexts(wanted, asOrdered, locale).flatMap((text) =>
      text.branch === undefined ? [] : [{ wanted, text, branch: text.branch }],
    ),
  );
  byLocale.set(locale, texts);
  return texts;
}

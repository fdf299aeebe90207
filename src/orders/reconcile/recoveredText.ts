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

/** A text that an order of today would send, and the units that its translation is for. */
export interface FoundText {
  readonly text: string;
  /** The source's unit; the first of several with this text. */
  readonly from: Unit;
  readonly branch?: IcuBranch;
  readonly units: readonly (Pick<UnitRef, 'sourceHash'> & { readonly key: string; readonly branch?: string })[];
}

/** The text that custom data names, with all units that shared it in the order. Undefined when the file has no such text. */
export function findText(source: SourceFile, data: ParsedCustomData): FoundText | undefined {
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

/** The unit that custom data names, and those that shared its text in the order. */
function findUnits(source: SourceFile, { key, keyHash, sourceHash, locale }: ParsedCustomData): readonly FoundUnit[] {
  const { units } = source;
  const twins = units.filter((unit) => hashText(unit.text) === sourceHash);
  const named = key === undefined ? undefined : sourceUnitOf(new Map(units.map((unit) => [unit.id, unit])), key);
  if (key !== undefined && named?.plural !== undefined)
    return isFormOf(key, locale) && twins.includes(named)
      ? [key, ...copiesOf(key, named, source, locale)].map((id) => ({ key: id, from: named }))
      : [];
  const isNamed = ({ id }: Unit): boolean =>
    key === undefined ? keyHash === undefined || hashText(id) === keyHash : id === key;
  const plain = twins.filter((unit) => pluralSetOf(unit) === undefined);
  if (plain.some(isNamed)) return plain.map((unit) => ({ key: unit.id, from: unit }));
  // A plural form whose key was too long to be sent as it is.
  const form = keyHash === undefined ? undefined : twins.find((unit) => isNamed(unit) && isFormOf(unit.id, locale));
  return form === undefined ? [] : [{ key: form.id, from: form }];
}

/** The form `many` that goes with `other`. */
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
): FoundText | undefined {
  const isNamed = ({ wanted, branch }: OpenedText): boolean =>
    (key === undefined ? hashText(wanted.id) === keyHash : wanted.id === key) &&
    hashText(branch.id) === branchHash &&
    hashText(wanted.from.text) === sourceHash;
  const all = openedTexts(source, locale);
  const named = all.find(isNamed);
  if (named === undefined) return undefined;
  const {
    branch,
    wanted: { from },
  } = named;
  const isTwin = (other: OpenedText): boolean =>
    other.branch.id === branch.id && other.branch.kind === branch.kind && other.branch.text === branch.text;
  const units = [named, ...all.filter((other) => other !== named && isTwin(other))].flatMap(({ wanted, text }) =>
    text.places.map((place) => ({ ...place, sourceHash: hashText(wanted.from.text) })),
  );
  return { text: branch.text, from, branch, units };
}

interface OpenedText {
  readonly wanted: WantedUnit;
  readonly text: WantedText;
  readonly branch: IcuBranch;
}

/** A file's branches by locale: each of its jobs is looked for among them all. */
const opened = new WeakMap<SourceFile, Map<string, readonly OpenedText[]>>();

function openedTexts(source: SourceFile, locale: string): readonly OpenedText[] {
  const byLocale = opened.get(source) ?? new Map<string, readonly OpenedText[]>();
  opened.set(source, byLocale);
  const known = byLocale.get(locale);
  if (known !== undefined) return known;
  // However messages are ordered today, these were opened.
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

import { cldrPluralCategories } from '../../../base/pluralForms.ts';
import { once } from '../../../base/once.ts';
import type { PluralCategory } from '../../../formats/format.ts';
import { joinPlural, nestedId, splitPlural, type PluralMember } from '../../../formats/kit/unitId.ts';
import { formExamples } from '../../../locales/plurals/formExamples.ts';
import { pluralRulesOf, runtimePluralForms } from '../../../locales/plurals/runtimePluralForms.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { pluralSetOf } from '../../model/sourceUnit.ts';

/** The plural forms of one set in a target. */
export interface TargetForms {
  /** In the order in which they are written. */
  readonly categories: readonly PluralCategory[];
  /** Forms that the program may know, but that the target's own sets don't have. They are ordered only on request. */
  readonly unused: readonly PluralCategory[];
  /** Forms whose text is a copy of another form's. */
  readonly copies: readonly CopiedForm[];
  /** The program is not known to have the rules for its language; without them, `one` is for 1 only. */
  readonly hasUncertainRules: boolean;
  /** Numbers that use each form, unused ones included. */
  readonly examples: ReadonlyMap<PluralCategory, readonly number[]>;
}

/** A plural form that is not ordered but gets the text of another one. */
export interface CopiedForm {
  readonly category: PluralCategory;
  /** The form whose text it gets. */
  readonly original: PluralCategory;
  /** The numbers that use it. `never`: none, because counts are known to be whole numbers. */
  readonly use: 'millions' | 'decimals' | 'never';
}

type PluralType = 'cardinal' | 'ordinal';

/**
 * Returns a function for the forms of each set of a target, by the rules of the program that will read the file. It
 * returns undefined for a set that is a single text.
 */
export function targetForms(source: SourceFile, target: TargetFile): (member: PluralMember) => TargetForms | undefined {
  const seenForms = once(() => cardinalFormsIn(source, target));
  const formsByFacts = new Map<string, TargetForms>();
  const declaredExamples = source.format.pluralExamples?.(target.text ?? '', target.locale);
  return (member) => {
    if (isSingleText(source, member)) return undefined;
    const { ordinal } = member;
    const readsZero = source.plurals.readsZero === true && !ordinal;
    const hasZero = readsZero && hasForm(source, { ...member, category: 'zero' });
    const ownForms = ownFormsOf(source, target, member);
    const onlyIntegers = countsAreIntegers(source, member);
    const facts: SetFacts = { ordinal, ownForms, seenForms, hasZero, onlyIntegers, declaredExamples };
    const factsKey = JSON.stringify([ordinal, hasZero, onlyIntegers, ownForms ?? null]);
    const forms = formsByFacts.get(factsKey) ?? formsOf(source, target.locale, facts);
    formsByFacts.set(factsKey, forms);
    return forms;
  };
}

/** Formats in which only the names of the keys show that a map is a plural set. */
const formatsWithSetsByKeys: ReadonlySet<string> = new Set(['toml', 'yaml', 'yaml-1.1', 'yaml-locales']);

/**
 * Whether a set is a single text and no plural: `[search] other = "Search"`, as go-i18n and Hugo write every text, or a
 * map with the word “other”. It has no other form although its language needs one, and no placeholder for a number.
 */
function isSingleText(source: SourceFile, member: PluralMember): boolean {
  if (member.ordinal || !formatsWithSetsByKeys.has(source.format.id)) return false;
  const formsOfSet = cldrPluralCategories.filter((category) => hasForm(source, { ...member, category }));
  if (formsOfSet.length !== 1 || categoriesOf(source, source.locale, 'cardinal').length === 1) return false;
  const text = textsById(source).get(joinPlural({ ...member, category: 'other' }));
  return text !== undefined && !/[%{]/u.test(text);
}

/** The facts that determine the forms of a set. Sets with the same facts have the same forms. */
interface SetFacts {
  readonly ordinal: boolean;
  /** The forms that the target's file or its format defines. */
  readonly ownForms: readonly PluralCategory[] | undefined;
  /** Returns the categories of all cardinal sets in the target's file. */
  readonly seenForms: () => ReadonlySet<PluralCategory>;
  /** The source has a form `zero`, which the program reads in every language. */
  readonly hasZero: boolean;
  readonly onlyIntegers: boolean;
  /** The numbers that use each form, if the target's file says so. */
  readonly declaredExamples: ReadonlyMap<PluralCategory, readonly number[]> | undefined;
}

/** Returns the forms of the sets with these facts. */
function formsOf(
  source: SourceFile,
  locale: string,
  { ordinal, ownForms, seenForms, hasZero, onlyIntegers, declaredExamples }: SetFacts,
): TargetForms {
  const type: PluralType = ordinal ? 'ordinal' : 'cardinal';
  // Evidence is needed only for cardinal forms, if neither the file nor its format defines them.
  const areCertain = ownForms !== undefined || ordinal;
  const { read, unused } = areCertain
    ? { read: ownForms ?? categoriesOf(source, locale, type), unused: [] }
    : readCategories(source, locale, seenForms);
  const categories = hasZero && !read.includes('zero') ? (['zero', ...read] as const) : read;
  const examplesOf = (category: PluralCategory): readonly number[] =>
    declaredExamples?.get(category) ??
    formExamples(source.plurals.mechanism, locale, {
      category,
      type,
      // `category` may be an unused one, which is not among the categories.
      categories: [...categories, category],
      onlyIntegers,
    });
  return {
    categories,
    unused,
    hasUncertainRules: source.plurals.evidenceOfSets === 'for',
    copies: ordinal ? [] : copiedForms(source, locale, onlyIntegers).filter(hasBothForms(categories)),
    examples: new Map([...categories, ...unused].map((category) => [category, examplesOf(category)])),
  };
}

/** Returns the categories that the program reads, as the target's sets show, and those that only its rules may have. */
function readCategories(
  source: SourceFile,
  locale: string,
  formsInTarget: () => ReadonlySet<PluralCategory>,
): { readonly read: readonly PluralCategory[]; readonly unused: readonly PluralCategory[] } {
  const rules = categoriesOf(source, locale, 'cardinal');
  const { evidenceOfSets: evidence } = source.plurals;
  if (evidence === undefined) return { read: rules, unused: [] };
  const seenForms = formsInTarget();
  const hasNoSets = seenForms.size === 0;
  const isRead = (category: PluralCategory): boolean => {
    // Every program reads `other`, and `one` is the other form of English.
    if (category === 'other') return true;
    const isInRules = rules.includes(category);
    if (seenForms.has(category)) return isInRules || category === 'one';
    // A program without rules reads `one`, so sets of only `other` show that it has rules, such as Japanese ones.
    if (evidence === 'for' && category === 'one') return isInRules || hasNoSets;
    // The form is in no set. `against`: the rules apply nevertheless if the target has no sets at all.
    return evidence === 'against' && isInRules && hasNoSets;
  };
  const read = cldrPluralCategories.filter(isRead);
  return { read, unused: rules.filter((category) => !read.includes(category)) };
}

function categoriesOf({ plurals }: SourceFile, locale: string, type: PluralType): readonly PluralCategory[] {
  return pluralRulesOf(plurals.mechanism, locale, type).categories;
}

/** Returns the forms that are copied from another one, by the settings. */
export function copiedForms(source: SourceFile, locale: string, onlyIntegers: boolean): readonly CopiedForm[] {
  const { plurals, pluralMany, decimalPlurals } = source;
  return runtimePluralForms(plurals.mechanism, locale).flatMap(({ category, rare }): readonly CopiedForm[] => {
    if (rare === undefined) return [];
    if (rare.use === 'millions')
      return pluralMany === 'copyOther' ? [{ category, original: rare.instead, use: 'millions' }] : [];
    if (onlyIntegers) return [{ category, original: rare.instead, use: 'never' }];
    return decimalPlurals === 'copy' ? [{ category, original: rare.instead, use: 'decimals' }] : [];
  });
}

/** Returns a function that says whether a copied form and its original are both among the categories. */
function hasBothForms(categories: readonly PluralCategory[]): (copy: CopiedForm) => boolean {
  return ({ category, original }) => categories.includes(category) && categories.includes(original);
}

/** Returns the plural categories of a set in the target if its file or its format defines them. */
function ownFormsOf(
  { format: { pluralCategories } }: SourceFile,
  { locale, units }: TargetFile,
  member: PluralMember,
): readonly PluralCategory[] | undefined {
  if (pluralCategories === undefined) return undefined;
  const categoriesInFile = cldrPluralCategories.filter((category) => units.has(joinPlural({ ...member, category })));
  return categoriesInFile.length === 0 ? pluralCategories(locale) : categoriesInFile;
}

/**
 * Returns the categories that the cardinal sets of a target have. A nested set with a single form is not recognized as
 * one in the target alone, so those of the source are looked up, too.
 */
function cardinalFormsIn(source: SourceFile, { units }: TargetFile): ReadonlySet<PluralCategory> {
  const categories = new Set<PluralCategory>();
  for (const { id, plural, text } of units.values()) {
    const member = plural === undefined || text === '' ? undefined : splitPlural(id);
    if (member?.ordinal === false) categories.add(member.category);
  }
  for (const setId of new Set(source.units.flatMap((unit) => pluralSetOf(unit) ?? []))) {
    const member = splitPlural(setId);
    if (member === undefined || member.ordinal) continue;
    for (const category of cldrPluralCategories) {
      const unit = units.get(nestedId(joinPlural({ ...member, category })));
      if (unit !== undefined && unit.plural === undefined && unit.text !== '') categories.add(category);
    }
  }
  return categories;
}

/**
 * Whether the counts of a set are known to be whole numbers: ordinals; by the format (gettext and Qt, which define their
 * forms, and Android); or because Apple's texts print them with `%d` and never with `%f`.
 */
function countsAreIntegers(source: SourceFile, member: PluralMember): boolean {
  if (member.ordinal || source.plurals.countsAreIntegers === true || source.format.pluralCategories !== undefined)
    return true;
  if (!appleFormats.has(source.format.id)) return false;
  const texts = cldrPluralCategories.map(
    (category) => textsById(source).get(joinPlural({ ...member, category })) ?? '',
  );
  return texts.some((text) => integerFormat.test(text)) && !texts.some((text) => floatFormat.test(text));
}

const appleFormats: ReadonlySet<string> = new Set(['stringsdict', 'xcstrings']);
/** `%d`, `%1$lld`, `%lu`; see Apple's String Programming Guide, “String Format Specifiers”. */
const integerFormat = /%(?:\d+\$)?[-+ 0#']*\d*(?:hh?|ll?|q|z|t|j)?[diuxXoDUO]/u;
/** `%f`, `%1$.2f`, `%g`. */
const floatFormat = /%(?:\d+\$)?[-+ 0#']*\d*(?:\.\d*)?L?[fFeEgGaA]/u;

function hasForm(source: SourceFile, member: PluralMember): boolean {
  return textsById(source).has(joinPlural(member));
}

const textsOfSources = new WeakMap<SourceFile, ReadonlyMap<string, string>>();

function textsById(source: SourceFile): ReadonlyMap<string, string> {
  const texts = textsOfSources.get(source) ?? new Map(source.units.map(({ id, text }) => [id, text]));
  textsOfSources.set(source, texts);
  return texts;
}

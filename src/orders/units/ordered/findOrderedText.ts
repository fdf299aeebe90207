import type { Unit } from '../../../formats/format.ts';
import { memberOfNestedId, splitPlural } from '../../../formats/kit/unitId.ts';
import { requiredPluralCategories } from '../../../locales/plurals/pluralCategories.ts';
import { pipeFamilyOf } from '../../../placeholders/pipes/pipeParts.ts';
import { formCounts } from '../../../placeholders/pipes/pipeRules.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import { hashText } from '../../model/hash.ts';
import { type SourceFile, type TargetFile, locateSource, openTargetFile } from '../files/localeFile.ts';
import { messageRulesOf, splitIntoEveryBranch } from '../files/splitIcuMessage.ts';
import { pluralSetOf, sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { numbersOfForm, withNumbers, type PluralForm } from '../plan/numbersOfForm.ts';
import { protect } from '../../../placeholders/protect.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import type { ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { wantedTexts, type WantedText } from '../plan/wantedTexts.ts';
import { wantedUnits, type WantedUnit } from '../plan/wantedUnits.ts';
import type { MessageBranch } from '../../model/unitName.ts';
import type { ProjectAccess } from '../../journal/account/orderContext.ts';
import { once } from '../../../base/once.ts';
import { localesIn } from '../gaps/planDrafts.ts';
import { localeTag, isSameLocale } from '../../../base/locale.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { targetPath } from '../../../locales/layout.ts';
import type { Project } from '../../model/project.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { toJournal } from '../../journal/journalEntry.ts';

/** A text as it would be ordered now, and the units that its translation is for. */
export interface OrderedText {
  readonly text: string;
  /** The source unit; the first one if several have this text. */
  readonly sourceUnit: Unit;
  readonly branch?: MessageBranch;
  /** The text as a plural form. */
  readonly form: PluralForm;
  readonly units: readonly (Pick<UnitRef, 'sourceHash'> & { readonly key: string; readonly branch?: string })[];
}

/** Returns the text that custom data identifies, with all units that shared it; undefined without such a text. */
export function findOrderedText(source: SourceFile, data: ParsedCustomData): OrderedText | undefined {
  if (data.branchHash !== undefined) return findBranch(source, data, data.branchHash);
  const foundUnits = findUnits(source, data);
  const [first] = foundUnits;
  if (first === undefined) return undefined;
  return {
    text: first.sourceUnit.text,
    sourceUnit: first.sourceUnit,
    form: { ...orderableUnit(first, source, data.locale), text: { text: first.sourceUnit.text } },
    units: foundUnits.map(({ key }) => ({ key, sourceHash: data.sourceHash })),
  };
}

/** Protects a text's placeholders as when it was sent; undefined if it isn't the text that was sent. */
export function protectAsSent(
  { text, sourceUnit, branch, form }: OrderedText,
  source: SourceFile,
  { sentText, locale }: { readonly sentText: string; readonly locale: string },
): ProtectedText | undefined {
  try {
    const protectedNow = protect(text, source.syntaxesOf(sourceUnit), branch?.kind, source.apostrophesOf(sourceUnit));
    const protectedText = protectedAsSent(protectedNow, sentText);
    if (protectedText === undefined) return undefined;
    return withNumbers(protectedText, numbersOfForm(form, source, locale), source);
  } catch {
    return undefined;
  }
}

/** A key of the target, and the source unit that it is translated from. */
interface FoundUnit {
  readonly key: string;
  readonly sourceUnit: Unit;
}

/** Returns the unit that custom data identifies, and those that shared its text in the order. */
function findUnits(source: SourceFile, { key, keyHash, sourceHash, locale }: ParsedCustomData): readonly FoundUnit[] {
  const { units } = source;
  const unitsWithText = units.filter((unit) => hashText(unit.text) === sourceHash);
  const unitOfKey = key === undefined ? undefined : sourceUnitOf(unitsById(units), key);
  if (key !== undefined && unitOfKey?.plural !== undefined) {
    if (!isFormOf(key, locale, unitOfKey) || !unitsWithText.includes(unitOfKey)) return [];
    return [key, ...copiesOf(key, source, locale)].map((id) => ({ key: id, sourceUnit: unitOfKey }));
  }

  // Custom data has the key, or its hash if the key is too long, or neither: then any unit with the text may be it.
  const mayBeOrdered = ({ id }: Unit): boolean => {
    if (key !== undefined) return id === key;
    return keyHash === undefined || hashText(id) === keyHash;
  };
  const unitsWithoutPlural = unitsWithText.filter((unit) => pluralSetOf(unit) === undefined);
  if (unitsWithoutPlural.some(mayBeOrdered))
    return unitsWithoutPlural.map((unit) => ({ key: unit.id, sourceUnit: unit }));

  // The unit may be a plural form whose key was too long for custom data, which then has the key's hash.
  if (keyHash === undefined) return [];
  const form = unitsWithText.find((unit) => mayBeOrdered(unit) && isFormOf(unit.id, locale, unit));
  if (form === undefined) return [];
  return [{ key: form.id, sourceUnit: form }];
}

/** Returns a unit as it would be ordered now; a form that is not ordered any more has no facts about its numbers. */
function orderableUnit({ key, sourceUnit }: FoundUnit, source: SourceFile, locale: string): WantedUnit {
  return orderableIn(source, locale).units.find(({ id }) => id === key) ?? { id: key, sourceUnit };
}

/** Returns the keys of the forms that are ordered as copies of a form. */
function copiesOf(key: string, source: SourceFile, locale: string): readonly string[] {
  return orderableIn(source, locale).units.find(({ id }) => id === key)?.copies ?? [];
}

/** Whether a key is a form that was ordered in some version of this extension, by CLDR or because the source has it. */
function isFormOf(key: string, locale: string, sourceUnit: Unit): boolean {
  // In a nested set, such as Rails', a form may have been ordered by its key: `cart.one` for `cart#one`.
  const nestedKey = memberOfNestedId(key);
  const member = splitPlural(key) ?? (nestedKey === undefined ? undefined : splitPlural(nestedKey));
  if (member === undefined) return false;
  const categories = requiredPluralCategories(locale, member.ordinal ? 'ordinal' : 'cardinal');
  // Few languages have the category `zero`, but the program may read such a form of the source in all of them.
  const isZeroOfSource = member.category === 'zero' && sourceUnit.id === key;
  return isZeroOfSource || categories.includes(member.category);
}

/** Returns the branch that custom data identifies, with those of other messages that are equal to it. */
function findBranch(
  source: SourceFile,
  { key, keyHash, sourceHash, locale }: ParsedCustomData,
  branchHash: string,
): OrderedText | undefined {
  const isOrdered = ({ wantedUnit, branch }: BranchText): boolean => {
    const hasKey = key === undefined ? hashText(wantedUnit.id) === keyHash : wantedUnit.id === key;
    return hasKey && hashText(branch.id) === branchHash && hashText(wantedUnit.sourceUnit.text) === sourceHash;
  };
  const { branches } = orderableIn(source, locale);
  const ordered = branches.find(isOrdered);
  if (ordered === undefined) return undefined;

  const { branch, wantedUnit, text } = ordered;
  const equalBranches = branches.filter(
    (other) =>
      other !== ordered &&
      other.branch.id === branch.id &&
      other.branch.kind === branch.kind &&
      other.branch.text === branch.text,
  );
  const units = [ordered, ...equalBranches].flatMap((equal) =>
    equal.text.uses.map((use) => ({ ...use, sourceHash: hashText(equal.wantedUnit.sourceUnit.text) })),
  );
  return { text: branch.text, sourceUnit: wantedUnit.sourceUnit, branch, form: { ...wantedUnit, text }, units };
}

/** A branch of a message of the file. */
interface BranchText {
  readonly wantedUnit: WantedUnit;
  readonly text: WantedText;
  readonly branch: MessageBranch;
}

/** The units and branches that may be on order from a file into a locale. A job's text is searched in all of them. */
interface Orderable {
  readonly units: readonly WantedUnit[];
  readonly branches: readonly BranchText[];
}

const orderableBySource = new WeakMap<SourceFile, Map<string, Orderable>>();

function orderableIn(source: SourceFile, locale: string): Orderable {
  const byLocale = orderableBySource.get(source) ?? new Map<string, Orderable>();
  orderableBySource.set(source, byLocale);
  const cached = byLocale.get(locale);
  if (cached !== undefined) return cached;
  // These messages were ordered in branches, even if settings or rules have changed since then.
  const asOrdered: SourceFile = {
    ...source,
    icuMessages: 'branches',
    syntaxesOf: (unit) => ['icu', ...source.syntaxesOf(unit)],
  };
  const emptyTarget = { path: '', locale, text: undefined, units: new Map<string, Unit>() };
  const units = wantedUnits(asOrdered, emptyTarget);
  const branches = units.flatMap((unit) => {
    const branchesNow = textsOfAnyCount(unit, asOrdered, emptyTarget).flatMap((text) =>
      text.branch === undefined ? [] : [{ wantedUnit: unit, text, branch: text.branch }],
    );
    const idsNow = new Set(branchesNow.map(({ branch }) => branch.id));
    const otherBranches = everyBranch(unit, asOrdered, locale).filter(({ branch }) => !idsNow.has(branch.id));
    return [...branchesNow, ...otherBranches];
  });
  const orderable = { units, branches };
  byLocale.set(locale, orderable);
  return orderable;
}

/**
 * Returns every branch of a message as a text of its own: with other settings, or by the rules of an earlier version,
 * branches were ordered that are copies now or that the program never shows.
 */
function everyBranch(wantedUnit: WantedUnit, source: SourceFile, locale: string): readonly BranchText[] {
  if (!source.syntaxesOf(wantedUnit.sourceUnit).includes('icu')) return [];
  const rules = messageRulesOf(source, wantedUnit.sourceUnit);
  const branches = splitIntoEveryBranch(wantedUnit.sourceUnit.text, locale, rules)?.branches ?? [];
  return branches.map((branch) => ({
    wantedUnit,
    text: { text: branch.text, branch, branches, uses: [{ key: wantedUnit.id, branch: branch.id }] },
    branch,
  }));
}

/** Returns a unit's texts. For vue-i18n, the target's file decided at that time how many forms were ordered. */
function textsOfAnyCount(
  wantedUnit: WantedUnit,
  source: SourceFile,
  target: Pick<TargetFile, 'locale' | 'units'>,
): readonly WantedText[] {
  const usualTexts = wantedTexts(wantedUnit, source, target);
  const isVuePlural = usualTexts[0]?.branch?.id.startsWith('vue-plural:') === true;
  if (!isVuePlural) return usualTexts;
  // A source text has two forms, `one | other`, or three, `zero | one | other`.
  const sourceCounts = [2, 3];
  // Earlier orders did not follow the rules of the project.
  const families = ['vue-plural' as const, pipeFamilyOf(source.syntaxesOf(wantedUnit.sourceUnit)) ?? 'vue-plural'];
  const targetCounts = new Set(
    families.flatMap((family) => sourceCounts.flatMap((count) => formCounts(family, target.locale, count))),
  );
  const texts = [...targetCounts].flatMap((count) => wantedTexts(wantedUnit, source, target, count));
  return [...new Map([...usualTexts, ...texts].map((text) => [text.branch?.id, text])).values()];
}

/** A unit of a source file. */
interface SourceUnit {
  readonly source: SourceFile;
  readonly unit: Unit;
}

/** The text of a recovered job, as one file has it. */
export interface RecoveredText {
  readonly source: SourceFile;
  /** The source unit. */
  readonly sourceUnit: Unit;
  readonly protectedText: ProtectedText;
  /** The text as the service has it. */
  readonly sentText: string;
}

/** A unit of another file with the same text. */
export interface SameText {
  readonly unit: UnitRef & { readonly key: string };
  /** Whether its target file exists. */
  readonly hasTarget: boolean;
}

/** How many files are read at the same time. */
const filesAtOnce = 8;

/** Finds units of other files of a project that lack a translation and have exactly the text of a job. */
export class SameTexts {
  readonly #context: ProjectAccess;
  /** By project id: returns the units of all its files, by the hashes of their texts. */
  readonly #unitsOfProjects = new Map<string, () => Promise<ReadonlyMap<string, readonly SourceUnit[]>>>();
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();

  constructor(context: ProjectAccess) {
    this.#context = context;
  }

  /**
   * Returns the untranslated units of other files that have exactly the text that the service has, and whose formats
   * read it in the same way, as `combinePlans` requires. A target that can't be read counts as empty.
   */
  async find(
    text: RecoveredText,
    { sourceHash, locale }: Pick<UnitRef, 'sourceHash' | 'locale'>,
  ): Promise<readonly SameText[]> {
    const { project } = text.source;
    if (pluralSetOf(text.sourceUnit) !== undefined) return [];
    const unitsByHash = this.#unitsOfProjects.get(project.id) ?? once(() => this.#readUnits(project));
    this.#unitsOfProjects.set(project.id, unitsByHash);
    const sameTexts: SameText[] = [];
    for (const { source, unit } of (await unitsByHash()).get(sourceHash) ?? []) {
      if (source.path === text.source.path || !isReadAlike(text, { source, unit })) continue;
      const [spelled = locale] = localesIn(source, [locale]);
      // The file may have another locale of the same written language, such as zh-CN for zh-Hans.
      if (localeTag(spelled) !== localeTag(locale)) continue;
      const target = await this.#targetOf(source, spelled);
      const targetUnit = target === undefined ? undefined : targetUnitOf(target.units, unit.id);
      const isUntranslated = targetUnit === undefined || targetUnit.text === '' || targetUnit.needsWork === true;
      if (!isUntranslated) continue;
      const targetFile = targetPath(source.layout, spelled);
      sameTexts.push({
        unit: { project: project.id, file: source.path, locale: spelled, targetFile, key: unit.id, sourceHash },
        // A target that can't be read exists.
        hasTarget: target === undefined || target.text !== undefined,
      });
    }
    return sameTexts;
  }

  /** Reads the units of all locale files of a project, by the hashes of their texts. */
  async #readUnits(project: Project): Promise<ReadonlyMap<string, readonly SourceUnit[]>> {
    const files = (await project.localeFiles?.()) ?? [];
    const located = await mapLimited(files, filesAtOnce, (file) =>
      locateSource(project, file, this.#context.layouts(project.id, file)),
    );
    const distinctSources = [...new Map(located.map((locatedSource) => [locatedSource.path, locatedSource])).values()];
    const sources = await mapLimited(distinctSources, filesAtOnce, ({ open }) =>
      // A file that can't be read has no job that could be recovered.
      open().catch(() => undefined),
    );
    const units = sources.flatMap((source) => {
      if (source === undefined) return [];
      return source.units
        .filter((unit) => pluralSetOf(unit) === undefined && unit.translatable !== false && unit.text.trim() !== '')
        .map((unit): SourceUnit => ({ source, unit }));
    });
    return Map.groupBy(units, ({ unit }) => hashText(unit.text));
  }

  /** Returns a target; undefined if it can't be read. */
  async #targetOf(source: SourceFile, locale: string): Promise<TargetFile | undefined> {
    const targetKey = JSON.stringify([source.project.id, source.path, targetPath(source.layout, locale), locale]);
    const opening = this.#targets.get(targetKey) ?? openTargetFile(source, locale).catch(() => undefined);
    this.#targets.set(targetKey, opening);
    return opening;
  }
}

/** Whether the formats of two files read a text in the same way, so that one translation is right in both. */
function isReadAlike(recovered: RecoveredText, { source, unit }: SourceUnit): boolean {
  const { source: recoveredSource, sourceUnit, protectedText, sentText } = recovered;
  if (!isSameLocale(source.locale, recoveredSource.locale)) return false;
  if (source.icuMessages !== recoveredSource.icuMessages) return false;
  if (unit.text !== sourceUnit.text || unit.markup !== sourceUnit.markup || unit.maxChars !== sourceUnit.maxChars)
    return false;
  try {
    const protectedNow = protect(unit.text, source.syntaxesOf(unit), undefined, source.apostrophesOf(unit));
    const asSent = protectedAsSent(protectedNow, sentText);
    if (asSent === undefined) return false;
    return JSON.stringify(toJournal(withNumbers(asSent, [], source))) === JSON.stringify(toJournal(protectedText));
  } catch {
    return false;
  }
}

import type { Unit } from '../../../formats/format.ts';
import { memberOfNestedId, splitPlural } from '../../../formats/kit/unitId.ts';
import { requiredPluralCategories } from '../../../locales/pluralCategories.ts';
import { formCounts } from '../../../placeholders/pipes/pipeRules.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import { hashText } from '../../model/hash.ts';
import { type SourceFile, type TargetFile, locateSource, openTargetFile } from '../files/localeFile.ts';
import { messageRulesOf, splitIntoEveryBranch } from '../files/splitIcuMessage.ts';
import { pluralSetOf, sourceUnitOf } from '../../model/sourceUnit.ts';
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
  readonly from: Unit;
  readonly branch?: MessageBranch;
  /** The text as a plural form. */
  readonly form: PluralForm;
  readonly units: readonly (Pick<UnitRef, 'sourceHash'> & { readonly key: string; readonly branch?: string })[];
}

/**
 * Returns the text that custom data identifies, with all units that shared it in the order; undefined if the file
 * has no such text.
 */
export function findOrderedText(source: SourceFile, data: ParsedCustomData): OrderedText | undefined {
  if (data.branchHash !== undefined) return findBranch(source, data, data.branchHash);
  const foundUnits = findUnits(source, data);
  const [first] = foundUnits;
  if (first === undefined) return undefined;
  return {
    text: first.from.text,
    from: first.from,
    form: { ...wantedUnit(first, source, data.locale), text: { text: first.from.text } },
    units: foundUnits.map(({ key }) => ({ key, sourceHash: data.sourceHash })),
  };
}

/**
 * Returns a text with its placeholders protected as they were when it was sent; undefined if it can't be protected, or
 * isn't the text that was sent.
 */
export function protectAsSent(
  { text, from, branch, form }: OrderedText,
  source: SourceFile,
  { sentText, locale }: { readonly sentText: string; readonly locale: string },
): ProtectedText | undefined {
  try {
    const protectedNow = protect(text, source.syntaxesOf(from), branch?.kind, source.apostrophesOf(from));
    const protectedText = protectedAsSent(protectedNow, sentText);
    if (protectedText === undefined) return undefined;
    return withNumbers(protectedText, numbersOfForm(form, source, locale), source);
  } catch {
    return undefined;
  }
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
  if (key !== undefined && named?.plural !== undefined) {
    if (!isFormOf(key, locale, named) || !sameText.includes(named)) return [];
    return [key, ...copiesOf(key, source, locale)].map((id) => ({ key: id, from: named }));
  }
  // Custom data has the key, or its hash if the key is too long, or neither.
  const isNamed = ({ id }: Unit): boolean => {
    if (key !== undefined) return id === key;
    return keyHash === undefined || hashText(id) === keyHash;
  };
  const unitsWithoutPlural = sameText.filter((unit) => pluralSetOf(unit) === undefined);
  if (unitsWithoutPlural.some(isNamed)) return unitsWithoutPlural.map((unit) => ({ key: unit.id, from: unit }));
  // The unit may be a plural form whose key was too long for custom data, which then has the key's hash.
  if (keyHash === undefined) return [];
  const form = sameText.find((unit) => isNamed(unit) && isFormOf(unit.id, locale, unit));
  if (form === undefined) return [];
  return [{ key: form.id, from: form }];
}

/** Returns a unit as it would be ordered now; a form that is not ordered any more has no facts about its numbers. */
function wantedUnit({ key, from }: FoundUnit, source: SourceFile, locale: string): WantedUnit {
  return orderableIn(source, locale).wanted.find(({ id }) => id === key) ?? { id: key, from };
}

/** Returns the keys of the forms that are ordered as copies of a form. */
function copiesOf(key: string, source: SourceFile, locale: string): readonly string[] {
  return orderableIn(source, locale).wanted.find(({ id }) => id === key)?.copies ?? [];
}

/** Whether a key is a form that was ordered in some version of this extension, by CLDR or because the source has it. */
function isFormOf(key: string, locale: string, from: Unit): boolean {
  const member = splitPlural(key) ?? splitPlural(memberOfNestedId(key) ?? key);
  if (member === undefined) return false;
  const categories = requiredPluralCategories(locale, member.ordinal ? 'ordinal' : 'cardinal');
  return categories.includes(member.category) || (member.category === 'zero' && from.id === key);
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
  const all = orderableIn(source, locale).branches;
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
  return { text: branch.text, from, branch, form: { ...named.wanted, text: named.text }, units };
}

interface BranchText {
  readonly wanted: WantedUnit;
  readonly text: WantedText;
  readonly branch: MessageBranch;
}

/** What a file's orders into a locale consist of. Each job of the file is searched in all of it. */
interface Orderable {
  readonly wanted: readonly WantedUnit[];
  readonly branches: readonly BranchText[];
}

const cache = new WeakMap<SourceFile, Map<string, Orderable>>();

function orderableIn(source: SourceFile, locale: string): Orderable {
  const byLocale = cache.get(source) ?? new Map<string, Orderable>();
  cache.set(source, byLocale);
  const cached = byLocale.get(locale);
  if (cached !== undefined) return cached;
  // These messages were ordered in branches, even if settings or rules have changed since then.
  const asOrdered: SourceFile = {
    ...source,
    icuMessages: 'branches',
    syntaxesOf: (unit) => ['icu', ...source.syntaxesOf(unit)],
  };
  const target = { path: '', locale, text: undefined, units: new Map<string, Unit>() };
  const wanted = wantedUnits(asOrdered, target);
  const branches = wanted.flatMap((unit) => {
    const branchesNow = textsOfAnyCount(unit, asOrdered, target).flatMap((text) =>
      text.branch === undefined ? [] : [{ wanted: unit, text, branch: text.branch }],
    );
    const ids = new Set(branchesNow.map(({ branch }) => branch.id));
    return [...branchesNow, ...everyBranch(unit, asOrdered, locale).filter(({ branch }) => !ids.has(branch.id))];
  });
  const orderable = { wanted, branches };
  byLocale.set(locale, orderable);
  return orderable;
}

/**
 * Returns every branch of a message as a text of its own: with other settings, or by the rules of an earlier version,
 * branches were ordered that are copies now or that the program never shows.
 */
function everyBranch(wanted: WantedUnit, source: SourceFile, locale: string): readonly BranchText[] {
  if (!source.syntaxesOf(wanted.from).includes('icu')) return [];
  const rules = messageRulesOf(source, wanted.from);
  const branches = splitIntoEveryBranch(wanted.from.text, locale, rules)?.branches ?? [];
  return branches.map((branch) => ({
    wanted,
    text: { text: branch.text, branch, branches, uses: [{ key: wanted.id, branch: branch.id }] },
    branch,
  }));
}

/** Returns a unit's texts. For vue-i18n, the target's file decided at that time how many forms were ordered. */
function textsOfAnyCount(
  wanted: WantedUnit,
  source: SourceFile,
  target: Pick<TargetFile, 'locale' | 'units'>,
): readonly WantedText[] {
  const usual = wantedTexts(wanted, source, target);
  if (usual[0]?.branch?.id.startsWith('vue-plural:') !== true) return usual;
  const counts = new Set([2, 3].flatMap((count) => formCounts('vue-plural', target.locale, count)));
  const texts = [...counts].flatMap((count) => wantedTexts(wanted, source, target, count));
  return [...new Map([...usual, ...texts].map((text) => [text.branch?.id, text])).values()];
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
  readonly from: Unit;
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

const filesAtOnce = 8;

/** Finds units of other files of a project that lack a translation and have exactly the text of a job. */
export class SameTexts {
  readonly #context: ProjectAccess;
  readonly #units = new Map<string, () => Promise<ReadonlyMap<string, readonly SourceUnit[]>>>();
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();

  constructor(context: ProjectAccess) {
    this.#context = context;
  }

  /**
   * Returns the units of other files without a translation that have exactly the text that the service has, and whose
   * formats read it in the same way, as `combinePlans` requires. A target that can't be read counts as one without
   * translations: a delivery to it is held with the reason.
   */
  async find(
    text: RecoveredText,
    { sourceHash, locale }: Pick<UnitRef, 'sourceHash' | 'locale'>,
  ): Promise<readonly SameText[]> {
    const { project } = text.source;
    if (pluralSetOf(text.from) !== undefined) return [];
    const units = this.#units.get(project.id) ?? once(() => this.#readUnits(project));
    this.#units.set(project.id, units);
    const sameTexts: SameText[] = [];
    for (const { source, unit } of (await units()).get(sourceHash) ?? []) {
      if (source.path === text.source.path || !isReadAlike(text, { source, unit })) continue;
      const [spelled = locale] = localesIn(source, [locale]);
      if (localeTag(spelled) !== localeTag(locale)) continue;
      const target = await this.#targetOf(source, spelled);
      const current = target === undefined ? undefined : targetUnitOf(target.units, unit.id);
      const isUntranslated = current === undefined || current.text === '' || current.needsWork === true;
      if (!isUntranslated) continue;
      const targetFile = targetPath(source.layout, spelled);
      sameTexts.push({
        unit: { project: project.id, file: source.path, locale: spelled, targetFile, key: unit.id, sourceHash },
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
    const sources = await mapLimited([...new Map(located.map((one) => [one.path, one])).values()], filesAtOnce, (one) =>
      // A file that can't be read has no job that could be recovered.
      one.open().catch(() => undefined),
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
    const name = JSON.stringify([source.project.id, source.path, targetPath(source.layout, locale), locale]);
    const opening = this.#targets.get(name) ?? openTargetFile(source, locale).catch(() => undefined);
    this.#targets.set(name, opening);
    return opening;
  }
}

/** Whether the formats of two files read a text in the same way, so that one translation is right in both. */
function isReadAlike({ source: first, from, protectedText, sentText }: RecoveredText, other: SourceUnit): boolean {
  const { source, unit } = other;
  if (!isSameLocale(source.locale, first.locale) || source.icuMessages !== first.icuMessages) return false;
  if (unit.text !== from.text || unit.markup !== from.markup || unit.maxChars !== from.maxChars) return false;
  try {
    const now = protect(unit.text, source.syntaxesOf(unit), undefined, source.apostrophesOf(unit));
    const sent = protectedAsSent(now, sentText);
    if (sent === undefined) return false;
    return JSON.stringify(toJournal(withNumbers(sent, [], source))) === JSON.stringify(toJournal(protectedText));
  } catch {
    return false;
  }
}

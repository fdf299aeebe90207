import { present } from '../../src/base/present.ts';
import { FormatError, type Unit } from '../../src/formats/format.ts';
import { openSourceFile, openTargetFile } from '../../src/orders/units/files/localeFile.ts';
import type { SourceFile, TargetFile } from '../../src/orders/units/files/localeFile.ts';
import { messageRulesOf, splitIcuMessage } from '../../src/orders/units/files/splitIcuMessage.ts';
import { targetUnitOf } from '../../src/formats/targetUnit.ts';
import { canonicalLocale, isSameLocale, languageOf, localeTag } from '../../src/base/locale.ts';
import { detectLayout, targetPath, type Layout } from '../../src/locales/layout.ts';
import { sourceFor } from '../../src/locales/source/stringSource.ts';
import { parseLayoutPatterns } from '../../src/locales/layoutPattern.ts';
import type { LayoutSettings } from '../../src/orders/model/layoutSettings.ts';
import { OrderError } from '../../src/orders/model/orderError.ts';
import { numbersOfForm, withNumbers, type PluralForm } from '../../src/orders/units/plan/numbersOfForm.ts';
import { wantedTexts } from '../../src/orders/units/plan/wantedTexts.ts';
import { wantedUnits, type WantedUnit } from '../../src/orders/units/plan/wantedUnits.ts';
import type { SplitMessage } from '../../src/placeholders/icu/icuBranches.ts';
import { protect } from '../../src/placeholders/protect.ts';
import { UnprotectableError, type ProtectedText } from '../../src/placeholders/read/placeholder.ts';
import type { Checkout } from './checkoutProject.ts';
import { UnreadableFileError } from '../../src/orders/model/errors/unreadableFileError.ts';

/** A text that the product would order, and the translation that the project already has of it. */
export interface ReturnedPair {
  readonly format: string;
  readonly sourceFile: string;
  readonly targetFile: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly key: string;
  /** Branch of an ICU message; absent for a whole text. */
  readonly branch?: string;
  readonly protectedText: ProtectedText;
  readonly translation: string;
  readonly maxChars?: number;
  /**
   * The translation's choices differ from the source's, so it was compared as a whole, although the product orders the
   * branches of this message separately.
   */
  readonly isOtherwiseBranched?: true;
}

/** The translated branches of one ICU message, which the product joins after they were checked. */
export interface ReturnedMessage {
  readonly split: SplitMessage;
  readonly source: string;
  readonly translation: string;
  readonly branches: readonly ReturnedPair[];
}

/** What happens while pairs are collected. */
export interface PairSink {
  pair(pair: ReturnedPair): void;
  /** All branches of a message whose translation has exactly the branches that would be ordered. */
  message(message: ReturnedMessage): void;
  unreadable(file: string, reason: string): void;
  /** A text that is not ordered, with the reason, or a translation that cannot be assigned to a text. */
  skipped(reason: 'unprotectable' | 'other-positions' | 'other-branches' | 'not-writable'): void;
}

/** Collects the pairs of all locale files of a checkout. */
export async function collectPairs(
  { project, localeFiles }: Checkout,
  settings: LayoutSettings,
  sink: PairSink,
  isWanted: (formatId: string, locale: string) => boolean = () => true,
): Promise<void> {
  const targetsBySource = new Map<string, Set<string>>();
  const sourceLocales = new Map<string, string>();
  for (const file of localeFiles) {
    const siblings = await project.siblings(file);
    const layout = detectLayout(file, siblings, parseLayoutPatterns(settings.patterns), settings.sourceLocale);
    const sourceLocale = layout === undefined ? settings.sourceLocale : sourceLocaleOf(layout, settings.sourceLocale);
    const { path, into } = layout === undefined ? { path: file } : sourceFor(layout, siblings, sourceLocale);
    const targets = targetsBySource.get(path) ?? new Set<string>();
    targetsBySource.set(path, targets);
    sourceLocales.set(path, sourceLocale);
    if (into !== undefined) targets.add(into);
  }
  for (const [path, found] of targetsBySource) {
    try {
      const sourceLocale = sourceLocales.get(path) ?? settings.sourceLocale;
      const source = await openSourceFile(project, path, { ...settings, sourceLocale });
      const locales = new Set(found);
      // A file that is nobody's translation may hold its translations itself.
      if (found.size === 0) {
        for (const locale of source.targetLocales)
          if (targetPath(source.layout, locale) === source.path) locales.add(locale);
      }
      for (const locale of locales) if (isWanted(source.format.id, locale)) await collectTarget(source, locale, sink);
    } catch (error) {
      report(error, path, sink);
    }
  }
}

/**
 * Returns the project's own variant of the source locale if it has no file of that very locale: `en-US` for `en`. Of
 * several variants, the one of the language's main region counts.
 */
function sourceLocaleOf({ names, isBilingual, separateSourcePath }: Layout, wanted: string): string {
  // The source needs no file of its own locale.
  if (isBilingual || separateSourcePath !== undefined) return wanted;
  if (names.some((name) => isSameLocale(name, wanted))) return wanted;
  const variants = names.filter(
    (name) => canonicalLocale(name) !== undefined && languageOf(name) === languageOf(wanted),
  );
  const main = new Intl.Locale(localeTag(wanted)).maximize().region;
  return variants.find((name) => new Intl.Locale(localeTag(name)).region === main) ?? variants[0] ?? wanted;
}

async function collectTarget(source: SourceFile, locale: string, sink: PairSink): Promise<void> {
  let target: TargetFile;
  try {
    target = await openTargetFile(source, locale);
  } catch (error) {
    report(error, `${source.path} (${locale})`, sink);
    return;
  }
  if (!hasPositionsOf(source, target)) {
    sink.skipped('other-positions');
    return;
  }
  const pairs = new PairCollector(source, target, sink);
  for (const wanted of wantedUnits(source, target)) {
    const unit = targetUnitOf(target.units, wanted.id);
    const isTranslated = unit !== undefined && unit.text.trim() !== '' && unit.needsWork !== true;
    const isOrdered = wanted.sourceUnit.translatable !== false && wanted.sourceUnit.text.trim() !== '';
    if (!isTranslated || !isOrdered) continue;
    // A place that the product does not write, as the forms of a plural whose rule is unclear, gets no translation.
    if (unit.translatable === false) sink.skipped('not-writable');
    else pairs.collect(wanted, unit);
  }
}

/** A document's texts can be assigned only if its translation has the same positions. */
function hasPositionsOf({ format, units }: SourceFile, target: TargetFile): boolean {
  return (
    !format.idsArePositions || (units.length === target.units.size && units.every(({ id }) => target.units.has(id)))
  );
}

function report(error: unknown, file: string, sink: PairSink): void {
  if (error instanceof UnreadableFileError || error instanceof FormatError) sink.unreadable(file, error.message);
  else if (!(error instanceof OrderError)) throw error;
}

/** Pairs the texts of one source file with those of one target. */
class PairCollector {
  readonly #source: SourceFile;
  readonly #target: TargetFile;
  readonly #sink: PairSink;

  constructor(source: SourceFile, target: TargetFile, sink: PairSink) {
    this.#source = source;
    this.#target = target;
    this.#sink = sink;
  }

  collect(wanted: WantedUnit, unit: Unit): void {
    const texts = wantedTexts(wanted, this.#source, this.#target);
    // The forms of a plural with bars are compared as one text.
    if (texts.every(({ branch }) => branch?.conditions === undefined)) {
      this.#add(wanted, { text: wanted.sourceUnit.text }, unit.text);
      return;
    }
    const rules = messageRulesOf(this.#source, wanted.sourceUnit);
    const split = splitIcuMessage(wanted.sourceUnit.text, this.#target.locale, rules);
    const own = splitIcuMessage(unit.text, this.#target.locale, rules)?.branches ?? [];
    // A branch that the translation lacks is not a text that came back.
    const translated = new Map(own.filter(({ kind }) => kind !== 'added-plural').map(({ id, text }) => [id, text]));
    const wantedIds = texts.flatMap(({ uses }) => uses.flatMap(({ branch }) => branch ?? []));
    if (split === undefined || !wantedIds.some((id) => translated.has(id))) {
      this.#sink.skipped('other-branches');
      this.#add(wanted, { text: wanted.sourceUnit.text }, unit.text, { isOtherwiseBranched: true });
      return;
    }
    const branches = texts.flatMap((text) => {
      const { branch } = text;
      const translation = branch === undefined ? undefined : translated.get(branch.id);
      if (branch === undefined || translation === undefined || translation.trim() === '') return [];
      return this.#add(wanted, text, translation, { branch: branch.id }) ?? [];
    });
    if (branches.length === texts.length)
      this.#sink.message({ split, source: wanted.sourceUnit.text, translation: unit.text, branches });
  }

  #add(
    wanted: WantedUnit,
    text: PluralForm['text'],
    translation: string,
    more: Pick<ReturnedPair, 'branch' | 'isOtherwiseBranched'> = {},
  ): ReturnedPair | undefined {
    const protectedText = this.#protect({ ...wanted, text });
    const { id, sourceUnit } = wanted;
    if (protectedText === undefined) {
      this.#sink.skipped('unprotectable');
      return undefined;
    }
    const pair: ReturnedPair = {
      format: this.#source.format.id,
      sourceFile: this.#source.path,
      targetFile: this.#target.path,
      sourceLocale: this.#source.locale,
      targetLocale: this.#target.locale,
      key: id,
      protectedText,
      translation,
      ...present({ maxChars: sourceUnit.maxChars }),
      ...more,
    };
    this.#sink.pair(pair);
    return pair;
  }

  #protect(form: PluralForm): ProtectedText | undefined {
    const { text, branch } = form.text;
    try {
      const { sourceUnit } = form;
      const { syntaxesOf, apostrophesOf } = this.#source;
      const protectedText = protect(text, syntaxesOf(sourceUnit), branch?.kind, apostrophesOf(sourceUnit));
      return withNumbers(protectedText, numbersOfForm(form, this.#source, this.#target.locale), this.#source);
    } catch (error) {
      if (error instanceof UnprotectableError) return undefined;
      throw error;
    }
  }
}

import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import type { FileHistory } from '../history/fileHistory.ts';
import type { OutdatedUnit } from '../history/outdatedUnits.ts';
import { hashText } from '../../model/hash.ts';
import { defaultLimits, findOutdated, maxOrderMs, type OutdatedInTarget } from '../plan/findOutdated.ts';
import { localesIn, PlanDrafts, targetLocalesOf, type DraftInputs } from './planDrafts.ts';
import { findSameAsSource, type IsConfirmed, type SameUnit } from '../plan/sameAsSource.ts';
import { stringsOf, stringStates, type FindOnOrder, type StringStates } from './stringStates.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import { hasSameUnits } from '../plan/planOrder.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { wantedUnits } from '../plan/wantedUnits.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { readingOf } from '../plan/projectReuse.ts';
import { numbersOfForm, withNumbers } from '../plan/numbersOfForm.ts';
import { restore } from '../../../placeholders/restore.ts';
import { fileFacts } from '../../../placeholders/project/fileFacts.ts';
import { present } from '../../../base/present.ts';

/** By locale and key: the hash of the source text of a string that equals it and needs no translation. */
export type RightAsItIs = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The sources of facts that the locale files do not contain: settings, Git, and earlier orders. */
export interface GapPorts {
  /** Returns the strings of a file that its settings name as right although they equal their source. */
  readonly rightAsItIs: (source: SourceFile) => RightAsItIs;
  /** Opens the history of a project's repository, to be disposed by the caller; undefined if it has no repository. */
  readonly openHistory: (project: string, signal: AbortSignal) => Promise<FileHistory | undefined>;
  /** Finds strings that are on order elsewhere; absent if that is not known. */
  readonly onOrder?: FindOnOrder | undefined;
}

/** The strings of a file in one locale, by their states. */
export interface TargetGaps {
  readonly source: SourceFile;
  readonly target: TargetFile;
  readonly states: StringStates;
  /** How far the history was searched for outdated strings. */
  readonly outdatedChecked: OutdatedInTarget['checked'];
}

/** The outdated units of all files, by locale. */
export type OutdatedByLocale = ReadonlyMap<string, OutdatedInTarget>;

type ByLocale<T> = ReadonlyMap<string, T>;

/**
 * What the translations of locale files lack. The order wizard, the CodeLens, the tools of language models, and the
 * command line ask this object, so that all have the same answer. Each calls the steps that it needs; none sends data:
 *
 * 1. `drafts.load` opens the translations and finds missing and changed strings: enough for a price.
 * 2. `findSameAsSource` finds values that were never translated; it compares all locales that were read.
 * 3. `findOutdated` finds translations whose source has changed since then, in the history of the repository.
 * 4. `statesIn` runs all of these, and sorts the strings into their states.
 */
export class TranslationGaps {
  readonly sources: readonly SourceFile[];
  readonly inputs: DraftInputs;
  /** The missing and changed strings of the translations that were read. */
  readonly drafts: PlanDrafts;
  readonly #ports: GapPorts;
  readonly #outdated = new Map<SourceFile, Map<string, OutdatedInTarget>>();
  #sameAsSource: ReadonlyMap<SourceFile, ByLocale<readonly SameUnit[]>> = new Map();

  constructor(sources: readonly SourceFile[], inputs: DraftInputs, ports: GapPorts) {
    this.sources = sources;
    this.inputs = inputs;
    this.drafts = new PlanDrafts(sources, inputs);
    this.#ports = ports;
  }

  /**
   * Finds the values that equal their source and seem to be untranslated, except those that the settings name as right.
   * To be called when all locales have been read: words that are equal in many of them are names.
   */
  async findSameAsSource(): Promise<void> {
    const bySource = new Map<SourceFile, ByLocale<readonly SameUnit[]>>();
    for (const source of this.sources) {
      const targets = [...this.drafts.draftsOf(source).values()];
      if (targets.length === 0) continue;
      const rightAsItIs = this.#ports.rightAsItIs(source);
      const isConfirmed: IsConfirmed = (locale, { key, text }) => rightAsItIs.get(locale)?.get(key) === hashText(text);
      const byLocale = await findSameAsSource(source, targets, isConfirmed);
      const isOrdered = this.#limitOf(source);
      const orderedUnits = [...byLocale].map(([locale, { untranslated }]) => {
        const units = untranslated.filter(({ forms }) => forms.some(({ key }) => isOrdered(locale, key)));
        return [locale, units] as const;
      });
      bySource.set(source, new Map(orderedUnits));
    }
    this.#sameAsSource = bySource;
  }

  /** The untranslated units of a file, by locale as the file spells it; empty before `findSameAsSource`. */
  sameAsSourceOf(source: SourceFile): ByLocale<readonly SameUnit[]> {
    return this.#sameAsSource.get(source) ?? new Map<string, readonly SameUnit[]>();
  }

  /** Returns the untranslated units of all files in a locale. */
  sameAsSourceIn(locale: string): readonly SameUnit[] {
    return this.sources.flatMap((source) =>
      localesIn(source, [locale]).flatMap((spelled) => this.sameAsSourceOf(source).get(spelled) ?? []),
    );
  }

  /** Finds the outdated units of the translations that were read, each once. Rejects with the signal's reason. */
  async findOutdated(locales: readonly string[], signal: AbortSignal): Promise<OutdatedByLocale> {
    const startMs = performance.now();
    const byProject = Map.groupBy(this.sources, ({ project }) => project.id);
    for (const [project, sources] of byProject) {
      const history = await this.#ports.openHistory(project, signal);
      if (history === undefined) continue;
      try {
        for (const source of sources) {
          const remainingMs = Math.max(0, maxOrderMs - (performance.now() - startMs));
          await this.#findOutdatedOf(source, locales, { history, ms: Math.min(defaultLimits.ms, remainingMs) }, signal);
        }
      } finally {
        history.dispose();
      }
    }
    return new Map(locales.map((locale) => [locale, this.#outdatedIn(locale)]));
  }

  /** The outdated units of a file that were found so far, by locale as the file spells it. */
  outdatedOf(source: SourceFile): OutdatedByLocale {
    return this.#outdated.get(source) ?? new Map<string, OutdatedInTarget>();
  }

  /** Returns the file of an untranslated or outdated unit. */
  sourceOf(unit: SameUnit | OutdatedUnit): SourceFile | undefined {
    return this.sources.find((source) => {
      const unitsOfSource: readonly (SameUnit | OutdatedUnit)[] = [
        ...[...this.sameAsSourceOf(source).values()].flat(),
        ...[...this.outdatedOf(source).values()].flatMap(({ units }) => units),
      ];
      return unitsOfSource.includes(unit);
    });
  }

  /** Returns the states of the strings of all translations that can be read. Rejects with the signal's reason. */
  async statesIn(locales: readonly string[], signal: AbortSignal): Promise<readonly TargetGaps[]> {
    await this.drafts.load([...new Set([...targetLocalesOf(this.sources), ...locales])], signal);
    await this.findSameAsSource();
    await this.findOutdated(locales, signal);
    const targets = this.drafts.targetsIn(locales);
    const onOrder = await this.#ports.onOrder?.(targets.map(({ draft }) => draft));
    return targets.map(({ source, locale, draft }) => {
      const outdated = this.outdatedOf(source).get(locale);
      // A translation that doesn't exist yet has no outdated strings.
      const isNew = draft.target.text === undefined;
      return {
        source,
        target: draft.target,
        states: stringStates(stringsOf(source, draft.target, this.inputs.limit), draft, {
          same: this.sameAsSourceOf(source).get(locale),
          outdated: outdated?.units,
          onOrder: onOrder?.get(draft),
        }),
        outdatedChecked: isNew ? 'complete' : (outdated?.checked ?? 'not-checked'),
      };
    });
  }

  async #findOutdatedOf(
    source: SourceFile,
    locales: readonly string[],
    { history, ms }: { readonly history: FileHistory; readonly ms: number },
    signal: AbortSignal,
  ): Promise<void> {
    const byLocale = this.#outdated.get(source) ?? new Map<string, OutdatedInTarget>();
    this.#outdated.set(source, byLocale);
    const drafts = this.drafts.draftsOf(source);
    const targets = localesIn(source, locales)
      .filter((locale) => !byLocale.has(locale))
      .flatMap((locale) => drafts.get(locale)?.target ?? [])
      .filter(({ text }) => text !== undefined);
    if (targets.length === 0) return;
    const planned = this.inputs.history;
    const limits = { ...defaultLimits, ms };
    const outdated = await findOutdated({ source, targets, planned, history, limits }, signal);
    const isOrdered = this.#limitOf(source);
    for (const [locale, { units, checked }] of outdated)
      byLocale.set(locale, { checked, units: units.filter(({ key }) => isOrdered(locale, key)) });
  }

  /** Returns a function that says whether a unit of a target is among the strings to which the order is limited. */
  #limitOf(source: SourceFile): (locale: string, key: string) => boolean {
    const { limit } = this.inputs;
    if (limit === undefined) return () => true;
    const idsByLocale = new Map<string, ReadonlySet<string>>();
    return (locale, key) => {
      const target = this.drafts.draftsOf(source).get(locale)?.target;
      const ids = idsByLocale.get(locale) ?? new Set(target && stringsOf(source, target, limit).map(({ id }) => id));
      idsByLocale.set(locale, ids);
      return ids.has(key);
    };
  }

  #outdatedIn(locale: string): OutdatedInTarget {
    const ofFiles = this.sources.flatMap((source) =>
      localesIn(source, [locale]).flatMap((spelled) => this.outdatedOf(source).get(spelled) ?? []),
    );
    const units = ofFiles.flatMap((ofFile) => ofFile.units);
    const checks = new Set(ofFiles.map(({ checked }) => checked));
    // Files that were checked to different degrees are together checked in part.
    const [onlyCheck = 'complete'] = checks;
    return { units, checked: checks.size > 1 ? 'partial' : onlyCheck };
  }
}

/** A translation in a file, with the errors that the checks of returned translations find in it. */
export interface DamagedUnit {
  readonly key: string;
  readonly problems: readonly Problem[];
}

/**
 * Checks the translations of a target as returned translations are checked, for example for lost placeholders. Skips
 * those that are missing, that equal their source, or that the file itself marks as unfinished.
 */
export async function damagedUnits(source: SourceFile, target: TargetFile): Promise<readonly DamagedUnit[]> {
  if (!hasSameUnits(source, target)) return [];
  const slice = new TimeSlice();
  const damaged: DamagedUnit[] = [];
  for (const wantedUnit of wantedUnits(source, target)) {
    if (slice.isOver) await slice.rest();
    const { id, sourceUnit } = wantedUnit;
    const targetUnit = targetUnitOf(target.units, id);
    if (targetUnit === undefined || targetUnit.needsWork === true || sourceUnit.translatable === false) continue;
    if (targetUnit.text.trim() === '' || targetUnit.text === sourceUnit.text) continue;

    const reading = readingOf({ source, sourceUnit });
    if (reading === undefined) continue;
    const numbers = numbersOfForm({ ...wantedUnit, text: { text: sourceUnit.text } }, source, target.locale);
    const { problems } = restore(targetUnit.text, withNumbers(reading, numbers, source), {
      sourceLocale: source.locale,
      targetLocale: target.locale,
      ...fileFacts(target.path),
      ...present({ maxChars: sourceUnit.maxChars }),
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) damaged.push({ key: id, problems: errors });
  }
  return damaged;
}

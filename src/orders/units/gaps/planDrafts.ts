import { findLocale, isUsuallySameLocale } from '../../../base/locale.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { openTargetFile, type SourceFile } from '../files/localeFile.ts';
import type { PlanHistory } from '../../model/plan/planHistory.ts';
import { idsWithin, type StringLimit } from '../../model/plan/stringLimit.ts';
import { countDraftedUnits, draftTarget, type TargetDraft } from '../plan/planOrder.ts';

/**
 * Returns the target locales of files, each once: files may spell a locale in different ways (`pt-BR` and `pt_BR`, `de`
 * in the app and `de-DE` in its store).
 */
export function targetLocalesOf(sources: readonly Pick<SourceFile, 'targetLocales'>[]): readonly string[] {
  const locales: string[] = [];
  for (const { targetLocales } of sources) {
    for (const locale of targetLocales) {
      // Locales such as zh-CN and zh-Hans are the same unless a file has translations into both.
      const isListed = locales.some(
        (listed) => listed === locale || (isUsuallySameLocale(listed, locale) && !targetLocales.includes(listed)),
      );
      if (!isListed) locales.push(locale);
    }
  }
  return locales;
}

/** Returns the locales into which a file has units, as it spells them, each once. */
export function localesIn(
  source: Pick<SourceFile, 'targetLocales' | 'idsInto'>,
  locales: readonly string[],
): readonly string[] {
  const spellings = new Set(locales.map((locale) => spellingIn(source, locale)));
  return [...spellings].filter((locale) => source.idsInto === undefined || source.idsInto(locale) !== undefined);
}

/**
 * Returns the locales into which one of several files may be ordered, as it spells them. A file whose kind has locales
 * of its own, such as a document, is ordered into these, and any other file into those of all others. A locale that is
 * new to all files is one of each.
 */
export function localesFor(
  source: Pick<SourceFile, 'targetLocales' | 'hasOwnLocales'>,
  locales: readonly string[],
  sources: readonly Pick<SourceFile, 'targetLocales' | 'hasOwnLocales'>[],
): readonly string[] {
  const has = (ofFiles: readonly string[], locale: string): boolean => findTargetLocale(ofFiles, locale) !== undefined;
  const { all, ofOthers } = sharedLocales(sources);
  const ofKind = source.hasOwnLocales === true ? source.targetLocales : ofOthers;
  return localesIn(source, locales).filter((locale) => has(ofKind, locale) || !has(all, locale));
}

/** The locales of several files. */
interface SharedLocales {
  readonly all: readonly string[];
  /** Those of the files whose kind has no locales of its own. */
  readonly ofOthers: readonly string[];
}

/** Kept, because they are needed for each of the files. */
const sharedLocalesByFiles = new WeakMap<object, SharedLocales>();

function sharedLocales(sources: readonly Pick<SourceFile, 'targetLocales' | 'hasOwnLocales'>[]): SharedLocales {
  const cachedLocales = sharedLocalesByFiles.get(sources);
  if (cachedLocales !== undefined) return cachedLocales;
  const others = sources.filter(({ hasOwnLocales }) => hasOwnLocales === undefined);
  const locales = { all: targetLocalesOf(sources), ofOthers: targetLocalesOf(others) };
  sharedLocalesByFiles.set(sources, locales);
  return locales;
}

function spellingIn({ targetLocales }: Pick<SourceFile, 'targetLocales'>, locale: string): string {
  return findTargetLocale(targetLocales, locale) ?? locale;
}

/** Returns the one of a file's locales that means the given one, also if only one of them names the usual region. */
export function findTargetLocale(targetLocales: readonly string[], locale: string): string | undefined {
  const sameLocale = findLocale(targetLocales, locale);
  if (sameLocale !== undefined) return sameLocale;
  const usuallySame = targetLocales.filter((name) => isUsuallySameLocale(name, locale));
  return usuallySame.length === 1 ? usuallySame[0] : undefined;
}

/** The parts of a draft that determine its price. */
export type PricedDraft = Pick<TargetDraft, 'target' | 'targetLanguage' | 'drafts'>;

/** The numbers of units to order. */
export interface DraftCount {
  readonly missing: number;
  /** Units that have only a translation from the sandbox. */
  readonly simulated: number;
}

export interface DraftInputs {
  readonly history: PlanHistory;
  /** Language codes the service offers. */
  readonly languages: readonly string[];
  /** The pairs of these languages in which the source is ordered, if they are known. */
  readonly pairs?: readonly { readonly source: string; readonly target: string }[] | undefined;
  /** Limits the drafts to some of the units. */
  readonly limit?: StringLimit | undefined;
}

/** A target of a file whose order was drafted. */
export interface DraftedTarget {
  readonly source: SourceFile;
  /** As the file spells it. */
  readonly locale: string;
  readonly draft: TargetDraft;
}

/** A target that can't be read or translated. */
export interface FailedTarget {
  readonly source: SourceFile;
  /** As the file spells it. */
  readonly locale: string;
  readonly error: unknown;
}

/** How many targets are read at the same time. */
const targetsAtOnce = 8;

/** The drafts of the targets of several files, each made once. */
export class PlanDrafts {
  readonly #sources: readonly SourceFile[];
  readonly #inputs: DraftInputs;
  readonly #drafts = new Map<SourceFile, Map<string, TargetDraft>>();
  readonly #failed: FailedTarget[] = [];

  constructor(sources: readonly SourceFile[], inputs: DraftInputs) {
    this.#sources = sources;
    this.#inputs = inputs;
  }

  /** Drafts all files into the locales; `failedIn` names targets that can't be. Rejects with the signal's reason. */
  async load(
    locales: readonly string[],
    signal: AbortSignal,
    onProgress?: (drafted: number, total: number) => void,
  ): Promise<void> {
    const targetsToDraft = this.#sources.flatMap((source) =>
      localesFor(source, locales, this.#sources).flatMap((locale) =>
        this.draftsOf(source).has(locale) ? [] : [{ source, locale }],
      ),
    );
    let draftedCount = 0;
    await mapLimited(targetsToDraft, targetsAtOnce, async ({ source, locale }) => {
      signal.throwIfAborted();
      try {
        const draft = await this.#draft(source, locale, signal);
        const draftsOfSource = this.#drafts.get(source) ?? new Map<string, TargetDraft>();
        this.#drafts.set(source, draftsOfSource.set(locale, draft));
      } catch (error) {
        signal.throwIfAborted();
        this.#failed.push({ source, locale, error });
      }
      draftedCount += 1;
      onProgress?.(draftedCount, targetsToDraft.length);
    });
  }

  /** The drafts of a file, by locale as the file spells it. */
  draftsOf(source: SourceFile): ReadonlyMap<string, TargetDraft> {
    return this.#drafts.get(source) ?? new Map<string, TargetDraft>();
  }

  /** Returns the drafted targets of all files in these locales, file by file. */
  targetsIn(locales: readonly string[]): readonly DraftedTarget[] {
    return this.#sources.flatMap((source) =>
      localesFor(source, locales, this.#sources).flatMap((locale) => {
        const draft = this.draftsOf(source).get(locale);
        return draft === undefined ? [] : [{ source, locale, draft }];
      }),
    );
  }

  /** Returns the targets in these locales that could not be drafted, each with the error of the last attempt. */
  failedIn(locales: readonly string[]): readonly FailedTarget[] {
    const lastFailure = (source: SourceFile, locale: string): FailedTarget | undefined =>
      this.#failed.findLast((failed) => failed.source === source && failed.locale === locale);
    return this.#sources.flatMap((source) =>
      localesFor(source, locales, this.#sources).flatMap((locale) => {
        if (this.draftsOf(source).has(locale)) return [];
        return lastFailure(source, locale) ?? [];
      }),
    );
  }

  /** Returns what to order from all files into a locale, shared texts once; undefined if no target has been read. */
  pricedDraft(locale: string): PricedDraft | undefined {
    const targets = this.targetsIn([locale]);
    const [firstTarget] = targets;
    if (firstTarget === undefined) return undefined;
    const seenJobs = new Set<string>();
    const drafts: TargetDraft['drafts'][number][] = [];
    for (const { source, draft } of targets) {
      for (const draftedJob of draft.drafts) {
        if (draftedJob.sameAs !== undefined) {
          const jobKey = JSON.stringify([source.project.id, draftedJob.sameAs]);
          if (seenJobs.has(jobKey)) continue;
          seenJobs.add(jobKey);
        }
        drafts.push(draftedJob);
      }
    }
    // The language is the same for all targets in a locale.
    return { ...firstTarget.draft, drafts };
  }

  /** Returns the number of units to order from a file into a locale; undefined if the target can't be read. */
  countIn(source: SourceFile, locale: string): number | undefined {
    const counts = this.#countsIn(source, locale);
    return counts === undefined ? undefined : counts.missing + counts.simulated;
  }

  /** Returns the number of units to order from all files into a locale; undefined if no file's is known. */
  count(locale: string): DraftCount | undefined {
    const counts = this.#sources.flatMap((source) => this.#countsIn(source, locale) ?? []);
    if (counts.length === 0) return undefined;
    return {
      missing: counts.reduce((sum, { missing }) => sum + missing, 0),
      simulated: counts.reduce((sum, { simulated }) => sum + simulated, 0),
    };
  }

  #countsIn(source: SourceFile, locale: string): DraftCount | undefined {
    const draft = this.draftsOf(source).get(spellingIn(source, locale));
    if (draft === undefined) return undefined;
    return countDraftedUnits(draft);
  }

  async #draft(source: SourceFile, locale: string, signal: AbortSignal): Promise<TargetDraft> {
    const { history, languages, limit } = this.#inputs;
    const target = await openTargetFile(source, locale, signal);
    return draftTarget({ source, history, languages, only: idsWithin(limit, source) }, target);
  }
}

import { openGitHistory } from '../../src/project/openGitHistory.ts';
import type { SourceFile, TargetFile } from '../../src/orders/units/files/localeFile.ts';
import { targetUnitOf } from '../../src/formats/targetUnit.ts';
import type { FileHistory, FileVersions } from '../../src/orders/units/history/fileHistory.ts';
import type { OutdatedUnit } from '../../src/orders/units/history/outdatedUnits.ts';
import {
  defaultLimits,
  findOutdated,
  maxOrderMs,
  type OutdatedInTarget,
} from '../../src/orders/units/plan/findOutdated.ts';
import { PlanDrafts, targetLocalesOf } from '../../src/orders/units/gaps/planDrafts.ts';
import { countDraftedUnits, type TargetDraft } from '../../src/orders/units/plan/planOrder.ts';
import { findSameAsSource, type SameAsSource, type SameUnit } from '../../src/orders/units/plan/sameAsSource.ts';
import { wantedUnits } from '../../src/orders/units/plan/wantedUnits.ts';
import { openCheckout } from '../returns/checkoutProject.ts';
import { openSources } from '../../src/orders/units/files/sourceDocument.ts';

/** What the product would find to translate in a locale, in all files of a project. */
export interface LocaleNeeds {
  readonly locale: string;
  readonly files: number;
  /** Strings that the locale should have. */
  readonly strings: number;
  readonly missing: number;
  /** Values that equal their source and seem to be untranslated; a plural counts once. */
  readonly untranslated: number;
  /** Values that are rightly equal to their source. */
  readonly right: number;
  readonly outdated: number;
  /** Undefined if no file of the locale exists, so that nothing can be outdated. */
  readonly checked: OutdatedInTarget['checked'] | undefined;
}

/** A source file, and how much of its history was compared. */
export interface CheckedSource {
  readonly path: string;
  readonly format: string;
  /** The target files that exist. */
  readonly targets: number;
  /** Undefined if the history is not read: there is none, or no target exists, or keys are only positions. */
  readonly history: CheckedHistory | undefined;
}

export interface CheckedHistory {
  /** How many commits changed the content of the file. */
  readonly versions: number;
  /** Whether these are all. */
  readonly isWhole: boolean;
  readonly ms: number;
}

/** A string that the product would offer, and where it is. */
export interface Finding<T> {
  readonly source: SourceFile;
  readonly target: TargetFile;
  readonly unit: T;
}

export interface ProjectNeeds {
  readonly locales: readonly LocaleNeeds[];
  readonly sources: readonly CheckedSource[];
  readonly untranslated: readonly Finding<SameUnit>[];
  readonly outdated: readonly Finding<OutdatedUnit>[];
  /** `FILE: REASON`, for source and target files that can't be read. */
  readonly unreadable: readonly string[];
  readonly hasHistory: boolean;
}

export interface NeedsOptions {
  readonly sourceLocale: string;
  /** Multiplies the time in which the product reads a history. */
  readonly timeFactor?: number;
}

/** Finds the locale files of a checkout, and measures what they need, as an order of the whole project would. */
export async function measureNeeds(
  root: string,
  { sourceLocale, timeFactor = 1 }: NeedsOptions,
  signal: AbortSignal,
): Promise<ProjectNeeds> {
  const { project, localeFiles } = await openCheckout(root, sourceLocale);
  const settings = { patterns: [], sourceLocale };
  const { sources, skipped } = await openSources(
    localeFiles.map((path) => ({ project, path, settings, isSelected: false })),
    { signal },
  );
  const locales = targetLocalesOf(sources);
  const planned = { inFlight: new Set<string>(), delivered: new Map() };
  // The service's languages don't matter here.
  const languages = [...sources.map(({ locale }) => locale), ...sources.flatMap(({ targetLocales }) => targetLocales)];
  const drafts = new PlanDrafts(sources, { history: planned, languages });
  await drafts.load(locales, signal);

  const history = await openGitHistory(root, [], signal);
  const report = new NeedsReport(history !== undefined);
  for (const { file, reason } of skipped) report.unreadable.push(`${file.path}: ${reason}`);
  const started = performance.now();
  try {
    for (const source of sources) {
      const drafted = drafts.draftsOf(source);
      const same = await findSameAsSource(source, [...drafted.values()], () => false);
      const remaining = Math.max(0, maxOrderMs * timeFactor - (performance.now() - started));
      const limits = { ...defaultLimits, ms: Math.min(defaultLimits.ms * timeFactor, remaining) };
      const observed = history === undefined ? undefined : new ObservedHistory(history);
      const existing = [...drafted.values()].map(({ target }) => target).filter(({ text }) => text !== undefined);
      const before = performance.now();
      const outdated = await findOutdated({ source, targets: existing, planned, history: observed, limits }, signal);
      report.add({ source, drafted, same, outdated, history: observed, ms: performance.now() - before });
    }
  } finally {
    history?.dispose();
  }
  return report;
}

/** Remembers the versions of the source, which is the only file whose versions are listed. */
class ObservedHistory implements FileHistory {
  readonly #history: FileHistory;
  /** Undefined as long as no versions were listed. */
  listed: FileVersions | undefined;

  constructor(history: FileHistory) {
    this.#history = history;
  }

  async versions(...request: Parameters<FileHistory['versions']>): ReturnType<FileHistory['versions']> {
    this.listed = await this.#history.versions(...request);
    return this.listed;
  }

  blobsAt(...request: Parameters<FileHistory['blobsAt']>): ReturnType<FileHistory['blobsAt']> {
    return this.#history.blobsAt(...request);
  }

  contents(...request: Parameters<FileHistory['contents']>): ReturnType<FileHistory['contents']> {
    return this.#history.contents(...request);
  }

  dispose(): void {
    this.#history.dispose();
  }
}

interface MeasuredSource {
  readonly source: SourceFile;
  readonly drafted: ReadonlyMap<string, TargetDraft>;
  readonly same: ReadonlyMap<string, SameAsSource>;
  readonly outdated: ReadonlyMap<string, OutdatedInTarget>;
  readonly history: ObservedHistory | undefined;
  readonly ms: number;
}

class NeedsReport implements ProjectNeeds {
  readonly sources: CheckedSource[] = [];
  readonly untranslated: Finding<SameUnit>[] = [];
  readonly outdated: Finding<OutdatedUnit>[] = [];
  readonly unreadable: string[] = [];
  readonly hasHistory: boolean;
  readonly #locales = new Map<string, LocaleNeeds>();

  constructor(hasHistory: boolean) {
    this.hasHistory = hasHistory;
  }

  get locales(): readonly LocaleNeeds[] {
    return [...this.#locales.values()].sort((a, b) => (a.locale < b.locale ? -1 : 1));
  }

  add({ source, drafted, same, outdated, history, ms }: MeasuredSource): void {
    const { path, format, targetLocales } = source;
    const targets = [...drafted.values()].filter(({ target }) => target.text !== undefined).length;
    const listed = history?.listed;
    const checked = listed && { versions: listed.versions.length, isWhole: listed.isComplete, ms };
    this.sources.push({ path, format: format.id, targets, history: checked });
    for (const locale of targetLocales)
      if (!drafted.has(locale)) this.unreadable.push(`${path} (${locale}): the target can't be read`);
    for (const [locale, draft] of drafted) this.#addTarget(source, draft, same.get(locale), outdated.get(locale));
  }

  #addTarget(
    source: SourceFile,
    draft: TargetDraft,
    same: SameAsSource | undefined,
    found: OutdatedInTarget | undefined,
  ): void {
    const { target } = draft;
    const { untranslated = [], right = [] } = same ?? {};
    const { units = [], checked } = found ?? {};
    const before = this.#locales.get(target.locale);
    this.#locales.set(target.locale, {
      locale: target.locale,
      files: (before?.files ?? 0) + 1,
      strings: (before?.strings ?? 0) + countStrings(source, target),
      missing: (before?.missing ?? 0) + countDraftedUnits(draft).missing,
      untranslated: (before?.untranslated ?? 0) + untranslated.length,
      right: (before?.right ?? 0) + right.length,
      outdated: (before?.outdated ?? 0) + units.length,
      checked: together(before?.checked, checked),
    });
    this.untranslated.push(...untranslated.map((unit) => ({ source, target, unit })));
    this.outdated.push(...units.map((unit) => ({ source, target, unit })));
  }
}

function together(one: LocaleNeeds['checked'], other: LocaleNeeds['checked']): LocaleNeeds['checked'] {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : 'partial';
}

function countStrings(source: SourceFile, target: TargetFile): number {
  return wantedUnits(source, target).filter(
    ({ id, sourceUnit, unusedNextTo }) =>
      sourceUnit.translatable !== false &&
      sourceUnit.text.trim() !== '' &&
      (unusedNextTo === undefined || targetUnitOf(target.units, id) !== undefined),
  ).length;
}

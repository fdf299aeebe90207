import { isSameLocale, localeTag } from '../../base/locale.ts';
import { mapLimited } from '../../base/mapLimited.ts';
import { once } from '../../base/once.ts';
import type { Unit } from '../../formats/format.ts';
import { targetPath } from '../../locales/layout.ts';
import { protect } from '../../placeholders/protect.ts';
import { protectedAsSent } from '../../placeholders/protectedAsSent.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { locateSource, openTargetFile, type SourceFile, type TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../files/targetUnit.ts';
import type { ParsedCustomData } from '../journal/customData.ts';
import { toJournal } from '../journal/journalEntry.ts';
import { hashText } from '../model/hash.ts';
import type { Project } from '../model/project.ts';
import { pluralSetOf } from '../model/sourceUnit.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { withNumbers } from '../plan/numbersOfForm.ts';
import { localesIn } from '../plan/planDrafts.ts';
import type { CloneFiles } from './cloneFiles.ts';

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

const filesAtOnce = 8;

/**
 * Finds the other files of a project that share the text of a recovered job: files that are ordered together send it
 * once, and custom data names only the first. Finds none unless `recoversClones` is set.
 */
export class SharedTexts {
  readonly #context: OrderContext;
  readonly #named: NamedUnits;
  readonly #units = new Map<string, () => Promise<ReadonlyMap<string, readonly SourceUnit[]>>>();
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();

  /** `jobs` are the custom data of all jobs that may be recovered. */
  constructor(context: OrderContext, jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    this.#context = context;
    this.#named = new NamedUnits(jobs, clones);
  }

  /**
   * Returns the units of other files that the translation is for, too: without one yet, and with exactly the text that
   * the service has, which their formats read in the same way, as `combinePlans` requires. A file without a target is
   * included only if the same order names it, and a string that another job names is not.
   */
  async unitsFor(text: RecoveredText, { sourceHash, intent, locale }: ParsedCustomData): Promise<readonly UnitRef[]> {
    const { project } = text.source;
    if (this.#context.recoversClones !== true || pluralSetOf(text.from) !== undefined) return [];
    const units = this.#units.get(project.id) ?? once(() => this.#readUnits(project));
    this.#units.set(project.id, units);
    const shared: UnitRef[] = [];
    for (const { source, unit } of (await units()).get(sourceHash) ?? []) {
      if (source.path === text.source.path || !isReadAlike(text, { source, unit })) continue;
      const [spelled = locale] = localesIn(source, [locale]);
      if (localeTag(spelled) !== localeTag(locale)) continue;
      const target = await this.#targetOf(source, spelled);
      const current = target === undefined ? undefined : targetUnitOf(target.units, unit.id);
      const isUntranslated = current === undefined || current.text === '' || current.needsWork === true;
      if (target === undefined || !isUntranslated) continue;
      const file = { project: project.id, file: source.path, locale };
      if (target.text === undefined && !this.#named.hasFile(file, intent)) continue;
      if (this.#named.hasUnit(file, unit.id)) continue;
      shared.push({ ...file, locale: spelled, targetFile: target.path, key: unit.id, sourceHash });
    }
    return shared;
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
    const units = sources.flatMap((source) =>
      source === undefined
        ? []
        : source.units
            .filter((unit) => pluralSetOf(unit) === undefined && unit.translatable !== false && unit.text.trim() !== '')
            .map((unit): SourceUnit => ({ source, unit })),
    );
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

type NamedFile = Pick<UnitRef, 'project' | 'file' | 'locale'>;

/** The files and units that the custom data of jobs names. */
class NamedUnits {
  readonly #files: ReadonlySet<string>;
  readonly #units: ReadonlySet<string>;

  constructor(jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    const named = jobs.flatMap((data) => {
      const { project, file } = clones.find(data) ?? data;
      return file === undefined ? [] : [{ ...data, project, file }];
    });
    this.#files = new Set(named.map((data) => fileName(data, data.intent)));
    this.#units = new Set(
      named.map(({ key, keyHash, ...data }) => fileName(data, key === undefined ? (keyHash ?? '') : hashText(key))),
    );
  }

  hasFile(file: NamedFile, intent: string): boolean {
    return this.#files.has(fileName(file, intent));
  }

  hasUnit(file: NamedFile, key: string): boolean {
    return this.#units.has(fileName(file, hashText(key)));
  }
}

function fileName({ project, file, locale }: NamedFile, more: string): string {
  return JSON.stringify([project, file, localeTag(locale), more]);
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

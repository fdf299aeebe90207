import { isSameLocale, localeTag } from '../../../base/locale.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { once } from '../../../base/once.ts';
import type { Unit } from '../../../formats/format.ts';
import { targetPath } from '../../../locales/layout.ts';
import { protect } from '../../../placeholders/protect.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import type { ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { locateSource, openTargetFile, type SourceFile, type TargetFile } from '../../units/files/localeFile.ts';
import { targetUnitOf } from '../../units/files/targetUnit.ts';
import { toJournal } from '../../journal/journalEntry.ts';
import { hashText } from '../../model/hash.ts';
import type { Project } from '../../model/project.ts';
import { pluralSetOf } from '../../model/sourceUnit.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { withNumbers } from '../../units/plan/numbersOfForm.ts';
import { localesIn } from '../../units/gaps/planDrafts.ts';

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
  readonly #context: OrderContext;
  readonly #units = new Map<string, () => Promise<ReadonlyMap<string, readonly SourceUnit[]>>>();
  readonly #targets = new Map<string, Promise<TargetFile | undefined>>();

  constructor(context: OrderContext) {
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
    const found: SameText[] = [];
    for (const { source, unit } of (await units()).get(sourceHash) ?? []) {
      if (source.path === text.source.path || !isReadAlike(text, { source, unit })) continue;
      const [spelled = locale] = localesIn(source, [locale]);
      if (localeTag(spelled) !== localeTag(locale)) continue;
      const target = await this.#targetOf(source, spelled);
      const current = target === undefined ? undefined : targetUnitOf(target.units, unit.id);
      const isUntranslated = current === undefined || current.text === '' || current.needsWork === true;
      if (!isUntranslated) continue;
      const targetFile = targetPath(source.layout, spelled);
      found.push({
        unit: { project: project.id, file: source.path, locale: spelled, targetFile, key: unit.id, sourceHash },
        hasTarget: target === undefined || target.text !== undefined,
      });
    }
    return found;
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

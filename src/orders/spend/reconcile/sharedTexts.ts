import { localeTag } from '../../../base/locale.ts';
import type { OrderLog, OpenProjects } from '../../journal/account/orderContext.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { CloneFiles } from './cloneFiles.ts';
import { SameTexts, type RecoveredText } from '../../units/ordered/findOrderedText.ts';

/**
 * Finds the other files of a project that have the text of a recovered job. Files that are ordered together send a text
 * once, and custom data names only the first of them. Finds none unless `recoversClones` is set.
 */
export class SharedTexts {
  readonly #context: OpenProjects & OrderLog;
  readonly #namedUnits: NamedUnits;
  readonly #sameTexts: SameTexts;

  /** `jobs` are the custom data of all jobs that may be recovered. */
  constructor(context: OpenProjects & OrderLog, jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    this.#context = context;
    this.#namedUnits = new NamedUnits(jobs, clones);
    this.#sameTexts = new SameTexts(context);
  }

  /**
   * Returns the units of other files that the translation is for, too: units with the same text (see `SameTexts`) that
   * are in a file that the same order names, or have the job's key and a file with a target already. Any other file may
   * have the text by chance, or because somebody wants the translation to be written there, so the user decides about
   * it. A string that another job names is not included.
   */
  async unitsFor(text: RecoveredText, data: ParsedCustomData): Promise<readonly UnitRef[]> {
    if (this.#context.recoversClones !== true) return [];
    const { intent, locale } = data;
    const units: UnitRef[] = [];
    for (const { unit, hasTarget } of await this.#sameTexts.find(text, data)) {
      const inLocale = { ...unit, locale };
      const isMeant = this.#namedUnits.hasFile(inLocale, intent) || (hasTarget && namesKey(data, unit.key));
      if (isMeant && !this.#namedUnits.hasUnit(inLocale, unit.key)) units.push(unit);
    }
    return units;
  }
}

/** Whether custom data names a key: in full, or only the hash of a long one. */
function namesKey(data: ParsedCustomData, key: string): boolean {
  if (data.key === undefined) return hashText(key) === data.keyHash;
  return key === data.key;
}

type NamedFile = Pick<UnitRef, 'project' | 'file' | 'locale'>;

/** The files and units that the custom data of jobs names. */
class NamedUnits {
  /** Identities of a file and an intent. */
  readonly #files = new Set<string>();
  /** Identities of a file and the hash of a key. */
  readonly #units = new Set<string>();

  constructor(jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    for (const data of jobs) {
      const { project, file } = clones.find(data) ?? data;
      if (file === undefined) continue;
      const { intent, locale, key, keyHash = '' } = data;
      this.#files.add(identityOf({ project, file, locale }, intent));
      this.#units.add(identityOf({ project, file, locale }, key === undefined ? keyHash : hashText(key)));
    }
  }

  hasFile(file: NamedFile, intent: string): boolean {
    return this.#files.has(identityOf(file, intent));
  }

  hasUnit(file: NamedFile, key: string): boolean {
    return this.#units.has(identityOf(file, hashText(key)));
  }
}

function identityOf({ project, file, locale }: NamedFile, intentOrKeyHash: string): string {
  return JSON.stringify([project, file, localeTag(locale), intentOrKeyHash]);
}

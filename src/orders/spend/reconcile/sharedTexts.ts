import { localeTag } from '../../../base/locale.ts';
import type { OrderLog, OpenProjects } from '../../journal/account/orderContext.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { CloneFiles } from './cloneFiles.ts';
import { SameTexts, type RecoveredText } from '../../units/ordered/findOrderedText.ts';

/**
 * Finds the other files of a project that share the text of a recovered job: files that are ordered together send it
 * once, and custom data names only the first. Finds none unless `recoversClones` is set.
 */
export class SharedTexts {
  readonly #context: OpenProjects & OrderLog;
  readonly #named: NamedUnits;
  readonly #sameTexts: SameTexts;

  /** `jobs` are the custom data of all jobs that may be recovered. */
  constructor(context: OpenProjects & OrderLog, jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    this.#context = context;
    this.#named = new NamedUnits(jobs, clones);
    this.#sameTexts = new SameTexts(context);
  }

  /**
   * Returns the units of other files that the translation is for, too: those of `SameTexts` in files that the same order
   * names, and those with the key of the job, if their file has a target already. Any other file may have the text by
   * chance, or because somebody wants the translation to be written there; the user decides about it. A string that
   * another job names is not included.
   */
  async unitsFor(text: RecoveredText, data: ParsedCustomData): Promise<readonly UnitRef[]> {
    if (this.#context.recoversClones !== true) return [];
    const { intent, locale } = data;
    const found = await this.#sameTexts.find(text, data);
    return found.flatMap(({ unit, hasTarget }) => {
      const file = { ...unit, locale };
      const isNamed = this.#named.hasFile(file, intent) || (hasTarget && isKeyOf(unit.key, data));
      return isNamed && !this.#named.hasUnit(file, unit.key) ? [unit] : [];
    });
  }
}

/** Whether custom data names a key. */
function isKeyOf(key: string, { key: named, keyHash }: ParsedCustomData): boolean {
  if (named === undefined) return hashText(key) === keyHash;
  return key === named;
}

type NamedFile = Pick<UnitRef, 'project' | 'file' | 'locale'>;

/** The files and units that the custom data of jobs names. */
class NamedUnits {
  readonly #files: ReadonlySet<string>;
  readonly #units: ReadonlySet<string>;

  constructor(jobs: readonly ParsedCustomData[], clones: CloneFiles) {
    const named = jobs.flatMap((data) => {
      const { project, file } = clones.find(data) ?? data;
      if (file === undefined) return [];
      return [{ ...data, project, file }];
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

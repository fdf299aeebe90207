import { present } from '../../../base/present.ts';
import type { FailedLocale } from '../files/openTargets.ts';
import type { DeliveryObstacle } from '../files/rehearseDelivery.ts';
import type { RefusedDocument } from '../files/refusedDocument.ts';
import type { FileRef, SkippedFile } from '../files/skippedFile.ts';
import type { JournalPosition, PlanHistory } from '../../journal/planHistory.ts';
import type { PluralCategory } from '../../../formats/format.ts';
import { toLanguageCode } from '../../../locales/languageCode.ts';
import type { ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { DifferentFolders } from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import { OrderError } from '../../model/orderError.ts';
import type { WriteObstacle } from '../../model/project.ts';
import { isInFlight } from '../../journal/isInFlight.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { unitIdentity } from '../../model/unitName.ts';

/**
 * `changed`: since this extension delivered the translation; `same-as-source`: the user chose a string whose value equals
 * its source; `outdated`: the user chose a string whose source changed after its translation, in the history of the
 * repository.
 */
export type PlanReason = 'missing' | 'changed' | 'selected' | 'simulated' | 'same-as-source' | 'outdated';

/** A source text to be translated into one locale, for all units that share it; or a document. */
export interface PlannedJob {
  readonly title: string;
  /** Empty for a document. */
  readonly protectedText: ProtectedText;
  /** The file to translate instead of a text. */
  readonly document?: PlannedDocument;
  readonly targetLocale: string;
  readonly targetLanguage: string;
  readonly units: readonly UnitRef[];
  readonly reason: PlanReason;
  /**
   * One of several plural forms with the same source text. An earlier translation of that text may be another form, so
   * it is not reused.
   */
  readonly isForm?: true;
  /** The user wants to pay for a new translation although the text was approved before. */
  readonly retranslate?: true;
  /** The previously approved job whose translation the user was shown and wants to reuse. */
  readonly reusedJob?: string;
  /** Orders of the same text, by job id or `intentId:number`, that the user has seen and wants to order again. */
  readonly orderAgain?: readonly string[];
  /** The folders of these orders that the user said belong to another project. */
  readonly differentFrom?: readonly DifferentFolders[];
  /**
   * Equal for jobs of several files of a project that would be one job in one file. Absent for plural forms, branches of
   * messages, passages and documents, which are never merged.
   */
  readonly sameAs?: string;
  /** For the translator of this job. */
  readonly note?: string;
  /** The parts of the code that the note discloses: the locations where the text is used, or also the lines there. */
  readonly codeDisclosure?: 'places' | 'lines';
  readonly maxChars?: number;
}

/** Returns the id of a job in its plan, which stays the same if other jobs are removed. No unit belongs to two jobs. */
export function plannedJobId({
  title,
  targetLocale,
  units: [unit],
}: Pick<PlannedJob, 'title' | 'targetLocale' | 'units'>): string {
  return unit === undefined ? JSON.stringify([title, targetLocale]) : unitIdentity(unit);
}

/** Returns the id of a job's project; '' if the job has no units. A job never has units of several projects. */
export function projectOfJob({ units: [unit] }: Pick<PlannedJob, 'units'>): string {
  return unit?.project ?? '';
}

export interface PlannedDocument {
  /** The file's name, without folders. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly mimeType: string;
  /**
   * The target file exists and is not the unchanged result of an earlier delivery: the user is asked before it is
   * replaced.
   */
  readonly targetExists: boolean;
}

/** Returns the name and size of a document, in bytes, as the journal records them. */
export function documentSizeOf({ name, content }: PlannedDocument): { readonly name: string; readonly size: number } {
  return { name, size: content.length };
}

export type SkipReason =
  | 'in-flight'
  | 'on-order' // ordered from another folder, clone or machine
  | 'unprotectable'
  | 'not-translatable'
  | 'empty'
  | DeliveryObstacle
  | TargetObstacle
  | 'delivered'
  | 'target-taken'
  | 'nothing-to-translate' // only placeholders, digits and punctuation
  | 'too-large'
  | 'unused-form' // a plural form that the target's own plural sets don't have
  | 'withheld'; // contains possible private data that was not confirmed

/** Why nothing can be delivered to a target file; `unsaved`: a document that an editor has changed. */
export type TargetObstacle = WriteObstacle | 'leads-outside' | 'interrupted' | 'unsaved';

export interface SkippedUnit {
  /** The path, for a document. */
  readonly key: string;
  /** The source file; present if the plan is for several files. */
  readonly file?: FileRef;
  readonly locale: string;
  readonly reason: SkipReason;
  /** The forms that the plural sets of the target have, if this is not one of them. */
  readonly forms?: readonly PluralCategory[];
}

/** A string of a target that equals its source, seems to be untranslated, and is not ordered. */
export interface SameText {
  readonly key: string;
  /** The source file; present if the plan is for several files. */
  readonly file?: FileRef;
  readonly locale: string;
}

/** The units of one or more files, in one source locale. The files may belong to several projects. */
export interface Plan {
  readonly sourceLocale: string;
  readonly sourceLanguage: string;
  readonly jobs: readonly PlannedJob[];
  readonly skipped: readonly SkippedUnit[];
  /** Absent if the targets were not searched for such strings. */
  readonly sameAsSource?: readonly SameText[];
  /** Documents that cannot be ordered, with the reasons. */
  readonly refused?: readonly RefusedDocument[];
  /** Present, maybe empty, if the plan is for several locale files. */
  readonly skippedFiles?: readonly SkippedFile[];
  /** Locales that can't be ordered, although others can; absent if there are none. */
  readonly failedLocales?: readonly FailedLocale[];
  /** The position in the journal up to which the plan takes entries into account. */
  readonly until?: JournalPosition;
}

/** Returns the file that a skipped unit is listed with. */
export function fileOfSkipped(
  { skippedFiles }: Pick<Plan, 'skippedFiles'>,
  { project, file: path }: Pick<UnitRef, 'project' | 'file'>,
): Pick<SkippedUnit, 'file'> {
  return skippedFiles === undefined ? {} : { file: { project, path } };
}

/**
 * Removes the units of a plan whose target files have an obstacle, and lists them with it. `obstacleOf` is called once
 * for each file, with the id of its project.
 */
export async function withoutObstacles(
  plan: Plan,
  obstacleOf: (project: string, targetFile: string, isDocument: boolean) => Promise<TargetObstacle | undefined>,
): Promise<Plan> {
  const found = new Map<string, Promise<TargetObstacle | undefined>>();
  const lookUp = (project: string, targetFile: string, isDocument: boolean): Promise<TargetObstacle | undefined> => {
    const name = JSON.stringify([project, targetFile, isDocument]);
    const known = found.get(name) ?? obstacleOf(project, targetFile, isDocument);
    found.set(name, known);
    return known;
  };
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [];
  for (const job of plan.jobs) {
    const units: UnitRef[] = [];
    for (const unit of job.units) {
      const { project, file, key = file, locale, targetFile } = unit;
      const reason =
        targetFile === undefined ? undefined : await lookUp(project, targetFile, job.document !== undefined);
      if (reason === undefined) units.push(unit);
      else skipped.push({ key, locale, reason, ...fileOfSkipped(plan, unit) });
    }
    if (units.length > 0 || job.units.length === 0)
      jobs.push(units.length === job.units.length ? job : { ...job, units });
  }
  return skipped.length === 0 ? plan : { ...plan, jobs, skipped: [...plan.skipped, ...skipped] };
}

/** Plans a passage selected in a file that is not a locale file. Its translation is inserted or copied by hand. */
export function planPassage(
  passage: {
    readonly project: string;
    readonly file: string;
    readonly text: string;
    readonly protectedText: ProtectedText;
  },
  locales: { readonly source: string; readonly targets: readonly string[] },
  languages: readonly string[],
  history: PlanHistory,
): Plan {
  const sourceHash = hashText(passage.text);
  const skipped: SkippedUnit[] = [];
  const jobs: PlannedJob[] = [];
  const { supported, failedLocales } = supportedLocales(locales.targets, languages);
  for (const { locale, language } of supported) {
    const unit: UnitRef = { project: passage.project, file: passage.file, locale, sourceHash };
    if (isInFlight(history.inFlight, unit))
      skipped.push({ key: titleOfText(passage.text), locale, reason: 'in-flight' });
    else
      jobs.push({
        title: titleOfText(passage.text),
        protectedText: passage.protectedText,
        targetLocale: locale,
        targetLanguage: language,
        units: [unit],
        reason: 'selected',
      });
  }
  return {
    sourceLocale: locales.source,
    sourceLanguage: languageOf(locales.source, languages),
    jobs,
    skipped,
    ...failedLocales,
    ...untilOf(history),
  };
}

export function untilOf({ until }: PlanHistory): Pick<Plan, 'until'> {
  return present({ until });
}

/** The locales of an order that the service translates into, with its code for each, and the others. */
export interface SupportedLocales {
  readonly supported: readonly { readonly locale: string; readonly language: string }[];
  readonly failedLocales: Pick<Plan, 'failedLocales'>;
}

/**
 * Separates the locales that the service translates into from the others, which never prevent an order of the rest.
 * Throws OrderError 'locale-unsupported' if none remains.
 */
export function supportedLocales(locales: readonly string[], languages: readonly string[]): SupportedLocales {
  const supported: { readonly locale: string; readonly language: string }[] = [];
  const failed: FailedLocale[] = [];
  for (const locale of locales) {
    const language = toLanguageCode(locale, languages);
    if (language === undefined) failed.push({ locale, error: new OrderError('locale-unsupported', locale) });
    else supported.push({ locale, language });
  }
  return { supported, failedLocales: failuresOf(failed, locales.length) };
}

/** Returns the part of a plan that lists failed locales. Throws the error of the first one if all locales failed. */
export function failuresOf(failed: readonly FailedLocale[], localeCount: number): Pick<Plan, 'failedLocales'> {
  const [first] = failed;
  if (first === undefined) return {};
  if (failed.length >= localeCount) throw first.error;
  return { failedLocales: failed };
}

/** Returns the service's code for a locale. Throws OrderError 'locale-unsupported'. */
export function languageOf(locale: string, languages: readonly string[]): string {
  const code = toLanguageCode(locale, languages);
  if (code === undefined) throw new OrderError('locale-unsupported', locale);
  return code;
}

/** In UTF-16 units. */
const maxTitle = 40;

/** Returns the first words of a text, as a title. */
function titleOfText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= maxTitle) return line;
  const start = line.slice(0, maxTitle);
  // At the end of a word, if the script separates words by spaces.
  const end = start.lastIndexOf(' ');
  return `${end > maxTitle / 2 ? start.slice(0, end) : start}…`;
}

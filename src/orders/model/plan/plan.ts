import type { ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { UnitRef } from '../unitRef.ts';
import type { DifferentFolders } from '../folderIdentity.ts';
import { unitIdentity } from '../unitName.ts';
import type { WriteObstacle } from '../project.ts';
import type { FileRef, SkippedFile } from './skippedFile.ts';
import type { PluralCategory, Reason } from '../../../formats/format.ts';
import type { RefusedDocument } from './refusedDocument.ts';
import type { JournalPosition } from './planHistory.ts';

/**
 * Why a translation could not be delivered. `unwritable`: the format can't represent it in this file; `encoding`: the
 * file's encoding lacks letters of the language; `unreadable`: the file can't be read.
 */
export type DeliveryObstacle = 'unwritable' | 'encoding' | 'unreadable';

/** A locale that can't be ordered: the service doesn't translate into it, or its file can't be read. */
export interface FailedLocale {
  readonly locale: string;
  /** OrderError 'locale-unsupported', UnreadableFileError, or RefusedFileError. */
  readonly error: unknown;
}

/**
 * Why a unit is ordered. `missing`: it has no translation; `changed`: its source was changed since this extension
 * delivered the translation; `selected`: the user selected it; `simulated`: it has only a translation of the sandbox;
 * `same-as-source`: the user chose a string whose value equals its source; `outdated`: the user chose a string whose
 * source changed after its translation, in the history of the repository.
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
  /** The service's code of the source, if it translates from another one than the plan's into this target. */
  readonly sourceLanguage?: string;
  readonly units: readonly UnitRef[];
  readonly reason: PlanReason;
  /** One of several plural forms with the same source text, so an earlier translation of it is not reused. */
  readonly isForm?: true;
  /** The user wants to pay for a new translation although the text was approved before. */
  readonly retranslate?: true;
  /** The previously approved job whose translation the user was shown and wants to reuse. */
  readonly reusedJob?: string;
  /** Orders of the same text, by job id or `intentId:number`, that the user has seen and wants to order again. */
  readonly orderAgain?: readonly string[];
  /** Folders of these orders; the user said that they belong to another project. */
  readonly differentFrom?: readonly DifferentFolders[];
  /**
   * Jobs of several files with the same text are merged only if this is equal, too. Absent for plural forms, branches
   * of messages, passages and documents, which are never merged.
   */
  readonly sameAs?: string;
  /** For the translator of this job. */
  readonly note?: string;
  /** The parts of the code that the note discloses: the locations where the text is used, or also the lines there. */
  readonly codeDisclosure?: 'places' | 'lines';
  readonly maxChars?: number;
}

/** Returns the id of a job in its plan, which stays the same if other jobs are removed. No unit belongs to two jobs. */
export function plannedJobId(job: Pick<PlannedJob, 'title' | 'targetLocale' | 'units'>): string {
  const [firstUnit] = job.units;
  return firstUnit === undefined ? JSON.stringify([job.title, job.targetLocale]) : unitIdentity(firstUnit);
}

/** Returns the service's code of the language that a job of a plan is ordered from. */
export function sourceLanguageOfJob(
  plan: Pick<Plan, 'sourceLanguage'>,
  job: Pick<PlannedJob, 'sourceLanguage'>,
): string {
  return job.sourceLanguage ?? plan.sourceLanguage;
}

/** Returns the id of a job's project; '' if the job has no units. A job never has units of several projects. */
export function projectOfJob({ units: [unit] }: Pick<PlannedJob, 'units'>): string {
  return unit?.project ?? '';
}

/** A file to be translated as a whole. */
export interface PlannedDocument {
  /** The file's name, without folders. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly mimeType: string;
  /** Whether the user is asked before the target file is replaced: it isn't an unchanged earlier delivery. */
  readonly targetExists: boolean;
}

/** Returns the name and size of a document, in bytes, as the journal records them. */
export function documentSizeOf({ name, content }: PlannedDocument): { readonly name: string; readonly size: number } {
  return { name, size: content.length };
}

/** Why a unit is not ordered. */
export type SkipReason =
  | 'in-flight' // on order from this folder
  | 'on-order' // ordered from another folder, clone or machine
  | 'unprotectable' // its placeholders can't be protected
  | 'not-translatable' // the file says so
  | 'empty'
  | 'not-read' // an entry of the source or of the target that no string is read from
  | DeliveryObstacle
  | TargetObstacle
  | 'delivered' // a document that has not changed since its delivery
  | 'target-taken' // another document of the order has the same target path
  | 'nothing-to-translate' // only placeholders, digits and punctuation
  | 'too-large'
  | 'unused-form' // a plural form that the target's own plural sets don't have
  | 'withheld'; // contains possible private data that was not confirmed

/** Why nothing can be delivered to a target file; `unsaved`: a document that an editor has changed. */
export type TargetObstacle = WriteObstacle | 'leads-outside' | 'interrupted' | 'unsaved';

/** Where an entry is that no string is read from, and why. */
export interface NotRead {
  readonly in: 'source' | 'target';
  /** From 1. */
  readonly line: number;
  readonly cause: Reason;
}

/** A unit that is not ordered, with the reason. */
export interface SkippedUnit {
  /** The path, for a document; '' for an entry without a key that is not read. */
  readonly key: string;
  /** Of an entry that is not read. */
  readonly notRead?: NotRead;
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
  /** The service's code of the source; jobs into some targets may have another one. */
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

import type { Unit } from '../../../formats/format.ts';
import { hashBytes, hashText } from '../../model/hash.ts';
import { openSourceFile, openTargetFile, type SourceFile } from '../../units/files/localeFile.ts';
import type { ProjectAccess } from '../../journal/account/orderContext.ts';
import { OrderError } from '../../model/orderError.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { isDocument, type DocumentRef, type UnitRef } from '../../model/unitRef.ts';
import { wantedUnits } from '../../units/plan/wantedUnits.ts';
import type { PlannedJob } from '../../model/plan/plan.ts';

type Job = Pick<PlannedJob, 'title' | 'units' | 'reason'>;

/**
 * Finds the first job whose files have changed since the plan was made: a string's source or target text, a document's
 * bytes, or whether its translation exists. Translated units that the user selected anyway are not stale if nothing has
 * changed. A passage is not compared, since its text may have moved. Reads each file once. Rejects with
 * UnreadableFileError if a file has become invalid.
 */
export async function findStaleJob<J extends Job>(context: ProjectAccess, jobs: readonly J[]): Promise<J | undefined> {
  const files = new CachedFiles(context);
  for (const job of jobs) {
    for (const unit of job.units) if (!(await isAsPlanned(files, unit, job))) return job;
  }
  return undefined;
}

async function isAsPlanned(files: CachedFiles, unit: UnitRef, { reason }: Job): Promise<boolean> {
  const { key, targetFile } = unit;
  if (isDocument(unit)) return files.isDocumentAsPlanned(unit, reason);
  const isPassage = key === undefined || targetFile === undefined;
  if (isPassage) return true;
  const pair = await files.open(unit);
  const sourceUnit = pair?.sourceUnitById.get(key);
  if (pair?.targetFile !== targetFile || sourceUnit === undefined) return false;
  if (hashText(sourceUnit.text) !== unit.sourceHash) return false;
  const target = targetUnitOf(pair.targetUnitById, key);
  // The plan has no hash of an empty target text, nor of one that does not exist.
  const hasTargetText = target !== undefined && target.text !== '';
  return (hasTargetText ? hashText(target.text) : undefined) === unit.targetHash;
}

/** A locale file and its translations into one locale, as they are now. */
interface FilePair {
  /** By the id of the target unit. */
  readonly sourceUnitById: ReadonlyMap<string, Unit>;
  readonly targetUnitById: ReadonlyMap<string, Unit>;
  readonly targetFile: string;
}

/** Reads the files of a plan, each of them once. */
class CachedFiles {
  readonly #context: ProjectAccess;
  readonly #sources = new Map<string, Promise<SourceFile | undefined>>();
  readonly #pairs = new Map<string, Promise<FilePair | undefined>>();

  constructor(context: ProjectAccess) {
    this.#context = context;
  }

  /** Returns undefined if the locale file no longer exists or its folder is not open. */
  open({ project, file, locale }: UnitRef): Promise<FilePair | undefined> {
    const name = JSON.stringify([project, file, locale]);
    const reading = this.#pairs.get(name) ?? this.#readPair(project, file, locale);
    this.#pairs.set(name, reading);
    return reading;
  }

  async #readPair(project: string, file: string, locale: string): Promise<FilePair | undefined> {
    const name = JSON.stringify([project, file]);
    const reading = this.#sources.get(name) ?? this.#readSource(project, file);
    this.#sources.set(name, reading);
    const source = await reading;
    if (source === undefined) return undefined;
    const target = await openTargetFile(source, locale);
    // As in the plan: a plural form that only the target has is translated from another form of the source.
    const sourceUnitById = new Map<string, Unit>();
    for (const { id, copies = [], sourceUnit } of wantedUnits(source, target))
      for (const targetId of [id, ...copies]) sourceUnitById.set(targetId, sourceUnit);
    return { sourceUnitById, targetUnitById: target.units, targetFile: target.path };
  }

  async #readSource(projectId: string, file: string): Promise<SourceFile | undefined> {
    const project = this.#context.findProject(projectId);
    if (project === undefined) return undefined;
    try {
      return await openSourceFile(project, file, this.#context.layouts(project.id, file));
    } catch (error) {
      if (error instanceof OrderError) return undefined;
      throw error;
    }
  }

  async isDocumentAsPlanned(
    { project: projectId, file, targetFile, sourceHash }: DocumentRef,
    reason: Job['reason'],
  ): Promise<boolean> {
    const project = this.#context.findProject(projectId);
    const content = await project?.readBytes(file);
    if (project === undefined || content === undefined || hashBytes(content) !== sourceHash) return false;
    // A job with another reason replaces a translation; the journal shows if a delivery has replaced it since the plan.
    if (reason !== 'missing') return true;
    const sizeOfTarget = await project.size(targetFile);
    return sizeOfTarget === undefined;
  }
}

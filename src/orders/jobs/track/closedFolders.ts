import { isSameLocale } from '../../../base/locale.ts';
import { targetPath } from '../../../locales/layout.ts';
import { compareFolders, pathFromRoot, pathInFolder, type FolderIdentity } from '../../model/folderIdentity.ts';
import { hashBytes, hashText } from '../../model/hash.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import { unitsOf, type JobRecord } from '../../journal/ledger.ts';
import { openSourceFile } from '../../units/files/localeFile.ts';
import type { OpenProjects, OrderRecord } from '../../journal/account/orderContext.ts';
import type { Project } from '../../model/project.ts';
import { folderExists } from '../../model/repository.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';
import type { UnitRef } from '../../model/unitRef.ts';

/**
 * An open folder that could receive translations ordered from a folder that is not open: it is another clone or work
 * tree of the same repository, or the renamed folder.
 */
export interface FolderOffer {
  readonly project: Project;
  readonly folder: FolderIdentity;
  /** URI of the folder they were ordered from; undefined in journals of earlier versions. */
  readonly orderedFrom: string | undefined;
  /** Whether that folder no longer exists. */
  readonly isGone: boolean;
  readonly jobs: readonly OfferedJob[];
}

interface OfferedJob {
  readonly jobId: string;
  /** The project id of the folder that the units were ordered from. */
  readonly replaces: string;
  /** The job's units in the open folder. */
  readonly units: readonly UnitRef[];
}

/**
 * Finds open folders that contain exactly the strings of jobs whose own folder is not open. Nothing is delivered
 * there until the user agrees, because two clones of one repository are two folders.
 */
export async function findFolderOffers(
  context: OrderRecord & OpenProjects,
  records: readonly JobRecord[],
): Promise<readonly FolderOffer[]> {
  const sources: OpenedSources = new Map();
  const offers = new Map<string, FolderOffer & { readonly jobs: OfferedJob[] }>();
  for (const project of context.openProjects()) {
    const folder = await project.identity();
    for (const record of records) {
      for (const [closedProject, units] of closedUnits(context, record)) {
        const orderedFrom = orderedFolder(record, closedProject);
        const isSame = orderedFrom !== undefined && compareFolders(folder, orderedFrom) === 'same';
        const isGone = orderedFrom !== undefined && !(await folderExists(orderedFrom.uri));
        // A folder that is gone may have been renamed together with its remote.
        const mayBeReplaced = isSame || isGone || orderedFrom === undefined;
        if (!mayBeReplaced) continue;

        const move = { project, folder, orderedFrom };
        const moved = await Promise.all(units.map((unit) => moveUnit(context, sources, move, unit)));
        const movedUnits = moved.filter((unit) => unit !== undefined);
        if (movedUnits.length < units.length || movedUnits.some((unit) => isUnitOf(record, unit))) continue;
        const name = JSON.stringify([project.id, closedProject]);
        const offer = offers.get(name) ?? { project, folder, orderedFrom: orderedFrom?.uri, isGone, jobs: [] };
        offers.set(name, offer);
        offer.jobs.push({ jobId: record.jobId, replaces: closedProject, units: movedUnits });
      }
    }
  }
  return [...offers.values()];
}

/** Accepts an offer: its translations are delivered to its folder, and not to the one they were ordered from. */
export async function acceptOffer(
  { journal, clock }: OrderRecord & OpenProjects,
  { jobs, folder }: FolderOffer,
): Promise<void> {
  const at = clock.now();
  const entryOf = ({ jobId: job, units, replaces }: OfferedJob): EntryOf<'adopted'> => ({
    type: 'adopted',
    at,
    job,
    units: [...units],
    folder,
    replaces,
  });
  await journal.append(...jobs.map(entryOf));
}

/** Whether a unit already receives the translation of a job, because the user accepted an earlier offer. */
function isUnitOf(record: JobRecord, { project, file, key, branch, locale }: UnitRef): boolean {
  return unitsOf(record).some(
    (unit) =>
      unit.project === project &&
      unit.file === file &&
      unit.key === key &&
      unit.branch === branch &&
      isSameLocale(unit.locale, locale),
  );
}

/** Returns the undelivered units whose folder is not open, grouped by project id. */
function closedUnits(
  { ledger, findProject }: OrderRecord & OpenProjects,
  record: JobRecord,
): ReadonlyMap<string, readonly UnitRef[]> {
  const undelivered = unitsOf(record).filter(
    (unit) =>
      unit.targetFile !== undefined &&
      ledger.deliveryOf(record.jobId, unit) === undefined &&
      findProject(unit.project) === undefined,
  );
  return Map.groupBy(undelivered, ({ project }) => project);
}

/** Returns the folder that a project had when the job was last ordered from it or adopted into it. */
function orderedFolder({ origin, laterOrders, adoptions }: JobRecord, project: string): FolderIdentity | undefined {
  const firstOrder = 'recovered' in origin ? origin.recovered : origin.intent.intent;
  const orders = [firstOrder, ...laterOrders.map(({ intent }) => intent.intent)];
  const lastAdoption = adoptions.findLast(({ units }) => units.some((unit) => unit.project === project));
  return lastAdoption?.folder ?? orders.findLast((order) => order.project === project)?.folder;
}

/** By project and path; undefined for a file that is no locale file. */
type OpenedSources = Map<string, ReturnType<typeof tryToOpen>>;

/** From a closed folder to an open one. */
interface Move extends Pick<FolderOffer, 'project' | 'folder'> {
  readonly orderedFrom: FolderIdentity | undefined;
}

/** Finds the same string or document in another folder; undefined if the folder does not have exactly this text. */
async function moveUnit(
  context: OrderRecord & OpenProjects,
  sources: OpenedSources,
  { project, folder, orderedFrom }: Move,
  unit: UnitRef,
): Promise<UnitRef | undefined> {
  // In a renamed folder, and in one without a repository, the paths are the same.
  const haveRepositories = orderedFrom?.repository !== undefined && folder.repository !== undefined;
  const pathInOpenFolder = (path: string): string | undefined =>
    haveRepositories ? pathInFolder(folder, pathFromRoot(orderedFrom, path)) : path;
  const file = pathInOpenFolder(unit.file);
  if (file === undefined) return undefined;
  if (unit.key === undefined) return moveDocument(project, file, pathInOpenFolder(unit.targetFile ?? ''), unit);
  const name = JSON.stringify([project.id, file]);
  const opening = sources.get(name) ?? tryToOpen(context, project, file);
  sources.set(name, opening);
  const opened = await opening;
  if (opened === undefined || isSameLocale(opened.source.locale, unit.locale)) return undefined;
  const sourceUnit = sourceUnitOf(opened.unitsById, unit.key);
  if (sourceUnit === undefined || hashText(sourceUnit.text) !== unit.sourceHash) return undefined;
  return { ...unit, project: project.id, file, targetFile: targetPath(opened.source.layout, unit.locale) };
}

async function moveDocument(
  project: Project,
  file: string,
  targetFile: string | undefined,
  unit: UnitRef,
): Promise<UnitRef | undefined> {
  if (targetFile === undefined) return undefined;
  const bytes = await project.readBytes(file).catch(() => undefined);
  if (bytes === undefined || hashBytes(bytes) !== unit.sourceHash) return undefined;
  return { ...unit, project: project.id, file, targetFile };
}

async function tryToOpen(context: OpenProjects, project: Project, file: string) {
  try {
    const source = await openSourceFile(project, file, context.layouts(project.id, file));
    return { source, unitsById: new Map(source.units.map((unit) => [unit.id, unit])) };
  } catch {
    // The folder has no such file, or it is not a locale file.
    return undefined;
  }
}

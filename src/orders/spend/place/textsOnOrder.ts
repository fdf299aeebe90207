import { splitPlural } from '../../../formats/kit/unitId.ts';
import { isSameLocale } from '../../../base/locale.ts';
import {
  hashPath,
  hashUnit,
  pathFromRoot,
  type FolderIdentity,
  type OrderedFolder,
} from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { OrderRecord } from '../../journal/account/orderContext.ts';
import { siblingKind } from '../../journal/account/account.ts';
import { type Ledger, unitsOf } from '../../journal/ledger.ts';
import { present } from '../../../base/present.ts';
import { hasNoResult, isFinished } from '../../model/trackedJob.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';

/** A unit whose translation is on order, with the data that the journal or the service has about it. */
export interface OnOrderUnit {
  readonly sourceHash: string;
  readonly locale: string;
  readonly project: string;
  readonly file?: string;
  readonly key?: string;
  readonly keyHash?: string;
  readonly branchHash?: string;
  /** Hash of the path of the file, relative to the root of its work tree. */
  readonly pathHash?: string;
  /** The folder from which it was ordered; undefined for orders of earlier versions. */
  readonly folder?: OrderedFolder;
  /** Hashes of the other units of its job, if only this one is known: see `hashUnit`. */
  readonly others?: readonly string[];
}

/**
 * Whether a planned unit would get the same translation as a unit on order. The forms of a plural may share a source
 * text, but not a translation.
 */
export function isSameText(planned: UnitRef, { sourceHash, locale, key, keyHash, branchHash }: OnOrderUnit): boolean {
  if (planned.sourceHash !== sourceHash || !isSameLocale(planned.locale, locale)) return false;
  if (planned.branch !== undefined && branchHash !== undefined && hashText(planned.branch) !== branchHash) return false;
  const form = formOf(planned.key);
  // Of a long key, which may include a plural form, only the hash is known: then the whole key must be the same.
  if (key === undefined && keyHash !== undefined && form !== undefined)
    return planned.key !== undefined && hashText(planned.key) === keyHash;
  return form === formOf(key);
}

/** Returns the plural form that a key names, such as `few` or `ordinal few`; undefined if it names none. */
function formOf(key: string | undefined): string | undefined {
  const pluralMember = key === undefined ? undefined : splitPlural(key);
  if (pluralMember === undefined) return undefined;
  return `${pluralMember.ordinal ? 'ordinal ' : ''}${pluralMember.category}`;
}

/** Whether a planned unit, in `folder`, is the one on order or shares its job: it has the same path and key. */
export function namesUnit(folder: FolderIdentity, planned: UnitRef, unit: OnOrderUnit): boolean {
  if (isSameKey(planned, unit) && isSamePath(folder, planned.file, unit)) return true;
  if (unit.others === undefined || unit.others.length === 0) return false;
  return unit.others.includes(hashUnit(hashPath(folder, planned.file), planned.key));
}

/** Whether the keys are the same. A document has neither a key nor its hash, so two documents have the same. */
function isSameKey(planned: UnitRef, { key, keyHash }: OnOrderUnit): boolean {
  const isOnlyHashKnown = key === undefined && keyHash !== undefined;
  if (isOnlyHashKnown) return planned.key !== undefined && hashText(planned.key) === keyHash;
  return key === planned.key;
}

function isSamePath(folderOfPlan: FolderIdentity, plannedFile: string, unit: OnOrderUnit): boolean {
  const { pathHash, file: orderedFile, folder } = unit;
  if (pathHash !== undefined && pathHash === hashPath(folderOfPlan, plannedFile)) return true;
  // Without a repository, no root is known from which both paths could start.
  const areRootsKnown = folderOfPlan.repository !== undefined && folder !== undefined && !isPlainFolder(folder);
  // If the roots are known, different hashes prove that the paths are different.
  if (orderedFile === undefined || (pathHash !== undefined && areRootsKnown)) return false;
  const plannedPath = pathInRepository(folderOfPlan, plannedFile);
  const orderedPath = pathInRepository(folder, orderedFile);
  // One of them may begin in a folder of the repository: `web/locales/en.json` and `locales/en.json`.
  return (
    plannedPath === orderedPath || plannedPath.endsWith(`/${orderedPath}`) || orderedPath.endsWith(`/${plannedPath}`)
  );
}

/** Returns the path of a file from the root of its repository; the unchanged path if the root is not known. */
function pathInRepository(folder: OrderedFolder | undefined, file: string): string {
  if (folder?.repository === undefined || folder.root === undefined) return file;
  return pathFromRoot({ root: folder.root }, file);
}

/** Whether a folder is known to have no repository. */
export function isPlainFolder({ repository, remotes }: OrderedFolder): boolean {
  return repository === undefined && remotes.length === 0;
}

/** A text that is on order, and the units that get its translation. */
export interface OnOrder {
  /** The job id, or `intentId:number` as long as the job has no id. */
  readonly name: string;
  /** This journal, another journal of the same account or of an earlier version, or the service. */
  readonly knownFrom: 'journal' | 'sibling' | 'service';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly units: readonly OnOrderUnit[];
  /** Recovered from the service after the journal was lost: the service names only one of the files with the text. */
  readonly isRecovered?: true;
}

export type StatusOf = (jobId: string) => string | undefined;

/** Returns all texts on order except those that the plan already accounts for, grouped by translation. */
export async function textsOnOrder(
  context: OrderRecord,
  statusOf: StatusOf,
  except: ReadonlySet<string>,
): Promise<readonly OnOrder[]> {
  const fromJournal = textsOfJournal(context.ledger, statusOf, { knownFrom: 'journal', except });
  const namesFromJournal = new Set(fromJournal.map(({ name }) => name));
  const siblings = await context.journal.siblings();
  const relevantSiblings = siblings.filter((sibling) => siblingKind(context, sibling) !== 'other-account');
  const fromSiblings = relevantSiblings.flatMap(({ ledger }) =>
    textsOfJournal(ledger, () => undefined, { knownFrom: 'sibling', simulated: context.simulated }),
  );
  const fromService = [...context.ledger.jobsElsewhere.values()]
    .filter(({ jobId, status }) => !context.ledger.jobs.has(jobId) && !isSettled(status))
    .map(orderOfServiceJob);
  // Another journal has more data about a job than the service returns, so it overwrites the service's.
  const elsewhereByName = new Map<string, OnOrder>();
  for (const order of [...fromSiblings, ...fromService].toReversed())
    if (!namesFromJournal.has(order.name) && !context.ledger.jobs.has(order.name))
      elsewhereByName.set(order.name, order);
  return [...fromJournal, ...elsewhereByName.values()].flatMap(splitBySourceText);
}

/** Splits an order by source text: the units of a branch may come from several messages. */
function splitBySourceText(order: OnOrder): readonly OnOrder[] {
  const groups = [...Map.groupBy(order.units, ({ sourceHash }) => sourceHash).values()];
  if (groups.length <= 1) return [order];
  return groups.map((units) => ({ ...order, units }));
}

interface JournalTexts {
  readonly knownFrom: OnOrder['knownFrom'];
  /** Whether the orders are those of the sandbox; absent for orders of both kinds of service. */
  readonly simulated?: boolean;
  /** Ids of intents whose texts are omitted. */
  readonly except?: ReadonlySet<string>;
}

/** Returns the texts of a journal that are still on order. */
function textsOfJournal(
  ledger: Ledger,
  statusOf: StatusOf,
  { knownFrom, simulated, except }: JournalTexts,
): readonly OnOrder[] {
  const texts: OnOrder[] = [];
  const add = (
    order: Omit<OnOrder, 'units'>,
    units: readonly UnitRef[],
    folders: ReadonlyMap<string, FolderIdentity>,
  ): void => {
    const unitsOnOrder = units.map((unit) => toOnOrderUnit(unit, folders.get(unit.project)));
    if (units.length > 0) texts.push({ ...order, units: unitsOnOrder });
  };
  for (const state of ledger.intents.values()) {
    const { intent, outcome, jobIds, isReorderingAllowed } = state;
    if (except?.has(intent.id) === true || outcome === 'refused' || isReorderingAllowed) continue;
    if (simulated !== undefined && intent.simulated !== simulated) continue;
    for (const job of intent.jobs) {
      // A job that has an id is in `undeliveredJobs`, unless it is delivered.
      if (jobIds.has(job.number)) continue;
      const adoptions = ledger.adoptionsOf(state, job.number);
      const order = { name: `${intent.id}:${job.number}`, knownFrom, at: intent.at };
      add(order, ledger.unitsOf(state, job), foldersOf([intent], adoptions));
    }
  }
  for (const record of ledger.undeliveredJobs()) {
    const { jobId, origin, laterOrders, adoptions } = record;
    // A recovered job has an entry of its own; the journal has no intent of it.
    const firstOrder = 'recovered' in origin ? origin.recovered : origin.intent.intent;
    // Only the entry of an intent has an id.
    if ('id' in firstOrder && except?.has(firstOrder.id) === true) continue;
    if (simulated !== undefined && firstOrder.simulated !== simulated) continue;
    const status = record.closedAs ?? statusOf(jobId);
    if (status !== undefined && isSettled(status)) continue;
    const undelivered = unitsOf(record).filter((unit) => ledger.deliveryOf(jobId, unit) === undefined);
    const folders = foldersOf([firstOrder, ...laterOrders.map(({ intent }) => intent.intent)], adoptions);
    const order = { name: jobId, knownFrom, at: firstOrder.at };
    add('recovered' in origin ? { ...order, isRecovered: true } : order, undelivered, folders);
  }
  return texts;
}

/**
 * Whether an order no longer prevents another order of its text. An approved one does not prevent it: the service
 * returns the translation again for free, and the user is offered that.
 */
function isSettled(status: string): boolean {
  return hasNoResult(status) || isFinished({ status });
}

/** Returns the folders from which strings were ordered or to which a translation was adopted, by project. */
function foldersOf(
  orders: readonly Pick<EntryOf<'intent' | 'recovered'>, 'project' | 'folder'>[],
  adoptions: readonly EntryOf<'adopted'>[],
): ReadonlyMap<string, FolderIdentity> {
  return new Map([
    ...orders.flatMap(({ project, folder }) => (folder === undefined ? [] : [[project, folder] as const])),
    ...adoptions.flatMap(({ units, folder }) => units.map(({ project }) => [project, folder] as const)),
  ]);
}

function toOnOrderUnit(
  { project, file, key, branch, locale, sourceHash }: UnitRef,
  folder: FolderIdentity | undefined,
): OnOrderUnit {
  return {
    project,
    file,
    locale,
    sourceHash,
    ...present({
      key,
      branchHash: branch === undefined ? undefined : hashText(branch),
      folder,
      pathHash: folder === undefined ? undefined : hashPath(folder, file),
    }),
  };
}

function orderOfServiceJob({ jobId, at, createdAt, remotes, ...unit }: EntryOf<'elsewhere'>): OnOrder {
  return { name: jobId, knownFrom: 'service', at: createdAt ?? at, units: [{ ...unit, folder: { remotes } }] };
}

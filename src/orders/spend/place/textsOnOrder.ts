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
 * Whether both units would get the same translation. The forms of a plural may share a source text, but not a
 * translation.
 */
export function isSameText(planned: UnitRef, { sourceHash, locale, key, keyHash, branchHash }: OnOrderUnit): boolean {
  if (planned.sourceHash !== sourceHash || !isSameLocale(planned.locale, locale)) return false;
  if (planned.branch !== undefined && branchHash !== undefined && hashText(planned.branch) !== branchHash) return false;
  const form = formOf(planned.key);
  // Only the hash of a long key is known, and the key may include a plural form. Then only the same key proves that the
  // text is the same.
  if (key === undefined && keyHash !== undefined && form !== undefined)
    return planned.key !== undefined && hashText(planned.key) === keyHash;
  return form === formOf(key);
}

/** Returns the plural form that a key names, such as `few` or `ordinal few`; undefined if it names none. */
function formOf(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const member = splitPlural(key);
  if (member === undefined) return undefined;
  return `${member.ordinal ? 'ordinal ' : ''}${member.category}`;
}

/** Whether a planned unit is the one on order, or shares its job: it has the same path and key. */
export function namesUnit(here: FolderIdentity, planned: UnitRef, unit: OnOrderUnit): boolean {
  const { key, keyHash, others = [] } = unit;
  const isOnlyHashKnown = key === undefined && keyHash !== undefined;
  // A document has neither a key nor its hash.
  const isSameKey = isOnlyHashKnown
    ? planned.key !== undefined && hashText(planned.key) === keyHash
    : key === planned.key;
  return (
    (isSameKey && isSamePath(here, planned.file, unit)) ||
    (others.length > 0 && others.includes(hashUnit(hashPath(here, planned.file), planned.key)))
  );
}

function isSamePath(here: FolderIdentity, planned: string, { pathHash, file, folder }: OnOrderUnit): boolean {
  if (pathHash !== undefined && pathHash === hashPath(here, planned)) return true;
  // Without a repository, no root is known from which both paths could start.
  const hasRoots = here.repository !== undefined && folder !== undefined && !isPlainFolder(folder);
  if (file === undefined || (pathHash !== undefined && hasRoots)) return false;
  const plannedPath = inRepository(here, planned);
  const orderedPath = inRepository(folder, file);
  // One of them may begin in a folder of the repository: `web/locales/en.json` and `locales/en.json`.
  return (
    plannedPath === orderedPath || plannedPath.endsWith(`/${orderedPath}`) || orderedPath.endsWith(`/${plannedPath}`)
  );
}

/** Returns the path of a file from the root of its repository; as it is, if the root is not known. */
function inRepository(folder: OrderedFolder | undefined, file: string): string {
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
  /** Recovered from the service after the journal was lost, which names only one of the files that share a text. */
  readonly isRecovered?: true;
}

export type StatusOf = (jobId: string) => string | undefined;

/** Returns all texts on order except those that the plan already accounts for, grouped by translation. */
export async function textsOnOrder(
  context: OrderRecord,
  statusOf: StatusOf,
  except: ReadonlySet<string>,
): Promise<readonly OnOrder[]> {
  const own = ownTexts(context.ledger, statusOf, { knownFrom: 'journal', except });
  const ownNames = new Set(own.map(({ name }) => name));
  const siblings = (await context.journal.siblings()).filter(
    (sibling) => siblingKind(context, sibling) !== 'other-account',
  );
  const fromSiblings = siblings.flatMap(({ ledger }) =>
    ownTexts(ledger, () => undefined, { knownFrom: 'sibling', simulated: context.simulated }),
  );
  const fromService = [...context.ledger.elsewhere.values()]
    .filter(({ jobId, status }) => !context.ledger.jobs.has(jobId) && !isSettled(status))
    .map(ofService);
  const isNew = ({ name }: OnOrder): boolean => !ownNames.has(name) && !context.ledger.jobs.has(name);
  const others = [...fromSiblings, ...fromService].filter(isNew);
  // Another journal has more data about a job than the service returns.
  return [...own, ...new Map(others.toReversed().map((order) => [order.name, order])).values()].flatMap(byHash);
}

/** Splits an order by source text: the units of a branch may come from several messages. */
function byHash(order: OnOrder): readonly OnOrder[] {
  const groups = [...Map.groupBy(order.units, ({ sourceHash }) => sourceHash).values()];
  if (groups.length <= 1) return [order];
  return groups.map((units) => ({ ...order, units }));
}

/**
 * Returns the texts of a journal that are still on order. `simulated` omits orders of the other kind of service, and
 * `except` omits intents.
 */
function ownTexts(
  ledger: Ledger,
  statusOf: StatusOf,
  {
    knownFrom,
    simulated,
    except,
  }: { readonly knownFrom: OnOrder['knownFrom']; readonly simulated?: boolean; readonly except?: ReadonlySet<string> },
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
    if (
      except?.has(intent.id) === true ||
      outcome === 'refused' ||
      isReorderingAllowed ||
      (simulated !== undefined && intent.simulated !== simulated)
    )
      continue;
    for (const job of intent.jobs) {
      if (jobIds.has(job.number)) continue;
      const adoptions = ledger.adoptionsOf(state, job.number);
      const order = { name: `${intent.id}:${job.number}`, knownFrom, at: intent.at };
      add(order, ledger.unitsOf(state, job), foldersOf([intent], adoptions));
    }
  }
  for (const record of ledger.undeliveredJobs()) {
    const { jobId, origin, again, adoptions } = record;
    const firstOrder = 'recovered' in origin ? origin.recovered : origin.intent.intent;
    if ('id' in firstOrder && except?.has(firstOrder.id) === true) continue;
    if (simulated !== undefined && firstOrder.simulated !== simulated) continue;
    const status = record.closedAs ?? statusOf(jobId);
    if (status !== undefined && isSettled(status)) continue;
    const undelivered = unitsOf(record).filter((unit) => ledger.deliveryOf(jobId, unit) === undefined);
    const folders = foldersOf([firstOrder, ...again.map(({ intent }) => intent.intent)], adoptions);
    const order = { name: jobId, knownFrom, at: firstOrder.at };
    add('recovered' in origin ? { ...order, isRecovered: true } : order, undelivered, folders);
  }
  return texts;
}

/**
 * Whether an order no longer matters. Approved translations do not, because the service returns them again for free,
 * and the user is offered that.
 */
function isSettled(status: string): boolean {
  return hasNoResult(status) || isFinished({ status });
}

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

function ofService({ jobId, at, createdAt, remotes, ...unit }: EntryOf<'elsewhere'>): OnOrder {
  return { name: jobId, knownFrom: 'service', at: createdAt ?? at, units: [{ ...unit, folder: { remotes } }] };
}

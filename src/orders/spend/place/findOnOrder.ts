import { present } from '../../../base/present.ts';
import {
  compareFolders,
  distinctPairs,
  folderHashes,
  isPairOf,
  type DifferentFolders,
  type FolderIdentity,
} from '../../model/folderIdentity.ts';
import type { OrderRecord, ProjectAccess, ServiceAccess } from '../../journal/account/orderContext.ts';
import { OrderError } from '../../model/orderError.ts';
import {
  isPlainFolder,
  isSameText,
  namesUnit,
  type OnOrderUnit,
  type OnOrder,
  type StatusOf,
  textsOnOrder,
} from './textsOnOrder.ts';
import type { TargetDraft } from '../../units/plan/planOrder.ts';
import { folderExists } from '../../model/repository.ts';
import type { KeysOnOrder, TargetOnOrder } from '../../units/gaps/stringStates.ts';
import { projectOfJob, type PlannedJob, type Plan, documentSizeOf } from '../../model/plan/plan.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { type EntryOf, toJournal } from '../../journal/journalEntry.ts';
import { type Job, isFileJob } from '../../../service/interface/records.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import { parseCustomData } from '../../model/order/customData.ts';

/** The parts of a planned job by which `findOnOrder` finds the orders of its text. */
export type OrderableJob = Pick<PlannedJob, 'units' | 'orderAgain' | 'differentFrom'>;

/** A planned job whose text is on order already, for another folder. */
export interface OnOrderMatch<J extends OrderableJob = PlannedJob> {
  readonly job: J;
  /** The orders of its text, never empty; those of the same string come first. */
  readonly orders: readonly OnOrder[];
  /** Whether the repository of an order is known to be the same. Otherwise only the text and the language are. */
  readonly isCertain: boolean;
  /**
   * Present if all orders are of repositories with other remotes, but text, language, path and key are the same. They
   * are from another clone whose remote is spelled in another way, or from another project with equal strings. If the
   * user says that they are of another project, these pairs of folders are remembered.
   */
  readonly otherClones?: readonly DifferentFolders[];
}

/**
 * Finds the jobs of a plan whose text is already on order into the same language: from another folder, clone, work tree
 * or machine, or under another key of the account. Excludes strings that the user has deliberately reordered, and the
 * intents `except`. Source text and locale decide, since `custom_data` names only the first unit of a job; file and key
 * determine which order comes first. An order from a repository with other remotes only counts if path and key are the
 * same, too, and the user has not said that the repository is another project.
 */
export async function findOnOrder<J extends OrderableJob>(
  context: OrderRecord & ProjectAccess,
  plan: { readonly jobs: readonly J[] },
  statusOf: StatusOf,
  except: ReadonlySet<string> = new Set(),
): Promise<readonly OnOrderMatch<J>[]> {
  const folders = await foldersOfPlan(context, plan);
  const texts = await textsOnOrder(context, statusOf, except);
  // All units of an order that `textsOnOrder` returns have the same source text.
  const ordersByHash = Map.groupBy(texts, ({ units }) => units[0]?.sourceHash ?? '');
  // Thousands of strings come from the same few folders, so each pair of folders is compared once.
  const comparisons = new Map<string, ReturnType<typeof compareWith>>();
  const compareOnce = (folder: FolderIdentity, unit: OnOrderUnit): ReturnType<typeof compareWith> => {
    const pairName = JSON.stringify([folder.uri, unit.project, unit.folder?.uri, unit.folder?.remotes]);
    const comparison = comparisons.get(pairName) ?? compareWith(context, folder, unit);
    comparisons.set(pairName, comparison);
    return comparison;
  };
  const matches: OnOrderMatch<J>[] = [];
  for (const job of plan.jobs) {
    const project = projectOfJob(job);
    const folder = folders.get(project);
    if (folder === undefined) continue;
    const ignoredOrders = new Set([...context.ledger.releasedJobs, ...(job.orderAgain ?? [])]);
    const differentFrom = [...context.ledger.differentFolders, ...(job.differentFrom ?? [])];
    const ordersOfText = new Set(job.units.flatMap(({ sourceHash }) => ordersByHash.get(sourceHash) ?? []));
    const foundOrders: FoundOrder[] = [];
    for (const order of ordersOfText) {
      if (ignoredOrders.has(order.name)) continue;
      // The plan already accounts for this journal's orders from its own folder, by file and key. A recovered order may
      // be for more files than it names.
      const isAccountedFor = order.knownFrom === 'journal' && order.isRecovered !== true;
      const otherUnits = isAccountedFor ? order.units.filter((unit) => unit.project !== project) : order.units;
      const unitsOfSameText = otherUnits.filter((unit) => job.units.some((planned) => isSameText(planned, unit)));
      const unitsOfSameName = unitsOfSameText.filter((unit) =>
        job.units.some((planned) => namesUnit(folder, planned, unit)),
      );

      const repositories = await Promise.all(unitsOfSameText.map((unit) => compareOnce(folder, unit)));
      const isCertain = repositories.includes('same');
      const isPossible = repositories.includes('unknown');
      const clones = isCertain || isPossible ? [] : otherClones(folder, unitsOfSameName, differentFrom);
      if (!isCertain && !isPossible && clones.length === 0) continue;

      // Ranks: 0 and 1 for the same repository, 2 and 3 for an unknown one, 4 and 5 for another clone. The lower one of
      // two is for the same string, the higher one for another string with the same text.
      const rankOfUncertain = isPossible ? 2 : 4;
      const rankOfRepository = isCertain ? 0 : rankOfUncertain;
      const rankOfName = unitsOfSameName.length > 0 ? 0 : 1;
      foundOrders.push({ order, isCertain, rank: rankOfRepository + rankOfName, clones });
    }
    if (foundOrders.length === 0) continue;
    foundOrders.sort((a, b) => a.rank - b.rank);
    const areOfOtherClones = foundOrders.every(({ clones }) => clones.length > 0);
    const pairs = distinctPairs(foundOrders.flatMap(({ clones }) => clones));
    matches.push({
      job,
      orders: foundOrders.map(({ order }) => order),
      isCertain: foundOrders.some(({ isCertain }) => isCertain),
      ...present({ otherClones: areOfOtherClones ? pairs : undefined }),
    });
  }
  return matches;
}

/** An order of a job's text. */
interface FoundOrder {
  readonly order: OnOrder;
  readonly isCertain: boolean;
  /** The order with the lowest rank comes first. */
  readonly rank: number;
  /** Not empty if it seems to be from another clone. */
  readonly clones: readonly DifferentFolders[];
}

/**
 * Returns a pair of folders for each unit: `folder`, and the one from which the unit was ordered. Pairs that the user
 * said are different projects (`differentFrom`) are omitted.
 */
function otherClones(
  folder: FolderIdentity,
  units: readonly OnOrderUnit[],
  differentFrom: readonly DifferentFolders[],
): readonly DifferentFolders[] {
  return units.flatMap(({ folder: orderedFolder }) => {
    if (orderedFolder === undefined) return [];
    if (differentFrom.some((pair) => isPairOf(pair, folder, orderedFolder))) return [];
    return [{ here: folderHashes(folder), there: folderHashes(orderedFolder) }];
  });
}

/** Returns the keys of the strings of these targets that are on order elsewhere, as `findOnOrder` finds them. */
export async function keysOnOrder(
  context: OrderRecord & ProjectAccess,
  targets: readonly Pick<TargetDraft, 'drafts'>[],
  statusOf: StatusOf,
): Promise<KeysOnOrder> {
  const matches = await findOnOrder(context, { jobs: targets.flatMap(({ drafts }) => drafts) }, statusOf);
  const matchByDraft = new Map<OrderableJob, OnOrderMatch<OrderableJob>>(matches.map((match) => [match.job, match]));
  const keysByTarget = new Map<Pick<TargetDraft, 'drafts'>, TargetOnOrder>();
  for (const target of targets) {
    const keys = new Set<string>();
    const fromOtherClone = new Set<string>();
    const keysToOrder = new Set<string>();
    for (const draft of target.drafts) {
      const match = matchByDraft.get(draft);
      for (const { key } of draft.units) {
        if (key === undefined) continue;
        if (match === undefined) keysToOrder.add(key);
        else keys.add(key);
        if (match?.otherClones !== undefined) fromOtherClone.add(key);
      }
    }
    // If one branch of a message is on order and another one is not, the message has to be ordered.
    for (const key of keysToOrder) {
      keys.delete(key);
      fromOtherClone.delete(key);
    }
    keysByTarget.set(target, { keys, fromOtherClone });
  }
  return keysByTarget;
}

/**
 * Whether an order that was placed elsewhere moments ago may be missing: the service lists a job only after it has left
 * the queue. Only relevant if jobs from elsewhere are known, or if this journal has no orders.
 */
export function mayMissRecentOrders({ ledger, simulated }: OrderRecord): boolean {
  return !simulated && (ledger.jobsElsewhere.size > 0 || ledger.intents.size === 0);
}

/** Compares the repository of a folder with the one from which a unit was ordered. */
async function compareWith(
  context: OrderRecord & ProjectAccess,
  folder: FolderIdentity,
  unit: OnOrderUnit,
): Promise<'same' | 'other' | 'unknown'> {
  const orderedFolder = unit.folder ?? (await context.findProject(unit.project)?.identity());
  if (orderedFolder === undefined) return 'unknown';
  if (orderedFolder.uri !== undefined && orderedFolder.uri === folder.uri) return 'same';
  const comparison = compareFolders(folder, orderedFolder);
  // Without a repository, the path identifies the folder. A path that does not exist may be that of a renamed folder.
  const path = isPlainFolder(orderedFolder) ? orderedFolder.uri : undefined;
  if (comparison === 'unknown' && path !== undefined && (await folderExists(path))) return 'other';
  return comparison;
}

/** Returns the identities of the folders of a plan, by project. Rejects as `identityOf`. */
export async function foldersOfPlan(
  context: ProjectAccess,
  { jobs }: { readonly jobs: readonly OrderableJob[] },
): Promise<ReadonlyMap<string, FolderIdentity>> {
  const projects = [...new Set(jobs.map(projectOfJob))];
  return new Map(
    await Promise.all(projects.map(async (project) => [project, await identityOf(context, project)] as const)),
  );
}

/** Returns the identity of a project's folder. Rejects with OrderError 'no-project' if the folder is no longer open. */
export async function identityOf({ findProject }: ProjectAccess, project: string): Promise<FolderIdentity> {
  const openProject = findProject(project);
  if (openProject === undefined) throw new OrderError('no-project');
  return openProject.identity();
}

/** The result of using translations that are on order. */
export interface Adoption {
  readonly adopted: readonly PlannedJob[];
  /** Jobs whose order cannot be used here: it has no job yet, belongs to another account, or has another text. */
  readonly refused: readonly PlannedJob[];
}

/**
 * Uses translations that are already on order for the strings of a plan. Nothing is ordered or paid, and each
 * translation is delivered to both folders. Rejects with ServiceError if a job of another journal can't be fetched.
 */
export async function adoptOrders(
  context: ServiceAccess & OrderRecord & ProjectAccess,
  plan: Plan,
  matches: readonly OnOrderMatch[],
  options: CallOptions = {},
): Promise<Adoption> {
  const folders = await foldersOfPlan(context, { jobs: matches.map(({ job }) => job) });
  const serviceJobs = await jobsElsewhere(context, matches, options);
  const at = context.clock.now();
  const entries: EntryOf<'adopted' | 'recovered'>[] = [];
  const adopted: PlannedJob[] = [];
  const refused: PlannedJob[] = [];
  for (const { job, orders } of matches) {
    const folder = folders.get(projectOfJob(job));
    if (folder === undefined) continue;
    const entry = orders
      .map((order) => entryFor(context, plan, { job, order, serviceJob: serviceJobs.get(order.name), folder, at }))
      .find((possibleEntry) => possibleEntry !== undefined);
    if (entry !== undefined) entries.push(entry);
    (entry === undefined ? refused : adopted).push(job);
  }
  await context.journal.append(...entries);
  return { adopted, refused };
}

/** Fetches the jobs of orders that this journal does not know, by id. */
async function jobsElsewhere(
  { client }: ServiceAccess,
  matches: readonly OnOrderMatch[],
  options: CallOptions,
): Promise<ReadonlyMap<string, Job>> {
  const ids = new Set<string>();
  for (const { name, knownFrom } of matches.flatMap(({ orders }) => orders)) {
    // `intentId:number` is the name of a job without an id.
    const hasJobId = !name.includes(':');
    if (knownFrom !== 'journal' && hasJobId) ids.add(name);
  }
  return new Map((await client.jobs.get([...ids], options)).map((job) => [job.id, job]));
}

/** A planned job, and an order whose translation may be used for it. */
interface AdoptionCandidate {
  readonly job: PlannedJob;
  readonly order: OnOrder;
  /** Absent if the journal knows the order, or if the order has no job yet. */
  readonly serviceJob: Job | undefined;
  readonly folder: EntryOf<'adopted'>['folder'];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the entry by which a planned job gets the translation of an order; undefined if that is not possible. */
function entryFor(
  context: OrderRecord & ProjectAccess,
  plan: Plan,
  { job, order, serviceJob, folder, at }: AdoptionCandidate,
): EntryOf<'adopted' | 'recovered'> | undefined {
  const units = [...job.units];
  if (order.knownFrom === 'journal') {
    // A whole message and a branch of it may have the same source text, but not the same translation.
    const isBranch = units.some(({ branch }) => branch !== undefined);
    if (order.units.some(({ branchHash }) => (branchHash !== undefined) !== isBranch)) return undefined;
    return { type: 'adopted', at, job: order.name, units, folder };
  }
  if (serviceJob?.targetLanguage.toLowerCase() !== job.targetLanguage.toLowerCase()) return undefined;
  // A document's text is empty, and the service returns no content to compare: any job for a file is accepted.
  const textOfDocument = isFileJob(serviceJob) ? job.protectedText : undefined;
  const protectedText =
    job.document === undefined ? protectedAsSent(job.protectedText, serviceJob.sourceText) : textOfDocument;
  if (protectedText === undefined) return undefined;
  return {
    type: 'recovered',
    jobId: serviceJob.id,
    at,
    project: projectOfJob(job),
    sourceLocale: plan.sourceLocale,
    targetLocale: job.targetLocale,
    simulated: context.simulated,
    title: job.title,
    protectedText: toJournal(protectedText),
    units,
    folder,
    ...present({
      document: job.document && documentSizeOf(job.document),
      orderId: serviceJob.orderId,
      credits: serviceJob.credits,
      currency: serviceJob.currency,
      createdAt: serviceJob.createdAt,
      intent: parseCustomData(serviceJob.customData)?.intent,
    }),
  };
}

import { present } from '../../../base/present.ts';
import {
  compareFolders,
  distinctPairs,
  folderNames,
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
import type { KeysOnOrder } from '../../units/gaps/stringStates.ts';
import { projectOfJob, type PlannedJob, type Plan, documentSizeOf } from '../../model/plan/plan.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { type EntryOf, toJournal } from '../../journal/journalEntry.ts';
import { type Job, isFileJob } from '../../../service/interface/records.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import { parseCustomData } from '../../model/order/customData.ts';

/** The parts of a planned job that say whether its text is on order. */
export type OrderableJob = Pick<PlannedJob, 'units' | 'orderAgain' | 'differentFrom'>;

/** A planned job whose text is on order already, for another folder. */
export interface OnOrderMatch<J extends OrderableJob = PlannedJob> {
  readonly job: J;
  /** The orders of its text, never empty; those of the same string come first. */
  readonly orders: readonly OnOrder[];
  /** Whether the repository is known to be the same. Otherwise only the text and the language are. */
  readonly isCertain: boolean;
  /**
   * Present if all orders are of repositories with other remotes, but text, language, path and key are the same: they
   * seem to be from another clone, whose remote is spelled in another way, or from a project with equal strings. These
   * pairs of folders are remembered if the user says so.
   */
  readonly otherClones?: readonly DifferentFolders[];
}

/**
 * Finds the jobs of a plan whose text is already on order into the same language: from another folder, clone, work tree
 * or machine, or under another key of the account. Excludes strings that the user has deliberately reordered, and the
 * intents `except`. Source text and locale decide, since `custom_data` names only the first unit of a job; file and key
 * determine which order comes first. Only if the remotes differ, a string of another path or key is excluded, because it
 * is of another repository; and so is one of a repository that the user said is another project.
 */
export async function findOnOrder<J extends OrderableJob>(
  context: OrderRecord & ProjectAccess,
  plan: { readonly jobs: readonly J[] },
  statusOf: StatusOf,
  except: ReadonlySet<string> = new Set(),
): Promise<readonly OnOrderMatch<J>[]> {
  const folders = await foldersOfPlan(context, plan);
  const byText = Map.groupBy(await textsOnOrder(context, statusOf, except), ({ units }) => units[0]?.sourceHash ?? '');
  // Thousands of strings come from the same few folders, so each folder is compared once.
  const verdicts = new Map<string, ReturnType<typeof compareWith>>();
  const verdictOf = (folder: FolderIdentity, unit: OnOrderUnit): ReturnType<typeof compareWith> => {
    const name = JSON.stringify([folder.uri, unit.project, unit.folder?.uri, unit.folder?.remotes]);
    const verdict = verdicts.get(name) ?? compareWith(context, folder, unit);
    verdicts.set(name, verdict);
    return verdict;
  };
  const matches: OnOrderMatch<J>[] = [];
  for (const job of plan.jobs) {
    const project = projectOfJob(job);
    const folder = folders.get(project);
    if (folder === undefined) continue;
    const overridden = new Set([...context.ledger.released, ...(job.orderAgain ?? [])]);
    const candidates = [...new Set(job.units.flatMap(({ sourceHash }) => byText.get(sourceHash) ?? []))].filter(
      ({ name }) => !overridden.has(name),
    );
    const foundOrders: FoundOrder[] = [];
    const differentFrom = [...context.ledger.different, ...(job.differentFrom ?? [])];
    for (const order of candidates) {
      // The plan already accounts for this journal's orders from its own folder, by file and key.
      const isAccountedFor = order.knownFrom === 'journal' && order.isRecovered !== true;
      const otherUnits = isAccountedFor ? order.units.filter((unit) => unit.project !== project) : order.units;
      const unitsOfSameText = otherUnits.filter((unit) => job.units.some((planned) => isSameText(planned, unit)));
      const verdictsOfUnits = await Promise.all(unitsOfSameText.map((unit) => verdictOf(folder, unit)));
      const isCertain = verdictsOfUnits.includes('same');
      const unitsOfSameName = unitsOfSameText.filter((unit) =>
        job.units.some((planned) => namesUnit(folder, planned, unit)),
      );
      const isUnknown = verdictsOfUnits.includes('unknown');
      const clones = isCertain || isUnknown ? [] : otherClones(folder, unitsOfSameName, differentFrom);
      if (!isCertain && !isUnknown && clones.length === 0) continue;
      // First the orders of the same repository, then those of an unknown one; among these, first the same string.
      const rankOfUncertain = isUnknown ? 2 : 4;
      const rank = (isCertain ? 0 : rankOfUncertain) + (unitsOfSameName.length > 0 ? 0 : 1);
      foundOrders.push({ order, isCertain, rank, clones });
    }
    foundOrders.sort((a, b) => a.rank - b.rank);
    if (foundOrders.length > 0)
      matches.push({
        job,
        orders: foundOrders.map(({ order }) => order),
        isCertain: foundOrders.some(({ isCertain }) => isCertain),
        ...present({
          otherClones: foundOrders.every(({ clones }) => clones.length > 0)
            ? distinctPairs(foundOrders.flatMap(({ clones }) => clones))
            : undefined,
        }),
      });
  }
  return matches;
}

/** An order of a job's text. */
interface FoundOrder {
  readonly order: OnOrder;
  readonly isCertain: boolean;
  readonly rank: number;
  /** Not empty if it seems to be from another clone. */
  readonly clones: readonly DifferentFolders[];
}

/**
 * Returns the pairs of this folder and those of the same strings with other remotes, without the pairs of which the
 * user said that they are different projects.
 */
function otherClones(
  here: FolderIdentity,
  named: readonly OnOrderUnit[],
  differentFrom: readonly DifferentFolders[],
): readonly DifferentFolders[] {
  return named.flatMap(({ folder: there }) => {
    if (there === undefined || differentFrom.some((pair) => isPairOf(pair, here, there))) return [];
    return [{ here: folderNames(here), there: folderNames(there) }];
  });
}

/** Returns the keys of the strings of these targets that are on order elsewhere, as `findOnOrder` finds them. */
export async function keysOnOrder(
  context: OrderRecord & ProjectAccess,
  targets: readonly Pick<TargetDraft, 'drafts'>[],
  statusOf: StatusOf,
): Promise<KeysOnOrder> {
  const matches = await findOnOrder(context, { jobs: targets.flatMap(({ drafts }) => drafts) }, statusOf);
  const matched = new Map<OrderableJob, OnOrderMatch<OrderableJob>>(matches.map((match) => [match.job, match]));
  return new Map(
    targets.map((target) => {
      const keysOf = (isWanted: (match: OnOrderMatch<OrderableJob> | undefined) => boolean): readonly string[] =>
        target.drafts
          .filter((draft) => isWanted(matched.get(draft)))
          .flatMap(({ units }) => units.flatMap(({ key }) => key ?? []));
      // A key can be in both sets: one branch of its message is on order, and another one is not.
      const keysToOrder = new Set(keysOf((match) => match === undefined));
      const keys = new Set(keysOf((match) => match !== undefined).filter((key) => !keysToOrder.has(key)));
      const fromOtherClone = keysOf((match) => match?.otherClones !== undefined).filter((key) => keys.has(key));
      return [target, { keys, fromOtherClone: new Set(fromOtherClone) }];
    }),
  );
}

/**
 * Whether an order that was placed elsewhere moments ago may be missing: the service lists a job only after it has left
 * the queue. That matters if jobs from elsewhere are known, or if this journal has no orders.
 */
export function mayMissRecentOrders({ ledger, simulated }: OrderRecord): boolean {
  return !simulated && (ledger.elsewhere.size > 0 || ledger.intents.size === 0);
}

async function compareWith(
  context: OrderRecord & ProjectAccess,
  folder: FolderIdentity,
  unit: OnOrderUnit,
): Promise<'same' | 'other' | 'unknown'> {
  const other = unit.folder ?? (await context.findProject(unit.project)?.identity());
  if (other === undefined) return 'unknown';
  if (other.uri !== undefined && other.uri === folder.uri) return 'same';
  const verdict = compareFolders(folder, other);
  // Without a repository, the path identifies the folder: a path that exists is another folder, and one that does not
  // exist may have been renamed.
  const path = isPlainFolder(other) ? other.uri : undefined;
  if (verdict === 'unknown' && path !== undefined && (await folderExists(path))) return 'other';
  return verdict;
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
  const found = findProject(project);
  if (found === undefined) throw new OrderError('no-project');
  return found.identity();
}

/** The result of using translations that are on order. */
export interface Adoption {
  readonly adopted: readonly PlannedJob[];
  /** Jobs whose order cannot be used here: it has no job yet, belongs to another account, or has another text. */
  readonly refused: readonly PlannedJob[];
}

/**
 * Uses translations that are already on order for the strings of a plan. Nothing is ordered or paid, and each
 * translation is delivered to both folders. Rejects with ServiceError if the service cannot return the jobs of other
 * journals and machines.
 */
export async function adoptOrders(
  context: ServiceAccess & OrderRecord & ProjectAccess,
  plan: Plan,
  matches: readonly OnOrderMatch[],
  options: CallOptions = {},
): Promise<Adoption> {
  const folders = await foldersOfPlan(context, { jobs: matches.map(({ job }) => job) });
  const jobs = await jobsElsewhere(context, matches, options);
  const at = context.clock.now();
  const entries: EntryOf<'adopted' | 'recovered'>[] = [];
  const adopted: PlannedJob[] = [];
  const refused: PlannedJob[] = [];
  for (const { job, orders } of matches) {
    const folder = folders.get(projectOfJob(job));
    if (folder === undefined) continue;
    const entry = orders
      .map((order) => entryFor(context, plan, { job, order, found: jobs.get(order.name), folder, at }))
      .find((candidate) => candidate !== undefined);
    if (entry === undefined) refused.push(job);
    else {
      adopted.push(job);
      entries.push(entry);
    }
  }
  await context.journal.append(...entries);
  return { adopted, refused };
}

/** Returns the jobs that this journal does not know, as the service describes them. */
async function jobsElsewhere(
  { client }: ServiceAccess,
  matches: readonly OnOrderMatch[],
  options: CallOptions,
): Promise<ReadonlyMap<string, Job>> {
  const ids = new Set(
    matches.flatMap(({ orders }) =>
      orders.flatMap(({ name, knownFrom }) => {
        // `intentId:number` is the name of a job without an id.
        const hasJobId = !name.includes(':');
        return knownFrom !== 'journal' && hasJobId ? [name] : [];
      }),
    ),
  );
  return new Map((await client.jobs.get([...ids], options)).map((job) => [job.id, job]));
}

interface Candidate {
  readonly job: PlannedJob;
  readonly order: OnOrder;
  readonly found: Job | undefined;
  readonly folder: EntryOf<'adopted'>['folder'];
  readonly at: number;
}

function entryFor(
  context: OrderRecord & ProjectAccess,
  plan: Plan,
  { job, order, found: serviceJob, folder, at }: Candidate,
): EntryOf<'adopted' | 'recovered'> | undefined {
  const units = [...job.units];
  if (order.knownFrom === 'journal') {
    // A whole message and a branch of it may have the same source text, but not the same translation.
    const isBranch = units.some(({ branch }) => branch !== undefined);
    if (order.units.some(({ branchHash }) => (branchHash !== undefined) !== isBranch)) return undefined;
    return { type: 'adopted', at, job: order.name, units, folder };
  }
  if (serviceJob?.targetLanguage.toLowerCase() !== job.targetLanguage.toLowerCase()) return undefined;
  const textOfFile = isFileJob(serviceJob) ? job.protectedText : undefined;
  const protectedText =
    job.document === undefined ? protectedAsSent(job.protectedText, serviceJob.sourceText) : textOfFile;
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

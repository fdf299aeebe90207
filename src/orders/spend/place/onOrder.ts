import { present } from '../../../base/present.ts';
import { siblingKind } from '../../journal/account/ownJournals.ts';
import {
  compareFolders,
  distinctPairs,
  folderNames,
  hashPath,
  isPairOf,
  type DifferentFolders,
  type FolderIdentity,
} from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import { hasNoResult } from '../../journal/inFlight.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import { unitsOf, unitsWith, type Ledger } from '../../journal/ledger.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { OrderError } from '../../model/orderError.ts';
import { fileOfSkipped, plannedJobId, projectOfJob, type Plan, type PlannedJob } from '../../units/plan/plan.ts';
import { isPlainFolder, isSameText, namesUnit, type OnOrderUnit } from './onOrderUnit.ts';
import type { TargetDraft } from '../../units/plan/planOrder.ts';
import { folderExists } from '../../model/repository.ts';
import { isFinished } from '../../model/trackedJob.ts';
import type { KeysOnOrder } from '../../units/gaps/stringStates.ts';
import type { UnitRef } from '../../model/unitRef.ts';

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

type StatusOf = (jobId: string) => string | undefined;

/**
 * Finds the jobs of a plan whose text is already on order into the same language: from another folder, clone, work tree
 * or machine, or under another key of the account. Excludes strings that the user has deliberately reordered, and the
 * intents `except`. Source text and locale decide, since `custom_data` names only the first unit of a job; file and key
 * determine which order comes first. Only if the remotes differ, a string of another path or key is excluded, because it
 * is of another repository; and so is one of a repository that the user said is another project.
 */
export async function findOnOrder<J extends OrderableJob>(
  context: OrderContext,
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
    const found: FoundOrder[] = [];
    const differentFrom = [...context.ledger.different, ...(job.differentFrom ?? [])];
    for (const order of candidates) {
      // The plan already accounts for this journal's orders from its own folder, by file and key.
      const isAccountedFor = order.knownFrom === 'journal' && order.isRecovered !== true;
      const others = isAccountedFor ? order.units.filter((unit) => unit.project !== project) : order.units;
      const fitting = others.filter((unit) => job.units.some((planned) => isSameText(planned, unit)));
      const verdictsOfUnits = await Promise.all(fitting.map((unit) => verdictOf(folder, unit)));
      const isCertain = verdictsOfUnits.includes('same');
      const named = fitting.filter((unit) => job.units.some((planned) => namesUnit(folder, planned, unit)));
      const isUnknown = verdictsOfUnits.includes('unknown');
      const clones = isCertain || isUnknown ? [] : otherClones(folder, named, differentFrom);
      if (!isCertain && !isUnknown && clones.length === 0) continue;
      const rankOfUncertain = isUnknown ? 2 : 4;
      const rank = (isCertain ? 0 : rankOfUncertain) + (named.length > 0 ? 0 : 1);
      found.push({ order, isCertain, rank, clones });
    }
    found.sort((a, b) => a.rank - b.rank);
    if (found.length > 0)
      matches.push({
        job,
        orders: found.map(({ order }) => order),
        isCertain: found.some(({ isCertain }) => isCertain),
        ...present({
          otherClones: found.every(({ clones }) => clones.length > 0)
            ? distinctPairs(found.flatMap(({ clones }) => clones))
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
  return named.flatMap(({ folder: there }) =>
    there === undefined || differentFrom.some((pair) => isPairOf(pair, here, there))
      ? []
      : [{ here: folderNames(here), there: folderNames(there) }],
  );
}

/** Returns the keys of the strings of these targets that are on order elsewhere, as `findOnOrder` finds them. */
export async function keysOnOrder(
  context: OrderContext,
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
      // Another branch of the same message may not be on order.
      const open = new Set(keysOf((match) => match === undefined));
      const keys = new Set(keysOf((match) => match !== undefined).filter((key) => !open.has(key)));
      const fromOtherClone = keysOf((match) => match?.otherClones !== undefined).filter((key) => keys.has(key));
      return [target, { keys, fromOtherClone: new Set(fromOtherClone) }];
    }),
  );
}

/**
 * Whether an order that was placed elsewhere moments ago may be missing: the service lists a job only after it has left
 * the queue. That matters if jobs from elsewhere are known, or if this journal has no orders.
 */
export function mayMissRecentOrders({ ledger, simulated }: Pick<OrderContext, 'ledger' | 'simulated'>): boolean {
  return !simulated && (ledger.elsewhere.size > 0 || ledger.intents.size === 0);
}

/** Returns the plan without jobs that are on order elsewhere, whose strings become skipped for that reason. */
export function withoutOnOrder(plan: Plan, jobs: readonly PlannedJob[]): Plan {
  if (jobs.length === 0) return plan;
  const skipped = jobs.flatMap(({ units, title }) =>
    units.map((unit) => ({
      key: unit.key ?? title,
      locale: unit.locale,
      reason: 'on-order' as const,
      ...fileOfSkipped(plan, unit),
    })),
  );
  const removed = new Set(jobs.map(plannedJobId));
  return {
    ...plan,
    jobs: plan.jobs.filter((job) => !removed.has(plannedJobId(job))),
    skipped: [...plan.skipped, ...skipped],
  };
}

/**
 * Returns the plan with these jobs marked to be ordered, and paid for, although their text is on order. If they only
 * seem to be from another clone, that means that it is another project.
 */
export function orderedAgain(plan: Plan, matches: readonly OnOrderMatch[]): Plan {
  const byJob = new Map(matches.map((match) => [plannedJobId(match.job), match]));
  return {
    ...plan,
    jobs: plan.jobs.map((job) => {
      const match = byJob.get(plannedJobId(job));
      if (match === undefined) return job;
      const orderAgain = match.orders.map(({ name }) => name);
      return { ...job, orderAgain, ...present({ differentFrom: match.otherClones }) };
    }),
  };
}

/** Returns all texts on order except those that the plan already accounts for, grouped by translation. */
async function textsOnOrder(
  context: OrderContext,
  statusOf: StatusOf,
  except: ReadonlySet<string>,
): Promise<readonly OnOrder[]> {
  const own = ownTexts(context.ledger, statusOf, { knownFrom: 'journal', except });
  const known = new Set(own.map(({ name }) => name));
  const siblings = (await context.journal.siblings()).filter(
    (sibling) => siblingKind(context, sibling) !== 'other-account',
  );
  const fromSiblings = siblings.flatMap(({ ledger }) =>
    ownTexts(ledger, () => undefined, { knownFrom: 'sibling', simulated: context.simulated }),
  );
  const fromService = [...context.ledger.elsewhere.values()]
    .filter(({ jobId, status }) => !context.ledger.jobs.has(jobId) && !isSettled(status))
    .map(ofService);
  const isNew = ({ name }: OnOrder): boolean => !known.has(name) && !context.ledger.jobs.has(name);
  const others = [...fromSiblings, ...fromService].filter(isNew);
  // Another journal has more data about a job than the service returns.
  return [...own, ...new Map(others.toReversed().map((order) => [order.name, order])).values()].flatMap(byHash);
}

/** Splits an order by source text: the units of a branch may come from several messages. */
function byHash(order: OnOrder): readonly OnOrder[] {
  const groups = [...Map.groupBy(order.units, ({ sourceHash }) => sourceHash).values()];
  return groups.length <= 1 ? [order] : groups.map((units) => ({ ...order, units }));
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
    const named = units.map((unit) => toOnOrderUnit(unit, folders.get(unit.project)));
    if (units.length > 0) texts.push({ ...order, units: named });
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
      add(order, unitsWith(job.units, adoptions), foldersOf([intent], adoptions));
    }
  }
  for (const record of ledger.undeliveredJobs()) {
    const { jobId, origin, again, adoptions } = record;
    const first = 'recovered' in origin ? origin.recovered : origin.intent.intent;
    if ('id' in first && except?.has(first.id) === true) continue;
    if (simulated !== undefined && first.simulated !== simulated) continue;
    const status = record.closedAs ?? statusOf(jobId);
    if (status !== undefined && isSettled(status)) continue;
    const waiting = unitsOf(record).filter((unit) => ledger.deliveryOf(jobId, unit) === undefined);
    const folders = foldersOf([first, ...again.map(({ intent }) => intent.intent)], adoptions);
    const order = { name: jobId, knownFrom, at: first.at };
    add('recovered' in origin ? { ...order, isRecovered: true } : order, waiting, folders);
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

async function compareWith(
  context: OrderContext,
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
  return verdict === 'unknown' && path !== undefined && (await folderExists(path)) ? 'other' : verdict;
}

/** Returns the identities of the folders of a plan, by project. Rejects as `identityOf`. */
export async function foldersOfPlan(
  context: Pick<OrderContext, 'findProject'>,
  { jobs }: { readonly jobs: readonly OrderableJob[] },
): Promise<ReadonlyMap<string, FolderIdentity>> {
  const projects = [...new Set(jobs.map(projectOfJob))];
  return new Map(
    await Promise.all(projects.map(async (project) => [project, await identityOf(context, project)] as const)),
  );
}

/** Returns the identity of a project's folder. Rejects with OrderError 'no-project' if the folder is no longer open. */
export async function identityOf(
  { findProject }: Pick<OrderContext, 'findProject'>,
  project: string,
): Promise<FolderIdentity> {
  const found = findProject(project);
  if (found === undefined) throw new OrderError('no-project');
  return found.identity();
}

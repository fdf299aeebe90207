import { present } from '../../../base/present.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import type { Job } from '../../../service/interface/records.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { parseCustomData } from '../../journal/customData.ts';
import { toJournal, type EntryOf } from '../../journal/journalEntry.ts';
import { isFileJob } from '../reconcile/claimJob.ts';
import { foldersOfPlan, type OnOrder, type OnOrderMatch } from './onOrder.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { documentSizeOf, projectOfJob, type Plan, type PlannedJob } from '../../units/plan/plan.ts';

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
  context: OrderContext,
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
  { client }: OrderContext,
  matches: readonly OnOrderMatch[],
  options: CallOptions,
): Promise<ReadonlyMap<string, Job>> {
  const ids = new Set(
    matches.flatMap(({ orders }) =>
      orders.flatMap(({ name, knownFrom }) => (knownFrom === 'journal' || name.includes(':') ? [] : [name])),
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
  context: OrderContext,
  plan: Plan,
  { job, order, found, folder, at }: Candidate,
): EntryOf<'adopted' | 'recovered'> | undefined {
  const units = [...job.units];
  if (order.knownFrom === 'journal') {
    // A whole message and a branch of it may have the same source text, but not the same translation.
    const isBranch = units.some(({ branch }) => branch !== undefined);
    return order.units.every(({ branchHash }) => (branchHash !== undefined) === isBranch)
      ? { type: 'adopted', at, job: order.name, units, folder }
      : undefined;
  }
  if (found?.targetLanguage.toLowerCase() !== job.targetLanguage.toLowerCase()) return undefined;
  const textOfFile = isFileJob(found) ? job.protectedText : undefined;
  const protectedText = job.document === undefined ? protectedAsSent(job.protectedText, found.sourceText) : textOfFile;
  if (protectedText === undefined) return undefined;
  return {
    type: 'recovered',
    jobId: found.id,
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
      orderId: found.orderId,
      credits: found.credits,
      currency: found.currency,
      createdAt: found.createdAt,
      intent: parseCustomData(found.customData)?.intent,
    }),
  };
}

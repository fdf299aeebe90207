import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../service/interface/serviceError.ts';
import type { NewJob, NewOrder, PlacedOrder } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { accountSpending } from '../account/account.ts';
import { budgetProblem, budgetsOf, OverBudgetError } from '../account/budget.ts';
import { formatCustomData } from '../journal/customData.ts';
import { cutCalls, type NumberedJob, type OrderCall } from './cutCalls.ts';
import { hashPath, type FolderIdentity } from '../model/folderIdentity.ts';
import { hashText } from '../model/hash.ts';
import { unitsInFlight, unitsSince } from '../journal/inFlight.ts';
import { toJournal, type EntryOf, type IntentJob } from '../journal/journalEntry.ts';
import { isInFlight } from '../journal/ledger.ts';
import { findOnOrder, identityOf } from './onOrder.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import type { Plan, PlannedJob } from '../plan/plan.ts';
import { prepareToOrder } from '../reconcile/prepareToOrder.ts';
import { jobKey, wireJob, type Quote } from './quote.ts';
import { addCredits } from '../model/credits.ts';
import { findStaleJob } from './staleUnits.ts';

/** Differences of price below this are the rounding of the service's own figures. */
const creditTolerance = 0.005;

export type PlaceStop =
  /** The service said no to a call, or it was not sent (OrderError, or the journal cannot be written): nothing of that call was ordered. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Whether a call was carried out is not known; it is being looked up and never sent again by itself. */
  | { readonly kind: 'unclear'; readonly error: unknown }
  /** A call cost other than what was confirmed; the calls after it were not sent. */
  | { readonly kind: 'price-differs'; readonly expected: number; readonly charged: number }
  | { readonly kind: 'canceled' };

export interface PlaceResult {
  readonly placedJobs: number;
  readonly creditsUsed: number;
  /** Absent when everything was ordered. */
  readonly stopped?: PlaceStop;
  /** Jobs of the quote that were not sent. */
  readonly notSent: number;
}

export interface PlaceControl {
  readonly statusOf: (jobId: string) => string | undefined;
  readonly onProgress?: (sentJobs: number, totalJobs: number) => void;
  /** Asks to stop before the next call; a call under way is never cut, since that would leave its fate unknown. */
  readonly signal?: AbortSignal;
}

/**
 * Orders what was quoted and confirmed. Each call is journalled before it leaves and sent once, whatever happens.
 * Rejects, with nothing sent, with OrderError 'over-budget', 'in-flight', 'plan-stale', 'no-project', 'interrupted' or 'busy', with BudgetSettingError and
 * UnreadableFileError, and with ServiceError when the service cannot be asked what is on order. Whether the account's balance
 * suffices is for the service to decide: an account that is invoiced has none.
 */
export async function placeOrder(context: OrderContext, quote: Quote, control: PlaceControl): Promise<PlaceResult> {
  await prepareToOrder(context, signalOf(control));
  const folder = await identityOf(context, quote.plan.project);
  const callbackUrl = await context.callbackUrl?.();
  const total = quote.plan.jobs.length;
  let placedJobs = 0;
  let creditsUsed = 0;
  const calls = cutCalls(quote);
  for (const [index, { jobs, asGroup }] of calls.entries()) {
    const stop = (stopped: PlaceStop, sentJobs: number): PlaceResult => ({
      placedJobs,
      creditsUsed,
      stopped,
      notSent: total - sentJobs,
    });
    if (control.signal?.aborted === true || context.closing?.aborted === true)
      return stop({ kind: 'canceled' }, placedJobs);

    const call = prepareCall(context, quote, { jobs, asGroup, folder, callbackUrl });
    const remaining = calls.slice(index).flatMap((next) => next.jobs);
    let intent;
    try {
      intent = await announceCall(context, quote, call.intent, {
        ...control,
        jobs,
        isFirst: index === 0,
        remaining,
        creditsUsed,
      });
    } catch (error) {
      if (index === 0) throw error;
      return stop({ kind: 'refused', error }, placedJobs);
    }
    const outcome = await sendIntent(context, intent, call.order);
    if ('stopped' in outcome)
      return stop(outcome.stopped, outcome.stopped.kind === 'refused' ? placedJobs : placedJobs + jobs.length);

    placedJobs += jobs.length;
    creditsUsed = addCredits(creditsUsed, outcome.placed.creditsUsed);
    control.onProgress?.(placedJobs, total);
    if (Math.abs(outcome.placed.creditsUsed - intent.credits) > creditTolerance) {
      return stop({ kind: 'price-differs', expected: intent.credits, charged: outcome.placed.creditsUsed }, placedJobs);
    }
  }
  return { placedJobs, creditsUsed, notSent: 0 };
}

function signalOf({ signal }: PlaceControl): CallOptions {
  return signal === undefined ? {} : { signal };
}

/** One call: what is journalled of it, and what is sent. */
function prepareCall(
  context: OrderContext,
  quote: Quote,
  {
    jobs: ordered,
    asGroup,
    folder,
    callbackUrl,
  }: OrderCall & { readonly folder: FolderIdentity; readonly callbackUrl: string | undefined },
): { readonly intent: EntryOf<'intent'>; readonly order: NewOrder } {
  const { plan, options } = quote;
  const id = randomBytes(6).toString('hex');
  const jobs = ordered.map(({ job, number }): IntentJob => ({
    number,
    title: job.title,
    sourceHash: job.units[0]?.sourceHash ?? '',
    protectedText: toJournal(job.protectedText),
    targetLocale: job.targetLocale,
    targetLanguage: job.targetLanguage,
    units: [...job.units],
    credits: job.price.credits,
    unitCount: job.price.unitCount,
    ...(job.maxChars === undefined ? {} : { maxChars: job.maxChars }),
    ...(job.document === undefined ? {} : { document: { name: job.document.name, size: job.document.content.length } }),
  }));
  const intent: EntryOf<'intent'> = {
    type: 'intent',
    id,
    at: context.clock.now(),
    project: plan.project,
    sourceLocale: plan.sourceLocale,
    sourceLanguage: plan.sourceLanguage,
    tier: options.tier,
    autoApprove: options.autoApprove,
    simulated: context.simulated,
    credits: jobs.reduce((sum, job) => addCredits(sum, job.credits), 0),
    folder,
    jobs,
    ...(options.comment === undefined ? {} : { comment: options.comment }),
    ...(quote.currency === undefined ? {} : { currency: quote.currency }),
  };
  const wire = ordered.map(({ job, number }, index): NewJob => ({
    ...wireJob(quote, job, number, customDataOf(plan, job, { intent: id, number, folder })),
    // The translator of a group sees its jobs in this order.
    ...(asGroup ? { position: index + 1 } : {}),
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
  }));
  return { intent, order: { jobs: wire, ...(asGroup ? { asGroup } : {}) } };
}

function customDataOf(
  plan: Plan,
  job: PlannedJob,
  { intent, number, folder }: { readonly intent: string; readonly number: number; readonly folder: FolderIdentity },
): string {
  const [unit] = job.units;
  return formatCustomData({
    project: plan.project,
    intent,
    number,
    sourceHash: unit?.sourceHash ?? '',
    locale: job.targetLocale,
    remotes: folder.remotes,
    // Without a remote the path is one of this machine, and says nothing elsewhere.
    ...(unit === undefined || folder.remotes.length === 0 ? {} : { pathHash: hashPath(folder, unit.file) }),
    ...(unit === undefined ? {} : { file: unit.file }),
    ...(unit?.key === undefined ? {} : { key: unit.key }),
    ...(unit?.branch === undefined ? {} : { branchHash: hashText(unit.branch) }),
  });
}

interface CallStart extends PlaceControl {
  readonly jobs: readonly NumberedJob[];
  readonly isFirst: boolean;
  /** The jobs of this call and of those after it. */
  readonly remaining: readonly NumberedJob[];
  /** What the calls before it have cost. */
  readonly creditsUsed: number;
}

/**
 * Journals a call before it is sent, if nothing speaks against it. Returns the intent as journaled. Throws when the call must not be sent.
 *
 * The lock is held for this alone and not while the request is on its way, which may be for minutes. These four steps
 * make sure that no two processes order the same or spend the same budget, even if one of them is suspended in between
 * and another one takes its lock over:
 * 1. The journal is read to its end, and the units, the plan, and the budgets are checked.
 * 2. The intent is appended and forced onto the disk. From then on, everybody who reads the journal finds its units in
 *    flight and its credits spent.
 * 3. Whatever others have appended since step 1 has been read with the append. If that is anything, step 1 is repeated
 *    without the own intent. Of two processes that are in here at once, both append before they read, so at least one
 *    sees the other's intent and gives up. This holds for any suspension, with or without a lock.
 * 4. The lock is verified. If it was lost, or may have been, the intent is journaled as unsent and nothing is sent.
 * A process that is suspended after step 4 may send at any time later. Until it has journaled the outcome, its intent
 * is open, so its units stay in flight and its credits count; only the user can end that, see `sendIntent`.
 * An intent that is journaled as unsent has never been sent, since that entry is only written before the request; the
 * ledger lets it change nothing about an order that was found at the service.
 */
async function announceCall(
  context: OrderContext,
  quote: Quote,
  draft: EntryOf<'intent'>,
  start: CallStart,
): Promise<EntryOf<'intent'>> {
  const { ledger, journal, clock } = context;
  const { plan } = quote;
  // The first call finds out about the whole order, so that it is placed as a whole or not at all.
  const jobs = start.isFirst ? plan.jobs : start.jobs.map(({ job }) => job);
  return journal.exclusively(async (lock) => {
    await refuseChangedFiles(context, jobs);
    const checkedAt = ledger.version;
    const check = (except?: string): void => {
      refuseUnitsInFlight(context, jobs, start.statusOf, except);
      refuseUnitsSince(context, plan, jobs, except);
    };
    // These read the account's other journals, too, whose windows do not share this lock.
    const checkAccount = async (except?: string): Promise<void> => {
      await refuseOnOrder(context, { ...plan, jobs }, start.statusOf, except);
      await refuseOverBudget(context, start, quote.currency, except);
    };
    check();
    await checkAccount();
    await journal.markWatched(true);
    // The time of the order: waiting for the lock may have taken long, and a day with its budget may have ended.
    const intent = { ...draft, at: clock.now() };
    const again = start.jobs.flatMap(({ job: { orderAgain = [] } }) => orderAgain);
    const entries = [
      ...(again.length === 0 ? [] : [{ type: 'released', at: intent.at, jobs: again } as const]),
      intent,
    ];
    try {
      await journal.append(...entries);
      if (ledger.version !== checkedAt + entries.length) check(intent.id);
      await checkAccount(intent.id);
      await lock.verify();
      return intent;
    } catch (error) {
      await journalUnsent(context, intent, error);
      throw error;
    }
  });
}

/** Journals that a call was not sent. Never rejects: an intent that stays open keeps its units from being ordered, which is safe. */
async function journalUnsent(
  { journal, clock, log }: OrderContext,
  { id }: EntryOf<'intent'>,
  why: unknown,
): Promise<void> {
  try {
    await journal.append({
      type: 'unsent',
      intent: id,
      at: clock.now(),
      reason: why instanceof OrderError ? why.reason : why instanceof Error ? why.name : typeof why,
    });
  } catch (error) {
    log(
      `The order ${id} was not sent, which could not be journaled: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Throws when one of the jobs' units is ordered already. The intent `except` does not count. */
function refuseUnitsInFlight(
  { ledger }: OrderContext,
  jobs: readonly Pick<PlannedJob, 'title' | 'units'>[],
  statusOf: PlaceControl['statusOf'],
  except?: string,
): void {
  refuseUnitsOf(unitsInFlight(ledger, statusOf, except), jobs, 'in-flight');
}

/** Throws when one of the jobs' units was ordered or delivered after the plan was made, even if nothing of that is in flight any more. */
function refuseUnitsSince(
  { ledger }: OrderContext,
  { until }: Plan,
  jobs: readonly PlannedJob[],
  except?: string,
): void {
  if (until !== undefined) refuseUnitsOf(unitsSince(ledger, until, except), jobs, 'plan-stale');
}

function refuseUnitsOf(
  identities: ReadonlySet<string>,
  jobs: readonly Pick<PlannedJob, 'title' | 'units'>[],
  reason: 'in-flight' | 'plan-stale',
): void {
  const taken = jobs.find((job) => job.units.some((unit) => isInFlight(identities, unit)));
  if (taken !== undefined) throw new OrderError(reason, taken.title);
}

/** Throws when a file is not what was planned: it may have been translated since, or its text may be another one. */
async function refuseChangedFiles(context: OrderContext, jobs: readonly PlannedJob[]): Promise<void> {
  const stale = await findStaleJob(context, jobs);
  if (stale !== undefined) throw new OrderError('plan-stale', stale.title);
}

/** Throws when one of the jobs' texts is on order from elsewhere, and the user has not said that it is to be ordered again. */
async function refuseOnOrder(
  context: OrderContext,
  plan: Plan,
  statusOf: PlaceControl['statusOf'],
  except?: string,
): Promise<void> {
  const [match] = await findOnOrder(context, plan, statusOf, except);
  if (match !== undefined) throw new OrderError('in-flight', match.job.title);
}

/** Throws when a budget does not allow the remaining jobs of the order in addition to all that any window has sent. The intent `except` does not count. */
async function refuseOverBudget(
  context: OrderContext,
  { remaining, creditsUsed }: Pick<CallStart, 'remaining' | 'creditsUsed'>,
  currency: string | undefined,
  except?: string,
): Promise<void> {
  const price = remaining.reduce((sum, { job }) => addCredits(sum, job.price.credits), 0);
  const problem = budgetProblem(
    budgetsOf(context),
    { ...(await accountSpending(context, except)), order: creditsUsed },
    price,
  );
  if (problem !== undefined) throw new OverBudgetError(problem, currency);
}

/**
 * Makes sure that a call is still to be sent when its turn has come, which may be long after it was announced: by then
 * the user may have allowed its units to be ordered again.
 */
async function confirmIntent({ journal, ledger }: OrderContext, { id }: EntryOf<'intent'>): Promise<void> {
  await journal.sync();
  const state = ledger.intents.get(id);
  if (state?.outcome !== 'open' || state.isReorderingAllowed) throw new OrderError('interrupted');
}

/** Sends a call once. Never rejects: an answer that cannot even be journalled is looked up later like one that never came. */
async function sendIntent(
  context: OrderContext,
  intent: EntryOf<'intent'>,
  order: NewOrder,
): Promise<{ readonly placed: PlacedOrder } | { readonly stopped: PlaceStop }> {
  const { client, journal, clock, log } = context;
  const at = (): { readonly intent: string; readonly at: number } => ({ intent: intent.id, at: clock.now() });
  try {
    let placed: PlacedOrder;
    try {
      placed = await client.orders.place(order, { confirm: () => confirmIntent(context, intent) });
    } catch (error) {
      if (error instanceof ServiceError && error.outcome === 'not-sent' && error.cause instanceof OrderError) {
        await journalUnsent(context, intent, error.cause);
        return { stopped: { kind: 'refused', error: error.cause } };
      }
      if (error instanceof ServiceError && error.outcome !== 'unknown') {
        await journal.append({ type: 'refused', ...at(), reason: error.reason, message: error.message });
        return { stopped: { kind: 'refused', error } };
      }
      await journal.append({
        type: 'unclear',
        ...at(),
        reason: error instanceof ServiceError ? error.reason : 'internal',
      });
      return { stopped: { kind: 'unclear', error } };
    }

    const known = intent.jobs.flatMap(({ number }) => {
      const jobsOfText = placed.knownJobs.get(jobKey(number)) ?? [];
      const found =
        jobsOfText.findLast((job) => job.translatedText !== undefined || job.file?.ready === true) ?? jobsOfText.at(-1);
      return found === undefined ? [] : [{ number, jobId: found.id }];
    });
    if (placed.orderId === undefined && known.length < intent.jobs.length) {
      // An answer that names neither an order nor every job proves nothing.
      await journal.append({ type: 'unclear', ...at(), reason: 'no-order-id' });
      return { stopped: { kind: 'unclear', error: undefined } };
    }
    await journal.append({
      type: 'placed',
      ...at(),
      creditsUsed: placed.creditsUsed,
      known,
      ...(placed.orderId === undefined ? {} : { orderId: placed.orderId }),
    });
    return { placed };
  } catch (error) {
    log(
      `What became of the order ${intent.id} could not be journalled: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { stopped: { kind: 'unclear', error } };
  }
}

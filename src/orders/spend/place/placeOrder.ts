import { randomBytes } from 'node:crypto';
import { errorKind, errorMessage } from '../../../base/errorMessage.ts';
import { present } from '../../../base/present.ts';
import { ServiceError } from '../../../service/interface/serviceError.ts';
import type { NewJob, NewOrder, PlacedOrder } from '../../../service/interface/records.ts';

import { readOrderLimits } from '../../journal/account/orderLimits.ts';
import { cutCalls, type NumberedJob, type OrderCall } from '../../model/order/cutCalls.ts';
import { distinctPairs, type FolderIdentity } from '../../model/folderIdentity.ts';
import { unitsInFlight, unitsSince } from '../../journal/unitsInFlight.ts';
import { toJournal, type EntryOf, type IntentJob } from '../../journal/journalEntry.ts';
import { jobCustomData } from './jobCustomData.ts';
import { findOnOrder, foldersOfPlan } from './findOnOrder.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { OrderError } from '../../model/orderError.ts';
import { isFinished, type OrderedOptions } from '../../model/trackedJob.ts';
import { prepareToOrder } from '../reconcile/prepareToOrder.ts';
import { newJob } from './quotePlan.ts';
import { addCredits } from '../../model/addCredits.ts';
import { seenJobs } from './seenJobs.ts';
import { findStaleJob } from './findStaleJob.ts';
import { addToLocale, type CreditsByLocale } from '../../model/limits/budget.ts';
import { isInFlight } from '../../model/plan/planHistory.ts';
import { documentSizeOf, sourceLanguageOfJob, type PlannedJob } from '../../model/plan/plan.ts';
import { jobKey, type Quote, type OrderOptions } from '../../model/order/quote.ts';

/** In credits. Smaller differences in price are rounding errors of the service. */
const creditTolerance = 0.005;

/** Why an order ended before all of its calls were sent and confirmed. An order is sent as one or several calls. */
export type OrderStop =
  /** The service refused a call, or the call was not sent. Nothing of that call was ordered. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** No response arrived, so the order may have gone through. It is looked up and never resent automatically. */
  | { readonly kind: 'unconfirmed'; readonly error: unknown }
  /** The price of a call differs from the confirmed price; the calls after it were not sent. */
  | { readonly kind: 'price-differs'; readonly expected: number; readonly charged: number }
  | { readonly kind: 'canceled' };

export interface PlaceResult {
  readonly placedJobs: number;
  readonly creditsUsed: number;
  /** Absent if everything was ordered. */
  readonly stopped?: OrderStop;
  /** How many jobs of the quote were not sent. */
  readonly notSent: number;
  /** These jobs, in the order of their calls; absent if everything was ordered. */
  readonly notSentJobs?: readonly PlannedJob[];
}

export interface PlaceControl {
  readonly statusOf: (jobId: string) => string | undefined;
  readonly onProgress?: (sentJobs: number, totalJobs: number) => void;
  /** Stops the order before the next call. A running request is never aborted, since its outcome would be unknown. */
  readonly signal?: AbortSignal;
}

/**
 * Places the quoted and confirmed order. Each call is journaled before it is sent, and sent at most once. Rejects, with
 * nothing sent, with OrderError 'over-budget', 'not-allowed', 'in-flight', 'plan-stale', 'no-project', 'interrupted' or
 * 'busy', with BudgetSettingError or PolicySettingError, with UnreadableFileError, and with ServiceError if the service
 * cannot list what is on order. The account balance is not checked, because the service does that, and invoiced
 * accounts have no balance.
 */
export async function placeOrder(context: OrderContext, quote: Quote, control: PlaceControl): Promise<PlaceResult> {
  await prepareToOrder(context, present({ signal: control.signal }));
  const folders = await foldersOfPlan(context, quote.plan);
  const callbackUrl = await context.callbackUrl?.();
  const jobCount = quote.plan.jobs.length;
  let placedJobs = 0;
  let creditsUsed = 0;
  const spentByLocale = new Map<string, number>();
  const calls = cutCalls(quote);
  const placedIntents = new Set<string>();
  for (const [index, orderCall] of calls.entries()) {
    const { project, jobs } = orderCall;
    const remainingJobs = calls.slice(index).flatMap((remainingCall) => remainingCall.jobs);
    const stop = (stopped: OrderStop, isCallSent: boolean): PlaceResult => {
      const notSentJobs = remainingJobs.slice(isCallSent ? jobs.length : 0).map(({ job }) => job);
      return { placedJobs, creditsUsed, stopped, notSent: notSentJobs.length, notSentJobs };
    };
    if (control.signal?.aborted === true || context.closing?.aborted === true) return stop({ kind: 'canceled' }, false);

    const folder = folders.get(project);
    if (folder === undefined) throw new OrderError('no-project');
    const call = prepareCall(context, quote, { ...orderCall, folder, callbackUrl });
    let intent;
    try {
      intent = await journalCall(context, quote, call.intent, {
        ...control,
        jobs,
        isFirst: index === 0,
        remainingJobs,
        spentByLocale,
        placedIntents,
      });
    } catch (error) {
      if (index === 0) throw error;
      return stop({ kind: 'refused', error }, false);
    }
    placedIntents.add(intent.id);
    const reusedJobIds = new Map(jobs.map(({ job, number }) => [number, job.reusedJob]));
    // A window that closes waits until the outcome is journaled.
    const outcome = await context.journal.track(sendIntent(context, intent, call.order, reusedJobIds));
    // Of a refused call, nothing was ordered: its jobs count as not sent.
    if ('stopped' in outcome) return stop(outcome.stopped, outcome.stopped.kind !== 'refused');

    const charged = outcome.placed.creditsUsed;
    placedJobs += jobs.length;
    creditsUsed = addCredits(creditsUsed, charged);
    // All jobs of a call are into one locale. Its cost is the confirmed price, or the charged one if that is higher.
    addToLocale(spentByLocale, jobs[0]?.job.targetLocale ?? '', Math.max(intent.credits, charged));
    control.onProgress?.(placedJobs, jobCount);
    if (Math.abs(charged - intent.credits) > creditTolerance)
      return stop({ kind: 'price-differs', expected: intent.credits, charged }, true);
  }
  return { placedJobs, creditsUsed, notSent: 0 };
}

interface CallInputs extends OrderCall {
  readonly folder: FolderIdentity;
  readonly callbackUrl: string | undefined;
}

/** Returns the journal entry and the request of one call. */
function prepareCall(
  context: OrderContext,
  quote: Quote,
  { project, jobs: numberedJobs, asGroup, folder, callbackUrl }: CallInputs,
): { readonly intent: EntryOf<'intent'>; readonly order: NewOrder } {
  const { plan, options } = quote;
  const id = randomBytes(6).toString('hex');
  const jobs = numberedJobs.map(({ job, number }): IntentJob => ({
    number,
    title: job.title,
    sourceHash: job.units[0]?.sourceHash ?? '',
    protectedText: toJournal(job.protectedText),
    targetLocale: job.targetLocale,
    targetLanguage: job.targetLanguage,
    units: [...job.units],
    credits: job.price.credits,
    unitCount: job.price.unitCount,
    ...present({ maxChars: job.maxChars, document: job.document && documentSizeOf(job.document) }),
  }));
  const [firstJob] = numberedJobs;
  const intent: EntryOf<'intent'> = {
    type: 'intent',
    id,
    at: context.clock.now(),
    project,
    sourceLocale: plan.sourceLocale,
    // All jobs of a call are into one locale.
    sourceLanguage: firstJob === undefined ? plan.sourceLanguage : sourceLanguageOfJob(plan, firstJob.job),
    tier: options.tier,
    autoApprove: options.autoApprove,
    simulated: context.simulated,
    credits: jobs.reduce((sum, job) => addCredits(sum, job.credits), 0),
    folder,
    jobs,
    ...present({ comment: options.comment, currency: quote.currency, options: journaledOptions(options, asGroup) }),
  };
  const newJobs = numberedJobs.map(({ job, number }, index): NewJob => ({
    ...newJob(quote, job, number, jobCustomData(job, { project, intent: id, number, folder })),
    // The translator of a group sees its jobs in this order.
    ...present({ position: asGroup ? index + 1 : undefined, callbackUrl }),
  }));
  const orderOptions = present({ asGroup: asGroup ? true : undefined, referenceId: options.referenceId });
  return { intent, order: { jobs: newJobs, ...orderOptions } };
}

/** Returns the options that an order has in the journal; undefined if it has none of them. */
function journaledOptions(options: OrderOptions, asGroup: boolean): OrderedOptions | undefined {
  const { edit, usePreferred, purpose, tone, glossaryId, referenceId, attachments = [] } = options;
  const chosenOptions = present({
    purpose,
    tone,
    glossaryId,
    referenceId,
    edit: edit === true ? true : undefined,
    usePreferred: usePreferred === true ? true : undefined,
    asGroup: asGroup ? true : undefined,
    attachments: attachments.length === 0 ? undefined : attachments.map(({ filename }) => filename),
  });
  return Object.keys(chosenOptions).length === 0 ? undefined : chosenOptions;
}

/** A call that is about to be sent, and what was sent before it. */
interface PendingCall extends PlaceControl {
  readonly jobs: readonly NumberedJob[];
  /** Whether this is the order's first call. */
  readonly isFirst: boolean;
  /** The jobs of this call and of the following ones. */
  readonly remainingJobs: readonly NumberedJob[];
  /** The cost of the previous calls. */
  readonly spentByLocale: CreditsByLocale;
  /** The intents of the previous calls. Another folder may have the same text, which the user ordered for both. */
  readonly placedIntents: ReadonlySet<string>;
}

/**
 * Checks a call and journals it before it is sent. Returns the intent as journaled. Throws if it must not be sent.
 *
 * The lock is only held during these steps, not during the request, which may take minutes. They make sure that no two
 * processes order the same units or spend the same budget, even if one of them is suspended in between and another one
 * takes over its lock:
 * 1. The journal is read to its end, and the units, the plan and the limits are checked.
 * 2. The intent is appended and flushed to disk. From then on, every process that reads the journal finds its units in
 *    flight and its credits spent.
 * 3. The append also reads the entries that other processes have appended since step 1. If there are any, step 1 is
 *    repeated, excluding this intent. If two processes do this at the same time, both append before they read, so at
 *    least one of them sees the other's intent and gives up. This holds for any suspension, with or without a lock.
 * 4. The lock is verified. If it was or may have been lost, the intent is journaled as unsent and nothing is sent.
 *
 * A process that is suspended after step 4 may send the call at any later time. Until it has journaled the outcome, its
 * intent is open, so its units stay in flight and its credits count; only the user can end that (see `confirmIntent`).
 * An intent that is journaled as unsent was never sent, since that entry is only written before the request. The ledger
 * ignores it for an order that was found at the service.
 */
async function journalCall(
  context: OrderContext,
  quote: Quote,
  draft: EntryOf<'intent'>,
  call: PendingCall,
): Promise<EntryOf<'intent'>> {
  const { ledger, journal, clock } = context;
  const { plan } = quote;
  // The first call checks the whole order, so that it is placed as a whole or not at all.
  const jobs = call.isFirst ? plan.jobs : call.jobs.map(({ job }) => job);
  return journal.exclusively(async (lock) => {
    // The source text may differ from that of the plan, or it may be translated already.
    const staleJob = await findStaleJob(context, jobs);
    if (staleJob !== undefined) throw new OrderError('plan-stale', staleJob.title);
    const checkedVersion = ledger.version;
    // The intent `except` is the one of this call, once it is journaled. It must not refuse itself.
    const checkJournal = (except?: string): void => {
      refuseUnitsOf(unitsInFlight(ledger, call.statusOf, except), jobs, 'in-flight');
      // Units that were ordered or delivered after the plan was made, even if they are no longer in flight.
      if (plan.until !== undefined) refuseUnitsOf(unitsSince(ledger, plan.until, except), jobs, 'plan-stale');
    };
    // These checks also read the account's other journals, whose windows do not share this lock.
    const checkAccount = async (except?: string): Promise<void> => {
      const intentsOfOrder = except === undefined ? call.placedIntents : new Set([...call.placedIntents, except]);
      const [match] = await findOnOrder(context, { ...plan, jobs }, call.statusOf, intentsOfOrder);
      if (match !== undefined) throw new OrderError('in-flight', match.job.title);
      await refuseOverLimits(context, call, quote, except);
    };
    checkJournal();
    await checkAccount();
    await journal.markWatched(true);
    // The time of the order. The wait for the lock may have been long, and each day has its own budget.
    const intent = { ...draft, at: clock.now() };
    const entries = [...releasedBy(call.jobs, intent.at), intent];
    try {
      await journal.append(...entries);
      // Each entry adds 1 to the version, so a higher version shows entries of another process.
      const hasOtherEntries = ledger.version !== checkedVersion + entries.length;
      if (hasOtherEntries) checkJournal(intent.id);
      await checkAccount(intent.id);
      await lock.verify();
      return intent;
    } catch (error) {
      await journalUnsent(context, intent, error);
      throw error;
    }
  });
}

/** Returns the entry with the user's decisions about strings that are on order elsewhere, if there are any. */
function releasedBy(jobs: readonly NumberedJob[], at: number): readonly EntryOf<'released'>[] {
  const releasedJobs = jobs.flatMap(({ job: { orderAgain = [] } }) => orderAgain);
  if (releasedJobs.length === 0) return [];
  const pairs = distinctPairs(jobs.flatMap(({ job: { differentFrom = [] } }) => differentFrom));
  const different = pairs.length === 0 ? undefined : [...pairs];
  return [{ type: 'released', at, jobs: releasedJobs, ...present({ different }) }];
}

/** Journals that a call was not sent. Never rejects: if this fails, the intent stays open and blocks its units. */
async function journalUnsent(
  { journal, clock, log }: OrderContext,
  { id }: EntryOf<'intent'>,
  cause: unknown,
): Promise<void> {
  const reason = cause instanceof OrderError ? cause.reason : errorKind(cause);
  try {
    await journal.append({ type: 'unsent', intent: id, at: clock.now(), reason });
  } catch (error) {
    log(`The order ${id} was not sent, which could not be journaled: ${errorMessage(error)}`);
  }
}

/** Throws if one of the jobs has one of these units, which are given by their identities in flight. */
function refuseUnitsOf(
  identities: ReadonlySet<string>,
  jobs: readonly PlannedJob[],
  reason: 'in-flight' | 'plan-stale',
): void {
  const unavailableJob = jobs.find((job) => job.units.some((unit) => isInFlight(identities, unit)));
  if (unavailableJob !== undefined) throw new OrderError(reason, unavailableJob.title);
}

/**
 * Throws if a policy forbids the remaining jobs, or if they and everything that any window has ordered exceed a limit.
 * The intent `except` does not count.
 */
async function refuseOverLimits(
  context: OrderContext,
  { remainingJobs, spentByLocale: spent }: PendingCall,
  { options: { tier }, currency }: Quote,
  except?: string,
): Promise<void> {
  const jobs = remainingJobs.map(({ job }) => job);
  const { error } = await readOrderLimits(context, { jobs, tier, spent, ...present({ currency }) }, except);
  if (error !== undefined) throw error;
}

/**
 * Throws if a call must no longer be sent when it is its turn, which may be long after it was journaled: since then,
 * the user may have allowed its units to be reordered.
 */
async function confirmIntent({ journal, ledger }: OrderContext, { id }: EntryOf<'intent'>): Promise<void> {
  await journal.sync();
  const state = ledger.intents.get(id);
  if (state?.outcome !== 'open' || state.isReorderingAllowed) throw new OrderError('interrupted');
}

/**
 * Sends a call once. Never rejects: if the response cannot be journaled, the order is looked up later, as if it had not
 * arrived. `reusedJobIds`: by job number, the id of the earlier job whose translation the user wants to reuse.
 */
async function sendIntent(
  context: OrderContext,
  intent: EntryOf<'intent'>,
  order: NewOrder,
  reusedJobIds: ReadonlyMap<number, string | undefined>,
): Promise<{ readonly placed: PlacedOrder } | { readonly stopped: OrderStop }> {
  const { client, journal, clock, log } = context;
  const intentAndTime = () => ({ intent: intent.id, at: clock.now() });
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
        await journal.append({ type: 'refused', ...intentAndTime(), reason: error.reason, message: error.message });
        return { stopped: { kind: 'refused', error } };
      }
      await journal.append({
        type: 'unclear',
        ...intentAndTime(),
        reason: error instanceof ServiceError ? error.reason : 'internal',
      });
      return { stopped: { kind: 'unconfirmed', error } };
    }

    // For a text that was ordered before, the service returns the earlier jobs: the latest translation is used.
    const wasSeen = await seenJobs(context);
    const earlierJobs = intent.jobs.flatMap(({ number }) => {
      const jobsOfText = placed.knownJobs.get(jobKey(number)) ?? [];
      const latestReady = jobsOfText.findLast((job) => job.translatedText !== undefined || job.file?.ready === true);
      const earlierJob = latestReady ?? jobsOfText.at(-1);
      if (earlierJob === undefined) return [];
      const isUnseen = isFinished(earlierJob) && earlierJob.id !== reusedJobIds.get(number) && !wasSeen(earlierJob);
      return [{ number, jobId: earlierJob.id, ...present({ unseen: isUnseen ? (true as const) : undefined }) }];
    });
    if (placed.orderId === undefined && earlierJobs.length < intent.jobs.length) {
      // A response without an order id and without every job does not prove that anything was ordered.
      await journal.append({ type: 'unclear', ...intentAndTime(), reason: 'no-order-id' });
      return { stopped: { kind: 'unconfirmed', error: undefined } };
    }
    await journal.append({
      type: 'placed',
      ...intentAndTime(),
      creditsUsed: placed.creditsUsed,
      known: earlierJobs,
      ...present({ orderId: placed.orderId }),
    });
    return { placed };
  } catch (error) {
    log(`The outcome of the order ${intent.id} could not be journaled: ${errorMessage(error)}`);
    return { stopped: { kind: 'unconfirmed', error } };
  }
}

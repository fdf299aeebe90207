import { randomBytes } from 'node:crypto';
import { ServiceError } from '../service/serviceError.ts';
import type { NewJob, PlacedOrder } from '../service/records.ts';
import { budgetProblem, budgetsOf, OverBudgetError, spendingAt } from './budget.ts';
import { formatCustomData } from './customData.ts';
import { hashText } from './hash.ts';
import { unitsInFlight } from './inFlight.ts';
import { toJournal, type EntryOf, type IntentJob } from './journalEntry.ts';
import { isInFlight } from './ledger.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import type { Plan, PlannedJob } from './plan.ts';
import { addCredits, jobKey, wireJob, type Quote } from './quote.ts';

/** The most jobs in one call. Larger orders are cut into several. */
const jobsPerCall = 50;

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
 * Rejects, with nothing sent, with OrderError 'over-budget', 'in-flight' or 'busy', and with BudgetSettingError. Whether the
 * account's balance suffices is for the service to decide: an account that is invoiced has none.
 */
export async function placeOrder(context: OrderContext, quote: Quote, control: PlaceControl): Promise<PlaceResult> {
  const callbackUrl = await context.callbackUrl?.();
  const total = quote.plan.jobs.length;
  let placedJobs = 0;
  let creditsUsed = 0;
  for (let first = 0; first < total; first += jobsPerCall) {
    const last = Math.min(first + jobsPerCall, total);
    const stop = (stopped: PlaceStop, unsentFrom: number): PlaceResult => ({ placedJobs, creditsUsed, stopped, notSent: total - unsentFrom });
    if (control.signal?.aborted === true || context.closing?.aborted === true) return stop({ kind: 'canceled' }, first);

    const { intent, jobs } = prepareCall(context, quote, { first, last, callbackUrl });
    try {
      // Written to the disk while no other window can, or two of them could order the same, or spend a budget twice.
      await context.journal.exclusively(async () => {
        refuseUnitsInFlight(context, first === 0 ? quote.plan.jobs : intent.jobs, control.statusOf);
        refuseOverBudget(context, quote, { first, creditsUsed });
        await context.journal.markWatched(true);
        await context.journal.append(intent);
      });
    } catch (error) {
      if (first === 0) throw error;
      return stop({ kind: 'refused', error }, first);
    }
    const outcome = await sendIntent(context, intent, jobs);
    if ('stopped' in outcome) return stop(outcome.stopped, outcome.stopped.kind === 'refused' ? first : last);

    placedJobs += last - first;
    creditsUsed = addCredits(creditsUsed, outcome.placed.creditsUsed);
    control.onProgress?.(placedJobs, total);
    if (Math.abs(outcome.placed.creditsUsed - intent.credits) > creditTolerance) {
      return stop({ kind: 'price-differs', expected: intent.credits, charged: outcome.placed.creditsUsed }, last);
    }
  }
  return { placedJobs, creditsUsed, notSent: 0 };
}

/** One call: what is journalled of it, and what is sent. */
function prepareCall(
  context: OrderContext,
  quote: Quote,
  { first, last, callbackUrl }: { readonly first: number; readonly last: number; readonly callbackUrl: string | undefined },
): { readonly intent: EntryOf<'intent'>; readonly jobs: readonly NewJob[] } {
  const { plan, options } = quote;
  const id = randomBytes(6).toString('hex');
  const planned = plan.jobs.slice(first, last).map((job, index) => ({ job, number: first + index + 1, price: quote.jobs[first + index] }));
  const jobs = planned.map(
    ({ job, number, price }): IntentJob => ({
      number,
      title: job.title,
      sourceHash: job.units[0]?.sourceHash ?? '',
      protectedText: toJournal(job.protectedText),
      targetLocale: job.targetLocale,
      targetLanguage: job.targetLanguage,
      units: [...job.units],
      credits: price?.credits ?? 0,
      unitCount: price?.unitCount ?? 0,
      ...(job.maxChars === undefined ? {} : { maxChars: job.maxChars }),
      ...(job.document === undefined ? {} : { document: { name: job.document.name, size: job.document.content.length } }),
    }),
  );
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
    jobs,
    ...(options.comment === undefined ? {} : { comment: options.comment }),
    ...(quote.currency === undefined ? {} : { currency: quote.currency }),
  };
  const wire = planned.map(({ job, number, price }) => wireJob(plan, job, number, options, price, customDataOf(plan, job, id, number)));
  return { intent, jobs: callbackUrl === undefined ? wire : wire.map((job) => ({ ...job, callbackUrl })) };
}

function customDataOf(plan: Plan, job: PlannedJob, intent: string, number: number): string {
  const [unit] = job.units;
  return formatCustomData({
    project: plan.project,
    intent,
    number,
    sourceHash: unit?.sourceHash ?? '',
    locale: job.targetLocale,
    ...(unit === undefined ? {} : { file: unit.file }),
    ...(unit?.key === undefined ? {} : { key: unit.key }),
    ...(unit?.branch === undefined ? {} : { branchHash: hashText(unit.branch) }),
  });
}

/** Throws when one of the jobs' units is ordered already. */
function refuseUnitsInFlight({ ledger }: OrderContext, jobs: readonly Pick<PlannedJob, 'title' | 'units'>[], statusOf: PlaceControl['statusOf']): void {
  const inFlight = unitsInFlight(ledger, statusOf);
  const taken = jobs.find((job) => job.units.some((unit) => isInFlight(inFlight, unit)));
  if (taken !== undefined) throw new OrderError('in-flight', taken.title);
}

/** Throws when a budget does not allow what is left of the order, from its job `first` on, beside all that any window has sent. */
function refuseOverBudget(context: OrderContext, { jobs, currency }: Quote, { first, creditsUsed }: { readonly first: number; readonly creditsUsed: number }): void {
  const price = jobs.slice(first).reduce((sum, { credits }) => addCredits(sum, credits), 0);
  const problem = budgetProblem(budgetsOf(context), { ...spendingAt(context.ledger, context.clock.now()), order: creditsUsed }, price);
  if (problem !== undefined) throw new OverBudgetError(problem, currency);
}

/** Sends a call once. Never rejects: an answer that cannot even be journalled is looked up later like one that never came. */
async function sendIntent(context: OrderContext, intent: EntryOf<'intent'>, jobs: readonly NewJob[]): Promise<{ readonly placed: PlacedOrder } | { readonly stopped: PlaceStop }> {
  const { client, journal, clock, log } = context;
  const at = (): { readonly intent: string; readonly at: number } => ({ intent: intent.id, at: clock.now() });
  try {
    let placed: PlacedOrder;
    try {
      placed = await client.orders.place({ jobs });
    } catch (error) {
      if (error instanceof ServiceError && error.outcome !== 'unknown') {
        await journal.append({ type: 'refused', ...at(), reason: error.reason, message: error.message });
        return { stopped: { kind: 'refused', error } };
      }
      await journal.append({ type: 'unclear', ...at(), reason: error instanceof ServiceError ? error.reason : 'internal' });
      return { stopped: { kind: 'unclear', error } };
    }

    const known = intent.jobs.flatMap(({ number }) => {
      const jobsOfText = placed.knownJobs.get(jobKey(number)) ?? [];
      const found = jobsOfText.findLast((job) => job.translatedText !== undefined || job.file?.ready === true) ?? jobsOfText.at(-1);
      return found === undefined ? [] : [{ number, jobId: found.id }];
    });
    if (placed.orderId === undefined && known.length < intent.jobs.length) {
      // An answer that names neither an order nor every job proves nothing.
      await journal.append({ type: 'unclear', ...at(), reason: 'no-order-id' });
      return { stopped: { kind: 'unclear', error: undefined } };
    }
    await journal.append({ type: 'placed', ...at(), creditsUsed: placed.creditsUsed, known, ...(placed.orderId === undefined ? {} : { orderId: placed.orderId }) });
    return { placed };
  } catch (error) {
    log(`What became of the order ${intent.id} could not be journalled: ${error instanceof Error ? error.message : String(error)}`);
    return { stopped: { kind: 'unclear', error } };
  }
}

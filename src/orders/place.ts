import { randomBytes } from 'node:crypto';
import { ServiceError } from '../service/serviceError.ts';
import type { PlacedOrder } from '../service/records.ts';
import { formatCustomData } from './customData.ts';
import { unitsInFlight } from './inFlight.ts';
import type { EntryOf } from './journalEntry.ts';
import { unitIdentity } from './ledger.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import { addCredits, jobKey, wireJob, type Quote } from './quote.ts';

/** The most jobs in one call. Larger orders are cut into several. */
const jobsPerCall = 50;

/** Differences of price below this are the rounding of the service's own figures. */
const creditTolerance = 0.005;

export type PlaceStop =
  /** The service said no to a call: nothing of that call was ordered. */
  | { readonly kind: 'refused'; readonly error: ServiceError }
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
 * Rejects, with nothing sent, with OrderError 'over-balance' or 'in-flight', and with ServiceError when the balance cannot be read.
 */
export async function placeOrder(context: OrderContext, quote: Quote, control: PlaceControl): Promise<PlaceResult> {
  const balance = await context.client.account.balance(control.signal === undefined ? {} : { signal: control.signal });
  if (balance.credits + creditTolerance < quote.credits) throw new OrderError('over-balance');

  const total = quote.plan.jobs.length;
  let placedJobs = 0;
  let creditsUsed = 0;
  for (let first = 0; first < total; first += jobsPerCall) {
    const last = Math.min(first + jobsPerCall, total);
    const rest = (stopped: PlaceStop, unsentFrom: number): PlaceResult => ({ placedJobs, creditsUsed, stopped, notSent: total - unsentFrom });
    if (control.signal?.aborted === true) return rest({ kind: 'canceled' }, first);

    const intent = await journalIntent(context, quote, first, last, control.statusOf);
    const outcome = await sendIntent(context, quote, intent, first);
    if ('stopped' in outcome) return rest(outcome.stopped, outcome.stopped.kind === 'refused' ? first : last);

    placedJobs += last - first;
    creditsUsed = addCredits(creditsUsed, outcome.placed.creditsUsed);
    control.onProgress?.(placedJobs, total);
    if (Math.abs(outcome.placed.creditsUsed - intent.credits) > creditTolerance) {
      return rest({ kind: 'price-differs', expected: intent.credits, charged: outcome.placed.creditsUsed }, last);
    }
  }
  return { placedJobs, creditsUsed, notSent: 0 };
}

/** Writes the intent to the disk while no other window can, and refuses when one of its units is ordered already. */
async function journalIntent(
  context: OrderContext,
  quote: Quote,
  first: number,
  last: number,
  statusOf: (jobId: string) => string | undefined,
): Promise<EntryOf<'intent'>> {
  const { plan, options } = quote;
  const jobs = plan.jobs.slice(first, last).map((job, index) => ({
    number: first + index + 1,
    title: job.title,
    sourceHash: job.units[0]?.sourceHash ?? '',
    protectedText: { text: job.protectedText.text, source: job.protectedText.source, placeholders: [...job.protectedText.placeholders] },
    targetLocale: job.targetLocale,
    targetLanguage: job.targetLanguage,
    units: [...job.units],
    credits: quote.jobs[first + index]?.credits ?? 0,
    unitCount: quote.jobs[first + index]?.unitCount ?? 0,
    ...(job.maxChars === undefined ? {} : { maxChars: job.maxChars }),
  }));
  const intent: EntryOf<'intent'> = {
    type: 'intent',
    id: randomBytes(6).toString('hex'),
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
  await context.journal.exclusively(async () => {
    const inFlight = unitsInFlight(context.ledger, statusOf);
    const taken = jobs.find((job) => job.units.some((unit) => inFlight.has(unitIdentity(unit))));
    if (taken !== undefined) throw new OrderError('in-flight', taken.title);
    await context.journal.markWatched(true);
    await context.journal.append(intent);
  });
  return intent;
}

async function sendIntent(
  context: OrderContext,
  quote: Quote,
  intent: EntryOf<'intent'>,
  first: number,
): Promise<{ readonly placed: PlacedOrder } | { readonly stopped: PlaceStop }> {
  const { client, journal, clock } = context;
  const newJobs = intent.jobs.map((job, index) => {
    const planned = quote.plan.jobs[first + index];
    if (planned === undefined) throw new RangeError('The intent has a job that the plan lacks.');
    const unit = job.units[0];
    const customData = formatCustomData({
      project: intent.project,
      intent: intent.id,
      number: job.number,
      sourceHash: job.sourceHash,
      locale: job.targetLocale,
      ...(unit === undefined ? {} : { file: unit.file }),
      ...(unit?.key === undefined ? {} : { key: unit.key }),
    });
    return wireJob(quote.plan, planned, job.number, quote.options, customData);
  });

  let placed: PlacedOrder;
  try {
    placed = await client.orders.place({ jobs: newJobs, ...(intent.comment === undefined ? {} : { comment: intent.comment }) });
  } catch (error) {
    if (error instanceof ServiceError && error.outcome !== 'unknown') {
      await journal.append({ type: 'refused', intent: intent.id, at: clock.now(), reason: error.reason, message: error.message });
      return { stopped: { kind: 'refused', error } };
    }
    await journal.append({ type: 'unclear', intent: intent.id, at: clock.now(), reason: error instanceof ServiceError ? error.reason : 'internal' });
    return { stopped: { kind: 'unclear', error } };
  }

  const known = intent.jobs.flatMap((job) => {
    const found = placed.knownJobs.get(jobKey(job.number))?.at(-1);
    return found === undefined ? [] : [{ number: job.number, jobId: found.id }];
  });
  if (placed.orderId === undefined && known.length < intent.jobs.length) {
    // An answer that names neither an order nor every job proves nothing.
    await journal.append({ type: 'unclear', intent: intent.id, at: clock.now(), reason: 'no-order-id' });
    return { stopped: { kind: 'unclear', error: undefined } };
  }
  await journal.append({
    type: 'placed',
    intent: intent.id,
    at: clock.now(),
    creditsUsed: placed.creditsUsed,
    known,
    ...(placed.orderId === undefined ? {} : { orderId: placed.orderId }),
  });
  return { placed };
}

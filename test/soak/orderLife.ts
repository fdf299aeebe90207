import { OrderError } from '../../src/orders/model/orderError.ts';
import { placeOrder, type PlaceResult } from '../../src/orders/spend/place/placeOrder.ts';
import { quotePlan } from '../../src/orders/spend/place/quotePlan.ts';
import type { Quote } from '../../src/orders/model/order/quote.ts';
import { approveJob, requestRevision } from '../contract/orders/reviewOne.ts';
import { allowReordering } from '../../src/orders/jobs/review/review.ts';
import type { TrackedJob } from '../../src/orders/model/trackedJob.ts';
import { ServiceError } from '../../src/service/interface/serviceError.ts';
import { planFile, type OrderWindow } from '../contract/orders/orderWindow.ts';

export interface SoakPlan {
  readonly locale: string;
  /** How its translations are approved. */
  readonly review: 'auto' | 'bulk' | 'one by one';
}

/** The results of one window. */
export interface LifeFigures {
  readonly locales: readonly string[];
  /** Orders whose answer was lost, and how many of them never arrived and were given up. */
  unclear: number;
  givenUp: number;
  failedCalls: number;
  revisions: number;
}

/** Number of translations to approve one by one; the rest of their file is approved in bulk. */
const approvedByHand = 400;
/** Of these, one in this many is sent back for a revision first. */
const revisedShare = 10;

/** Orders a file into each locale, tracks the jobs, approves them and waits for their delivery. */
export async function orderLife(window: OrderWindow, plans: readonly SoakPlan[]): Promise<LifeFigures> {
  const figures: LifeFigures = {
    locales: plans.map(({ locale }) => locale),
    unclear: 0,
    givenUp: 0,
    failedCalls: 0,
    revisions: 0,
  };
  for (const plan of plans) {
    await orderAll(window, plan, figures);
    if (plan.review === 'one by one') await approveOneByOne(window, plan.locale, figures);
    if (plan.review !== 'auto') await approveInBulk(window, plan.locale, figures);
    await untilDelivered(window, plan.locale, figures);
  }
  return figures;
}

/** Orders missing strings until there are none. Unconfirmed orders are resolved before anything is ordered again. */
async function orderAll(window: OrderWindow, { locale, review }: SoakPlan, figures: LifeFigures): Promise<void> {
  for (;;) {
    const plan = await persist(figures, () => planFile(window, 'locales/en.json', [locale]));
    if (plan.jobs.length === 0) return;
    const quote = await persist(figures, () =>
      quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: review === 'auto' }),
    );
    const placed = await persist(figures, () => placeUnlessStale(window, quote));
    if (placed === 'plan-stale') continue;
    const { stopped } = placed;
    if (stopped?.kind === 'price-differs')
      throw new Error(`Charged ${stopped.charged} where ${stopped.expected} had been confirmed.`);
    if (stopped !== undefined) figures.failedCalls += 1;
    if (stopped?.kind === 'unconfirmed') await settle(window, locale, figures);
  }
}

/** Places the order; a plan may be out of date, because the other window delivers translations meanwhile. */
async function placeUnlessStale(window: OrderWindow, quote: Quote): Promise<PlaceResult | 'plan-stale'> {
  try {
    return await placeOrder(window.context, quote, { statusOf: (id) => window.jobs.statusOf(id) });
  } catch (error) {
    if (error instanceof OrderError && error.reason === 'plan-stale') return 'plan-stale';
    throw error;
  }
}

/**
 * Handles an unconfirmed order as a user would: waits for the lookup, and gives the order up once the service does not
 * list it. The user is warned while the service may have listed only some of its jobs. This service releases orders
 * from its queue immediately, so two lookups are enough.
 */
async function settle(window: OrderWindow, locale: string, figures: LifeFigures): Promise<void> {
  figures.unclear += 1;
  for (let looks = 0; looks < 2 || !window.jobs.hasSeenAllOrders; looks += 1) {
    await persist(figures, () => window.jobs.fetchAndDeliver());
    if (unclearJobs(window, locale).length === 0) return;
  }
  // The first job of an order may be known although others are not: an order is named by one that is unconfirmed.
  const byIntent = new Map(unclearJobs(window, locale).map(({ id }) => [id.split(':')[0], id]));
  for (const id of byIntent.values()) if (await giveUp(window, id)) figures.givenUp += 1;
}

/** Allows reordering of an unconfirmed order. Returns false if the other window has found it in the meantime. */
async function giveUp(window: OrderWindow, trackedId: string): Promise<boolean> {
  try {
    await allowReordering(window, trackedId);
    return true;
  } catch (error) {
    if (error instanceof OrderError && error.reason === 'wrong-state') return false;
    throw error;
  }
}

function unclearJobs({ jobs }: OrderWindow, locale: string): readonly TrackedJob[] {
  return jobs.all.filter((job) => job.status === 'unclear' && job.targetLocale === locale);
}

async function approveInBulk(window: OrderWindow, locale: string, figures: LifeFigures): Promise<void> {
  for (;;) {
    const waiting = await reviewable(window, locale, figures);
    if (waiting.length === 0) return;
    try {
      await window.context.client.jobs.approveMany(waiting.map(({ id }) => ({ id, rating: 4 })));
    } catch (error) {
      noteFailure(error, figures);
    }
  }
}

async function approveOneByOne(window: OrderWindow, locale: string, figures: LifeFigures): Promise<void> {
  const chosen = new Set((await reviewable(window, locale, figures)).slice(0, approvedByHand).map(({ id }) => id));
  const revised = new Set<string>();
  for (;;) {
    const waiting = (await reviewable(window, locale, figures)).filter(({ id }) => chosen.has(id));
    if (waiting.length === 0) return;
    await inTurns(waiting, 8, async (job, index) => {
      try {
        if (index % revisedShare === 0 && !revised.has(job.id)) {
          revised.add(job.id);
          await requestRevision(window, job.id, 'Please say it in fewer words.');
          figures.revisions += 1;
        } else {
          await approveJob(window, job.id, { rating: 5 });
        }
      } catch (error) {
        noteFailure(error, figures);
      }
    });
  }
}

/** Returns the jobs of a locale that are reviewable at the service; waits for those still being translated. */
async function reviewable(window: OrderWindow, locale: string, figures: LifeFigures): Promise<readonly TrackedJob[]> {
  for (;;) {
    await persist(figures, () => window.jobs.fetchAndDeliver());
    const jobs = window.jobs.all.filter((job) => job.targetLocale === locale);
    const waiting = jobs.filter((job) => job.status === 'reviewable');
    if (waiting.length > 0 || jobs.every((job) => job.status === 'approved')) return waiting;
  }
}

async function untilDelivered(window: OrderWindow, locale: string, figures: LifeFigures): Promise<void> {
  for (;;) {
    await persist(figures, () => window.jobs.fetchAndDeliver());
    const rest = window.jobs.all.filter((job) => job.targetLocale === locale && job.delivery.kind !== 'delivered');
    if (rest.length === 0) return;
    const held = rest.find((job) => job.delivery.kind === 'held');
    if (held?.delivery.kind === 'held') throw new Error(`“${held.title}” is held: ${held.delivery.reason}.`);
  }
}

/** Runs `work` on the items, `width` at a time. */
async function inTurns<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const rest = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of rest) await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, takeTurns));
}

/** Retries until it works: the faults are temporary. */
async function persist<T>(figures: LifeFigures, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      noteFailure(error, figures);
    }
  }
}

/** A failed call is caused by the faults; any other error is a bug. */
function noteFailure(error: unknown, figures: LifeFigures): void {
  const isCausedByFaults =
    error instanceof ServiceError ||
    (error instanceof OrderError && (error.reason === 'busy' || error.reason === 'wrong-state'));
  if (!isCausedByFaults) throw error;
  figures.failedCalls += 1;
}

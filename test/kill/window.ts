// All uses of `orders/` in the kill trials are in this file.
import { channel } from 'node:diagnostics_channel';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { undoDelivery } from '../../src/orders/deliver/deliver.ts';
import { planHistory } from '../../src/orders/journal/unitsInFlight.ts';
import { OrderError } from '../../src/orders/model/orderError.ts';
import { placeOrder } from '../../src/orders/spend/place/placeOrder.ts';
import { planDocuments } from '../../src/orders/units/plan/planDocuments.ts';
import { quotePlan } from '../../src/orders/spend/place/quotePlan.ts';
import { allowReordering } from '../../src/orders/jobs/review/review.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../src/orders/units/files/sourceDocument.ts';
import { isFinished } from '../../src/orders/model/trackedJob.ts';
import {
  openWindow,
  planFile,
  planFiles,
  type OrderWindow,
  type WindowOptions,
} from '../contract/orders/orderWindow.ts';
import { isOrderedBefore, type Scenario } from './scenario.ts';
import type { Plan } from '../../src/orders/model/plan/plan.ts';
import type { Quote } from '../../src/orders/model/order/quote.ts';

/** Milliseconds after which an order that was not found counts as lost. */
const lostAfterMs = 11 * 60_000;
/** Maximum number of rounds of lookups and orders, which is more than any crash needs. */
const maxRounds = 5;

/** The report of the process that continues after a crash. */
export interface FinishReport {
  /** Number of unconfirmed orders that were allowed to be reordered. */
  readonly reordered: number;
  /** Jobs that a plan would still order, that are unconfirmed, or whose translation was not delivered. */
  readonly unfinished: readonly string[];
  /** Number of orders that this process sent. */
  readonly sent: number;
}

/** Orders everything. Quotes are requested before the kill can happen. */
export async function order(window: OrderWindow, scenario: Scenario): Promise<void> {
  const quotes = await quoteAll(window, scenario);
  allowKill();
  for (const quote of quotes) await place(window, quote);
}

/** Orders everything and fetches the job ids with another folder open, so that nothing is delivered. */
export async function orderForLater(options: WindowOptions, scenario: Scenario): Promise<void> {
  const window = await openWindow(options);
  for (const quote of await quoteAll(window, scenario)) await place(window, quote);
  await window.close();
  const otherWindow = await openWindow({ ...options, projects: ['ffffffff'] });
  await otherWindow.jobs.fetchAndDeliver();
  await otherWindow.close();
}

/**
 * Orders everything after another client with the same account has ordered something, fetches the job ids, and loses
 * the journal.
 */
export async function orderAndLose(options: WindowOptions, scenario: Scenario): Promise<void> {
  const window = await openWindow(options);
  await window.context.client.orders.place({
    jobs: [{ key: 'job_1', text: 'Foreign', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
  });
  await window.close();
  await orderForLater(options, scenario);
  await rm(path.dirname(options.journalFile), { recursive: true });
}

/** Delivers all approved translations, and undoes some deliveries. */
export async function deliver(window: OrderWindow, scenario: Scenario): Promise<void> {
  await window.context.journal.sync();
  allowKill();
  await window.jobs.fetchAndDeliver({ recover: scenario.name === 'recovery' });
  await deliverRest(window, scenario);
}

/** Does what the extension and its user do after a crash: looks up orders, orders the rest once and delivers it. */
export async function finish(window: OrderWindow, scenario: Scenario): Promise<FinishReport> {
  const { jobs, context } = window;
  window.clockOffset = lostAfterMs;
  let reordered = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    await jobs.fetchAndDeliver({ recover: true });
    // One job of each order is enough.
    const unconfirmed = new Map(
      jobs.all.filter(({ status }) => status === 'unclear').map(({ id }) => [id.split(':')[0], id]),
    );
    // An order that neither the first nor the second lookup finds has never arrived.
    if (round > 0) {
      for (const id of unconfirmed.values()) await allowReordering({ context, jobs }, id);
      reordered += unconfirmed.size;
    }
    // A delivery must not lead to an order: units whose delivery was undone are missing on purpose.
    const isTooEarly = round === 0 && unconfirmed.size > 0;
    const quotes = isTooEarly || isOrderedBefore(scenario) ? [] : await quoteAll(window, scenario);
    for (const quote of quotes) await place(window, quote);
    if (unconfirmed.size === 0 && quotes.length === 0) break;
  }
  await jobs.fetchAndDeliver();
  await deliverRest(window, scenario);
  await jobs.fetchAndDeliver();
  return {
    reordered,
    unfinished: await unfinished(window, scenario),
    sent: window.requests.filter((line) => line === 'POST /v2/translate/jobs').length,
  };
}

async function deliverRest(window: OrderWindow, { replaced, undone }: Scenario): Promise<void> {
  const { jobs, context } = window;
  for (const job of jobs.all) {
    const isHeld = job.delivery.kind === 'held' || job.delivery.kind === 'none';
    if (isHeld && isFinished(job) && replaced.includes(job.units[0]?.file ?? ''))
      await jobs.deliver(job.id, { replace: true });
  }
  for (const file of undone) {
    const delivery = [...context.ledger.deliveries.values()].findLast(({ entry }) => entry.targetFile === file);
    if (delivery === undefined || delivery.undone) continue;
    try {
      await undoDelivery(context, delivery.entry.id);
    } catch (error) {
      // The crash may have come after the undo and before its journal entry. The comparison of files checks that.
      if (!(error instanceof OrderError && (error.reason === 'changed-since' || error.reason === 'nothing-to-undo')))
        throw error;
    }
  }
}

async function unfinished(window: OrderWindow, scenario: Scenario): Promise<readonly string[]> {
  const { jobs } = window;
  const undone = new Set(scenario.undone);
  // A half-written file cannot be parsed; the comparison of files reports it.
  const plans = await planAll(window, scenario).catch((error: unknown) => error);
  if (!Array.isArray(plans)) return [`planning failed: ${plans instanceof Error ? plans.message : String(plans)}`];
  const planned = (plans as readonly Plan[]).flatMap((plan) =>
    plan.jobs
      .filter(({ units }) => !units.some(({ targetFile }) => undone.has(targetFile ?? '')))
      .map(({ title, targetLocale }) => `${title} (${targetLocale}) would be ordered again`),
  );
  const open = jobs.all
    .filter(
      ({ delivery, units }) =>
        delivery.kind !== 'delivered' && !units.some(({ targetFile }) => undone.has(targetFile ?? '')),
    )
    .map(
      ({ title, targetLocale, status, delivery }) =>
        `${title} (${targetLocale}) is ${status}, ${delivery.kind === 'held' ? delivery.reason : delivery.kind}`,
    );
  return [...planned, ...open];
}

async function quoteAll(window: OrderWindow, scenario: Scenario): Promise<readonly Quote[]> {
  const quotes: Quote[] = [];
  for (const plan of await planAll(window, scenario)) {
    if (plan.jobs.length > 0)
      quotes.push(await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: true }));
  }
  return quotes;
}

/** Returns a plan for each source file, one for the files that are ordered together, and one for the documents. */
async function planAll(window: OrderWindow, { sources, together, documents }: Scenario): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  if (together !== undefined) plans.push(await planFiles(window, together.files, together.locales));
  for (const { file, locales } of sources) plans.push(await planFile(window, file, locales));
  if (documents.files.length > 0) plans.push(await planDocumentFiles(window, documents.files, documents.locales));
  return plans;
}

async function planDocumentFiles(
  { context, jobs, project }: OrderWindow,
  files: readonly string[],
  locales: readonly string[],
): Promise<Plan> {
  const opened = await Promise.all(
    files.map(async (file) => openDocument(project, await locateDocument(project, file, [], 'en'), [])),
  );
  await context.journal.sync();
  return planDocuments({
    documents: opened.filter((one): one is SourceDocument => 'content' in one),
    refused: [],
    targets: locales,
    history: await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id)),
    languages: (await context.client.service.languages()).map(({ code }) => code),
  });
}

async function place(window: OrderWindow, quote: Quote): Promise<void> {
  const { stopped } = await placeOrder(window.context, quote, { statusOf: (id) => window.jobs.statusOf(id) });
  if (stopped !== undefined) throw new Error(`The order stopped: ${stopped.kind}.`);
}

/** Marks the moment from which the process may be killed. */
function allowKill(): void {
  channel('kill:start').publish({});
  process.stdout.write('start\n');
}

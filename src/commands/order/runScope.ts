import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { Services } from '../../editor/session/services.ts';
import { storeLastChoices } from '../../editor/session/rememberedChoices.ts';
import { serviceTables } from '../../editor/session/serviceTables.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings } from '../../editor/settings.ts';
import { askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { differenceLines } from '../../words/estimateSentences.ts';
import { join, type Words, words } from '../../words/words.ts';
import { readOrderLimits, type OrderLimits } from '../../orders/journal/account/orderLimits.ts';
import { estimateOf, type Prices } from '../../orders/spend/place/estimate.ts';
import { placeOrder, type PlaceResult } from '../../orders/spend/place/placeOrder.ts';
import { maxJobsPerCall } from '../../service/interface/limits.ts';
import type { Balance } from '../../service/interface/records.ts';
import { fileLines } from '../fileSentences.ts';
import { jobCountText, refusedLines, sameAsSourceLines, skippedCounts } from '../planSentences.ts';
import { choicesToRemember, orderOptionsOf, type WizardAnswers } from '../wizard/wizardAnswers.ts';
import { approvalLines } from '../reuse/earlierTranslations.ts';
import { withoutReusable, type ReducedPlan } from '../reuse/withoutReusable.ts';
import { askForOrder, type AnsweredOrder } from '../wizard/askForOrder.ts';
import { outdatedLines } from '../wizard/askOutdated.ts';
import { checkBeforeSending, confirmLanguages, languageLines } from './checkBeforeSending.ts';
import { showOrderPreview } from './showOrderPreview.ts';
import { nameJobsIn, showOrderResult } from './showOrderResult.ts';
import { fileScope, selectionScope, type OrderScope } from '../scope/orderScope.ts';
import type { OrderTargets } from '../scope/orderTargets.ts';
import { withSourceLocale } from '../scope/askSourceLocale.ts';
import { askAboutNames } from '../scope/localeQuestions.ts';
import { openOrder, type OpenedOrder, type Purpose } from '../scope/openedOrder.ts';
import { prepareOrder } from '../wizard/prepareOrder.ts';
import { askInPreview, type PreviewAnswer } from './previewActions.ts';
import { confirmPrice, showQuote, type QuoteSummary } from './confirmPrice.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import type { Quote, OrderOptions } from '../../orders/model/order/quote.ts';
import { type UnknownSpending, readUnknownSpending } from '../../orders/journal/account/account.ts';
import { quotePlan, explainDifference } from '../../orders/spend/place/quotePlan.ts';

/**
 * Quotes or orders the missing and changed strings of the given locale file, or of the one in the active editor.
 * `locales` are selected at first.
 */
export async function runFile(
  services: Services,
  purpose: Purpose,
  { uri, locales }: { readonly uri: vscode.Uri | undefined; readonly locales: readonly string[] },
  memory: OrderMemory,
): Promise<void> {
  const file = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return;
  }
  await runScope(services, purpose, (signal) => fileScope(file, signal, locales), memory);
}

/** Quotes or orders the units that the selection touches, or the selected text itself outside a locale file. */
export async function runSelection(services: Services, purpose: Purpose): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void showInformation(words(l10n.t('Select text in an editor first.')));
    return;
  }
  await runScope(services, purpose, (signal) => selectionScope(editor, signal));
}

/** Remembers an order while it is placed, so that its rest can be ordered after an interruption. */
export interface OrderMemory {
  /** Returns the answers of an order that is continued, for which the wizard is not run. */
  readonly answersFor?: (scope: OrderScope) => WizardAnswers;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
  /** Called before the first call of an order is sent. */
  readonly begin: (scope: OrderScope, answers: WizardAnswers, session: Session) => Promise<void>;
  /** Called with the result; undefined if nothing was sent. Returns whether there is a rest. */
  readonly end: (result: PlaceResult | undefined) => Promise<boolean>;
  /** Called if nothing remains to be ordered. */
  readonly forget: () => Promise<void>;
}

/**
 * Quotes or orders a scope: runs the wizard, removes what need not be bought, shows the price, and places the order if
 * the user confirms. Each step returns undefined if the order ends with it.
 */
export async function runScope(
  services: Services,
  purpose: Purpose,
  openScope: (signal: AbortSignal) => Promise<OrderScope>,
  memory?: OrderMemory,
): Promise<void> {
  // The file is read first, so that a broken one is reported before any question and before anything is sent.
  const scope = await openNamedScope(services, openScope);
  if (scope === undefined) return;
  if (scope.kind === 'documents' && scope.documents.length === 0) {
    showNothingOrdered({ jobs: [], refused: scope.refused });
    return;
  }
  const order = await openOrder(services, purpose, scope);
  if (order === undefined) return;
  const answeredOrder = await askWhatToOrder(services, order, memory).finally(() => {
    order.facts.dispose();
  });
  if (answeredOrder === undefined) return;
  const reduced = await withoutFreeStrings(services, answeredOrder);
  if (reduced === undefined) return;
  if (reduced.plan.jobs.length === 0) {
    await memory?.forget();
    return;
  }
  const { answers, prepared, order: chosenOrder } = answeredOrder;
  // Checked before the quote, because a quote request sends the strings.
  const checkedOrder = await checkBeforeSending(reduced.plan, orderOptionsOf(answers), {
    findings: reduced.plan === prepared.plan ? prepared.findings : undefined,
    privateData: answers.privateData,
  });
  if (checkedOrder === undefined) return;
  const notices = [...reduced.notices, ...checkedOrder.notices];
  const orderSummary = await summarize(chosenOrder, answers, { plan: checkedOrder.plan, notices });
  if (orderSummary === undefined) return;
  const summary = { ...orderSummary, notices: [...(memory?.notices ?? []), ...orderSummary.notices] };
  if (!(await confirmOrder(services, summary, purpose))) return;
  // For an order, this was checked before the price. A quote may be for files that can't be written.
  const isDeliverable = purpose === 'order' || (await canDeliverAll(chosenOrder.orderTargets, summary.quote.plan));
  if (!isDeliverable) return;
  await memory?.begin(chosenOrder.scope, answers, chosenOrder.session);
  await place(services, chosenOrder.session, summary.quote, memory);
}

/**
 * Opens a scope, and opens it again if the user has given names of its files another meaning. Undefined if the user
 * cancels.
 */
async function openNamedScope(
  services: Services,
  openScope: (signal: AbortSignal) => Promise<OrderScope>,
): Promise<OrderScope | undefined> {
  const open = (): Promise<OrderScope | undefined> =>
    withSourceLocale(() => withProgress(words(l10n.t('Reading files…')), openScope));
  const scope = await open();
  if (scope === undefined) return undefined;
  const asked = await askAboutNames(services, scope);
  if (asked === 'canceled') return undefined;
  return asked === 'answered' ? open() : scope;
}

/** Runs the wizard, unless an order is continued. */
async function askWhatToOrder(
  services: Services,
  order: OpenedOrder,
  memory: OrderMemory | undefined,
): Promise<AnsweredOrder | undefined> {
  const continued = memory?.answersFor?.(order.scope);
  if (continued !== undefined) {
    const prepared = await withProgress(words(l10n.t('Checking the order…')), (signal) =>
      prepareOrder({ services, order }, continued, signal, () => undefined),
    );
    return { order, answers: continued, prepared };
  }
  const answeredOrder = await askForOrder(services, order);
  if (answeredOrder !== undefined)
    await storeLastChoices(services.extension.workspaceState, choicesToRemember(answeredOrder.answers));
  return answeredOrder;
}

/** Removes strings that the user declines to have delivered outside the folder, and those that need not be bought. */
async function withoutFreeStrings(
  services: Services,
  { order, answers, prepared }: AnsweredOrder,
): Promise<ReducedPlan | undefined> {
  const { purpose, orderTargets } = order;
  const plan = purpose === 'order' ? await orderTargets.withoutDeclined(prepared.plan) : prepared.plan;
  return withoutReusable(services, order, plan, answers.tier);
}

/**
 * Requests the price of a plan, and asks about strings that may not be in the source language. Returns what the user is
 * shown with the price.
 */
async function summarize(
  order: OpenedOrder,
  answers: WizardAnswers,
  { plan, notices }: ReducedPlan,
): Promise<QuoteSummary | undefined> {
  const { session, languages, prices } = order;
  const options = orderOptionsOf(answers);
  const quoteAndBalance = await withProgress(words(l10n.t('Getting a quote…')), (signal) =>
    fetchQuote(session, plan, options, signal),
  );
  if (quoteAndBalance.quote.plan.jobs.length === 0) {
    showNothingOrdered(quoteAndBalance.quote.plan);
    return undefined;
  }
  const quote = await confirmLanguages(quoteAndBalance.quote);
  if (quote === undefined) return undefined;
  return {
    quote,
    balance: quoteAndBalance.balance,
    unknownSpending: quoteAndBalance.unknownSpending,
    isSandbox: session.connection.kind === 'sandbox',
    languages,
    glossary: answers.extra.glossary?.title,
    notices: [
      ...fileLines(quote.plan),
      ...sameAsSourceLines(quote.plan),
      ...outdatedLines(answers),
      ...notices,
      ...approvalLines(quote, { isSimulated: session.context.simulated }),
      ...differencesFromEstimate(session, quote, prices),
      ...languageLines(quote),
    ],
    limits: await readLimits(session, quote),
  };
}

/**
 * Shows the price until the user orders or cancels. Returns whether the user orders. The user can open the preview and
 * come back. Ordering from a quote or from the preview takes a second confirmation.
 */
async function confirmOrder(services: Services, summary: QuoteSummary, purpose: Purpose): Promise<boolean> {
  let showsQuote = purpose === 'quote';
  for (;;) {
    const answer = showsQuote ? await showQuote(summary) : await confirmPrice(summary);
    if (answer === undefined) return false;
    if (answer === 'order' && !showsQuote) return true;
    const wish = answer === 'order' ? answer : await previewQuoted(services, summary);
    if (wish === 'replaced') return false;
    if (wish === 'order') showsQuote = false;
  }
}

/** Opens the preview and waits for an action of its toolbar, or until it is closed. */
async function previewQuoted(
  { extension }: Services,
  { quote: { plan, options }, glossary, notices }: QuoteSummary,
): Promise<PreviewAnswer> {
  const uri = await showOrderPreview(extension, { plan, options, glossary, notices, isQuoted: true });
  return askInPreview(uri, { hasQuote: true });
}

/** Whether everything that was quoted could be delivered; otherwise shows what could not be. */
async function canDeliverAll(targets: OrderTargets, plan: Plan): Promise<boolean> {
  const writable = await withProgress(words(l10n.t('Checking the order…')), () => targets.withoutUnwritable(plan));
  const deliverable = await targets.withoutDeclined(writable);
  // If nothing is removed, both steps return the same object.
  if (deliverable === plan) return true;
  const newlySkipped = deliverable.skipped.slice(plan.skipped.length);
  void askWarning({
    message: words(l10n.t('Nothing was ordered.')),
    detail: join(skippedCounts({ ...deliverable, skipped: newlySkipped }), '\n'),
  });
  return false;
}

/** Shows why none of the documents can be ordered. */
function showNothingOrdered(plan: Pick<Plan, 'jobs' | 'refused'>): void {
  void askWarning({ message: words(l10n.t('Nothing was ordered.')), detail: join(refusedLines(plan), '\n') });
}

interface QuoteAndBalance {
  readonly quote: Quote;
  readonly balance: Balance;
  /** Spent with the account, but unknown to the journals. */
  readonly unknownSpending: UnknownSpending;
}

async function fetchQuote(
  session: Session,
  plan: Plan,
  options: OrderOptions,
  signal: AbortSignal,
): Promise<QuoteAndBalance> {
  try {
    const [quote, balance, unknownSpending] = await Promise.all([
      quotePlan(session.context.client, plan, options, signal),
      session.context.client.account.balance({ signal }),
      readUnknownSpending(session.context, { signal }),
    ]);
    return { quote, balance, unknownSpending };
  } catch (error) {
    throw nameJobsIn(error, plan);
  }
}

/** Returns the limits of an order, after reading what all windows have spent so far. */
async function readLimits({ context }: Session, { plan, options, currency }: Quote): Promise<OrderLimits> {
  await context.journal.sync();
  return readOrderLimits(context, { jobs: plan.jobs, tier: options.tier, ...present({ currency }) });
}

/** Explains how the price differs from its estimate. If the service's prices have changed, forgets the loaded ones. */
function differencesFromEstimate({ context }: Session, quote: Quote, prices: Prices): readonly Words[] {
  const estimate = estimateOf(quote.plan, quote.options, prices);
  const differences = explainDifference(estimate, quote, prices);
  if (differences.some(({ reason }) => reason === 'unit-price' || reason === 'currency'))
    serviceTables(context.client, context.log).forgetPrices();
  return differenceLines(differences, estimate, quote.currency);
}

/** Places the confirmed order, shows the result, and fetches the new jobs. */
async function place(
  services: Services,
  session: Session,
  quote: Quote,
  memory: OrderMemory | undefined,
): Promise<void> {
  const total = quote.plan.jobs.length;
  const placing = withProgress(
    words(l10n.t('Ordering {0}…'), jobCountText(quote.plan, total)),
    async (signal, report) =>
      placeOrder(session.context, quote, {
        statusOf: (id) => session.jobs.statusOf(id),
        // Called after each call. `report` expects the progress since the last report, in percent.
        onProgress: (sent) => {
          report(words(l10n.t('{0} of {1}'), sent, total), (maxJobsPerCall / total) * 100);
        },
        signal,
      }),
  );
  const result = await placing.catch(async (error: unknown) => {
    await memory?.end(undefined);
    throw error;
  });
  const hasRest = (await memory?.end(result)) === true;
  const isFastSandbox =
    session.connection.kind === 'sandbox' && ['instant', 'fast'].includes(readSettings().sandboxPace);
  const isReviewSoon = isFastSandbox && !quote.options.autoApprove;
  await showOrderResult(services, quote, result, { hasRest, isReviewSoon });
  await session.jobs.reload();
  await session.jobs.fetchAndDeliver();
}

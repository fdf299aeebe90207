import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCredits } from '../../words/formatting.ts';
import { jobsViewId } from '../../editor/commandIds.ts';
import { namingJobs } from '../../orders/model/refusedJobs.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings } from '../../editor/settings.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { join, own, type Words, words } from '../../words/words.ts';
import { accountSpending } from '../../orders/account/account.ts';
import { budgetsOf, type Budgets, type Spending } from '../../orders/account/budget.ts';
import { planHistory } from '../../orders/journal/inFlight.ts';
import { openTargetFile } from '../../orders/files/localeFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { placeOrder, type PlaceResult } from '../../orders/place/place.ts';
import { planOrder, type Plan } from '../../orders/plan/plan.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { jobKey, quotePlan, type OrderOptions, type Quote } from '../../orders/place/quote.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import type { Balance, Language, LanguagePair } from '../../service/interface/records.ts';
import { chooseEarlier } from './earlierOffer.ts';
import { checkBeforeSending, confirmLanguages, languageLines } from './orderCheck.ts';
import { settleOnOrder } from './onOrderQuestion.ts';
import { fileScope, selectionScope, type OrderScope } from './orderScope.ts';
import type { Extras } from './orderOptions.ts';
import { askForOrder, orderOptionsOf, type TargetChoice } from './orderWizard.ts';
import { confirmPrice, jobCountText, nothingToOrder, refusedLines, showQuote, type PriceOffer } from './priceModal.ts';
import { makePlan, sourceLocaleOf, targetsOf } from './scopePlan.ts';
import { showSentPreview } from './sentPreview.ts';

export type Purpose = 'quote' | 'order';

/** Quotes or orders what a locale file lacks. Without an address it is the file in the active editor. */
export async function runFile(services: Services, purpose: Purpose, uri: vscode.Uri | undefined): Promise<void> {
  const file = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return;
  }
  await runScope(services, purpose, (signal) => fileScope(file, signal));
}

/** Quotes or orders the units that the selection touches, or the selected text itself outside a locale file. */
export async function runSelection(services: Services, purpose: Purpose): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void showInformation(words(l10n.t('Select a text in an editor first.')));
    return;
  }
  await runScope(services, purpose, (signal) => selectionScope(editor, signal));
}

/** Quotes or orders a scope: asks for languages and the rest, shows the price, and places what is confirmed. */
export async function runScope(
  services: Services,
  purpose: Purpose,
  openScope: (signal: AbortSignal) => Promise<OrderScope>,
): Promise<void> {
  // The file is read first: one that is broken is told before anything else is asked, and nothing is sent.
  const scope = await withProgress(words(l10n.t('Reading the files…')), openScope);
  if (scope.kind === 'documents' && scope.documents.length === 0) {
    tellRefused({ jobs: [], refused: scope.refused });
    return;
  }
  const session = await services.sessions.open();
  // A mistyped budget is reported before anything is asked, not after the price.
  budgetsOf(session.context);
  const offer = await withProgress(words(l10n.t('Asking the service for its languages…')), (signal) =>
    loadOffer(session, scope, signal),
  );
  const sandbox = session.connection.kind === 'sandbox';
  const answers = await askForOrder({
    title: purpose === 'order' ? words(l10n.t('Order Human Translation')) : words(l10n.t('Quote Human Translation')),
    sourceLocale: sourceLocaleOf(scope),
    projectLocales: offer.projectLocales,
    languages: offer.languages,
    pairs: offer.pairs,
    defaultTier: readSettings().tier,
    quoteOnly: purpose === 'quote',
    targets: targetsOf(scope),
    sandbox,
    loadExtras: (signal) => loadExtras(services, session, signal),
  });
  if (answers === undefined) return;

  const plan = await makePlan(scope, answers.targets, {
    codes: offer.languages.map(({ code }) => code),
    history: offer.history,
  });
  if (plan.jobs.length === 0) {
    void showInformation(nothingToOrder(plan));
    return;
  }
  const options = orderOptionsOf(answers);
  const unordered = await settleOnOrder(session, plan);
  if (unordered === undefined) return;
  // Asking for the price sends the texts already.
  const checked = await checkBeforeSending(unordered.plan, options);
  if (checked === undefined) return;
  const offered = await withProgress(words(l10n.t('Asking for the price…')), (signal) =>
    askPrice(session, checked.plan, options, signal),
  );
  if (offered.quote.plan.jobs.length === 0) {
    tellRefused(offered.quote.plan);
    return;
  }
  const chosen = await chooseEarlier(offered.quote, session.jobs.all);
  if (chosen === undefined) return;
  const { quote: whole, balance } = chosen.needsNewQuote
    ? await withProgress(words(l10n.t('Asking for the price…')), (signal) =>
        askPrice(session, chosen.plan, options, signal),
      )
    : offered;
  const quote = await confirmLanguages(whole);
  if (quote === undefined) return;
  const remarks = [...unordered.remarks, ...checked.remarks, ...chosen.remarks, ...languageLines(quote)];
  const price: PriceOffer = {
    quote,
    balance,
    sandbox,
    languages: offer.languages,
    glossary: answers.extra.glossary?.title,
    remarks,
    ...(await readBudgets(session)),
  };
  if (await isOrdered(services, price, purpose)) await place(services, session, quote);
}

/** Shows the price until the person orders or leaves; what is sent may be read in between. A quote asks once more before it is ordered. */
async function isOrdered(services: Services, price: PriceOffer, purpose: Purpose): Promise<boolean> {
  let isQuote = purpose === 'quote';
  for (;;) {
    const answer = isQuote ? await showQuote(price) : await confirmPrice(price);
    if (answer === undefined) return false;
    if (answer === 'order' && !isQuote) return true;
    if (answer === 'order') isQuote = false;
    else if (!(await readPreview(services, price))) return false;
  }
}

/** True when the person wants to see the price again. A question before the document would keep it from being read. */
async function readPreview(
  { extension }: Services,
  { quote: { plan, options }, glossary, remarks }: PriceOffer,
): Promise<boolean> {
  await showSentPreview(extension, { plan, options, glossary, remarks, isQuoted: true });
  const back = words(l10n.t('Back to the Price'));
  return (
    (await showInformation(words(l10n.t('Nothing is ordered yet. This is what translators would be given.')), back)) ===
    back
  );
}

/** Names the documents of which none can be ordered. */
function tellRefused(plan: Pick<Plan, 'jobs' | 'refused'>): void {
  void askWarning({ message: words(l10n.t('Nothing was ordered.')), detail: join(refusedLines(plan), '\n') });
}

interface Offer {
  readonly languages: readonly Language[];
  readonly pairs: readonly LanguagePair[];
  readonly projectLocales: readonly TargetChoice[];
  readonly history: PlanHistory;
}

async function loadOffer(session: Session, scope: OrderScope, signal: AbortSignal): Promise<Offer> {
  const { client, ledger, journal } = session.context;
  const languages = await client.service.languages({ signal });
  const source = toLanguageCode(
    sourceLocaleOf(scope),
    languages.map((language) => language.code),
  );
  if (source === undefined) throw new OrderError('locale-unsupported', sourceLocaleOf(scope));
  const pairs = await client.service.languagePairs({ source }, { signal });
  await journal.sync();
  const history = await planHistory(ledger, await journal.siblings(), (id) => session.jobs.statusOf(id));
  return { languages, pairs, history, projectLocales: await projectLocales(scope, history, languages, signal) };
}

/** The project's own locales with what each lacks. A target that is broken is told when it is chosen, not here. */
async function projectLocales(
  scope: OrderScope,
  history: PlanHistory,
  languages: readonly Language[],
  signal: AbortSignal,
): Promise<readonly TargetChoice[]> {
  if (scope.kind === 'passage') return [];
  if (scope.kind === 'documents') return scope.projectLocales.map((locale) => ({ locale }));
  const codes = languages.map((language) => language.code);
  const { source, selected } = scope;
  return Promise.all(
    source.targetLocales.map(async (locale): Promise<TargetChoice> => {
      if (selected !== undefined) return { locale };
      try {
        const { jobs } = await planOrder({
          source,
          targets: [await openTargetFile(source, locale, signal)],
          history,
          languages: codes,
          signal,
          isEstimate: true,
        });
        const count = (simulated: boolean): number =>
          jobs
            .filter((job) => (job.reason === 'simulated') === simulated)
            .reduce((sum, job) => sum + job.units.length, 0);
        return { locale, missing: count(false), simulated: count(true) };
      } catch (error) {
        if (signal.aborted) throw error;
        return { locale };
      }
    }),
  );
}

/** What the account has beside the service's languages. An order goes on without what cannot be had. */
async function loadExtras(services: Services, session: Session, signal: AbortSignal): Promise<Extras> {
  const { account, glossaries } = session.context.client;
  const without =
    (what: string) =>
    (error: unknown): readonly never[] => {
      services.messages.log(`The ${what} of the account could not be had: ${String(error)}`);
      return [];
    };
  const [preferred, all] = await Promise.all([
    account.preferredTranslators({ signal }).catch(without('preferred translators')),
    glossaries.list({ signal }).catch(without('glossaries')),
  ]);
  return { preferred, glossaries: all };
}

async function askPrice(
  session: Session,
  plan: Plan,
  options: OrderOptions,
  signal: AbortSignal,
): Promise<{ readonly quote: Quote; readonly balance: Balance }> {
  try {
    const [quote, balance] = await Promise.all([
      quotePlan(session.context.client, plan, options, signal),
      session.context.client.account.balance({ signal }),
    ]);
    return { quote, balance };
  } catch (error) {
    throw namingTexts(error, plan);
  }
}

/** What may be spent, and what is spent already, by other windows too. */
async function readBudgets({ context }: Session): Promise<{ readonly budgets: Budgets; readonly spending: Spending }> {
  await context.journal.sync();
  return { budgets: budgetsOf(context), spending: { ...(await accountSpending(context)), order: 0 } };
}

/** An error about single jobs of a plan, with the texts it is about. */
function namingTexts(error: unknown, { jobs }: Plan): unknown {
  const titles = new Map(jobs.map(({ title }, index) => [jobKey(index + 1), title]));
  return namingJobs(error, (key) => titles.get(key));
}

async function place(services: Services, session: Session, quote: Quote): Promise<void> {
  const total = quote.plan.jobs.length;
  const result = await withProgress(
    words(l10n.t('Ordering {0}…'), jobCountText(quote.plan, total)),
    async (signal, report) =>
      placeOrder(session.context, quote, {
        statusOf: (id) => session.jobs.statusOf(id),
        onProgress: (sent) => {
          report(words(l10n.t('{0} of {1}'), sent, total), (50 / total) * 100);
        },
        signal,
      }),
  );
  await tellResult(services, quote, result);
  await session.jobs.reload();
  await session.jobs.refresh();
}

async function tellResult(
  services: Services,
  quote: Quote,
  { stopped, placedJobs, creditsUsed, notSent }: PlaceResult,
): Promise<void> {
  const spent = formatCredits(creditsUsed, quote.currency);
  const placed = words(l10n.t('{0} ordered for {1}.'), jobCountText(quote.plan, placedJobs), spent);
  const rest = notSent > 0 ? words(l10n.t('{0} not sent.'), jobCountText(quote.plan, notSent)) : own('');
  switch (stopped?.kind) {
    case undefined:
      showJobsMessage(placed);
      break;
    case 'canceled':
      showJobsMessage(words(l10n.t('Stopped as you asked. {0} {1}'), placed, rest));
      break;
    case 'refused':
      if (placedJobs > 0) showJobsMessage(join([placed, rest], ' '));
      await services.messages.error(namingTexts(stopped.error, quote.plan));
      break;
    case 'unclear':
      services.messages.log(`It is not known whether an order went through: ${String(stopped.error)}`);
      void showWarning(
        words(
          l10n.t(
            'It is not known whether the order went through. It is being checked, and won’t be resent automatically. {0}',
          ),
          rest,
        ),
      );
      break;
    case 'price-differs':
      void showWarning(
        words(
          l10n.t('The service charged {0} where {1} had been confirmed, so nothing more was sent. {2} {3}'),
          formatCredits(stopped.charged, quote.currency),
          formatCredits(stopped.expected, quote.currency),
          placed,
          rest,
        ),
      );
      break;
  }
}

function showJobsMessage(message: Words): void {
  const show = words(l10n.t('Show Jobs'));
  void showInformation(message, show).then((chosen) => {
    if (chosen === show) void vscode.commands.executeCommand(`${jobsViewId}.focus`);
  });
}

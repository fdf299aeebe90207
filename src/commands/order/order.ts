import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { formatCredits } from '../../words/formatting.ts';
import { jobsViewId } from '../../editor/commandIds.ts';
import { namingJobs } from '../../orders/model/refusedJobs.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings } from '../../editor/settings.ts';
import { askWarning, showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { join, type Words, words } from '../../words/words.ts';
import { accountSpending } from '../../orders/account/account.ts';
import { budgetsOf, type Budgets, type Spending } from '../../orders/account/budget.ts';
import { planHistory } from '../../orders/journal/inFlight.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { placeOrder, type PlaceResult } from '../../orders/place/place.ts';
import type { Plan } from '../../orders/plan/plan.ts';
import { countDraftedUnits, type TargetDraft } from '../../orders/plan/planOrder.ts';
import type { SameUnit } from '../../orders/plan/sameAsSource.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { jobKey, quotePlan, type OrderOptions, type Quote } from '../../orders/place/quote.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import type { Balance, Language, LanguagePair } from '../../service/interface/records.ts';
import { checkBeforeSending, confirmLanguages, languageLines } from './orderCheck.ts';
import type { Extras } from './orderOptions.ts';
import { showOrderPreview } from './orderPreview.ts';
import { fileScope, selectionScope, type OrderScope } from './orderScope.ts';
import { askForOrder, orderOptionsOf, type TargetChoice } from './orderWizard.ts';
import { jobCountText, nothingToOrder, refusedLines, sameAsSourceLines } from './planSentences.ts';
import { confirmPrice, showQuote, type QuoteSummary } from './priceModal.ts';
import { resolveOnOrder } from './resolveOnOrder.ts';
import { outdatedFinder } from './outdatedScope.ts';
import { keysOfOutdated, outdatedLines } from './outdatedStep.ts';
import { offerReuse } from './reuseTranslations.ts';
import { confirmRight, findUntranslated, keysByLocale } from './sameAsSourceScope.ts';
import { draftTargets, makePlan, mayLackForms, sourceLocaleOf, targetsOf } from './scopePlan.ts';

export type Purpose = 'quote' | 'order';

/** Quotes or orders the missing and changed strings of the given locale file, or of the one in the active editor. */
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
    void showInformation(words(l10n.t('Select text in an editor first.')));
    return;
  }
  await runScope(services, purpose, (signal) => selectionScope(editor, signal));
}

/** Quotes or orders a scope: runs the wizard, shows the price, and places the order if the user confirms. */
export async function runScope(
  services: Services,
  purpose: Purpose,
  openScope: (signal: AbortSignal) => Promise<OrderScope>,
): Promise<void> {
  // The file is read first, so that a broken one is reported before any question and before anything is sent.
  const scope = await withProgress(words(l10n.t('Reading files…')), openScope);
  if (scope.kind === 'documents' && scope.documents.length === 0) {
    showNothingOrdered({ jobs: [], refused: scope.refused });
    return;
  }
  const session = await services.sessions.open();
  // Throws for a mistyped budget, so that it is reported before any question.
  budgetsOf(session.context);
  const loaded = await withProgress(words(l10n.t('Loading languages…')), (signal) =>
    loadWizardData(session, scope, signal),
  );
  const sandbox = session.connection.kind === 'sandbox';
  const answers = await askForOrder({
    title: purpose === 'order' ? words(l10n.t('Order Human Translation')) : words(l10n.t('Get a Quote')),
    sourceLocale: sourceLocaleOf(scope),
    projectLocales: loaded.projectLocales,
    languages: loaded.languages,
    pairs: loaded.pairs,
    defaultTier: readSettings().tier,
    quoteOnly: purpose === 'quote',
    unusedForms: mayLackForms(scope),
    targets: targetsOf(scope),
    sandbox,
    confirmRight: (choices) => confirmRight(services, scope, choices),
    findOutdated: outdatedFinder(scope, loaded.drafts, loaded.history),
    loadExtras: (signal) => loadExtras(services, session, signal),
  });
  if (answers === undefined) return;

  const plan = await makePlan(scope, answers.targets, {
    codes: loaded.languages.map(({ code }) => code),
    history: loaded.history,
    drafts: loaded.drafts,
    sameAsSource: { found: loaded.sameAsSource, chosen: keysByLocale(answers.sameAsSource) },
    outdated: keysOfOutdated(answers.outdated.chosen),
    ...present({ unusedForms: answers.extra.unusedForms }),
  });
  if (plan.jobs.length === 0) {
    void showInformation(nothingToOrder(plan));
    return;
  }
  const options = orderOptionsOf(answers);
  const resolved = await resolveOnOrder(session, plan);
  if (resolved === undefined) return;
  // Checked before the quote, because a quote request sends the strings.
  const checked = await checkBeforeSending(resolved.plan, options);
  if (checked === undefined) return;
  const requestQuote = (quoted: Plan): Promise<QuoteAndBalance> =>
    withProgress(words(l10n.t('Getting a quote…')), (signal) => fetchQuote(session, quoted, options, signal));
  const first = await requestQuote(checked.plan);
  if (first.quote.plan.jobs.length === 0) {
    showNothingOrdered(first.quote.plan);
    return;
  }
  const reuse = await offerReuse(first.quote, session.jobs.all);
  if (reuse === undefined) return;
  const { quote: fullQuote, balance } = reuse.needsNewQuote ? await requestQuote(reuse.plan) : first;
  const quote = await confirmLanguages(fullQuote);
  if (quote === undefined) return;
  const summary: QuoteSummary = {
    quote,
    balance,
    sandbox,
    languages: loaded.languages,
    glossary: answers.extra.glossary?.title,
    notices: [
      ...sameAsSourceLines(quote.plan),
      ...outdatedLines(answers),
      ...resolved.notices,
      ...checked.notices,
      ...reuse.notices,
      ...languageLines(quote),
    ],
    ...(await readBudgets(session)),
  };
  if (await confirmOrder(services, summary, purpose)) await place(services, session, quote);
}

/**
 * Shows the price until the user orders or cancels; the user can open the preview and come back. From a quote, ordering
 * takes a second confirmation.
 */
async function confirmOrder(services: Services, summary: QuoteSummary, purpose: Purpose): Promise<boolean> {
  let isQuote = purpose === 'quote';
  for (;;) {
    const answer = isQuote ? await showQuote(summary) : await confirmPrice(summary);
    if (answer === undefined) return false;
    if (answer === 'order' && !isQuote) return true;
    if (answer === 'order') isQuote = false;
    else if (!(await previewQuoted(services, summary))) return false;
  }
}

/**
 * Opens the preview. Returns whether the user wants to see the price again. This is asked in a notification, because a
 * modal dialog would cover the preview.
 */
async function previewQuoted(
  { extension }: Services,
  { quote: { plan, options }, glossary, notices }: QuoteSummary,
): Promise<boolean> {
  await showOrderPreview(extension, { plan, options, glossary, notices, isQuoted: true });
  const back = words(l10n.t('Back to Quote'));
  const message = words(l10n.t('Nothing has been ordered yet. This is what translators would see.'));
  return (await showInformation(message, back)) === back;
}

/** Shows why none of the documents can be ordered. */
function showNothingOrdered(plan: Pick<Plan, 'jobs' | 'refused'>): void {
  void askWarning({ message: words(l10n.t('Nothing was ordered.')), detail: join(refusedLines(plan), '\n') });
}

/** The choices that the wizard offers. */
interface WizardData {
  readonly languages: readonly Language[];
  readonly pairs: readonly LanguagePair[];
  readonly projectLocales: readonly TargetChoice[];
  readonly history: PlanHistory;
  /** Drafts of the targets that have been read for the choice of locales. */
  readonly drafts: ReadonlyMap<string, TargetDraft>;
  /** Units that equal their source and seem to be untranslated, by locale. */
  readonly sameAsSource: ReadonlyMap<string, readonly SameUnit[]>;
}

async function loadWizardData(session: Session, scope: OrderScope, signal: AbortSignal): Promise<WizardData> {
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
  const drafts = await draftTargets(
    scope,
    history,
    languages.map(({ code }) => code),
    signal,
  );
  const sameAsSource = await findUntranslated(scope, drafts);
  return {
    languages,
    pairs,
    history,
    drafts,
    sameAsSource,
    projectLocales: projectLocales(scope, drafts, sameAsSource),
  };
}

/** Returns the project's own locales, with the number of strings that each lacks if it is known. */
function projectLocales(
  scope: OrderScope,
  drafts: ReadonlyMap<string, TargetDraft>,
  sameAsSource: WizardData['sameAsSource'],
): readonly TargetChoice[] {
  if (scope.kind === 'passage') return [];
  const locales = scope.kind === 'documents' ? scope.projectLocales : scope.source.targetLocales;
  return locales.map((locale) => {
    const draft = drafts.get(locale);
    return draft === undefined
      ? { locale }
      : { locale, ...countDraftedUnits(draft), sameAsSource: sameAsSource.get(locale) ?? [] };
  });
}

/** Loads glossaries and preferred translators. If they can't be loaded, the wizard does not offer them. */
async function loadExtras(services: Services, session: Session, signal: AbortSignal): Promise<Extras> {
  const { account, glossaries } = session.context.client;
  const logFailure =
    (what: string) =>
    (error: unknown): readonly never[] => {
      services.messages.log(`The account's ${what} could not be loaded: ${String(error)}`);
      return [];
    };
  const [preferred, all] = await Promise.all([
    account.preferredTranslators({ signal }).catch(logFailure('preferred translators')),
    glossaries.list({ signal }).catch(logFailure('glossaries')),
  ]);
  return { preferred, glossaries: all };
}

interface QuoteAndBalance {
  readonly quote: Quote;
  readonly balance: Balance;
}

async function fetchQuote(
  session: Session,
  plan: Plan,
  options: OrderOptions,
  signal: AbortSignal,
): Promise<QuoteAndBalance> {
  try {
    const [quote, balance] = await Promise.all([
      quotePlan(session.context.client, plan, options, signal),
      session.context.client.account.balance({ signal }),
    ]);
    return { quote, balance };
  } catch (error) {
    throw nameJobsIn(error, plan);
  }
}

/** Returns the budgets and the account's spending so far, from all windows. */
async function readBudgets({ context }: Session): Promise<{ readonly budgets: Budgets; readonly spending: Spending }> {
  await context.journal.sync();
  return { budgets: budgetsOf(context), spending: { ...(await accountSpending(context)), order: 0 } };
}

/** Adds the titles of the plan's jobs to an error about some of them. */
function nameJobsIn(error: unknown, { jobs }: Plan): unknown {
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
  await showOrderResult(services, quote, result);
  await session.jobs.reload();
  await session.jobs.refresh();
}

async function showOrderResult(
  services: Services,
  quote: Quote,
  { stopped, placedJobs, creditsUsed, notSent }: PlaceResult,
): Promise<void> {
  const spent = formatCredits(creditsUsed, quote.currency);
  const placed = words(l10n.t('Ordered {0} for {1}.'), jobCountText(quote.plan, placedJobs), spent);
  const rest = notSent > 0 ? [words(l10n.t('Not sent: {0}.'), jobCountText(quote.plan, notSent))] : [];
  switch (stopped?.kind) {
    case undefined:
      showJobsMessage(placed);
      break;
    case 'canceled':
      showJobsMessage(join([words(l10n.t('Stopped at your request.')), placed, ...rest], ' '));
      break;
    case 'refused':
      if (placedJobs > 0) showJobsMessage(join([placed, ...rest], ' '));
      await services.messages.error(nameJobsIn(stopped.error, quote.plan), { isOrdering: placedJobs === 0 });
      break;
    case 'unconfirmed':
      services.messages.log(`An order is unconfirmed: ${String(stopped.error)}`);
      void showWarning(
        join(
          [
            words(l10n.t('No response arrived; the order may have gone through.')),
            words(l10n.t('It is being checked and won’t be resent automatically.')),
            ...rest,
          ],
          ' ',
        ),
      );
      break;
    case 'price-differs':
      void showWarning(
        join(
          [
            words(
              l10n.t('The service charged {0} instead of the confirmed {1}, so nothing more was sent.'),
              formatCredits(stopped.charged, quote.currency),
              formatCredits(stopped.expected, quote.currency),
            ),
            placed,
            ...rest,
          ],
          ' ',
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

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { localeName, sortByName } from '../../words/formatting.ts';
import type { Services } from '../../editor/session/services.ts';
import { nameSome } from '../../words/truncatedList.ts';
import { readSettings } from '../../editor/settings.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { pickMany } from '../../editor/shown/quickInput.ts';
import { outside, type Words, words } from '../../words/words.ts';
import { knownLanguageCodes, toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { isSameLocale } from '../../base/locale.ts';
import { checkOrder, type Finding } from '../../orders/check/checkOrder.ts';
import { planHistory } from '../../orders/journal/inFlight.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { Plan } from '../../orders/plan/plan.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import type { OrderOptions } from '../../orders/place/quote.ts';
import { privateValues, settleOrder } from '../../orders/check/settleOrder.ts';
import { documentScope } from './documentScope.ts';
import { privateKindName, privateText, remarkLines } from '../../words/findingSentences.ts';
import { fileScope, selectionScope, type OrderScope } from './orderScope.ts';
import { nothingToOrder } from './priceModal.ts';
import { makePlan, sourceLocaleOf, targetsOf } from './scopePlan.ts';
import { showSentPreview } from './sentPreview.ts';

const namedTexts = 5;

/**
 * Shows each job of an order as its translator would see it. Nothing is sent and no account is needed: what the service
 * would be asked for is left to be asked when something is ordered.
 */
export async function previewSent(services: Services, uri: vscode.Uri | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const file = uri ?? editor?.document.uri;
  if (file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return;
  }
  const scope = await withProgress(words(l10n.t('Reading the files…')), (signal) =>
    openScope(file, uri === undefined ? editor : undefined, signal),
  );
  const targets = await askTargets(scope);
  if (targets === undefined) return;
  const options: OrderOptions = { tier: readSettings(file).tier, autoApprove: false };
  const history = await historyOf(services);
  const plan = await makePlan(scope, targets, {
    codes: codesFor([sourceLocaleOf(scope), ...targets]),
    history: history ?? nothingOrdered,
  });
  const findings = await withProgress(words(l10n.t('Checking the texts…')), (signal) =>
    checkOrder(plan, options, signal),
  );
  const values = privateValues(findings);
  const sent = settleOrder(plan, findings, new Set(values.map(({ text }) => text)));
  if (sent.jobs.length === 0) {
    void showInformation(nothingToOrder(sent));
    return;
  }
  const unknown =
    history === undefined
      ? [words(l10n.t('No service is connected yet, so strings that are already on order are included here.'))]
      : [];
  await showSentPreview(services.extension, {
    plan: sent,
    options,
    glossary: undefined,
    remarks: [...privateLines(plan, findings), ...remarkLines(plan, findings), ...unknown],
    isQuoted: false,
  });
}

/** A locale file; in an editor without a click, the passage that is selected outside of one; any other file as a document. */
async function openScope(
  uri: vscode.Uri,
  editor: vscode.TextEditor | undefined,
  signal: AbortSignal,
): Promise<OrderScope> {
  try {
    return await fileScope(uri, signal);
  } catch (error) {
    if (!(error instanceof OrderError) || error.reason !== 'not-a-locale-file') throw error;
  }
  return editor === undefined || editor.selection.isEmpty ? documentScope([uri]) : selectionScope(editor, signal);
}

const nothingOrdered: PlanHistory = { inFlight: new Set(), delivered: new Map() };

/** What was ordered before, where that is known already. */
async function historyOf({ sessions }: Services): Promise<PlanHistory | undefined> {
  const { session } = sessions;
  if (session === undefined) return undefined;
  const { ledger, journal } = session.context;
  await journal.sync();
  return planHistory(ledger, await journal.siblings(), (id) => session.jobs.statusOf(id));
}

/** The service's codes as far as they are known without asking it; a locale beyond them is called what it is. */
function codesFor(locales: readonly string[]): readonly string[] {
  return [...new Set(locales.map((locale) => toLanguageCode(locale) ?? locale.toLowerCase()))];
}

/** The project's own locales are ticked: looking costs nothing. */
async function askTargets(scope: OrderScope): Promise<readonly string[] | undefined> {
  const given = targetsOf(scope);
  if (given.length > 0) return given;
  const source = sourceLocaleOf(scope);
  const own =
    scope.kind === 'units' ? scope.source.targetLocales : scope.kind === 'documents' ? scope.projectLocales : [];
  const others = knownLanguageCodes
    .map(toLocale)
    .filter((locale) => ![source, ...own].some((known) => isSameLocale(known, locale)));
  const item = (locale: string) => ({
    label: outside(localeName(locale)),
    description: outside(locale),
    value: locale,
  });
  const result = await pickMany<string>({
    place: { title: words(l10n.t('Preview What Is Sent')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Languages to translate into, from {0}'), localeName(source)),
    items: [
      ...(own.length === 0
        ? []
        : [{ label: words(l10n.t('In this project')) }, ...own.map(item), { label: words(l10n.t('Other languages')) }]),
      ...sortByName(others).map(item),
    ],
    selected: (locale) => own.includes(locale),
    emptyHint: words(l10n.t('Choose at least one language with the space bar or a click, then press Enter')),
  });
  return result.kind === 'answer' ? result.value : undefined;
}

function privateLines({ jobs }: Plan, findings: readonly Finding[]): readonly Words[] {
  return privateValues(findings).map(({ as, text, jobs: inTexts, notes }) => {
    const titles = [...new Set([...inTexts, ...notes].map((index) => jobs[index]?.title ?? ''))].map((title) =>
      words(l10n.t('“{0}”'), title),
    );
    return words(
      l10n.t('{0}, sent only if you confirm it: {1} in {2}'),
      privateKindName(as),
      privateText(as, text),
      nameSome(titles, namedTexts),
    );
  });
}

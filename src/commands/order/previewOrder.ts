import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { localeName, sortByName } from '../../words/formatting.ts';
import { knownTables } from '../../editor/session/serviceTables.ts';
import type { DraftInputs } from '../../orders/units/gaps/planDrafts.ts';
import type { Services } from '../../editor/session/services.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { readSettings } from '../../editor/settings.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { pickMany } from '../../editor/shown/quickInput.ts';
import { fromOutside, type Words, words } from '../../words/words.ts';
import { knownLanguageCodes, toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { isSameLocale } from '../../base/locale.ts';
import { checkOrder, type Finding, privateValues, applyFindings } from '../../orders/spend/check/checkOrder.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import { privateKindName, privateText, findingLines } from '../../words/findingSentences.ts';
import { withSourceLocale } from '../scope/askSourceLocale.ts';
import { documentScope } from '../scope/documentScope.ts';
import { fileLines } from '../fileSentences.ts';
import { askFiles, fileChoices } from '../wizard/askFiles.ts';
import { showOrderPreview } from './showOrderPreview.ts';
import { askInPreview } from './previewActions.ts';
import { fileScope, selectionScope, type OrderScope } from '../scope/orderScope.ts';
import { nothingToOrder } from '../planSentences.ts';
import {
  gapsOf,
  localesOf,
  makePlan,
  sourceLocaleOf,
  sourcesOf,
  targetsOf,
  type PlanChoices,
} from '../scope/scopePlan.ts';
import { noHistory, type PlanHistory } from '../../orders/model/plan/planHistory.ts';
import type { OrderOptions } from '../../orders/model/order/quote.ts';

/** The maximum number of strings that are named for one finding. */
const maxNamedStrings = 5;

/** Shows each job of an order as its translator would see it. Sends nothing and needs no account. */
export async function previewOrder(
  services: Services,
  uri: vscode.Uri | undefined,
  startOrder: StartOrder,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const file = uri ?? editor?.document.uri;
  if (file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return;
  }
  const scope = await withSourceLocale(() =>
    withProgress(words(l10n.t('Reading files…')), (signal) =>
      openScope(file, uri === undefined ? editor : undefined, signal),
    ),
  );
  if (scope !== undefined) await previewScope(services, scope, file, startOrder);
}

/** Starts an order of what is previewed. */
export type StartOrder = (scope: OrderScope) => Promise<void>;

/** Previews an order of a scope, and offers to place it. The settings of `file` apply. */
export async function previewScope(
  services: Services,
  scope: OrderScope,
  file: vscode.Uri | undefined,
  startOrder: StartOrder,
): Promise<void> {
  const targets = await askTargets(scope);
  if (targets === undefined) return;
  const history = await historyIfConnected(services, scope);
  // Only as far as a session has loaded them.
  const { pairs } = knownTables(services.sessions.session, sourceLocaleOf(scope));
  const gaps = await readGaps(scope, targets, { history: history ?? noHistory, pairs });
  const files = await askWhichFiles(scope, gaps, targets);
  if (files === undefined) return;
  const options: OrderOptions = { tier: readSettings(file).tier, autoApprove: false };
  await gaps.findSameAsSource();
  // As in the wizard if the user selects no string that equals its source, and no outdated one.
  const choices: PlanChoices = { targets, files, sameAsSource: new Set(), outdated: new Set() };
  const plan = await withProgress(words(l10n.t('Reading files…')), (signal) => makePlan(scope, gaps, choices, signal));
  const findings = await withProgress(words(l10n.t('Checking the order…')), (signal) =>
    checkOrder(plan, options, signal),
  );
  const privateTexts = privateValues(findings).map(({ text }) => text);
  const sendable = applyFindings(plan, findings, new Set(privateTexts));
  if (sendable.jobs.length === 0) {
    void showInformation(nothingToOrder(sendable));
    return;
  }
  const historyLines =
    history === undefined
      ? [words(l10n.t('No service is connected yet, so strings that are already on order are included.'))]
      : [];
  const preview = await showOrderPreview(services.extension, {
    plan: sendable,
    options,
    glossary: undefined,
    notices: [...fileLines(sendable), ...privateLines(findings), ...findingLines(findings), ...historyLines],
    isQuoted: false,
  });
  // Not awaited: the preview may stay open.
  void askInPreview(preview, { hasQuote: false })
    .then((answer) => (answer === 'order' ? startOrder(scope) : undefined))
    .catch((error: unknown) => services.messages.error(error, { isOrdering: true }));
}

/** Opens a locale file as such. Any other file is a document, or a passage if text is selected in its editor. */
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

/**
 * Reads the translations into all of the project's locales, which show what is untranslated. With several files, also
 * reads those into the targets, so that the list of files has their numbers of strings.
 */
async function readGaps(
  scope: OrderScope,
  targets: readonly string[],
  { history, pairs }: Pick<DraftInputs, 'history' | 'pairs'>,
): Promise<TranslationGaps> {
  const hasSeveralFiles = scope.kind === 'units' && scope.skippedFiles !== undefined;
  const projectLocales = scope.kind === 'units' ? localesOf(scope) : [];
  const languages = codesFor([sourceLocaleOf(scope), ...targets, ...projectLocales]);
  const localesToRead = hasSeveralFiles ? [...projectLocales, ...targets] : projectLocales;
  const gaps = gapsOf(scope, { history, languages, pairs });
  await withProgress(words(l10n.t('Reading files…')), (signal, report) =>
    gaps.drafts.load(localesToRead, signal, (drafted, total) => {
      report(words(l10n.t('{0} of {1}'), drafted, total), 100 / total);
    }),
  );
  return gaps;
}

/** Asks which files to preview if there are several. Returns undefined if the user cancels. */
async function askWhichFiles(
  scope: OrderScope,
  gaps: TranslationGaps,
  locales: readonly string[],
): Promise<ReadonlySet<SourceFile> | undefined> {
  if (scope.kind !== 'units') return new Set();
  if (scope.skippedFiles === undefined) return new Set(scope.sources);
  const result = await askFiles({
    position: { title: words(l10n.t('Preview What Translators See')), step: 1, totalSteps: 1 },
    choices: fileChoices(gaps, locales),
    excluded: new Set(),
  });
  return result.kind === 'answer' ? new Set(result.value) : undefined;
}

/** Returns what was ordered before, or undefined if no session is open. */
async function historyIfConnected({ sessions }: Services, scope: OrderScope): Promise<PlanHistory | undefined> {
  const { session } = sessions;
  return session?.jobs.orderHistory(sourcesOf(scope));
}

/** Returns the locales' language codes without asking the service. A locale without a known code is used as is. */
function codesFor(locales: readonly string[]): readonly string[] {
  return [...new Set(locales.map((locale) => toLanguageCode(locale) ?? locale.toLowerCase()))];
}

/** Returns the locales of the translations on which the command was run. If there are none, asks for locales. */
async function askTargets(scope: OrderScope): Promise<readonly string[] | undefined> {
  const clickedTargets = targetsOf(scope);
  if (clickedTargets.length > 0) return clickedTargets;
  const source = sourceLocaleOf(scope);
  const projectLocales = localesOf(scope);
  const otherLocales = knownLanguageCodes
    .map(toLocale)
    .filter((locale) => ![source, ...projectLocales].some((ownLocale) => isSameLocale(ownLocale, locale)));
  const toItem = (locale: string) => ({
    label: fromOutside(localeName(locale)),
    description: fromOutside(locale),
    value: locale,
  });
  const result = await pickMany<string>({
    position: { title: words(l10n.t('Preview What Translators See')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Target languages for {0}'), localeName(source)),
    items: [
      ...(projectLocales.length === 0
        ? []
        : [
            { label: words(l10n.t('In this project')) },
            ...projectLocales.map(toItem),
            { label: words(l10n.t('Other languages')) },
          ]),
      ...sortByName(otherLocales).map(toItem),
    ],
    selected: (locale) => projectLocales.includes(locale),
    emptyHint: words(l10n.t('Select at least one language, then press Enter')),
  });
  return result.kind === 'answer' ? result.value : undefined;
}

/** Names each private value and the strings in which it is. */
function privateLines(findings: readonly Finding[]): readonly Words[] {
  return privateValues(findings).map(({ as, text, jobs, notes }) => {
    const titles = new Set([...jobs, ...notes].map(({ title }) => title));
    const quotedTitles = [...titles].map((title) => words(l10n.t('“{0}”'), title));
    return words(
      l10n.t('Possible private data ({0}), sent only if you select it: {1} in {2}'),
      privateKindName(as),
      privateText(as, text),
      truncatedList(quotedTitles, maxNamedStrings),
    );
  });
}

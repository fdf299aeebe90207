import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { serviceTables } from '../../editor/session/serviceTables.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { askInformation, showInformation } from '../../editor/shown/toasts.ts';
import { sourceLanguageCodes } from '../../locales/languageCode.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { Language } from '../../service/interface/records.ts';
import { countLines, type ComparedCount } from '../../words/estimateSentences.ts';
import { unitCountText } from '../../words/jobLabels.ts';
import { join, plural, words } from '../../words/words.ts';
import { checkBeforeSending } from './checkBeforeSending.ts';
import { withSourceLocale } from '../scope/askSourceLocale.ts';
import { fileScope, selectionScope, type TextScope } from '../scope/orderScope.ts';
import { nothingToOrder } from '../planSentences.ts';
import { planTexts, sourceLocaleOf, sourcesOf } from '../scope/scopePlan.ts';
import { unitCounter } from '../../orders/spend/place/estimate.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';

/**
 * Has the service count the strings that an order of a locale file or a selection would send, and compares the result
 * with the estimate. Unlike the estimate, the request carries the strings (not the keys of the account), so the user is
 * asked first, and private data is sent only if the user selects it.
 */
export async function checkCount(services: Services, uri: vscode.Uri | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const file = uri ?? editor?.document.uri;
  if (file === undefined) {
    void showInformation(words(l10n.t('Open a locale file first, for example locales/en.json.')));
    return;
  }
  // On a file in the Explorer, the command counts the whole file.
  const editorWithSelection = uri === undefined && editor?.selection.isEmpty === false ? editor : undefined;
  const scope = await withSourceLocale(() =>
    withProgress(words(l10n.t('Reading files…')), (signal) =>
      editorWithSelection === undefined ? fileScope(file, signal) : selectionScope(editorWithSelection, signal),
    ),
  );
  if (scope === undefined) return;
  const session = await services.sessions.open();
  const { plan, language } = await withProgress(words(l10n.t('Loading languages…')), (signal) =>
    planCount(session, scope, signal),
  );
  if (plan.jobs.length === 0) {
    void showInformation(nothingToOrder(plan));
    return;
  }
  const checkedOrder = await checkBeforeSending(plan, { tier: readSettings().tier, autoApprove: false });
  if (checkedOrder === undefined) return;
  const texts = [...new Set(checkedOrder.plan.jobs.map(({ protectedText }) => protectedText.text))];
  if (!(await confirmSending(session, texts.length))) return;
  const counts = await withProgress(words(l10n.t('Counting…')), (signal) =>
    compareCounts(session, texts, language, signal),
  );
  const total = counts.reduce((sum, { counted }) => sum + counted, 0);
  await askInformation({
    message: words(l10n.t('The service counts {0}.'), unitCountText(total, language.unitType)),
    detail: join(countLines(counts, language.unitType), '\n'),
  });
}

/** Plans the texts to count, and returns their language. Throws OrderError 'locale-unsupported'. */
async function planCount(
  session: Session,
  scope: TextScope,
  signal: AbortSignal,
): Promise<{ readonly plan: Plan; readonly language: Language }> {
  const { client, log } = session.context;
  const tables = serviceTables(client, log);
  const languages = await tables.languages(signal);
  const codes = languages.map(({ code }) => code);
  const sourceLocale = sourceLocaleOf(scope);
  const [sourceCode] = sourceLanguageCodes(sourceLocale, codes);
  const language = languages.find(({ code }) => code === sourceCode);
  if (language === undefined) throw new OrderError('locale-unsupported', sourceLocale);
  const pairs = await tables.pairsFrom(sourceLocale, signal);
  const history = await session.jobs.orderHistory(sourcesOf(scope));
  const offeredTargets = [...new Set(pairs.map(({ target }) => target))];
  return { plan: await planTexts(scope, offeredTargets, { languages: codes, history }, signal), language };
}

/** Asks whether texts may be sent to the service. The sandbox is on this machine. */
async function confirmSending({ connection }: Session, textCount: number): Promise<boolean> {
  const send = words(l10n.t('Send and Count'));
  if (connection.kind === 'sandbox') {
    const message = plural(textCount, {
      one: l10n.t('Have the sandbox count {0} string?'),
      other: l10n.t('Have the sandbox count {0} strings?'),
    });
    const detail = words(l10n.t('Nothing leaves this machine.'));
    return (await askInformation({ message, detail }, send)) === send;
  }
  const message = plural(
    textCount,
    {
      one: l10n.t('Send {0} string to {1} to have it counted?'),
      other: l10n.t('Send {0} strings to {1} to have them counted?'),
    },
    new URL(connection.baseUrl).host,
  );
  const detail = words(l10n.t('The strings are sent without an order. Nothing is ordered, and nothing is charged.'));
  return (await askInformation({ message, detail }, send)) === send;
}

/** Returns the words or characters of each text: as estimated here, and as counted by the service. */
async function compareCounts(
  { context: { client } }: Session,
  texts: readonly string[],
  language: Language,
  signal: AbortSignal,
): Promise<readonly ComparedCount[]> {
  const estimateUnits = unitCounter(language);
  const counted = await client.service.unitCount(
    texts.map((text) => ({ text, language: language.code })),
    { signal },
  );
  return texts.map((text, index) => ({
    text,
    estimated: estimateUnits(text),
    counted: counted[index]?.unitCount ?? 0,
  }));
}

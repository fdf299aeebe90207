import * as l10n from '@vscode/l10n';
import { readLastChoices } from '../../editor/session/rememberedChoices.ts';
import { serviceTables, type ServiceTables } from '../../editor/session/serviceTables.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { sourceLanguageCodes } from '../../locales/languageCode.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { pricesOf, type Prices } from '../../orders/spend/place/estimate.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import { words } from '../../words/words.ts';
import { askAboutVarieties } from './localeQuestions.ts';
import { OrderFacts } from './orderFacts.ts';
import type { OrderScope } from './orderScope.ts';
import { OrderTargets } from './orderTargets.ts';
import { gapsOf, projectsOf, sourceLocaleOf, sourcesOf, targetsOf } from './scopePlan.ts';
import { budgetsOf } from '../../orders/model/limits/budget.ts';
import { policiesOf, type Policy } from '../../orders/model/limits/policy.ts';
import type { PlanHistory } from '../../orders/model/plan/planHistory.ts';
import type { LastChoices } from '../../orders/model/order/lastChoices.ts';

/** What a command does with a scope. */
export type Purpose = 'quote' | 'order';

/** The languages and prices of the service, and the earlier orders. */
interface ServiceFacts {
  readonly languages: readonly Language[];
  /** The service's language pairs in which texts in the source locale are ordered. */
  readonly pairs: readonly LanguagePair[];
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly history: PlanHistory;
  readonly prices: Prices;
}

/** What is known about an order before its first question. */
export interface OpenedOrder extends ServiceFacts {
  readonly purpose: Purpose;
  readonly scope: OrderScope;
  readonly session: Session;
  readonly sourceLocale: string;
  /** Locales that are selected at first. If there are none, those of the last order are. */
  readonly targets: readonly string[];
  readonly defaultTier: string;
  /** Policies whose forbidden languages and tiers are not offered. None for a quote, because it spends nothing. */
  readonly policies: readonly Policy[];
  /** The choices of the last order. */
  readonly remembered: LastChoices | undefined;
  readonly gaps: TranslationGaps;
  /** What the project's locales lack. Their files are read while the wizard is open. To be disposed. */
  readonly facts: OrderFacts;
  /** Checks whether the target files can be written. */
  readonly orderTargets: OrderTargets;
}

/**
 * Opens a session and loads what an order depends on. Asks about languages that the service offers in another variety
 * only; returns undefined if the user cancels that. Throws for a mistyped budget or policy in the settings.
 */
export async function openOrder(
  { sessions, extension }: Services,
  purpose: Purpose,
  scope: OrderScope,
): Promise<OpenedOrder | undefined> {
  const session = await sessions.open();
  // Called only for its error, so that a mistyped budget is reported before any question.
  budgetsOf(session.context);
  const policies = policiesOf(session.context, projectsOf(scope));
  const languages = await loadWithProgress((signal) => tablesOf(session).languages(signal));
  const codes = languages.map(({ code }) => code);
  if ((await askAboutVarieties(scope, { sources: codes, targets: codes })) === 'canceled') return undefined;
  const service = await loadWithProgress((signal) => loadServiceFacts(session, scope, languages, signal));
  const remembered = readLastChoices(extension.workspaceState);
  const gaps = gapsOf(scope, { history: service.history, languages: service.codes, pairs: service.pairs });
  const targets = targetsOf(scope);
  const { tier } = readSettings();
  const likelyTargets = targets.length > 0 ? targets : (remembered?.targets ?? []);
  return {
    ...service,
    purpose,
    scope,
    session,
    sourceLocale: sourceLocaleOf(scope),
    targets,
    defaultTier: tier,
    policies: purpose === 'quote' ? [] : policies,
    remembered,
    gaps,
    facts: new OrderFacts(scope, { gaps, prices: service.prices, tier }, likelyTargets),
    orderTargets: new OrderTargets(extension, session),
  };
}

function loadWithProgress<T>(load: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withProgress(words(l10n.t('Loading languages…')), load);
}

function tablesOf({ context }: Session): ServiceTables {
  return serviceTables(context.client, context.log);
}

async function loadServiceFacts(
  session: Session,
  scope: OrderScope,
  languages: readonly Language[],
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const codes = languages.map(({ code }) => code);
  const sourceLocale = sourceLocaleOf(scope);
  const sources = sourceLanguageCodes(sourceLocale, codes);
  if (sources.length === 0) throw new OrderError('locale-unsupported', sourceLocale);
  const pairs = await tablesOf(session).pairsFrom(sourceLocale, signal);
  const history = await session.jobs.orderHistory(sourcesOf(scope));
  return { languages, pairs, codes, history, prices: pricesOf(sources, { pairs, languages }, session.jobs.all) };
}

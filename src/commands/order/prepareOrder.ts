import * as l10n from '@vscode/l10n';
import { present } from '../../base/present.ts';
import type { Services } from '../../editor/session/services.ts';
import { orderHistory } from '../../orders/jobs/track/orderHistory.ts';
import { serviceTables } from '../../editor/session/serviceTables.ts';
import type { Session } from '../../editor/session/session.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import { applyFindings } from '../../orders/spend/check/applyFindings.ts';
import { checkOrder } from '../../orders/spend/check/checkOrder.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { estimateOf, pricesOf, type Prices } from '../../orders/spend/place/estimate.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import { words } from '../../words/words.ts';
import { orderOptionsOf, type Prepare, type WizardFiles } from '../wizard/wizardAnswers.ts';
import { fileChoices } from '../wizard/filesStep.ts';
import { availableOptions, type Extras } from '../wizard/orderOptions.ts';
import { codesOf } from '../wizard/tierStep.ts';
import type { OrderFacts } from './orderFacts.ts';
import type { OrderScope } from './orderScope.ts';
import type { OrderTargets } from './orderTargets.ts';
import { makePlan, sourceLocaleOf } from './scopePlan.ts';

/** The languages and prices of the service, and the earlier orders. */
export interface ServiceFacts {
  readonly languages: readonly Language[];
  readonly pairs: readonly LanguagePair[];
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly history: PlanHistory;
  readonly prices: Prices;
}

export async function loadServiceFacts(
  session: Session,
  scope: OrderScope,
  signal: AbortSignal,
): Promise<ServiceFacts> {
  const { client, log } = session.context;
  const tables = serviceTables(client, log);
  const languages = await tables.languages(signal);
  const codes = languages.map(({ code }) => code);
  const source = toLanguageCode(sourceLocaleOf(scope), codes);
  if (source === undefined) throw new OrderError('locale-unsupported', sourceLocaleOf(scope));
  const pairs = await tables.pairs(source, signal);
  const history = await orderHistory(session, scope.kind === 'units' ? scope.sources : []);
  return { languages, pairs, codes, history, prices: pricesOf(source, { pairs, languages }, session.jobs.all) };
}

/** Returns how an order of the scope is prepared: planned and checked, without sending anything. */
export function prepareOrder(
  scope: OrderScope,
  {
    gaps,
    facts,
    pairs,
    prices,
    loadExtras: load,
    targets: orderTargets,
  }: Pick<ServiceFacts, 'pairs' | 'prices'> & {
    readonly gaps: TranslationGaps;
    readonly facts: OrderFacts;
    readonly loadExtras: (signal: AbortSignal) => Promise<Extras>;
    /** Absent for a quote, for which no file is tried. */
    readonly targets: OrderTargets | undefined;
  },
): Prepare {
  return async (answers, signal, report) => {
    const { targets, tier, files } = answers;
    await facts.settled;
    signal.throwIfAborted();
    const outdated = await gaps.findOutdated(targets, signal);
    report({ outdated });
    const languages = {
      source: pairs[0]?.source ?? '',
      targets: codesOf(pairs, targets).flatMap((code) => code ?? []),
    };
    const needsAccount = answers.extra.glossary !== undefined || answers.extra.usePreferred === true;
    const extra = needsAccount ? availableOptions(answers.extra, await load(signal), languages, tier) : answers.extra;
    report({ extra });
    const choices = {
      targets,
      sameAsSource: new Set(answers.sameAsSource.map(({ unit }) => unit)),
      outdated: new Set(answers.outdated.chosen.map(({ unit }) => unit)),
      ...present({ files: files && new Set(files), unusedForms: extra.unusedForms }),
    };
    const planned = await makePlan(scope, gaps, choices, signal);
    const plan = orderTargets === undefined ? planned : await orderTargets.withoutUnwritable(planned);
    signal.throwIfAborted();
    const options = orderOptionsOf({ ...answers, extra });
    report({ plan, estimate: estimateOf(plan, options, prices) });
    const findings = await checkOrder(plan, options, signal);
    const refused = findings.filter(({ severity }) => severity === 'refused');
    const sendable = applyFindings(plan, refused, new Set());
    return { outdated, extra, plan, findings, sendable, estimate: estimateOf(sendable, options, prices) };
  };
}

/** Returns what the wizard asks about the files of an order of several; undefined for one file. */
export function wizardFiles(scope: OrderScope, gaps: TranslationGaps): WizardFiles | undefined {
  if (scope.kind !== 'units' || scope.skippedFiles === undefined) return undefined;
  return {
    sources: scope.sources,
    count: async (locales) => {
      await withProgress(words(l10n.t('Reading files…')), (signal, report) =>
        gaps.drafts.load(locales, signal, (drafted, total) => {
          report(words(l10n.t('{0} of {1}'), drafted, total), 100 / total);
        }),
      );
      return fileChoices(gaps, locales);
    },
    fileOf: (unit) => gaps.sourceOf(unit),
  };
}

/** Loads glossaries and preferred translators. If they can't be loaded, the wizard does not offer them. */
export async function loadExtras(services: Services, session: Session, signal: AbortSignal): Promise<Extras> {
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

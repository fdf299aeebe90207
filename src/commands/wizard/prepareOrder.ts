import { present } from '../../base/present.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { checkOrder, applyFindings } from '../../orders/spend/check/checkOrder.ts';
import { estimateOf } from '../../orders/spend/place/estimate.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { makePlan } from '../scope/scopePlan.ts';
import { availableOptions, type ExtraOptions, type Extras } from './orderOptions.ts';
import { languagesOf } from './askTier.ts';
import { orderOptionsOf, type PreparedOrder, type ReportParts, type WizardAnswers } from './wizardAnswers.ts';

/** The order that the wizard is about. */
export interface WizardContext {
  readonly services: Services;
  readonly order: OpenedOrder;
}

/**
 * Plans and checks an order without sending anything. `report` receives parts as soon as they are known. Rejects if the
 * signal aborts, or if the order can't be planned.
 */
export async function prepareOrder(
  { services, order }: WizardContext,
  answers: WizardAnswers,
  signal: AbortSignal,
  report: ReportParts,
): Promise<PreparedOrder> {
  const { scope, gaps, facts, prices, orderTargets, purpose } = order;
  const { targets, files } = answers;
  await facts.settled;
  signal.throwIfAborted();
  const outdated = await gaps.findOutdated(targets, signal);
  report({ outdated });
  const extra = await optionsOfAccount({ services, order }, answers, signal);
  report({ extra });
  const choices = {
    targets,
    sameAsSource: new Set(answers.sameAsSource.map(({ unit }) => unit)),
    outdated: new Set(answers.outdated.chosen.map(({ unit }) => unit)),
    ...present({ files: files && new Set(files), unusedForms: extra.unusedForms }),
  };
  const wholePlan = await makePlan(scope, gaps, choices, signal);
  // A quote may be for files that can't be written.
  const plan = purpose === 'quote' ? wholePlan : await orderTargets.withoutUnwritable(wholePlan);
  signal.throwIfAborted();
  const options = orderOptionsOf({ ...answers, extra });
  report({ plan, estimate: estimateOf(plan, options, prices) });
  const findings = await checkOrder(plan, options, signal);
  const refused = findings.filter(({ severity }) => severity === 'refused');
  const sendable = applyFindings(plan, refused, new Set());
  return { outdated, extra, plan, findings, sendable, estimate: estimateOf(sendable, options, prices) };
}

/** Returns the chosen options without those that the account doesn't have. */
async function optionsOfAccount(
  { services, order }: WizardContext,
  { targets, tier, extra }: WizardAnswers,
  signal: AbortSignal,
): Promise<ExtraOptions> {
  const needsAccount = extra.glossary !== undefined || extra.usePreferred === true;
  if (!needsAccount) return extra;
  const extras = await loadExtras(services, order.session, signal);
  return availableOptions(extra, extras, languagesOf(order.pairs, targets), tier);
}

/** Loads glossaries and preferred translators. If they can't be loaded, the wizard does not offer them. */
export async function loadExtras(services: Services, session: Session, signal: AbortSignal): Promise<Extras> {
  const { account, glossaries } = session.context.client;
  const noneAfter = (name: string, error: unknown): readonly never[] => {
    services.messages.log(`The account's ${name} could not be loaded: ${String(error)}`);
    return [];
  };
  const [preferred, allGlossaries] = await Promise.all([
    account.preferredTranslators({ signal }).catch((error: unknown) => noneAfter('preferred translators', error)),
    glossaries.list({ signal }).catch((error: unknown) => noneAfter('glossaries', error)),
  ]);
  return { preferred, glossaries: allGlossaries };
}

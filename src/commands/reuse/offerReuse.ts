import * as l10n from '@vscode/l10n';
import type { Services } from '../../editor/session/services.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import type { FoundReuse } from '../../orders/units/plan/searchReuse.ts';
import { sentences, type Words, words } from '../../words/words.ts';
import { nothingToOrder } from '../planSentences.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { chooseReuse } from './chooseReuse.ts';
import { approvalItems, unusableLines, withApprovals } from './earlierTranslations.ts';
import { matchesElsewhere, onOrderItems, searchElsewhere, settleOnOrder } from './ordersElsewhere.ts';
import {
  projectItems,
  reusableLines,
  searchProject,
  uncheckedLines,
  writeTranslations,
} from './projectTranslations.ts';
import type { MatchesByKind, OnOrderAnswer, OnOrderKind, ReuseChoice } from './reuseChoice.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import { withoutStrings } from '../../orders/model/plan/planDecisions.ts';
import { earlierApprovals, type EarlierApprovals } from '../../orders/spend/place/quotePlan.ts';

/** A plan without what need not be bought. */
export interface ReducedPlan {
  /** Empty if nothing remains to be ordered, which was shown. */
  readonly plan: Plan;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/**
 * Finds the strings of a plan that need not be bought, because they are translated elsewhere in the project, were
 * approved before, or are on order elsewhere; asks once what to reuse; and does it. Translations of the project are
 * written at once. No text is sent. Returns undefined if the user cancels; then nothing was written. Rejects with
 * ServiceError.
 */
export async function withoutReusable(
  services: Services,
  order: OpenedOrder,
  plan: Plan,
  tier: string,
): Promise<ReducedPlan | undefined> {
  if (plan.jobs.length === 0) {
    void showInformation(nothingToOrder(plan));
    return { plan, notices: [] };
  }
  const reusable = await findReusable(services, order, plan, tier);
  if (reusable === undefined) return undefined;
  const items = [
    ...projectItems(reusable.inProject.strings),
    ...approvalItems(reusable.approvals.usable),
    ...onOrderItems(plan, reusable.onOrder),
  ];
  const choices = items.length === 0 ? [] : await chooseReuse(items);
  if (choices === undefined) return undefined;
  return applyChoices({ services, order }, plan, reusable, choices);
}

/** What can be reused instead of buying it. */
interface Reusable {
  /** Nothing for a quote, for which nothing is written. */
  readonly inProject: FoundReuse;
  readonly approvals: EarlierApprovals;
  readonly onOrder: MatchesByKind;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/** Searches the project, and the jobs of the account: those whose texts this machine has not seen are fetched. */
async function findReusable(
  services: Services,
  order: OpenedOrder,
  plan: Plan,
  tier: string,
): Promise<Reusable | undefined> {
  const { session, purpose } = order;
  const inProject = await searchProject(services, order, plan);
  const incomplete = await searchElsewhere(session);
  if (incomplete === undefined) return undefined;
  const approvals = await withProgress(words(l10n.t('Searching for translations to reuse…')), (signal) =>
    earlierApprovals(session.context, { plan, tier }, session.jobs.all, { signal }),
  );
  const isQuote = purpose === 'quote';
  return {
    inProject: isQuote ? { ...inProject, strings: [] } : inProject,
    approvals,
    onOrder: await matchesElsewhere(session, plan),
    notices: [...(isQuote ? reusableLines(inProject) : []), ...uncheckedLines(inProject), ...incomplete],
  };
}

async function applyChoices(
  { services, order: { session } }: { readonly services: Services; readonly order: OpenedOrder },
  plan: Plan,
  reusable: Reusable,
  choices: readonly ReuseChoice[],
): Promise<ReducedPlan> {
  const written = await writeTranslations(
    services,
    session,
    choices.filter((choice) => choice.kind === 'project'),
  );
  const missing = withoutStrings(plan, written.done);
  const notices = [...written.notices, ...reusable.notices];
  if (missing.jobs.length === 0) return { plan: missing, notices };
  const onOrder = missing === plan ? reusable.onOrder : await matchesElsewhere(session, missing);
  const settled = await settleOnOrder(session, missing, onOrder, answersIn(choices));
  if (settled.plan.jobs.length === 0) showOnOrder(settled.notices);
  const approved = choices.flatMap((choice) => (choice.kind === 'approved' ? [choice.approval] : []));
  return {
    plan: withApprovals(settled.plan, reusable.approvals, approved),
    notices: [...notices, ...settled.notices, ...unusableLines(plan, reusable.approvals)],
  };
}

function answersIn(choices: readonly ReuseChoice[]): ReadonlyMap<OnOrderKind, OnOrderAnswer> {
  return new Map(
    choices.flatMap((choice) => (choice.kind === 'onOrder' ? [[choice.onOrder, choice.answer] as const] : [])),
  );
}

/** Says that nothing remains to be ordered, and what becomes of the strings on order. */
function showOnOrder(lines: readonly Words[]): void {
  if (lines.length > 0) void showInformation(sentences(...lines.map((line) => words(l10n.t('{0}.'), line))));
  else void showInformation(words(l10n.t('Nothing was ordered because these strings are already on order.')));
}

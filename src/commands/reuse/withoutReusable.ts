import * as l10n from '@vscode/l10n';
import type { Services } from '../../editor/session/services.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import type { FoundReuse } from '../../orders/units/plan/searchReuse.ts';
import { sentences, type Words, words } from '../../words/words.ts';
import { nothingToOrder } from '../planSentences.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { chooseReuse } from './chooseReuse.ts';
import { approvalItems, unusableLines, withApprovals } from './earlierTranslations.ts';
import { matchesElsewhere, onOrderItems, searchElsewhere, applyOnOrderAnswers } from './ordersElsewhere.ts';
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
  /** Has no jobs if nothing remains to be ordered; then the user has seen why. */
  readonly plan: Plan;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/**
 * Finds the strings of a plan that need not be bought: they are translated elsewhere in the project, were approved
 * before, or are on order elsewhere. Asks once what to reuse, and does it: translations of the project are written at
 * once. No text is sent. Returns undefined if the user cancels; then nothing was written. Rejects with ServiceError.
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
  /** Has no strings for a quote, because nothing is written for a quote. */
  readonly inProject: FoundReuse;
  readonly approvals: EarlierApprovals;
  readonly onOrder: MatchesByKind;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/** Searches the project and the jobs of the account. Returns undefined if the user cancels. */
async function findReusable(
  services: Services,
  order: OpenedOrder,
  plan: Plan,
  tier: string,
): Promise<Reusable | undefined> {
  const { session, purpose } = order;
  const inProject = await searchProject(services, order, plan);
  const gapsOfSearch = await searchElsewhere(session);
  if (gapsOfSearch === undefined) return undefined;
  const approvals = await withProgress(words(l10n.t('Searching for translations to reuse…')), (signal) =>
    earlierApprovals(session.context, { plan, tier }, session.jobs.all, { signal }),
  );
  const isQuote = purpose === 'quote';
  return {
    inProject: isQuote ? { ...inProject, strings: [] } : inProject,
    approvals,
    onOrder: await matchesElsewhere(session, plan),
    notices: [...(isQuote ? reusableLines(inProject) : []), ...uncheckedLines(inProject), ...gapsOfSearch],
  };
}

/** Writes, adopts or skips what the user has chosen to reuse, and returns the plan of the remaining strings. */
async function applyChoices(
  { services, order: { session } }: { readonly services: Services; readonly order: OpenedOrder },
  plan: Plan,
  reusable: Reusable,
  choices: readonly ReuseChoice[],
): Promise<ReducedPlan> {
  const writtenReuse = await writeTranslations(
    services,
    session,
    choices.filter((choice) => choice.kind === 'project'),
  );
  const unwritten = withoutStrings(plan, writtenReuse.done);
  const notices = [...writtenReuse.notices, ...reusable.notices];
  if (unwritten.jobs.length === 0) return { plan: unwritten, notices };

  const onOrder = unwritten === plan ? reusable.onOrder : await matchesElsewhere(session, unwritten);
  const remaining = await applyOnOrderAnswers(session, unwritten, onOrder, onOrderAnswersIn(choices));
  if (remaining.plan.jobs.length === 0) showOnOrder(remaining.notices);

  const chosenApprovals = choices.filter((choice) => choice.kind === 'approved').map(({ approval }) => approval);
  return {
    plan: withApprovals(remaining.plan, reusable.approvals, chosenApprovals),
    notices: [...notices, ...remaining.notices, ...unusableLines(plan, reusable.approvals)],
  };
}

function onOrderAnswersIn(choices: readonly ReuseChoice[]): ReadonlyMap<OnOrderKind, OnOrderAnswer> {
  const onOrderChoices = choices.filter((choice) => choice.kind === 'onOrder');
  return new Map(onOrderChoices.map(({ orderKind: onOrder, answer }) => [onOrder, answer]));
}

/** Says that nothing remains to be ordered, and what becomes of the strings on order. */
function showOnOrder(lines: readonly Words[]): void {
  if (lines.length > 0) void showInformation(sentences(...lines.map((line) => words(l10n.t('{0}.'), line))));
  else void showInformation(words(l10n.t('Nothing was ordered because these strings are already on order.')));
}

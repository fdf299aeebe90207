import * as l10n from '@vscode/l10n';
import type { Session } from '../../editor/session/session.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { askWarning } from '../../editor/shown/toasts.ts';
import { folderName } from '../../editor/workspace/projects.ts';
import type { FoundElsewhere } from '../../orders/jobs/track/jobFetcher.ts';
import {
  findOnOrder,
  mayMissRecentOrders,
  type OnOrderMatch,
  adoptOrders,
} from '../../orders/spend/place/findOnOrder.ts';
import { formatTime, localeName } from '../../words/formatting.ts';
import { notLookedAt } from '../../words/jobLabels.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { join, type Words, words } from '../../words/words.ts';
import { jobCountText } from '../planSentences.ts';
import type { MatchesByKind, OnOrderAnswer, OnOrderKind, ReuseChoice } from './reuseChoice.ts';
import { orderedAgain, withoutOnOrder } from '../../orders/model/plan/planDecisions.ts';
import type { OnOrder } from '../../orders/spend/place/textsOnOrder.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';

const onOrderKinds: readonly OnOrderKind[] = ['same', 'otherClone'];

/**
 * Looks for jobs that were ordered elsewhere. If the account has so many unknown jobs that this takes long, asks whether
 * to wait or to continue; the search then goes on in the background. Returns a line for each reason why orders may be
 * missing from the search, or undefined if the user cancels. Rejects with ServiceError.
 */
export async function searchElsewhere(session: Session): Promise<readonly Words[] | undefined> {
  const search = await findElsewhere(session);
  if (search === undefined) return undefined;
  const { context } = session;
  const lines = mayMissRecentOrders(context)
    ? [words(l10n.t('Orders placed on other machines in the last few minutes aren’t visible yet.'))]
    : [];
  // The embedded sandbox has no orders from other machines.
  if (search.isComplete || context.simulated) return lines;
  if (search.remaining > 0) return [...lines, notLookedAt(search.remaining)];
  return [
    ...lines,
    words(
      l10n.t('The service may have listed only some of its jobs, so orders placed on other machines may be missing.'),
    ),
  ];
}

/** Searches as far as the user waits for it. Returns undefined if the user cancels. */
async function findElsewhere({ jobs }: Session): Promise<FoundElsewhere | undefined> {
  const quickSearch = await withProgress(words(l10n.t('Checking for strings that are already on order…')), (signal) =>
    jobs.findElsewhere({ signal }),
  );
  if (quickSearch.remaining === 0) return quickSearch;
  const wait = words(l10n.t('Wait'));
  const continueNow = words(l10n.t('Continue'));
  const chosen = await askWarning(
    {
      message: notLookedAt(quickSearch.remaining),
      detail: words(
        l10n.t('Strings of this order may be on order already. If you continue, you may pay for them a second time.'),
      ),
    },
    wait,
    continueNow,
  );
  if (chosen === wait)
    return withProgress(words(l10n.t('Looking at the jobs of the account…')), (signal, report) =>
      jobs.findAllElsewhere({ signal }, (remaining) => {
        if (remaining > 0) report(notLookedAt(remaining));
      }),
    );
  if (chosen === undefined) return undefined;
  // From now on, the order is placed although jobs have not been looked at.
  jobs.search.accept();
  return { remaining: jobs.search.remaining, isComplete: jobs.search.isComplete };
}

/** Finds the strings of a plan that are on order from another folder, clone or machine. */
export async function matchesElsewhere({ context, jobs }: Session, plan: Plan): Promise<MatchesByKind> {
  const matches = await withProgress(words(l10n.t('Checking for strings that are already on order…')), () =>
    findOnOrder(context, plan, (id) => jobs.statusOf(id)),
  );
  return {
    same: matches.filter(({ otherClones }) => otherClones === undefined),
    otherClone: matches.filter(({ otherClones }) => otherClones !== undefined),
  };
}

/** The texts of the rows about one kind of orders. `strings` is their number: "3 strings". */
interface RowTexts {
  readonly heading: () => Words;
  /** The label of the choice to pay for new translations. */
  readonly againLabel: (strings: Words) => Words;
  /** What that choice means, or why these may be orders of something else. */
  readonly explanation: (matches: readonly OnOrderMatch[]) => Words;
  /** Shown with the price if the strings are ordered. */
  readonly notice: (strings: Words) => Words;
}

const rowTexts: Readonly<Record<OnOrderKind, RowTexts>> = {
  same: {
    heading: () => words(l10n.t('On order elsewhere')),
    againLabel: (strings) => words(l10n.t('Order again: {0}'), strings),
    explanation: (matches) => {
      // A match is certain if the order names this repository.
      if (matches.every(({ isCertain }) => isCertain)) return words(l10n.t('If you order again, you pay again.'));
      return words(
        l10n.t('Some of these orders don’t name a repository, so only the text and the language are known to match.'),
      );
    },
    notice: (strings) => words(l10n.t('Ordered again, although already on order: {0}'), strings),
  },
  otherClone: {
    heading: () => words(l10n.t('On order from another clone?')),
    againLabel: (strings) => words(l10n.t('Different project: order {0}'), strings),
    explanation: () =>
      words(
        l10n.t(
          'Text, language, path, and key are the same, but the Git remotes differ. You pay, and aren’t asked about these two projects again.',
        ),
      ),
    notice: (strings) => words(l10n.t('Ordered, although a different project has the same on order: {0}'), strings),
  },
};

/** The maximum number of strings that are named in a row. */
const maxNamed = 4;

/** Lists what can be done about the strings that are on order, each kind of orders as a whole. */
export function onOrderItems(plan: Plan, byKind: MatchesByKind): readonly PickItem<ReuseChoice>[] {
  return onOrderKinds.flatMap((orderKind): readonly PickItem<ReuseChoice>[] => {
    const matches = byKind[orderKind];
    if (matches.length === 0) return [];
    const texts = rowTexts[orderKind];
    const strings = jobCountText(plan, matches.length);
    return [
      { label: texts.heading() },
      {
        label: words(l10n.t('Use here too: {0}'), strings),
        description: words(l10n.t('free · deselect to skip')),
        detail: join([...orderLines(matches), namesOf(matches)], ' · '),
        value: { kind: 'onOrder', orderKind, answer: 'use' },
      },
      {
        label: texts.againLabel(strings),
        detail: texts.explanation(matches),
        value: { kind: 'onOrder', orderKind, answer: 'again' },
      },
    ];
  });
}

function namesOf(matches: readonly OnOrderMatch[]): Words {
  return truncatedList(
    matches.map(({ job }) => words(l10n.t('“{0}” into {1}'), job.title, localeName(job.targetLocale))),
    maxNamed,
  );
}

/** Says when and where strings were ordered. Strings that were ordered together share one line. */
function orderLines(matches: readonly OnOrderMatch[]): readonly Words[] {
  const byFolderAndTime = new Map<string, OnOrder>();
  for (const {
    orders: [order],
  } of matches)
    if (order !== undefined) byFolderAndTime.set(JSON.stringify([folderOf(order), formatTime(order.at)]), order);
  return [...byFolderAndTime.values()].map(orderedLine);
}

function orderedLine(order: OnOrder): Words {
  const folder = folderOf(order);
  const time = formatTime(order.at);
  if (folder === undefined) return words(l10n.t('Ordered on {0}'), time);
  return words(l10n.t('Ordered from {0} on {1}'), folderName(folder), time);
}

/** Returns the folder that strings were ordered from, if known. */
function folderOf({ units }: OnOrder): string | undefined {
  return units.find(({ folder }) => folder?.uri !== undefined)?.folder?.uri;
}

/** A plan after an answer about strings on order was applied. */
export interface PlanAfterAnswers {
  readonly plan: Plan;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/** For each kind of orders, uses their translations, orders the strings again, or skips them, as the user chose. */
export async function applyOnOrderAnswers(
  session: Session,
  plan: Plan,
  byKind: MatchesByKind,
  answers: ReadonlyMap<OnOrderKind, OnOrderAnswer>,
): Promise<PlanAfterAnswers> {
  let result: PlanAfterAnswers = { plan, notices: [] };
  for (const kind of onOrderKinds) {
    const matches = byKind[kind];
    if (matches.length === 0) continue;
    const applied = await applyAnswer(session, result.plan, { kind, matches }, answers.get(kind));
    result = { plan: applied.plan, notices: [...result.notices, ...applied.notices] };
  }
  return result;
}

async function applyAnswer(
  session: Session,
  plan: Plan,
  { kind, matches }: { readonly kind: OnOrderKind; readonly matches: readonly OnOrderMatch[] },
  answer: OnOrderAnswer | undefined,
): Promise<PlanAfterAnswers> {
  if (answer === 'again') {
    const strings = jobCountText(plan, matches.length);
    return { plan: orderedAgain(plan, matches), notices: [rowTexts[kind].notice(strings)] };
  }
  const notices = answer === 'use' ? await useOrdered(session, plan, matches) : [];
  const jobs = matches.map(({ job }) => job);
  return { plan: withoutOnOrder(plan, jobs), notices };
}

/** Uses translations that are on order. Returns lines about the strings that get one, and those that are skipped. */
async function useOrdered(
  { context, jobs }: Session,
  plan: Plan,
  matches: readonly OnOrderMatch[],
): Promise<readonly Words[]> {
  const { adopted, refused } = await withProgress(
    words(l10n.t('Checking for strings that are already on order…')),
    (signal) => adoptOrders(context, plan, matches, { signal }),
  );
  await jobs.reload();
  // Not awaited: the view shows the result of the refresh, or that it failed.
  void jobs.fetchAndDeliver().catch(() => undefined);
  const lines: Words[] = [];
  if (adopted.length > 0)
    lines.push(words(l10n.t('Delivered here too for free, once approved: {0}'), jobCountText(plan, adopted.length)));
  if (refused.length > 0)
    lines.push(
      words(
        l10n.t('Skipped because the translation on order can’t be used here: {0}'),
        jobCountText(plan, refused.length),
      ),
    );
  return lines;
}

import * as l10n from '@vscode/l10n';
import { formatTime, localeName } from '../../words/formatting.ts';
import { askInformation, askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { join, sentences, type Words, words } from '../../words/words.ts';
import { folderName } from '../../editor/workspace/projects.ts';
import type { Session } from '../../editor/session/session.ts';
import { truncatedLines } from '../../words/truncatedList.ts';
import { adoptOrders } from '../../orders/spend/place/adopt.ts';
import {
  findOnOrder,
  mayMissRecentOrders,
  orderedAgain,
  withoutOnOrder,
  type OnOrder,
  type OnOrderMatch,
} from '../../orders/spend/place/onOrder.ts';
import type { Plan } from '../../orders/units/plan/plan.ts';
import type { FoundElsewhere } from '../../orders/jobs/track/jobFetcher.ts';
import { notLookedAt } from '../../words/jobLabels.ts';
import { jobCountText } from '../planSentences.ts';

/** A plan after the user has decided about strings that are on order elsewhere. */
export interface OnOrderChoice {
  readonly plan: Plan;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/** The maximum number of strings named in the question. */
const maxNamedStrings = 8;

/**
 * Finds strings of a plan that are on order from another folder, clone or machine, and asks what to do about them.
 * Returns undefined if the user cancels, or if nothing remains to be ordered, which is then shown. Rejects with
 * ServiceError.
 */
export async function resolveOnOrder(session: Session, plan: Plan): Promise<OnOrderChoice | undefined> {
  const { context, jobs } = session;
  const found = await findElsewhere(session);
  if (found === undefined) return undefined;
  const { remaining, isComplete } = found;
  const matches = await withProgress(words(l10n.t('Checking for strings that are already on order…')), () =>
    findOnOrder(context, plan, (id) => jobs.statusOf(id)),
  );
  const recent = mayMissRecentOrders(context)
    ? [words(l10n.t('Orders placed on other machines in the last few minutes aren’t visible yet.'))]
    : [];
  const incomplete =
    remaining > 0
      ? notLookedAt(remaining)
      : words(
          l10n.t(
            'The service may have listed only some of its jobs, so orders placed on other machines may be missing.',
          ),
        );
  // The embedded sandbox has no orders from other machines.
  const notices = isComplete || context.simulated ? recent : [...recent, incomplete];
  if (matches.length === 0) return { plan, notices };
  const clones = matches.filter(({ otherClones }) => otherClones !== undefined);
  const known = matches.filter(({ otherClones }) => otherClones === undefined);
  let choice: OnOrderChoice = { plan, notices };
  for (const [found, texts] of [
    [known, knownTexts],
    [clones, otherCloneTexts],
  ] as const) {
    if (found.length === 0) continue;
    const decided = await decide(session, choice.plan, found, texts);
    if (decided === undefined) return undefined;
    choice = { plan: decided.plan, notices: [...choice.notices, ...decided.notices] };
  }
  if (choice.plan.jobs.length > 0) return choice;
  const used = choice.notices.slice(notices.length);
  void showInformation(
    sentences(
      ...(used.length > 0
        ? used.map((line) => words(l10n.t('{0}.'), line))
        : [words(l10n.t('Nothing was ordered because these strings are already on order.'))]),
    ),
  );
  return undefined;
}

/**
 * Looks for jobs that were ordered elsewhere. If the account has so many unknown jobs that this takes long, asks whether
 * to wait; the search goes on in the background. Returns undefined if the user cancels.
 */
async function findElsewhere({ jobs }: Session): Promise<FoundElsewhere | undefined> {
  const first = await withProgress(words(l10n.t('Checking for strings that are already on order…')), (signal) =>
    jobs.findElsewhere({ signal }),
  );
  if (first.remaining === 0) return first;
  const wait = words(l10n.t('Wait'));
  const proceed = words(l10n.t('Continue'));
  const chosen = await askWarning(
    {
      message: notLookedAt(first.remaining),
      detail: words(
        l10n.t('Strings of this order may be on order already. If you continue, you may pay for them a second time.'),
      ),
    },
    wait,
    proceed,
  );
  if (chosen === wait)
    return withProgress(words(l10n.t('Looking at the jobs of the account…')), (signal, report) =>
      jobs.findAllElsewhere({ signal }, (remaining) => {
        if (remaining > 0) report(notLookedAt(remaining));
      }),
    );
  if (chosen === undefined) return undefined;
  jobs.search.accept();
  return { remaining: jobs.search.remaining, isComplete: jobs.search.isComplete };
}

/** The texts of a question about strings that are on order. */
interface QuestionTexts {
  readonly question: (plan: Plan, matches: readonly OnOrderMatch[]) => Words;
  /** The label of the choice to pay for new translations. */
  readonly again: () => Words;
  /** Shown below the list of strings. */
  readonly explanation: (matches: readonly OnOrderMatch[]) => readonly Words[];
  /** Shown with the price if the strings are ordered; `strings` is their number. */
  readonly notice: (strings: Words) => Words;
}

const knownTexts: QuestionTexts = {
  question: (plan, matches) => {
    const [first] = matches;
    if (first !== undefined && matches.length === 1)
      return words(l10n.t('“{0}” is already on order. Use that translation here too?'), first.job.title);
    return words(l10n.t('Already on order: {0}. Use those translations here too?'), jobCountText(plan, matches.length));
  },
  again: () => words(l10n.t('Order Again')),
  explanation: (matches) => [
    sentences(freeUse(), words(l10n.t('If you order again, you pay again.'))),
    ...(matches.some(({ isCertain }) => !isCertain)
      ? [
          words(
            l10n.t(
              'Some of these orders don’t name a repository, so only the text and the language are known to match.',
            ),
          ),
        ]
      : []),
  ],
  notice: (strings) => words(l10n.t('Ordered again, although already on order: {0}'), strings),
};

/** Strings with the same path, key and text, but of a repository with other remotes. */
const otherCloneTexts: QuestionTexts = {
  question: (plan, matches) => {
    const [first] = matches;
    if (first !== undefined && matches.length === 1)
      return words(
        l10n.t('This seems to be on order from another clone: “{0}”. Use that translation here too?'),
        first.job.title,
      );
    return words(
      l10n.t('These seem to be on order from another clone: {0}. Use those translations here too?'),
      jobCountText(plan, matches.length),
    );
  },
  again: () => words(l10n.t('Different Project: Order')),
  explanation: () => [
    words(
      l10n.t(
        'The text, the language, the file’s path, and the key are the same, but the two folders have no Git remote in common.',
      ),
    ),
    freeUse(),
    words(
      l10n.t(
        'If this is a different project, its strings are ordered and paid for. Once they’re ordered, you won’t be asked about these two projects again.',
      ),
    ),
  ],
  notice: (strings) => words(l10n.t('Ordered, although a different project has the same on order: {0}'), strings),
};

function freeUse(): Words {
  return words(l10n.t('Using a translation that’s on order is free: once approved, it’s delivered here too.'));
}

/** Asks once what to do about these strings. Returns the plan and lines about the result; undefined to cancel. */
async function decide(
  session: Session,
  plan: Plan,
  matches: readonly OnOrderMatch[],
  texts: QuestionTexts,
): Promise<OnOrderChoice | undefined> {
  const use = words(l10n.t('Use Here Too'));
  const again = texts.again();
  const skip = words(l10n.t('Skip'));
  const message = texts.question(plan, matches);
  // The default is free.
  const chosen = await askInformation({ message, detail: details(matches, texts) }, use, again, skip);
  if (chosen === undefined) return undefined;
  if (chosen === again)
    return { plan: orderedAgain(plan, matches), notices: [texts.notice(jobCountText(plan, matches.length))] };
  const used = chosen === use ? await useOrdered(session, plan, matches) : [];
  const rest = withoutOnOrder(
    plan,
    matches.map(({ job }) => job),
  );
  return { plan: rest, notices: used };
}

function details(matches: readonly OnOrderMatch[], { explanation }: QuestionTexts): Words {
  // Strings are usually ordered together, so the folder and time that they share are shown once.
  const byOrder = Map.groupBy(matches, ({ orders: [order] }) =>
    JSON.stringify([order === undefined ? '' : folderOf(order), formatTime(order?.at ?? 0)]),
  );
  const groups = [...byOrder.values()].map((group, index) => {
    const named = [...byOrder.values()].slice(0, index).reduce((sum, { length }) => sum + length, 0);
    const strings = truncatedLines(
      group.map(({ job }) => words(l10n.t('“{0}” into {1}'), job.title, localeName(job.targetLocale))),
      Math.max(maxNamedStrings - named, 1),
    );
    return join([orderedLine(group[0]?.orders[0]), ...strings], '\n');
  });
  return join([...groups, ...explanation(matches)], '\n\n');
}

function orderedLine(order: OnOrder | undefined): Words {
  const folder = order === undefined ? undefined : folderOf(order);
  const time = formatTime(order?.at ?? 0);
  return folder === undefined
    ? words(l10n.t('Ordered on {0}:'), time)
    : words(l10n.t('Ordered from {0} on {1}:'), folderName(folder), time);
}

/** Returns the folder that strings were ordered from, if known. */
function folderOf({ units }: OnOrder): string | undefined {
  return units.find(({ folder }) => folder?.uri !== undefined)?.folder?.uri;
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
  void jobs.refresh().catch(() => undefined);
  return [
    ...(adopted.length === 0
      ? []
      : [words(l10n.t('Delivered here too for free, once approved: {0}'), jobCountText(plan, adopted.length))]),
    ...(refused.length === 0
      ? []
      : [
          words(
            l10n.t('Skipped because the translation on order can’t be used here: {0}'),
            jobCountText(plan, refused.length),
          ),
        ]),
  ];
}

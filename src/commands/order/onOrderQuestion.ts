import * as l10n from '@vscode/l10n';
import { formatTime, localeName } from '../../words/formatting.ts';
import { askInformation, showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { join, type Words, words } from '../../words/words.ts';
import { folderName } from '../../editor/workspace/projects.ts';
import type { Session } from '../../editor/session/session.ts';
import { listSome } from '../../words/truncatedList.ts';
import { adoptOrders } from '../../orders/place/adopt.ts';
import {
  findOnOrder,
  mayMissRecentOrders,
  orderedAgain,
  withoutOnOrder,
  type OnOrder,
  type OnOrderMatch,
} from '../../orders/place/onOrder.ts';
import type { Plan } from '../../orders/plan/plan.ts';
import { jobCountText } from './priceModal.ts';

/** A plan after the user has decided what becomes of strings that are on order elsewhere. */
export interface OnOrderChoice {
  readonly plan: Plan;
  /** Shown with the price, one line each. */
  readonly remarks: readonly Words[];
}

/** At most this many strings are named in the question. */
const namedStrings = 8;

/**
 * Looks for strings of a plan that are on order from another folder, clone or machine, and asks what to do about them.
 * Undefined when the user leaves, or when nothing remains to be ordered, which is shown then. Rejects with ServiceError.
 */
export async function settleOnOrder(session: Session, plan: Plan): Promise<OnOrderChoice | undefined> {
  const { context, jobs } = session;
  const { matches, isComplete } = await withProgress(
    words(l10n.t('Looking for strings that are on order…')),
    async (signal) => ({
      isComplete: await jobs.findElsewhere({ signal }),
      matches: await findOnOrder(context, plan, (id) => jobs.statusOf(id)),
    }),
  );
  const recent = mayMissRecentOrders(context)
    ? [words(l10n.t('Orders placed on other machines in the last few minutes cannot be seen yet.'))]
    : [];
  const remarks = [
    ...recent,
    ...(isComplete
      ? []
      : [
          words(
            l10n.t('The service listed only some of its jobs, so orders placed on other machines may be missing here.'),
          ),
        ]),
  ];
  if (matches.length === 0) return { plan, remarks };

  const use = words(l10n.t('Use That Translation Here Too'));
  const again = words(l10n.t('Order Again'));
  const skip = words(l10n.t('Skip'));
  const chosen = await askInformation({ message: question(plan, matches), detail: details(matches) }, use, again, skip);
  if (chosen === undefined) return undefined;
  if (chosen === again)
    return {
      plan: orderedAgain(plan, matches),
      remarks: [
        ...remarks,
        words(l10n.t('Ordered again although on order already: {0}'), jobCountText(plan, matches.length)),
      ],
    };
  const used = chosen === use ? await useThem(session, plan, matches) : [];
  const rest = withoutOnOrder(
    plan,
    matches.map(({ job }) => job),
  );
  if (rest.jobs.length > 0) return { plan: rest, remarks: [...remarks, ...used] };
  void showInformation(
    join(used.length > 0 ? used : [words(l10n.t('Nothing was ordered: these strings are on order already.'))], ' '),
  );
  return undefined;
}

function question(plan: Plan, matches: readonly OnOrderMatch[]): Words {
  const [first] = matches;
  if (first !== undefined && matches.length === 1)
    return words(l10n.t('“{0}” is already on order. Use that translation here too?'), first.job.title);
  return words(
    l10n.t('{0} are already on order. Use those translations here too?'),
    jobCountText(plan, matches.length),
  );
}

function details(matches: readonly OnOrderMatch[]): Words {
  // Strings are mostly ordered together, so what they share is said once.
  const byOrder = Map.groupBy(matches, ({ orders: [order] }) =>
    JSON.stringify([order === undefined ? '' : folderOf(order), formatTime(order?.at ?? 0)]),
  );
  const groups = [...byOrder.values()].map((group, index) => {
    const named = [...byOrder.values()].slice(0, index).reduce((sum, { length }) => sum + length, 0);
    const strings = listSome(
      group.map(({ job }) => words(l10n.t('“{0}” into {1}'), job.title, localeName(job.targetLocale))),
      Math.max(namedStrings - named, 1),
    );
    return join([orderedLine(group[0]?.orders[0]), ...strings], '\n');
  });
  const isUnsure = matches.some(({ isCertain }) => !isCertain);
  return join(
    [
      ...groups,
      words(
        l10n.t(
          'Using a translation that is on order is free: once it is approved, it is delivered here too. If you order again, you pay again.',
        ),
      ),
      ...(isUnsure
        ? [
            words(
              l10n.t(
                'Some of these orders do not name a repository, so only the text and the language are known to be the same.',
              ),
            ),
          ]
        : []),
    ],
    '\n\n',
  );
}

function orderedLine(order: OnOrder | undefined): Words {
  const folder = order === undefined ? undefined : folderOf(order);
  const time = formatTime(order?.at ?? 0);
  return folder === undefined
    ? words(l10n.t('Ordered on {0}:'), time)
    : words(l10n.t('Ordered from {0} on {1}:'), folderName(folder), time);
}

/** The folder that something was ordered from, where that is known. */
function folderOf({ units }: OnOrder): string | undefined {
  return units.find(({ folder }) => folder?.uri !== undefined)?.folder?.uri;
}

/** Says what became of the strings whose translations are used. */
async function useThem(
  { context, jobs }: Session,
  plan: Plan,
  matches: readonly OnOrderMatch[],
): Promise<readonly Words[]> {
  const { adopted, refused } = await withProgress(words(l10n.t('Looking for strings that are on order…')), (signal) =>
    adoptOrders(context, plan, matches, { signal }),
  );
  await jobs.reload();
  // Nobody waits for this refresh: what it finds out is shown in the view, and the view shows if it fails.
  void jobs.refresh().catch(() => undefined);
  return [
    ...(adopted.length === 0
      ? []
      : [words(l10n.t('Delivered here too, once approved, for free: {0}'), jobCountText(plan, adopted.length))]),
    ...(refused.length === 0
      ? []
      : [
          words(
            l10n.t('Skipped, since the translation on order cannot be used here: {0}'),
            jobCountText(plan, refused.length),
          ),
        ]),
  ];
}

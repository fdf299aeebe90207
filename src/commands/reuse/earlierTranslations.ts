import * as l10n from '@vscode/l10n';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { localeName } from '../../words/formatting.ts';
import { join, fromOutside, type Words, words } from '../../words/words.ts';
import { jobCountText } from '../planSentences.ts';
import type { ReuseChoice } from './reuseChoice.ts';
import { type Quote, isApprovedBefore } from '../../orders/model/order/quote.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import { withRetranslated, withReused } from '../../orders/model/plan/planDecisions.ts';
import type { EarlierApproval, EarlierApprovals } from '../../orders/spend/place/quotePlan.ts';

/** Lists the strings that were approved before, with their translations. */
export function approvalItems(approvals: readonly EarlierApproval[]): readonly PickItem<ReuseChoice>[] {
  if (approvals.length === 0) return [];
  return [
    { label: words(l10n.t('Approved before')) },
    ...approvals.map((approval): PickItem<ReuseChoice> => ({
      label: fromOutside(approval.job.title),
      description: fromOutside(localeName(approval.job.targetLocale)),
      detail: join(detailsOf(approval), ' · '),
      value: { kind: 'approved', approval },
    })),
  ];
}

function detailsOf({ job, earlier }: EarlierApproval): readonly (Words | string)[] {
  const { text, title, isFromElsewhere } = earlier;
  return [
    text,
    ...(isFromElsewhere ? [words(l10n.t('approved on another machine'))] : []),
    ...(title === job.title ? [] : [words(l10n.t('approved for {0}'), title)]),
  ];
}

/** Marks strings that reuse an earlier translation. Others that have one are marked to be translated again. */
export function withApprovals(
  plan: Plan,
  { usable, unusable }: EarlierApprovals,
  chosen: readonly EarlierApproval[],
): Plan {
  const declinedJobs = usable.filter((approval) => !chosen.includes(approval)).map(({ job }) => job);
  return withRetranslated(withReused(plan, chosen), [...unusable, ...declinedJobs]);
}

/** Says how many strings of a quote are free, and how many of their translations nobody has seen on this machine. */
export function approvalLines({ plan }: Quote, { isSimulated }: { readonly isSimulated: boolean }): readonly Words[] {
  const freeJobs = plan.jobs.filter(isApprovedBefore);
  // `reusedJob` is set if the user was shown the translation. Nobody needs to look at simulated translations.
  const unseenJobs = isSimulated ? [] : freeJobs.filter(({ reusedJob }) => reusedJob === undefined);
  const lines: Words[] = [];
  if (freeJobs.length > 0) lines.push(words(l10n.t('Reused for free: {0}'), jobCountText(plan, freeJobs.length)));
  if (unseenJobs.length > 0)
    lines.push(
      words(
        l10n.t('Approved earlier by another client, so the text is not delivered before you have looked at it: {0}'),
        jobCountText(plan, unseenJobs.length),
      ),
    );
  return lines;
}

/** Says how many strings are translated again because their earlier translation cannot be used. */
export function unusableLines(plan: Plan, { unusable }: EarlierApprovals): readonly Words[] {
  if (unusable.length === 0) return [];
  return [
    words(
      l10n.t('Approved earlier, but too long or with errors, so translated again: {0}'),
      jobCountText(plan, unusable.length),
    ),
  ];
}

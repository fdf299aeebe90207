import * as l10n from '@vscode/l10n';
import type { PickItem } from '../../editor/shown/quickInput.ts';
import { localeName } from '../../words/formatting.ts';
import { join, outside, type Words, words } from '../../words/words.ts';
import { jobCountText } from '../planSentences.ts';
import type { ReuseChoice } from './reuseChoice.ts';
import type { Quote } from '../../orders/model/order/quote.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import { isApprovedBefore } from '../../orders/model/order/quote.ts';
import { withRetranslated } from '../../orders/model/plan/planDecisions.ts';
import { withReused } from '../../orders/model/plan/planDecisions.ts';
import type { EarlierApproval, EarlierApprovals } from '../../orders/spend/place/quotePlan.ts';

/** Lists the strings that were approved before, with their translations. */
export function approvalItems(approvals: readonly EarlierApproval[]): readonly PickItem<ReuseChoice>[] {
  if (approvals.length === 0) return [];
  return [
    { label: words(l10n.t('Approved before')) },
    ...approvals.map((approval): PickItem<ReuseChoice> => ({
      label: outside(approval.job.title),
      description: outside(localeName(approval.job.targetLocale)),
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

/** Marks the strings that reuse an earlier translation, and those that are translated again although they have one. */
export function withApprovals(
  plan: Plan,
  { usable, unusable }: EarlierApprovals,
  chosen: readonly EarlierApproval[],
): Plan {
  const declined = usable.filter((approval) => !chosen.includes(approval)).map(({ job }) => job);
  return withRetranslated(withReused(plan, chosen), [...unusable, ...declined]);
}

/** Says how many strings of a quote are free, and whose translations nobody has seen on this machine. */
export function approvalLines({ plan }: Quote, { isSimulated }: { readonly isSimulated: boolean }): readonly Words[] {
  const free = plan.jobs.filter(isApprovedBefore);
  // Simulated translations are not looked at.
  const unseen = isSimulated ? [] : free.filter(({ reusedJob }) => reusedJob === undefined);
  const lines: Words[] = [];
  if (free.length > 0) lines.push(words(l10n.t('Reused for free: {0}'), jobCountText(plan, free.length)));
  if (unseen.length > 0)
    lines.push(
      words(
        l10n.t('Approved earlier by another client, so the text is not delivered before you have looked at it: {0}'),
        jobCountText(plan, unseen.length),
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

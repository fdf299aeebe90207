import { localeName } from '../../editor/jobLabels.ts';
import { pickMany } from '../../editor/shown/quickInput.ts';
import { t } from '../../editor/shown/t.ts';
import { join, outside, type Words } from '../../editor/shown/words.ts';
import { earlierApprovals, orderedAnew, type EarlierApproval } from '../../orders/place/earlierApprovals.ts';
import type { Plan } from '../../orders/plan/plan.ts';
import type { Quote } from '../../orders/place/quote.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { jobCountText } from './priceModal.ts';

/** The plan as the person wants it, the same one where nothing is ordered anew; and what to say of it beside the price. */
export interface EarlierChoice {
  readonly plan: Plan;
  readonly remarks: readonly Words[];
}

/**
 * Texts that were approved before cost nothing: asks for which of them the translation of then does, and has the others ordered
 * anew. A simulated translation is offered to nobody. Undefined when the person leaves.
 */
export async function chooseEarlier(quote: Quote, known: readonly TrackedJob[]): Promise<EarlierChoice | undefined> {
  const { plan } = quote;
  const { usable, unusable } = earlierApprovals(quote, known);
  const shown = usable.filter(({ earlier }) => earlier !== undefined);
  const chosen = shown.length === 0 ? [] : await ask(plan, shown);
  if (chosen === undefined) return undefined;
  const anew = new Set([...unusable, ...shown.filter((approval) => !chosen.includes(approval)).map(({ job }) => job)]);
  const free = usable.filter(({ job }) => !anew.has(job)).length;
  const remarks = [
    ...(free === 0 ? [] : [t('Approved before, for nothing: {0}', jobCountText(plan, free))]),
    ...(unusable.size === 0
      ? []
      : [
          t(
            'Approved before, but longer than allowed here or with errors, so ordered anew: {0}',
            jobCountText(plan, unusable.size),
          ),
        ]),
  ];
  return { plan: anew.size === 0 ? plan : orderedAnew(plan, anew), remarks };
}

/** The translations of then are ticked: they cost nothing, and each is shown. */
async function ask(plan: Plan, approvals: readonly EarlierApproval[]): Promise<readonly EarlierApproval[] | undefined> {
  const result = await pickMany<EarlierApproval>({
    place: { title: t('Translated Before: Use It Again for Nothing?'), step: 1, totalSteps: 1 },
    placeholder: t('What is not ticked is translated anew, at its price.'),
    items: approvals.map((approval) => ({
      label: outside(approval.title),
      description: outside(localeName(plan.jobs[approval.job]?.targetLocale ?? '')),
      detail: join(
        [
          approval.earlier?.translatedText ?? '',
          ...(approval.earlier === undefined || approval.earlier.title === approval.title
            ? []
            : [t('approved for {0}', approval.earlier.title)]),
        ],
        ' · ',
      ),
      value: approval,
    })),
    selected: () => true,
  });
  return result.kind === 'answer' ? result.value : undefined;
}

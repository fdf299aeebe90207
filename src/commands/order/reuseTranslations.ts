import * as l10n from '@vscode/l10n';
import { localeName } from '../../words/formatting.ts';
import { pickMany } from '../../editor/shown/quickInput.ts';
import { join, outside, type Words, words } from '../../words/words.ts';
import {
  earlierApprovals,
  withRetranslated,
  withReused,
  type EarlierApproval,
} from '../../orders/spend/place/earlierApprovals.ts';
import { plannedJobId, type Plan } from '../../orders/units/plan/plan.ts';
import type { Quote } from '../../orders/spend/place/quote.ts';
import type { Session } from '../../editor/session/session.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { jobCountText } from '../planSentences.ts';

/** The user's choice between earlier translations, which are free, and new ones. */
export interface ReuseChoice {
  readonly plan: Plan;
  /** The quote with the jobs that are reused; only valid if no new one is needed. */
  readonly quote: Quote;
  /** Whether some strings are to be translated again, so that the quote no longer applies. */
  readonly needsNewQuote: boolean;
  /** Shown with the price, one line each. */
  readonly notices: readonly Words[];
}

/**
 * Asks which strings should reuse a translation that was approved earlier, which is free, and orders the others again.
 * Simulated translations are never offered. Returns undefined if the user cancels.
 */
export async function offerReuse({ context, jobs }: Session, quote: Quote): Promise<ReuseChoice | undefined> {
  const { plan } = quote;
  const { usable, unusable } = await withProgress(words(l10n.t('Getting a quote…')), (signal) =>
    earlierApprovals(context, quote, jobs.all, { signal }),
  );
  const shown = usable.filter(({ earlier }) => earlier !== undefined);
  const chosen = shown.length === 0 ? new Set<string>() : await ask(shown);
  if (chosen === undefined) return undefined;
  const declined = shown.map(({ job }) => job).filter((job) => !chosen.has(plannedJobId(job)));
  const retranslated = [...unusable, ...declined];
  const free = usable.length - declined.length;
  const unseen = context.simulated ? 0 : usable.length - shown.length;
  const notices = [
    ...(free === 0 ? [] : [words(l10n.t('Reused for free: {0}'), jobCountText(plan, free))]),
    ...(unseen === 0
      ? []
      : [
          words(
            l10n.t(
              'Approved earlier by another client, so the text is not delivered before you have looked at it: {0}',
            ),
            jobCountText(plan, unseen),
          ),
        ]),
    ...(unusable.length === 0
      ? []
      : [
          words(
            l10n.t('Approved earlier, but too long or with errors, so translated again: {0}'),
            jobCountText(plan, unusable.length),
          ),
        ]),
  ];
  const reused = withReused(
    quote.plan,
    shown.filter(({ job }) => chosen.has(plannedJobId(job))),
  );
  return {
    plan: withRetranslated(reused, retranslated),
    quote: { ...quote, plan: reused },
    needsNewQuote: retranslated.length > 0,
    notices,
  };
}

/** Asks which earlier translations to reuse, all of them selected at first. Returns ids as from `plannedJobId`. */
async function ask(approvals: readonly EarlierApproval[]): Promise<ReadonlySet<string> | undefined> {
  const result = await pickMany<string>({
    position: { title: words(l10n.t('Reuse earlier translations for free?')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Strings you don’t select are ordered')),
    items: approvals.map(({ job, earlier }) => ({
      label: outside(job.title),
      description: outside(localeName(job.targetLocale)),
      detail: join(
        [
          earlier?.text ?? '',
          ...(earlier?.isFromElsewhere === true ? [words(l10n.t('approved on another machine'))] : []),
          ...(earlier === undefined || earlier.title === job.title
            ? []
            : [words(l10n.t('approved for {0}'), earlier.title)]),
        ],
        ' · ',
      ),
      value: plannedJobId(job),
    })),
    selected: () => true,
  });
  return result.kind === 'answer' ? new Set(result.value) : undefined;
}

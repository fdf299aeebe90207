import * as l10n from '@vscode/l10n';
import { localeName } from '../../words/formatting.ts';
import { askWarning } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { join, own, sentences, type Words, words } from '../../words/words.ts';
import { truncatedLines, truncatedList } from '../../words/truncatedList.ts';
import {
  checkOrder,
  type Finding,
  privateValues,
  applyFindings,
  withRelatedJobs,
  type PrivateValue,
} from '../../orders/spend/check/checkOrder.ts';
import { privateKindName, privateText, findingLines } from '../../words/findingSentences.ts';
import { jobCountText, nothingToOrder, refusedLines } from '../planSentences.ts';
import type { PrivateDecision } from '../wizard/wizardAnswers.ts';
import { askPrivateData } from '../wizard/askPrivateData.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import { withoutJobs, type Quote, type OrderOptions } from '../../orders/model/order/quote.ts';
import { otherLanguages } from '../../orders/spend/place/quotePlan.ts';

/** An order that may be sent. */
export interface CheckedOrder {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** Warnings, one line each. */
  readonly notices: readonly Words[];
}

/** What the wizard already knows about an order. Its parts are undefined if the wizard has not got that far. */
export interface WizardCheck {
  /** Undefined also if the plan has changed since it was checked. */
  readonly findings: readonly Finding[] | undefined;
  readonly privateData: PrivateDecision | undefined;
}

/**
 * Checks an order before anything is sent, even for a quote. Possible private data is sent only if the user selects it
 * by name; strings with other private data are skipped. Returns undefined if nothing may be sent, after showing why.
 */
export async function checkBeforeSending(
  plan: Plan,
  options: OrderOptions,
  { findings: checkedFindings, privateData }: WizardCheck = { findings: undefined, privateData: undefined },
): Promise<CheckedOrder | undefined> {
  const findings =
    checkedFindings ??
    (await withProgress(words(l10n.t('Checking the order…')), (signal) => checkOrder(plan, options, signal)));
  const values = privateValues(findings);
  const allowedTexts = await textsToSend(plan, values, privateData);
  if (allowedTexts === undefined) return undefined;
  // A string can be skipped, but the comment is sent with every string.
  const notAllowedInComment = values.filter((value) => value.inComment && !allowedTexts.has(value.text));
  if (notAllowedInComment.length > 0) {
    const lines = notAllowedInComment.map(({ as, text }) =>
      words(l10n.t('{0}: {1}'), privateKindName(as), privateText(as, text)),
    );
    showNothingSent([
      sentences(
        words(l10n.t('Your comment, tone, or purpose contains possible private data that you didn’t select.')),
        words(l10n.t('Remove it, or select it when you’re asked:')),
      ),
      ...truncatedLines(lines, maxNamedValues),
    ]);
    return undefined;
  }
  const allowedPlan = applyFindings(plan, findings, allowedTexts);
  if (allowedPlan.jobs.length > 0) return { plan: allowedPlan, findings, notices: findingLines(findings) };
  showNothingSent([
    ...(allowedPlan.skipped.length > 0 ? [nothingToOrder(allowedPlan)] : []),
    ...((allowedPlan.refused ?? []).length > 0 ? refusedLines(allowedPlan) : []),
  ]);
  return undefined;
}

/** Returns the private texts that may be sent. Asks if the user hasn't decided about all of them in the wizard. */
async function textsToSend(
  plan: Plan,
  values: readonly PrivateValue[],
  decision: PrivateDecision | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const allowedTexts = decision?.allowedTexts ?? new Set<string>();
  if (values.every(({ text }) => decision?.decidedTexts.has(text) === true)) return allowedTexts;
  const result = await askPrivateData(plan, values, allowedTexts, { step: 1, totalSteps: 1 });
  return result.kind === 'answer' ? new Set(result.value.map(({ text }) => text)) : undefined;
}

function showNothingSent(lines: readonly Words[]): void {
  void askWarning({ message: words(l10n.t('Nothing was sent.')), detail: join(lines, '\n') });
}

/** The maximum number of private values that are named. */
const maxNamedValues = 8;
/** The maximum number of strings that are named for one finding. */
const maxNamedStrings = 3;

/** Names the jobs in which the service detected another language than the source language, one line per language. */
export function languageLines(quote: Quote): readonly Words[] {
  const sourceName = localeName(quote.plan.sourceLocale);
  const byLanguage = Map.groupBy(otherLanguages(quote), ({ detected }) => detected);
  return [...byLanguage].map(([language, jobsInLanguage]) => {
    const titles = new Set(jobsInLanguage.map(({ job }) => job.title));
    const quotedTitles = [...titles].map((title) => words(l10n.t('“{0}”'), title));
    return words(
      l10n.t('The service detected {0} instead of {1} in {2}: {3}'),
      localeName(language),
      sourceName,
      jobCountText(quote.plan, titles.size),
      truncatedList(quotedTitles, maxNamedStrings),
    );
  });
}

/**
 * Asks whether to order jobs in which the service detected another language. Returns the quote of the jobs to order, or
 * undefined if the user cancels.
 */
export async function confirmLanguages(quote: Quote): Promise<Quote | undefined> {
  const jobsToConfirm = otherLanguages(quote).map(({ job }) => job);
  if (jobsToConfirm.length === 0) return quote;
  const continueWithAll = words(l10n.t('Continue with All'));
  const skipThese = words(l10n.t('Skip These'));
  // The other plural forms of their strings are skipped, too.
  const jobsToSkip = withRelatedJobs(quote.plan.jobs, jobsToConfirm);
  const wouldAnyRemain = jobsToSkip.size < quote.plan.jobs.length;
  const chosen = await askWarning(
    {
      message: words(l10n.t('Some of the text may not be in {0}.'), localeName(quote.plan.sourceLocale)),
      detail: join(
        [
          ...languageLines(quote),
          own(''),
          words(
            l10n.t('Translators from {0} will be offered this text. Detection is unreliable for short strings.'),
            localeName(quote.plan.sourceLocale),
          ),
        ],
        '\n',
      ),
    },
    continueWithAll,
    ...(wouldAnyRemain ? [skipThese] : []),
  );
  if (chosen === continueWithAll) return quote;
  return chosen === skipThese ? withoutJobs(quote, jobsToSkip) : undefined;
}

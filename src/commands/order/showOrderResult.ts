import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { jobsViewId, type CommandId } from '../../editor/commandIds.ts';
import type { Services } from '../../editor/session/services.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import { namingJobs } from '../../orders/model/refusedJobs.ts';
import type { PlaceResult } from '../../orders/spend/place/placeOrder.ts';
import { formatCredits } from '../../words/formatting.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { sentences, type Words, words } from '../../words/words.ts';
import { jobFileNames } from '../fileSentences.ts';
import { jobCountText } from '../planSentences.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';
import { jobKey, type Quote } from '../../orders/model/order/quote.ts';

/** The maximum number of files that are named. */
const maxNamedFiles = 4;

const orderRestCommand: CommandId = 'humanTranslation.orderRest';

/** Shows what was ordered. `hasRest`: the rest can be ordered. `isReviewSoon`: simulated translators take seconds. */
export async function showOrderResult(
  services: Services,
  { plan, currency }: Quote,
  result: PlaceResult,
  { hasRest, isReviewSoon }: { readonly hasRest: boolean; readonly isReviewSoon: boolean },
): Promise<void> {
  const { stopped, placedJobs, creditsUsed } = result;
  const orderedLine = words(
    l10n.t('Ordered {0} for {1}.'),
    jobCountText(plan, placedJobs),
    formatCredits(creditsUsed, currency),
  );
  const lines = [orderedLine, ...restLines(plan, result)];
  switch (stopped?.kind) {
    case undefined:
      if (isReviewSoon) showReviewMessage(orderedLine);
      else showJobsMessage([orderedLine], false);
      break;
    case 'canceled':
      showJobsMessage([words(l10n.t('Stopped at your request.')), ...lines], hasRest);
      break;
    case 'refused':
      if (placedJobs > 0) showJobsMessage(lines, hasRest);
      await services.messages.error(nameJobsIn(stopped.error, plan), { isOrdering: placedJobs === 0 });
      break;
    case 'unconfirmed':
      services.messages.log(`An order is unconfirmed: ${String(stopped.error)}`);
      showRestWarning(
        [
          words(l10n.t('No response arrived; the order may have gone through.')),
          words(l10n.t('It is being checked and won’t be resent automatically.')),
          ...(placedJobs > 0 ? lines : restLines(plan, result)),
        ],
        hasRest,
      );
      break;
    case 'price-differs':
      showRestWarning(
        [
          words(
            l10n.t('The service charged {0} instead of the confirmed {1}, so nothing more was sent.'),
            formatCredits(stopped.charged, currency),
            formatCredits(stopped.expected, currency),
          ),
          ...lines,
        ],
        hasRest,
      );
      break;
  }
}

/** Names the files and languages of the jobs that were not sent. */
function restLines(plan: Plan, { notSent, notSentJobs = [] }: PlaceResult): readonly Words[] {
  if (notSent === 0) return [];
  const files = truncatedList(jobFileNames(notSentJobs), maxNamedFiles);
  return [words(l10n.t('Not sent: {0}, {1}.'), jobCountText(plan, notSent), files)];
}

function showJobsMessage(lines: readonly Words[], hasRest: boolean): void {
  const showJobs = words(l10n.t('Show Jobs'));
  const orderTheRest = words(l10n.t('Order the Rest'));
  void showInformation(sentences(...lines), ...(hasRest ? [orderTheRest] : []), showJobs).then((chosen) => {
    if (chosen === showJobs) void vscode.commands.executeCommand(`${jobsViewId}.focus`);
    if (chosen === orderTheRest) void vscode.commands.executeCommand(orderRestCommand);
  });
}

/** Offers to open the review page, which shows the translations as soon as they are done. */
function showReviewMessage(orderedLine: Words): void {
  const review = words(l10n.t('Review Translations'));
  const readySoon = words(l10n.t('Simulated translations are ready in a few seconds.'));
  void showInformation(sentences(orderedLine, readySoon), review).then((chosen) => {
    if (chosen === review)
      void vscode.commands.executeCommand('humanTranslation.reviewTranslations' satisfies CommandId);
  });
}

function showRestWarning(lines: readonly Words[], hasRest: boolean): void {
  const orderTheRest = words(l10n.t('Order the Rest'));
  void showWarning(sentences(...lines), ...(hasRest ? [orderTheRest] : [])).then((chosen) => {
    if (chosen === orderTheRest) void vscode.commands.executeCommand(orderRestCommand);
  });
}

/** Adds the titles of the plan's jobs to an error about some of them. */
export function nameJobsIn(error: unknown, { jobs }: Plan): unknown {
  // The service names a job by its number in the request: `job_1` is the first one.
  const titles = new Map(jobs.map(({ title }, index) => [jobKey(index + 1), title]));
  return namingJobs(error, (key) => titles.get(key));
}

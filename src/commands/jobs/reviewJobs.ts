import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { CommandId, JobArgument } from '../../editor/commandIds.ts';
import type { JobAnswers, JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { formatCredits } from '../../words/formatting.ts';
import { meaningSentences } from '../../words/meaningSentences.ts';
import { problemLine, worstFirst } from '../../words/problemSentences.ts';
import { truncatedLines } from '../../words/truncatedList.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { askLine, inputText, pickOne } from '../../editor/shown/quickInput.ts';
import { join, plural, sentences, type Words, words } from '../../words/words.ts';
import {
  allowReordering,
  approveJob,
  archiveJob,
  cancelJob,
  isTooLong,
  rejectJob,
  requestRevision,
  type Approval,
  type Rejection,
} from '../../orders/review/review.ts';
import { revisionComment } from '../../orders/review/revisionComment.ts';
import { ChangedSinceShownError } from '../../orders/review/shownTranslation.ts';
import { actionsFor, hasErrors, maxRevisionRequests, type TrackedJob } from '../../orders/model/trackedJob.ts';
import { chooseJob } from './chooseJob.ts';
import { runSteps } from '../multiStep.ts';
import { approveSelected, archiveSelected, openSelected, rejectSelected, reviseSelected } from './reviewSelected.ts';

/** The maximum number of problems listed in a question; the job's page lists all of them. */
const maxListedProblems = 10;

/**
 * Approves a translation as it was shown, or all selected ones. If the checks found errors, shows them first. Uses the
 * answers `rating`, `forTranslator`, `forService`, `public`, `override`, and `translationHash`: what the caller showed.
 */
export async function approve(
  services: Services,
  argument: JobCommandArgument,
  selected?: readonly JobArgument[],
): Promise<void> {
  if (selected !== undefined) {
    await approveSelected(services, selected, argument.confirmed === true);
    return;
  }
  const chosen = await chooseJob(services, argument, 'approve');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const { rating, forTranslator, forService, public: isPublic, override } = answers;
  // A caller that asked about errors passes the answer. If it is "no", the approval fails and reports the errors.
  const hasAsked = override !== undefined;
  const shown = answers.translationHash ?? job.translationHash;
  // The question below is about the current translation; its answer must not approve one that was shown earlier.
  const isCurrent = shown === job.translationHash;
  const answer = hasAsked || !isCurrent || !hasErrors(job) ? 'approve' : await askAboutErrors(job);
  if (answer === 'revise') await askForRevision(session, job);
  if (answer !== 'approve') return;
  const approval: Approval = {
    override: override ?? (isCurrent && hasErrors(job)),
    ...present({ shown, rating, forTranslator, forService, public: isPublic }),
  };
  try {
    await approveJob(session, job.id, approval);
  } catch (error) {
    if (error instanceof ChangedSinceShownError) await showDifference(error);
    throw error;
  }
}

/** Opens the job's page, which marks the differences since the translation was shown. */
async function showDifference({ jobId, previousText }: ChangedSinceShownError): Promise<void> {
  const argument: JobCommandArgument = present({ jobId, previousText });
  await vscode.commands.executeCommand('humanTranslation.openJob' satisfies CommandId, argument);
}

/** The user's answer to errors; undefined to do nothing. */
type ErrorAnswer = 'approve' | 'revise' | undefined;

async function askAboutErrors(job: TrackedJob): Promise<ErrorAnswer> {
  const anyway = words(l10n.t('Approve Anyway'));
  const revision = words(l10n.t('Request Revision…'));
  const canRevise = actionsFor(job).has('revise');
  const found = join(truncatedLines(worstFirst(job.problems).map(problemLine), maxListedProblems), '\n');
  const advice = canRevise
    ? words(l10n.t('Approval can’t be undone. “Request Revision” suggests a comment that lists these errors.'))
    : words(l10n.t('Approval can’t be undone.'));
  const buttons = [...(canRevise ? [revision] : []), anyway];
  const chosen = await askWarning(
    {
      message: words(l10n.t('The translation of “{0}” has errors.'), job.title),
      detail: join([found, advice], '\n\n'),
    },
    ...buttons,
  );
  if (chosen === undefined) return undefined;
  return chosen === anyway ? 'approve' : 'revise';
}

/** Requests a revision, or one of each selected translation with the same comment. Uses the answer `comment`. */
export async function revise(
  services: Services,
  argument: JobCommandArgument,
  selected?: readonly JobArgument[],
): Promise<void> {
  if (selected !== undefined) {
    const several = await openSelected(services, selected, 'revise');
    if (several === undefined) return;
    const given = argument.comment ?? (await askCommentForAll(several.choice.ready.length));
    if (given !== undefined) await reviseSelected(several, given);
    return;
  }
  const chosen = await chooseJob(services, argument, 'revise');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (answers.comment !== undefined) await requestRevision(session, job.id, answers.comment);
  else await askForRevision(session, job);
}

async function askForRevision(session: Session, job: TrackedJob): Promise<void> {
  const suggested = revisionComment(job) ?? '';
  // An input box has one line. The suggestion keeps its line breaks if the user does not edit it.
  const inOneLine = suggested.replaceAll('\n', ' ');
  const comment = await askLine({
    title: words(l10n.t('Request Revision {0} of {1}'), job.revisionsRequested + 1, maxRevisionRequests),
    prompt: words(l10n.t('What should the translator change in “{0}”?'), job.title),
    value: inOneLine,
    staysOpen: true,
    validate: validateComment,
  });
  if (comment !== undefined) await requestRevision(session, job.id, comment === inOneLine ? suggested : comment);
}

async function askCommentForAll(count: number): Promise<string | undefined> {
  return askLine({
    title: plural(count, {
      one: l10n.t('Request Revision of {0} Translation'),
      other: l10n.t('Request Revisions of {0} Translations'),
    }),
    prompt: words(l10n.t('What should the translators change? All of them get this comment.')),
    value: '',
    staysOpen: true,
    validate: validateComment,
  });
}

function validateComment(text: string): Words | undefined {
  if (text.trim() === '') return words(l10n.t('Enter a comment.'));
  return isTooLong(text) ? meaningSentences['comment-too-long']() : undefined;
}

/**
 * Rejects a translation, or all selected ones with the same reason and comment. Uses the answers `reason`, `comment` and
 * `followUp`.
 */
export async function reject(
  services: Services,
  argument: JobCommandArgument,
  selected?: readonly JobArgument[],
): Promise<void> {
  if (selected !== undefined) {
    const several = await openSelected(services, selected, 'reject');
    if (several === undefined) return;
    const { length } = several.choice.ready;
    const title = plural(length, { one: l10n.t('Reject {0} Translation'), other: l10n.t('Reject {0} Translations') });
    const given = givenRejection(argument) ?? (await askRejection(title));
    if (given !== undefined) await rejectSelected(several, given);
    return;
  }
  const chosen = await chooseJob(services, argument, 'reject');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const rejection = givenRejection(answers) ?? (await askRejection(words(l10n.t('Reject “{0}”'), job.title)));
  if (rejection === undefined) return;
  await rejectJob(session, job.id, rejection);
}

function givenRejection({ reason, comment, followUp }: JobAnswers): Rejection | undefined {
  if (reason === undefined || comment === undefined) return undefined;
  return { reason, comment, followUp: followUp ?? 'requeue' };
}

async function askRejection(title: Words): Promise<Rejection | undefined> {
  return runSteps<Rejection>(
    title,
    [
      async (answers, position) => {
        const result = await pickOne({
          position,
          placeholder: words(l10n.t('Reason, for the service’s staff')),
          items: [
            {
              label: words(l10n.t('Quality')),
              detail: words(l10n.t('The translation is wrong or poorly written.')),
              value: 'quality' as const,
            },
            {
              label: words(l10n.t('Incomplete')),
              detail: words(l10n.t('Parts of the text aren’t translated.')),
              value: 'incomplete' as const,
            },
            { label: words(l10n.t('Other')), value: 'other' as const },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, reason: result.value } } : result;
      },
      async (answers, position) => {
        const result = await pickOne({
          position,
          placeholder: words(l10n.t('Select what happens to the job')),
          items: [
            {
              label: words(l10n.t('Reassign to Another Translator')),
              detail: words(l10n.t('Someone else translates it again.')),
              value: 'requeue' as const,
            },
            {
              label: words(l10n.t('Cancel Job')),
              detail: words(l10n.t('The job ends without a translation; the service decides whether to refund it.')),
              value: 'cancel' as const,
            },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, followUp: result.value } } : result;
      },
      async (answers, position) => {
        const result = await inputText({
          position,
          prompt: words(l10n.t('Explain your reason to the service’s staff')),
          value: answers.comment,
          validate: validateComment,
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, comment: result.value } } : result;
      },
    ],
    { reason: 'quality', comment: '', followUp: 'requeue' },
  );
}

/** Cancels a job that no translator has started. */
export async function cancel(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  // A caller that passes `confirmed` has already asked.
  if (answers.confirmed !== true && !(await confirmCancel(job))) return;
  await cancelJob(session, job.id);
}

async function confirmCancel(job: TrackedJob): Promise<boolean> {
  const yes = words(l10n.t('Cancel Job'));
  const detail = words(
    l10n.t('No translator has started it. Its price of {0} will be refunded.'),
    formatCredits(job.credits, job.currency),
  );
  return (
    (await askWarning(
      { message: words(l10n.t('Cancel the job “{0}”?'), job.title), detail, closeTitle: words(l10n.t('Keep Job')) },
      yes,
    )) === yes
  );
}

/** Archives an approved job, or all selected ones: they are no longer listed. */
export async function archive(
  services: Services,
  argument: JobCommandArgument,
  selected?: readonly JobArgument[],
): Promise<void> {
  if (selected !== undefined) {
    await archiveSelected(services, selected);
    return;
  }
  const chosen = await chooseJob(services, argument, 'archive');
  if (chosen === undefined) return;
  await archiveJob(chosen.session, chosen.job.id);
}

/** Allows reordering the units of an unconfirmed order, after a warning that they may be charged twice. */
export async function confirmReordering(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'orderAgain');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  await session.jobs.refresh();
  if (session.jobs.get(job.id)?.status !== 'unclear') {
    void showInformation(words(l10n.t('The order has since been found, so there’s nothing to reorder.')));
    return;
  }
  const allow = words(l10n.t('Allow Reordering'));
  const chosenButton = await askWarning(
    {
      message: words(l10n.t('The order of “{0}” is unconfirmed.'), job.title),
      detail: sentences(
        words(l10n.t('No response arrived, and the service doesn’t list the order.')),
        words(l10n.t('If it turns up later, any strings that you reordered are charged twice.')),
        words(l10n.t('The extension keeps looking for it.')),
      ),
    },
    allow,
  );
  if (chosenButton === allow) await allowReordering(session, job.id);
}

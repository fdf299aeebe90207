import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { CommandId, JobArgument } from '../../editor/commandIds.ts';
import type { JobAnswers, JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { formatCredits } from '../../words/formatting.ts';
import { problemLine, worstFirst } from '../../words/problemSentences.ts';
import { listSome } from '../../words/truncatedList.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { askLine, inputText, pickOne } from '../../editor/shown/quickInput.ts';
import { join, type Words, words } from '../../words/words.ts';
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
import { chooseJob } from './jobArgument.ts';
import { runSteps } from '../multiStep.ts';
import { approveSelected, archiveSelected } from './reviewSelected.ts';

/** So many problems are named in a question; the page of the job has them all. */
const namedProblems = 10;

/**
 * Approves a translation as it was shown; where the checks found errors, only after they were shown. Answers: rating,
 * forTranslator, forService, public, override, and translationHash, which says what the caller has shown. Several
 * rows that are selected together are approved at once.
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
  // A caller that asked about errors itself passes the answer; after a "no" the approval fails and the errors are the reason.
  const asked = override !== undefined;
  const shown = answers.translationHash ?? job.translationHash;
  // The question below is about this translation: one that was shown before is not approved by its answer.
  const isCurrent = shown === job.translationHash;
  const answer = asked || !isCurrent || !hasErrors(job) ? 'approve' : await askAboutErrors(job);
  if (answer === 'revise') await askForRevision(session, job);
  if (answer !== 'approve') return;
  const approval: Approval = {
    override: override ?? (isCurrent && hasErrors(job)),
    ...present({ shown, rating, forTranslator, forService, public: isPublic }),
  };
  try {
    await approveJob(session.context, session.jobs, job.id, approval);
  } catch (error) {
    if (error instanceof ChangedSinceShownError) await showDifference(error);
    throw error;
  }
}

/** Opens the job's page, which marks what has changed since the translation was shown. */
async function showDifference({ jobId, previousText }: ChangedSinceShownError): Promise<void> {
  await vscode.commands.executeCommand('humanTranslation.openJob' satisfies CommandId, {
    jobId,
    ...(previousText === undefined ? {} : { previousText }),
  });
}

/** Answers to errors that stop an approval. */
type ErrorAnswer = 'approve' | 'revise' | undefined;

async function askAboutErrors(job: TrackedJob): Promise<ErrorAnswer> {
  const anyway = words(l10n.t('Approve Anyway'));
  const revision = words(l10n.t('Request Revision…'));
  const canRevise = actionsFor(job).has('revise');
  const found = join(listSome(worstFirst(job.problems).map(problemLine), namedProblems), '\n');
  const advice = canRevise
    ? words(l10n.t('An approval can’t be undone. “Request Revision” opens with a comment that names these errors.'))
    : words(l10n.t('An approval can’t be undone.'));
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

/** Sends a translation back. Answers: comment. */
export async function revise(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'revise');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  if (answers.comment !== undefined) await requestRevision(session.context, session.jobs, job.id, answers.comment);
  else await askForRevision(session, job);
}

async function askForRevision(session: Session, job: TrackedJob): Promise<void> {
  const suggested = revisionComment(job) ?? '';
  // An input box has one line. What is sent as it was suggested keeps its lines.
  const inOneLine = suggested.replaceAll('\n', ' ');
  const comment = await askLine({
    title: words(l10n.t('Request Revision {0} of {1}'), job.revisionsRequested + 1, maxRevisionRequests),
    prompt: words(l10n.t('What should the translator change in “{0}”?'), job.title),
    value: inOneLine,
    staysOpen: true,
    validate: validateComment,
  });
  if (comment !== undefined)
    await requestRevision(session.context, session.jobs, job.id, comment === inOneLine ? suggested : comment);
}

function validateComment(text: string): Words | undefined {
  if (text.trim() === '') return words(l10n.t('Say what should be changed.'));
  return isTooLong(text) ? words(l10n.t('The comment is longer than 25,000 characters.')) : undefined;
}

/** Refuses a translation. Answers: reason, comment, followUp. */
export async function reject(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'reject');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const rejection = givenRejection(answers) ?? (await askRejection(job));
  if (rejection === undefined) return;
  await rejectJob(session.context, session.jobs, job.id, rejection);
}

function givenRejection({ reason, comment, followUp }: JobAnswers): Rejection | undefined {
  if (reason === undefined || comment === undefined) return undefined;
  return { reason, comment, followUp: followUp ?? 'requeue' };
}

async function askRejection(job: TrackedJob): Promise<Rejection | undefined> {
  return runSteps<Rejection>(
    words(l10n.t('Reject “{0}”'), job.title),
    [
      async (answers, place) => {
        const result = await pickOne({
          place,
          placeholder: words(l10n.t('Why? The service’s staff looks at every rejection.')),
          items: [
            {
              label: words(l10n.t('Quality')),
              detail: words(l10n.t('The translation is wrong or badly written')),
              value: 'quality' as const,
            },
            {
              label: words(l10n.t('Incomplete')),
              detail: words(l10n.t('Parts of the text are not translated')),
              value: 'incomplete' as const,
            },
            { label: words(l10n.t('Other')), value: 'other' as const },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, reason: result.value } } : result;
      },
      async (answers, place) => {
        const result = await pickOne({
          place,
          placeholder: words(l10n.t('What should happen then?')),
          items: [
            {
              label: words(l10n.t('Pass It to Another Translator')),
              detail: words(l10n.t('The job is translated again by somebody else')),
              value: 'requeue' as const,
            },
            {
              label: words(l10n.t('Cancel the Job')),
              detail: words(l10n.t('The job ends without a translation; the service decides on the refund')),
              value: 'cancel' as const,
            },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, followUp: result.value } } : result;
      },
      async (answers, place) => {
        const result = await inputText({
          place,
          prompt: words(l10n.t('Explain the reason to the service’s staff')),
          value: answers.comment,
          validate: validateComment,
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, comment: result.value } } : result;
      },
    ],
    { reason: 'quality', comment: '', followUp: 'requeue' },
  );
}

/** Withdraws a job that nobody has started. */
export async function cancel(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  // A caller that names the job and confirms has asked by itself.
  if (answers.confirmed !== true && !(await confirmCancel(job))) return;
  await cancelJob(session.context, session.jobs, job.id);
}

async function confirmCancel(job: TrackedJob): Promise<boolean> {
  const yes = words(l10n.t('Cancel the Job'));
  const detail = words(
    l10n.t('Nobody has started it yet; its price of {0} is refunded.'),
    formatCredits(job.credits, job.currency),
  );
  return (
    (await askWarning(
      { message: words(l10n.t('Cancel the job “{0}”?'), job.title), detail, leave: words(l10n.t('Keep It')) },
      yes,
    )) === yes
  );
}

/** Takes an approved job off the list, or all that are selected together. */
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
  await archiveJob(chosen.session.context, chosen.session.jobs, chosen.job.id);
}

/** Lets the units of an order that cannot be found be ordered again, once the person has understood what that may cost. */
export async function orderAgain(services: Services, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'orderAgain');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  await session.jobs.refresh();
  if (session.jobs.get(job.id)?.status !== 'unclear') {
    void showInformation(
      words(l10n.t('The order was found at the service meanwhile: nothing needs to be ordered again.')),
    );
    return;
  }
  const allow = words(l10n.t('Allow Ordering Again'));
  const chosenButton = await askWarning(
    {
      message: words(l10n.t('The order of “{0}” cannot be found at the service.'), job.title),
      detail: words(
        l10n.t(
          'It was sent, but no answer came, and the service does not list it. If it turns up after all, its texts may have been ordered and paid twice. It goes on being looked for.',
        ),
      ),
    },
    allow,
  );
  if (chosenButton === allow) await allowReordering(session.context, session.jobs, job.id);
}

import * as vscode from 'vscode';
import { formatCredits, problemSentence, revisionComment } from '../editor/jobLabels.ts';
import type { Services } from '../editor/services.ts';
import { acknowledgeUnclear, approveJob, archiveJob, cancelJob, isTooLong, rejectJob, requestRevision, type Rejection } from '../orders/review.ts';
import { maxRevisionRequests, type TrackedJob } from '../orders/trackedJob.ts';
import { chooseJob } from './jobArgument.ts';
import { inputText, pickOne, runSteps } from './multiStep.ts';
import { approveSelected, archiveSelected, selectedJobIds } from './reviewMany.ts';

const t = vscode.l10n.t;

/** Approves a translation; where the checks found errors, only after they were shown. Answers: rating, forTranslator, forService, public, override. Several rows that are selected together are approved at once. */
export async function approve(services: Services, argument: unknown, selected?: unknown): Promise<void> {
  const several = selectedJobIds(selected);
  if (several !== undefined) {
    await approveSelected(services, several, isConfirmed(argument));
    return;
  }
  const chosen = await chooseJob(services, argument, 'approve');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const { rating, forTranslator, forService, public: isPublic } = answers;
  // A caller that has asked by itself says what was answered; "no" is then told as the reason why nothing was approved.
  const asked = typeof answers['override'] === 'boolean';
  if (!asked && !(await acceptProblems(job))) return;
  await approveJob(session.context, session.jobs, job.id, {
    override: asked ? answers['override'] === true && hasErrors(job) : hasErrors(job),
    ...(typeof rating === 'number' ? { rating } : {}),
    ...(typeof forTranslator === 'string' ? { forTranslator } : {}),
    ...(typeof forService === 'string' ? { forService } : {}),
    ...(typeof isPublic === 'boolean' ? { public: isPublic } : {}),
  });
}

function hasErrors(job: TrackedJob): boolean {
  return job.problems.some((problem) => problem.severity === 'error');
}

async function acceptProblems(job: TrackedJob): Promise<boolean> {
  if (!hasErrors(job)) return true;
  const anyway = t('Approve Anyway');
  const detail = job.problems.map((problem) => `• ${problemSentence(problem)}`).join('\n');
  const chosen = await vscode.window.showWarningMessage(t('The translation of “{0}” has errors.', job.title), { modal: true, detail: `${detail}\n\n${t('“Request Revision” sends it back with these errors named.')}` }, anyway);
  return chosen === anyway;
}

/** Sends a translation back. Answers: comment. */
export async function revise(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'revise');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const comment = typeof answers['comment'] === 'string' ? answers['comment'] : await askRevisionComment(job);
  if (comment === undefined) return;
  await requestRevision(session.context, session.jobs, job.id, comment);
}

async function askRevisionComment(job: TrackedJob): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: t('Request Revision {0} of {1}', job.revisionsRequested + 1, maxRevisionRequests),
    prompt: t('What should the translator change in “{0}”?', job.title),
    value: revisionComment(job.problems) ?? '',
    ignoreFocusOut: true,
    validateInput: validateComment,
  });
}

function validateComment(text: string): string | undefined {
  if (text.trim() === '') return t('Say what should be changed.');
  return isTooLong(text) ? t('The comment is longer than 25,000 characters.') : undefined;
}

/** Refuses a translation. Answers: reason, comment, followUp. */
export async function reject(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'reject');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  const rejection = givenRejection(answers) ?? (await askRejection(job));
  if (rejection === undefined) return;
  await rejectJob(session.context, session.jobs, job.id, rejection);
}

const reasons = ['quality', 'incomplete', 'other'] as const;

function givenRejection(answers: Readonly<Record<string, unknown>>): Rejection | undefined {
  const { comment } = answers;
  const reason = reasons.find((known) => known === answers['reason']);
  if (reason === undefined || typeof comment !== 'string') return undefined;
  return { reason, comment, followUp: answers['followUp'] === 'cancel' ? 'cancel' : 'requeue' };
}

async function askRejection(job: TrackedJob): Promise<Rejection | undefined> {
  return runSteps<Rejection>(
    t('Reject “{0}”', job.title),
    [
      async (answers, place) => {
        const result = await pickOne({
          place,
          placeholder: t('Why? The service’s staff looks at every rejection.'),
          items: [
            { label: t('Quality'), detail: t('The translation is wrong or badly written'), value: 'quality' as const },
            { label: t('Incomplete'), detail: t('Parts of the text are not translated'), value: 'incomplete' as const },
            { label: t('Other'), value: 'other' as const },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, reason: result.value } } : result;
      },
      async (answers, place) => {
        const result = await pickOne({
          place,
          placeholder: t('What should happen then?'),
          items: [
            { label: t('Pass It to Another Translator'), detail: t('The job is translated again by somebody else'), value: 'requeue' as const },
            { label: t('Cancel the Job'), detail: t('The job ends without a translation; the service decides on the refund'), value: 'cancel' as const },
          ],
        });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, followUp: result.value } } : result;
      },
      async (answers, place) => {
        const result = await inputText({ place, prompt: t('Explain the reason to the service’s staff'), value: answers.comment, validate: validateComment });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, comment: result.value } } : result;
      },
    ],
    { reason: 'quality', comment: '', followUp: 'requeue' },
  );
}

/** Withdraws a job that nobody has started. */
export async function cancel(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'cancel');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  // A caller that names the job and confirms has asked by itself.
  if (answers['confirmed'] !== true && !(await confirmCancel(job))) return;
  await cancelJob(session.context, session.jobs, job.id);
}

async function confirmCancel(job: TrackedJob): Promise<boolean> {
  const yes = t('Cancel the Job');
  const chosen = await vscode.window.showWarningMessage(
    t('Cancel the job “{0}”?', job.title),
    { modal: true, detail: t('Nobody has started it yet; its price of {0} is refunded.', formatCredits(job.credits, job.currency)) },
    { title: yes },
    { title: t('Keep It'), isCloseAffordance: true },
  );
  return chosen?.title === yes;
}

function isConfirmed(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'confirmed' in argument && argument.confirmed === true;
}

/** Takes an approved job off the list, or all that are selected together. */
export async function archive(services: Services, argument: unknown, selected?: unknown): Promise<void> {
  const several = selectedJobIds(selected);
  if (several !== undefined) {
    await archiveSelected(services, several);
    return;
  }
  const chosen = await chooseJob(services, argument, 'archive');
  if (chosen === undefined) return;
  await archiveJob(chosen.session.context, chosen.session.jobs, chosen.job.id);
}

/** Lets the units of an order that cannot be found be ordered again, once the person has understood what that may cost. */
export async function orderAgain(services: Services, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'orderAgain');
  if (chosen === undefined) return;
  const { session, job } = chosen;
  await session.jobs.refresh();
  if (session.jobs.get(job.id)?.status !== 'unclear') {
    void vscode.window.showInformationMessage(t('The order was found at the service meanwhile: nothing needs to be ordered again.'));
    return;
  }
  const allow = t('Allow Ordering Again');
  const chosenButton = await vscode.window.showWarningMessage(
    t('The order of “{0}” cannot be found at the service.', job.title),
    {
      modal: true,
      detail: t('It was sent, but no answer came, and the service does not list it. If it turns up after all, its texts may have been ordered and paid twice. It goes on being looked for.'),
    },
    allow,
  );
  if (chosenButton === allow) await acknowledgeUnclear(session.context, session.jobs, job.id);
}

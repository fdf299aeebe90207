import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { CommandId } from '../../editor/commandIds.ts';
import type { JobAnswers, JobCommandArgument, JobsCommandArgument } from '../../editor/jobCommandArgument.ts';
import { meaningSentences } from '../../words/meaningSentences.ts';
import { problemLine, worstFirst } from '../../words/problemSentences.ts';
import { truncatedLines } from '../../words/truncatedList.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { askInformation, askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { askLine, inputText, pickOne } from '../../editor/shown/quickInput.ts';
import { join, plural, sentences, type Words, words } from '../../words/words.ts';
import { approveJobs, type Approval } from '../../orders/jobs/review/approveJobs.ts';
import {
  rejectJobs,
  reviseJobs,
  type Rejection,
  requireDone,
  type JobOutcome,
} from '../../orders/jobs/review/review.ts';
import { revisionComment } from '../../orders/jobs/review/revisionComment.ts';
import { actionsFor, hasErrors, maxRevisionRequests, type TrackedJob } from '../../orders/model/trackedJob.ts';
import { chooseJobs, noneSkipped, type ChosenJobs, type SkippedJobs } from './chooseJob.ts';
import { runSteps, withAnswer } from '../runSteps.ts';
import { nameInLine, nameOnLines, reportOutcomes, skippedLines } from './reportOutcomes.ts';
import { isTooLong } from '../../service/interface/limits.ts';
import { ChangedSinceShownError } from '../../orders/model/errors/changedSinceShownError.ts';

/** The maximum number of problems listed in a question; the job's page lists all of them. */
const maxListedProblems = 10;

/**
 * Approves translations as they were shown. If the checks found errors in a single one, shows them first. Of selected
 * rows, skips and names those with errors, and those that have changed since they were shown. Uses the answer
 * `confirmed` and, for a single job, `rating`, `forTranslator`, `forService`, `public`, `override`, and
 * `translationHash`, which identifies the translation that the caller showed.
 */
export async function approve(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'approve');
  if (chosen === undefined) return;
  const { session, skipped } = chosen;
  const approvals = await decideApprovals(chosen);
  if (approvals.length === 0) return;
  const outcomes = await approveJobs(session, approvals);
  if (chosen.singleJob !== undefined) await showDifference(outcomes);
  // The other skipped jobs were named in the confirmation.
  reportOutcomes({ ...chosen, skipped: { ...noneSkipped, changed: skipped.changed } }, outcomes, {
    done: (count) =>
      plural(count, {
        one: l10n.t('{0} translation was approved.'),
        other: l10n.t('{0} translations were approved.'),
      }),
    refused: (names) => words(l10n.t('Not approved because the service refused: {0}.'), names),
  });
}

/** Returns what the user approves: nothing if the user cancels, or if no selected translation can be approved. */
async function decideApprovals(chosen: ChosenJobs): Promise<readonly Approval[]> {
  const { session, jobs, skipped, singleJob, answers } = chosen;
  if (singleJob !== undefined) return decideSingleApproval(session, singleJob, answers);
  if (jobs.length === 0) {
    const reasons = skippedLines(skipped);
    void showInformation(sentences(words(l10n.t('None of these can be approved.')), ...reasons));
    return [];
  }
  // A caller that passes `confirmed` has already asked.
  if (answers.confirmed !== true && !(await confirmApprovals(jobs, skipped))) return [];
  return jobs.map(({ id, translationHash }) => ({ jobId: id, ...present({ shown: translationHash }) }));
}

/** Returns the approval of a single translation, or nothing if the user cancels or requests a revision instead. */
async function decideSingleApproval(
  session: Session,
  job: TrackedJob,
  answers: JobAnswers,
): Promise<readonly Approval[]> {
  const { rating, forTranslator, forService, public: isPublic, override } = answers;
  const shownHash = answers.translationHash ?? job.translationHash;
  // The question below is about the current translation; its answer must not approve one that was shown earlier.
  const hasErrorsToAccept = shownHash === job.translationHash && hasErrors(job);
  // A caller that asked about errors passes the answer. If it is "no", the approval fails and reports the errors.
  const hasAsked = override !== undefined;
  if (hasErrorsToAccept && !hasAsked) {
    const answer = await askAboutErrors(job);
    if (answer === 'revise') await askForRevision(session, job);
    if (answer !== 'approve') return [];
  }
  const feedback = present({ shown: shownHash, rating, forTranslator, forService, public: isPublic });
  return [{ jobId: job.id, override: override ?? hasErrorsToAccept, ...feedback }];
}

async function confirmApprovals(jobs: readonly TrackedJob[], skipped: SkippedJobs): Promise<boolean> {
  const approveTitle = plural(jobs.length, {
    one: l10n.t('Approve {0} Translation'),
    other: l10n.t('Approve {0} Translations'),
  });
  const question = plural(jobs.length, {
    one: l10n.t('Approve {0} translation?'),
    other: l10n.t('Approve {0} translations?'),
  });
  const detail = join(
    [
      nameOnLines(jobs),
      words(l10n.t('Approval can’t be undone.')),
      ...earlierSourceLines(jobs),
      ...skippedLines(skipped),
    ],
    '\n\n',
  );
  return (await askInformation({ message: question, detail }, approveTitle)) === approveTitle;
}

/** Names the translations of texts that have changed since the order. */
function earlierSourceLines(jobs: readonly TrackedJob[]): readonly Words[] {
  const hasChangedSource = ({ sourceChanges = [] }: TrackedJob): boolean =>
    sourceChanges.some(({ state }) => state.kind === 'changed');
  const affectedJobs = jobs.filter(hasChangedSource);
  if (affectedJobs.length === 0) return [];
  return [
    words(l10n.t('Delivered only if you agree, because their source has changed: {0}.'), nameInLine(affectedJobs)),
  ];
}

/** Opens the page of a job whose translation has changed, which marks the differences since it was shown. */
async function showDifference([outcome]: readonly JobOutcome[]): Promise<void> {
  if (!(outcome?.error instanceof ChangedSinceShownError)) return;
  const { jobId, previousText } = outcome.error;
  const argument: JobCommandArgument = present({ jobId, previousText });
  await vscode.commands.executeCommand('humanTranslation.openJob' satisfies CommandId, argument);
}

/** The user's answer to errors; undefined to do nothing. */
type ErrorAnswer = 'approve' | 'revise' | undefined;

async function askAboutErrors(job: TrackedJob): Promise<ErrorAnswer> {
  const approveAnyway = words(l10n.t('Approve Anyway'));
  const requestRevision = words(l10n.t('Request Revision…'));
  const problems = join(truncatedLines(worstFirst(job.problems).map(problemLine), maxListedProblems), '\n');
  let advice = words(l10n.t('Approval can’t be undone.'));
  const buttons = [approveAnyway];
  if (actionsFor(job).has('revise')) {
    advice = words(l10n.t('Approval can’t be undone. “Request Revision” suggests a comment that lists these errors.'));
    buttons.unshift(requestRevision);
  }
  const message = words(l10n.t('The translation of “{0}” has errors.'), job.title);
  const chosen = await askWarning({ message, detail: join([problems, advice], '\n\n') }, ...buttons);
  if (chosen === undefined) return undefined;
  return chosen === approveAnyway ? 'approve' : 'revise';
}

/** Requests a revision of translations, with the same comment for all. Uses the answer `comment`. */
export async function revise(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'revise');
  if (chosen === undefined || saysThatNoneIsPossible(chosen)) return;
  const { session, jobs, singleJob, answers } = chosen;
  let { comment } = answers;
  comment ??= singleJob === undefined ? await askCommentForAll(jobs.length) : await askCommentFor(singleJob);
  if (comment === undefined) return;
  reportOutcomes(chosen, await reviseJobs(session, idsOf(jobs), comment), {
    done: (count) =>
      plural(count, {
        one: l10n.t('A revision of {0} translation was requested.'),
        other: l10n.t('Revisions of {0} translations were requested.'),
      }),
    refused: refusedSentence,
  });
}

/** Shows a message if none of the selected rows supports the action, and returns whether that is so. */
function saysThatNoneIsPossible({ jobs }: ChosenJobs): boolean {
  if (jobs.length > 0) return false;
  void showInformation(words(l10n.t('None of these supports this action.')));
  return true;
}

function refusedSentence(names: Words): Words {
  return words(l10n.t('Skipped because the service refused: {0}.'), names);
}

function idsOf(jobs: readonly TrackedJob[]): readonly string[] {
  return jobs.map(({ id }) => id);
}

/** Requests a revision of a translation that has errors, which the suggested comment lists. */
async function askForRevision(session: Session, job: TrackedJob): Promise<void> {
  const comment = await askCommentFor(job);
  if (comment !== undefined) requireDone(await reviseJobs(session, [job.id], comment));
}

/** Asks what to change in a translation. Suggests a comment that lists its errors, if it has any. */
async function askCommentFor(job: TrackedJob): Promise<string | undefined> {
  const suggestion = revisionComment(job) ?? '';
  // An input box has one line. The suggestion keeps its line breaks if the user does not edit it.
  const suggestionInOneLine = suggestion.replaceAll('\n', ' ');
  const comment = await askLine({
    title: words(l10n.t('Request Revision {0} of {1}'), job.revisionsRequested + 1, maxRevisionRequests),
    prompt: words(l10n.t('What should the translator change in “{0}”?'), job.title),
    value: suggestionInOneLine,
    staysOpen: true,
    validate: validateComment,
  });
  return comment === suggestionInOneLine ? suggestion : comment;
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
  if (isTooLong(text)) return meaningSentences['comment-too-long']();
  return undefined;
}

/** Rejects translations, with the same reason and comment for all. Uses the answers `reason`, `comment`, `followUp`. */
export async function reject(services: Services, argument: JobsCommandArgument): Promise<void> {
  const chosen = await chooseJobs(services, argument, 'reject');
  if (chosen === undefined || saysThatNoneIsPossible(chosen)) return;
  const rejection = rejectionIn(chosen.answers) ?? (await askRejection(rejectionTitle(chosen)));
  if (rejection === undefined) return;
  reportOutcomes(chosen, await rejectJobs(chosen.session, idsOf(chosen.jobs), rejection), {
    done: (count) =>
      plural(count, {
        one: l10n.t('{0} translation was rejected.'),
        other: l10n.t('{0} translations were rejected.'),
      }),
    refused: refusedSentence,
  });
}

function rejectionTitle({ jobs, singleJob }: ChosenJobs): Words {
  if (singleJob !== undefined) return words(l10n.t('Reject “{0}”'), singleJob.title);
  return plural(jobs.length, { one: l10n.t('Reject {0} Translation'), other: l10n.t('Reject {0} Translations') });
}

/** Returns the rejection that the caller has supplied; undefined if the user is to be asked. */
function rejectionIn({ reason, comment, followUp }: JobAnswers): Rejection | undefined {
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
        return withAnswer(result, (reason) => ({ ...answers, reason }));
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
        return withAnswer(result, (followUp) => ({ ...answers, followUp }));
      },
      async (answers, position) => {
        const result = await inputText({
          position,
          prompt: words(l10n.t('Explain your reason to the service’s staff')),
          value: answers.comment,
          validate: validateComment,
        });
        return withAnswer(result, (comment) => ({ ...answers, comment }));
      },
    ],
    { reason: 'quality', comment: '', followUp: 'requeue' },
  );
}

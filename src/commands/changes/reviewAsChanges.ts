import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { CommandId } from '../../editor/commandIds.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import type { NotPreviewed } from '../../orders/deliver/previewDeliveries.ts';
import { actionsFor, type TrackedJob } from '../../orders/model/trackedJob.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { fromOutside, plural, sentences, type Words, words } from '../../words/words.ts';
import { approve, reject, revise } from '../jobs/reviewJobs.ts';
import { ChangesReview } from './changesReview.ts';

/** Limits a review to the translations of these jobs, or to those from or for this file. */
export interface ChangesScope {
  readonly jobIds?: readonly string[] | undefined;
  readonly file?: vscode.Uri | undefined;
}

/** The review whose editor is open; a new one replaces it. */
let currentReview: ChangesReview | undefined;

/** The key in the global state that is set once the user was notified that VS Code opens its Comments panel. */
const noticeKey = 'humanTranslation.changesNotice';

/** The maximum number of jobs that a message names. */
const maxNamedJobs = 3;

/**
 * Compares each target file with the file as it would be with all translations that wait for review, in VS Code's
 * changes editor. The strings have threads, in which the user answers, approves, requests revisions and rejects.
 */
export async function reviewAsChanges(services: Services, scope: ChangesScope): Promise<void> {
  const session = await services.sessions.open();
  if (session.jobs.state.refreshedAt === undefined) await session.jobs.fetchAndDeliver({ recover: true });
  const jobs = jobsIn(session, scope);
  if (jobs.length === 0) {
    void showInformation(words(l10n.t('No translation is waiting for review here.')));
    return;
  }
  await currentReview?.close();
  currentReview = new ChangesReview(services, session, jobs);
  const { withoutThread, preview } = await currentReview.open();
  if (preview.files.length > 0) await explainPanel(services);
  void offerOthers(withoutThread, preview.notPreviewed);
}

function jobsIn({ jobs }: Session, { jobIds, file }: ChangesScope): readonly TrackedJob[] {
  const candidates = jobIds === undefined ? jobs.all : jobIds.flatMap((id) => jobs.get(id) ?? []);
  const reviewable = candidates.filter((job) => actionsFor(job).has('approve'));
  if (file === undefined) return reviewable;
  const fileUri = file.toString();
  const isOfFile = ({ project, file: sourceFile, targetFile = sourceFile }: TrackedJob['units'][number]): boolean =>
    [sourceFile, targetFile].some((path) => uriOf(project, path)?.toString() === fileUri);
  return reviewable.filter(({ units }) => units.some(isOfFile));
}

/** Says once that VS Code opens the Comments panel, and how the threads disappear. */
async function explainPanel({ extension: { globalState } }: Services): Promise<void> {
  if (globalState.get(noticeKey) !== undefined) return;
  await globalState.update(noticeKey, true);
  void showInformation(
    sentences(
      words(l10n.t('Each translation has a thread, also in the Comments panel, which VS Code opens by itself.')),
      words(l10n.t('The threads disappear when you close the changes editor.')),
    ),
  );
}

/** Names the translations that have no thread, and offers the page on which all are reviewed. */
async function offerOthers(
  jobs: readonly TrackedJob[],
  notPreviewed: ReadonlyMap<TrackedJob, NotPreviewed>,
): Promise<void> {
  if (jobs.length === 0) return;
  const names = truncatedList(
    jobs.map(({ title }) => fromOutside(title)),
    maxNamedJobs,
  );
  const message = plural(
    jobs.length,
    {
      one: l10n.t('{0} translation has no thread in the changes editor: {1}.'),
      other: l10n.t('{0} translations have no thread in the changes editor: {1}.'),
    },
    names,
  );
  const reasons = [...new Set(notPreviewed.values())].map((why) => notPreviewedSentences[why]());
  const review = words(l10n.t('Review Translations'));
  if ((await showInformation(sentences(message, ...reasons), review)) !== review) return;
  await vscode.commands.executeCommand(
    'humanTranslation.reviewTranslations' satisfies CommandId,
    jobs.map(({ id }) => id),
  );
}

const notPreviewedSentences: Readonly<Record<NotPreviewed, () => Words>> = {
  document: () => words(l10n.t('Documents are reviewed on their own pages.')),
  'no-file': () => words(l10n.t('Selections are not delivered to a locale file.')),
  'no-project': () => words(l10n.t('Some belong to folders that are not open.')),
  unreadable: () => words(l10n.t('Some files can’t be read.')),
  unwritable: () => words(l10n.t('Some translations can’t be represented in their file.')),
};

/** Sends the text of a thread's reply box as a comment to the translator. */
export async function replyInThread(reply: unknown): Promise<void> {
  const typedReply = parseReply(reply);
  if (typedReply !== undefined) await currentReview?.send(typedReply.thread, 'comment', typedReply.text);
}

/** Requests a revision with the text of a thread's reply box; asks for it if the argument is only a thread. */
export async function reviseInThread(services: Services, argument: unknown): Promise<void> {
  const typedReply = parseReply(argument);
  if (typedReply !== undefined && typedReply.text.trim() !== '') {
    await currentReview?.send(typedReply.thread, 'revise', typedReply.text);
    return;
  }
  const job = jobOf(typedReply?.thread ?? argument);
  if (job !== undefined) await revise(services, { jobId: job.id });
}

/** Approves the translation that a thread shows. */
export async function approveInThread(services: Services, thread: unknown): Promise<void> {
  const job = jobOf(thread);
  if (job === undefined) return;
  const { id: jobId, translationHash } = job;
  await approve(services, present({ jobId, translationHash }));
}

/** Rejects the translation that a thread shows. */
export async function rejectInThread(services: Services, thread: unknown): Promise<void> {
  const job = jobOf(thread);
  if (job !== undefined) await reject(services, { jobId: job.id });
}

/** Returns the id of the job that a thread is about. */
export function jobIdOfThread(thread: unknown): string | undefined {
  return jobOf(thread)?.id;
}

/** Sends a comment again that could not be sent. */
export async function retryInThread(comment: unknown): Promise<void> {
  const failedComment = currentReview?.takeUnsent(comment as vscode.Comment);
  if (failedComment !== undefined)
    await currentReview?.send(failedComment.thread, failedComment.unsent.action, failedComment.unsent.text);
}

/** Removes a comment that could not be sent. */
export function discardInThread(comment: unknown): Promise<void> {
  currentReview?.takeUnsent(comment as vscode.Comment);
  return Promise.resolve();
}

function jobOf(thread: unknown): TrackedJob | undefined {
  return currentReview?.jobOf(thread as vscode.CommentThread);
}

/** Returns the reply that VS Code passes to a command of the reply box; undefined for any other argument. */
function parseReply(reply: unknown): vscode.CommentReply | undefined {
  const isReply =
    typeof reply === 'object' &&
    reply !== null &&
    'thread' in reply &&
    'text' in reply &&
    typeof reply.text === 'string';
  return isReply ? (reply as vscode.CommentReply) : undefined;
}

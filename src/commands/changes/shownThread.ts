import * as l10n from '@vscode/l10n';
import { present } from '../../base/present.ts';
import { outsideLines, type ShownComment, type ShownThread } from '../../editor/shown/commentThreads.ts';
import { actionsFor, type TrackedJob } from '../../orders/model/trackedJob.ts';
import type { Comment } from '../../service/interface/records.ts';
import { localeName } from '../../words/formatting.ts';
import { remainingReviewTime, statusLabel } from '../../words/jobLabels.ts';
import { problemLine, worstFirst } from '../../words/problemSentences.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';

/** A comment, or a request for a revision, that the service has not accepted yet. */
export interface UnsentComment {
  readonly action: 'comment' | 'revise';
  readonly text: string;
  /** Why the service refused it; absent while it is being sent. */
  readonly failure?: Words;
}

/** Context values of comments, which the manifest's menus use. */
export const failedComment = 'failed';

/** The maximum length of a text in a thread; the editor above the thread shows the whole translation. */
const maxTextLength = 2000;

/** Returns the thread of a job: its texts and findings, the comments with the translator, and those not sent yet. */
export function shownThread(
  job: TrackedJob,
  comments: readonly Comment[],
  unsent: readonly UnsentComment[],
  now: number,
): ShownThread {
  const actions = actionsFor(job);
  return {
    label: threadLabel(job),
    comments: [
      translationComment(job, now),
      ...conversation(job, comments).map(sentComment),
      ...unsent.map(unsentComment),
    ],
    // `job;approve;revise;`: the manifest's menus look for `approve;`.
    contextValue: ['job', ...actions, ''].join(';'),
    canReply: actions.has('comment'),
  };
}

/** Returns the comments without the one that was sent with the order, which explains the string to translators. */
function conversation({ createdAt: jobCreatedAt }: TrackedJob, comments: readonly Comment[]): readonly Comment[] {
  const [first] = comments;
  if (first?.createdAt === undefined || jobCreatedAt === undefined) return comments;
  const wasSentWithOrder = first.author === 'customer' && first.createdAt <= jobCreatedAt;
  return wasSentWithOrder ? comments.slice(1) : comments;
}

/** "app.title · Being Revised · 1 error · 2 warnings" */
function threadLabel({ title, problems, status }: TrackedJob): Words {
  const errorCount = problems.filter(({ severity }) => severity === 'error').length;
  const warningCount = problems.length - errorCount;
  const parts: (string | Words)[] = [title];
  if (status !== 'reviewable') parts.push(statusLabel(status));
  if (errorCount > 0) parts.push(plural(errorCount, { one: l10n.t('{0} error'), other: l10n.t('{0} errors') }));
  if (warningCount > 0) parts.push(plural(warningCount, { one: l10n.t('{0} warning'), other: l10n.t('{0} warnings') }));
  return join(parts, ' · ');
}

/** Returns the first comment: the texts and what the checks found, so that the thread can be read by itself. */
function translationComment(job: TrackedJob, now: number): ShownComment {
  const timeToReview = remainingReviewTime(job, now);
  const body = join(
    [
      // On one line each, so that no text can look like a line of ours.
      words(l10n.t('Source: {0}'), fromOutside(job.sourceText, maxTextLength)),
      words(l10n.t('Translation: {0}'), fromOutside(job.translatedText ?? '', maxTextLength)),
      ...worstFirst(job.problems).map(problemLine),
    ],
    '\n',
  );
  return {
    author: join([job.title, localeName(job.targetLocale)], ' · '),
    body,
    ...present({ label: timeToReview }),
  };
}

function sentComment({ author, body, createdAt }: Comment): ShownComment {
  return { author: authorName(author), body: outsideLines(body), ...present({ at: createdAt }) };
}

function authorName(author: Comment['author']): Words {
  if (author === 'customer') return words(l10n.t('You'));
  if (author === 'translator') return words(l10n.t('Translator'));
  return fromOutside(author);
}

function unsentComment({ action, text, failure }: UnsentComment): ShownComment {
  let author = words(l10n.t('You'));
  if (action === 'revise') author = words(l10n.t('Your request for a revision'));
  if (failure === undefined) return { author, body: outsideLines(text), label: words(l10n.t('Sending…')) };
  return {
    author,
    body: join([outsideLines(text), words(l10n.t('Not sent: {0}'), failure)], '\n\n'),
    label: words(l10n.t('Not sent')),
    contextValue: failedComment,
  };
}

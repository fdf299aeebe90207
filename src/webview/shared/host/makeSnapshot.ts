import * as l10n from '@vscode/l10n';
import { present } from '../../../base/present.ts';
import { formatTime } from '../../../words/formatting.ts';
import { documentLabel, holdSentence, responseProblemSentence } from '../../../words/deliverySentences.ts';
import { statusLabel } from '../../../words/jobLabels.ts';
import { sourceSentence } from '../../../words/sourceSentence.ts';
import { plain } from '../../../words/plain.ts';
import { plural, sentences, type Words, words } from '../../../words/words.ts';
import type { ReadDetail } from './jobDetails.ts';
import type { DetailPart, JobDetail } from '../../../orders/jobs/track/jobDetail.ts';
import { pageProblem } from './pageProblem.ts';
import { revisionComment, sourceComment } from '../../../orders/jobs/review/revisionComment.ts';
import {
  actionsFor,
  hasErrors,
  isFinished,
  isLostHold,
  maxRevisionRequests,
  type TrackedDocument,
  type TrackedJob,
} from '../../../orders/model/trackedJob.ts';
import type { Comment, Language } from '../../../service/interface/records.ts';
import { facts, highlights, language, orderFacts, otherJobs, problemCount } from './pageFacts.ts';
import {
  type PageAction,
  type PageComment,
  type PageOrder,
  type PageSnapshot,
  type PageSourceChange,
  pageActions,
} from '../pageSnapshot.ts';
import type { OrderDetail } from '../../../service/calls/orderDetail.ts';

/** The state of the page's last intent. */
export type PageProgress = Pick<PageSnapshot, 'busy' | 'failure' | 'done'>;

/** The data that the page shows in addition to the job. */
export interface PageFacts {
  /** Absent until they are read. */
  readonly details?: ReadDetail | undefined;
  /** The comments of the job, the oldest first; absent until they are read. */
  readonly comments?: readonly Comment[] | undefined;
  /** The service's languages, for their localized names; empty until they are loaded. */
  readonly languages: readonly Language[];
  /** The translation that was shown when its approval was refused. */
  readonly previousText?: string | undefined;
  /** The jobs of the same order, this one included. */
  readonly orderJobs: readonly TrackedJob[];
  /** Absent until the order is shown. */
  readonly order?: OrderDetail | undefined;
}

/** Returns a job as its page shows it. */
export function makeSnapshot(
  job: TrackedJob,
  progress: PageProgress,
  { details, comments, languages, previousText, orderJobs, order }: PageFacts,
): PageSnapshot {
  const pending = job.translatedText === undefined ? pendingSentence(job) : undefined;
  const isPreviousRelevant = job.status === 'reviewable' && previousText !== job.translatedText;
  const simulatedNotice = words(l10n.t('The embedded sandbox simulates this translation. No person works on it.'));
  return {
    type: 'snapshot',
    jobId: job.id,
    title: plain(job.title),
    status: job.status,
    statusLabel: plain(statusLabel(job.status)),
    facts: facts(job, languages),
    highlights: highlights(job),
    source: {
      ...language(job.sourceLocale, languages),
      text: job.document === undefined ? job.sourceText : plain(documentLabel(job, job.document)),
    },
    translation: { ...language(job.targetLocale, languages), ...present({ text: job.translatedText }) },
    problems: job.problems.map((problem) => pageProblem(problem, job)),
    actions: possibleActions(job),
    notes: notes(job, details).map(plain),
    ...present({
      problemCount: problemCount(job),
      order: job.orderId === undefined ? undefined : pageOrder(job, orderJobs, order),
      translationHash: job.translationHash,
      previousText: isPreviousRelevant ? previousText : undefined,
      simulatedNotice: job.simulated ? plain(simulatedNotice) : undefined,
      document: job.document && (true as const),
      deliveryNotice: deliveryNotice(job),
      translationPending: pending && plain(pending),
      suggestedRevisionComment: revisionComment(job),
      suggestedComment: isWithTranslator(job) ? sourceComment(job) : undefined,
      sourceChanges: sourceChanges(job),
    }),
    ...(details && detailParts(details.detail)),
    ...commentParts(details, comments),
    ...progress,
  };
}

function detailParts({ revisions, feedback }: JobDetail): Pick<PageSnapshot, 'revisions' | 'feedback'> {
  return {
    revisions: revisions.map(({ id, text, createdAt }) => ({ id, text, when: when(createdAt) })),
    ...present({ feedback }),
  };
}

function commentParts(
  details: ReadDetail | undefined,
  comments: readonly Comment[] | undefined,
): Pick<PageSnapshot, 'comments' | 'commentsFailed'> {
  if (details === undefined && comments === undefined) return {};
  const pageComments = (comments ?? []).map(pageComment);
  // A message that can't be read doesn't count: the others are shown.
  const isUnreadable = details?.detail.incomplete.includes('comments') === true;
  const hasFailed = details?.hasFailed === true || (pageComments.length === 0 && isUnreadable);
  return { comments: pageComments, ...present({ commentsFailed: hasFailed ? (true as const) : undefined }) };
}

function pageOrder(job: TrackedJob, jobs: readonly TrackedJob[], detail: OrderDetail | undefined): PageOrder {
  const note = words(l10n.t('Some of this order couldn’t be loaded.'));
  return {
    facts: orderFacts(job, jobs, detail?.order),
    ...otherJobs(job, jobs),
    ...present({
      comments: detail === undefined ? undefined : (detail.comments ?? []).map(pageComment),
      commentsFailed: detail !== undefined && detail.comments === undefined ? (true as const) : undefined,
      note: detail?.isIncomplete === true ? plain(sentences(note, refreshSentence())) : undefined,
    }),
  };
}

function pageComment({ author, body, createdAt }: Comment): PageComment {
  const side = author === 'customer' || author === 'translator' ? author : 'other';
  const labels = { customer: words(l10n.t('You')), translator: words(l10n.t('Translator')), other: author };
  return { author: side, authorLabel: plain(labels[side]), body, when: when(createdAt) };
}

function when(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  return formatTime(milliseconds);
}

function deliveryNotice(job: TrackedJob): PageSnapshot['deliveryNotice'] {
  const file = job.units.find((unit) => unit.targetFile !== undefined)?.targetFile;
  switch (job.delivery.kind) {
    case 'none':
      return undefined;
    case 'delivered':
      return {
        severity: 'info',
        sentence: plain(words(l10n.t('Delivered to {0} on {1}.'), file ?? '', formatTime(job.delivery.at))),
      };
    case 'undone':
      return { severity: 'info', sentence: plain(words(l10n.t('The delivery to {0} was undone.'), file ?? '')) };
    case 'held':
      return { severity: 'warning', sentence: plain(holdSentence(job.delivery.reason)) };
  }
}

/** Returns the sentence that replaces the translation of a document, which has no text. */
function documentSentence({ status, units, delivery }: TrackedJob, { name, ready }: TrackedDocument): Words {
  const file = units[0]?.targetFile ?? name;
  if (!ready) return words(l10n.t('The service is still preparing the translated file.'));
  if (delivery.kind === 'delivered')
    return words(l10n.t('The translation is in {0}. Use “Open File” to see it.'), file);
  if (status === 'reviewable')
    return words(l10n.t('Use “Show Changes” to see the translated file. Once approved, it is delivered to {0}.'), file);
  return words(l10n.t('The translated file is available. It will be delivered to {0}.'), file);
}

function pendingSentence(job: TrackedJob): Words {
  if (job.document !== undefined && (job.status === 'reviewable' || isFinished(job)))
    return documentSentence(job, job.document);
  switch (job.status) {
    case 'unclear':
      return sentences(
        words(l10n.t('No response arrived; the order may have gone through.')),
        words(l10n.t('It is being checked and won’t be resent automatically.')),
      );
    case 'queued':
      return words(l10n.t('The service has received the order and will offer it to translators soon.'));
    case 'available':
      return words(l10n.t('No translator has started yet.'));
    case 'pending':
      return words(l10n.t('A translator is working on it.'));
    case 'revising':
      return words(l10n.t('The translator is working on your request.'));
    case 'hold':
      return words(l10n.t('The service’s staff has put this job on hold.'));
    default:
      return words(l10n.t('There is no translation.'));
  }
}

/**
 * Statuses in which a translator works, or will work, on the text that was ordered, and can be told about another one.
 */
const withTranslator = new Set(['pending', 'revising', 'hold', 'rejected']);

function isWithTranslator({ status }: TrackedJob): boolean {
  return withTranslator.has(status);
}

/** The most notices about the source; a job may have many strings. */
const maxSourceChanges = 5;

function sourceChanges(job: TrackedJob): PageSnapshot['sourceChanges'] {
  const { delivery, sourceText } = job;
  // The notice about the delivery already says that the string can't be found; a changed text is shown in addition.
  const isInDeliveryNotice = (kind: string): boolean =>
    delivery.kind === 'held' && isLostHold(delivery.reason) && kind !== 'changed';
  const notices = (job.sourceChanges ?? []).flatMap((change): readonly PageSourceChange[] => {
    const { state } = change;
    const sentence = isInDeliveryNotice(state.kind) ? undefined : sourceSentence(change, job);
    if (sentence === undefined) return [];
    const isInfo = state.kind === 'moved' || state.kind === 'unknown' || delivery.kind === 'delivered';
    const now = state.kind === 'changed' && state.text !== sourceText ? state.text : undefined;
    return [{ severity: isInfo ? 'info' : 'warning', sentence: plain(sentence), ...present({ now }) }];
  });
  const hiddenCount = notices.length - maxSourceChanges;
  const more = plural(hiddenCount, {
    one: l10n.t('… and {0} more string.'),
    other: l10n.t('… and {0} more strings.'),
  });
  const changes: readonly PageSourceChange[] = [
    ...notices.slice(0, maxSourceChanges),
    ...(hiddenCount > 0 ? [{ severity: 'info' as const, sentence: plain(more) }] : []),
  ];
  if (changes.length === 0) return undefined;
  return changes;
}

function canOrderAgain(job: TrackedJob): boolean {
  const isChanged = job.sourceChanges?.some(
    ({ unit, state }) => state.kind === 'changed' && unit.targetFile !== undefined,
  );
  return isChanged === true && actionsFor(job).has('cancel');
}

function possibleActions(job: TrackedJob): readonly PageAction[] {
  const possible: ReadonlySet<string> = actionsFor(job);
  const alsoPossible = new Set<PageAction>(['refresh']);
  if (job.translatedText !== undefined) alsoPossible.add('copy');
  if (job.units.length > 0) alsoPossible.add('openFile');
  if (job.orderId !== undefined) alsoPossible.add('orderComment');
  if (canOrderAgain(job)) alsoPossible.add('cancelAndOrder');
  return pageActions.filter((action) => possible.has(action) || alsoPossible.has(action));
}

function detailFailedSentence(): Words {
  return sentences(words(l10n.t('Revisions and comments couldn’t be loaded.')), refreshSentence());
}

function refreshSentence(): Words {
  return words(l10n.t('Select “Refresh” to try again. The log has the details.'));
}

const incompleteSentences: Readonly<Record<DetailPart, () => Words>> = {
  revisions: () => sentences(words(l10n.t('Some revisions can’t be read.')), refreshSentence()),
  comments: () => sentences(words(l10n.t('Some comments can’t be read.')), refreshSentence()),
  feedback: () => sentences(words(l10n.t('The feedback can’t be read.')), refreshSentence()),
};

function notes(job: TrackedJob, details: ReadDetail | undefined): readonly Words[] {
  const lines: Words[] = [];
  if (job.responseProblem !== undefined) lines.push(responseProblemSentence(job.responseProblem));
  for (const part of details?.detail.incomplete ?? []) lines.push(incompleteSentences[part]());
  if (job.status === 'reviewable' && job.revisionsRequested >= maxRevisionRequests)
    lines.push(
      plural(maxRevisionRequests, {
        one: l10n.t('Your {0} revision request has been used.'),
        other: l10n.t('All {0} revision requests have been used.'),
      }),
    );
  if (job.status === 'pending')
    lines.push(words(l10n.t('A translator has started this job, so only the service’s support can cancel it.')));
  if (isFinished(job) && hasErrors(job))
    lines.push(
      words(l10n.t('The translation is approved, so it can’t be revised. You can still message the translator.')),
    );
  if (job.autoApprove)
    lines.push(words(l10n.t('Ordered with automatic approval, so it can’t be rejected or revised.')));
  if (details?.hasFailed === true) lines.push(detailFailedSentence());
  return lines;
}

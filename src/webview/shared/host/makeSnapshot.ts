import * as l10n from '@vscode/l10n';
import { present, trueOrAbsent } from '../../../base/present.ts';
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
import type { ComparedUnit } from '../../../orders/model/sourceState.ts';
import type { Comment, Language } from '../../../service/interface/records.ts';
import { highlights, jobFacts, languageOf, orderFacts, otherJobs, problemCount } from './pageFacts.ts';
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
export interface SnapshotInput {
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
  { details, comments, languages, previousText, orderJobs, order }: SnapshotInput,
): PageSnapshot {
  const pendingText = job.translatedText === undefined ? plain(pendingSentence(job)) : undefined;
  const showsDifference = job.status === 'reviewable' && previousText !== job.translatedText;
  const simulatedNotice = words(l10n.t('The embedded sandbox simulates this translation. No person works on it.'));
  return {
    type: 'snapshot',
    jobId: job.id,
    title: plain(job.title),
    status: job.status,
    statusLabel: plain(statusLabel(job.status)),
    facts: jobFacts(job, languages),
    highlights: highlights(job),
    source: {
      ...languageOf(job.sourceLocale, languages),
      text: job.document === undefined ? job.sourceText : plain(documentLabel(job, job.document)),
    },
    translation: { ...languageOf(job.targetLocale, languages), ...present({ text: job.translatedText }) },
    problems: job.problems.map((problem) => pageProblem(problem, job)),
    actions: possibleActions(job),
    notes: notes(job, details).map(plain),
    ...present({
      problemCount: problemCount(job),
      order: job.orderId === undefined ? undefined : pageOrder(job, orderJobs, order),
      translationHash: job.translationHash,
      previousText: showsDifference ? previousText : undefined,
      simulatedNotice: job.simulated ? plain(simulatedNotice) : undefined,
      document: trueOrAbsent(job.document !== undefined),
      deliveryNotice: deliveryNotice(job),
      translationPending: pendingText,
      suggestedRevisionComment: revisionComment(job),
      suggestedComment: statusesWithTranslator.has(job.status) ? sourceComment(job) : undefined,
      sourceChanges: sourceChanges(job),
    }),
    ...(details && detailMembers(details.detail)),
    ...commentMembers(details, comments),
    ...progress,
  };
}

/** Returns the members of a snapshot that come from the details of a job, once they have been read. */
function detailMembers({ revisions, feedback }: JobDetail): Pick<PageSnapshot, 'revisions' | 'feedback'> {
  return {
    revisions: revisions.map(({ id, text, createdAt }) => ({ id, text, when: timeText(createdAt) })),
    ...present({ feedback }),
  };
}

function commentMembers(
  details: ReadDetail | undefined,
  comments: readonly Comment[] | undefined,
): Pick<PageSnapshot, 'comments' | 'commentsFailed'> {
  if (details === undefined && comments === undefined) return {};
  const pageComments = (comments ?? []).map(pageComment);
  const hasUnreadable = details?.detail.incomplete.includes('comments') === true;
  // If only some comments can't be read, the others are shown, and that is no failure.
  const isNoneReadable = pageComments.length === 0 && hasUnreadable;
  const hasFailed = details?.hasFailed === true || isNoneReadable;
  return { comments: pageComments, ...present({ commentsFailed: trueOrAbsent(hasFailed) }) };
}

/** Returns the order of a job. `detail` is undefined until it is loaded; its comments are undefined if that failed. */
function pageOrder(job: TrackedJob, jobs: readonly TrackedJob[], detail: OrderDetail | undefined): PageOrder {
  const note = words(l10n.t('Some of this order couldn’t be loaded.'));
  return {
    facts: orderFacts(job, jobs, detail?.order),
    ...otherJobs(job, jobs),
    ...present({
      comments: detail === undefined ? undefined : (detail.comments ?? []).map(pageComment),
      commentsFailed: trueOrAbsent(detail !== undefined && detail.comments === undefined),
      note: detail?.isIncomplete === true ? plain(sentences(note, refreshSentence())) : undefined,
    }),
  };
}

function pageComment({ author, body, createdAt }: Comment): PageComment {
  const role = author === 'customer' || author === 'translator' ? author : 'other';
  const labels = { customer: words(l10n.t('You')), translator: words(l10n.t('Translator')), other: author };
  return { author: role, authorLabel: plain(labels[role]), body, when: timeText(createdAt) };
}

/** Returns a time as people read it; '' if it is unknown. */
function timeText(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : formatTime(milliseconds);
}

function deliveryNotice(job: TrackedJob): PageSnapshot['deliveryNotice'] {
  const targetFile = job.units.find((unit) => unit.targetFile !== undefined)?.targetFile ?? '';
  const info = (sentence: Words) => ({ severity: 'info' as const, sentence: plain(sentence) });
  switch (job.delivery.kind) {
    case 'none':
      return undefined;
    case 'delivered':
      return info(words(l10n.t('Delivered to {0} on {1}.'), targetFile, formatTime(job.delivery.at)));
    case 'undone':
      return info(words(l10n.t('The delivery to {0} was undone.'), targetFile));
    case 'held':
      return { severity: 'warning', sentence: plain(holdSentence(job.delivery.reason)) };
  }
}

/** Returns the sentence that replaces the translation of a document, which has no text. */
function documentSentence({ status, units, delivery }: TrackedJob, { name, ready }: TrackedDocument): Words {
  const [unit] = units;
  const file = unit?.targetFile ?? name;
  if (!ready) return words(l10n.t('The service is still preparing the translated file.'));
  if (delivery.kind === 'delivered')
    return words(l10n.t('The translation is in {0}. Use “Open File” to see it.'), file);
  if (status === 'reviewable')
    return words(l10n.t('Use “Show Changes” to see the translated file. Once approved, it is delivered to {0}.'), file);
  return words(l10n.t('The translated file is available. It will be delivered to {0}.'), file);
}

/** Returns the sentence that is shown as long as there is no translation. */
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

/** In these statuses, a translator works on the ordered text, or will, and can get a message about a new text. */
const statusesWithTranslator = new Set(['pending', 'revising', 'hold', 'rejected']);

/** The most notices about the source; a job may have many strings. */
const maxSourceChanges = 5;

/** Returns notices about what has happened to the sources of a job's strings, at most `maxSourceChanges`. */
function sourceChanges(job: TrackedJob): PageSnapshot['sourceChanges'] {
  const notices = (job.sourceChanges ?? []).flatMap((change) => sourceNotice(change, job) ?? []);
  const hiddenCount = notices.length - maxSourceChanges;
  const moreSentence = plural(hiddenCount, {
    one: l10n.t('… and {0} more string.'),
    other: l10n.t('… and {0} more strings.'),
  });
  const changes = notices.slice(0, maxSourceChanges);
  if (hiddenCount > 0) changes.push({ severity: 'info', sentence: plain(moreSentence) });
  if (changes.length === 0) return undefined;
  return changes;
}

/** Returns what the page says about the source of one string; undefined if that is nothing, or is said elsewhere. */
function sourceNotice(change: ComparedUnit, job: TrackedJob): PageSourceChange | undefined {
  const { delivery, sourceText } = job;
  const { state } = change;
  // The notice about the delivery already says that the string can't be found; a changed text is shown in addition.
  const isSourceLost = delivery.kind === 'held' && isLostHold(delivery.reason);
  const isInDeliveryNotice = isSourceLost && state.kind !== 'changed';
  const sentence = isInDeliveryNotice ? undefined : sourceSentence(change, job);
  if (sentence === undefined) return undefined;
  const isInfo = state.kind === 'moved' || state.kind === 'unknown' || delivery.kind === 'delivered';
  const currentText = state.kind === 'changed' && state.text !== sourceText ? state.text : undefined;
  return { severity: isInfo ? 'info' : 'warning', sentence: plain(sentence), ...present({ currentText }) };
}

function canOrderAgain(job: TrackedJob): boolean {
  // A unit with a target file was ordered from a file, so its new text can be ordered from there.
  const { sourceChanges = [] } = job;
  const isChanged = sourceChanges.some(({ unit, state }) => state.kind === 'changed' && unit.targetFile !== undefined);
  return isChanged && actionsFor(job).has('cancel');
}

function possibleActions(job: TrackedJob): readonly PageAction[] {
  // `actionsFor` also has actions that the page doesn't offer, so its order and choice are those of `pageActions`.
  const possible = new Set<string>([...actionsFor(job), 'refresh']);
  if (job.translatedText !== undefined) possible.add('copy');
  if (job.units.length > 0) possible.add('openFile');
  if (job.orderId !== undefined) possible.add('orderComment');
  if (canOrderAgain(job)) possible.add('cancelAndOrder');
  return pageActions.filter((action) => possible.has(action));
}

function refreshSentence(): Words {
  return words(l10n.t('Select “Refresh” to try again. The log has the details.'));
}

const incompleteSentences: Readonly<Record<DetailPart, () => Words>> = {
  revisions: () => sentences(words(l10n.t('Some revisions can’t be read.')), refreshSentence()),
  comments: () => sentences(words(l10n.t('Some comments can’t be read.')), refreshSentence()),
  feedback: () => sentences(words(l10n.t('The feedback can’t be read.')), refreshSentence()),
};

/** Returns sentences about what is missing on the page, or not possible. */
function notes(job: TrackedJob, details: ReadDetail | undefined): readonly Words[] {
  const lines: Words[] = [];
  if (job.responseProblem !== undefined) lines.push(responseProblemSentence(job.responseProblem));
  const incompleteParts = details?.detail.incomplete ?? [];
  for (const part of incompleteParts) lines.push(incompleteSentences[part]());
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
  if (details?.hasFailed === true)
    lines.push(sentences(words(l10n.t('Revisions and comments couldn’t be loaded.')), refreshSentence()));
  return lines;
}

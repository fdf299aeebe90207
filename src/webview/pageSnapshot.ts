import * as l10n from '@vscode/l10n';
import { bothNames } from '../words/languageNames.ts';
import { tierLabel } from '../words/tierLabel.ts';
import { formatCredits, formatTime } from '../words/formatting.ts';
import { documentLabel, holdSentence, troubleSentence } from '../words/deliverySentences.ts';
import { reviewClock, statusLabel, unitCountText } from '../words/jobLabels.ts';
import { problemSentence } from '../words/problemSentences.ts';
import { plain } from '../words/plain.ts';
import { join, type Words, words } from '../words/words.ts';
import type { DetailPart, JobDetail } from '../orders/track/jobDetail.ts';
import { problemPlace } from '../orders/check/problemPlace.ts';
import { revisionComment } from '../orders/review/revisionComment.ts';
import {
  actionsFor,
  hasErrors,
  isFinished,
  maxRevisionRequests,
  type JobAction,
  type TrackedDocument,
  type TrackedJob,
} from '../orders/model/trackedJob.ts';
import type { Problem } from '../placeholders/read/placeholder.ts';
import type { Comment, Language } from '../service/interface/records.ts';
import type { PageAction, PageComment, PagePassage, PageProblem, PageSnapshot } from './protocol.ts';

/** How the page's last intent went. */
export type PageProgress = Pick<PageSnapshot, 'busy' | 'failure' | 'done'>;

/** The data that the page shows in addition to the job. */
export interface PageFacts {
  /** What stands in the detail is old, or nothing, since it could not be loaded. */
  readonly detailFailed: boolean;
  /** The service's, for their own names; none until they are known. */
  readonly languages: readonly Language[];
  /** The translation that was shown when its approval was refused. */
  readonly previousText?: string | undefined;
}

/** A job as its page shows it. */
export function pageSnapshot(
  job: TrackedJob,
  detail: JobDetail | undefined,
  progress: PageProgress,
  { detailFailed, languages, previousText }: PageFacts,
): PageSnapshot {
  const suggestion = revisionComment(job);
  const notice = deliveryNotice(job);
  const pending = job.translatedText === undefined ? pendingSentence(job) : undefined;
  return {
    type: 'snapshot',
    jobId: job.id,
    title: plain(job.title),
    status: job.status,
    statusLabel: plain(statusLabel(job.status)),
    facts: facts(job, languages),
    source: {
      ...language(job.sourceLocale, languages),
      text: job.document === undefined ? job.sourceText : plain(documentLabel(job, job.document)),
    },
    translation: {
      ...language(job.targetLocale, languages),
      ...(job.translatedText === undefined ? {} : { text: job.translatedText }),
    },
    problems: job.problems.map((problem) => pageProblem(problem, job)),
    actions: pageActions(job),
    notes: [
      ...notes(job, detail),
      ...(detailFailed
        ? [words(l10n.t('Revisions and comments could not be loaded. “Refresh” tries again; the log says why.'))]
        : []),
    ].map(plain),
    ...(job.translationHash === undefined ? {} : { translationHash: job.translationHash }),
    ...(previousText === undefined || job.status !== 'reviewable' || previousText === job.translatedText
      ? {}
      : { previousText }),
    ...(job.simulated
      ? {
          simulatedNotice: plain(
            words(l10n.t('Translated by the embedded sandbox: this is a simulation and not the work of a person.')),
          ),
        }
      : {}),
    ...(job.document === undefined ? {} : { document: true }),
    ...(notice === undefined ? {} : { deliveryNotice: notice }),
    ...(pending === undefined ? {} : { translationPending: plain(pending) }),
    ...(suggestion === undefined ? {} : { suggestedRevisionComment: suggestion }),
    ...(detail === undefined ? {} : detailParts(detail)),
    ...progress,
  };
}

function pageProblem(problem: Problem, job: TrackedJob): PageProblem {
  const place = problemPlace(problem, job);
  return {
    severity: problem.severity,
    sentence: plain(problemSentence(problem)),
    ...(place === undefined ? {} : { place }),
  };
}

function detailParts({
  revisions,
  comments,
  feedback,
}: JobDetail): Pick<PageSnapshot, 'revisions' | 'comments' | 'feedback'> {
  return {
    revisions: revisions.map(({ id, text, createdAt }) => ({ id, text, when: when(createdAt) })),
    comments: comments.map(pageComment),
    ...(feedback === undefined ? {} : { feedback }),
  };
}

function pageComment({ author, body, createdAt }: Comment): PageComment {
  const known = author === 'customer' || author === 'translator' ? author : 'other';
  const labels = { customer: words(l10n.t('You')), translator: words(l10n.t('Translator')), other: author };
  return { author: known, authorLabel: plain(labels[known]), body, when: when(createdAt) };
}

function when(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : formatTime(milliseconds);
}

const rightToLeft = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']);

function language(locale: string, languages: readonly Language[]): Omit<PagePassage, 'text'> {
  const tag = locale.replaceAll('_', '-');
  let script: string | undefined;
  try {
    script = new Intl.Locale(tag).maximize().script;
  } catch {
    // Not BCP 47: written from left to right, as most scripts are.
  }
  return {
    locale: tag,
    label: plain(bothNames(locale, languages)),
    direction: script !== undefined && rightToLeft.has(script) ? 'rtl' : 'ltr',
  };
}

function facts(job: TrackedJob, languages: readonly Language[]): PageSnapshot['facts'] {
  const clock = reviewClock(job, Date.now());
  const [first] = job.units;
  const rows: readonly (readonly [Words, Words | string | undefined])[] = [
    [
      words(l10n.t('Languages')),
      words(l10n.t('{0} → {1}'), bothNames(job.sourceLocale, languages), bothNames(job.targetLocale, languages)),
    ],
    [words(l10n.t('Tier')), tierLabel(job.tier)],
    [
      words(l10n.t('Price')),
      words(l10n.t('{0} for {1}'), formatCredits(job.credits, job.currency), unitCountText(job.unitCount)),
    ],
    [words(l10n.t('Ordered')), job.createdAt === undefined ? undefined : formatTime(job.createdAt)],
    [words(l10n.t('Expected')), job.dueAt === undefined ? undefined : formatTime(job.dueAt)],
    [words(l10n.t('Time to review')), clock],
    [
      words(l10n.t('Revisions requested')),
      job.revisionsRequested === 0
        ? undefined
        : words(l10n.t('{0} of {1}'), job.revisionsRequested, maxRevisionRequests),
    ],
    [words(l10n.t('File')), first === undefined ? undefined : (first.targetFile ?? first.file)],
    [
      words(l10n.t('Keys')),
      job.units.length < 2
        ? undefined
        : join(
            job.units.flatMap((unit) => unit.key ?? []),
            ', ',
          ),
    ],
    [words(l10n.t('Order')), job.orderId],
    [words(l10n.t('Job')), job.hasServiceId ? job.id : undefined],
  ];
  return rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label: plain(label), value: plain(value) }],
  );
}

function deliveryNotice(job: TrackedJob): PageSnapshot['deliveryNotice'] {
  const file = job.units.find((unit) => unit.targetFile !== undefined)?.targetFile;
  switch (job.delivery.kind) {
    case 'none':
      return undefined;
    case 'delivered':
      return {
        severity: 'info',
        sentence: plain(words(l10n.t('Written into {0} on {1}.'), file ?? '', formatTime(job.delivery.at))),
      };
    case 'undone':
      return { severity: 'info', sentence: plain(words(l10n.t('The delivery into {0} was undone.'), file ?? '')) };
    case 'held':
      return { severity: 'warning', sentence: plain(holdSentence(job.delivery.reason)) };
  }
}

/** Stands in the place of a translated text, of which a document has none. */
function documentSentence({ status, units, delivery }: TrackedJob, { name, ready }: TrackedDocument): Words {
  const file = units[0]?.targetFile ?? name;
  if (!ready) return words(l10n.t('The service is still preparing the translated file.'));
  if (delivery.kind === 'delivered') return words(l10n.t('{0} holds the translation. “Open File” shows it.'), file);
  return status === 'reviewable'
    ? words(l10n.t('The translated file can be looked at with “Show Changes”. Approved, it is written into {0}.'), file)
    : words(l10n.t('The translated file is there. It belongs into {0}.'), file);
}

function pendingSentence(job: TrackedJob): Words {
  if (job.document !== undefined && (job.status === 'reviewable' || isFinished(job)))
    return documentSentence(job, job.document);
  switch (job.status) {
    case 'unclear':
      return words(
        l10n.t(
          'It is not known whether this order arrived. It is being looked up and will not be sent again by itself.',
        ),
      );
    case 'queued':
      return words(l10n.t('The service has the order and will offer it to translators soon.'));
    case 'available':
      return words(l10n.t('No translator has started yet.'));
    case 'pending':
      return words(l10n.t('A translator is working on it.'));
    case 'revising':
      return words(l10n.t('The translator is working on your request.'));
    case 'hold':
      return words(l10n.t('The service’s staff holds this job for the moment.'));
    default:
      return words(l10n.t('There is no translation.'));
  }
}

function pageActions(job: TrackedJob): readonly PageAction[] {
  const known: readonly (JobAction & PageAction)[] = [
    'approve',
    'revise',
    'reject',
    'cancel',
    'archive',
    'comment',
    'showChanges',
    'deliver',
    'undoDelivery',
    'insert',
  ];
  const possible = actionsFor(job);
  const actions: PageAction[] = known.filter((action) => possible.has(action));
  if (job.translatedText !== undefined) actions.push('copy');
  if (job.units.length > 0) actions.push('openFile');
  return [...actions, 'refresh'];
}

const incompleteSentences: Readonly<Record<DetailPart, () => Words>> = {
  revisions: () =>
    words(l10n.t('Some revisions could not be read from the service. “Refresh” tries again; the log says why.')),
  comments: () =>
    words(l10n.t('Some comments could not be read from the service. “Refresh” tries again; the log says why.')),
  feedback: () =>
    words(l10n.t('The feedback could not be read from the service. “Refresh” tries again; the log says why.')),
};

function notes(job: TrackedJob, detail: JobDetail | undefined): readonly Words[] {
  const lines: Words[] = [];
  if (job.trouble !== undefined) lines.push(troubleSentence(job.trouble));
  for (const part of detail?.incomplete ?? []) lines.push(incompleteSentences[part]());
  if (job.status === 'reviewable' && job.revisionsRequested >= maxRevisionRequests)
    lines.push(words(l10n.t('All {0} revision requests are used.'), maxRevisionRequests));
  if (job.status === 'pending')
    lines.push(
      words(l10n.t('A job that a translator has started can be canceled through the service’s support only.')),
    );
  if (isFinished(job) && hasErrors(job))
    lines.push(
      words(l10n.t('It is approved, so it cannot be sent back any more. The translator can still be written to.')),
    );
  if (job.autoApprove)
    lines.push(words(l10n.t('Ordered with automatic approval: it can be neither rejected nor sent back.')));
  return lines;
}

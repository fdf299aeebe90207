import * as vscode from 'vscode';
import type { Problem } from '../placeholders/read/placeholder.ts';
import {
  reviewWindowMs,
  type HoldReason,
  type JobTrouble,
  type TrackedDocument,
  type TrackedJob,
} from '../orders/model/trackedJob.ts';
import { plain } from './shown/plain.ts';
import { t } from './shown/t.ts';
import { visibleText } from './shown/visibleText.ts';
import { outside, type Words } from './shown/words.ts';

/** Sections of the tree, in the order of what the person has to do. */
export const statusOrder = [
  'unclear',
  'unreadable',
  'reviewable',
  'revising',
  'rejected',
  'hold',
  'pending',
  'available',
  'queued',
  'approved',
  'canceled',
] as const;

const statusLabels = {
  unclear: () => t('Not Known to Have Arrived'),
  unreadable: () => t('Unreadable Answer'),
  queued: () => t('Queued'),
  available: () => t('Waiting for a Translator'),
  pending: () => t('Being Translated'),
  reviewable: () => t('To Review'),
  revising: () => t('Being Revised'),
  approved: () => t('Approved'),
  rejected: () => t('Rejected'),
  hold: () => t('On Hold'),
  canceled: () => t('Canceled'),
  archived: () => t('Archived'),
  deleted: () => t('Deleted'),
  duplicate: () => t('Duplicate'),
} as const satisfies Readonly<Record<string, () => Words>>;

/** Own entries only: a service could call a status `constructor`. */
function entryOf<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns the label of a status; an unknown status is shown as the service wrote it. */
export function statusLabel(status: string): Words {
  return entryOf<() => Words>(statusLabels, status)?.() ?? outside(status);
}

const troubleSentences: Readonly<Record<JobTrouble, () => Words>> = {
  unreadable: () =>
    t(
      'The service’s answer about this job cannot be read. The job is shown as it was last known. “Refresh Jobs” asks again; the log has the details.',
    ),
  unanswered: () =>
    t(
      'The service answered with an error when it was asked about this job. The job is shown as it was last known. “Refresh Jobs” asks again; the log has the details.',
    ),
  amount: () => t('The service’s price or length for this job cannot be read, so the figures of your order are shown.'),
};

/** Says what is wrong with the service's last answer about a job. */
export function troubleSentence(trouble: JobTrouble): Words {
  return troubleSentences[trouble]();
}

/** The same in the few words of a tree row. */
export function troubleLabel(trouble: JobTrouble): Words {
  if (trouble === 'unanswered') return t('no answer');
  return trouble === 'amount' ? t('unreadable price') : t('unreadable answer');
}

export function statusIcon(status: string): string {
  const icons: Readonly<Record<string, string>> = {
    unclear: 'question',
    unreadable: 'warning',
    queued: 'clock',
    available: 'inbox',
    pending: 'edit',
    reviewable: 'eye',
    revising: 'sync',
    approved: 'pass',
    rejected: 'circle-slash',
    hold: 'debug-pause',
    canceled: 'circle-slash',
  };
  return entryOf(icons, status) ?? 'circle-outline';
}

/** Longer than any currency code, and too short for a text that could pass for a price. */
const currencyCharacters = 12;

/** "1.20 USD", with as many decimals as small prices need. */
export function formatCredits(credits: number, currency?: string): string {
  const number = new Intl.NumberFormat(vscode.env.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(credits);
  return currency === undefined
    ? plain(t('{0} credits', number))
    : `${number} ${visibleText(currency, currencyCharacters)}`;
}

/** "12 kB": how large a file is. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return plain(bytes === 1 ? t('1 byte') : t('{0} bytes', bytes));
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(vscode.env.language, {
    style: 'unit',
    unit,
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}

/** "docs/guide.md, 12 kB": the file of a job. */
export function documentLabel({ units }: TrackedJob, { name, size }: TrackedDocument): Words {
  return t('{0}, {1}', units[0]?.file ?? name, formatSize(size));
}

/** The service's units of words or characters that are charged. */
export function unitCountText(count: number): Words {
  return count === 1 ? t('1 charged unit') : t('{0} charged units', count);
}

export function localeName(locale: string): string {
  try {
    return new Intl.DisplayNames([vscode.env.language], { type: 'language' }).of(locale.replaceAll('_', '-')) ?? locale;
  } catch {
    // Not BCP 47: the project's own spelling is all there is.
    return locale;
  }
}

/** Locales in the order of their names. */
export function sortByName(locales: readonly string[]): readonly string[] {
  return locales.toSorted((a, b) => localeName(a).localeCompare(localeName(b), vscode.env.language));
}

export function formatTime(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
}

/** "2 hours", "3 days": the largest unit that makes sense. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  const [amount, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return new Intl.NumberFormat(vscode.env.language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** Returns the remaining review time of a job, if its review window is open. */
export function reviewClock(job: TrackedJob, now: number): Words | undefined {
  if (job.reviewUntil === undefined) return undefined;
  return t('{0} left', formatDuration(Math.min(job.reviewUntil - now, reviewWindowMs)));
}

export function holdSentence(reason: HoldReason): Words {
  switch (reason) {
    case 'problems':
      return t(
        'Not written: the checks found errors in it. Look at them, then deliver it anyway or correct the file by hand.',
      );
    case 'target-changed':
      return t(
        'Not written: somebody changed the value in the target file since the order. “Deliver Translation” replaces it.',
      );
    case 'source-changed':
      return t(
        'Not written: the source text is not the one that was ordered any more. “Deliver Translation” writes it nevertheless.',
      );
    case 'waits-for-branches':
      return t('Waits for the other forms of this message: it is written once all of them are approved.');
    case 'unit-gone':
      return t('Not written: the source file does not have this key any more.');
    case 'unreadable':
      return t(
        'Not written: the target file cannot be read or written, or cannot hold the text. The log has the details.',
      );
    case 'target-exists':
      return t(
        'Not written: there is another file already where the translation belongs. “Deliver Translation” asks whether to replace it.',
      );
    case 'target-unsaved':
      return t(
        'Not written: the file where the translation belongs has unsaved changes. Save or close it, then deliver the translation.',
      );
    case 'leads-outside':
      return t(
        'Not delivered: a symbolic link leads from the target file out of the open folders. “Deliver Translation” asks whether to deliver there.',
      );
    case 'interrupted':
      return t(
        'Not delivered: an earlier delivery to the target file was interrupted, and the file has changed since. Check the file, then use “Deliver Translation”.',
      );
    case 'not-downloaded':
      return t(
        'Not written: the translated file could not be fetched from the service. It is tried again; the log has the details.',
      );
    case 'no-project':
      return t('Not written: the folder it belongs to is not open in this window.');
  }
}

/** Returns a sentence for a problem that a check found; it names the exact text. */
export function problemSentence(problem: Problem): Words {
  const { text } = problem;
  switch (problem.kind) {
    case 'missing-placeholder':
      return t('The placeholder {0} is missing.', text);
    case 'extra-placeholder':
      return t('The placeholder {0} is not in the source, or stands there less often.', text);
    case 'changed-placeholder':
      return t('The placeholder was changed to {0}.', text);
    case 'order-changed':
      return t('The order of placeholders matters here and was changed at {0}.', text);
    case 'icu-broken':
      return t('The message’s plural or select syntax is broken: {0}', text);
    case 'plural-missing':
      return t('The plural form “{0}” is missing, which the language needs.', text);
    case 'tag-broken':
      return problem.start === undefined
        ? t('The tag {0} is missing.', text)
        : t('The tag {0} is not in the source, stands there less often, or at another place.', text);
    case 'stray-syntax':
      return t('The program would take this for code, and the source does not have it: {0}', text);
    case 'brackets-left':
      return t('Protecting brackets were left in the text: {0}', text);
    case 'empty':
      return t('The translation is empty.');
    case 'too-long':
      return t('The translation is longer than allowed: {0}', text);
    case 'too-wide':
      return t(
        'The translation has no more characters than allowed, but they are twice as wide as those of the source. This may have no room: {0}',
        text,
      );
    case 'unusual-length':
      return t('The length of the translation is unusual for its source.');
    case 'unusual-script':
      return t('The translation is mostly in a script that its language is not written in: {0}', text);
    case 'blanks-repaired':
      return problem.start === 0
        ? t('Blanks at the beginning were put back as in the source.')
        : t('Blanks at the end were put back as in the source.');
    case 'final-punctuation':
      return t('The punctuation at the end differs from the source: {0}', text);
    case 'line-breaks':
      return t('The number of line breaks differs from the source.');
    case 'same-as-source':
      return t('The translation is the same as the source.');
  }
}

/** Errors, then warnings. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
}

/** Returns a problem's sentence, preceded by its severity. */
export function problemLine(problem: Problem): Words {
  return problem.severity === 'error'
    ? t('Error: {0}', problemSentence(problem))
    : t('Warning: {0}', problemSentence(problem));
}

/** Returns a line for each thing that needs the user's attention. */
export function waitingLines(toReview: number, held: number): readonly Words[] {
  return [
    ...(toReview === 0
      ? []
      : [toReview === 1 ? t('1 translation to review') : t('{0} translations to review', toReview)]),
    ...(held === 0
      ? []
      : [held === 1 ? t('1 approved translation not written') : t('{0} approved translations not written', held)]),
  ];
}

import * as l10n from '@vscode/l10n';
import { reviewWindowMs, type JobTrouble, type TrackedJob } from '../orders/model/trackedJob.ts';
import { formatDuration } from './formatting.ts';
import { outside, type Words, words } from './words.ts';

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
  unclear: () => words(l10n.t('Not Known to Have Arrived')),
  unreadable: () => words(l10n.t('Unreadable Answer')),
  queued: () => words(l10n.t('Queued')),
  available: () => words(l10n.t('Waiting for a Translator')),
  pending: () => words(l10n.t('Being Translated')),
  reviewable: () => words(l10n.t('To Review')),
  revising: () => words(l10n.t('Being Revised')),
  approved: () => words(l10n.t('Approved')),
  rejected: () => words(l10n.t('Rejected')),
  hold: () => words(l10n.t('On Hold')),
  canceled: () => words(l10n.t('Canceled')),
  archived: () => words(l10n.t('Archived')),
  deleted: () => words(l10n.t('Deleted')),
  duplicate: () => words(l10n.t('Duplicate')),
} as const satisfies Readonly<Record<string, () => Words>>;

/** Own entries only: a service could call a status `constructor`. */
function entryOf<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/** Returns the label of a status; an unknown status is shown as the service wrote it. */
export function statusLabel(status: string): Words {
  return entryOf<() => Words>(statusLabels, status)?.() ?? outside(status);
}

/** Says in a few words what is wrong with the service's last answer about a job. */
export function troubleLabel(trouble: JobTrouble): Words {
  if (trouble === 'unanswered') return words(l10n.t('no answer'));
  return trouble === 'amount' ? words(l10n.t('unreadable price')) : words(l10n.t('unreadable answer'));
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

/** The service's units of words or characters that are charged. */
export function unitCountText(count: number): Words {
  return count === 1 ? words(l10n.t('1 charged unit')) : words(l10n.t('{0} charged units'), count);
}

/** Returns the remaining review time of a job, if its review window is open. */
export function reviewClock(job: TrackedJob, now: number): Words | undefined {
  if (job.reviewUntil === undefined) return undefined;
  return words(l10n.t('{0} left'), formatDuration(Math.min(job.reviewUntil - now, reviewWindowMs)));
}

/** Returns a line for each thing that needs the user's attention. */
export function waitingLines(toReview: number, held: number): readonly Words[] {
  return [
    ...(toReview === 0
      ? []
      : [
          toReview === 1
            ? words(l10n.t('1 translation to review'))
            : words(l10n.t('{0} translations to review'), toReview),
        ]),
    ...(held === 0
      ? []
      : [
          held === 1
            ? words(l10n.t('1 approved translation not written'))
            : words(l10n.t('{0} approved translations not written'), held),
        ]),
  ];
}

import * as l10n from '@vscode/l10n';
import { sourceLanguageCodes } from '../locales/languageCode.ts';
import { reviewWindowMs, type ResponseProblem, type TrackedJob } from '../orders/model/trackedJob.ts';
import type { WaitingJobs } from '../orders/model/waitingJobs.ts';
import type { Language } from '../service/interface/records.ts';
import { formatDuration } from './formatting.ts';
import { fromOutside, plural, type Words, words } from './words.ts';

/** The groups of the Jobs view, in the order in which they need the user's attention. */
export const statusOrder = [
  'unclear',
  'unreadable',
  'unreached',
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
  unclear: () => words(l10n.t('Unconfirmed')),
  unreadable: () => words(l10n.t('Unreadable Response')),
  unreached: () => words(l10n.t('Not Up to Date')),
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

/** Returns the entry of a table for a status of the service, which could have any name, such as `constructor`. */
function entryOf<T>(table: Readonly<Record<string, T>>, status: string): T | undefined {
  return Object.hasOwn(table, status) ? table[status] : undefined;
}

/** Returns the label of a status; an unknown status is shown as the service wrote it. */
export function statusLabel(status: string): Words {
  return entryOf<() => Words>(statusLabels, status)?.() ?? fromOutside(status);
}

const statusPhrases = {
  unclear: () => words(l10n.t('unconfirmed')),
  unreadable: () => words(l10n.t('unreadable response')),
  unreached: () => words(l10n.t('not up to date')),
  queued: () => words(l10n.t('queued')),
  available: () => words(l10n.t('waiting for a translator')),
  pending: () => words(l10n.t('being translated')),
  reviewable: () => words(l10n.t('to review')),
  revising: () => words(l10n.t('being revised')),
  approved: () => words(l10n.t('approved')),
  rejected: () => words(l10n.t('rejected')),
  hold: () => words(l10n.t('on hold')),
} as const satisfies Readonly<Record<string, () => Words>>;

/** Returns the name of a status within a sentence; an unknown status is shown as the service wrote it. */
export function statusPhrase(status: string): Words {
  return entryOf<() => Words>(statusPhrases, status)?.() ?? fromOutside(status);
}

/** Returns a short label for what is wrong with the service's last response about a job. */
export function responseProblemLabel(responseProblem: ResponseProblem): Words {
  if (responseProblem === 'unanswered') return words(l10n.t('service error'));
  if (responseProblem === 'unreached') return words(l10n.t('not up to date'));
  if (responseProblem === 'amount') return words(l10n.t('unreadable price'));
  return words(l10n.t('unreadable response'));
}

/** Returns the name of a status's codicon. */
export function statusIcon(status: string): string {
  const icons: Readonly<Record<string, string>> = {
    unclear: 'question',
    unreadable: 'warning',
    unreached: 'warning',
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

/** The unit in which the service counts and charges texts of a language. */
export type UnitType = Language['unitType'];

/** Returns the unit type of a source locale; undefined if the service's languages are not known or lack the locale. */
export function unitTypeOf(sourceLocale: string, languages: readonly Language[]): UnitType | undefined {
  const codes = languages.map((language) => language.code);
  const [sourceCode] = sourceLanguageCodes(sourceLocale, codes);
  return languages.find(({ code }) => code === sourceCode)?.unitType;
}

/** "37 words": the length that the service charges, in units of the source language. */
export function unitCountText(count: number, unitType: UnitType | undefined): Words {
  switch (unitType) {
    case 'word':
      return plural(count, { one: l10n.t('{0} word'), other: l10n.t('{0} words') });
    case 'character':
      return plural(count, { one: l10n.t('{0} character'), other: l10n.t('{0} characters') });
    case undefined:
      return plural(count, { one: l10n.t('{0} unit'), other: l10n.t('{0} units') });
  }
}

/** Returns the remaining review time of a job, if its review window is open. */
export function remainingReviewTime(job: TrackedJob, now: number): Words | undefined {
  if (job.reviewUntil === undefined) return undefined;
  const remaining = formatDuration(Math.min(job.reviewUntil - now, reviewWindowMs));
  return words(l10n.t('{0} remaining'), remainingDuration(job, remaining));
}

/** Returns a duration until the end of a review; "at most" if the review may end earlier. */
export function remainingDuration({ reviewMayEndEarlier }: TrackedJob, duration: string): Words {
  return reviewMayEndEarlier === true ? words(l10n.t('at most {0}'), duration) : fromOutside(duration);
}

/** Returns the sentences about a service whose keys were known and are gone. */
export function keysGone(host: string): readonly Words[] {
  return [
    words(l10n.t('The keys for {0} are no longer there.'), host),
    words(l10n.t('Run “Connect to a Service” to enter them again.')),
  ];
}

/** Says for how many jobs the service can't be asked. */
export function notUpToDate(jobCount: number): Words {
  return plural(jobCount, {
    one: l10n.t('{0} job not up to date, because the keys are missing'),
    other: l10n.t('{0} jobs not up to date, because the keys are missing'),
  });
}

/** Says how many jobs are open at a service that is not in use. */
export function jobsAtService(jobCount: number, host: string): Words {
  return plural(
    jobCount,
    {
      one: l10n.t({ message: '{0} job at {1}', comment: '{1} is the host of a service' }),
      other: l10n.t({ message: '{0} jobs at {1}', comment: '{1} is the host of a service' }),
    },
    host,
  );
}

/** Says that jobs of the account have not been looked at, so that they may have strings that are on order. */
export function notLookedAt(jobCount: number): Words {
  return plural(jobCount, {
    one: l10n.t('{0} job of this account has not been looked at yet.'),
    other: l10n.t('{0} jobs of this account have not been looked at yet.'),
  });
}

/** Returns what needs the user's attention, one line for each kind. */
export function waitingLines({ toReview, questions, held, unconfirmed }: WaitingJobs): readonly Words[] {
  const lines: Words[] = [];
  if (unconfirmed > 0)
    lines.push(
      plural(unconfirmed, {
        one: l10n.t('{0} string in an unconfirmed order'),
        other: l10n.t('{0} strings in unconfirmed orders'),
      }),
    );
  if (toReview > 0)
    lines.push(
      plural(toReview, { one: l10n.t('{0} translation to review'), other: l10n.t('{0} translations to review') }),
    );
  if (questions > 0)
    lines.push(
      plural(questions, {
        one: l10n.t('{0} translator is waiting for your answer'),
        other: l10n.t('{0} translators are waiting for your answer'),
      }),
    );
  if (held > 0)
    lines.push(
      plural(held, {
        one: l10n.t('{0} approved translation not delivered'),
        other: l10n.t('{0} approved translations not delivered'),
      }),
    );
  return lines;
}

/** Returns a short label for what has happened to the source of a job; undefined if nothing that matters in a list. */
export function sourceLabel({ sourceChanges = [] }: Pick<TrackedJob, 'sourceChanges'>): Words | undefined {
  const kinds = new Set(sourceChanges.map(({ state }) => state.kind));
  if (kinds.has('changed')) return words(l10n.t('source changed'));
  if (kinds.has('ambiguous')) return words(l10n.t('source moved'));
  if (kinds.has('removed')) return words(l10n.t('source removed'));
  const isMissing = sourceChanges.some(({ state }) => state.kind === 'unknown' && state.why === 'missing');
  if (isMissing) return words(l10n.t('source file missing'));
  return undefined;
}

import * as l10n from '@vscode/l10n';
import type { WaitingJobs } from '../orders/model/waitingJobs.ts';
import { waitingLines } from '../words/jobLabels.ts';
import { join, own, plural, words, type Words } from '../words/words.ts';

/** The texts of the status bar item, and what a click opens. */
export interface StatusSummary {
  readonly text: Words;
  /** A sentence about the service in use. */
  readonly service: Words;
  /** One line for each fact about what waits for the user, without a period. */
  readonly waiting: readonly Words[];
  readonly leadsTo: 'review' | 'jobs' | 'account';
}

/** Returns what matters now: the most urgent thing that waits for the user or, if there is none, the service in use. */
export function summarizeStatus(
  waiting: WaitingJobs,
  { sandbox, service, elsewhere = [], areKeysGone = false }: StatusOptions,
): StatusSummary {
  const name = sandbox ? words(l10n.t('Translation Sandbox')) : words(l10n.t('Human Translation'));
  const urgent = areKeysGone ? words(l10n.t('keys missing')) : urgentText(waiting);
  const serviceIcon = sandbox ? own('$(beaker)') : own('$(globe)');
  const isReviewMostUrgent = !areKeysGone && elsewhere.length === 0 && mostUrgent(waiting) === 'toReview';
  const urgentView = isReviewMostUrgent ? 'review' : 'jobs';
  const isWarning = areKeysGone || waiting.unconfirmed + waiting.held > 0;
  return {
    text: join([serviceIcon, ...(isWarning ? [own('$(warning)')] : []), urgent ?? name], ' '),
    service: sandbox
      ? words(l10n.t('The embedded sandbox is in use. Translators are simulated, and nothing costs money.'))
      : words(l10n.t('Connected to {0}.'), service),
    waiting: [...waitingLines(waiting), ...elsewhere],
    leadsTo: urgent === undefined ? 'account' : urgentView,
  };
}

interface StatusOptions {
  /** Whether the embedded sandbox is in use. */
  readonly sandbox: boolean;
  /** The service's address. */
  readonly service: string;
  /** The jobs at services that are not in use, one line for each service. They are part of `waiting`. */
  readonly elsewhere?: readonly Words[];
  /** Whether keys are gone, so that some jobs can't be polled. */
  readonly areKeysGone?: boolean;
}

/** An unconfirmed order may cost money twice, so it comes first; then what has a deadline. */
const byUrgency = ['unconfirmed', 'questions', 'toReview', 'held'] as const;

/** Returns the most urgent kind of what waits for the user. */
function mostUrgent(waiting: WaitingJobs): (typeof byUrgency)[number] | undefined {
  return byUrgency.find((kind) => waiting[kind] > 0);
}

function urgentText(waiting: WaitingJobs): Words | undefined {
  const { questions, toReview, held } = waiting;
  switch (mostUrgent(waiting)) {
    case 'unconfirmed':
      return words(l10n.t('order unconfirmed'));
    case 'questions':
      return plural(questions, { one: l10n.t('{0} question'), other: l10n.t('{0} questions') });
    case 'toReview':
      return plural(toReview, {
        one: l10n.t({ message: '{0} to review', comment: 'one translation' }),
        other: l10n.t({ message: '{0} to review', comment: 'several translations' }),
      });
    case 'held':
      return plural(held, {
        one: l10n.t({ message: '{0} not delivered', comment: 'one translation' }),
        other: l10n.t({ message: '{0} not delivered', comment: 'several translations' }),
      });
    case undefined:
      return undefined;
  }
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import { jobsViewId, type CommandId, type JobArgument } from '../../editor/commandIds.ts';
import type { Session } from '../../editor/session/session.ts';
import type { NotificationQueue } from '../../editor/notificationQueue.ts';
import { readNoticeSettings, turnOffNotices } from '../../editor/settings.ts';
import { showInformation, showWarning } from '../../editor/shown/toasts.ts';
import type { NoticeKind } from '../../orders/model/noticeKind.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { accountSpending } from '../../orders/journal/account/account.ts';
import type { NoticeMemory } from './noticeMemory.ts';
import { dueNotices, heldFacts, type Notice } from '../../orders/jobs/track/notices.ts';
import { heldSentence } from './heldSentence.ts';
import { formatCredits, formatDuration, localeName } from '../../words/formatting.ts';
import { remainingDuration } from '../../words/jobLabels.ts';
import { plural, words, type Words } from '../../words/words.ts';
import { budgetsOf, reachedBudgets, type ReachedBudget } from '../../orders/model/limits/budget.ts';

interface NoticeOptions {
  readonly memory: NoticeMemory;
  readonly notifications: NotificationQueue;
  readonly log: (line: string) => void;
  readonly onError: (error: unknown) => void;
  /** Whether the user sees the page of a job, which says the same as a notification about it. */
  readonly isOnScreen: (jobId: string) => boolean;
  /** Set if the service is not in use: the user has to switch to it before anything can be done. */
  readonly elsewhere?: ServiceElsewhere;
}

/** A service that is not in use. */
export interface ServiceElsewhere {
  readonly host: string;
  /** Uses the service from now on. */
  readonly use: () => Promise<void>;
}

/** The notices about a service that is not in use. It delivers nothing, and budgets are of the service in use. */
const elsewhereKinds: ReadonlySet<NoticeKind> = new Set(['unconfirmed', 'reviewEnding', 'question']);

/**
 * Notifies the user of what needs a decision: one notification at a time, one for all facts of a kind, and never twice
 * for the same fact, even in several windows. Only the window that has the focus shows notifications.
 */
export function watchNotices(
  session: Session,
  { memory, notifications, log, onError, isOnScreen, elsewhere }: NoticeOptions,
): Disposable {
  const store = new DisposableStore();
  /** Facts that this window has handled: it showed them, or another window has claimed them. */
  const handledFacts = new Set<string>();
  let isChecking = false;
  /** The budgets that are used up, computed from this version of the ledger. */
  let budgets: { readonly version: number; readonly reached: readonly ReachedBudget[] } | undefined;
  const readBudgets = async (): Promise<readonly ReachedBudget[]> => {
    const { context } = session;
    const { version } = context.ledger;
    if (budgets?.version !== version) {
      budgets = { version, reached: await readReachedBudgets(context) };
    }
    return budgets.reached;
  };
  /** Shows the next notice. Returns false if there is none. */
  const showNext = async (): Promise<boolean> => {
    const state = {
      jobs: session.jobs.all.filter(({ id }) => !isOnScreen(id)),
      questionOf: session.jobs.threads.questionOf,
      // An invalid budget is reported when something is ordered.
      reachedBudgets: await readBudgets().catch(() => []),
      now: Date.now(),
    };
    const enabledKinds = [...readNoticeSettings()];
    const kinds = elsewhere === undefined ? enabledKinds : enabledKinds.filter((kind) => elsewhereKinds.has(kind));
    const [notice] = dueNotices(state, new Set(kinds), handledFacts);
    if (notice === undefined || store.isDisposed) return false;
    const claimedFacts = new Set(await memory.claim(notice.facts.map(({ fact }) => fact)));
    for (const { fact } of notice.facts) handledFacts.add(fact);
    // Another window may have claimed some facts, or all. A notice has at least one.
    const [first, ...others] = notice.facts.filter(({ fact }) => claimedFacts.has(fact));
    if (first !== undefined)
      await notifications.show(() =>
        showNotice({ ...notice, facts: [first, ...others] }, state.now, elsewhere).catch(onError),
      );
    return true;
  };
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      while (vscode.window.state.focused && (await showNext()));
    } catch (error) {
      log(`What needs a decision could not be shown: ${String(error)}`);
    } finally {
      isChecking = false;
    }
  };
  store.add(
    session.jobs.onDidDeliver(({ held, inBackground }) => {
      if (inBackground === true) return;
      // `notifyDelivery` shows the outcome of a command.
      const facts = heldFacts(held);
      for (const fact of facts) handledFacts.add(fact);
      memory.claim(facts).catch((error: unknown) => {
        log(`Which translations are held could not be remembered: ${String(error)}`);
      });
    }),
  );
  store.add(session.jobs.onDidChange(() => void check()));
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => void (focused && check())));
  void check();
  return store;
}

/** Returns the budgets that are used up. Reads what was spent only if a budget is set. */
async function readReachedBudgets(context: Session['context']): Promise<readonly ReachedBudget[]> {
  const limits = budgetsOf(context);
  if (limits.perDay === undefined && limits.perMonth === undefined) return [];
  return reachedBudgets(limits, await accountSpending(context));
}

/** Shows a notification with a button, and one that turns off its kind. Resolves when the user closes it. */
async function showNotice(notice: Notice, now: number, elsewhere: ServiceElsewhere | undefined): Promise<void> {
  const { kind } = notice;
  let sentence = noticeText(notice, now);
  if (sentence === undefined) return;
  if (elsewhere !== undefined) sentence = words(l10n.t('{0}: {1}'), elsewhere.host, sentence);
  const { title, run } = elsewhere === undefined ? buttonFor(notice) : switchButton(elsewhere);
  const never = words(l10n.t('Don’t Show Again'));
  const show = kind === 'question' || kind === 'reviewEnding' ? showInformation : showWarning;
  const chosen = await show(sentence, title, never);
  if (chosen === never) await turnOffNotices(kind);
  else if (chosen === title) await run();
}

/** A button of a notification. */
interface NoticeButton {
  readonly title: Words;
  readonly run: () => Promise<void>;
}

/** Returns the button that uses a service from now on. */
export function switchButton({ host, use }: ServiceElsewhere): NoticeButton {
  return { title: words(l10n.t('Switch to {0}'), host), run: use };
}

function commandButton(title: Words, command: string, ...args: readonly unknown[]): NoticeButton {
  return {
    title,
    run: async () => {
      await vscode.commands.executeCommand(command, ...args);
    },
  };
}

/** Returns the button that shows the Jobs view. */
export function showJobsButton(): NoticeButton {
  return commandButton(words(l10n.t('Show Jobs')), `${jobsViewId}.focus`);
}

/** Returns the button that opens the page of a job. */
export function openJobButton({ id }: Pick<TrackedJob, 'id'>): NoticeButton {
  const argument: JobArgument = { jobId: id };
  return commandButton(words(l10n.t('Open Job')), 'humanTranslation.openJob' satisfies CommandId, argument);
}

/** Returns the sentence of a notice; undefined if its facts lack the job or the budget that they should have. */
function noticeText({ kind, facts }: Notice, now: number): Words | undefined {
  const [{ job, budget }] = facts;
  const count = facts.length;
  if (kind === 'budget') return budget && budgetText(budget);
  if (job === undefined) return undefined;
  if (kind === 'held') return heldSentence(facts.flatMap((fact) => fact.job ?? []));
  if (kind === 'unconfirmed')
    return plural(count, {
      one: l10n.t('{0} order is unconfirmed and was not found. You can allow reordering its strings.'),
      other: l10n.t('{0} orders are unconfirmed and were not found. You can allow reordering their strings.'),
    });
  if (kind === 'reviewEnding')
    return plural(
      count,
      {
        one: l10n.t('{0} translation is approved automatically if you don’t review it within {1}.'),
        other: l10n.t('{0} translations are approved automatically if you don’t review them, the first in {1}.'),
      },
      remainingDuration(job, formatDuration((job.reviewUntil ?? now) - now)),
    );
  if (count > 1)
    return plural(count, {
      one: l10n.t('The translator of {0} job is waiting for an answer.'),
      other: l10n.t('The translators of {0} jobs are waiting for answers.'),
    });
  const locale = localeName(job.targetLocale);
  return words(l10n.t('The translator of “{0}” into {1} is waiting for an answer.'), job.title, locale);
}

function budgetText({ kind, budget }: ReachedBudget): Words {
  const amount = formatCredits(budget);
  if (kind === 'day')
    return words(l10n.t('The daily budget of {0} is used up. Orders are stopped until tomorrow.'), amount);
  return words(l10n.t('The monthly budget of {0} is used up. Orders are stopped until next month.'), amount);
}

/** Returns the button that leads to where the user can decide. */
function buttonFor({ kind, facts }: Notice): NoticeButton {
  const [{ job }, ...others] = facts;
  if (kind === 'budget')
    return commandButton(words(l10n.t('Open Settings')), 'workbench.action.openSettings', 'humanTranslation.budget');
  if (job !== undefined && others.length === 0) return openJobButton(job);
  if (kind === 'reviewEnding')
    return commandButton(
      words(l10n.t('Review Translations')),
      'humanTranslation.reviewTranslations' satisfies CommandId,
      facts.flatMap((fact) => fact.job?.id ?? []),
    );
  return showJobsButton();
}

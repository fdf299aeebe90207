import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { NotificationQueue } from '../../editor/notificationQueue.ts';
import { usesSandbox } from '../../editor/session/connection.ts';
import type { OtherService, OtherServices } from '../../editor/session/otherServices.ts';
import type { Session } from '../../editor/session/session.ts';
import { readSettings, writeBaseUrl } from '../../editor/settings.ts';
import { showWarning } from '../../editor/shown/toasts.ts';
import { NoticeMemory } from './noticeMemory.ts';
import { jobsAtService, waitingLines } from '../../words/jobLabels.ts';
import { listed, sentences, type Words, words } from '../../words/words.ts';
import { showJobsButton, switchButton, watchNotices } from './showNotices.ts';

/** The fact, in the notice memory of a service's journal, that jobs are open there while another service is in use. */
export const leftOpenFact = 'left-open';

interface WatchOptions {
  readonly notifications: NotificationQueue;
  readonly log: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Notifies the user of jobs at services that are not in use: once that they are open there, then of what needs a
 * decision, as for the service in use.
 */
export function watchOtherServices(others: OtherServices, options: WatchOptions): Disposable {
  const { log } = options;
  const watchers = new Map<Session, Disposable>();
  const notifiedSessions = new WeakSet<Session>();
  const store = new DisposableStore();
  /** Watches the services that are new in the list, and no longer those that are gone from it. */
  const follow = (): void => {
    const { all } = others;
    for (const [session, watcher] of watchers) {
      if (all.some((other) => other.session === session)) continue;
      watcher.dispose();
      watchers.delete(session);
    }
    for (const service of all) {
      if (watchers.has(service.session)) continue;
      const { session, host, baseUrl } = service;
      const memory = new NoticeMemory(session.noticesFile, Date.now);
      const elsewhere = { host, use: () => writeBaseUrl(baseUrl) };
      watchers.set(session, watchNotices(session, { ...options, memory, elsewhere, isOnScreen: () => false }));
    }
    notifyOfOpenJobs().catch((error: unknown) => {
      log(`What needs a decision could not be shown: ${String(error)}`);
    });
  };
  /** Only the window that has the focus notifies. */
  const notifyOfOpenJobs = async (): Promise<void> => {
    if (!vscode.window.state.focused) return;
    for (const service of others.all) {
      const { refreshedAt, error } = service.session.jobs.state;
      // Before that, it is not known what waits for the user there.
      const hasBeenAsked = refreshedAt !== undefined || error !== undefined;
      if (notifiedSessions.has(service.session) || !hasBeenAsked) continue;
      notifiedSessions.add(service.session);
      const memory = new NoticeMemory(service.session.noticesFile, Date.now);
      const [claimed] = await memory.claim([leftOpenFact]);
      if (claimed !== undefined) void options.notifications.show(() => showLeftOpen(service).catch(options.onError));
    }
  };
  store.add(others.onDidChange(follow));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) follow();
    }),
  );
  store.add({
    dispose: () => {
      for (const watcher of watchers.values()) watcher.dispose();
    },
  });
  follow();
  return store;
}

/** Says that another service is in use than the one with open jobs. */
async function showLeftOpen({ host, baseUrl, openJobs, hasKeys, waiting }: OtherService): Promise<void> {
  const switchTo = switchButton({ host, use: () => writeBaseUrl(baseUrl) });
  const showJobs = showJobsButton();
  const stillOpen = listed([jobsAtService(openJobs, host), ...waitingLines(waiting)]);
  const chosen = await showWarning(
    sentences(serviceInUse(), words(l10n.t('Still open: {0}.'), stillOpen), pollingSentence(hasKeys)),
    switchTo.title,
    showJobs.title,
  );
  if (chosen === switchTo.title) await switchTo.run();
  else if (chosen === showJobs.title) await showJobs.run();
}

function serviceInUse(): Words {
  if (usesSandbox()) return words(l10n.t('The embedded sandbox is in use now.'));
  return words(l10n.t('{0} is in use now.'), new URL(readSettings().baseUrl).host);
}

function pollingSentence(hasKeys: boolean): Words {
  if (hasKeys) return words(l10n.t('They are polled until you switch back, but nothing is approved or delivered.'));
  return words(l10n.t('They can’t be polled, because the keys are missing.'));
}

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

/** The fact that another service is in use while jobs are open, in the memory of the journal with these jobs. */
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
  const notices = new Map<Session, Disposable>();
  const notified = new WeakSet<Session>();
  const store = new DisposableStore();
  const follow = (): void => {
    const { all } = others;
    for (const [session, watching] of notices) {
      if (all.some((other) => other.session === session)) continue;
      watching.dispose();
      notices.delete(session);
    }
    for (const service of all) {
      if (notices.has(service.session)) continue;
      const { session, host, baseUrl } = service;
      const memory = new NoticeMemory(session.noticesFile, Date.now);
      const elsewhere = { host, use: () => writeBaseUrl(baseUrl) };
      notices.set(session, watchNotices(session, { ...options, memory, elsewhere, isOnScreen: () => false }));
    }
    notify().catch((error: unknown) => {
      log(`What needs a decision could not be shown: ${String(error)}`);
    });
  };
  /** Only the window that has the focus notifies. */
  const notify = async (): Promise<void> => {
    if (!vscode.window.state.focused) return;
    for (const service of others.all) {
      // Until the service has answered, or can't, it is not known what waits for the user there.
      const { refreshedAt, error } = service.session.jobs.state;
      if (notified.has(service.session) || (refreshedAt === undefined && error === undefined)) continue;
      notified.add(service.session);
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
      for (const watching of notices.values()) watching.dispose();
    },
  });
  follow();
  return store;
}

/** Says that another service is in use than the one with open jobs. */
async function showLeftOpen({ host, baseUrl, openJobs, hasKeys, waiting }: OtherService): Promise<void> {
  const use = switchButton({ host, use: () => writeBaseUrl(baseUrl) });
  const jobs = showJobsButton();
  const stillOpen = listed([jobsAtService(openJobs, host), ...waitingLines(waiting)]);
  const chosen = await showWarning(
    sentences(serviceInUse(), words(l10n.t('Still open: {0}.'), stillOpen), pollingSentence(hasKeys)),
    use.title,
    jobs.title,
  );
  if (chosen === use.title) await use.run();
  else if (chosen === jobs.title) await jobs.run();
}

function serviceInUse(): Words {
  if (usesSandbox()) return words(l10n.t('The embedded sandbox is in use now.'));
  return words(l10n.t('{0} is in use now.'), new URL(readSettings().baseUrl).host);
}

function pollingSentence(hasKeys: boolean): Words {
  if (hasKeys) return words(l10n.t('They are polled until you switch back, but nothing is approved or delivered.'));
  return words(l10n.t('They can’t be polled, because the keys are missing.'));
}

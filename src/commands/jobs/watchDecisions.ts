import { DisposableStore, type Disposable } from '../../base/disposable.ts';
import type { NotificationQueue } from '../../editor/notificationQueue.ts';
import type { Session } from '../../editor/session/session.ts';
import { NoticeMemory } from './noticeMemory.ts';
import { watchClosedFolders } from './askClosedFolders.ts';
import { watchNotices } from './showNotices.ts';
import { leftOpenFact } from './watchOtherServices.ts';

interface DecisionOptions {
  readonly notifications: NotificationQueue;
  readonly log: (line: string) => void;
  readonly onError: (error: unknown) => void;
  /** Whether the user sees the page of a job, which says the same as a notification about it. */
  readonly isOnScreen: (jobId: string) => boolean;
}

/** Notifies the user of what needs a decision, and asks where to deliver translations whose folder is closed. */
export function watchDecisions(session: Session, options: DecisionOptions): Disposable {
  const memory = new NoticeMemory(session.noticesFile, Date.now);
  // This service is in use now. If another one is used later, the user is notified again of the jobs left open here.
  memory.forget(leftOpenFact).catch((error: unknown) => {
    options.log(`What needs a decision could not be shown: ${String(error)}`);
  });
  const store = new DisposableStore();
  store.add(watchNotices(session, { ...options, memory }));
  store.add(watchClosedFolders(session, { ...options, memory }));
  return store;
}

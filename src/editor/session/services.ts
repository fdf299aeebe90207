import type * as vscode from 'vscode';
import type { LocaleFileContext } from '../workspace/localeFileContext.ts';
import type { CredentialStore } from './credentialStore.ts';
import type { Messages } from '../messages.ts';
import type { NotificationQueue } from '../notificationQueue.ts';
import type { OtherServices } from './otherServices.ts';
import type { SessionHost } from './sessionHost.ts';

/** The services that the composition root passes to commands, views and pages. */
export interface Services {
  readonly extension: vscode.ExtensionContext;
  readonly sessions: SessionHost;
  /** The services with open jobs that are not in use. */
  readonly otherServices: OtherServices;
  readonly credentials: CredentialStore;
  readonly messages: Messages;
  /** For notifications that no command led to. */
  readonly notifications: NotificationQueue;
  /** The locale files of the open folders. */
  readonly localeFiles: Pick<LocaleFileContext, 'find' | 'isComplete' | 'links' | 'possibleFiles'>;
}

import type * as vscode from 'vscode';
import type { CredentialStore } from './credentialStore.ts';
import type { Messages } from '../messages.ts';
import type { SessionHost } from './sessionHost.ts';

/** What commands, views and pages are given by the composition root. */
export interface Services {
  readonly extension: vscode.ExtensionContext;
  readonly sessions: SessionHost;
  readonly credentials: CredentialStore;
  readonly messages: Messages;
}

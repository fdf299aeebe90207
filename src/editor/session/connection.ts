import { NotConnectedError, RestrictedModeError } from '../../orders/model/connectionErrors.ts';
import * as vscode from 'vscode';
import { isProcessAlive } from '../../base/isProcessAlive.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';
import type { CredentialStore } from './credentialStore.ts';
import type { RunningSandbox } from './sandboxProcess.ts';
import { readSettings } from '../settings.ts';

/** The service in use, with its keys. */
export type Connection =
  | {
      readonly kind: 'sandbox';
      readonly baseUrl: string;
      readonly credentials: Credentials;
      readonly sandbox: RunningSandbox;
    }
  | {
      readonly kind: 'service';
      readonly baseUrl: string;
      /** Undefined if this machine had keys for the address and no longer has: nothing is sent then. */
      readonly credentials: Credentials | undefined;
      /** The id of service and account, which is the name of its journal. */
      readonly account: string;
    };

/** Returns whether the embedded sandbox is in use, which is the default while no address is set. */
export function usesSandbox(): boolean {
  return readSettings().baseUrl === '';
}

/** Returns whether the connection's sandbox has ended, as it does after a long time without requests. */
export function hasEnded(connection: Connection): boolean {
  return connection.kind === 'sandbox' && !isProcessAlive(connection.sandbox.pid);
}

/** Returns whether the keys of the service in use are gone, so that only its journal can be shown. */
export function lacksKeys({ connection }: { readonly connection: Connection }): boolean {
  return connection.kind === 'service' && connection.credentials === undefined;
}

export interface ConnectOptions {
  readonly log: (line: string) => void;
  /** Whether a running sandbox is used even if its pace differs from the setting. */
  readonly acceptsAnyPace: boolean;
}

/**
 * Connects to the service in use; starts the sandbox if it is not running. Rejects with RestrictedModeError,
 * NotConnectedError or, for the sandbox, the errors of `ensureSandbox`.
 */
export async function connect(
  context: vscode.ExtensionContext,
  store: CredentialStore,
  { log, acceptsAnyPace }: ConnectOptions,
): Promise<Connection> {
  if (!vscode.workspace.isTrusted) throw new RestrictedModeError('The workspace is not trusted.');
  const { baseUrl, sandboxPace } = readSettings();
  if (baseUrl !== '') {
    const credentials = await store.get(baseUrl);
    if (credentials !== undefined) {
      const { accountId } = await import('./accountJournal.ts');
      const account = accountId({ baseUrl, credentials });
      store.remember(baseUrl, account);
      return { kind: 'service', baseUrl, credentials, account };
    }
    const account = store.rememberedAccount(baseUrl);
    if (account === undefined) throw new NotConnectedError(baseUrl);
    return { kind: 'service', baseUrl, credentials, account };
  }
  const { ensureSandbox } = await import('./sandboxProcess.ts');
  const sandbox = await ensureSandbox({
    entry: context.asAbsolutePath('dist/sandbox.js'),
    folder: vscode.Uri.joinPath(context.globalStorageUri, 'sandbox').fsPath,
    pace: sandboxPace,
    acceptsAnyPace,
    release: (context.extension.packageJSON as { readonly version: string }).version,
    log,
  });
  return {
    kind: 'sandbox',
    baseUrl: sandbox.baseUrl,
    credentials: { apiKey: sandbox.apiKey, privateKey: sandbox.privateKey },
    sandbox,
  };
}

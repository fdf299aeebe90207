import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { errorKind } from '../../base/errorMessage.ts';
import { isLoopbackHost } from '../../service/interface/baseAddress.ts';
import { readSettings } from '../settings.ts';
import { startCallbackListener, type CallbackListener } from './callbackListener.ts';

export interface CallbackOptions {
  /** The service's address. A service on this machine can be given an address on this machine. */
  readonly baseUrl: string;
  readonly onJob: (jobId: string) => void;
  readonly log: (line: string) => void;
}

/** The address at which the service may report changed jobs, as long as the setting is on. */
export interface Callbacks extends Disposable {
  /** Whether jobs were ordered with the address since it is open. */
  readonly isListening: boolean;
  /**
   * Returns the address for new jobs; undefined if the setting is off or the service could not reach any. Never
   * rejects.
   */
  url(): Promise<string | undefined>;
}

/**
 * Starts a listener when the first address is requested, and stops it when the setting is turned off. Jobs ordered
 * before that keep an address without a listener; like all other jobs, they are polled.
 */
export function createCallbacks({ baseUrl, onJob, log }: CallbackOptions): Callbacks {
  let listener: Promise<CallbackListener> | undefined;
  const stop = (): void => {
    const listenerToStop = listener;
    listener = undefined;
    listenerToStop?.then((openListener) => openListener.close()).catch(() => undefined);
  };
  const settingSubscription = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('humanTranslation.callbacks.enabled') && !readSettings().callbacks) stop();
  });
  return {
    get isListening() {
      return listener !== undefined;
    },
    async url() {
      if (!readSettings().callbacks) return undefined;
      try {
        listener ??= startCallbackListener({ onJob });
        return await reachableUrl((await listener).url, baseUrl, log);
      } catch (error) {
        // Only the kind of error: its message may contain the address.
        const kind = errorKind(error);
        log(`No callbacks for this order: the listener is not available (${kind}).`);
        stop();
        return undefined;
      }
    },
    dispose() {
      settingSubscription.dispose();
      stop();
    },
  };
}

/**
 * Returns the address by which the service reaches the listener: its own for a service on this machine, otherwise the
 * one by which VS Code makes it reachable from outside, if any. Computed for each call, since it may change.
 */
async function reachableUrl(url: string, baseUrl: string, log: (line: string) => void): Promise<string | undefined> {
  if (isLoopbackHost(new URL(baseUrl).hostname)) return url;
  const externalUrl = new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url, true))).toString(true));
  if (!isLoopbackHost(externalUrl.hostname)) return externalUrl.href;
  log('No callbacks for this order: this window has no address that the service can reach. Its jobs are polled.');
  return undefined;
}

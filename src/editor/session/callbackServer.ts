import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { startCallbackListener, type CallbackListener } from '../../orders/track/callbackListener.ts';
import { isLoopbackHost } from '../../service/interface/baseAddress.ts';
import { readSettings } from '../settings.ts';

export interface CallbackOptions {
  /** The service's address: one on this machine can be given an address on this machine. */
  readonly baseUrl: string;
  readonly onJob: (jobId: string) => void;
  readonly log: (line: string) => void;
}

/** Where the service may say that jobs have moved, as long as the person wants that. */
export interface Callbacks extends Disposable {
  /** The address for new jobs; undefined when the setting is off, and when there is none that the service could reach. Never rejects. */
  url(): Promise<string | undefined>;
}

/**
 * Starts a listener when the first address is asked for, and stops it when the setting is turned off. Jobs ordered before
 * keep an address that nobody listens at any more: they are asked about like all others.
 */
export function createCallbacks({ baseUrl, onJob, log }: CallbackOptions): Callbacks {
  let listener: Promise<CallbackListener> | undefined;
  const stop = (): void => {
    const stopping = listener;
    listener = undefined;
    stopping?.then((open) => open.close()).catch(() => undefined);
  };
  const watching = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('humanTranslation.callbacks.enabled') && !readSettings().callbacks) stop();
  });
  return {
    async url() {
      if (!readSettings().callbacks) return undefined;
      try {
        listener ??= startCallbackListener({ onJob });
        return await reachable((await listener).url, baseUrl, log);
      } catch (error) {
        // Of the error only the kind: what it says may hold the address.
        log(
          `No callbacks for this order: the listener could not be offered (${error instanceof Error ? error.name : typeof error}).`,
        );
        stop();
        return undefined;
      }
    },
    dispose() {
      watching.dispose();
      stop();
    },
  };
}

/**
 * The address as the service reaches it: a service on this machine takes the listener's own, any other the one that VS Code
 * has for the outside, where it has one. Asked anew each time, since it may change.
 */
async function reachable(url: string, baseUrl: string, log: (line: string) => void): Promise<string | undefined> {
  if (isLoopbackHost(new URL(baseUrl).hostname)) return url;
  const outside = new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url, true))).toString(true));
  if (!isLoopbackHost(outside.hostname)) return outside.href;
  log(
    'No callbacks for this order: this window has no address that the service could reach. Its jobs are asked about from time to time.',
  );
  return undefined;
}

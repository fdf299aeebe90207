import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { Session } from './session.ts';
import { affectsConnection } from '../settings.ts';
import { connect, hasEnded, type Connection } from './connection.ts';
import type { CredentialStore } from './credentialStore.ts';

/**
 * Holds the session in use. Opens it when it is first needed, and opens another one when the address, the keys or the
 * trust change. Everything heavy (the client, the parsers, the journal) is loaded here and not at activation.
 */
export class SessionHost implements Disposable {
  readonly #extension: vscode.ExtensionContext;
  readonly #store: CredentialStore;
  readonly #log: (line: string) => void;
  readonly #changed = new vscode.EventEmitter<Session | undefined>();
  readonly #subscriptions: readonly Disposable[];
  /** Sessions that are being closed. */
  readonly #closing = new Set<Promise<void>>();
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  #failure: unknown;
  #isDisposed = false;
  #isVisible: () => boolean = () => false;

  /** Emits the session that is now in use; undefined if it was closed or could not be opened. */
  readonly onDidChange = this.#changed.event;

  constructor(extension: vscode.ExtensionContext, store: CredentialStore, log: (line: string) => void) {
    this.#extension = extension;
    this.#store = store;
    this.#log = log;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (affectsConnection(change)) this.#reopen();
      }),
      store.onDidChange(() => {
        this.#reopen();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#reopen();
      }),
    ];
  }

  /** Sets the function that returns whether the jobs are visible, which determines how often they are polled. */
  set isVisible(isVisible: () => boolean) {
    this.#isVisible = isVisible;
  }

  /** The session in use, if one is open. */
  get session(): Session | undefined {
    return this.#session;
  }

  /**
   * Why the last attempt to open a session failed; undefined if it succeeded. While it is set, earlier orders can't
   * be shown.
   */
  get failure(): unknown {
    return this.#failure;
  }

  /** Resolves with the session that is open or is being opened, otherwise with undefined. Does not open one itself. */
  async current(): Promise<Session | undefined> {
    return this.#opening?.catch(() => undefined);
  }

  /** Opens the session in use. Rejects as `connect` does. */
  open(): Promise<Session> {
    return this.#openOnce(false);
  }

  /** Returns the session that is open or being opened, or opens one. `acceptsAnyPace` is as in `ConnectOptions`. */
  #openOnce(acceptsAnyPace: boolean): Promise<Session> {
    if (this.#session !== undefined && hasEnded(this.#session.connection)) this.#reopen();
    if (this.#opening !== undefined) return this.#opening;
    if (this.#isDisposed) return Promise.reject(new Error('The window is closing.'));
    const opening = this.#open(acceptsAnyPace);
    this.#opening = opening;
    opening.then(
      (session) => {
        this.#finishOpening(opening, session);
      },
      // The caller reports the error; the views show it as long as it lasts.
      (error: unknown) => {
        this.#finishOpening(opening, undefined, error);
      },
    );
    return opening;
  }

  #finishOpening(opening: Promise<Session>, session: Session | undefined, failure?: unknown): void {
    // The address or the keys have changed since then, so this session is no longer in use.
    if (this.#opening !== opening) return;
    if (session === undefined) this.#opening = undefined;
    this.#session = session;
    this.#failure = failure;
    this.#changed.fire(session);
  }

  async #open(acceptsAnyPace: boolean): Promise<Session> {
    // Loaded while the sandbox starts.
    const sessionModule = import('./session.ts');
    sessionModule.catch(() => undefined);
    const connection = await connect(this.#extension, this.#store, { log: this.#log, acceptsAnyPace });
    const { openSession } = await sessionModule;
    const session = await openSession({
      extension: this.#extension,
      connection,
      log: this.#log,
      isVisible: () => this.#isVisible(),
      onSandboxGone: () => {
        this.#reconnect(connection);
      },
    });
    if (this.#isDisposed) {
      await session.close();
      throw new Error('The window is closing.');
    }
    return session;
  }

  /**
   * Connects again after the sandbox has ended or a window of a later version has replaced it. Accepts any pace: two
   * windows with different settings would otherwise restart it in turn forever.
   */
  #reconnect(connection: Connection): void {
    if (this.#isDisposed || this.#session?.connection !== connection) return;
    this.#log('The sandbox has ended. Connecting again.');
    this.#reopen();
    this.#openOnce(true).catch((error: unknown) => {
      this.#log(`The sandbox could not be reached again: ${String(error)}`);
    });
  }

  #reopen(): void {
    this.#close();
    this.#failure = undefined;
    this.#changed.fire(undefined);
  }

  #close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#session = undefined;
    if (opening === undefined) return;
    const closing = closeOnceOpen(opening)
      .catch((error: unknown) => {
        this.#log(`A session could not be closed: ${String(error)}`);
      })
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Closes all sessions. Resolves when the responses to requests that change something are in the journal. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    this.#close();
    await Promise.all(this.#closing);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#close();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

async function closeOnceOpen(opening: Promise<Session>): Promise<void> {
  // If the session never opened, the caller of `open` has reported the error.
  const session = await opening.catch(() => undefined);
  await session?.close();
}

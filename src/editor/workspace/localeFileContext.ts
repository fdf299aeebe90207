import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event.ts';
import { contextKeys } from '../commandIds.ts';
import { shareLocaleFiles } from './knownLocaleFiles.ts';
import { RestrictedModeError } from '../../orders/model/connectionErrors.ts';
import type { LinkInFolder, WorkspaceLocaleFiles } from '../workspaceLocaleFiles.ts';

/**
 * Fills the context keys by which menus recognize locale files. Until the workspace has been searched, menus use the
 * names of files. The active editor's file is checked in any case, since the search skips some files.
 */
export class LocaleFileContext implements vscode.Disposable {
  readonly #log: (line: string) => void;
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Open locale files that the search has not found, by URI. */
  readonly #openFiles = new Map<string, vscode.Uri>();
  #workspace: WorkspaceLocaleFiles | undefined;
  /** Resolves when `#workspace` is set. */
  #starting: Promise<void> | undefined;
  #isDisposed = false;
  /** The URIs of the locale files that were last published. */
  #knownUris: ReadonlySet<string> = new Set();
  readonly #changed = new Emitter<undefined>();

  /** Fires when locale files were found, opened, moved or deleted. */
  readonly onDidChange: Event<undefined> = (listener) => this.#changed.event(listener);

  constructor(log: (line: string) => void) {
    this.#log = log;
    if (vscode.workspace.isTrusted) this.#start();
    else {
      const trust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#start();
      });
      this.#subscriptions.push(trust);
    }
  }

  /** Whether the last search has found all message files: it has limits, and some file systems can't be searched. */
  get isComplete(): boolean {
    return this.#workspace?.isComplete === true;
  }

  /** Whether any locale file is known. */
  get hasAny(): boolean {
    return this.#knownUris.size > 0;
  }

  /** Whether a file is known as a locale file: the search has found it, or it was opened since then. */
  has(uri: vscode.Uri): boolean {
    return this.#knownUris.has(uri.toString());
  }

  /**
   * Returns the locale files of all open folders. Waits until the folders have been searched. Rejects with
   * RestrictedModeError in Restricted Mode, and with the signal's reason.
   */
  async find(signal: AbortSignal): Promise<readonly vscode.Uri[]> {
    if (!vscode.workspace.isTrusted) throw new RestrictedModeError();
    const abortion = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
    await Promise.race([this.#starting, abortion]);
    await Promise.race([this.#workspace?.settled(), abortion]);
    signal.throwIfAborted();
    return this.#workspace?.uris ?? [];
  }

  /** The links to locale files that are not followed, as far as the open folders have been searched. */
  get links(): readonly LinkInFolder[] {
    return this.#workspace?.links ?? [];
  }

  /** Returns the paths of the files of an open folder that may be locale files, as far as it has been searched. */
  possibleFiles(folder: vscode.WorkspaceFolder): readonly string[] {
    return this.#workspace?.possibleFiles(folder) ?? [];
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#workspace?.dispose();
    shareLocaleFiles(undefined);
    this.#changed.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #start(): void {
    this.#subscriptions.push(
      vscode.window.onDidChangeActiveTextEditor(() => {
        this.#run(() => this.#checkActiveFile());
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#openFiles.delete(uri.toString())),
    );
    this.#starting = this.#createWorkspace();
    this.#run(() => this.#starting ?? Promise.resolve());
    this.#run(() => this.#checkActiveFile());
  }

  /** Runs work in the background. An error is only logged. */
  #run(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.#log(`The locale files could not be listed for menus: ${String(error)}`);
    });
  }

  async #createWorkspace(): Promise<void> {
    const { WorkspaceLocaleFiles } = await import('../workspaceLocaleFiles.ts');
    if (this.#isDisposed) return;
    const workspace = new WorkspaceLocaleFiles(this.#log);
    this.#workspace = workspace;
    workspace.onDidChange(() => {
      shareLocaleFiles(workspace);
      this.#run(() => this.#checkActiveFile());
      this.#run(() => this.#publish());
    });
  }

  /** Checks whether the active editor's file is a locale file, unless the search has found it. */
  async #checkActiveFile(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined || this.#workspace?.has(uri) === true) return;
    const { localeFileExtension } = await import('../../locales/localeFileExtension.ts');
    if (!localeFileExtension.test(uri.path)) return;
    const { isLocaleFile } = await import('./isLocaleFile.ts');
    const key = uri.toString();
    const wasLocaleFile = this.#openFiles.has(key);
    const isNowLocaleFile = await isLocaleFile(uri);
    if (isNowLocaleFile) this.#openFiles.set(key, uri);
    else this.#openFiles.delete(key);
    if (isNowLocaleFile !== wasLocaleFile) await this.#publish();
  }

  /** Sets the context keys to the locale files that are known now, and fires the event. */
  async #publish(): Promise<void> {
    if (this.#isDisposed) return;
    const openedUris = [...this.#openFiles.values()].filter((uri) => this.#workspace?.has(uri) !== true);
    const uris = [...(this.#workspace?.uris ?? []), ...openedUris];
    this.#knownUris = new Set(uris.map(String));
    this.#changed.fire(undefined);
    // VS Code looks a path up in an object; in an array, it would compare the path with each element.
    const paths = Object.fromEntries(uris.map((uri) => [resourcePath(uri), true]));
    const isComplete = this.#workspace?.isComplete === true;
    await vscode.commands.executeCommand('setContext', contextKeys.localeFiles, paths);
    await vscode.commands.executeCommand('setContext', contextKeys.scanned, isComplete);
    await vscode.commands.executeCommand('setContext', contextKeys.noLocaleFiles, isComplete && uris.length === 0);
  }
}

/**
 * Returns a file's path as in VS Code's context key `resourcePath`: in a remote window, files are not local to the
 * menus.
 */
function resourcePath(uri: vscode.Uri): string {
  return uri.scheme === 'file' && vscode.env.remoteName === undefined ? uri.fsPath : uri.path;
}

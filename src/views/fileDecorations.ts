import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { uriOf } from '../editor/projectUri.ts';
import type { SessionHost } from '../editor/session/sessionHost.ts';
import { readSettings } from '../editor/settings.ts';
import { fileBadge } from '../editor/shown/fileBadge.ts';
import { staysInside } from '../orders/model/projectPath.ts';
import { countByFile, fileCountText } from './fileCounts.ts';

/** Changes are collected for this time before the decorations are updated, in milliseconds. */
const updateDelayMs = 300;

/** Decorates the files that have translations to review or with findings, wherever VS Code lists these files. */
export class FileDecorations implements vscode.FileDecorationProvider, Disposable {
  readonly #sessions: SessionHost;
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  readonly #subscriptions: readonly Disposable[];
  #jobsSubscription: Disposable | undefined;
  #decorationByUri: ReadonlyMap<string, vscode.FileDecoration> = new Map();
  #updateTimer: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(sessions: SessionHost) {
    this.#sessions = sessions;
    this.#subscriptions = [
      this.#changed,
      vscode.window.registerFileDecorationProvider(this),
      sessions.onDidChange(this.#followJobs),
      vscode.workspace.onDidChangeWorkspaceFolders(this.#updateLater),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation.fileDecorations')) this.#updateLater();
      }),
    ];
    this.#followJobs();
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    return this.#decorationByUri.get(uri.toString());
  }

  readonly #followJobs = (): void => {
    this.#jobsSubscription?.dispose();
    this.#jobsSubscription = this.#sessions.session?.jobs.onDidChange(this.#updateLater);
    this.#updateLater();
  };

  readonly #updateLater = (): void => {
    this.#updateTimer ??= setTimeout(() => {
      this.#updateTimer = undefined;
      this.#update();
    }, updateDelayMs);
  };

  /** Replaces the decorations, and has VS Code ask again for those that have changed. */
  #update(): void {
    const earlierDecorations = this.#decorationByUri;
    const decorations = this.#makeDecorations();
    this.#decorationByUri = decorations;
    const isUnchanged = (uri: string): boolean => {
      const [earlier, current] = [earlierDecorations.get(uri), decorations.get(uri)];
      return earlier?.badge === current?.badge && earlier?.tooltip === current?.tooltip;
    };
    const uris = [...new Set([...earlierDecorations.keys(), ...decorations.keys()])];
    const changedUris = uris.filter((uri) => !isUnchanged(uri));
    if (changedUris.length > 0) this.#changed.fire(changedUris.map((uri) => vscode.Uri.parse(uri)));
  }

  #makeDecorations(): ReadonlyMap<string, vscode.FileDecoration> {
    const decorations = new Map<string, vscode.FileDecoration>();
    if (!readSettings().fileDecorations) return decorations;
    for (const count of countByFile(this.#sessions.session?.jobs.all ?? [])) {
      // A path that leads out of its folder is not the job's own file.
      const uri = staysInside(count.path) ? uriOf(count.project, count.path) : undefined;
      if (uri !== undefined)
        decorations.set(uri.toString(), fileBadge(count.toReview, fileCountText(count), count.withFindings > 0));
    }
    return decorations;
  }

  dispose(): void {
    clearTimeout(this.#updateTimer);
    this.#jobsSubscription?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

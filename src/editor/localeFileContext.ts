import * as vscode from 'vscode';
import { localeFileExtension } from '../locales/localeFileExtension.ts';
import { contextKeys } from './commandIds.ts';

/**
 * Tells menus which of the open editors are locale files, beyond what their names alone say: the project's layout and
 * the person's own patterns count. Looks at an editor when it is shown, and never at the rest of the workspace.
 */
export class LocaleFileContext implements vscode.Disposable {
  readonly #known = new Map<string, boolean>();
  readonly #subscriptions: vscode.Disposable[];

  constructor() {
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => void this.#look(editor)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('humanTranslation.layouts')) return;
        this.#known.clear();
        void this.#look(vscode.window.activeTextEditor);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#known.delete(document.uri.fsPath);
      }),
    ];
    void this.#look(vscode.window.activeTextEditor);
  }

  async #look(editor: vscode.TextEditor | undefined): Promise<void> {
    const uri = editor?.document.uri;
    // Formats are read by the name's end, so no other file needs a closer look.
    if (uri === undefined || this.#known.has(uri.fsPath) || !localeFileExtension.test(uri.path)) return;
    const { isLocaleFile } = await import('./isLocaleFile.ts');
    // As VS Code's `resourcePath` says it.
    this.#known.set(uri.fsPath, await isLocaleFile(uri));
    const paths = [...this.#known].filter(([, isLocale]) => isLocale).map(([path]) => path);
    await vscode.commands.executeCommand('setContext', contextKeys.localeFiles, paths);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

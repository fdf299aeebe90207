import * as vscode from 'vscode';
import { registerTools } from './agents/registerTools.ts';
import type { Application } from './application.ts';
import { commandIds, jobPageType, reviewPageType } from './editor/commandIds.ts';
import { JobFiles } from './editor/jobFiles.ts';
import { jobScheme } from './editor/parseJobUri.ts';

/** The application, from activation to deactivation. */
let application: Promise<Application> | undefined;

/**
 * Registers what VS Code expects when the activation ends: commands, tools, and the editors that it opens or restores.
 * Windows start while VS Code waits for this function, so the application itself is loaded right afterwards.
 */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions } = context;
  const load = async (): Promise<Application> => {
    try {
      const { Application } = await import('./application.ts');
      const loaded = new Application(context);
      subscriptions.push(loaded);
      return loaded;
    } catch (error) {
      // The next command tries again: files may be missing for a moment while the extension is updated.
      application = undefined;
      throw error;
    }
  };
  const loaded = (): Promise<Application> => (application ??= load());

  for (const id of commandIds) {
    const run = async (...args: readonly unknown[]): Promise<void> => (await loaded()).run(id, args);
    subscriptions.push(vscode.commands.registerCommand(id, run));
  }
  subscriptions.push(
    vscode.window.registerCustomEditorProvider(
      jobPageType,
      {
        openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
        resolveCustomEditor: async ({ uri }, panel) => (await loaded()).showJobPage(uri, panel),
      },
      { webviewOptions: { enableFindWidget: true } },
    ),
    vscode.workspace.registerFileSystemProvider(jobScheme, new JobFiles(), { isReadonly: true, isCaseSensitive: true }),
    vscode.window.registerWebviewPanelSerializer(reviewPageType, {
      deserializeWebviewPanel: async (panel) => (await loaded()).restoreReviewPage(panel),
    }),
    registerTools(loaded),
  );
  setImmediate(() => void loaded());
}

/** VS Code waits a few seconds for this, so that the response to an order that is being sent reaches the journal. */
export async function deactivate(): Promise<void> {
  await (await application)?.close();
  application = undefined;
}

import * as vscode from 'vscode';
import { isRecord } from '../../base/isRecord.ts';
import { contextKeys, walkthroughId } from '../../editor/commandIds.ts';
import { openedSampleKey } from '../../editor/openedSampleKey.ts';
import type { Services } from '../../editor/session/services.ts';

/**
 * Opens the locale file of a sample project that was opened in this window and, once the folder is trusted, the next
 * step of the walkthrough.
 */
export async function showSample({ extension }: Services): Promise<void> {
  const openedSample: unknown = extension.globalState.get(openedSampleKey);
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!isRecord(openedSample) || folder === undefined || openedSample['folder'] !== folder.uri.toString()) return;
  await extension.globalState.update(openedSampleKey, undefined);
  const { file } = openedSample;
  if (typeof file !== 'string') return;
  const uri = vscode.Uri.joinPath(folder.uri, file);
  await vscode.window.showTextDocument(uri, { preview: false });
  if (!vscode.workspace.isTrusted) {
    await folderTrusted(extension);
    // The page about trust may cover the file.
    await vscode.window.showTextDocument(uri, { preview: false });
  }
  // The second argument opens it to the side, and leaves the focus in the file.
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    { category: walkthroughId, step: 'order' },
    true,
  );
  await vscode.commands.executeCommand('setContext', contextKeys.sampleOpened, true);
}

/** Resolves when the folder is trusted. Nothing can be ordered before, so the user is asked, unless VS Code does it. */
async function folderTrusted({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      resolve(undefined);
    }),
  );
  const asksAtStart = vscode.workspace.getConfiguration('security.workspace.trust').get('startupPrompt') !== 'never';
  if (asksAtStart) return promise;
  await vscode.commands.executeCommand('workbench.trust.manage');
  const { activeTab: trustTab } = vscode.window.tabGroups.activeTabGroup;
  await promise;
  // The page about trust has no input. The user may have closed it.
  if (trustTab === undefined || trustTab.input !== undefined) return;
  const isOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(trustTab));
  if (isOpen) await vscode.window.tabGroups.close(trustTab);
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Services } from '../../editor/session/services.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { askFiles } from '../../editor/shown/quickInput.ts';
import { documentExtensions } from '../../orders/model/documentType.ts';
import { words } from '../../words/words.ts';
import { documentScope } from '../scope/documentScope.ts';
import type { Purpose } from '../scope/openedOrder.ts';
import { runScope } from './runScope.ts';

/**
 * Quotes or orders whole documents: those selected in the Explorer, the one in the active editor, or files that the
 * user picks. `uri` is the file on which the command was run; `selected` are all files selected with it. Both are
 * unchecked, because any extension can run the command.
 */
export async function runDocuments(
  services: Services,
  purpose: Purpose,
  uri: unknown,
  selected: unknown,
): Promise<void> {
  const uris = selectedFiles(uri, selected) ?? activeFile() ?? (await askForFiles(purpose));
  if (uris === undefined || uris.length === 0) return;
  await runScope(services, purpose, () => documentScope(uris));
}

function selectedFiles(uri: unknown, selected: unknown): readonly vscode.Uri[] | undefined {
  const selectedUris = Array.isArray(selected) ? selected.filter((element) => element instanceof vscode.Uri) : [];
  if (selectedUris.length > 0) return selectedUris;
  return uri instanceof vscode.Uri ? [uri] : undefined;
}

/** Returns the file in the active editor, which may be a custom editor: office documents are not text. */
function activeFile(): readonly vscode.Uri[] | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFileTab = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  const uri = isFileTab ? input.uri : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) return undefined;
  const isInOpenFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isInOpenFolder ? [uri] : undefined;
}

async function askForFiles(purpose: Purpose): Promise<readonly vscode.Uri[] | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    void showInformation(
      words(l10n.t('Open a folder first. Translations are delivered to the folder of their documents.')),
    );
    return undefined;
  }
  const [title, openLabel] =
    purpose === 'order'
      ? [words(l10n.t('Order Documents')), words(l10n.t({ message: 'Order', comment: 'verb' }))]
      : [words(l10n.t('Quote Documents')), words(l10n.t({ message: 'Quote', comment: 'verb' }))];
  return askFiles({
    title,
    openLabel,
    folder: folder.uri,
    filters: [
      [words(l10n.t('Documents')), [...documentExtensions]],
      [words(l10n.t('All Files')), ['*']],
    ],
  });
}

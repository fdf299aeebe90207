import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { placeOfUri } from '../../editor/fileName.ts';
import type { Services } from '../../editor/session/services.ts';
import { askSaveFile } from '../../editor/shown/quickInput.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { accountExpenses, formatExpenses } from '../../orders/journal/account/account.ts';
import { own, words } from '../../words/words.ts';

/** Exports what was spent with the account, by month and target locale, to the given file or to one that the user chooses. */
export async function exportSpending(services: Services, chosenTarget: vscode.Uri | undefined): Promise<void> {
  const { context } = await services.sessions.open();
  await context.journal.sync();
  const target = chosenTarget ?? (await askTarget());
  if (target === undefined) return;
  const text = formatExpenses(await accountExpenses(context));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const openFile = words(l10n.t('Open'));
  // Not awaited: the command ends when the file is written.
  void showInformation(words(l10n.t('Exported the spending to {0}.'), placeOfUri(target)), openFile).then(
    async (chosen) => {
      if (chosen === openFile) await vscode.commands.executeCommand('vscode.open', target);
    },
  );
}

async function askTarget(): Promise<vscode.Uri | undefined> {
  return askSaveFile({
    title: words(l10n.t('Export Spending')),
    saveLabel: words(l10n.t('Export')),
    name: 'translation-spending.csv',
    folder: vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir()),
    filters: [[own('CSV'), ['csv']]],
  });
}

/** Opens the settings of the budgets. */
export async function openBudgetSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'humanTranslation.budget');
}

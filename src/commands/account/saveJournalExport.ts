import * as l10n from '@vscode/l10n';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { placeOfUri } from '../../editor/fileName.ts';
import type { Services } from '../../editor/session/services.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { askSaveFile } from '../../editor/shown/quickInput.ts';
import { own, plural, words } from '../../words/words.ts';
import { exportJournal } from '../../orders/jobs/track/exportJournal.ts';

/**
 * Exports all jobs of the current journal to the given file, or to one that the user chooses: as JSON if its extension
 * is `.json`, else as CSV.
 */
export async function saveJournalExport(services: Services, chosenTarget: vscode.Uri | undefined): Promise<void> {
  const { context } = await services.sessions.open();
  await context.journal.sync();
  const target = chosenTarget ?? (await askTarget());
  if (target === undefined) return;

  const format = path.posix.extname(target.path).toLowerCase() === '.json' ? 'json' : 'csv';
  const jobCount = await withProgress(words(l10n.t('Exporting journal…')), async (signal, report) => {
    let exportedCount = 0;
    let reportedCount = 0;
    await writeTo(target, async (file) => {
      exportedCount = await exportJournal(context.ledger, file, format, {
        signal,
        report: (written, total) => {
          const message = plural(total, { one: l10n.t('{1} of {0} job'), other: l10n.t('{1} of {0} jobs') }, written);
          // The progress since the last report, in percent.
          report(message, ((written - reportedCount) / Math.max(total, 1)) * 100);
          reportedCount = written;
        },
      });
    });
    return exportedCount;
  });
  const openFile = words(l10n.t('Open'));
  const message = plural(
    jobCount,
    { one: l10n.t('Exported {0} job to {1}.'), other: l10n.t('Exported {0} jobs to {1}.') },
    placeOfUri(target),
  );
  // Not awaited: the command ends when the file is written.
  void showInformation(message, openFile).then(async (chosen) => {
    if (chosen === openFile) await vscode.commands.executeCommand('vscode.open', target);
  });
}

async function askTarget(): Promise<vscode.Uri | undefined> {
  return askSaveFile({
    title: words(l10n.t('Export Journal')),
    saveLabel: words(l10n.t('Export')),
    name: 'translation-jobs.csv',
    folder: vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir()),
    filters: [
      [own('CSV'), ['csv']],
      [own('JSON'), ['json']],
    ],
  });
}

/** Writes a file by its path. For a target on another file system, writes a temporary file first and copies it. */
async function writeTo(target: vscode.Uri, write: (path: string) => Promise<void>): Promise<void> {
  if (target.scheme === 'file') {
    await write(target.fsPath);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'human-translation-'));
  try {
    const file = path.join(folder, 'journal');
    await write(file);
    await vscode.workspace.fs.copy(vscode.Uri.file(file), target, { overwrite: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

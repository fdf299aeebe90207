import * as l10n from '@vscode/l10n';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Services } from '../../editor/session/services.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { askSaveFile } from '../../editor/shown/quickInput.ts';
import { own, words } from '../../words/words.ts';
import { countJobs, exportJournal as writeExport, type ExportFormat } from '../../orders/track/exportJournal.ts';
import type { Ledger } from '../../orders/journal/ledger.ts';

/**
 * Writes all jobs of the journal in use into a file that the user chooses, or the given one: CSV, or JSON by its
 * ending.
 */
export async function exportJournal(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const { context } = await services.sessions.open();
  await context.journal.sync();
  const target = given ?? (await askTarget());
  if (target === undefined) return;

  const format = path.posix.extname(target.path).toLowerCase() === '.json' ? 'json' : 'csv';
  const jobs = await withProgress(words(l10n.t('Exporting the journal…')), async (signal, report) => {
    const { ledger } = context;
    const total = countJobs(ledger);
    let reported = 0;
    await writeTo(target, ledger, format, signal, (written) => {
      report(words(l10n.t('{0} of {1} jobs'), written, total), ((written - reported) / Math.max(total, 1)) * 100);
      reported = written;
    });
    return total;
  });
  const open = words(l10n.t('Open'));
  const message =
    jobs === 1
      ? words(l10n.t('1 job was exported to {0}.'), target.fsPath)
      : words(l10n.t('{0} jobs were exported to {1}.'), jobs, target.fsPath);
  // The work is done, whether or not somebody reads this.
  void showInformation(message, open).then(async (chosen) => {
    if (chosen === open) await vscode.commands.executeCommand('vscode.open', target);
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

/** Another file system than this machine's gets the file in one piece. */
async function writeTo(
  target: vscode.Uri,
  ledger: Ledger,
  format: ExportFormat,
  signal: AbortSignal,
  report: (jobs: number) => void,
): Promise<void> {
  if (target.scheme === 'file') {
    await writeExport(ledger, target.fsPath, format, { signal, report });
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'human-translation-'));
  try {
    const file = path.join(folder, 'journal');
    await writeExport(ledger, file, format, { signal, report });
    await vscode.workspace.fs.copy(vscode.Uri.file(file), target, { overwrite: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

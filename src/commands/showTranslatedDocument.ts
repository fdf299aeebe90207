import * as l10n from '@vscode/l10n';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../editor/projectUri.ts';
import { showDiff } from '../editor/shown/inEditors.ts';
import { showInformation } from '../editor/shown/toasts.ts';
import { withProgress } from '../editor/shown/withProgress.ts';
import { decodeFile } from '../formats/encoding.ts';
import { isBinary } from '../orders/model/documentType.ts';
import type { Jobs } from '../orders/jobs/track/jobs.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { words } from '../words/words.ts';
import { previewDocument } from '../editor/previewDocument.ts';

/**
 * Downloads the translated file of a job and shows it next to its source, or next to the file that it would replace. A
 * file that is not text is shown alone. Writes nothing to the project.
 */
export async function showTranslatedDocument(
  extension: vscode.ExtensionContext,
  jobs: Jobs,
  job: TrackedJob,
): Promise<void> {
  const bytes = await withProgress(words(l10n.t('Downloading the translated file…')), (signal) =>
    jobs.deliveries.translatedDocument(job.id, { signal }),
  );
  const [unit] = job.units;
  // The preview is named after the source file, not after the service's name for the translated file.
  const target = unit?.targetFile ?? unit?.file ?? job.title;
  const text = textOf(bytes, target);
  if (text === undefined) {
    await openCopy(extension, path.posix.basename(target), bytes);
    return;
  }
  const replacesFile = job.delivery.kind === 'held' && job.delivery.reason === 'target-exists';
  const comparedFile = replacesFile ? target : (unit?.file ?? job.title);
  let title = words(l10n.t('{0} ↔ Translation'), comparedFile);
  if (replacesFile) title = words(l10n.t('{0} ↔ Replacement'), comparedFile);
  const original = unit && uriOf(unit.project, comparedFile);
  const translation = previewDocument(extension, { path: target, query: `${job.id}/translation`, text });
  if (original !== undefined && (await fileExists(original))) await showDiff(original, translation, title);
  else await vscode.window.showTextDocument(translation);
}

/** Returns the text of a file; undefined if it isn't one. */
function textOf(bytes: Uint8Array, name: string): string | undefined {
  if (isBinary(bytes)) return undefined;
  try {
    return decodeFile(bytes, name).text;
  } catch {
    return undefined;
  }
}

/**
 * Opens a file that is not text in the editor that VS Code has for it. The copy is in a temporary folder that is
 * deleted with the window.
 */
async function openCopy(extension: vscode.ExtensionContext, name: string, bytes: Uint8Array): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'human-translation-'));
  extension.subscriptions.push(
    new vscode.Disposable(() => {
      rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
  // A job's title comes from the service: it may contain the path separators of either system, or be only `..`.
  const lastSegment = path.win32.basename(name);
  const safeName = ['', '.', '..'].includes(lastSegment) ? 'translation' : lastSegment;
  const file = path.join(folder, safeName);
  // Read-only, because changes to the copy would be lost.
  await writeFile(file, bytes, { mode: 0o400 });
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
  const reveal = words(l10n.t('Open Containing Folder'));
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  const buttons = isDesktop ? [reveal] : [];
  const message = words(l10n.t('The translated file was downloaded as a read-only copy: {0}'), file);
  void showInformation(message, ...buttons).then((chosen) => {
    if (chosen === reveal) void vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(file));
  });
}

async function fileExists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

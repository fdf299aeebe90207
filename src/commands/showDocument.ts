import * as l10n from '@vscode/l10n';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { uriOf } from '../editor/projectUri.ts';
import { showDiff } from '../editor/shown/inEditors.ts';
import { showInformation } from '../editor/shown/toasts.ts';
import { withProgress } from '../editor/shown/progress.ts';
import { decodeFile } from '../formats/encoding.ts';
import { isBinary } from '../orders/model/documentType.ts';
import type { Jobs } from '../orders/track/jobs.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';
import { previewOf } from './previews.ts';
import { words } from '../words/words.ts';

/**
 * Fetches the translated file of a job and shows it beside its source, or beside the file whose place it would take; alone
 * where it is no text. Nothing is written into the project.
 */
export async function showDocument(extension: vscode.ExtensionContext, jobs: Jobs, job: TrackedJob): Promise<void> {
  const bytes = await withProgress(words(l10n.t('Fetching the translated file…')), (signal) =>
    jobs.translatedDocument(job.id, { signal }),
  );
  const [unit] = job.units;
  // Named after the source, whatever the service calls it.
  const target = unit?.targetFile ?? unit?.file ?? job.title;
  const text = textOf(bytes, target);
  const isTaken = job.delivery.kind === 'held' && job.delivery.reason === 'target-exists';
  const compared = isTaken ? target : (unit?.file ?? job.title);
  const left = unit === undefined ? undefined : uriOf(unit.project, compared);
  if (text === undefined) {
    await openCopy(extension, path.posix.basename(target), bytes);
    return;
  }
  const translation = previewOf(extension, target, `${job.id}/translation`, text);
  if (left === undefined || !(await isThere(left))) await vscode.window.showTextDocument(translation);
  else
    await showDiff(
      left,
      translation,
      isTaken
        ? words(l10n.t('{0} and what would replace it'), compared)
        : words(l10n.t('{0} and its translation'), compared),
    );
}

function textOf(bytes: Uint8Array, name: string): string | undefined {
  if (isBinary(bytes)) return undefined;
  try {
    return decodeFile(bytes, name).text;
  } catch {
    return undefined;
  }
}

/** What is no text is shown by whatever VS Code has for it, from a folder of its own that goes with the window. */
async function openCopy(extension: vscode.ExtensionContext, name: string, bytes: Uint8Array): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'human-translation-'));
  extension.subscriptions.push(
    new vscode.Disposable(() => {
      rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }),
  );
  // A job's title comes from the service: it may name a folder, in the way of either system.
  const base = path.win32.basename(name);
  const file = path.join(folder, ['', '.', '..'].includes(base) ? 'translation' : base);
  // Readable alone: what is changed in a copy would be lost.
  await writeFile(file, bytes, { mode: 0o400 });
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
  const reveal = words(l10n.t('Reveal the File'));
  const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  void showInformation(
    words(l10n.t('The translated file was fetched to look at it: {0}'), file),
    ...(isDesktop ? [reveal] : []),
  ).then((chosen) => {
    if (chosen === reveal) void vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(file));
  });
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock.ts';
import { decodeFile, encodeFile } from '../formats/encoding.ts';
import { applyEdits } from '../formats/formats.ts';
import type { TextEdit } from '../formats/format.ts';

/** How long an editor may take to show what was written under it. */
const reloadPatienceMs = 3000;

/** The bit of a file's mode; on Windows it tells the read-only attribute. */
const ownerMayWrite = 0o200;

/** The text of a file as the person sees it: an open document's, unsaved changes included, else what is on disk. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri);
  if (document?.isDirty === true) return document.getText();
  const bytes = await readBytes(uri);
  return bytes === undefined ? undefined : decodeFile(bytes, uri.path).text;
}

/**
 * Applies edits to a file whose text is still `before` (undefined: there is no file yet); false when it is not.
 * A document with unsaved changes gets them as one undo step and stays unsaved; an open one without is edited in one
 * undo step and saved. A closed file is written as bytes, atomically. Either way the file ends up with just these edits.
 */
export async function editText(uri: vscode.Uri, before: string | undefined, edits: readonly TextEdit[]): Promise<boolean> {
  const document = openDocument(uri);
  if (document?.isDirty === true) return document.getText() === before && applyToDocument(document, edits);

  const bytes = await readBytes(uri);
  if (bytes === undefined) {
    if (before !== undefined) return false;
    const text = applyEdits('', edits);
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
    // A new file is encoded as it says itself.
    await writeBytes(uri, encodeFile(text, decodeFile(new Uint8Array(), uri.path)));
    return true;
  }
  const file = decodeFile(bytes, uri.path);
  if (file.text !== before) return false;
  const after = applyEdits(file.text, edits);
  const exact = encodeFile(after, file);
  await refuseReadOnly(uri);
  const shown = openDocument(uri);
  // An editor that shows just what is on the disk takes the edit itself, and saves it.
  if (shown?.getText() === file.text && (await applyToDocument(shown, edits))) {
    // One that cannot be saved keeps the edit, as any unsaved change.
    if (!(await shown.save())) return true;
    const saved = await readBytes(uri);
    if (saved !== undefined && Buffer.compare(saved, exact) === 0) return true;
  }
  // No editor, or one whose saving touches more than the edit: the bytes are written past it, and it reloads them.
  await writeBytes(uri, exact);
  await untilShown(uri, after);
  return true;
}

async function applyToDocument(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ start, end, text }) => new vscode.TextEdit(new vscode.Range(document.positionAt(start), document.positionAt(end)), text)),
  );
  return vscode.workspace.applyEdit(edit);
}

/** Deletes a file whose text is `before`; false when it is not. */
export async function removeText(uri: vscode.Uri, before: string): Promise<boolean> {
  if ((await readText(uri)) !== before) return false;
  await vscode.workspace.fs.delete(uri);
  return true;
}

export async function readBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** A rename would replace even a file that may not be written: who marked it so, often a version control system, means it. */
export async function refuseReadOnly(uri: vscode.Uri): Promise<void> {
  if (uri.scheme !== 'file') return;
  const mode = await modeOf(uri.fsPath);
  if (mode !== undefined && (mode & ownerMayWrite) === 0) {
    throw new Error(vscode.l10n.t('{0} is read-only, so nothing was written into it. Make it writable and try again.', vscode.workspace.asRelativePath(uri)));
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode;
  } catch {
    return undefined;
  }
}

/** Writes a file in one step where the file system can do that. */
export async function writeBytes(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  if (uri.scheme !== 'file') {
    await vscode.workspace.fs.writeFile(uri, bytes);
    return;
  }
  // A rename replaces the file in one step: a crash leaves the old file or the new one, never half of one.
  const path = await realpath(uri.fsPath).catch(() => uri.fsPath);
  const mode = await modeOf(path);
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, bytes, { flush: true });
    if (mode !== undefined) await chmod(temporary, mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** An editor that shows the file reloads it when its watcher tells; what follows should see the new text. */
async function untilShown(uri: vscode.Uri, text: string): Promise<void> {
  const name = uri.toString();
  const giveUpAt = Date.now() + reloadPatienceMs;
  const isStale = (): boolean => vscode.workspace.textDocuments.some((document) => document.uri.toString() === name && !document.isDirty && document.getText() !== text);
  while (isStale() && Date.now() < giveUpAt) await systemClock.sleep(25);
}

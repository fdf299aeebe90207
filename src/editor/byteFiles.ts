import { link, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { decodeFile, encodeFile } from '../formats/encoding.ts';
import type { ReplaceResult } from '../orders/project.ts';
import { editText, openDocument, readBytes, refuseReadOnly, writeBytes } from './textFiles.ts';

/** Size of a file on the disk; undefined when there is none. */
export async function byteCount(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** The bytes of a file as the person sees it: what saving it would write, where it is open with unsaved changes. */
export async function shownBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  const bytes = await readBytes(uri);
  const document = openDocument(uri);
  if (document?.isDirty !== true) return bytes;
  const text = document.getText();
  try {
    return encodeFile(text, decodeFile(bytes ?? new Uint8Array(), uri.path));
  } catch {
    // In another encoding, which the editor knows.
    return vscode.workspace.encode(text, { uri });
  }
}

/** Puts `after` in the place of `before`; `undefined` is no file. Nothing is written under an editor that holds unsaved changes. */
export async function replaceBytes(uri: vscode.Uri, before: Uint8Array | undefined, after: Uint8Array | undefined): Promise<ReplaceResult> {
  if (openDocument(uri)?.isDirty === true) return 'unsaved';
  const present = await readBytes(uri);
  if (present === undefined ? before !== undefined : before === undefined || Buffer.compare(present, before) !== 0) return 'changed';
  if (after === undefined) {
    if (present !== undefined) await vscode.workspace.fs.delete(uri);
    return 'done';
  }
  if (present === undefined) {
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
    return createFile(uri, after);
  }
  await refuseReadOnly(uri);
  if (!(await replaceInEditor(uri, present, after))) await writeBytes(uri, after);
  return 'done';
}

/** Where an editor shows the file, it takes the new text as one edit and saves it, so that it never shows what is gone. False when the disk has not got just these bytes by that. */
async function replaceInEditor(uri: vscode.Uri, before: Uint8Array, after: Uint8Array): Promise<boolean> {
  if (openDocument(uri) === undefined) return false;
  const [old, text] = [textOf(before, uri), textOf(after, uri)];
  if (old === undefined || text === undefined || !(await editText(uri, old, [{ start: 0, end: old.length, text }]))) return false;
  const saved = await readBytes(uri);
  return saved !== undefined && Buffer.compare(saved, after) === 0;
}

function textOf(bytes: Uint8Array, uri: vscode.Uri): string | undefined {
  try {
    return decodeFile(bytes, uri.path).text;
  } catch {
    // No text that an editor could take.
    return undefined;
  }
}

/** Makes a file in one step, and only where there is none: a rename would take the place of one that has come meanwhile. */
async function createFile(uri: vscode.Uri, bytes: Uint8Array): Promise<ReplaceResult> {
  if (uri.scheme !== 'file') {
    await vscode.workspace.fs.writeFile(uri, bytes);
    return 'done';
  }
  const temporary = `${uri.fsPath}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, bytes, { flush: true });
    await link(temporary, uri.fsPath);
    return 'done';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return 'changed';
    // A file system without links, such as FAT.
    if (code === 'EPERM' || code === 'ENOSYS' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'EACCES') {
      await writeBytes(uri, bytes);
      return 'done';
    }
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

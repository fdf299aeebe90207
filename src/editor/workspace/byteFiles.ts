import * as vscode from 'vscode';
import type { FileWrite } from '../../base/replaceFile.ts';
import { decodeFile, encodeFile } from '../../formats/encoding.ts';
import type { ReplaceResult } from '../../orders/model/project.ts';
import { deleteBytes, editText, openDocument, readBytes, refuseReadOnly, writeBytes } from './textFiles.ts';

/** Returns the size of a file on disk in bytes; undefined if it does not exist. */
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

/**
 * Puts `after` in the place of `before`; `undefined` is no file. Nothing is written under an editor that holds
 * unsaved changes.
 */
export async function replaceBytes(
  uri: vscode.Uri,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  write: FileWrite,
): Promise<ReplaceResult> {
  if (openDocument(uri)?.isDirty === true) return 'unsaved';
  const present = await readBytes(uri);
  if (present === undefined ? before !== undefined : before === undefined || Buffer.compare(present, before) !== 0)
    return 'changed';
  if (after === undefined) return present === undefined ? 'done' : deleteBytes(uri, present, write);
  if (present === undefined) return writeBytes(uri, undefined, after, write);
  await refuseReadOnly(uri);
  const found = openDocument(uri) === undefined ? present : await replaceInEditor(uri, present, after, write);
  if (found === undefined) return 'changed';
  return Buffer.compare(found, after) === 0 ? 'done' : writeBytes(uri, found, after, write);
}

/**
 * Where an editor shows the file, it takes the new text as one edit and saves it, so that it never shows what is gone.
 * Returns what is on disk then: `after`, its text in the encoding of `before`, or `before` where the editor cannot take
 * it; undefined where it is anything else.
 */
async function replaceInEditor(
  uri: vscode.Uri,
  before: Uint8Array,
  after: Uint8Array,
  write: FileWrite,
): Promise<Uint8Array | undefined> {
  const [old, text] = [textOf(before, uri), textOf(after, uri)];
  if (old === undefined || text === undefined) return before;
  if (!(await editText(uri, old, [{ start: 0, end: old.length, text }], write))) return undefined;
  const saved = await readBytes(uri);
  return saved !== undefined && textOf(saved, uri) === text ? saved : undefined;
}

function textOf(bytes: Uint8Array, uri: vscode.Uri): string | undefined {
  try {
    return decodeFile(bytes, uri.path).text;
  } catch {
    // No text that an editor could take.
    return undefined;
  }
}

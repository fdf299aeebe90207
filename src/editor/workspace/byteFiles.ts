import * as vscode from 'vscode';
import { sameBytes } from '../../base/files/sameBytes.ts';
import { encodeFile } from '../../formats/encoding.ts';
import type { ReplaceResult } from '../../orders/model/project.ts';
import { readStat } from '../fileSystem.ts';
import {
  decode,
  deleteBytes,
  editText,
  openDocument,
  readBytes,
  refuseReadOnly,
  writeBytes,
  type EditorWrite,
} from './textFiles.ts';

/** Returns the size of a file on disk in bytes; undefined if it does not exist. */
export async function byteCount(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await readStat(uri)).size;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** Returns the bytes of a file as the user sees it; for unsaved changes, the bytes that saving would write. */
export async function shownBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  const bytes = await readBytes(uri);
  const document = openDocument(uri);
  if (document?.isDirty !== true) return bytes;
  const text = document.getText();
  try {
    return encodeFile(text, decode(bytes ?? new Uint8Array(), uri));
  } catch {
    // The document has an encoding that only the editor knows.
    return vscode.workspace.encode(text, { uri });
  }
}

/**
 * Replaces a file's content `before` with `after`; `undefined` means no file. Writes nothing while the file has
 * unsaved changes.
 */
export async function replaceBytes(
  uri: vscode.Uri,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  write: EditorWrite,
): Promise<ReplaceResult> {
  if (openDocument(uri)?.isDirty === true) return 'unsaved';
  const bytes = await readBytes(uri);
  if (!sameBytes(bytes, before)) return 'changed';
  if (bytes === undefined) return after === undefined ? 'done' : writeBytes(uri, undefined, after, write);
  if (after === undefined) return deleteBytes(uri, bytes, write);
  await refuseReadOnly(uri);
  let bytesOnDisk: Uint8Array | undefined = bytes;
  if (openDocument(uri) !== undefined) bytesOnDisk = await replaceInEditor(uri, bytes, after, write);
  if (bytesOnDisk === undefined) return 'changed';
  if (sameBytes(bytesOnDisk, after)) return 'done';
  return writeBytes(uri, bytesOnDisk, after, write);
}

/**
 * Replaces the text in the open editor as one edit and saves it, so that the editor never shows the old text. Returns
 * the bytes that are on disk then: `after`, or its text in the encoding of `before`. Returns `before` if the editor
 * can't show one of the contents, and undefined if any other content is on disk.
 */
async function replaceInEditor(
  uri: vscode.Uri,
  before: Uint8Array,
  after: Uint8Array,
  write: EditorWrite,
): Promise<Uint8Array | undefined> {
  const [oldText, newText] = [textOf(before, uri), textOf(after, uri)];
  if (oldText === undefined || newText === undefined) return before;
  if (!(await editText(uri, oldText, [{ start: 0, end: oldText.length, text: newText }], write))) return undefined;
  const savedBytes = await readBytes(uri);
  if (savedBytes === undefined || textOf(savedBytes, uri) !== newText) return undefined;
  return savedBytes;
}

function textOf(bytes: Uint8Array, uri: vscode.Uri): string | undefined {
  try {
    return decode(bytes, uri).text;
  } catch {
    // Not a text that an editor could show.
    return undefined;
  }
}

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
  const current = await readBytes(uri);
  if (!sameBytes(current, before)) return 'changed';
  if (current === undefined) return after === undefined ? 'done' : writeBytes(uri, undefined, after, write);
  if (after === undefined) return deleteBytes(uri, current, write);
  await refuseReadOnly(uri);
  let onDisk: Uint8Array | undefined = current;
  if (openDocument(uri) !== undefined) onDisk = await replaceInEditor(uri, current, after, write);
  if (onDisk === undefined) return 'changed';
  if (sameBytes(onDisk, after)) return 'done';
  return writeBytes(uri, onDisk, after, write);
}

/**
 * Replaces the text in the open editor as one edit and saves it, so that the editor never shows the old text. Returns
 * the bytes that are on disk then: `after`, its text in the encoding of `before`, or `before` if the editor can't show
 * it; undefined if they are anything else.
 */
async function replaceInEditor(
  uri: vscode.Uri,
  before: Uint8Array,
  after: Uint8Array,
  write: EditorWrite,
): Promise<Uint8Array | undefined> {
  const [old, text] = [textOf(before, uri), textOf(after, uri)];
  if (old === undefined || text === undefined) return before;
  if (!(await editText(uri, old, [{ start: 0, end: old.length, text }], write))) return undefined;
  const saved = await readBytes(uri);
  if (saved === undefined || textOf(saved, uri) !== text) return undefined;
  return saved;
}

function textOf(bytes: Uint8Array, uri: vscode.Uri): string | undefined {
  try {
    return decode(bytes, uri).text;
  } catch {
    // Not a text that an editor could show.
    return undefined;
  }
}

import * as vscode from 'vscode';
import { systemClock } from '../../base/clock.ts';
import { isReadOnly } from '../../base/isReadOnly.ts';
import type { FileWrite, WriteOutcome } from '../../base/replaceFile.ts';
import type { OutsideAccess } from '../../project/projectFiles.ts';
import { sameBytes } from '../../base/files/sameBytes.ts';
import { decodeFile, encodeFile, type DecodedFile } from '../../formats/encoding.ts';
import { applyEdits } from '../../formats/formats.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { TextEdit } from '../../formats/format.ts';
import { readContent } from '../fileSystem.ts';
import { localFile } from '../localFile.ts';
import { usualEncoding } from './usualEncoding.ts';

/** How long to wait for an editor to reload a file that was written. */
const reloadTimeoutMs = 3000;

/** A write of a file in the editor, with the user's decisions about files outside the open folders. */
export type EditorWrite = FileWrite & Partial<Pick<OutsideAccess, 'mayWrite'>>;

/** Decodes a file's bytes; the setting `files.encoding` applies if the file declares no encoding. */
export function decode(bytes: Uint8Array, uri: vscode.Uri): DecodedFile {
  return decodeFile(bytes, uri.path, usualEncoding(uri));
}

/** Returns the text of a file as the user sees it: an open document's, with unsaved changes, else the text on disk. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri);
  if (document?.isDirty === true) return document.getText();
  const bytes = await readBytes(uri);
  return bytes && decode(bytes, uri).text;
}

/**
 * Applies edits to a file whose text is still `before` (undefined: the file does not exist yet); returns false if it is
 * not. An open document is edited in one undo step, and saved unless it already had unsaved changes. A closed file is
 * written as bytes, as `replaceFile` does. In both cases, the file contains only these changes, unless the user types
 * into the document at the same moment: then it keeps both changes and remains unsaved.
 */
export async function editText(
  uri: vscode.Uri,
  before: string | undefined,
  edits: readonly TextEdit[],
  write: EditorWrite,
): Promise<boolean> {
  await requireAllowed(uri, write);
  const document = openDocument(uri);
  if (document?.isDirty === true) return document.getText() === before && applyToDocument(document, edits);

  const bytes = await readBytes(uri);
  if (bytes === undefined) {
    if (before !== undefined) return false;
    const text = applyEdits('', edits);
    // A new file has the encoding that its text declares, else the usual one.
    return (await writeBytes(uri, undefined, encodeFile(text, decode(new Uint8Array(), uri)), write)) === 'done';
  }
  const file = decode(bytes, uri);
  if (file.text !== before) return false;
  const newText = applyEdits(file.text, edits);
  const newBytes = encodeFile(newText, file);
  await refuseReadOnly(uri);
  const openedDocument = openDocument(uri);
  /** The content of the file if it must still be written; undefined if nothing more is to be done. */
  let bytesOnDisk: Uint8Array | undefined = bytes;
  if (openedDocument?.getText() === file.text)
    bytesOnDisk = await saveInEditor(openedDocument, edits, { before: bytes, after: newBytes, text: newText }, write);
  if (bytesOnDisk === undefined) return true;
  // No editor shows the file, or saving changed more than the edit: the bytes are written to disk and reloaded.
  if ((await writeBytes(uri, bytesOnDisk, newBytes, write)) !== 'done') return false;
  await waitUntilShown(uri, newText);
  return true;
}

/**
 * Edits and saves an open document that has no unsaved changes. Returns undefined if nothing more is to be done;
 * otherwise the bytes that are on disk, which differ from `after`.
 */
async function saveInEditor(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
  { before, after, text }: { readonly before: Uint8Array; readonly after: Uint8Array; readonly text: string },
  write: EditorWrite,
): Promise<Uint8Array | undefined> {
  // VS Code saves in place, so a crash can leave half of the file.
  await write.keep(before, after);
  if (!(await applyToDocument(document, edits))) return before;
  // The user has typed since, or the document cannot be saved: it keeps the edit like any unsaved change.
  if (document.getText() !== text) return undefined;
  // VS Code saves through links, and reads the path once more.
  await requireAllowed(document.uri, write);
  if (!(await document.save()) || document.isDirty) return undefined;
  const savedBytes = await readBytes(document.uri);
  if (sameBytes(savedBytes, after)) return undefined;
  return savedBytes ?? before;
}

async function applyToDocument(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const editorEdits = edits.map(({ start, end, text }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    return new vscode.TextEdit(range, text);
  });
  const workspaceEdit = new vscode.WorkspaceEdit();
  workspaceEdit.set(document.uri, editorEdits);
  return vscode.workspace.applyEdit(workspaceEdit);
}

/** Deletes a file whose text is `before`; returns false if it is not. */
export async function removeText(uri: vscode.Uri, before: string, write: EditorWrite): Promise<boolean> {
  const bytes = await readBytes(uri);
  if (bytes === undefined || (await readText(uri)) !== before) return false;
  return (await deleteBytes(uri, bytes, write)) === 'done';
}

/** Deletes a file whose content is `before`. */
export async function deleteBytes(uri: vscode.Uri, before: Uint8Array, write: EditorWrite): Promise<WriteOutcome> {
  const local = await localFile(uri, write.mayWrite);
  if (local !== undefined) return local.files.remove(local.path, before, write);
  await vscode.workspace.fs.delete(uri);
  return 'done';
}

/** Returns a file's content on disk; undefined if it does not exist. */
export async function readBytes(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await readContent(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const name = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === name);
}

/** Throws for a read-only file. */
export async function refuseReadOnly(uri: vscode.Uri): Promise<void> {
  if (uri.scheme === 'file' && (await isReadOnly(uri.fsPath)))
    throw new OrderError('read-only', vscode.workspace.asRelativePath(uri));
}

/** Throws RefusedFileError for a path that nothing may be written to. */
async function requireAllowed(uri: vscode.Uri, { mayWrite }: EditorWrite): Promise<void> {
  const local = await localFile(uri, mayWrite);
  await local?.files.requireAllowed(local.path);
}

/**
 * Replaces a file's content `before` (undefined: the file does not exist yet) with `after`; on the local disk as
 * `replaceFile` does, which other file systems can't.
 */
export async function writeBytes(
  uri: vscode.Uri,
  before: Uint8Array | undefined,
  after: Uint8Array,
  write: EditorWrite,
): Promise<WriteOutcome> {
  const local = await localFile(uri, write.mayWrite);
  if (local !== undefined) {
    const { files, path } = local;
    return before === undefined ? files.create(path, after, write) : files.replace(path, before, after, write);
  }
  await write.keep(before, after);
  if (before === undefined) await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
  await vscode.workspace.fs.writeFile(uri, after);
  return 'done';
}

/** Waits until an editor that shows the file has reloaded it, so that the next step sees the new text. */
async function waitUntilShown(uri: vscode.Uri, text: string): Promise<void> {
  const name = uri.toString();
  const giveUpAt = Date.now() + reloadTimeoutMs;
  const isStale = (): boolean =>
    vscode.workspace.textDocuments.some(
      (document) => document.uri.toString() === name && !document.isDirty && document.getText() !== text,
    );
  while (isStale() && Date.now() < giveUpAt) await systemClock.sleep(25);
}

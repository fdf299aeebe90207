import type { FileWrite, WriteContents } from '../../base/replaceFile.ts';
import type { TextEdit } from '../../formats/format.ts';
import type { FolderIdentity } from './folderIdentity.ts';
import type { UnitFormat } from './unitFormat.ts';

/**
 * A folder that the person has open, as the domain needs it. Paths are relative to its root with '/' between segments.
 * Implemented by `editor/` on VS Code's documents and files, and by tests on plain files.
 */
export interface Project {
  /** Stable for a folder; a few hexadecimal digits, so that it fits into custom data. */
  readonly id: string;
  readonly name: string;
  /** Which folder of which repository it is, read anew each time. Never rejects. */
  identity(): Promise<FolderIdentity>;
  /** The file as the person sees it now: an open document with its unsaved changes, else the bytes on disk. Undefined when there is none. */
  read(path: string): Promise<string | undefined>;
  /**
   * Applies edits (offsets into `before`) to the file, as one undo step where it is open. `before` is what `read` gave;
   * when the file has another text by now nothing is written and the answer is false. `undefined` creates the file.
   */
  edit(path: string, before: string | undefined, edits: readonly TextEdit[], write: FileWrite): Promise<boolean>;
  /** Deletes a file whose text is exactly `before`; false when it is not. */
  remove(path: string, before: string, write: FileWrite): Promise<boolean>;
  /** Size of a file in bytes, as it is on disk; undefined when there is none. */
  size(path: string): Promise<number | undefined>;
  /** The file's bytes as the person sees it: the unsaved changes of an open document, encoded as the file is. Undefined when there is none. */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /** Puts `after` in the place of `before`, in one step and only if those are the file's bytes still; `undefined` is no file. */
  replace(
    path: string,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    write: FileWrite,
  ): Promise<ReplaceResult>;
  /** Removes the temporary files that an interrupted write left next to the file; a change by somebody else that it had put aside is put back. */
  cleanUp(path: string, writeId: string, contents: WriteContents): Promise<void>;
  /**
   * Where the file really is, when symbolic links (its own, or of a folder on its path) lead out of the open folders and
   * the user has not agreed to deliver there; else undefined. The file need not exist.
   */
  leadsOutside(path: string): Promise<string | undefined>;
  /** Paths of the files beside and around `path` that can tell its layout. */
  siblings(path: string): Promise<readonly string[]>;
  /** The files of the same folder, and those of the folders that could hold the same in other languages, at any height of the path. */
  counterparts(path: string): Promise<readonly string[]>;
  /** The format that a file is read and written in, by its path and text; undefined when it is none that is supported. */
  format(path: string, text: string): Promise<UnitFormat | undefined>;
  /** Names of the packages that the project depends on; they tell its placeholder syntax. */
  dependencies(path: string): Promise<readonly string[]>;
}

/** `unsaved`: an editor holds changes of the file that are not on disk, and nothing was written under it. */
export type ReplaceResult = 'done' | 'changed' | 'unsaved';

/** Finds an open project by its id. */
export type FindProject = (id: string) => Project | undefined;

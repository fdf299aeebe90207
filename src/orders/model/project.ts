import type { FileWrite, WriteContents } from '../../base/replaceFile.ts';
import type { TextEdit } from '../../formats/format.ts';
import type { FolderIdentity } from './folderIdentity.ts';
import type { UnitFormat } from './unitFormat.ts';

/**
 * A folder that the user has open, as the domain needs it. Paths are relative to its root with '/' between segments.
 * Implemented by `editor/` with VS Code's documents and files, and by tests with plain files.
 */
export interface Project {
  /** Stable for a folder; a few hexadecimal digits, so that it fits into custom data. */
  readonly id: string;
  readonly name: string;
  /** Reads which folder of which repository it is, without a cache. Never rejects. */
  identity(): Promise<FolderIdentity>;
  /** Returns a file's text, of an open document with its unsaved changes; undefined if it does not exist. */
  read(path: string): Promise<string | undefined>;
  /**
   * Applies edits (offsets into `before`) to the file, as one undo step if it is open. `before` is the result of
   * `read`; if the file's text has changed since then, nothing is written and the result is false. The file is created
   * if `before` is undefined.
   */
  edit(path: string, before: string | undefined, edits: readonly TextEdit[], write: FileWrite): Promise<boolean>;
  /** Deletes a file whose text is exactly `before`; returns false if it is not. */
  remove(path: string, before: string, write: FileWrite): Promise<boolean>;
  /** Returns the size of a file on disk, in bytes; undefined if it does not exist. */
  size(path: string): Promise<number | undefined>;
  /** Returns a file's bytes, of an open document with its unsaved changes; undefined if it does not exist. */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /** Replaces the file's bytes in one step if they still equal `before`. Undefined stands for no file. */
  replace(
    path: string,
    before: Uint8Array | undefined,
    after: Uint8Array | undefined,
    write: FileWrite,
  ): Promise<ReplaceResult>;
  /** Removes the temporary files of an interrupted write, and restores a concurrent change that is in one of them. */
  cleanUp(path: string, writeId: string, contents: WriteContents): Promise<void>;
  /** Rejects with RefusedFileError or OrderError 'read-only' if a file, which need not exist, can't be written. */
  requireWritable(path: string): Promise<void>;
  /**
   * Returns the file's real path if symbolic links (the file itself, or a folder on its path) lead out of the open
   * folders and the user has not agreed to deliver there; otherwise undefined. The file need not exist.
   */
  leadsOutside(path: string): Promise<string | undefined>;
  /** Returns the paths of the files next to and around `path` from which its layout can be detected. */
  siblings(path: string): Promise<readonly string[]>;
  /**
   * Returns the files in the same folder, and in folders that could hold the same files in other languages: for
   * `app/en/web/a.json`, also in `app/de/web`. Any folder of the path may be the one that differs.
   */
  counterparts(path: string): Promise<readonly string[]>;
  /** Returns all locale files, sources and targets; undefined if not all are known. Absent if they can't be listed. */
  localeFiles?(): Promise<readonly string[] | undefined>;
  /** Returns the format of a file by its path and text; undefined if the format is not supported. */
  format(path: string, text: string): Promise<UnitFormat | undefined>;
  /** Returns the names of the packages that the project depends on, from which its placeholder syntax follows. */
  dependencies(path: string): Promise<readonly string[]>;
  /** Returns the encoding that the user has set for files that declare none, as VS Code names it. Absent: UTF-8. */
  usualEncoding?(path: string): string | undefined;
}

/** The result of replacing a file. `unsaved`: an editor has unsaved changes of the file, so nothing was written. */
export type ReplaceResult = 'done' | 'changed' | 'unsaved';

/** Why a file can't be written: its attributes, the permissions or the file system, or the disk. */
export type WriteObstacle = 'read-only' | 'not-writable' | 'disk-failure';

/** A trial to write a file that failed, with the system's message in English. */
export interface FailedTrial {
  readonly obstacle: WriteObstacle;
  readonly message: string;
}

/** Finds an open project by its id. */
export type FindProject = (id: string) => Project | undefined;

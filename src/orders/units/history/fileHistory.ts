/** A content that a file had in the past. */
export interface FileVersion {
  /** The last commit with this content. */
  readonly commit: string;
  /** Identifies the content: equal contents have the same id. */
  readonly blob: string;
  /** The file's path in this commit, which differs from its present path if the file was renamed. */
  readonly path: string;
}

/** The contents that a file had in the past. */
export interface FileVersions {
  /** Newest first, beginning with the commit that is checked out. */
  readonly versions: readonly FileVersion[];
  /** Whether these are all versions. */
  readonly isComplete: boolean;
}

/**
 * The committed versions of a project's files. Paths are relative to the project's root with '/' between segments. Only
 * the first parents of merges are followed: those are the states that the branch had, one after the other. Implemented
 * by `editor/` with Git. All methods reject with the signal's reason, and if the repository can't be read.
 */
export interface FileHistory {
  /** Returns the versions of a file, following renames that are unambiguous. */
  versions(path: string, limit: number, signal: AbortSignal): Promise<FileVersions>;
  /** As `versions`, but returns the ids of the contents at commits; undefined where the file did not exist. */
  blobsAt(path: string, commits: readonly string[], signal: AbortSignal): Promise<readonly (string | undefined)[]>;
  /** Returns contents; undefined for those that are too large. */
  contents(blobs: readonly string[], signal: AbortSignal): Promise<readonly (Uint8Array | undefined)[]>;
  dispose(): void;
}

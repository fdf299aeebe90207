/** A project's folders, read-only. Paths are relative to its root, which is ''. */
export interface ManifestReader {
  /** Returns the names of the files in a folder; none for a missing folder. */
  files(folder: string): Promise<readonly string[]>;
  /** Returns the names of the folders in a folder; none for a missing folder. */
  folders(folder: string): Promise<readonly string[]>;
  /** Returns the text of a file; undefined if it is too large or cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** Returns the plural rules of vue-i18n in a file with code, see `vuePluralRules`; none if it is too large or broken. */
  pluralRules(path: string): Promise<ReadonlyMap<string, string | undefined>>;
}

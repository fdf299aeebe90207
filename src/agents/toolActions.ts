import type * as vscode from 'vscode';

/** The wizard and the page that tools open: the user decides there. */
export interface ToolActions {
  /** Opens the order wizard with these files or folders (with none, all open folders), locales and keys. */
  readonly order: (request: {
    readonly uris: readonly vscode.Uri[];
    readonly locales: readonly string[];
    readonly keys: readonly string[];
  }) => Promise<void>;
  /** Opens the review page with these jobs; with undefined, all translations to review. */
  readonly review: (jobIds: readonly string[] | undefined) => Promise<void>;
}

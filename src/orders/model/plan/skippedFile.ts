/** A file of a project. */
export interface FileRef {
  readonly project: string;
  /** Relative to the project's root. */
  readonly path: string;
}

/** A locale file that an order of several files skips. */
export type SkippedFile =
  | { readonly file: FileRef; readonly reason: 'unreadable'; readonly error: unknown }
  | { readonly file: FileRef; readonly reason: 'not-found' }
  /** An order has one source locale, and that of this file is another one. */
  | { readonly file: FileRef; readonly reason: 'other-source'; readonly locale: string };

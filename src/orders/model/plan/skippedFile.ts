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
  | { readonly file: FileRef; readonly reason: 'other-source'; readonly locale: string }
  /** The file of the source language is missing, so the source of this file's strings, in `locale`, is not known. */
  | {
      readonly file: FileRef;
      readonly reason: 'source-unknown';
      readonly locale: string;
      /** The languages of this file and of the others with its strings. */
      readonly locales: readonly string[];
      readonly stringCount: number;
    }
  /** Another file of the source language comes first, and has other texts for these keys. */
  | {
      readonly file: FileRef;
      readonly reason: 'second-source';
      readonly first: string;
      readonly keys: readonly string[];
    }
  /** The file's name is that of another file with a suffix that is no locale. */
  | { readonly file: FileRef; readonly reason: 'no-locale'; readonly of: string };

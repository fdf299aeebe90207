import { OrderError } from '../orderError.ts';

/** No file of a group is in the source language, so the source of their strings is unknown until the user names it. */
export class UnknownSourceError extends OrderError {
  readonly file: { readonly project: string; readonly path: string };
  /** The languages of the files, BCP 47. */
  readonly locales: readonly string[];

  constructor(file: UnknownSourceError['file'], locales: readonly string[]) {
    super('source-unknown', file.path);
    this.file = file;
    this.locales = locales;
  }
}

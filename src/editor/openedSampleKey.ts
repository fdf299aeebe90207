/** The sample project that is being opened, in the global state: its window shows it, and then removes the entry. */
export const openedSampleKey = 'humanTranslation.openedSample';

/** The value of `openedSampleKey`. */
export interface OpenedSample {
  /** URI of the folder. */
  readonly folder: string;
  /** Path of the locale file to open, in the folder. */
  readonly file: string;
}

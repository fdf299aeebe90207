/** A text of a generated file, independent of the format. */
export interface Entry {
  readonly index: number;
  readonly section: string;
  /** Unique in the file, and an identifier in every format. */
  readonly key: string;
  readonly text: string;
  /** Used in files with both locales; undefined if the text is not translated yet. */
  readonly translation: string | undefined;
  readonly note: string | undefined;
  /** Whether the text has one form for the number one and another for all other numbers, which are two units. */
  readonly plural: boolean;
}

export interface BigFile {
  readonly entries: readonly Entry[];
  readonly locale: string;
}

/** Generates a file of one format. */
export type Generator = (file: BigFile) => string;

/** Groups entries by section, in their order. */
export function sectionsOf(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  return [...Map.groupBy(entries, ({ section }) => section)];
}

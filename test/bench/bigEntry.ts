/** One text of a generated file, before a format writes it down. */
export interface Entry {
  readonly index: number;
  readonly section: string;
  /** Unique in the file, and an identifier in every format. */
  readonly key: string;
  readonly text: string;
  /** In files that hold both; undefined where it is still to be translated. */
  readonly translation: string | undefined;
  readonly note: string | undefined;
  /** Has a form for one and a form for all other numbers: two units. */
  readonly plural: boolean;
}

export interface BigFile {
  readonly entries: readonly Entry[];
  readonly locale: string;
}

/** Writes a file of one format down. */
export type Generator = (file: BigFile) => string;

/** Entries by section, in order. */
export function sectionsOf(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  return [...Map.groupBy(entries, ({ section }) => section)];
}

/** A program that reads plural forms: a source file for it, and what it shows of a written file. */
export interface PluralRuntime {
  readonly path: (locale: string) => string;
  readonly text: (locale: string) => string;
  /** The target's file before the order. */
  readonly present?: (locale: string) => string;
  /** The project's libraries, as `dependencyNames.ts` spells them. */
  readonly dependencies?: readonly string[];
  /** Returns the text that the program shows for a count. Throws if the program would. */
  readonly show: (text: string, locale: string, count: number) => string;
  /** Returns the form that the program looks up for a count if a file has all of them. */
  readonly formOf: (locale: string, count: number) => string;
  /** Other names of forms. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The program only takes whole numbers. */
  readonly countsAreIntegers?: true;
  /** The numbers that translators are told are the counts less this. */
  readonly offset?: number;
  /** The counts for which it is known what the program does, if not all. */
  readonly counts?: readonly number[];
}

export const allForms: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Counts in which all rules show. */
export const counts: readonly number[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 19, 20, 21, 22, 25, 31, 100, 101, 102, 103, 111, 1000, 1_000_000],
  ...[0.5, 1.5, 2.5],
];

/** The first letters by which recorded data names the forms (`1` is one, `2` is two). */
const letters: Readonly<Record<string, string>> = { z: 'zero', 1: 'one', 2: 'two', f: 'few', m: 'many', o: 'other' };

/** Returns the form for a count in a line with one letter for each of these counts. */
export function recordedForm(line: string, count: number, all: readonly number[] = counts): string {
  const form = letters[line[all.indexOf(count)] ?? ''];
  if (form === undefined) throw new Error(`nothing is recorded for ${count}`);
  return form;
}

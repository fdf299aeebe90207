import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import { familyNames } from '../../../src/placeholders/project/placeholderSettings.ts';
import { syntaxesOfUnits } from '../../../src/placeholders/project/syntaxes.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/placeholders');

/** A string of the corpus, labeled by its format's specification and not by the results of the detector. */
export interface LabeledText {
  readonly text: string;
  /** The id in `formats.ts` of the format in which the text occurs. */
  readonly format: string;
  /** The flags of its entry in a PO file. */
  readonly flags?: readonly string[];
  /** The file in its project, and the project's libraries; given if the string is from a real project. */
  readonly path?: string;
  readonly dependencies?: readonly string[];
  /** In `plurals.json`: how the file or library spells plurals, and which of its forms this is. */
  readonly family?: string;
  readonly member?: string;
  /** The families to search for. */
  readonly syntaxes: readonly PlaceholderSyntax[];
  /** Every placeholder, tag, entity and address, in order of appearance. */
  readonly runs: readonly string[];
  /** UTF-16 offsets of `runs`; given if a run also occurs earlier in the text as ordinary words. */
  readonly at?: readonly number[];
  /** The section of the specification, or the reason why the text could mislead the detector. */
  readonly why: string;
  /** Why the detector cannot find the runs. The test then counts and lists the text, but does not fail. */
  readonly known?: string;
  /** Which damage of a translation is not noticed, and why: mutations.slow.test.ts skips such a text. */
  readonly unnoticed?: string;
}

interface Run {
  readonly start: number;
  readonly text: string;
}

interface Miss {
  readonly text: string;
  readonly expected: readonly Run[];
  readonly found: readonly Run[];
  readonly known: string | undefined;
}

/** How many runs there are, how many were found, and how many of these are right. */
export interface Tally {
  expected: number;
  found: number;
  right: number;
}

export interface Score extends Tally {
  strings: number;
  /** By the family that found a run; for a run that was not found, by the family that would find it alone. */
  readonly families: Map<string, Tally>;
  readonly misses: Miss[];
}

export function readCorpus(): ReadonlyMap<string, readonly LabeledText[]> {
  return new Map(
    readdirSync(folder)
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as LabeledText[]]),
  );
}

/** Returns the labels with their offsets. Throws if a run does not occur in the text. */
function expectedRuns({ text, runs, at }: LabeledText): readonly Run[] {
  let from = 0;
  return runs.map((run, index) => {
    const start = at?.[index] ?? text.indexOf(run, from);
    assert.ok(
      start >= from && text.startsWith(run, start),
      `“${run}” does not occur in “${text}” after the runs before it`,
    );
    from = start + run.length;
    return { start, text: run };
  });
}

/** Searches each text for the families that are given with it. */
export function score(cases: readonly LabeledText[]): Score {
  return scoreWith(cases, ({ syntaxes }) => syntaxes);
}

/**
 * Searches the texts of real projects for the families that the product chooses by the file's path and format, its
 * strings, and the project's libraries; `withLibraries` false: as if no manifest were found.
 */
export function scoreOfChoice(cases: readonly LabeledText[], withLibraries: boolean): Score {
  const choices = new Map(
    [...Map.groupBy(cases, ({ path: file, format }) => `${format} ${file ?? ''}`)].map(([key, units]) => {
      const { format: formatId, path: file = '', dependencies = [] } = units[0] ?? { format: '' };
      return [
        key,
        syntaxesOfUnits({ formatId, path: file, dependencies: withLibraries ? dependencies : [], units }),
      ] as const;
    }),
  );
  return scoreWith(cases, (labeled) => choices.get(`${labeled.format} ${labeled.path ?? ''}`)?.(labeled) ?? []);
}

function scoreWith(
  cases: readonly LabeledText[],
  syntaxesOf: (labeled: LabeledText) => readonly PlaceholderSyntax[],
): Score {
  const total: Score = { strings: cases.length, expected: 0, found: 0, right: 0, families: new Map(), misses: [] };
  for (const labeled of cases) {
    const expected = expectedRuns(labeled);
    const placeholders = findPlaceholders(labeled.text, syntaxesOf(labeled));
    const foundAt = new Map(placeholders.map((placeholder) => [placeholder.start, placeholder]));
    let right = 0;
    for (const { start, text } of expected) {
      const same = foundAt.get(start);
      const isRight = same?.text === text;
      if (isRight) right += 1;
      add(total, isRight ? nameOf(same.syntax) : familyAlone(text), { expected: 1, found: 0, right: isRight ? 1 : 0 });
    }
    for (const { syntax } of placeholders) add(total, nameOf(syntax), { expected: 0, found: 1, right: 0 });
    if (right < expected.length || right < placeholders.length)
      total.misses.push({ text: labeled.text, expected, found: placeholders, known: labeled.known });
  }
  return total;
}

function add(score: Score, family: string, { expected, found, right }: Tally): void {
  const tally = score.families.get(family) ?? { expected: 0, found: 0, right: 0 };
  score.families.set(family, tally);
  for (const each of [score, tally]) {
    each.expected += expected;
    each.found += found;
    each.right += right;
  }
}

function nameOf(syntax: PlaceholderSyntax): string {
  if (typeof syntax === 'string') return syntax;
  return 'term' in syntax ? '(a term)' : '(a pattern)';
}

/** Returns the first family that finds a run as a whole. */
function familyAlone(run: string): string {
  return (
    familyNames.find((family) => findPlaceholders(run, [family as PlaceholderSyntax])[0]?.text === run) ?? '(no family)'
  );
}

export function tallyLine(name: string, { expected, found, right }: Tally, strings?: number): string {
  const scores = `precision ${ratio(right, found)}, recall ${ratio(right, expected)}`;
  return `${name}: ${strings === undefined ? '' : `${String(strings)} strings, `}${String(expected)} runs, ${scores}`;
}

/** Returns the table of all families, by name. */
export function familyTable({ families }: Score): string {
  return [...families]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, tally]) => tallyLine(`  ${name}`, tally))
    .join('\n');
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '1 (nothing)' : (part / whole).toFixed(4);
}

export function missLine({ text, expected, found, known }: Miss): string {
  const texts = (runs: readonly Run[]): string => JSON.stringify(runs.map((run) => run.text));
  const reason = known === undefined ? '' : ` (known: ${known})`;
  return `  ${JSON.stringify(text)} expected ${texts(expected)} found ${texts(found)}${reason}`;
}

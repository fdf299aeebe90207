import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatById } from '../../../src/formats/formats.ts';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/placeholders');

/** A string of the corpus, labeled by its format's specification and not by the results of the detector. */
interface LabeledText {
  readonly text: string;
  /** The id in `formats.ts` of the format in which the text occurs. */
  readonly format: string;
  /** The flags of its entry in a PO file. */
  readonly flags?: readonly string[];
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

interface Score {
  strings: number;
  expected: number;
  found: number;
  right: number;
  readonly misses: Miss[];
}

interface Miss {
  readonly text: string;
  readonly expected: readonly Run[];
  readonly found: readonly Run[];
  readonly known: string | undefined;
}

const corpus: ReadonlyMap<string, readonly LabeledText[]> = new Map(
  readdirSync(folder)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as LabeledText[]]),
);

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

function score(cases: readonly LabeledText[]): Score {
  const total: Score = { strings: cases.length, expected: 0, found: 0, right: 0, misses: [] };
  for (const labeled of cases) {
    const expected = expectedRuns(labeled);
    const found = findPlaceholders(labeled.text, labeled.syntaxes).map(({ start, text }) => ({ start, text }));
    const right = found.filter(({ start, text }) =>
      expected.some((run) => run.start === start && run.text === text),
    ).length;
    total.expected += expected.length;
    total.found += found.length;
    total.right += right;
    if (right < expected.length || right < found.length)
      total.misses.push({ text: labeled.text, expected, found, known: labeled.known });
  }
  return total;
}

function line(name: string, { strings, expected, found, right }: Score): string {
  const scores = `precision ${ratio(right, found)}, recall ${ratio(right, expected)}`;
  return `${name}: ${String(strings)} strings, ${String(expected)} runs, ${scores}`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '1 (nothing)' : (part / whole).toFixed(4);
}

function missLine({ text, expected, found, known }: Miss): string {
  const texts = (runs: readonly Run[]): string => JSON.stringify(runs.map((run) => run.text));
  const reason = known === undefined ? '' : ` (known: ${known})`;
  return `  ${JSON.stringify(text)} expected ${texts(expected)} found ${texts(found)}${reason}`;
}

describe('findPlaceholders on the labeled corpus', () => {
  const all = [...corpus.values()].flat();
  const scores = new Map([...corpus].map(([name, cases]) => [name, score(cases)]));

  after(() => {
    for (const [name, result] of scores) console.log([line(name, result), ...result.misses.map(missLine)].join('\n'));
    console.log(line('total', score(all)));
  });

  it('is tested with at least 300 strings, 100 of them without placeholders, each with a reason', async () => {
    assert.ok(all.length >= 300, `${String(all.length)} strings`);
    assert.ok(all.filter(({ runs }) => runs.length === 0).length >= 100);
    for (const id of new Set(all.map(({ format }) => format))) assert.ok(await formatById(id), `“${id}” is no format`);
    for (const { text, syntaxes, why } of all) assert.ok(why !== '' && syntaxes.length > 0, text);
  });

  it('is tested with every family', () => {
    const families: readonly PlaceholderSyntax[] = [
      'icu',
      'printf',
      'python-percent',
      'ruby',
      'mustache',
      'i18next-nesting',
      'brace',
      'dollar-brace',
      'dotnet',
      'laravel',
      'chrome',
      'vue-link',
      'qt',
      'fluent',
      'vscode',
      'java-date',
      'percent-pair',
      'tag',
      'entity',
      'url',
      'template',
      'code-span',
    ];
    for (const family of families)
      assert.ok(
        all.some(({ syntaxes, runs }) => syntaxes.includes(family) && runs.length > 0),
        family as string,
      );
    for (const own of ['pattern', 'term'])
      assert.ok(
        all.some(
          ({ syntaxes, runs }) =>
            runs.length > 0 && syntaxes.some((syntax) => typeof syntax === 'object' && own in syntax),
        ),
        own,
      );
  });

  it('is tested with every way to write plurals', () => {
    const spelled = new Set(corpus.get('plurals.json')?.map(({ family }) => family));
    for (const family of [
      'i18next',
      'rails',
      'android',
      'gettext',
      'stringsdict',
      'xcstrings',
      'qt',
      'fluent',
      'laravel',
      'vue',
      'icu',
    ])
      assert.ok(spelled.has(family), family);
  });

  for (const [name, result] of scores) {
    it(`${name}: finds every run, and no other`, () => {
      assert.deepEqual(result.misses.filter(({ known }) => known === undefined).map(missLine), []);
    });
  }
});

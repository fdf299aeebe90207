import assert from 'node:assert/strict';
import { formatById } from '../../../src/formats/formats.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';
import { familyTable, missLine, readCorpus, score, scoreOfChoice, tallyLine, type Score } from './corpus.ts';

const corpus = readCorpus();
/** The file whose strings were labeled after the detector was last changed for the others. */
const labeledAfterwards = 'holdout-after.json';

function line(name: string, result: Score): string {
  return tallyLine(name, result, result.strings);
}

describe('findPlaceholders on the labeled corpus', () => {
  const all = [...corpus.values()].flat();
  const scores = new Map([...corpus].map(([name, cases]) => [name, score(cases)]));
  const real = [...corpus].flatMap(([name, cases]) =>
    name === labeledAfterwards ? [] : cases.filter((labeled) => labeled.path !== undefined),
  );
  const afterwards = corpus.get(labeledAfterwards) ?? [];

  after(() => {
    for (const [name, result] of scores) console.log([line(name, result), ...result.misses.map(missLine)].join('\n'));
    const total = score(all);
    console.log(`${line('total', total)}\n${familyTable(total)}`);
    for (const [name, cases] of [
      ['real projects', real],
      ['holdout labeled afterwards', afterwards],
    ] as const) {
      console.log(line(`families as chosen, ${name}`, scoreOfChoice(cases, true)));
      console.log(line(`families as chosen without manifests, ${name}`, scoreOfChoice(cases, false)));
    }
  });

  it('finds nearly all runs, and hardly anything else', () => {
    const { expected, found, right } = score(all.filter((labeled) => !afterwards.includes(labeled)));
    assert.ok(right / found >= 0.998, `precision ${right / found}`);
    assert.ok(right / expected >= 0.985, `recall ${right / expected}`);
  });

  it('finds nearly as much with the families that are chosen for a file', () => {
    const { expected, found, right } = scoreOfChoice(real, true);
    assert.ok(right / found >= 0.99, `precision ${right / found}`);
    assert.ok(right / expected >= 0.98, `recall ${right / expected}`);
  });

  for (const name of ['holdout-stacks.json', 'holdout-stacks-later.json']) {
    it(`${name}: chooses the families that find at least 99.5 % precisely and 99 % of all`, () => {
      const { expected, found, right } = scoreOfChoice(corpus.get(name) ?? [], true);
      assert.ok(expected > 0 && right / found >= 0.995, `precision ${right / found}`);
      assert.ok(right / expected >= 0.99, `recall ${right / expected}`);
    });
  }

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
      'reference',
      'line-break',
      'restructuredtext',
      'wikitext',
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

import assert from 'node:assert/strict';
import { printParts, readParts, readPlural } from '../../../../src/placeholders/pipes/pipeParts.ts';
import { joinPipes, pipesOfIds, splitPipes, type SplitPipes } from '../../../../src/placeholders/pipes/splitPipes.ts';
import { vueFamily } from '../../../../src/placeholders/pipes/vueRules.ts';
import type { PipeFamily } from '../../../../src/placeholders/read/placeholder.ts';

function split(text: string, family: PipeFamily, target: string, count?: number): SplitPipes {
  const found = splitPipes(text, family, { source: 'en', target }, count);
  assert.ok(found !== undefined, text);
  return found;
}

/** Returns the name, the source's text and the first examples of each form. */
function formsOf({ branches }: SplitPipes): readonly (readonly [string, string, string])[] {
  return branches.map(({ name, text, numbers }) => [name, text, numbers.join(' ')]);
}

/** Joins the names of the forms as if they were translations. */
function joined(found: SplitPipes): string | undefined {
  return joinPipes(found, new Map(found.branches.map(({ id, numbers }) => [id, `n${numbers.join('-')}`])));
}

describe('splitPipes and joinPipes', () => {
  it('gives a Laravel plural the forms of the target, each from the source’s form for its numbers', () => {
    const russian = split('There is one apple|There are :count apples', 'laravel-plural', 'ru');
    assert.deepEqual(formsOf(russian), [
      ['1/3', 'There is one apple', '1 21 31 41'],
      ['2/3', 'There are :count apples', '2 3 4 22'],
      ['3/3', 'There are :count apples', '0 5 6 7'],
    ]);
    assert.equal(joined(russian), 'n1-21-31-41|n2-3-4-22|n0-5-6-7');
    assert.deepEqual(formsOf(split('One apple | :count apples', 'laravel-plural', 'fr'))[0], [
      '1/2',
      'One apple',
      '0 1',
    ]);
  });

  it('orders the plural for a language with a single form', () => {
    const japanese = split('One apple|:count apples', 'laravel-plural', 'ja');
    assert.deepEqual(formsOf(japanese), [['1/1', ':count apples', '0 1 2 3']]);
    assert.equal(joinPipes(japanese, new Map([['laravel-plural:1/1', 'りんご']])), 'りんご');
    assert.deepEqual(formsOf(split('{n} car | {n} cars', 'vue-plural', 'ja')), [['1/1', '{n} cars', '0 1 2 3']]);
  });

  it('orders six Arabic forms', () => {
    const names = split('One apple|:count apples', 'laravel-plural', 'ar').branches.map(({ numbers }) => numbers[0]);
    assert.deepEqual(names, [0, 1, 2, 3, 11, 100]);
  });

  it('keeps forms with conditions', () => {
    for (const [text, family, forms] of [
      ['{0} None|[1,19] Some|[20,*] Many', 'laravel-plural', ['{0} n0|[1,19] n1-2-3-4|[20,*] n20-21-22-23']],
      ['{}Due|[1]Due today|[2,*]Due in :days', 'laravel-plural', ['{}n|[1]n1|[2,*]n0-2-3-4']],
      ['{0} None | {1} One | ]1,Inf[ Many', 'symfony-plural', ['{0} n0 | {1} n1 | ]1,Inf[ n2-3-4-5']],
      ['{0, 5}None|[ 1 , 4 [Some', 'symfony-plural', ['{0, 5}n0-5|[ 1 , 4 [n1-2-3']],
    ] as const)
      assert.deepEqual([joined(split(text, family, 'pl'))], forms);
  });

  it('keeps Symfony’s conditions next to the target’s forms without one, and drops the source’s names', () => {
    const polish = split('{0} None|one: One apple|other: %count% apples', 'symfony-plural', 'pl');
    assert.deepEqual(formsOf(polish), [
      ['{0}', 'None', '0'],
      ['1/3', 'One apple', '1'],
      ['2/3', '%count% apples', '2 3 4 22'],
      ['3/3', '%count% apples', '5 6 7 8'],
    ]);
    assert.equal(joined(polish), '{0} n0|n1|n2-3-4-22|n5-6-7-8');
  });

  it('does not order forms that no number selects because of the conditions', () => {
    const russian = split('{0} None|one: One|]1,Inf[ %count% cars', 'symfony-plural', 'ru');
    assert.deepEqual(
      russian.branches.map(({ name, isWordless }) => [name, isWordless]),
      [
        ['{0}', false],
        ['1/3', false],
        ['2/3', true],
        ['3/3', true],
        [']1,Inf[', false],
      ],
    );
    const texts = russian.branches.flatMap(({ id, name, isWordless }) =>
      isWordless ? [] : [[id, `n${name}`] as const],
    );
    assert.equal(joinPipes(russian, new Map(texts)), '{0} n{0}|n1/3|n]1,Inf[|n]1,Inf[|]1,Inf[ n]1,Inf[');
  });

  it('keeps the positions of Laravel’s forms if some have conditions, because it counts them all', () => {
    assert.equal(joined(split('{0} None|One|:count', 'laravel-plural', 'ru'))?.split('|').length, 3);
  });

  it('follows vue-i18n’s default rule, or the number of forms that the target’s file has', () => {
    const text = 'no apples | one apple | {count} apples';
    assert.equal(joined(split(text, 'vue-plural', 'ru')), 'n0 | n1 | n2-3-4-5');
    assert.equal(joined(split('{n} car | {n} cars', 'vue-plural', 'ru')), 'n1 | n0-2-3-4');
    assert.equal(joined(split('{n} car | {n} cars', 'vue-plural', 'ru', 4)), 'n0 | n1-21-31-41 | n2-3-4-22 | n5-6-7-8');
    assert.equal(joined(split(text, 'vue-plural', 'ru', 4)), 'n0 | n1-21-31-41 | n2-3-4-22 | n5-6-7-8');
  });

  it('follows the rule that the project gives vue-i18n', () => {
    const rules = {
      ru: 'n 10 % 1 == n 100 % 11 != && 0 n 10 % 2 >= n 10 % 4 <= && n 100 % 10 / floor 1 != && 1 2 ? ?',
    };
    const family = vueFamily(new Map(Object.entries(rules)));
    assert.equal(joined(split('{n} car | {n} cars', family, 'ru')), 'n1-21-31-41 | n2-3-4-22 | n0-5-6-7');
    assert.equal(joined(split('none | {n} car | {n} cars', family, 'ru')), 'n1-21-31-41 | n2-3-4-22 | n0-5-6-7');
    const ids = split('{n} car | {n} cars', family, 'ru').branches.map(({ id }) => id);
    assert.deepEqual(ids, ['vue-plural:1/3', 'vue-plural:2/3', 'vue-plural:3/3']);
    assert.equal(
      joined(split('{n} car | {n} cars', family, 'uk')),
      joined(split('{n} car | {n} cars', 'vue-plural', 'uk')),
    );
  });

  it('joins no text with a bar or a condition', () => {
    const russian = split('One apple|:count apples', 'laravel-plural', 'ru');
    for (const text of ['a|b', '{0} a', '|']) {
      assert.equal(joinPipes(russian, new Map([['laravel-plural:2/3', text]])), undefined, text);
    }
    const vue = split('{n} car | {n} cars', 'vue-plural', 'de');
    assert.equal(joinPipes(vue, new Map([['vue-plural:1/2', "a {'|'} b"]])), "a {'|'} b | {n} cars");
    const symfony = split('One|%count%', 'symfony-plural', 'de');
    assert.equal(joinPipes(symfony, new Map([['symfony-plural:1/2', 'a || b']])), 'a || b|%count%');
  });

  it('does not split texts that only contain bars', () => {
    for (const text of [
      'Architecture|Name',
      'Home | Shop',
      'a | b',
      '| Name | Value |',
      'One|Two|Three|Four',
      'jpg|png',
      ':count apples',
      "a {'|'} b",
    ])
      for (const family of ['laravel-plural', 'symfony-plural', 'vue-plural'] as const)
        assert.equal(readPlural(text, family, 'en'), undefined, `${family}: ${text}`);
    assert.equal(readPlural('One apple|:count apples|more', 'laravel-plural', 'en'), undefined);
  });

  it('recognizes plurals by a condition, the number, or forms of the same word', () => {
    for (const [text, family] of [
      ['{1} A|[2,*] B', 'laravel-plural'],
      ['one|:count', 'laravel-plural'],
      ['Location|Locations', 'laravel-plural'],
      ['person | people', 'vue-plural'],
      ['You have one item|You have several items', 'symfony-plural'],
      ['nothing | {n}', 'vue-plural'],
    ] as const)
      assert.ok(readPlural(text, family, 'en') !== undefined, text);
  });

  it('reads parts that print as the text, in every family', () => {
    const texts = [' {0}  a |[1,2]b| c ', '||', "x {'|'} y | z", 'one: a | {0}', '', '|', '\t]-Inf, 3] x\n|y'];
    for (const family of ['laravel-plural', 'symfony-plural', 'vue-plural'] as const)
      for (const text of texts) assert.equal(printParts(readParts(text, family)), text);
  });
});

describe('pipesOfIds', () => {
  it('returns the number of forms in which a plural was ordered', () => {
    assert.deepEqual(pipesOfIds(['vue-plural:2/4', 'vue-plural:1/4', 'vue-plural:1/2']), [
      { family: 'vue-plural', count: 4 },
      { family: 'vue-plural', count: 2 },
    ]);
    assert.deepEqual(pipesOfIds(['symfony-plural:{0}']), [{ family: 'symfony-plural', count: undefined }]);
    assert.deepEqual(pipesOfIds(['symfony-plural:{0}', 'symfony-plural:1/3']), [
      { family: 'symfony-plural', count: 3 },
    ]);
    assert.deepEqual(pipesOfIds(['count:few']), []);
  });
});

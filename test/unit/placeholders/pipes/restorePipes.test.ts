import assert from 'node:assert/strict';
import { protect } from '../../../../src/placeholders/protect.ts';
import type { PlaceholderSyntax } from '../../../../src/placeholders/read/placeholder.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

const laravel: readonly PlaceholderSyntax[] = ['tag', 'laravel', 'laravel-plural'];
const symfony: readonly PlaceholderSyntax[] = ['percent-pair', 'symfony-plural'];
const vue: readonly PlaceholderSyntax[] = ['vue-link', 'brace', 'vue-plural'];

interface Checked {
  readonly source: string;
  readonly translation: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
  readonly locale: string;
}

function problemsOf({ source, translation, syntaxes, locale }: Checked): readonly string[] {
  const context = { sourceLocale: 'en', targetLocale: locale };
  const { text, problems } = restore(translation, protect(source, syntaxes), context);
  for (const { start, text: part } of problems) {
    if (start !== undefined && part !== '') assert.equal(text.slice(start, start + part.length), part);
  }
  return problems.map(({ kind, severity, text: part }) => `${severity} ${kind} ${part}`);
}

describe('restore of a plural with bars that was ordered whole', () => {
  it('reports a number of forms with which the project’s rule for vue-i18n selects none for some numbers', () => {
    // `n === 1 ? 0 : n < 5 ? 1 : 2`
    const withRule: readonly PlaceholderSyntax[] = ['vue-link', 'brace', 'vue-plural ru=n 1 == 0 n 5 < 1 2 ? ?'];
    const problemsWith = (translation: string, syntaxes = withRule): readonly string[] =>
      problemsOf({ source: '{n} car | {n} cars', translation, syntaxes, locale: 'ru' });
    assert.deepEqual(problemsWith('{n} a | {n} b | {n} c'), []);
    assert.deepEqual(problemsWith('{n} a | {n} b'), ['error missing-placeholder |']);
    assert.deepEqual(problemsWith('{n} a | {n} b', vue), []);
  });

  it('returns a protected text unchanged, without problems', () => {
    for (const [source, syntaxes] of [
      [' One apple|:count apples ', laravel],
      ['{0} None|[1,19] Some|[20,*] :count', laravel],
      ['{0} None | one: One|]1,Inf[ %count%', symfony],
      ["no {'|'} apples | one apple | {count} apples", vue],
      ['Home | Shop', vue],
    ] as const) {
      const protectedText = protect(source, syntaxes);
      const restored = restore(protectedText.text, protectedText, { sourceLocale: 'en', targetLocale: 'en-GB' });
      assert.deepEqual(restored, { text: source, problems: [] });
    }
  });

  it('accepts the forms of the target language, with brackets or without', () => {
    const source = 'One apple|:count apples';
    for (const translation of [
      '[[[:count]]] яблоко|[[[:count]]] яблока|[[[:count]]] яблок',
      ':count яблоко|:count яблока|:count яблок',
      '{1} Одно яблоко|[2,*] :count яблок',
    ])
      assert.deepEqual(problemsOf({ source, translation, syntaxes: laravel, locale: 'ru' }), [], translation);
    assert.deepEqual(problemsOf({ source, translation: 'りんご:count個', syntaxes: laravel, locale: 'ja' }), []);
    assert.deepEqual(
      problemsOf({
        source: 'no apples | one apple | {count} apples',
        translation: 'нет яблок | {count} яблоко | {count} яблока | {count} яблок',
        syntaxes: vue,
        locale: 'ru',
      }),
      [],
    );
  });

  it('reports a lost and an additional bar', () => {
    const source = ':count apple|:count apples';
    assert.deepEqual(
      problemsOf({ source, translation: ':count Apfel, :count Äpfel', syntaxes: laravel, locale: 'de' }),
      ['error missing-placeholder |'],
    );
    assert.deepEqual(
      problemsOf({ source, translation: ':count a|:count b|:count c', syntaxes: laravel, locale: 'de' }),
      ['error stray-syntax |'],
    );
    assert.ok(
      problemsOf({ source: 'Yes or no', translation: 'Ja | Nein', syntaxes: vue, locale: 'de' }).includes(
        'error stray-syntax |',
      ),
    );
  });

  it('reports an additional bar where it is', () => {
    const startOf = (source: string, translation: string, syntaxes: readonly PlaceholderSyntax[]) =>
      restore(translation, protect(source, syntaxes), { sourceLocale: 'en', targetLocale: 'de' }).problems.find(
        ({ kind }) => kind === 'stray-syntax',
      )?.start;
    const translation = 'nur ein Apfel|:count Äpfel|:count Birnen und mehr|:count';
    assert.equal(startOf('One apple|:count apples', translation, laravel), translation.indexOf('|:count Birnen'));
    const labeled = '{0} keine Äpfel|{1} einer|viele';
    assert.equal(startOf('{0} None|{1} One', labeled, laravel), labeled.indexOf('|viele'));
  });

  it('reports forms that the language needs: Symfony throws without them, Laravel shows the first form', () => {
    assert.deepEqual(
      problemsOf({ source: ':count a|:count b', translation: ':count а|:count б', syntaxes: laravel, locale: 'ru' }),
      ['warning plural-missing 3/3'],
    );
    assert.deepEqual(
      problemsOf({
        source: '%count% a|%count% b',
        translation: '%count% а|%count% б',
        syntaxes: symfony,
        locale: 'ru',
      }),
      ['error plural-missing 3/3'],
    );
  });

  it('reports a lost placeholder in one form, at its location', () => {
    const source = '<b>:count</b> file|<b>:count</b> files of :name';
    const found = problemsOf({
      source,
      translation: '<b>:count</b> Datei|<b>:count</b> Dateien von Name',
      syntaxes: laravel,
      locale: 'de',
    });
    assert.deepEqual(found, ['error missing-placeholder :name']);
    const { problems } = restore('<b>:count</b> Datei|<b>:count</b> Dateien von Name', protect(source, laravel), {
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    assert.equal(source.slice(problems[0]?.sourceStart).startsWith(':name'), true);
  });

  it('reports changed conditions', () => {
    const source = '{0} None|[1,*] Some';
    assert.deepEqual(problemsOf({ source, translation: '{0} Keine|[1,9] Einige', syntaxes: laravel, locale: 'de' }), [
      'error missing-placeholder [1,*]',
      'error extra-placeholder [1,9]',
    ]);
    assert.deepEqual(
      problemsOf({ source, translation: '{0}Keine|[1, *] Einige', syntaxes: laravel, locale: 'de' }),
      [],
    );
  });

  it('accepts other conditions that the same numbers meet, and no gap between them', () => {
    const source = '{0} None|{1} One|]1,Inf[ %count% entries';
    const check = (translation: string): readonly string[] =>
      problemsOf({ source, translation, syntaxes: symfony, locale: 'cs' });
    assert.deepEqual(check('{0} Nic|{1} Jedna|]1,4] %count% položky|[5,Inf] %count% položek'), []);
    assert.deepEqual(check('{0} Nic|{1} Jedna|]1,4[ %count% položky|]4,Inf[ %count% položek'), [
      'error missing-placeholder ]1,Inf[',
      'error extra-placeholder ]1,4[',
      'error extra-placeholder ]4,Inf[',
    ]);
  });

  /** With PHP 8.2, `TranslatorTrait::trans` and `MessageSelector::choose` show none of these texts as it is meant. */
  it('restores the whitespace of conditions that the library would not read', () => {
    const written = (source: string, translation: string, syntaxes: readonly PlaceholderSyntax[]): string => {
      const { text, problems } = restore(translation, protect(source, syntaxes), { targetLocale: 'fr' });
      assert.deepEqual(problems, [], translation);
      return text;
    };
    const ofSymfony = '{0} No result|{1} One result|]1,Inf] %count% results';
    for (const translation of [
      '{\u00a00} Rien|{1} Un seul|]1,Inf] %count% résultats',
      '{0} Rien|\u00a0{1} Un seul|]1,Inf] %count% résultats',
      '{0} Rien|{1} Un seul|]1,\u202fInf] %count% résultats',
    ])
      assert.equal(
        written(ofSymfony, translation, symfony),
        '{0} Rien|{1} Un seul|]1,Inf] %count% résultats',
        translation,
      );
    const ofLaravel = '{0} None|{1} One|[2,*] :count items';
    for (const translation of [
      '{0} Aucun | {1} Un | [2, *] :count articles',
      '{0} Aucun |{1} Un |[2, *] :count articles',
    ])
      assert.equal(written(ofLaravel, translation, laravel), '{0} Aucun |{1} Un |[2,*] :count articles');
    assert.equal(
      written('One apple|:count apples', '{1} Une pomme | [2, *] :count pommes', laravel),
      '{1} Une pomme |[2,*] :count pommes',
    );
    const spaced = '{0} None | {1} One | ]1,Inf[ %count%';
    assert.equal(written(spaced, '{0} Rien|{1} Un | ]1,Inf[ %count%', symfony), '{0} Rien| {1} Un | ]1,Inf[ %count%');
  });

  it('reports conditions that are shown as text, and what is left of damaged ones', () => {
    const source = '{0} No result|{1} One result|]1,Inf] %count% results';
    const check = (translation: string): readonly string[] =>
      problemsOf({ source, translation, syntaxes: symfony, locale: 'de' });
    assert.deepEqual(check('{0} Nichts|{1} Eins|]1,Inf] %count% Treffer'), []);
    assert.deepEqual(check('{0} Nichts|{1} Eins|[1,Inf]] %count% Treffer'), ['error stray-syntax ]']);
    assert.deepEqual(check('{0} Nichts|{1}} Eins|]1,Inf] %count% Treffer'), ['error stray-syntax }']);
    assert.deepEqual(check('{0} Nichts|{1} Eins|]1,Inf] %count% Treffer ]1,Inf]'), ['error extra-placeholder ]1,Inf]']);
    assert.deepEqual(check('{0} Nichts|{1} {1} Eins|]1,Inf] %count% Treffer'), ['error extra-placeholder {1}']);
    assert.deepEqual(
      problemsOf({
        source: '{0} None|[1,19] Some|[20,*] :count',
        translation: '{0} Keine|[1,19] Einige [1,19]|[20,*]] :count',
        syntaxes: laravel,
        locale: 'de',
      }),
      ['error extra-placeholder [1,19]', 'error stray-syntax ]'],
    );
    // The source shows the same.
    assert.deepEqual(
      problemsOf({
        source: '{1} One of [1,5]|[2,*] :count of [1,5]',
        translation: '{1} Eins aus [1,5]|[2,*] :count aus [1,5]',
        syntaxes: laravel,
        locale: 'de',
      }),
      [],
    );
  });

  it('reports conditions with which a number shows another form, though each number has one', () => {
    for (const [source, translation, syntaxes, problems] of [
      [
        '{0} None|{1} One|]1,Inf] %count%',
        '{0} Keine|{1,2} Eins|]1,Inf] %count%',
        symfony,
        ['error missing-placeholder {1}', 'error extra-placeholder {1,2}'],
      ],
      [
        '{0} None|{1} One|]1,Inf] %count%',
        '{0} Keine|[1,5] Eins|]1,Inf] %count%',
        symfony,
        ['error missing-placeholder {1}', 'error extra-placeholder [1,5]'],
      ],
      [
        '[0,199] Few|[200,*] Many',
        '[0,299] Wenige|[200,*] Viele',
        laravel,
        ['error missing-placeholder [0,199]', 'error extra-placeholder [0,299]'],
      ],
      ['{1} One|[1,*] :count', '[1,*] :count|{1} Eins', laravel, ['error order-changed [1,*]']],
    ] as const)
      assert.deepEqual(problemsOf({ source, translation, syntaxes, locale: 'de' }), problems, translation);
    // Another order that selects the same, and fewer forms.
    const source = '{0} None|{1} One|[2,*] :count';
    for (const translation of ['{1} Eins|{0} Keine|[2,*] :count', '{0} Keine|[1,*] :count'])
      assert.deepEqual(problemsOf({ source, translation, syntaxes: laravel, locale: 'de' }), [], translation);
  });
});

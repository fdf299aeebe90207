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
});

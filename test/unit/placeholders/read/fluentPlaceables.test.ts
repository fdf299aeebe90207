import assert from 'node:assert/strict';
import { fluentPlaceables } from '../../../../src/placeholders/read/fluentPlaceables.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

const choice = 'You own { $n ->\n    [one] one shop\n   *[other] { $n } shops\n} here';

function texts(text: string): string[] {
  return fluentPlaceables(text).map(({ start, end }) => text.slice(start, end));
}

describe('fluentPlaceables', () => {
  it('finds nested placeables, and those around an unclosed one', () => {
    assert.deepEqual(texts('{ $a -> *[x] { $b ->\n[y] {$c}\n*[z] 1\n} 2\n}'), [
      '{ $a -> *[x]',
      '{ $b ->\n[y]',
      '{$c}',
      '\n*[z]',
      '\n}',
      '\n}',
    ]);
    assert.deepEqual(texts('{ $a { $b } {"c'), ['{ $b }']);
    assert.deepEqual(texts('{ $a ->\n[x] { $b }\n*[y] { $c }'), ['{ $b }', '{ $c }']);
    assert.deepEqual(texts('} { $a } }'), ['{ $a }']);
  });

  it('treats brackets and stars that begin no variant as text', () => {
    assert.deepEqual(texts('{ $a ->\n[x] see [1] and *[2]\n*[y] no\n}'), ['{ $a ->\n[x]', '\n*[y]', '\n}']);
  });

  it('finds placeables next to surrogate pairs and unpaired surrogates', () => {
    assert.deepEqual(texts('{ $a -> [x] 🎉 { $b } *[y] 🎉🎉\n*[z] \ud83c { $c }🎉\n}'), [
      '{ $a -> [x]',
      '{ $b }',
      '\n*[z]',
      '{ $c }',
      '\n}',
    ]);
    assert.deepEqual(texts('{ 🎉 } 🎉 { "🎉'), ['{ 🎉 }']);
  });

  it('reads a text in one pass, however many placeables are unclosed', () => {
    for (const piece of ['{', '{ "', '\\"', '{ $x ->\n [a]', '\n ', '-> ', '{ $x ->\n [a] "']) {
      const start = performance.now();
      assert.deepEqual(texts(`${piece.repeat(20_000)}\n{ $last }`).at(-1), '{ $last }', piece);
      assert.ok(performance.now() - start < 2000, piece);
    }
  });
});

describe('protect and restore of Fluent', () => {
  it('leave the words of variants unprotected, and restore the line breaks between them', () => {
    const sent = protect(choice, ['fluent']);
    assert.equal(sent.text, 'You own [[[{ $n ->\n    [one]]]] one shop[[[\n   *[other] { $n }]]] shops[[[\n}]]] here');
    const { text, problems } = restore(
      'Du hast [[[{ $n -> [one]]]] einen Laden[[[ *[other] { $n }]]] Läden[[[ }]]] hier',
      sent,
    );
    assert.equal(text, 'Du hast { $n ->\n    [one] einen Laden\n   *[other] { $n } Läden\n} hier');
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  it('report the placeables of a missing variant', () => {
    const { problems } = restore(
      'Du hast [[[{ $n ->\n    [one]]]] einen Laden[[[\n}]]] hier',
      protect(choice, ['fluent']),
    );
    assert.deepEqual(
      problems.filter(({ kind }) => kind === 'missing-placeholder').map(({ text }) => text),
      ['\n   *[other]', '{ $n }'],
    );
  });
});

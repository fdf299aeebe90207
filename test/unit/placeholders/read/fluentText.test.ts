import assert from 'node:assert/strict';
import { fluentPlaceables } from '../../../../src/placeholders/read/fluentText.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';

const choice = 'You own { $n ->\n    [one] one shop\n   *[other] { $n } shops\n} here';

function texts(text: string): string[] {
  return fluentPlaceables(text).map(({ start, end }) => text.slice(start, end));
}

describe('placeables of Fluent', () => {
  it('are found one within the other, and where one is never closed', () => {
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

  it('leave brackets and stars that begin no variant to the text', () => {
    assert.deepEqual(texts('{ $a ->\n[x] see [1] and *[2]\n*[y] no\n}'), ['{ $a ->\n[x]', '\n*[y]', '\n}']);
  });

  it('are found between characters of two code units, and halves of them', () => {
    assert.deepEqual(texts('{ $a -> [x] 🎉 { $b } *[y] 🎉🎉\n*[z] \ud83c { $c }🎉\n}'), [
      '{ $a -> [x]',
      '{ $b }',
      '\n*[z]',
      '{ $c }',
      '\n}',
    ]);
    assert.deepEqual(texts('{ 🎉 } 🎉 { "🎉'), ['{ 🎉 }']);
  });

  it('are read in one pass, however many are open', () => {
    for (const piece of ['{', '{ "', '\\"', '{ $x ->\n [a]', '\n ', '-> ', '{ $x ->\n [a] "']) {
      const start = performance.now();
      assert.deepEqual(texts(`${piece.repeat(20_000)}\n{ $last }`).at(-1), '{ $last }', piece);
      assert.ok(performance.now() - start < 2000, piece);
    }
  });

  it('leave the words of variants open, and keep the line breaks between them', () => {
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

  it('are missed where a variant is translated away', () => {
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

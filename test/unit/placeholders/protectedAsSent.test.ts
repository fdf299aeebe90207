import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { protectedAsSent, withoutBrackets } from '../../../src/placeholders/protectedAsSent.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

describe('protectedAsSent', () => {
  const families: readonly PlaceholderSyntax[] = ['mustache', 'printf', 'tag'];

  const cases: readonly (readonly [what: string, source: string, sent: string, returned: string, written: string])[] = [
    ['as it is protected now', 'Hi, {{name}}', 'Hi, [[[{{name}}]]]', 'やあ、[[[{{name}}]]]', 'やあ、{{name}}'],
    ['without a placeholder that is found now', 'Hi, {{name}}', 'Hi, {{name}}', 'やあ、{{name}}', 'やあ、{{name}}'],
    ['with one that is no longer found', 'Hi, :name!', 'Hi, [[[:name]]]!', 'やあ、[[[:name]]]！', 'やあ、:name！'],
    [
      'with a larger range in brackets',
      '<b>{{a}}</b> and {{b}}',
      '[[[<b>{{a}}</b> and]]] [[[{{b}}]]]',
      '[[[{{b}}]]]、[[[<b>{{a}}</b> and]]]',
      '{{b}}、<b>{{a}}</b> and',
    ],
    ['with the whole text in brackets', '{{a}} of %d', '[[[{{a}} of %d]]]', '[[[{{a}} of %d]]]', '{{a}} of %d'],
    ['with one after line feeds', 'A\nB\n:c D', 'A\nB\n[[[:c]]] D', 'X\n[[[:c]]]', 'X\n:c'],
    ['with other line ends and spaces', ' A\r\n:b \r\n', 'A\n[[[:b]]]', 'Un\n[[[:b]]]', ' Un\r\n:b \r\n'],
  ];
  for (const [what, source, sent, returned, written] of cases) {
    it(`restores the translation of a text that was sent ${what}`, () => {
      const protectedText = protectedAsSent(protect(source, families), sent);
      assert.ok(protectedText);
      assert.equal(protectedText.source, source);
      assert.deepEqual(
        protectedText.placeholders.map(({ start, end }) => source.slice(start, end)),
        protectedText.placeholders.map(({ text }) => text),
      );
      const { text, problems } = restore(returned, protectedText);
      assert.equal(text, written);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }

  it('reports a placeholder that is found now and was not sent in brackets', () => {
    const protectedText = protectedAsSent(protect('Hi, {{name}}', families), 'Hi, {{name}}');
    assert.ok(protectedText);
    const { problems } = restore('やあ、{{名前}}', protectedText);
    assert.ok(problems.some(({ severity }) => severity === 'error'));
  });

  it('reports words that were sent in brackets and came back changed in them', () => {
    const protectedText = protectedAsSent(protect('Hi, :name!', families), 'Hi, [[[:name]]]!');
    assert.ok(protectedText);
    const { problems } = restore('やあ、[[[:nome]]]！', protectedText);
    assert.deepEqual(
      problems.map(({ kind, text }) => [kind, text]),
      [['changed-placeholder', ':nome']],
    );
  });

  it('returns undefined for another text', () => {
    assert.equal(protectedAsSent(protect('Hi, {{name}}', families), 'Hi, [[[{{user}}]]]'), undefined);
    assert.equal(protectedAsSent(protect('Hi', families), 'Hi!'), undefined);
  });
});

describe('withoutBrackets', () => {
  it('removes triple brackets and keeps the source’s own', () => {
    assert.equal(withoutBrackets('a [b] [[[[{0}]]]] [[c]]'), 'a [b] [{0}] [[c]]');
  });
});

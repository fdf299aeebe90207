import assert from 'node:assert/strict';
import fc from 'fast-check';
import { present } from '../../../../src/base/present.ts';
import { languages } from '../../../../src/sandbox/world/languages.ts';
import { textRuns } from '../../../../src/sandbox/world/textRuns.ts';
import { replyTo, translate } from '../../../../src/sandbox/world/translator.ts';

const language = fc.constantFrom(...languages.map(({ lc }) => lc));
/** Texts with many brackets, tags and references, valid and broken. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('[[[', ']]]', '[[[{name}]]]', '<b>', '</b>', '<br/>', '<', '>', '&amp;', '&#x41;', ' ', 'word'),
    ),
  )
  .map((parts) => parts.join(''));

const kept = (value: string): readonly string[] =>
  textRuns(value)
    .filter(({ kind }) => kind !== 'plain')
    .map((run) => run.text);

describe('sandbox/textRuns', () => {
  it('loses no characters', () => {
    fc.assert(
      fc.property(text, (value) => {
        assert.equal(
          textRuns(value)
            .map((run) => run.text)
            .join(''),
          value,
        );
      }),
    );
  });
});

describe('sandbox/translator', () => {
  it('keeps bracketed runs, tags and character references byte for byte and in order', () => {
    fc.assert(
      fc.property(text, language, fc.integer({ min: 1, max: 5 }), (value, lcTgt, round) => {
        assert.deepEqual(kept(translate({ text: value, lcTgt, round })), kept(value));
      }),
    );
  });

  it('marks translations as simulated', () => {
    assert.equal(translate({ text: 'Hello.', lcTgt: 'fr', round: 1 }), '⟦sim⟧ Ĥéĺĺó.');
    assert.equal(translate({ text: 'Hello.', lcTgt: 'ja', round: 1 }), '【模擬】ヒエルルオ.');
  });

  it('writes in the script of the target language', () => {
    const scripts = {
      ru: /\p{Script=Cyrillic}/u,
      el: /\p{Script=Greek}/u,
      ar: /\p{Script=Arabic}/u,
      he: /\p{Script=Hebrew}/u,
      th: /\p{Script=Thai}/u,
      ja: /\p{Script=Katakana}/u,
      ko: /\p{Script=Hangul}/u,
      'zh-tw': /\p{Script=Han}/u,
    };
    for (const [lcTgt, script] of Object.entries(scripts)) {
      const translation = translate({ text: 'abcdefghijklmnopqrstuvwxyz', lcTgt, round: 1 }).replace(
        /^[⟦【].*?[⟧】]\s?/u,
        '',
      );
      assert.equal(translation.length, 26, lcTgt);
      for (const character of translation) assert.match(character, script, lcTgt);
    }
  });

  it('inserts the mark inside elements and outside protected text', () => {
    assert.equal(
      translate({ text: '<p>[[[{n, plural, one {]]]item[[[}}]]]</p>', lcTgt: 'de', round: 1 }),
      '<p>[[[{n, plural, one {]]]⟦sim⟧ íťéɱ[[[}}]]]</p>',
    );
  });

  it('writes the number as comments ask for it: for a number, or before the first word', () => {
    const translated = (text: string, ...comments: readonly string[]): string =>
      translate({ text, lcTgt: 'ru', round: 1, comments });
    const note = (part: string): string =>
      `Key: days\nIn Russian, this form is used for the numbers 1, 21, 31, 41 …, so write the number as ${part}.`;
    assert.equal(translated('1 day', note('[[[%{count}]]]')), '[[[%{count}]]] ⟦sim⟧ даы');
    assert.equal(translated('<b>One</b> day', note('[[[#]]]')), '<b>[[[#]]] ⟦sim⟧ Оне</b> даы');
    assert.equal(translated('[[[%s]]]: v1.1', note('[[[[count]]]]')), '[[[%s]]]: [[[[count]]]] ⟦sim⟧ в1.1');
    assert.equal(
      translated('One day', 'No number.', 'The number must be filled in. Please write it as [[[%d]]].'),
      '[[[%d]]] ⟦sim⟧ Оне даы',
    );
    assert.equal(translated('[[[%d]]] days', note('[[[%d]]]'), note('[[[%d]]]')), '[[[%d]]] ⟦sim⟧ даыс');
    assert.equal(translated('One day', 'Don’t write the number as [[[.', 'Write [[[%d]]]'), '⟦sim⟧ Оне даы');
  });

  it('keeps spaces and line breaks', () => {
    assert.match(translate({ text: '  one\n\ttwo ', lcTgt: 'fr', round: 1 }), /^ {2}⟦sim⟧ \S+\n\t\S+ $/u);
  });

  it('gives different text in every round', () => {
    for (const maxChars of [undefined, 5]) {
      const rounds = [1, 2, 3, 4].map((round) => translate(present({ text: 'Hello', lcTgt: 'fr', round, maxChars })));
      assert.equal(new Set(rounds).size, 4);
    }
  });

  it('keeps brackets within brackets, and comments', () => {
    assert.equal(
      translate({ text: 'at [[[[%s]]]] <!-- a > b --> go', lcTgt: 'de', round: 1 }),
      '⟦sim⟧ áť [[[[%s]]]] <!-- a > b --> ğó',
    );
  });

  it('quotes the beginning of a long comment, without splitting characters', () => {
    assert.ok(replyTo(`${'x'.repeat(199)}😀😀`).isWellFormed());
    assert.match(replyTo('Who?'), /“Who\?”/u);
  });

  it('meets a character limit, and keeps protected text whole', () => {
    fc.assert(
      fc.property(text, language, fc.integer({ min: 1, max: 60 }), (value, lcTgt, maxChars) => {
        const translation = translate({ text: value, lcTgt, round: 1, maxChars });
        const least = kept(value).join('').length;
        assert.ok(translation.length <= Math.max(maxChars, least));
        assert.ok(translation.isWellFormed());
      }),
    );
  });
});

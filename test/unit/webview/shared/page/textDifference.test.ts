import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textDifference, type TextPart } from '../../../../../src/webview/shared/page/textDifference.ts';

const sign = { same: '', added: '+', removed: '-' } as const;
const show = (parts: readonly TextPart[]): string =>
  parts.map(({ kind, text }) => (kind === 'same' ? text : `[${sign[kind]}${text}]`)).join('');
const side = (parts: readonly TextPart[], without: TextPart['kind']): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('textDifference', function () {
  this.timeout(20_000);

  const cases: readonly (readonly [older: string, newer: string, locale: string, shown: string])[] = [
    ['', '', 'en', ''],
    ['same', 'same', 'en', 'same'],
    ['', 'new', 'en', '[+new]'],
    ['old', '', 'en', '[-old]'],
    ['Add to cart', 'Put into cart', 'en', '[-Add to][+Put into] cart'],
    ['You have {count} items.', 'You have {total} items.', 'en', 'You have {[-count][+total]} items.'],
    ['one  two', 'one two', 'en', 'one[-  ][+ ]two'],
    ['first\nsecond', 'first\nthird', 'en', 'first\n[-second][+third]'],
    ['カートに3個あります', 'カートに3点あります', 'ja', 'カートに3[-個][+点]あります'],
    ['привет мир', 'привет, мир', 'ru', 'привет[+,] мир'],
    ['a b', 'a c', 'no such locale!', 'a [-b][+c]'],
  ];
  for (const [older, newer, locale, shown] of cases) {
    it(`shows ${JSON.stringify(older)} → ${JSON.stringify(newer)}`, () => {
      assert.equal(show(textDifference(older, newer, locale)), shown);
    });
  }

  it('contains both texts completely, and never has two adjacent parts of one kind', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('a', 'b', ' ', '\n', '{n}', 'あ', '個', '😀'), { maxLength: 30 })
        .map((each) => each.join('')),
    );
    fc.assert(
      fc.property(texts, texts, fc.constantFrom('en', 'ja', 'ar', 'th'), (older, newer, locale) => {
        const parts = textDifference(older, newer, locale);
        assert.equal(side(parts, 'added'), older);
        assert.equal(side(parts, 'removed'), newer);
        parts.forEach((part, index) => {
          assert.notEqual(part.kind, parts[index + 1]?.kind);
        });
      }),
    );
  });

  it('shows long texts without common parts as a whole', () => {
    const older = 'a '.repeat(5000);
    const newer = 'b\t'.repeat(5000);
    assert.deepEqual(textDifference(older, newer, 'en'), [
      { kind: 'removed', text: older },
      { kind: 'added', text: newer },
    ]);
  });
});

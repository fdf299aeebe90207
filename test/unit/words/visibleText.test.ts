import assert from 'node:assert/strict';
import { isolate, visibleText } from '../../../src/words/visibleText.ts';

describe('visibleText', () => {
  it('shows every bidirectional and control character', () => {
    const codes = [
      0x00, 0x07, 0x08, 0x1b, 0x7f, 0x80, 0x9b, 0x9f, 0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e,
      0x2066, 0x2067, 0x2068, 0x2069,
    ];
    for (const code of codes) {
      const name = code.toString(16).toUpperCase().padStart(4, '0');
      assert.equal(visibleText(`a${String.fromCodePoint(code)}b`), `a[U+${name}]b`);
    }
  });

  it('shows characters without width that disguise a text', () => {
    for (const code of [
      0x34f, 0x115f, 0x1160, 0x180e, 0x200b, 0x2060, 0x2061, 0x2064, 0x206a, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xe0041,
      0xe0001, 0x1d173,
    ]) {
      assert.equal(
        visibleText(`a${String.fromCodePoint(code)}b`),
        `a[U+${code.toString(16).toUpperCase().padStart(4, '0')}]b`,
      );
    }
    assert.equal(visibleText('To\u200Ctal'), 'To[U+200C]tal');
    assert.equal(visibleText('a\uFE0F\uFE0F'), 'a\uFE0F[U+FE0F]');
    assert.equal(visibleText('a\uD800b'), 'a[U+D800]b');
  });

  it('folds line breaks, tabs and runs of spaces into one space', () => {
    for (const lineBreak of ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\t', ' \n\n ']) {
      assert.equal(visibleText(`key${lineBreak}Total: 0.00 USD`), 'key Total: 0.00 USD');
    }
    assert.equal(visibleText(`key${'\u3000'.repeat(80)}Total`), 'key Total');
    assert.equal(visibleText('\n\n'), '');
  });

  it('does not change legitimate text', () => {
    const texts = [
      'Bonjour\u00A0!',
      'می\u200Cخواهم',
      'क्\u200Dष',
      'ശ്രീ\u200D',
      'ไทย\u200Bภาษา',
      'שלום, עולם (2)',
      '👩\u200D❤️\u200D👨 👨🏽\u200D🚀 🏳️\u200D🌈 ✍️ 1️⃣',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '葛\u{E0100}城',
      'ᠮᠣᠩ\u180Bᠭᠣᠯ',
      'Auf\u00ADlage',
      'naïve café é',
      '[docs](https://example.com) $(name) & <b>',
    ];
    for (const text of texts) assert.equal(visibleText(text), text);
  });

  it('cuts a long text off between characters', () => {
    assert.equal(visibleText('👍'.repeat(300), 10), `${'👍'.repeat(9)}…`);
    assert.equal(visibleText('a'.repeat(200)), 'a'.repeat(200));
    assert.equal(visibleText('a'.repeat(201)), `${'a'.repeat(199)}…`);
    assert.equal(visibleText(`a${' '.repeat(100_000)}b`, 10), 'a…');
  });
});

describe('isolate', () => {
  it('isolates texts that could move what is next to them, and no others', () => {
    assert.equal(isolate('שלום 5'), '\u2068שלום 5\u2069');
    assert.equal(isolate('سلام'), '\u2068سلام\u2069');
    assert.equal(isolate('日本語, ไทย, 12'), '日本語, ไทย, 12');
  });
});

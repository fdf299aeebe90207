import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { formatById } from '../../../../../src/formats/formats.ts';
import type { LocaleFormat, WriteContext } from '../../../../../src/formats/format.ts';
import { sampleLetters, sampleTranslator } from '../../../../../src/orders/units/files/sampleLetters.ts';
import { fixtureFolder, fixturesOf, subjectsOf } from '../../../../laws/subjects.ts';

const formatIds = readdirSync(path.dirname(fixtureFolder('json')));

describe('sampleLetters', () => {
  it('has the letters of the language, in the script that the locale names', () => {
    const pairs = {
      ja: '日',
      'zh-TW': '體',
      'zh-CN': '简',
      ru: 'ж',
      uk: 'ї',
      'sr-Latn': 'đ',
      sr: 'ђ',
      pl: 'ł',
      de_AT: 'ß',
      ar: 'ل',
      fa: 'پ',
      no: 'ø',
      'pt-rBR': 'ã',
    };
    for (const [locale, letter] of Object.entries(pairs)) assert.ok(sampleLetters(locale).includes(letter), locale);
  });

  it('is empty for languages that are written in ASCII, and for unknown ones', () => {
    for (const locale of ['en', 'nl', 'id', 'en-GB', 'xx', '', 'template']) assert.equal(sampleLetters(locale), '');
  });

  it('has no letter that the usual encodings of the language lack', () => {
    // The usual encoding of old files in each language, by the names that TextDecoder has.
    const encodings = {
      'iso-8859-1': 'da de es fi fr gl is it nb nn pt sv ga ca lb',
      'windows-1250': 'cs hr hu pl sk sl bs',
      'windows-1251': 'ru uk be bg sr mk',
      'windows-1257': 'et lt lv',
      'iso-8859-9': 'tr',
      'windows-1253': 'el',
      'windows-1255': 'he',
      'windows-1256': 'ar fa ur',
      'windows-874': 'th',
      shift_jis: 'ja',
      'euc-kr': 'ko',
      gbk: 'zh-CN',
      big5: 'zh-TW',
    };
    for (const [encoding, locales] of Object.entries(encodings)) {
      const known = charactersOf(encoding);
      for (const locale of locales.split(' '))
        assert.deepEqual(
          Array.from(sampleLetters(locale)).filter((letter) => !known.has(letter)),
          [],
          `${encoding} for ${locale}`,
        );
    }
  });
});

describe('sampleTranslator', () => {
  it('keeps the whitespace around a text', () => {
    assert.equal(sampleTranslator('th')('\n Hello {name} \n'), '\n Hello {name} ภาษาไทย \n');
    assert.equal(sampleTranslator('en-GB')('Hello'), 'Hello');
  });

  for (const id of formatIds)
    it(`is accepted by ${id} wherever its source is`, async () => {
      const format = await formatById(id);
      assert.ok(format !== undefined);
      for (const { name, text } of await fixturesOf(id))
        for (const subject of subjectsOf(format, name, text))
          for (const locale of ['ja', 'ar', 'de', 'vi', 'hi']) refuses(format, { ...subject, text }, locale, name);
    });
});

/** Writes all units of a file, and asserts that nothing is refused only because of the sample's letters. */
function refuses(
  format: LocaleFormat,
  { text, sourceLocale, targetLocale }: { text: string; sourceLocale: string; targetLocale: string },
  letters: string,
  name: string,
): void {
  const isShared = format.locales !== undefined;
  const context: WriteContext = { sourceText: text, sourceLocale, targetLocale, state: 'translated' };
  const units = format
    .read(text, isShared ? undefined : sourceLocale)
    .filter(({ translatable, text: source }) => translatable !== false && source.trim() !== '');
  const fails = (id: string, translation: string): string | undefined => {
    try {
      format.write(isShared ? text : '', new Map([[id, translation]]), context);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  const all = new Map(units.map((unit) => [unit.id, sampleTranslator(letters)(unit.text)]));
  try {
    format.write(isShared ? text : '', all, context);
  } catch {
    for (const { id, text: source } of units) {
      if (fails(id, source) !== undefined) continue;
      assert.equal(fails(id, sampleTranslator(letters)(source)), undefined, `${name}: ${id}: ${source}`);
    }
  }
}

function charactersOf(encoding: string): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let first = 0; first < 256; first += 1) {
    for (const letter of decoder.decode(Uint8Array.of(first))) found.add(letter);
    if (first >= 0x81)
      for (let second = 0x40; second < 256; second += 1)
        for (const letter of decoder.decode(Uint8Array.of(first, second))) found.add(letter);
  }
  return found;
}

import assert from 'node:assert/strict';
import { factorio, ini, inno, lang, phpIni } from '../../../../src/formats/ini/ini.ts';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

function write(text: string, translations: Readonly<Record<string, string>>, sourceText = text): string {
  const context = { sourceText, sourceLocale: 'en', targetLocale: 'fr' };
  return applyEdits(text, ini.write(text, new Map(Object.entries(translations)), context));
}

describe('ini', () => {
  // What PHP 8.2's parse_ini_file returns in raw mode, after Joomla's replacement of \".
  for (const [line, text] of [
    ['A="He said \\"hi\\""', 'He said "hi"'],
    ['A=plain ; comment', 'plain'],
    ['A="semi ; in" ; comment', 'semi ; in'],
    ['A="inner "quote" x"', 'inner "quote" x'],
    ['A = "spaced" ', 'spaced'],
    ['A="a"_QQ_"b"_QQ_"c"', 'a"b"c'],
    ['A="tail\\"', 'tail\\'],
    ["A='single'", "'single'"],
    ['A=', ''],
  ] as const) {
    it(`reads ${line}`, () => {
      assert.deepEqual(
        ini.read(`${line}\n`).map((unit) => unit.text),
        [text],
      );
    });
  }

  it('does not offer a value whose quote is never closed', () => {
    assert.equal(ini.read('A="open\n')[0]?.translatable, false);
  });

  it('keeps the way of writing of each value, and the comment after it', () => {
    assert.equal(write('A="x" ; note\nB=y\n', { A: 'a "b"', B: 'c' }), 'A="a \\"b\\"" ; note\nB=c\n');
  });

  it('quotes a text that would be cut off without quotes', () => {
    assert.equal(write('B=y\n', { B: 'c; d' }), 'B="c; d"\n');
  });

  it('inserts each entry into its section, and adds missing sections in the source’s order', () => {
    const source = '[a]\none="1"\ntwo="2"\n\n[b]\none="3"\n\n[c]\none="4"\n';
    assert.equal(
      write('[a]\ntwo="II"\n\n[c]\none="IV"\n', { 'a.one': 'I', 'b.one': 'III' }, source),
      '[a]\none="I"\ntwo="II"\n\n[b]\none="III"\n\n[c]\none="IV"\n',
    );
  });
});

describe('ini read by PHP’s usual rules', () => {
  const file = 'TITLE = Hello\nOTHER = Bye\n';
  const written = (text: string): string => {
    const context = { sourceText: file, sourceLocale: 'en', targetLocale: 'de' };
    return applyEdits(file, phpIni.write(file, new Map([['TITLE', text]]), context)).split('\n')[0] ?? '';
  };

  // `parse_ini_file` reads `No` as '', `On` as '1', `PHP_OS` as a constant, and refuses a file with `Neu!` or `(neu)`.
  it('quotes what would be read as something else without quotes, and nothing else', () => {
    for (const text of ['No', 'on', 'Off', 'null', 'NONE', 'PHP_OS', 'Neu!', '(neu)', 'a & b', 'l’eau', "l'eau", '5 %'])
      assert.equal(written(text), `TITLE = "${text}"`, text);
    for (const text of ['ja', 'Nein', 'Größe: 5 cm, neu', 'e-mail'])
      assert.equal(written(text), `TITLE = ${text}`, text);
  });

  it('names words that PHP reads as booleans, and no words in quotes', () => {
    assert.deepEqual(
      phpIni.read('A = Yes\nB = "Yes"\nC = Hello\n').map(({ text, translatable }) => [text, translatable]),
      [
        ['Yes', false],
        ['Yes', undefined],
        ['Hello', undefined],
      ],
    );
    assert.equal(ini.read('A = Yes\n')[0]?.translatable, undefined);
  });
});

describe('files with a text on each line and no quotes', () => {
  const textsOf = (format: LocaleFormat, text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(format.read(text).map((unit) => [unit.id, unit.text]));

  it('are read as Factorio reads them: whitespace around the equals sign counts', () => {
    const file = '# a comment\nhello=Hello ; world\n[gui]\n; title=Old\ntitle= "Title" \n';
    assert.deepEqual(textsOf(factorio, file), { hello: 'Hello ; world', 'gui.title': ' "Title" ' });
  });

  it('are read as Inno Setup reads them: a semicolon in a line is a character', () => {
    const file = '[LangOptions]\nLanguageID=$0409\n[Messages]\n;A=Old\nA = One; two %1  \n#include "x=y"\n';
    assert.deepEqual(textsOf(inno, file), { 'LangOptions.LanguageID': '$0409', 'Messages.A': ' One; two %1  ' });
    assert.equal(inno.read(file)[0]?.translatable, false);
  });

  it('are read as Minecraft reads them: brackets begin no section, and a tab with # a comment', () => {
    const file = '## Items\n[x]\nitem.a=Apple=red\nitem.b=Pear \t\t## fruit\nitem.c= (c)\nTitle = Dolibarr\n';
    assert.deepEqual(textsOf(lang, file), {
      'item\\.a': 'Apple=red',
      'item\\.b': 'Pear ',
      'item\\.c': ' (c)',
      Title: 'Dolibarr',
    });
  });

  it('keep what is around a value', () => {
    const context = { sourceText: '', sourceLocale: 'en', targetLocale: 'de' };
    const written = (format: LocaleFormat, text: string, id: string, translation: string): string =>
      applyEdits(text, format.write(text, new Map([[id, translation]]), { ...context, sourceText: text }));
    assert.equal(written(lang, 'a=Pear\t#\r\nb=x\r\n', 'a', 'Birne; süß'), 'a=Birne; süß\t#\r\nb=x\r\n');
    assert.equal(written(inno, '[Messages]\nA =x\n', 'Messages.A', ' "y"; z'), '[Messages]\nA = "y"; z\n');
    assert.throws(() => written(lang, 'A = x\n', 'A', ' y'), /ini-whitespace/);
    assert.equal(written(factorio, 'a=x\n', 'a', ' y '), 'a= y \n');
  });
});

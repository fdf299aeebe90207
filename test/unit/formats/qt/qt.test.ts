import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { englishReason } from '../../../builders/englishReason.ts';
import { FormatError, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { qt } from '../../../../src/formats/qt/qt.ts';
import { isQtText } from '../../../../src/formats/qt/isQtText.ts';
import { qtPlurals } from '../../../../src/formats/qt/qtPlurals.ts';

const fixture = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/formats/qt', name), 'utf8');

function write(
  text: string,
  translations: Record<string, string>,
  options: { source?: string; locale?: string; state?: WriteContext['state'] } = {},
): string {
  const { source = text, locale = 'fr', state } = options;
  const context = {
    sourceText: source,
    sourceLocale: 'en',
    targetLocale: locale,
    ...(state === undefined ? {} : { state }),
  };
  return applyEdits(text, qt.write(text, new Map(Object.entries(translations)), context));
}
const refused =
  (reason: RegExp) =>
  (error: unknown): boolean =>
    error instanceof FormatError && reason.test(englishReason(error.reason));

describe('reading Qt Linguist files', () => {
  it('names messages by context, source and disambiguation, or by their id', () => {
    assert.deepEqual(
      qt.read(fixture('shop_fr.ts')).map(({ id }) => id),
      [
        'MainWindow.&File',
        'MainWindow.Open.a verb',
        'MainWindow.Open.a state',
        'MainWindow.%n file(s) in "%1"#other',
        'MainWindow.%n warning(s)#other',
        "MainWindow.It's <b>done</b>\\.\nClose the window?",
        'MainWindow.Bell: \u0007',
        'Settings::Page.Language',
        'Settings::Page.Password',
        'Settings::Page.C:\\\\Shop\\#1 is full\\.',
      ],
    );
    assert.deepEqual(
      qt
        .read(fixture('game_ru.ts'), 'ru')
        .slice(0, 5)
        .map(({ id, plural }) => [id, plural]),
      [
        ['menu\\.start', undefined],
        ['menu\\.quit', undefined],
        ['lives#one', 'one'],
        ['lives#few', 'few'],
        ['lives#many', 'many'],
      ],
    );
  });

  it('reads translations with their states and notes; length variants are read-only', () => {
    const units = qt.read(fixture('shop_fr.ts'), 'fr');
    const open = units.find(({ id }) => id === 'MainWindow.Open.a verb');
    assert.deepEqual(
      [open?.text, open?.note, open?.maxChars, open?.needsWork],
      ['Ouvrir', 'a verb\nOn the button, max 12 chars\n« Ouvert » était faux', 12, undefined],
    );
    assert.equal(units.find(({ id }) => id === 'MainWindow.Open.a state')?.needsWork, true);
    assert.match(englishReason(units.find(({ id }) => id === 'Settings::Page.Password')?.reason), /several lengths/);
    assert.equal(units.find(({ id }) => id.startsWith('MainWindow.Bell'))?.text, 'Cloche\u00a0: \u0007');
  });

  it('returns all forms of a plural that Qt has, and none of more', () => {
    const units = qt.read(fixture('game_ru.ts'), 'ru');
    assert.deepEqual(
      units.filter(({ id }) => id.startsWith('coins')).map(({ text }) => text),
      ['%n монета', '', ''],
    );
    assert.deepEqual(
      units.filter(({ id }) => id.startsWith('stars')).map(({ id, translatable }) => [id, translatable]),
      [
        ['stars#one', undefined],
        ['stars#few', undefined],
        ['stars#many', undefined],
      ],
    );
    assert.deepEqual(
      ['hu', 'pt_BR', 'lv', 'ar', 'tlh'].map((locale) => qtPlurals(locale)?.length),
      [1, 2, 3, 6, undefined],
    );
  });

  it('numbers repeated messages, even thousands', () => {
    const file = (messages: string): string => `<TS version="2.1"><context><name>C</name>${messages}</context></TS>`;
    const named = '<message><source>S</source></message>';
    assert.deepEqual(
      qt.read(file(`${named}<message/>${named}<message/>`)).map(({ id }) => id),
      ['C.S', 'C.', 'C.S.2', 'C..2'],
    );
    assert.equal(qt.read(file(named.repeat(20_000))).at(-1)?.id, 'C.S.20000');
  });

  it('is distinguished from TypeScript by its text', () => {
    assert.ok(isQtText(fixture('tool.ts')) && isQtText('<!DOCTYPE TS><TS/>') && isQtText('<TS version="2.1">'));
    assert.ok(!isQtText('export const a = <TS>b;') && !isQtText('') && !isQtText('<?xml version="1.0"?><resources/>'));
  });

  for (const [file, reason] of [
    ['', /root element/],
    ['<a/>', /not a Qt/],
    ['<TS><context>', /unclosed|close/i],
    ['<TS>' + '<a>'.repeat(20_000), /nested more/],
  ] as const) {
    it(`refuses ${JSON.stringify(file.slice(0, 30))}`, () => {
      assert.throws(() => qt.read(file), refused(reason));
    });
  }
});

describe('writing Qt Linguist files', () => {
  const shop = fixture('shop_fr.ts');

  it('writes references like the file, and controls as bytes', () => {
    assert.equal(
      write(shop, { 'MainWindow.&File': '"é"\u00a0\'\r<' }),
      shop.replace('&amp;Fichier', '&quot;é&quot;&#xa0;&apos;<byte value="xd"/>&lt;'),
    );
    const raw = fixture('game_ru.ts');
    assert.equal(
      write(raw, { 'menu\\.quit': '"Выйти" >' }, { locale: 'ru', state: 'translated' }),
      raw.replace('<translation type="unfinished"/>', '<translation>"Выйти" ></translation>'),
    );
    assert.throws(() => write(shop, { 'MainWindow.&File': '\u0000' }), refused(/U\+0000/));
  });

  it('removes and sets the type “unfinished”', () => {
    const id = 'MainWindow.Open.a state';
    assert.equal(
      write(shop, { [id]: 'Ouvert' }, { state: 'translated' }),
      shop.replace('<translation type="unfinished">Ouvert<', '<translation>Ouvert<'),
    );
    assert.equal(write(shop, { [id]: 'X' }), shop.replace('>Ouvert<', '>X<'));
    assert.equal(
      write(shop, { 'MainWindow.&File': 'F' }, { state: 'needs-review' }),
      shop.replace('<translation>&amp;Fichier', '<translation type="unfinished">F'),
    );
    const half = write(shop, { 'MainWindow.%n warning(s)#one': 'un' }, { state: 'translated' });
    assert.ok(
      half.includes(
        '<translation type="unfinished">\n            <numerusform>un</numerusform>\n' +
          '            <numerusform></numerusform>',
      ),
    );
    assert.ok(
      write(half, { 'MainWindow.%n warning(s)#other': 'des' }, { state: 'translated' }).includes(
        '<translation>\n            <numerusform>un</numerusform>\n            <numerusform>des</numerusform>',
      ),
    );
  });

  it('completes plural forms', () => {
    const after = write(
      fixture('game_ru.ts'),
      { 'levels#one': '%n уровень', 'coins#many': '%n монет' },
      { locale: 'ru' },
    );
    assert.ok(
      after.includes(
        '<translation type="unfinished">\n        <numerusform>%n уровень</numerusform>\n' +
          '        <numerusform></numerusform>\n        <numerusform></numerusform>\n      </translation>',
      ),
    );
    assert.ok(
      after.includes(
        '<numerusform>%n монета</numerusform><numerusform></numerusform><numerusform>' +
          '%n монет</numerusform></translation>',
      ),
    );
    assert.throws(
      () => write(fixture('game_ru.ts'), { 'lives#other': 'x' }, { locale: 'ru' }),
      refused(/plural forms one, few, many/),
    );
  });

  it('reads and writes the first plural forms of a message with more than Qt has', () => {
    const message = (...forms: readonly string[]): string =>
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="uk_UA">\n<context><name>A</name>\n' +
      `<message numerus="yes"><source>%n day(s)</source><translation type="unfinished">${forms.map((form) => `<numerusform>${form}</numerusform>`).join('')}</translation></message>\n</context></TS>\n`;
    const units = qt.read(message('день', '', 'днів', 'дня'), 'uk');
    assert.deepEqual(
      units.map(({ id, text, translatable }) => [id, text, translatable]),
      [
        ['A.%n day(s)#one', 'день', undefined],
        ['A.%n day(s)#few', '', undefined],
        ['A.%n day(s)#many', 'днів', undefined],
      ],
    );
    const texts = { 'A.%n day(s)#one': 'a', 'A.%n day(s)#few': 'b', 'A.%n day(s)#many': 'c' };
    const written = write(message('', '', '', ''), texts, { locale: 'uk', state: 'translated' });
    assert.equal(written, message('a', 'b', 'c', '').replace(' type="unfinished"', ''));
    assert.equal(qt.read(message('a', 'b').replace('uk_UA', 'tlh'), 'tlh')[0]?.translatable, false);
  });

  it('creates a file like lupdate: every message in use, unfinished if it has no translation', () => {
    const created = write('', { 'MainWindow.&File': '&Ficheiro' }, { source: shop, locale: 'pt-BR' });
    assert.ok(
      created.startsWith(
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' +
          '<TS version="2.1" language="pt_BR" sourcelanguage="en">\n<context>',
      ),
    );
    assert.ok(
      created.includes('<translation>&amp;Ficheiro</translation>') &&
        created.includes('<location filename="../src/tray.cpp" line="12"/>'),
    );
    assert.ok(!/vanished|translatorcomment|oldsource|lengthvariant|Ouvrir/.test(created));
    assert.equal(qt.read(created).length, qt.read(shop).length);
    const arabic = write('', { 'Dialog.Apply': 'تطبيق' }, { source: fixture('tool.ts'), locale: 'ar' });
    assert.equal(arabic.split('<numerusform></numerusform>').length, 7);
    assert.ok(arabic.includes('<TS version="2.1" language="ar">\n<!-- Made by the build -->'));
  });

  it('inserts messages and contexts in the source’s order, and keeps obsolete ones unchanged', () => {
    for (const [id, pattern] of [
      [
        'MainWindow.Open.a verb',
        /\n {4}<message>\n {8}<location filename="..\/src\/mainwindow.cpp" line="57"[^]*?<\/message>/,
      ],
      ['Settings::Page.C:\\\\Shop\\#1 is full\\.', /\n {4}<message>\n {8}<source>C:[^]*?<\/message>/],
    ] as const) {
      const text = qt.read(shop, 'fr').find((unit) => unit.id === id)?.text ?? '';
      const expected = shop.replace(/\n *<translatorcomment>.*/, (comment) => (id.includes('verb') ? '' : comment));
      assert.equal(write(shop.replace(pattern, ''), { [id]: text }, { source: shop }), expected);
    }
    const without = shop.replace(/<context>\n {4}<name>MainWindow[^]*?<\/context>\n/, '');
    assert.ok(
      write(without, { 'MainWindow.&File': 'F' }, { source: shop }).includes(
        'sourcelanguage="en">\n<context>\n    <name>MainWindow</name>\n    <message>',
      ),
    );
  });

  it('refuses another language', () => {
    assert.throws(() => write(shop, { 'MainWindow.&File': 'Datei' }, { locale: 'de' }), refused(/fr_FR/));
    assert.equal(qt.locales?.(shop)?.targets[0], 'fr_FR');
  });
});

import assert from 'node:assert/strict';
import { columnsOf } from '../../../src/base/textColumns.ts';
import { tableLines } from '../../../src/cli/terminal.ts';
import { setDisplayLanguage } from '../../../src/words/formatting.ts';

describe('tableLines', () => {
  afterEach(() => {
    setDisplayLanguage('en');
  });

  it('aligns texts to the left and numbers to the right', () => {
    assert.deepEqual(
      tableLines([
        ['File', 'Strings', 'Status'],
        ['locales/ja.json', 7, 'done'],
        ['a', 12, ''],
      ]),
      ['File             Strings  Status', 'locales/ja.json        7  done', 'a                     12'],
    );
  });

  it('aligns columns in which characters are two columns wide', () => {
    const lines = tableLines([
      ['ファイル', '文字列', 'キー'],
      ['locales/ja.json', 7, 'nav.カート'],
      ['한국어.json', 12, 'cafe\u0301 👩‍💻'],
    ]);
    // Where the number ends and where the last column starts.
    const ends = ['文字列', ' 7', '12'].map((text, at) => {
      const line = lines[at] ?? '';
      return columnsOf(line.slice(0, line.indexOf(text) + text.length));
    });
    const starts = ['キー', 'nav.', 'cafe'].map((text, at) => columnsOf((lines[at] ?? '').split(text)[0] ?? ''));
    assert.deepEqual(
      [ends, starts],
      [
        [23, 23, 23],
        [25, 25, 25],
      ],
    );
  });

  it('shows numbers in the display language', () => {
    setDisplayLanguage('de');
    assert.deepEqual(tableLines([['Anzahl'], [1234], [5]]), ['Anzahl', ' 1.234', '     5']);
  });
});

describe('columnsOf', () => {
  const cases: readonly (readonly [text: string, columns: number])[] = [
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['文字', 4],
    ['ｶﾅ', 2],
    ['ＡＢ', 4],
    ['한', 2],
    ['👩‍💻', 2],
  ];
  for (const [text, columns] of cases)
    it(`counts ${columns} in ${JSON.stringify(text)}`, () => {
      assert.equal(columnsOf(text), columns);
    });
});

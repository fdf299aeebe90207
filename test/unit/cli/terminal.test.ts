import assert from 'node:assert/strict';
import { columnsOf } from '../../../src/base/text/textColumns.ts';
import { createTerminal, tableLines, type Terminal } from '../../../src/cli/terminal.ts';
import { setDisplayLanguage } from '../../../src/words/formatting.ts';
import { fromOutside, words, type Words } from '../../../src/words/words.ts';

/** Returns what a terminal gets, results before messages. */
function shown(write: (terminal: Terminal) => void): string {
  const [results, messages]: [string[], string[]] = [[], []];
  write(createTerminal({ write: (text) => results.push(text) }, { write: (text) => messages.push(text) }));
  return [...results, ...messages].join('');
}

/** Characters that a terminal interprets, that reorder a line, or that end it. */
const interpreted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

describe('createTerminal', () => {
  const controls = [
    ...[
      '\0',
      '\u0007',
      '\b',
      '\t',
      '\r',
      '\u001B[2J',
      '\u001B]0;title\u0007',
      '\u007F',
      '\u0085',
      '\u009B2J',
      '\u009D0;x',
    ],
    ...['\u061C', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068'],
    ...['\u2069', '\u2028', '\u2029', '\uD800', '\u{E0001}', '\u{E0041}', '\uFEFF'],
  ];

  it('escapes control and bidirectional characters in JSON, which stays the same document', () => {
    for (const control of controls) {
      const value = { [`key${control}`]: [`text${control}text`], nested: { a: control } };
      const json = shown((terminal) => {
        terminal.json(value);
      });
      assert.doesNotMatch(json.replaceAll('\n', ''), interpreted, JSON.stringify(control));
      assert.doesNotMatch(json, /[\u{E0000}-\u{E0FFF}\uFEFF]/u);
      assert.deepEqual(JSON.parse(json), value);
    }
  });

  it('leaves other texts in JSON as they are', () => {
    const value = ['می‌خواهم', 'क्‍ष', '👩‍💻 ❤️', 'Größe', '文字', 'a\nb'];
    const json = shown((terminal) => {
      terminal.json(value);
    });
    for (const text of value.slice(0, -1)) assert.ok(json.includes(text), text);
    assert.deepEqual(JSON.parse(json), value);
  });

  it('shows control and bidirectional characters by name in lines and messages', () => {
    const sinks: readonly ((terminal: Terminal, text: Words | string) => void)[] = [
      (terminal, text) => {
        terminal.result([text]);
      },
      (terminal, text) => {
        terminal.message(typeof text === 'string' ? fromOutside(text) : text);
      },
    ];
    for (const control of controls)
      for (const sink of sinks)
        for (const text of [`a${control}b`, fromOutside(`a${control}b`), words('Not found: {0}', `שלום${control}b`)]) {
          const line = shown((terminal) => {
            sink(terminal, text);
          });
          assert.equal(line.indexOf('\n'), line.length - 1, JSON.stringify(line));
          assert.doesNotMatch(line.slice(0, -1), interpreted, JSON.stringify(line));
        }
  });

  it('keeps the line breaks of its own sentences', () => {
    const line = shown((terminal) => {
      terminal.message(words('First: {0}\nSecond', 'a\nb'));
    });
    assert.equal(line, 'First: a b\nSecond\n');
  });
});

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

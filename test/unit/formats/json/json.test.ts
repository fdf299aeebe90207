import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type LocaleFormat, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { json, packageNls } from '../../../../src/formats/json/json.ts';

describe('reading JSON', () => {
  it('reads i18next’s suffixes as plural members only if the set has _other', () => {
    const file =
      '{"day_one":"a","day_other":"b","lone_one":"c","rank_ordinal_two":"d","rank_ordinal_other":"e",' +
      '"_other":"f","n_other":5,"n_one":"g","x":{"day_one":"h"}}';
    assert.deepEqual(
      json.read(file).map(({ id, plural }) => [id, plural]),
      [
        ['day#one', 'one'],
        ['day#other', 'other'],
        ['lone_one', undefined],
        ['rank#ordinal-two', 'two'],
        ['rank#ordinal-other', 'other'],
        ['_other', undefined],
        ['n_one', undefined],
        ['x.day_one', undefined],
      ],
    );
  });

  it('has no unit for a text under an empty key, which would have no id', () => {
    assert.deepEqual(
      json.read('{"":"a","n":{"":"b"}}').map(({ id }) => id),
      ['n.'],
    );
    assert.throws(() => write(json, '{"":"a"}', { '': 'b' }, '{"":"a"}'), withSentence(/no string/));
  });

  it('reads comments next to a text as its note', () => {
    const file = `// The licence
{ // about the file
  // The shop's name,
  // at most 20 characters
  "title": "Shop", // never translated before
  "plain": "x",
  /**
   * On the button
   */
  "save": /* a verb */ "Save", "load": "Load", /* on one line */ "last": "Last"
  // the end
}`;
    assert.deepEqual(
      json.read(file).map(({ id, note }) => [id, note]),
      [
        ['title', "The shop's name,\nat most 20 characters\nnever translated before"],
        ['plain', undefined],
        ['save', 'On the button\na verb'],
        ['load', undefined],
        ['last', 'on one line'],
      ],
    );
  });

  it('reads the last of equal keys, and keys that JavaScript treats specially', () => {
    const file = '{"a":{"x":"1"},"__proto__":"p","a":{"y":"2"},"hasOwnProperty":"h"}';
    assert.deepEqual(
      json.read(file).map(({ id, text }) => [id, text]),
      [
        ['__proto__', 'p'],
        ['a.y', '2'],
        ['hasOwnProperty', 'h'],
      ],
    );
  });

  it('marks a text that cannot be sent', () => {
    const [unit] = json.read('{"a":"\\ud83d"}');
    assert.equal(unit?.translatable, false);
    assert.match(englishReason(unit?.reason), /surrogate/);
  });

  const broken: readonly [string, number, number, RegExp][] = [
    ['', 1, 1, /empty/],
    [' \n', 1, 1, /empty/],
    ['"text"', 1, 1, /single value/],
    ['{"a":"b"', 1, 9, /closing brace/],
    ['{\r\n"a" "b"}', 2, 5, /colon/],
    ['{\r"a":"b"\r"c":"d"}', 3, 1, /comma/],
    ['{"a":"b",,}', 1, 10, /key in double quotes/],
    ["{'a':'b'}", 1, 2, /not valid JSON/],
    ['{"a":"x\n"}', 1, 6, /closing quote/],
    ['{"a":"\\u00e9\\x"}', 1, 13, /escape sequence/],
    ['{"a":"\\\\\\u12G4"}', 1, 9, /four hexadecimal/],
    ['{"a":"x\ty"}', 1, 8, /control character/],
    ['{"a":1.}', 1, 6, /incomplete/],
    ['{} {}', 1, 4, /should end/],
    ['{/* ', 1, 2, /never closed/],
    ['\uFEFF{}', 1, 1, /not valid JSON/],
    ['['.repeat(20_000), 1, 501, /nested more than 500/],
    [`{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`, 1, 2501, /nested more than 500/],
  ];
  for (const [file, line, column, reason] of broken) {
    it(`refuses ${JSON.stringify(file.slice(0, 30))} at ${line}:${column}`, () => {
      assert.throws(
        () => json.read(file),
        (error) => {
          assert.ok(error instanceof FormatError);
          assert.match(englishReason(error.reason), reason);
          assert.deepEqual([error.line, error.column], [line, column]);
          return true;
        },
      );
    });
  }

  it('refuses a file by its size before parsing it', () => {
    assert.throws(() => json.read(' '.repeat(64 * 1024 * 1024 + 1)), withSentence(/larger than 64 MiB/));
  });
});

describe('writing JSON', () => {
  const source = '{"a":"A","n":{"b":"B","list":["x","y"]},"day_one":"d","day_other":"ds","num":5}';

  const refused: readonly [string, string, Record<string, string>, RegExp][] = [
    ['an unknown id', '{}', { nope: 'x' }, /no string “nope”/],
    ['an id of another format', '{}', { 'a\\b': 'x' }, /no string/],
    ['the key of a number', '{}', { num: 'x' }, /no string/],
    ['a plural member by its key', '{}', { day_one: 'x' }, /no string/],
    ['a plural form of a text without plural forms', '{}', { 'a#few': 'x' }, /no string/],
    [
      'a text where the source has an object',
      '{"n":"text"}',
      { 'n.b': 'x' },
      /type of “n” is “string” in this file and “object” in the source file/,
    ],
    [
      'an object where the source has a text',
      '{"a":{}}',
      { a: 'x' },
      /type of “a” is “object” in this file and “string” in the source file/,
    ],
    ['an array where the source has an object', '{"n":[]}', { 'n.b': 'x' }, /type of “n” is “array”/],
    ['a number where the source has a text', '{"a":5}', { a: 'x' }, /type of “a” is “number”/],
    ['another kind of file', '[]', { a: 'x' }, /type of this file is “array”/],
    ['half a surrogate pair, new', '{}', { a: '\ud83d' }, /surrogate/],
    ['half a surrogate pair, replacing', '{"a":"x"}', { a: '\udc00x' }, /surrogate/],
    ['a broken target', '{', { a: 'x' }, /closing brace/],
  ];
  for (const [what, target, translations, reason] of refused) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => write(json, target, translations, source),
        (error) => error instanceof FormatError && reason.test(englishReason(error.reason)),
      );
    });
  }

  it('reports that the source is broken', () => {
    assert.throws(() => write(json, '{}', { a: 'x' }, '{"a"}'), withSentence(/In the source file: A colon/));
  });

  it('writes units that only the target has', () => {
    assert.equal(write(json, '{"old":{"x":"1"}}', { 'old.x': '2' }, source), '{"old":{"x":"2"}}');
  });

  it('creates nothing from nothing', () => {
    assert.deepEqual(json.write('', new Map(), context(source)), []);
  });

  it('fills an empty file as if it were new', () => {
    assert.equal(write(json, '\n', { a: 'Ä' }, '{\n  "a": "A"\n}\n'), '{\n  "a": "Ä"\n}\n');
  });

  it('keeps trailing commas, except one that remained from a removed member', () => {
    const source = '{\n  "a": {\n    "x": "X"\n  },\n  "b": "B"\n}\n';
    const commas = '{\n  "a": {\n    "x": "X",\n  },\n  "b": "B",\n}\n';
    for (const file of [source, commas])
      assert.equal(write(json, file.replace(/  "b": "B",?\n/, ''), { b: 'B' }, source), file);
  });

  it('writes arrays at the root', () => {
    assert.equal(
      write(json, '[\n  "1"\n]\n', { '2': 'three' }, '[\n  "one",\n  "two",\n  "three"\n]\n'),
      '[\n  "1",\n  "",\n  "three"\n]\n',
    );
  });

  it('keeps an existing text with half a surrogate pair', () => {
    assert.deepEqual(json.write('{"a":"\\ud83d"}', new Map([['a', '\ud83d']]), context(source)), []);
  });

  it('escapes invisible characters', () => {
    assert.equal(
      write(json, '{"a":"x"}', { a: 'ü\u2028\u0085\u0001\u007f' }, source),
      '{"a":"ü\\u2028\\u0085\\u0001\\u007f"}',
    );
  });

  it('does not infer an ASCII-only file from escapes of ASCII characters', () => {
    assert.equal(write(json, '{"a":"\\u003cb\\\\u00e9"}', { a: 'ü' }, source), '{"a":"ü"}');
  });

  it('changes no other line than those that it adds', () => {
    const [en, ja] = ['en', 'ja'].map((locale) =>
      readFileSync(path.resolve(import.meta.dirname, `../../../fixtures/shop/locales/${locale}.json`), 'utf8'),
    ) as [string, string];
    const missing = Object.fromEntries(
      json
        .read(en)
        .filter((unit) => !json.read(ja).some((there) => there.id === unit.id && there.text !== ''))
        .map((unit) => [unit.id, `訳 ${unit.text}`]),
    );
    const written = write(json, ja, missing, en);
    const lines = written.split('\n');
    for (const line of ja.split('\n')) {
      const same = lines.some((each) => each === line || each === `${line},`);
      assert.ok(same || line.includes('"steps"'), line);
    }
    assert.deepEqual(
      json.read(written).map((unit) => unit.id),
      json.read(en).map((unit) => unit.id),
    );
  });

  it('replaces and inserts twenty thousand units at once', function () {
    this.timeout(30_000);
    const units = Array.from({ length: 20_000 }, (_, index) => [`key${index}`, `text ${index}`] as const);
    const everyOther = units.filter((_, index) => index % 2 === 1);
    const sourceText = JSON.stringify(Object.fromEntries(units), null, 2);
    const translations = new Map(units.map(([id, text]) => [id, `“${text}”`]));
    const expected = JSON.stringify(Object.fromEntries(translations), null, 2);
    for (const target of [{}, Object.fromEntries(everyOther), Object.fromEntries(units)]) {
      const text = JSON.stringify(target, null, 2);
      assert.equal(applyEdits(text, json.write(text, translations, context(sourceText))), expected);
    }
  });
});

describe('the strings of a VS Code extension', () => {
  const source = `{
  "command.open.title": { "message": "Open", "comment": ["A verb", "Do not translate {0}"] },
  "day_one": "a",
  "day_other": "b",
  "other": { "message": "Other", "comment": "noun" }
}
`;

  it('reads a message with its comments, under the key alone', () => {
    assert.deepEqual(
      packageNls.read(source).map(({ id, text, note }) => [id, text, note]),
      [
        ['command\\.open\\.title', 'Open', 'A verb\nDo not translate {0}'],
        ['day_one', 'a', undefined],
        ['day_other', 'b', undefined],
        ['other', 'Other', 'noun'],
      ],
    );
  });

  it('writes plain texts', () => {
    const target = '{\n  "day_one": "ein"\n}\n';
    assert.equal(
      write(packageNls, target, { 'command\\.open\\.title': 'Öffnen', other: 'Anderes' }, source),
      '{\n  "command.open.title": "Öffnen",\n  "day_one": "ein",\n  "other": "Anderes"\n}\n',
    );
    assert.equal(write(packageNls, '', { other: 'Anderes' }, source), '{\n  "other": "Anderes"\n}\n');
  });

  it('keeps a message object that the target has', () => {
    const target = '{ "other": { "comment": "mine", "message": "x" } }';
    assert.equal(
      write(packageNls, target, { other: 'Anderes' }, source),
      '{ "other": { "comment": "mine", "message": "Anderes" } }',
    );
  });
});

function write(format: LocaleFormat, target: string, translations: Record<string, string>, sourceText: string): string {
  return applyEdits(target, format.write(target, new Map(Object.entries(translations)), context(sourceText)));
}

function context(sourceText: string): WriteContext {
  return { sourceText, sourceLocale: 'en', targetLocale: 'de' };
}

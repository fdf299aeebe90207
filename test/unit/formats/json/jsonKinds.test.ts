import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { chrome } from '../../../../src/formats/json/chrome.ts';
import { formatjs } from '../../../../src/formats/json/formatjs.ts';
import { angularJson, json } from '../../../../src/formats/json/json.ts';
import { isAngularJson, isChromeMessages, isFormatjs } from '../../../../src/formats/json/recognizeJson.ts';

describe('plain JSON', () => {
  it('does not read schemas and comments as texts, and finds limits in comments', () => {
    const file =
      '{ "$schema": "https://x.example", "_comment": "c", "//": "d", "a": "A", // max 12 chars\n' +
      ' "n": { "_comment": "e", "b": "B" } }';
    assert.deepEqual(
      json.read(file).map(({ id, maxChars }) => [id, maxChars]),
      [
        ['a', 12],
        ['n.b', undefined],
      ],
    );
    assert.throws(() => write(json, '{}', { $schema: 'x' }, file), withSentence(/no string/));
  });

  it('inserts the first texts after the schema of a file', () => {
    const target = '{\n  "$schema": "s"\n}\n';
    assert.equal(write(json, target, { a: 'x' }, '{\n  "a": "A"\n}\n'), '{\n  "$schema": "s",\n  "a": "x"\n}\n');
  });

  it('distinguishes the contexts and plural forms of i18next', () => {
    const file = '{"friend_male":"a","friend_male_one":"b","friend_male_other":"c"}';
    assert.deepEqual(
      json.read(file).map(({ id }) => id),
      ['friend_male', 'friend_male#one', 'friend_male#other'],
    );
  });
});

describe('the messages of a browser extension', () => {
  const source = `{
  "Hello": {
    "message": "Hello $USER$",
    "description": "Greeting, max 30 chars",
    "placeholders": {
      "user": { "content": "$1", "example": "Anna" }
    }
  },
  "bye": { "message": "Bye" }
}
`;

  it('are read with descriptions and placeholders in the note', () => {
    assert.deepEqual(
      chrome.read(source).map(({ id, text, note, maxChars }) => ({ id, text, note, maxChars })),
      [
        {
          id: 'Hello',
          text: 'Hello $USER$',
          note: 'Greeting, max 30 chars\n$user$: $1, for example Anna',
          maxChars: 30,
        },
        { id: 'bye', text: 'Bye', note: undefined, maxChars: undefined },
      ],
    );
  });

  it('are created with their placeholders and descriptions', () => {
    assert.equal(
      write(chrome, '', { Hello: 'Olá $USER$', bye: 'Tchau' }, source),
      source.replace('Hello $USER$', 'Olá $USER$').replace('"Bye"', '"Tchau"'),
    );
  });

  it('are inserted with placeholders, and without descriptions if the file has none', () => {
    const target = '{\n\t"BYE": {\n\t\t"message": "x"\n\t}\n}\n';
    assert.equal(
      write(chrome, target, { Hello: 'Olá $USER$', bye: 'Tchau' }, source),
      '{\n\t"Hello": {\n\t\t"message": "Olá $USER$",\n\t\t"placeholders": {\n' +
        '\t\t\t"user": { "content": "$1", "example": "Anna" }\n\t\t}\n\t},\n\t"BYE": {\n' +
        '\t\t"message": "Tchau"\n\t}\n}\n',
    );
  });

  it('have one unit for names that differ only in case', () => {
    assert.deepEqual(
      chrome.read('{"A":{"message":"1"},"a":{"message":"2"}}').map(({ id, text }) => [id, text]),
      [['a', '2']],
    );
  });
});

describe('messages of FormatJS', () => {
  const source =
    '{\n  "a.b": {\n    "defaultMessage": "Hi {name}",\n    "description": "x"\n  },\n  "c": {\n' +
    '    "defaultMessage": "C"\n  }\n}\n';

  it('have whole keys as ids', () => {
    assert.deepEqual(
      formatjs.read(source).map(({ id, text, note }) => [id, text, note]),
      [
        ['a\\.b', 'Hi {name}', 'x'],
        ['c', 'C', undefined],
      ],
    );
    assert.deepEqual(
      formatjs.read('{"a":{"translation":"t","notes":"n","limit":9}}').map(({ note, maxChars }) => [note, maxChars]),
      [['n', 9]],
    );
  });

  const cases: readonly [string, string, string][] = [
    ['creates the source’s shape', '', source.replace('Hi {name}', 'x').replace('"C"', '"y"')],
    ['keeps a flat target flat', '{\n  "c": "old"\n}\n', '{\n  "a.b": "x",\n  "c": "y"\n}\n'],
    [
      'keeps a target’s own keys',
      '{\n  "c": {\n    "string": "old"\n  }\n}\n',
      '{\n  "a.b": {\n    "string": "x"\n  },\n  "c": {\n    "string": "y"\n  }\n}\n',
    ],
  ];
  for (const [what, target, expected] of cases) {
    it(what, () => {
      assert.equal(write(formatjs, target, { 'a\\.b': 'x', c: 'y' }, source), expected);
    });
  }
});

describe('Angular’s JSON', () => {
  const source =
    '{\n  "locale": "en",\n  "translations": {\n    "x": "X",\n    "y_one": "Y",\n    "y_other": "Ys"\n  }\n}';

  it('has no unit for the locale, and no plural suffixes', () => {
    assert.deepEqual(
      angularJson.read(source).map(({ id }) => id),
      ['translations.x', 'translations.y_one', 'translations.y_other'],
    );
  });

  it('is created in the target’s locale', () => {
    assert.equal(
      write(angularJson, '', { 'translations.x': 'Olá' }, source),
      '{\n  "locale": "pt-BR",\n  "translations": {\n    "x": "Olá"\n  }\n}',
    );
  });
});

describe('the kind of a JSON file', () => {
  it('is recognized by its path and its beginning', () => {
    assert.ok(isChromeMessages('ext/_locales/pt_BR/messages.json'));
    assert.ok(!isChromeMessages('src/locales/en/messages.json'));
    assert.ok(isAngularJson('{\r\n  "locale": "en-GB",\r\n  "translations": {'));
    assert.ok(!isAngularJson('{"locale":"Locale","translations":"Translations"}'));
    assert.ok(isFormatjs('{ // first\n "a": { "description": { "x": ["y"] }, "defaultMessage": "b" }'));
    assert.ok(isFormatjs('{"a":{"string":"b","developer_comment":""}}'));
  });

  for (const text of [
    '',
    '{',
    '[]',
    '{"a":"b","c":{"defaultMessage":"d"}}',
    '{"a":{"defaultMessage":"b","title":"c"}}',
    '{"a":{"string":"b"}}',
    '{"a":[{"defaultMessage":"b"}]}',
    `{"a":{"${'x'.repeat(30_000)}`,
  ]) {
    it(`is no message of FormatJS: ${text.slice(0, 40)}`, () => {
      assert.ok(!isFormatjs(text));
    });
  }
});

function write(format: LocaleFormat, target: string, translations: Record<string, string>, sourceText: string): string {
  return applyEdits(
    target,
    format.write(target, new Map(Object.entries(translations)), {
      sourceText,
      sourceLocale: 'en',
      targetLocale: 'pt-BR',
    }),
  );
}

import assert from 'node:assert/strict';
import { applyEdits, formatFor } from '../../../../src/formats/formats.ts';
import { jsonPlurals } from '../../../../src/formats/json/json.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';

const source = `{
  "cart": {
    "items": {
      "one": "1 item",
      "other": "{{ count }} items"
    },
    "other": "More"
  }
}
`;

function write(text: string, translations: Readonly<Record<string, string>>): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'ru' };
  return applyEdits(text, jsonPlurals.write(text, new Map(Object.entries(translations)), context));
}

describe('JSON with plural sets', () => {
  it('reads objects of at least two forms as plural sets, and all other keys as texts', () => {
    assert.deepEqual(
      jsonPlurals.read(source).map(({ id, plural }) => [id, plural]),
      [
        ['cart.items#one', 'one'],
        ['cart.items#other', 'other'],
        ['cart.other', undefined],
      ],
    );
    for (const text of [
      '{"one": "1", "other": "2"}',
      '{"a": {"other": "x"}}',
      '{"a": {"one": "x", "other": "y", "b": "z"}}',
    ])
      assert.ok(
        jsonPlurals.read(text).every(({ plural }) => plural === undefined),
        text,
      );
  });

  it('reads go-i18n’s description as the note, and neither its hash nor its delimiters as texts', () => {
    const go =
      '{"a": {"description": "Cats", "hash": "x", "leftDelim": "<<", "one": "cat", "other": "cats"},' +
      '"b": {"description": "A cry", "other": "Oh"}, "c": {"hash": "y", "other": "Ah"}}';
    assert.deepEqual(
      jsonPlurals.read(go).map(({ id, note }) => [id, note]),
      [
        ['a#one', 'Cats'],
        ['a#other', 'Cats'],
        ['b.other', 'A cry'],
        ['c.other', undefined],
      ],
    );
  });

  it('writes the forms of the target in CLDR’s order', () => {
    const forms = { 'cart.items#many': 'c', 'cart.items#one': 'a', 'cart.items#other': 'd', 'cart.items#few': 'b' };
    const written = JSON.parse(write('', forms)) as object;
    assert.deepEqual(JSON.stringify(written), '{"cart":{"items":{"one":"a","few":"b","many":"c","other":"d"}}}');
    assert.equal(
      JSON.stringify(JSON.parse(write('{"cart": {"items": {"other": "x"}}}', forms))),
      JSON.stringify(written),
    );
  });

  it('completes a set that lacks its form other', () => {
    const written = write('{\n  "cart": {\n    "items": {\n      "one": "x"\n    }\n  }\n}\n', {
      'cart.items#other': 'y',
    });
    assert.equal(written, '{\n  "cart": {\n    "items": {\n      "one": "x",\n      "other": "y"\n    }\n  }\n}\n');
  });

  it('writes units under the ids that plain JSON has for them, as in orders of earlier versions', () => {
    for (const text of ['', '{"cart": {"items": {"one": "x"}}}', '{"cart": {"items": {"one": "x", "other": "y"}}}']) {
      const { cart } = JSON.parse(write(text, { 'cart.items.other': 'z' })) as { readonly cart: { items: object } };
      assert.deepEqual({ ...cart.items, one: undefined }, { other: 'z', one: undefined }, text);
    }
  });

  it('is the format of files that a library with plural sets reads', async () => {
    const idOf = async (path: string, dependencies: readonly string[]): Promise<string | undefined> =>
      (await formatFor(path, source, () => Promise.resolve(dependencies)))?.id;
    assert.equal(await idOf('locales/en.json', []), 'json');
    assert.equal(await idOf('locales/en.json', ['i18next']), 'json');
    assert.equal(await idOf('locales/en.json', ['i18n-js']), 'json-plurals');
    assert.equal(await idOf('i18n/en.json', ['golang:github.com/nicksnyder/go-i18n/v2']), 'json-plurals');
    assert.equal(await idOf('locales/en.json', ['i18n-js', 'react-i18next']), 'json');
    assert.equal(await idOf('locales/en.default.json', []), 'json-plurals');
    assert.equal(await idOf('theme/locales/en.default.schema.json', []), 'json-plurals');
    assert.equal(await idOf('active.en.json', []), 'json-plurals');
    assert.equal(await idOf('i18n/translate.pt-BR.json', []), 'json-plurals');
  });
});

describeLaws(jsonPlurals);

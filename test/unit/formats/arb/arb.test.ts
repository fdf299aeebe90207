import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import { arb } from '../../../../src/formats/arb/arb.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

const source = `{
  "@@locale": "en",
  "title": "Shop",
  "@title": { "description": "Title (max. 20)" },
  "count": "{count, plural, other{x}}",
  "@count": { "placeholders": { "count": { "type": "int", "example": "3" } }, "x-maxLength": 40 },
  "logo": "logo.png",
  "@logo": { "type": "image" }
}
`;

describe('ARB', () => {
  it('reads texts with their descriptions and limits', () => {
    assert.deepEqual(
      arb.read(source).map(({ id, note, maxChars, translatable }) => ({ id, note, maxChars, translatable })),
      [
        { id: 'title', note: 'Title (max. 20)', maxChars: 20, translatable: undefined },
        { id: 'count', note: '{count}: int, for example 3', maxChars: 40, translatable: undefined },
        { id: 'logo', note: undefined, maxChars: undefined, translatable: false },
      ],
    );
  });

  it('reads texts of any type but an image’s or a style sheet’s, as Flutter does', () => {
    for (const type of ['text', 'String', 'string', 'plural', ''])
      assert.equal(arb.read(`{"a": "x", "@a": {"type": "${type}"}}`)[0]?.translatable, undefined, type);
    for (const type of ['image', 'CSS'])
      assert.equal(arb.read(`{"a": "x", "@a": {"type": "${type}"}}`)[0]?.translatable, false, type);
  });

  it('creates a file of texts in the target’s locale, as Flutter or the source spells it', () => {
    assert.equal(
      write('', { count: 'C', title: 'T' }),
      '{\n  "@@locale": "pt_BR",\n  "title": "T",\n  "count": "C"\n}\n',
    );
    assert.equal(
      write('', { title: 'T' }, source.replace('"en"', '"en-GB"')),
      '{\n  "@@locale": "pt-BR",\n  "title": "T"\n}\n',
    );
    assert.equal(write('', { title: 'T' }, '{"title": "x"}'), '{"title": "T"}');
  });

  it('inserts nothing between a text and its description, or before the locale', () => {
    assert.equal(
      write('{\n  "title": "T",\n  "@title": {}\n}', { count: 'C' }, '{\n  "title": "x",\n  "count": "y"\n}'),
      '{\n  "title": "T",\n  "@title": {},\n  "count": "C"\n}',
    );
    assert.equal(
      write('{\n  "@@locale": "de"\n}', { count: 'C' }, '{\n  "count": "y"\n}'),
      '{\n  "@@locale": "de",\n  "count": "C"\n}',
    );
  });

  it('refuses members that are not texts', () => {
    assert.throws(
      () => write('{}', { logo: 'x' }),
      withSentence(/“logo” can’t be written: This is not a string to translate: its type is “image”/),
    );
    assert.throws(() => write('{}', { '@title': 'x' }), withSentence(/no string/));
    assert.throws(() => write('{}', { '@@locale': 'x' }), withSentence(/no string/));
  });
});

function write(target: string, translations: Record<string, string>, sourceText = source): string {
  return applyEdits(
    target,
    arb.write(target, new Map(Object.entries(translations)), { sourceText, sourceLocale: 'en', targetLocale: 'pt-BR' }),
  );
}

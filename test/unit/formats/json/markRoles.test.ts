import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { json } from '../../../../src/formats/json/json.ts';

function textsOf(file: unknown): readonly string[] {
  return json.read(JSON.stringify(file)).map(({ id, text }) => `${id}=${text}`);
}

function notesOf(file: unknown): readonly (string | undefined)[] {
  return json.read(JSON.stringify(file)).map(({ note }) => note);
}

function write(target: unknown, translations: Readonly<Record<string, string>>, source: unknown): unknown {
  const text = target === undefined ? '' : JSON.stringify(target, null, 2);
  const context = { sourceText: JSON.stringify(source, null, 2), sourceLocale: 'en', targetLocale: 'pt-BR' };
  return JSON.parse(applyEdits(text, json.write(text, new Map(Object.entries(translations)), context)));
}

describe('values that only look like texts', () => {
  it('reads the descriptions of Docusaurus as notes', () => {
    const file = { 'a.b': { message: 'One', description: 'About one' }, c: { message: 'Two' } };
    assert.deepEqual(textsOf(file), ['a\\.b.message=One', 'c.message=Two']);
    assert.deepEqual(notesOf(file), ['About one', undefined]);
    assert.deepEqual(write(undefined, { 'a\\.b.message': 'Um' }, file), {
      'a.b': { message: 'Um', description: 'About one' },
    });
    assert.deepEqual(write({ c: { message: 'Dois' } }, { 'a\\.b.message': 'Um' }, file), {
      'a.b': { message: 'Um', description: 'About one' },
      c: { message: 'Dois' },
    });
  });

  it('reads the texts of go-i18n’s lists, and their descriptions as notes', () => {
    const file = [
      { id: 'hi', description: 'A greeting', translation: 'Hi' },
      { id: 'n', translation: { one: 'one', other: 'many' } },
      { id: 'x', hash: 'sha1-1', other: 'X' },
    ];
    assert.deepEqual(textsOf(file), [
      'hi.translation=Hi',
      'n.translation.one=one',
      'n.translation.other=many',
      'x.other=X',
    ]);
    assert.deepEqual(notesOf(file)[0], 'A greeting');
    assert.deepEqual(write([], { 'hi.translation': 'Oi' }, file), [
      { id: 'hi', description: 'A greeting', translation: 'Oi' },
    ]);
  });

  it('reads only the translations of gotext, and copies what identifies a message', () => {
    const select = { select: { feature: 'plural', arg: 'N', cases: { one: { msg: 'one' }, other: { msg: 'many' } } } };
    const placeholders = [{ id: 'N', string: '%[1]d', type: 'int' }];
    const file = {
      language: 'en',
      messages: [
        { id: 'Hello', key: 'Hello', message: 'Hello', translation: 'Hello', translatorComment: 'Copied from source.' },
        { id: ['a', 'b'], message: '{N} files', translation: select, placeholders, comment: 'In a list' },
      ],
    };
    assert.deepEqual(textsOf(file), [
      'messages.Hello.translation=Hello',
      'messages.a.translation.select.cases.one.msg=one',
      'messages.a.translation.select.cases.other.msg=many',
    ]);
    const created = write(undefined, { 'messages.Hello.translation': 'Olá' }, file);
    assert.deepEqual(created, {
      language: 'pt-BR',
      messages: [{ id: 'Hello', key: 'Hello', message: 'Hello', translation: 'Olá' }],
    });
    assert.deepEqual(write(created, { 'messages.a.translation.select.cases.other.msg': 'muitos' }, file), {
      language: 'pt-BR',
      messages: [
        { id: 'Hello', key: 'Hello', message: 'Hello', translation: 'Olá' },
        {
          id: ['a', 'b'],
          message: '{N} files',
          translation: { select: { feature: 'plural', arg: 'N', cases: { other: { msg: 'muitos' } } } },
          placeholders,
          comment: 'In a list',
        },
      ],
    });
  });

  it('reads the variants of inlang’s message format, and copies what selects one', () => {
    const selecting = { declarations: ['input n', 'local c = n: plural'], selectors: ['c'] };
    const file = { hi: 'Hi', n: [{ ...selecting, match: { 'c=one': 'One', 'c=other': 'Many' } }] };
    assert.deepEqual(textsOf(file), ['hi=Hi', 'n.0.match.c#one=One', 'n.0.match.c#other=Many']);
    const created = write(undefined, { hi: 'Oi', 'n.0.match.c#other': 'Muitos' }, file);
    assert.deepEqual(created, { hi: 'Oi', n: [{ ...selecting, match: { 'c=other': 'Muitos' } }] });
    // With the forms of the target's language, in their order, whichever comes first.
    const completed = write(created, { 'n.0.match.c#many': 'De muitos', 'n.0.match.c#one': 'Um' }, file);
    const variants = { 'c=one': 'Um', 'c=many': 'De muitos', 'c=other': 'Muitos' };
    assert.equal(JSON.stringify(completed), JSON.stringify({ hi: 'Oi', n: [{ ...selecting, match: variants }] }));
    const oneFirst = write({}, { 'n.0.match.c#one': 'Um' }, file);
    assert.deepEqual(write(oneFirst, { 'n.0.match.c#other': 'Muitos' }, file), {
      n: [{ ...selecting, match: { 'c=one': 'Um', 'c=other': 'Muitos' } }],
    });
    // As orders of earlier versions name a variant.
    assert.deepEqual(write({}, { 'n.0.match.c=one': 'Um' }, file), oneFirst);
    assert.deepEqual(write(created, { 'n.0.match.c=other': 'x' }, file), {
      hi: 'Oi',
      n: [{ ...selecting, match: { 'c=other': 'x' } }],
    });
  });

  it('reads variants of inlang that are no plural, or of several selectors, by their keys', () => {
    const ordinal = { declarations: ['local o = n: plural type=ordinal'], selectors: ['o'] };
    assert.deepEqual(textsOf({ n: [{ ...ordinal, match: { 'o=one': '1st', 'o=other': 'nth', 'o=*': 'any' } }] }), [
      'n.0.match.o#ordinal-one=1st',
      'n.0.match.o#ordinal-other=nth',
      'n.0.match.o=*=any',
    ]);
    const gender = { declarations: ['input g'], selectors: ['g'], match: { 'g=one': 'a', 'g=other': 'b' } };
    assert.deepEqual(textsOf({ n: [gender] }), ['n.0.match.g=one=a', 'n.0.match.g=other=b']);
    const both = { declarations: ['local c = n: plural'], selectors: ['c', 'g'], match: { 'c=one, g=*': 'a' } };
    assert.deepEqual(textsOf({ n: [both] }), ['n.0.match.c=one, g=*=a']);
  });

  it('writes ABP’s culture, and reads neither it nor Nextcloud’s plural rule nor MediaWiki’s authors', () => {
    const file = { culture: 'en', texts: { A: 'B' } };
    assert.deepEqual(textsOf(file), ['texts.A=B']);
    assert.deepEqual(write(undefined, { 'texts.A': 'C' }, file), { culture: 'pt-BR', texts: { A: 'C' } });
    const rule = 'nplurals=2; plural=(n != 1);';
    assert.deepEqual(textsOf({ translations: { A: 'B' }, pluralForm: rule }), ['translations.A=B']);
    assert.deepEqual(textsOf({ '@metadata': { authors: ['Ada'], locale: 'en' }, a: 'b' }), ['a=b']);
  });

  const texts: readonly unknown[] = [
    { culture: 'The culture', texts: 'Texts', pluralForm: 'nplurals', '@metadata': 'x' },
    { a: { message: 'm', description: 'd', more: 'e' }, b: { message: 'm', description: 'd' } },
    { description: 'd', a: { message: 'm', description: 'd' } },
    { language: 'Language', messages: { id: 'Id', message: 'Message' } },
    { language: 'en', messages: [{ id: 'Id', message: 'Message' }, { message: 'x' }] },
    [{ id: 'Id', description: 'd', other: 'x' }, { description: 'd' }],
    { match: { a: 'b' }, selectors: 'S', declarations: 'D' },
    { culture: 'en', texts: ['x'] },
  ];
  for (const file of texts)
    it(`reads every string of ${JSON.stringify(file)}`, () => {
      let strings = 0;
      JSON.stringify(file, (_key, value: unknown) => {
        if (typeof value === 'string') strings += 1;
        return value;
      });
      assert.equal(textsOf(file).length, strings);
    });
});

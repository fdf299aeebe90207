import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type ReasonCode } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { isTextModule } from '../../../../src/formats/recognize.ts';
import { javascript, typescript } from '../../../../src/formats/module/module.ts';

describe('modules', () => {
  it('creates a file named for its locale, with all of the source’s texts', () => {
    const source =
      "const en: M = {\n  locale: 'en',\n  a: 'A',\n  b: 'B', // b\n} satisfies M;\n\nexport default en;\n";
    assert.equal(
      write('', { b: 'C' }, source),
      source
        .replaceAll('const en', 'const ptBR')
        .replace("'en'", "'pt-BR'")
        .replace("'B'", "'C'")
        .replace('default en', 'default ptBR'),
    );
  });

  it('reads and writes the objects of AMD modules', () => {
    for (const [before, after] of [
      ['define({\n  ', '\n});\n'],
      ['define([], function() {\n  return {\n    ', '\n  }\n});\n'],
      ["define(['x'], (x) => ({\n  ", '\n}));\n'],
      ["define('nls', [], function () {\n  'use strict';\n  return {\n    ", '\n  };\n});\n'],
    ] as const) {
      const source = `${before}save: 'Save'${after}`;
      assert.deepEqual(
        javascript.read(source).map(({ id, text }) => [id, text]),
        [['save', 'Save']],
        source,
      );
      const context = { sourceText: source, sourceLocale: 'en-US', targetLocale: 'de-DE' };
      const translations = new Map([['save', 'Sichern']]);
      assert.equal(applyEdits('', javascript.write('', translations, context)), `${before}save: 'Sichern'${after}`);
    }
  });

  it('reads and writes scripts without exports that give one object a name', () => {
    for (const before of [
      'let i18n = {\n  ',
      '/* Texts */\nwindow.texts = {\n  ',
      "'use strict';\nvar LANG = {\n  ",
      "LANG['en'] = {\n  ",
    ]) {
      const source = `${before}save: "Save", // button\n};\n`;
      assert.ok(isTextModule('scripts/i18n/en.js', source), source);
      assert.deepEqual(
        javascript.read(source).map(({ id, text }) => [id, text]),
        [['save', 'Save']],
        source,
      );
      const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
      const translations = new Map([['save', 'Sichern']]);
      const edits = javascript.write(source, translations, context);
      assert.equal(applyEdits(source, edits), source.replace('"Save"', '"Sichern"'));
    }
  });

  it('creates a script for another locale under the name of that locale', () => {
    for (const [name, created] of [
      ["CKEDITOR.lang[ 'en' ]", "CKEDITOR.lang[ 'pt-BR' ]"],
      ['lang.en', 'lang.ptBR'],
      ['var en', 'var ptBR'],
      ['let i18n', 'let i18n'],
    ] as const) {
      const source = `${name} = {\n  save: 'Save',\n};\n`;
      assert.ok(isTextModule('lang/en.js', source), source);
      assert.equal(write('', { save: 'Salvar' }, source), `${created} = {\n  save: 'Salvar',\n};\n`);
    }
  });

  it('reads no script whose name has the locale in it, so that other files would need other names', () => {
    for (const name of ['window.texts_en', 'var lang_en_US', "LANG['shop-en']"])
      assert.deepEqual(javascript.read(`${name} = { save: 'Save' };\n`), [], name);
  });

  it('takes no other scripts for texts', () => {
    assert.equal(isTextModule('scripts/i18n/getLanguage.js', 'let i18n = {\n};\n'), false);
    assert.equal(isTextModule('scripts/i18n/en.js', 'load();\nlet i18n = {\n};\n'), false);
    assert.deepEqual(javascript.read("let a = { b: 'B' };\nlet c = { d: 'D' };\n"), []);
  });

  it('adds a locale next to existing ones', () => {
    const source = "export default {\n  en: { a: 'A', n: { b: 'B' } },\n  ja: { a: 'あ' },\n};\n";
    assert.deepEqual(typescript.locales?.(source), { source: 'en', targets: ['ja'], all: true });
    assert.equal(write(source, { a: 'x' }, source), source.replace("' },\n};", "' },\n  'pt-BR': { a: 'x' },\n};"));
  });

  it('inserts keys of a locale in the order of the source’s locale of the same file', () => {
    const file = (members: readonly string[]): string =>
      "export default {\n  en: {\n    one: 'One',\n    two: 'Two',\n    more: { a: 'A', b: 'B', c: 'C' },\n    last: 'Last',\n  },\n" +
      `  'pt-BR': {\n${members.map((member) => `    ${member},\n`).join('')}  },\n};\n`;
    const before = file(["more: { b: 'Bê' }"]);
    assert.equal(
      write(before, { last: 'Fim', two: 'Dois', 'more.c': 'Cê', one: 'Um', 'more.a': 'Á' }, before),
      file(["one: 'Um'", "two: 'Dois'", "more: { a: 'Á', b: 'Bê', c: 'Cê' }", "last: 'Fim'"]),
    );
  });

  it('writes a new list as a list, without keys', () => {
    const source = "export default {\n  en: { a: 'A', days: ['Mon', 'Tue'] },\n  'pt-BR': { a: 'Á' },\n};\n";
    assert.equal(
      write(source, { 'days.0': 'seg', 'days.1': 'ter' }, source),
      source.replace("'Á' }", "'Á', days: ['seg', 'ter'] }"),
    );
  });

  it('inserts next to plural forms, with the quotes of the neighbor', () => {
    const source = "export default { n_one: '1', n_other: '2', last: 'x' };\n";
    assert.equal(
      write('export default {\n  n_one: "a",\n  n_other: "b"\n}\n', { 'n#many': 'c', last: "d'" }, source),
      'export default {\n  n_one: "a",\n  n_many: "c",\n  n_other: "b",\n  last: "d\'"\n}\n',
    );
  });

  it('ends an object with a comma if the file does so elsewhere', () => {
    const source = "export default {\n  a: {\n    x: 'X',\n    y: 'Y'\n  },\n  b: {\n    z: 'Z'\n  }\n};\n";
    assert.equal(write(source.replace("\n    y: 'Y'", ''), { 'a.y': 'Y' }, source), source);
    const commas = source.replaceAll("'\n", "',\n").replace('}\n};', '},\n};');
    assert.equal(write(commas.replace("\n    y: 'Y',", ''), { 'a.y': 'Y' }, source), commas);
  });

  it('does not count a key that only looks like a member of a plural set as one', () => {
    const source = "export default { n_new: 'N', n_one: '1', n_other: '2' };\n";
    assert.equal(
      write("export default {\n  n_new: 'n',\n  n_one: 'a',\n  n_other: 'b'\n}\n", { 'n#few': 'c' }, source),
      "export default {\n  n_new: 'n',\n  n_one: 'a',\n  n_few: 'c',\n  n_other: 'b'\n}\n",
    );
  });

  it('writes the forms of a plural set one by one, although a form without “other” is read as a text', () => {
    const source = "export default {\n  n_one: '1',\n  n_other: '2',\n};\n";
    const alone = "export default {\n  n_one: 'a',\n};\n";
    assert.equal(write(alone, { 'n#other': 'b' }, source), "export default {\n  n_one: 'a',\n  n_other: 'b',\n};\n");
    assert.equal(write(alone, { 'n#one': 'b' }, source), "export default {\n  n_one: 'b',\n};\n");
    assert.equal(write('export default {\n};\n', { 'n#one': 'a' }, source), alone);
    assert.equal(write(source, { n_one: 'a' }, alone), source.replace("'1'", "'a'"));
    assert.throws(() => write(alone, { n_one: 'b', 'n#one': 'c' }, source), withSentence(/two different translations/));
  });

  it('reads a file with an interface in addition to the texts, regardless of its size', () => {
    const source = `interface Texts {\n${'  a: string\n'.repeat(1000)}}\nexport default { a: 'A' } as Texts;\n`;
    assert.deepEqual(
      typescript.read(source).map(({ text }) => text),
      ['A'],
    );
  });

  it('reads thousands of comments above a text as its note', () => {
    const [unit] = typescript.read(`export default { // not this\n${'// a\n'.repeat(20_000)}// b\na: 'x' }\n`);
    assert.equal(unit?.note, `${'a\n'.repeat(20_000)}b`);
  });

  it('reads a file with types, with elements, or with both', () => {
    const texts = (text: string, format = typescript): readonly string[] => format.read(text).map((unit) => unit.text);
    assert.deepEqual(texts("const en: Texts = { a: 'A' };\nexport default en;\n"), ['A']);
    assert.deepEqual(texts("export default { a: 'A', b: <Icon /> };\n"), ['A']);
    assert.deepEqual(texts("const en: Texts = { a: 'A', b: <b>B</b> };\nexport default en;\n"), ['A']);
    assert.deepEqual(texts("export default { a: 'A', b: <Icon /> };\n", javascript), ['A']);
    assert.deepEqual(texts("// @flow\nconst en: Texts = { a: 'A', b: <b>B</b> };\nexport default en;\n", javascript), [
      'A',
    ]);
  });

  it('reads no units of a program that exports nothing', () => {
    assert.deepEqual(javascript.read("const a = { b: 'c' };\nshow(a);\n"), []);
  });

  const broken: readonly [string, ReasonCode][] = [
    ['export default {', 'unexpected-here'],
    ['export default { a b }', 'expected-here'],
    ["export default { a: 'b }", 'quote-open'],
    ['export default { a: `b', 'module-template-not-closed'],
    ['/* a', 'comment-open'],
    ["export default { a: '\\u12' }", 'escape-unknown'],
    [`x=${'['.repeat(20_000)}`, 'nested-too-deeply'],
    [`x=${'<T>('.repeat(2000)}`, 'module-nested-types'],
    [`x=${'!'.repeat(200_000)}`, 'parser-limit'],
    ['a:\n '.repeat(20_000), 'structure-too-deep'],
  ];
  for (const [file, code] of broken) {
    it(`refuses ${file.slice(0, 20)}`, () => {
      assert.throws(
        () => typescript.read(file),
        (error) => error instanceof FormatError && error.reason.code === code,
      );
    });
  }
});

function write(target: string, translations: Record<string, string>, sourceText: string): string {
  return applyEdits(
    target,
    typescript.write(target, new Map(Object.entries(translations)), {
      sourceText,
      sourceLocale: 'en',
      targetLocale: 'pt-BR',
    }),
  );
}

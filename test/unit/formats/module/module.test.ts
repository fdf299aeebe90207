import assert from 'node:assert/strict';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
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

  it('puts a locale beside others', () => {
    const source = "export default {\n  en: { a: 'A', n: { b: 'B' } },\n  ja: { a: 'あ' },\n};\n";
    assert.deepEqual(typescript.locales?.(source), { source: 'en', targets: ['ja'], all: true });
    assert.equal(write(source, { a: 'x' }, source), source.replace("' },\n};", "' },\n  'pt-BR': { a: 'x' },\n};"));
  });

  it('inserts beside plural forms, in the neighbour’s quotes', () => {
    const source = "export default { n_one: '1', n_other: '2', last: 'x' };\n";
    assert.equal(
      write('export default {\n  n_one: "a",\n  n_other: "b"\n}\n', { 'n#many': 'c', last: "d'" }, source),
      'export default {\n  n_one: "a",\n  n_many: "c",\n  n_other: "b",\n  last: "d\'"\n}\n',
    );
  });

  it('ends an object with a comma where the file does so', () => {
    const source = "export default {\n  a: {\n    x: 'X',\n    y: 'Y'\n  },\n  b: {\n    z: 'Z'\n  }\n};\n";
    assert.equal(write(source.replace("\n    y: 'Y'", ''), { 'a.y': 'Y' }, source), source);
    const commas = source.replaceAll("'\n", "',\n").replace('}\n};', '},\n};');
    assert.equal(write(commas.replace("\n    y: 'Y',", ''), { 'a.y': 'Y' }, source), commas);
  });

  it('keeps a key that only looks like one of a plural set apart from it', () => {
    const source = "export default { n_new: 'N', n_one: '1', n_other: '2' };\n";
    assert.equal(
      write("export default {\n  n_new: 'n',\n  n_one: 'a',\n  n_other: 'b'\n}\n", { 'n#few': 'c' }, source),
      "export default {\n  n_new: 'n',\n  n_one: 'a',\n  n_few: 'c',\n  n_other: 'b'\n}\n",
    );
  });

  it('writes the forms of a plural set one by one, though without the other form a key is a text of its own', () => {
    const source = "export default {\n  n_one: '1',\n  n_other: '2',\n};\n";
    const alone = "export default {\n  n_one: 'a',\n};\n";
    assert.equal(write(alone, { 'n#other': 'b' }, source), "export default {\n  n_one: 'a',\n  n_other: 'b',\n};\n");
    assert.equal(write(alone, { 'n#one': 'b' }, source), "export default {\n  n_one: 'b',\n};\n");
    assert.equal(write('export default {\n};\n', { 'n#one': 'a' }, source), alone);
    assert.equal(write(source, { n_one: 'a' }, alone), source.replace("'1'", "'a'"));
    assert.throws(() => write(alone, { n_one: 'b', 'n#one': 'c' }, source), /Two texts/);
  });

  it('reads an interface beside the texts, however many names it has', () => {
    const source = `interface Texts {\n${'  a: string\n'.repeat(1000)}}\nexport default { a: 'A' } as Texts;\n`;
    assert.deepEqual(
      typescript.read(source).map(({ text }) => text),
      ['A'],
    );
  });

  it('takes thousands of comments above a text for its note', () => {
    const [unit] = typescript.read(`export default { // not this\n${'// a\n'.repeat(20_000)}// b\na: 'x' }\n`);
    assert.equal(unit?.note, `${'a\n'.repeat(20_000)}b`);
  });

  it('has no unit where nothing is exported', () => {
    assert.deepEqual(javascript.read("const a = { b: 'c' };"), []);
  });

  for (const file of [
    'export default {',
    "export default { a: '\\u12' }",
    `x=${'['.repeat(20_000)}`,
    `x=${'<T>('.repeat(2000)}`,
    `x=${'!'.repeat(200_000)}`,
    'a:\n '.repeat(20_000),
  ]) {
    it(`refuses ${file.slice(0, 20)}`, () => {
      assert.throws(() => typescript.read(file), FormatError);
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

import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { fluent } from '../../../../src/formats/fluent/fluent.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

const source =
  '## G\n# max 9 chars\na = A\n    .t = T\nn = { $n ->\n        [one] one\n       *[other] others\n' +
  '    }\nz =\n    x\n      y\n';

describe('Fluent', () => {
  it('reads values, attributes, plural forms and blocks, with comments and limits', () => {
    assert.deepEqual(
      fluent.read(source).map(({ id, text }) => [id, text]),
      [
        ['a', 'A'],
        ['a.t', 'T'],
        ['n#one', 'one'],
        ['n#other', 'others'],
        ['z', 'x\n  y'],
      ],
    );
    assert.deepEqual(fluent.read(source).map(({ note, maxChars }) => [note, maxChars])[0], ['max 9 chars\nG', 9]);
  });

  it('protects characters that a line may not begin or end with', () => {
    assert.equal(write('z = x\n', { z: 'a\n[b\n c \n' }), 'z = a\n    {"["}b\n    {" "}c{" "}\n    {""}\n');
  });

  it('protects whitespace at the beginning of a line that Fluent’s runtime takes for indentation', () => {
    for (const space of ['\u00a0', '\u3000', '\u2003', '\t', '\u2028', '\ufeff']) {
      assert.equal(write('z = x\n', { z: `a\n${space}b ${space}c` }), `z = a\n    {"${space}"}b ${space}c\n`);
      assert.equal(write('z =\n    x\n    y\n', { z: `${space}a\nb` }), `z =\n    {"${space}"}a\n    b\n`);
      assert.equal(write('z = x\n', { z: `${space}a\n ${space}` }), `z = ${space}a\n    {" "}${space}\n`);
      const read = `z = a\n    ${space}b {"${space}"}\n`;
      assert.equal(fluent.read(read)[0]?.text, `a\n${space}b {"${space}"}`);
    }
  });

  it('writes a text that is only a plural so that it is not read as its forms', () => {
    const choice = '{ $n ->\n    [one] x\n   *[other] y\n}';
    const written = 'z = {""}{ $n ->\n        [one] x\n       *[other] y\n    }\n';
    assert.equal(write('z = x\n', { z: choice }), written);
    assert.equal(write('a = x\n', { z: choice }, 'a = x\nz = y\n'), `a = x\n${written}`);
    assert.deepEqual(
      fluent.read(written).map(({ id, text }) => [id, text]),
      [['z', choice]],
    );
    assert.equal(fluent.read(write('z =\n    .t = x\n', { 'z.t': choice }))[0]?.text, choice);
    assert.equal(fluent.read(write('z =\n    x\n    y\n', { z: choice }))[0]?.text, choice);
    assert.equal(fluent.read(write('z = x\n', { z: `You have ${choice}` }))[0]?.text, `You have ${choice}`);
    const nested = write('z = { $m ->\n    [one] x\n   *[other] y\n}\n', { 'z#one': choice });
    assert.equal(fluent.read(nested)[0]?.text, choice);
  });

  it('inserts attributes, forms and messages in the source’s order', () => {
    assert.equal(
      write('n = { $n ->\n        [one] 1\n       *[other] 2\n    }\n', { a: 'Ä', 'a.t': 'Ü', 'n#few': '3' }),
      'a = Ä\n    .t = Ü\nn = { $n ->\n        [one] 1\n        [few] 3\n       *[other] 2\n    }\n',
    );
  });

  it('keeps empty lines between messages, and aligned equals signs', () => {
    const grouped = 'a = A\nb = B\n\nc = C\nd = D\n';
    assert.equal(write('a = Ä\n\nc = Ü\nd = Ð\n', { b: 'ß' }, grouped), 'a = Ä\nb = ß\n\nc = Ü\nd = Ð\n');
    assert.equal(write('a = Ä\nb = ß\n\nd = Ð\n', { c: 'Ü' }, grouped), 'a = Ä\nb = ß\n\nc = Ü\nd = Ð\n');
    const aligned = 'a    = A\n    .one = 1\nlong = L\n    .one   = 1\n    .other = 2\n';
    assert.equal(
      write('long = L\n    .other = 2\nb    = B\n', { a: 'Ä', 'a.one': '1', 'long.one': '1' }, aligned),
      'a    = Ä\n    .one = 1\nlong = L\n    .one   = 1\n    .other = 2\nb    = B\n',
    );
  });

  it('creates a file with the source’s groups', () => {
    assert.equal(write('', { 'a.t': 'Ü' }), '## G\n# max 9 chars\na =\n    .t = Ü\n');
  });

  it('truncates long comments on the file and on groups in notes', () => {
    const [first, second] = fluent.read(`### ${'x'.repeat(5000)}\n\n## G\n\n# own\na = A\nb = B\n`);
    assert.equal(first?.note, `own\n${second?.note ?? ''}`);
    assert.match(second?.note ?? '', /^G\nx{1998}…$/);
  });

  it('refuses junk with its location, and a translation that is not a pattern', () => {
    assert.throws(
      () => fluent.read('a = b\nc = {\n'),
      (error) => error instanceof FormatError && error.line >= 2,
    );
    for (const [file, code] of [
      ['0a = b', 'fluent-entry'],
      ['a = { $b -> }', 'line-end-expected'],
      ['a = { f() }', 'fluent-callee'],
      ['a = { "\\q" }', 'escape-unknown'],
      ['a = { $n ->\n [one] x\n}\n', 'fluent-default-missing'],
    ] as const) {
      assert.throws(
        () => fluent.read(file),
        (error) => error instanceof FormatError && error.reason.code === code,
      );
    }
    assert.throws(
      () => write(source, { a: 'x } y' }),
      withSentence(/not a valid Fluent pattern. This closing brace has no opening brace/),
    );
    assert.throws(() => fluent.read(`a = ${'{'.repeat(20_000)}`), withSentence(/nested more than 100/));
    assert.throws(
      () => fluent.read(`a = b${' '.repeat(20_000)}c\n`),
      withSentence(/Line 1, column 1006: There are more than 1,000 spaces/),
    );
  });
});

function write(target: string, translations: Record<string, string>, sourceText = source): string {
  return applyEdits(
    target,
    fluent.write(target, new Map(Object.entries(translations)), { sourceText, sourceLocale: 'en', targetLocale: 'uk' }),
  );
}

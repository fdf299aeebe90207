import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type ReasonCode } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { toml } from '../../../../src/formats/toml/toml.ts';

describe('reading TOML', () => {
  it('reads a go-i18n table as plural members, with its description and comments as the note', () => {
    const file =
      '# the shop\n[pots]\ndescription = "How many"\nhash = "sha1-x"\none = "a"\n' +
      'other = "b" # max 9 chars\n[shop]\nname = "n"\nother = "o"\n';
    assert.deepEqual(
      toml.read(file).map(({ id, note, maxChars }) => [id, note, maxChars]),
      [
        ['pots#one', 'the shop\nHow many', undefined],
        ['pots#other', 'the shop\nHow many\nmax 9 chars', 9],
        ['shop.name', undefined, undefined],
        ['shop.other', undefined, undefined],
      ],
    );
  });

  it('reads tables, dotted and quoted keys, inline tables and arrays; only strings are texts', () => {
    const file =
      'a.b = "1"\n"c.d" = \'2\'\nn = 1\ni = { x = "3", y = true }\nl = ["4", ["5"]]\n[[t]]\nk = """\n6"""\n' +
      "[[t]]\nk = '''7'''\n";
    assert.deepEqual(
      toml.read(file).map(({ id, text }) => [id, text]),
      [
        ['a.b', '1'],
        ['c\\.d', '2'],
        ['i.x', '3'],
        ['l.0', '4'],
        ['l.1.0', '5'],
        ['t.0.k', '6'],
        ['t.1.k', '7'],
      ],
    );
    for (const { start, end } of toml.read(file)) assert.match(file.slice(start, end), /^(["'])[^]*\1$/);
  });

  const broken: readonly [string, number, ReasonCode][] = [
    ['a = "x\n', 1, 'quote-open'],
    ['a = "1"\na = "2"\n', 2, 'toml-key-twice'],
    ['a\n', 2, 'toml-equals-missing'],
    ['a = "\\q"\n', 1, 'escape-unknown'],
    ['a = "x"\rb = "y"', 2, 'line-end-expected'],
    ['a = \n', 2, 'value-expected'],
    ['a = [1 2]', 1, 'toml-comma-missing'],
    ['a = {b = 1', 1, 'toml-inline-table-not-closed'],
    ['a = 2020-13-40', 1, 'toml-date'],
    ['a..b = 1', 1, 'toml-key-dots'],
    ['# \u0000', 1, 'toml-control-character'],
    [`a = ${'['.repeat(20_000)}`, 1, 'nested-too-deeply'],
    [`a = ${'{a='.repeat(20_000)}`, 1, 'nested-too-deeply'],
    [`a${'.a'.repeat(20_000)} = "x"`, 1, 'nested-too-deeply'],
    [`b = 1\na = "${'x'.repeat(200_000)}"`, 2, 'value-too-long'],
    [`b = 1\na = """\n${'x\n'.repeat(100_000)}"""`, 2, 'value-too-long'],
    [`a = ${'1'.repeat(200_000)}`, 1, 'parser-limit'],
  ];
  for (const [file, line, code] of broken) {
    it(`refuses ${JSON.stringify(file.slice(0, 20))}`, () => {
      assert.throws(
        () => toml.read(file),
        (error) => error instanceof FormatError && error.line === line && error.reason.code === code,
      );
    });
  }
});

describe('writing TOML', () => {
  it('keeps the kind of a string if it can represent the text', () => {
    const file = `a = "x"\nb = 'x'\nc = """\nx"""\nd = '''x'''\n`;
    assert.equal(
      write(file, { a: 'q"\\', b: 'C:\\n', c: '"""\n', d: "it's\nfine" }, file),
      `a = "q\\"\\\\"\nb = 'C:\\n'\nc = """\n\\""\\"\n"""\nd = '''it's\nfine'''\n`,
    );
    assert.equal(
      write(file, { a: 'p\nq', b: "it's", d: "'''" }, file),
      `a = "p\\nq"\nb = "it's"\nc = """\nx"""\nd = """'''"""\n`,
    );
  });

  it('inserts entries and tables in the source’s order and the target’s style', () => {
    const source = 'top = "t"\n\n[a]\none = "x"\nother = "y"\n\n[b]\nother = "z"\n\n[c]\nother = "w"\n';
    assert.equal(
      write("[a]\n  other='y'\n[c]\n  other='w'\n", { top: 'T', 'a#one': 'X', 'a#few': 'F', 'b#other': 'Z' }, source),
      "top='T'\n\n[a]\n  one='X'\n  few='F'\n  other='y'\n[b]\n  other='Z'\n[c]\n  other='w'\n",
    );
    assert.equal(write('[a]\nother = "y"', { 'c#other': 'W' }, source), '[a]\nother = "y"\n\n[c]\nother = "W"');
  });

  it('indents entries under a header like elsewhere in the file', () => {
    const source = '[a]\n    t = "x"\n\n    [a.b]\n        t = "y"\n\n    [a.c]\n        t = "z"\n';
    assert.equal(
      write('[a]\n\n    [a.b]\n        t = "Y"\n', { 'a.t': 'X' }, source),
      '[a]\n    t = "X"\n\n    [a.b]\n        t = "Y"\n',
    );
    assert.equal(
      write('[a]\n  t = "X"\n\n  [a.b]\n\n  [a.c]\n    t = "Z"\n', { 'a.b.t': 'Y' }, source),
      '[a]\n  t = "X"\n\n  [a.b]\n    t = "Y"\n\n  [a.c]\n    t = "Z"\n',
    );
  });

  it('completes a plural set that lacks its default form', () => {
    assert.equal(
      write('[a]\none = "x"\n', { 'a#one': 'X', 'a#other': 'Y' }, '[a]\none = "1"\nother = "n"\n'),
      '[a]\none = "X"\nother = "Y"\n',
    );
  });

  it('inserts into inline tables and arrays', () => {
    const source = 'i = { one = "x", other = "y" }\nl = ["p", "q", "r"]\n';
    assert.equal(
      write('i = { other = "y" }\nl = ["p"]\n', { 'i#one': 'X', 'l.2': 'R' }, source),
      'i = { one = "X", other = "y" }\nl = ["p", "", "R"]\n',
    );
    assert.equal(write('l = ["p"]\n', { 'i#other': 'Y' }, source), 'i = { other = "Y" }\nl = ["p"]\n');
  });

  it('creates an array with its comments up to the last element that is translated', () => {
    const source = 'l = [\n  "p", # first\n  "q", # second\n  "r", # third\n]\n';
    assert.equal(write('', { 'l.0': 'P', 'l.1': 'Q' }, source), 'l = [\n  "P", # first\n  "Q", # third\n]\n');
    assert.equal(write('', { 'l.1': 'Q' }, source), 'l = [\n  "", # first\n  "Q", # third\n]\n');
    assert.equal(
      write('', { 'l.0': 'P', 'l.1': 'Q', 'l.2': 'R' }, source),
      source.replace('p', 'P').replace('q', 'Q').replace('r"', 'R"'),
    );
  });

  it('inserts below a key that an inline table or an array lacks', () => {
    const dotted = 'a = { module = "m", version.ref = "v", version.x = "w" }\n';
    assert.equal(
      write('a = { module = "M" }\n', { 'a.version.ref': 'V', 'a.version.x': 'W' }, dotted),
      'a = { module = "M", version.ref = "V", version.x = "W" }\n',
    );
    assert.equal(
      write('a = { version.x = "W" }\n', { 'a.version.ref': 'V', 'a.module': 'M' }, dotted),
      'a = { module = "M", version.ref = "V", version.x = "W" }\n',
    );
    const nested = 'a = { v = { r = "r", x = "x" }, z = "z" }\n';
    assert.equal(write('a = { z = "Z" }\n', { 'a.v.x': 'X' }, nested), 'a = { v = { x = "X" }, z = "Z" }\n');
    assert.equal(write('a = { v.r = "R" }\n', { 'a.v.x': 'X' }, nested), 'a = { v.r = "R", v.x = "X" }\n');
    const tables = 'l = [{ n = "a" }, { n = "b", t = "c" }]\n';
    assert.equal(
      write('l = [{ n = "A" }]\n', { 'l.1.n': 'B', 'l.1.t': 'C' }, tables),
      'l = [{ n = "A" }, { n = "B", t = "C" }]\n',
    );
  });

  it('creates a file with the translated texts', () => {
    const source = '# Head\n\n# of a\n[a]\ndescription = "d"\none = "x"\nother = "y"\n\n# of b\n[b]\nn = 1\nt = "u"\n';
    assert.equal(
      write('', { 'a#other': 'Y', 'a#many': 'M' }, source),
      '# Head\n\n# of a\n[a]\ndescription = "d"\nmany = "M"\nother = "Y"\n',
    );
    assert.equal(write('', { 'b.t': 'U' }, source), '# Head\n\n# of b\n[b]\nt = "U"\n');
  });

  it('refuses a path at which the target has something else', () => {
    assert.throws(() => write('a = 1\n', { a: 'x' }, 'a = "y"\n'), withSentence(/Make both files the same/));
    assert.throws(() => write('a = "s"\n', { 'a.b': 'x' }, '[a]\nb = "y"\n'), withSentence(/Make both files the same/));
  });
});

function write(target: string, texts: Record<string, string>, sourceText: string): string {
  return applyEdits(
    target,
    toml.write(target, new Map(Object.entries(texts)), { sourceText, sourceLocale: 'en', targetLocale: 'fr' }),
  );
}

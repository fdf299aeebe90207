import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse, parseDocument } from 'yaml';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { yaml, yaml11 } from '../../../../src/formats/yaml/yaml.ts';
import { anyText } from '../../../laws/hostileStrings.ts';

describe('reading YAML', () => {
  it('omits the root key that names the locale from ids, and no other key', () => {
    assert.deepEqual(ids('en:\n  a: x\n'), ['a']);
    assert.deepEqual(ids('pt-BR:\n  a: x\n'), ['a']);
    assert.deepEqual(ids('"no":\n  a: x\n'), ['a']);
    assert.deepEqual(ids('app:\n  a: x\n'), ['app.a']);
    assert.deepEqual(ids('en:\n  a: x\nother: y\n'), ['en.a', 'other']);
    assert.deepEqual(ids('en: text\n'), ['en']);
  });

  it('reads a map of categories as plural members only if it has “other”', () => {
    assert.deepEqual(ids('a:\n  one: x\n  other: y\nb:\n  one: x\nc:\n  other: x\n  more: y\nd:\n  other: x\n'), [
      'a#one',
      'a#other',
      'b.one',
      'c.other',
      'c.more',
      'd#other',
    ]);
  });

  it('skips aliases and tagged values', () => {
    for (const value of ['*a', '!ruby/object:X y', '!!binary aGk=', '!!int "1"'])
      for (const format of [yaml, yaml11])
        assert.deepEqual(ids(`x: &a t\nk: ${value}\n`, format), ['x'], `${value} in ${format.id}`);
  });

  // The judge is the package `yaml`, which reads version 1.2 if nothing else is wanted.
  it('reads plain values as YAML 1.2 does: Yes, No, On and Off are texts', () => {
    const values =
      'Yes No On Off yes no on off Y n ja nein 1 -1 1_000 1,5 0b11 0o17 017 0x1F 12:30 12:30:00 1.5e3 .5 1. .inf ' +
      '-.Inf .NaN 2031-01-01 2031-01-01T10:00:00Z true TRUE False ~ null Null :sym =';
    for (const value of [...values.split(' '), '1 pot', '2031-01-01 10:00:00', 'a:b', '"1"', "'yes'", '!!str 12']) {
      const read: unknown = (parse(`k: ${value}\n`) as { readonly k: unknown }).k;
      assert.deepEqual(ids(`k: ${value}\n`), typeof read === 'string' ? ['k'] : [], value);
    }
  });

  it('skips numbers, booleans, dates and symbols of YAML 1.1 where Ruby, PyYAML or SnakeYAML read the file', () => {
    const values = [
      '1',
      '1_000',
      '1,5',
      '0b11',
      '0x1F',
      '12:30',
      '1.5e3',
      '.inf',
      '2031-01-01',
      '2031-01-01 10:00:00',
      'yes',
      'No',
      'ON',
      'true',
      '~',
      'null',
      '',
      ':sym',
    ];
    const translatable = (file: string): readonly string[] =>
      yaml11
        .read(file)
        .filter((unit) => unit.translatable !== false)
        .map(({ id }) => id);
    for (const value of values) assert.deepEqual(translatable(`x: t\nk: ${value}\n`), ['x'], value);
    for (const value of [
      '1 pot',
      'yes please',
      '"1"',
      "'yes'",
      'y',
      '!!str 12',
      '12:30 o’clock',
      '2031-01-01 or so',
      'a:b',
    ])
      assert.deepEqual(translatable(`k: ${value}\n`), ['k'], value);
  });

  it('names words that Ruby, PyYAML or SnakeYAML read as booleans', () => {
    for (const word of ['Yes', 'no', 'ON', 'off']) {
      const [unit] = yaml11.read(`k: ${word}\n`);
      assert.deepEqual(
        [unit?.text, unit?.translatable, unit?.reason],
        [word, false, { code: 'boolean-word', values: [word] }],
      );
    }
    assert.deepEqual(yaml11.read('a: true\nb: FALSE\n'), []);
  });

  it('skips Rails’ formats and rules', () => {
    const file =
      'en:\n  date:\n    formats:\n      short: "%d"\n    order: [ :year ]\n    names: [Mo]\n  number:\n' +
      '    format:\n      delimiter: ","\n  i18n:\n    plural:\n      rule: "x"\n  order:\n' +
      '    title: Order\n';
    assert.deepEqual(ids(file), ['date.names.0', 'order.title']);
  });

  it('reads the last value of a key that occurs twice', () => {
    assert.deepEqual(
      yaml.read('a: "1"\nb: "2"\na: "3"\n').map(({ id, text }) => [id, text]),
      [
        ['b', '2'],
        ['a', '3'],
      ],
    );
  });

  it('reads comments as notes: directly above with the same indentation, and after the value', () => {
    const file =
      '# head\n\n# of a\na: x # and so on\n\n  # stray\nb: "y#1" # max 12 chars\nc: |  # in the head\n' +
      '  # no comment\nd: z\n';
    assert.deepEqual(
      yaml.read(file).map(({ id, note, maxChars }) => [id, note, maxChars]),
      [
        ['a', 'of a\nand so on', undefined],
        ['b', 'max 12 chars', 12],
        ['c', 'in the head', undefined],
        ['d', undefined, undefined],
      ],
    );
  });

  it('reads Hugo’s list of ids and translations', () => {
    const units = yaml.read(
      '# a note\n- id: home\n  translation: Home\n- id: n\n  translation:\n    one: 1 x\n    other: more\n',
    );
    assert.deepEqual(
      units.map(({ id, text }) => [id, text]),
      [
        ['home', 'Home'],
        ['n#one', '1 x'],
        ['n#other', 'more'],
      ],
    );
  });

  const broken: readonly [string, number, number, RegExp][] = [
    ['just text\n', 1, 1, /single value/],
    ['a: "x\n', 2, 1, /missing/],
    ['a: x\n\tb: y\n', 2, 1, /tab/],
    ['a: b: c\n', 1, 4, /key|colon/],
    ['a: @x\n', 1, 4, /can’t begin/],
    ['a: "\\q"\n', 1, 5, /escape/],
    ['a: x\n---\nb: y\n', 2, 4, /second document/],
    ['a: \u0000\n', 1, 4, /control character/],
    ['['.repeat(20_000), 1, 501, /nested more than 500/],
    ['- '.repeat(20_000), 1, 1001, /nested more than 500/],
    [`a: ${'{b: '.repeat(20_000)}`, 1, 2004, /nested more than 500/],
    [Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''), 501, 501, /nested more than 500/],
  ];
  for (const [file, line, column, reason] of broken) {
    it(`refuses ${JSON.stringify(file.slice(0, 20))}`, () => {
      assert.throws(
        () => yaml.read(file),
        (error) =>
          error instanceof FormatError &&
          reason.test(englishReason(error.reason)) &&
          error.line === line &&
          Math.abs(error.column - column) <= 4,
      );
    });
  }

  it('never expands aliases', () => {
    const bomb = [
      'a: &a [x, x]',
      ...Array.from(
        { length: 40 },
        (_, index) =>
          `b${index}: &b${index} [*${index === 0 ? 'a' : `b${index - 1}`}, *${index === 0 ? 'a' : `b${index - 1}`}]`,
      ),
    ].join('\n');
    assert.deepEqual(ids(bomb), ['a.0', 'a.1']);
  });
});

describe('writing YAML', () => {
  it('keeps the kind of a scalar if it can represent the text', () => {
    const file = `a: plain\nb: 'single'\nc: "double"\nd: |\n  lines\ne: >-\n  folded\nf: [x, 'y']\n`;
    assert.equal(
      replace(file, { a: 'Neu', b: "it's", c: 'a "b"', d: 'one\ntwo\n', e: 'p\nq', 'f.0': 'z' }),
      `a: Neu\nb: 'it''s'\nc: "a \\"b\\""\nd: |\n  one\n  two\ne: >-\n  p\n\n  q\nf: [z, 'y']\n`,
    );
    assert.equal(
      replace(file, { a: 'yes', b: 'x\ny', d: ' x', e: 'a\n b', 'f.0': 'a, b' }),
      `a: 'yes'\nb: "x\\ny"\nc: "double"\nd: ' x'\ne: "a\\n b"\nf: ['a, b', 'y']\n`,
    );
    assert.equal(replace('a: |+\n  x\n\n\nb: y\n', { a: 'z' }), 'a: |-\n  z\nb: y\n');
  });

  it('quotes text that a reader of YAML 1.1 would interpret differently', () => {
    for (const text of [
      'no',
      'Off',
      'NULL',
      '~',
      '12:30',
      '1_000',
      '2031-01-01',
      '0b11',
      ':sym',
      '=',
      '<<',
      '- x',
      'a: b',
      'a #b',
      'a:',
      '*x',
      '&x',
      '!x',
      '%x',
      '@x',
      '`x',
      '{x',
      '[x',
      '|',
      '>',
      '#x',
      ' x',
      'x ',
      '',
    ]) {
      const written = replace('k: plain\n', { k: text });
      assert.match(written, /^k: "/, text);
    }
    assert.equal(replace('k: plain\n', { k: "It's 5 o'clock, {name}!" }), "k: It's 5 o'clock, {name}!\n");
  });

  it('writes text that the library reads the same way as YAML 1.1 and 1.2', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('plain', "'s'", '"d"', '|\n  x', '>-\n  x', '>\n  x\n  y'), (text, old) => {
        const written = replace(`k: ${old}\nl: z\n`, { k: text });
        assert.deepEqual(parse(written, { version: '1.2' }), { k: text, l: 'z' });
        assert.deepEqual(parseDocument(written, { version: '1.1' }).toJS(), { k: text, l: 'z' });
      }),
      { numRuns: 300 },
    );
  });

  it('inserts in the source’s order, indented and quoted like the target', () => {
    const source = 'en:\n  a: A\n  b:\n    one: x\n    other: y\n  c: [p, q]\n\n  d:\n    e: E\n';
    const target = "fr:\n    # first\n    a: 'A'\n    d:\n        e: 'E' # end\n";
    assert.equal(
      write(target, { 'b#one': 'u', 'b#many': 'v', 'b#other': 'w', 'c.0': 'r', 'c.1': 's' }, source),
      "fr:\n    # first\n    a: 'A'\n    b:\n        one: 'u'\n        many: 'v'\n        other: 'w'\n" +
        "    c: ['r', 's']\n    d:\n        e: 'E' # end\n",
    );
    assert.equal(write('fr:\n  d:\n    e: E', { a: 'z' }, source), 'fr:\n  a: z\n  d:\n    e: E');
    assert.equal(write('fr:\n', { a: 'z' }, source), 'fr:\n  a: z\n');
    assert.equal(write('fr:\n  a: z\n  d:', { 'd.e': 'x' }, source), 'fr:\n  a: z\n  d:\n    e: x');
    assert.equal(write('fr: {a: z, d: {e: x}}', { 'c.0': 'w' }, source), 'fr: {a: z, c: [w], d: {e: x}}');
  });

  // As Ruby's Psych and PyYAML read it.
  it('reads a block scalar that the end of the file cuts off without a line end, and keeps its text', () => {
    for (const [text, value] of [
      ['a: |\n  x', 'x'],
      ['a: |+\n  x', 'x'],
      ['a: >\n  x\n  y', 'x y'],
      ['a: |\n  x ', 'x '],
      ['a: |\n  x\n', 'x\n'],
      ['a: |\n  x\n  ', 'x\n'],
    ] as const)
      assert.equal(yaml.read(text)[0]?.text, value, JSON.stringify(text));
    const source = 'a: x\nb: y\n';
    assert.equal(write('a: |\n  x', { b: 'z' }, source), 'a: |-\n  x\nb: z');
    assert.equal(write('a: |2+ # note\n  x', { b: 'z' }, source), 'a: |2- # note\n  x\nb: z');
    assert.equal(write('a: |\n  x', { a: 'z\n' }, source), 'a: |\n  z\n');
    // With another indicator, programs that add a line end, such as the package yaml, would read the text without it.
    assert.equal(write('a: |\n  x', { a: 'z' }, source), 'a: |\n  z');
    assert.equal(write('a: |+\r\n  x', { a: 'z' }, source), 'a: |+\r\n  z');
    assert.equal(write('a: >2  # note\n  x\n  y', { a: 'z' }, source), 'a: >  # note\n  z');
    assert.equal(write('a: |-\n  x', { a: 'z' }, source), 'a: |-\n  z');
    assert.equal(write('a: |\n  x\n  ', { a: 'z' }, source), 'a: |-\n  z\n  ');
    assert.equal(write('a: |\n  x', { a: 'z', b: 'w' }, source), 'a: |-\n  z\nb: w');
    assert.equal(write('n:\n  b: |\n\n  c: x\n', { 'n.b': 'z\n' }, source), 'n:\n  b: |\n    z\n  c: x\n');
    assert.equal(yaml.read(write('a: |\n  x', { a: 'z\n', b: 'z' }, source))[0]?.text, 'z\n');
  });

  it('gives a new list the tagged values before a text, with their tags', () => {
    for (const [item, copy] of [
      ['!tagged_iterator app.handler', '!tagged_iterator app.handler'],
      ["!service 'a b'", "!service 'a b'"],
      ['!!binary aGk=', '!!binary aGk='],
      ['!<tag:example.org,2000:x> y', '!<tag:example.org,2000:x> y'],
      ['!tag &anchor y', '!tag y'],
      ['&anchor !tag y', '!tag y'],
      ['!service { class: x }', '!service { class: x }'],
      ['!service\n    class: x', '~'],
      ['5', '5'],
    ] as const) {
      const source = `b: x\na:\n  - ${item}\n  - Two\n`;
      assert.equal(write('b: x\n', { 'a.1': 'Zwei' }, source), `b: x\na:\n  - ${copy}\n  - Zwei\n`, item);
    }
    assert.equal(write('b: x\n', { 'a.1': 'z' }, 'b: x\na: [!tag y, Two]\n'), 'b: x\na: [!tag y, z]\n');
  });

  it('replaces an empty value, but neither an alias nor any other value', () => {
    const source = 'a: A\nb: B\n';
    assert.equal(write('a: # later\nb: x\n', { a: 'z' }, source), 'a: z # later\nb: x\n');
    assert.equal(write('a: ~\nb: x\n', { a: 'z' }, source), 'a: z\nb: x\n');
    assert.equal(write('b: &b x\na: *b\n', { a: 'z' }, source), 'b: &b x\na: z\n');
    assert.throws(() => write('a: 5\n', { a: 'z' }, source), withSentence(/Make both the same/));
    assert.throws(() => write('a:\n  c: x\n', { a: 'z' }, source), withSentence(/Make both the same/));
    const list = 'a: x\nlist:\n  - label: One\n    required: true\n  - Two\n';
    for (const id of ['list.0.label', 'list.1'])
      assert.throws(
        () => write('list:\n  required: true\n', { [id]: 'z' }, list),
        withSentence(/“list” is a list .* it is a map/),
      );
    assert.throws(
      () => write('list:\n  - x\n', { 'list.b': 'z' }, 'list:\n  b: y\n'),
      withSentence(/“list” has keys .* it is a list/),
    );
  });

  it('creates a file in the target’s locale with the translated texts', () => {
    const source =
      '# Head\n---\nen:\n  # of a\n  a: "A"\n\n  # of b\n  b:\n    x: 1\n    c: C\n    d: D\n  number:\n' +
      '    format:\n      precision: 3\n';
    assert.equal(write('', { a: 'Z' }, source), '# Head\n---\nfr:\n  # of a\n  a: "Z"\n');
    assert.equal(write('', { 'b.d': 'Z' }, source), '# Head\n---\nfr:\n  # of b\n  b:\n    d: Z\n');
    assert.equal(
      write('', { a: 'Z' }, 'en-US:\r\n  a: A\r\n  b: B', { sourceLocale: 'en', targetLocale: 'no' }),
      '"no":\r\n  a: Z',
    );
    assert.equal(
      write('', { 'n#other': 'Z', 'n#few': 'W' }, 'n:\n  one: a\n  other: b\n'),
      'n:\n  few: W\n  other: Z\n',
    );
    assert.equal(write('', { 'l.1': 'Z' }, 'l:\n- a\n- b\n- c\n'), "l:\n- ''\n- Z\n");
  });

  it('inserts an entry into Hugo’s list', () => {
    const source =
      '- id: a\n  translation: "A"\n- id: b\n  translation:\n    one: "B"\n    other: "Bs"\n- id: c\n' +
      '  translation: "C"\n';
    assert.equal(
      write('- id: a\n  translation: "x"\n- id: c\n  translation: "z"\n', { 'b#other': 'y' }, source),
      '- id: a\n  translation: "x"\n- id: b\n  translation:\n    other: "y"\n- id: c\n  translation: "z"\n',
    );
  });

  it('completes a target’s set that lacks its form other', () => {
    const source = 'days:\n  one: day\n  other: days\n';
    assert.equal(
      write('days:\n  one: jour\n', { 'days#other': 'jours' }, source),
      'days:\n  one: jour\n  other: jours\n',
    );
    assert.equal(
      write('days:\n  one: jour\n', { 'days#one': 'un jour', 'days#many': 'de jours' }, source),
      'days:\n  one: un jour\n  many: de jours\n',
    );
    assert.throws(() => write('days:\n  one: jour\n  more: x\n', { 'days#other': 'jours' }, source), FormatError);
  });

  it('keeps ASCII-only files ASCII-only, and keeps lone CRs', () => {
    assert.equal(
      replace('a: "caf\\u00e9"\nb: x\n', { b: 'Straße 🙂' }),
      'a: "caf\\u00e9"\nb: "Stra\\xDFe \\U0001F642"\n',
    );
    assert.equal(write('a: x\rb: y\r', { c: 'z' }, 'a: x\nb: y\nc: w\n'), 'a: x\rb: y\rc: z\r');
  });
});

function ids(file: string, format = yaml): readonly string[] {
  return format.read(file).map(({ id }) => id);
}

function replace(file: string, texts: Record<string, string>): string {
  return write(file, texts, file);
}

function write(
  target: string,
  texts: Record<string, string>,
  sourceText: string,
  locales = { sourceLocale: 'en', targetLocale: 'fr' },
): string {
  return applyEdits(target, yaml.write(target, new Map(Object.entries(texts)), { sourceText, ...locales }));
}

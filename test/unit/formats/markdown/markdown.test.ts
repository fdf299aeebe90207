import assert from 'node:assert/strict';
import { englishReason } from '../../../builders/englishReason.ts';
import { isRoundTripError } from '../../../laws/laws.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { markdown, mdx } from '../../../../src/formats/markdown/markdown.ts';

function write(
  format: LocaleFormat,
  target: string,
  translations: Readonly<Record<string, string>>,
  source = target,
): string {
  return applyEdits(
    target,
    format.write(target, new Map(Object.entries(translations)), {
      sourceText: source,
      sourceLocale: 'en',
      targetLocale: 'de',
    }),
  );
}

function refuses(run: () => unknown, reason: RegExp): void {
  assert.throws(
    run,
    (error) => error instanceof FormatError && reason.test(englishReason(error.reason)) && !isRoundTripError(error),
  );
}

const idsAndTexts = (format: LocaleFormat, text: string): readonly (readonly [string, string])[] =>
  format.read(text).map((unit) => [unit.id, unit.text]);

describe('reading Markdown', () => {
  it('refuses front matter that is nested too deeply, closed or not, without backtracking', () => {
    refuses(() => markdown.read(`+++\ntags = ${'['.repeat(20_000)}\n+++\nx\n`), /nested more than 100 levels/);
    refuses(() => markdown.read(`+++\ntags \r ["${'['.repeat(72)}autumn"]\n+++\nx\n`), /not valid TOML/);
    assert.deepEqual(idsAndTexts(markdown, `+++\ntitle = "${'['.repeat(200)}"\n+++\nx\n`), [
      ['front.title', '['.repeat(200)],
      ['p1', 'x'],
    ]);
  });

  it('reads front matter in YAML of 100 levels, in brackets or as lists, and refuses one more', () => {
    const inBrackets = (levels: number): string =>
      `---\ntitle: T\ntags: ${'['.repeat(levels)}${']'.repeat(levels)}\n---\n`;
    assert.deepEqual(idsAndTexts(markdown, inBrackets(100)), [['front.title', 'T']]);
    refuses(() => markdown.read(inBrackets(101)), /nested more than 100 levels/);
    const inLists = (levels: number): string => `---\ntitle: T\ntags:\n${'- '.repeat(levels)}a\n---\n`;
    assert.deepEqual(idsAndTexts(markdown, inLists(99)), [['front.title', 'T']]);
    refuses(() => markdown.read(inLists(100)), /nested more than 100 levels/);
    const afterPair = `---\ntitle: T\nempty: []\ntags: ${'['.repeat(100)}${']'.repeat(100)}\n---\n`;
    assert.deepEqual(idsAndTexts(markdown, afterPair), [['front.title', 'T']]);
    const manyPairs = `---\ntitle: T\ntags: [${'[{}], '.repeat(200)}]\n---\n`;
    assert.deepEqual(idsAndTexts(markdown, manyPairs), [['front.title', 'T']]);
  });

  it('removes the markers of lists and quotes from the lines of a text', () => {
    assert.deepEqual(idsAndTexts(markdown, '- [ ] a\r\n  b\r\n\r\n> > c\r\n> d\r\n\r\n> [!TIP]\r\n> e\r\n'), [
      ['li1', 'a\nb'],
      ['quote1', 'c\nd'],
      ['quote2', 'e'],
    ]);
  });

  it('names headings by their own ids, and cells by their positions', () => {
    assert.deepEqual(idsAndTexts(markdown, '# A {#a.b}\n## B ##\n\n|x|y|\n|-|-|\n|z||\n'), [
      ['h.a\\.b', 'A'],
      ['h2', 'B'],
      ['table1.1.1', 'x'],
      ['table1.1.2', 'y'],
      ['table1.2.1', 'z'],
    ]);
  });

  it('reads the title of a container, with brackets or without, and not its name and attributes', () => {
    const titleOf = (fence: string): readonly (readonly [string, string])[] =>
      idsAndTexts(markdown, `${fence}\nText\n:::\n`).filter(([, text]) => text !== 'Text');
    for (const [fence, title] of [
      [':::note Title', 'Title'],
      [':::note[Title]', 'Title'],
      ['::::note[T]', 'T'],
      [':::note[A [b] c]', 'A [b] c'],
      [':::note[Title]{.wide}', 'Title'],
      [':::note  Title {.wide}', 'Title'],
      [':::note Open]', 'Open]'],
    ] as const)
      assert.deepEqual(
        titleOf(fence).map(([, text]) => text),
        [title],
        fence,
      );
    for (const fence of [':::note', ':::note ', ':::note[]', ':::note[Open', ':::note{.wide}'])
      assert.deepEqual(titleOf(fence), [], fence);
  });

  it('reads only the values of front matter that are shown to people', () => {
    assert.deepEqual(
      idsAndTexts(
        markdown,
        '---\ntitle: &a "T\\n"\nslug: /t\ndescription: >\n  one\n  two\nsummary: 5\nhead:\n  - content: x\n---\n',
      ),
      [
        ['front.title', 'T\n'],
        ['front.description', 'one two\n'],
      ],
    );
    assert.equal(markdown.read('---\ntitle: &a T\n---\n')[0]?.translatable, false);
    assert.deepEqual(idsAndTexts(markdown, "+++\ntitle = 'T'\ndate = 2024-01-01\n+++\nx"), [
      ['front.title', 'T'],
      ['p1', 'x'],
    ]);
  });

  it('skips code, HTML, definitions and the JavaScript of MDX', () => {
    assert.deepEqual(idsAndTexts(markdown, '```\na\n```\n\n    b\n\n<div>\nc\n</div>\n\n[d]: e "f"\n\n***\n\ng'), [
      ['p1', 'g'],
    ]);
    assert.deepEqual(
      idsAndTexts(
        mdx,
        'import A from "a"\nexport const b = {\n\n c: 1 }\n\n<A d="e">\n  f\n</A>\n\n{/* g */}\n\n{h}\n\ni {j}',
      ),
      [
        ['p1', 'f'],
        ['p2', 'i {j}'],
      ],
    );
  });

  it('reads HTML comments in MDX as Docusaurus does, and no text in them', () => {
    const file =
      '# Hi {#hi}\n\n<!-- truncate -->\n\nWords <!-- a { b --> and {x}.\n\n<!--\nimport a from "b";\n\n# c\n-->\n\n' +
      'The sign `<!--` <!-- d -->\n\n```html\n<!-- e\n```\n\n- item\n\n  <!-- f -->\n';
    assert.deepEqual(
      mdx.read(file).map(({ id, text }) => [id, text]),
      [
        ['h.hi', 'Hi'],
        ['p1', 'Words <!-- a { b --> and {x}.'],
        ['p2', 'The sign `<!--` <!-- d -->'],
        ['li1', 'item'],
      ],
    );
    const edits = mdx.write(file, new Map([['p1', 'Worte <!-- a { b --> und {x}.']]), {
      sourceText: file,
      sourceLocale: 'en',
      targetLocale: 'de',
    });
    assert.equal(applyEdits(file, edits), file.replace('Words', 'Worte').replace('and {x}', 'und {x}'));
  });

  it('reads thousands of unclosed comments in MDX fast', () => {
    const start = performance.now();
    assert.throws(() => mdx.read('<!-- a '.repeat(100_000)));
    assert.deepEqual(mdx.read(`${'`<!--` '.repeat(20_000)}\n`).length, 1);
    assert.ok(performance.now() - start < 5000);
  });

  it('skips a long export to its end, and an unclosed one to the next empty line', () => {
    const long = `export const a = [\n${'  "word",\n'.repeat(5000)}]`;
    assert.deepEqual(idsAndTexts(mdx, `${long}\n\nb\n`), [['p1', 'b']]);
    assert.deepEqual(idsAndTexts(mdx, `${long.slice(0, -1)}b\n\nc\n`), [['p1', 'c']]);
    assert.deepEqual(idsAndTexts(mdx, 'export const a = [\n\nb\n\n'.repeat(20_000)).length, 20_000);
  });

  it('reads thousands of underlined headings like a single one', () => {
    assert.deepEqual(idsAndTexts(markdown, '[a]: /b\nc\nd\n===\ne\n---\n[f]: /g\n===\n'), [
      ['h1', 'c\nd'],
      ['h2', 'e'],
      ['p1', '==='],
    ]);
    const ids = markdown.read('a\nb\n===\nc\n---\n\nd\n\n'.repeat(5000)).map(({ id }) => id);
    assert.deepEqual(
      [ids.length, ids[0], ids[14_997], ids[14_998], ids[14_999]],
      [15_000, 'h1', 'h9999', 'h10000', 'p5000'],
    );
  });

  it('reports the location of an error', () => {
    const broken: readonly [LocaleFormat, string, number, RegExp][] = [
      [mdx, 'a\n\n<b c=>\n', 3, /not expected in a tag/],
      [mdx, 'a\n\n{ b\n', 3, /not closed/],
      [markdown, '---\ntitle: "x\n---\n', 2, /front matter is not valid YAML/],
      [markdown, '+++\ntitle = \n+++\n', 2, /front matter is not valid TOML/],
      [markdown, `---\ntitle: ${'['.repeat(20_000)}\n---\n`, 2, /nested/],
      [markdown, `${'>'.repeat(20_000)} a`, 1, /nested more than 200/],
      [markdown, `- a\n${'b\n'.repeat(20_000)}`, 1003, /More than 1,000 lines continue a list item/],
      [mdx, '> a\nb\n'.repeat(20_000), 2003, /More than 1,000 lines continue a list item/],
      [markdown, 'a'.repeat(2 * 1024 * 1024 + 1), 1, /larger than 2 MiB/],
    ];
    for (const [format, text, line, reason] of broken) {
      refuses(() => format.read(text), reason);
      assert.throws(
        () => format.read(text),
        (error) => error instanceof FormatError && Math.abs(error.line - line) <= 1,
      );
    }
  });
});

describe('writing Markdown', () => {
  it('gives each line the prefix of its block', () => {
    assert.equal(write(markdown, '> 1. a\r\n>    b\r\n', { li1: 'c\nd\ne' }), '> 1. c\r\n>    d\r\n>    e\r\n');
    assert.equal(write(markdown, '> 1. a\n', { li1: 'c\nd' }), '> 1. c\n>    d\n');
    assert.equal(write(markdown, '- [x] a\n  b\n', { li1: 'c' }), '- [x] c\n');
  });

  it('keeps the style of a value in front matter if it can represent the text', () => {
    const file = "---\ntitle: T\ndescription: 'D'\nsummary: >-\n  one\n  two\n\nweight: 1\n---\n";
    assert.equal(
      write(markdown, file, { 'front.title': 'Ü', 'front.description': "it's", 'front.summary': 'x' }),
      "---\ntitle: Ü\ndescription: 'it''s'\nsummary: \"x\"\n\nweight: 1\n---\n",
    );
    assert.equal(
      write(markdown, file, { 'front.title': 'a: b', 'front.description': 'a\nb' }),
      file.replace('T\n', '"a: b"\n').replace("'D'", '"a\\nb"'),
    );
    assert.equal(write(markdown, file, { 'front.title': 'yes' }), file.replace('T\n', '"yes"\n'));
  });

  it('creates the source’s document, with the source’s texts where there is no translation', () => {
    assert.equal(write(markdown, '', { h1: 'Ä' }, '# A\n\nb\n'), '# Ä\n\nb\n');
    refuses(() => write(markdown, '# Ä\n', { p1: 'b' }, '# A\n\nb\n'), /“p1” is not in the de file/);
  });

  const refused: readonly [LocaleFormat, string, string, string, RegExp][] = [
    [markdown, 'a', 'p1', '', /is empty/],
    [markdown, 'a', 'p1', 'b\n\nc', /an empty line/],
    [markdown, 'a', 'p1', ' b', /begins with spaces/],
    [markdown, 'a', 'p1', 'b ', /ends with spaces/],
    [markdown, 'a', 'p1', 'b\rc', /carriage return/],
    [markdown, 'a', 'p1', '# b', /read as a heading/],
    [markdown, 'a', 'p1', 'b\n===', /read as a heading/],
    [markdown, 'a', 'p1', '1. b', /read as a list/],
    [markdown, 'a', 'p1', 'b\n- c', /read as a list/],
    [markdown, 'a', 'p1', '> b', /read as a block quote/],
    [markdown, 'a', 'p1', '|b|\n|-|', /read as a table/],
    [markdown, 'a', 'p1', ':::note', /fence of a note/],
    [markdown, 'a', 'p1', '```b', /read as code/],
    [markdown, 'a', 'p1', '[b]: c', /a link definition/],
    [markdown, 'a', 'p1', '<div>', /block of HTML/],
    [markdown, '# a', 'h1', 'b\nc', /only one line/],
    [markdown, '# a', 'h1', 'b #', /close the heading/],
    [markdown, '# a', 'h1', 'b {#c}', /heading id/],
    [markdown, '|a|\n|-|', 'table1.1.1', 'b|c', /end the table cell/],
    [markdown, '- a', 'li1', '[x] b', /checkbox of a task/],
    [markdown, '> a', 'quote1', '[!NOTE]\nb', /marker of an alert/],
    [markdown, '> [!NOTE]\n> a', 'quote1', '=', /read as a heading/],
    [markdown, '> [!NOTE]\n> a', 'quote1', ':-', /read as a table/],
    [markdown, '- a', 'li1', '--', /Because of a line of the translation, “li1” would be read as something else/],
    [mdx, 'a', 'p1', 'b {c', /not closed/],
    [mdx, 'a', 'p1', 'b <c>d', /no matching tag/],
    [mdx, 'a', 'p1', 'import b', /JavaScript/],
  ];
  for (const [format, file, id, text, reason] of refused) {
    it(`refuses ${JSON.stringify(text)} in ${JSON.stringify(file)} of ${format.id}`, () => {
      refuses(() => write(format, file, { [id]: text }), reason);
    });
  }
});

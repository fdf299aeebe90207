import assert from 'node:assert/strict';
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { documentType, measureDocument, translateDocument } from '../../../../src/sandbox/documents/documentText.ts';
import { rewriteTexts, UnreadableDocumentError } from '../../../../src/sandbox/documents/rewriteTexts.ts';
import { properties } from '../../../../src/sandbox/documents/textPatterns.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function translated(filename: string, text: string, lcTgt = 'fr', round = 1): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    translateDocument({ filename, content: bytes(text), lcTgt, round }),
  );
}

const count = (filename: string, text: string): number => measureDocument(filename, bytes(text), 'en').unitCount;

/** Removes letters and marks of translations. */
function withoutLetters(text: string): string {
  return text.replaceAll('⟦sim⟧ ', '').replaceAll(/[\p{L}\p{M}]/gu, '');
}

/** Joins patterns into one that matches them one after the other. */
function sequence(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), 'u');
}

describe('sandbox/documentText', () => {
  const kinds = ['txt', 'md', 'mdx', 'html', 'csv', 'tsv', 'srt', 'yaml', 'strings', 'po'];
  const fragments = [
    'word ',
    'Två',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '"',
    "'",
    '\\',
    '`',
    '```',
    '---',
    '<',
    '>',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<!--',
    '-->',
    '&amp;',
    ';',
    ',',
    ':',
    ': ',
    '- ',
    '#',
    '# ',
    '[a](',
    ')',
    '[x]',
    '[x]: ',
    '{',
    '}',
    '{{',
    '$',
    '00:01 --> 00:02',
    'msgid "a"',
    'msgstr ""',
    '=',
    'key=',
    'import ',
    '|',
    '~',
    '1. ',
    '    ',
    '\u001f',
    '[[[',
    ']]]',
    '日本',
  ];
  const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join(''));

  for (const kind of kinds) {
    it(`translates any .${kind} file without losing content: only letters change, and marks are added`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const result = translated(`a.${kind}`, text);
          assert.equal(withoutLetters(result), withoutLetters(text));
        }),
        { numRuns: 500 },
      );
    });
  }

  it('keeps any properties file whose texts do not change', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assert.equal(
          rewriteTexts(text, properties, (same) => same),
          text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('translates a paragraph of plain text as a whole, and each on its own', () => {
    assert.match(translated('a.txt', 'One\ntwo\nthree\n\nFour\n'), /^⟦sim⟧ \S+\n\S+\n\S+\n\n⟦sim⟧ \S+\n$/u);
  });

  it('translates Markdown and keeps front matter keys, code, addresses, tags and references', () => {
    const result = translated(
      'a.md',
      [
        '---',
        'title: "My page"',
        'layout: post',
        '---',
        '# Hello {#hello}',
        '',
        'Text with `code span` and [link](http://x.test/page "T"), [ref][one].',
        'More <b class="big">bold</b> https://example.test/a?b=c.',
        '',
        '```js',
        'const x = 1;',
        '```',
        '',
        '    indented code',
        '',
        '| One | `two` |',
        '|-----|:-----:|',
        '',
        '[one]: http://one.test/',
        '',
      ].join('\n'),
    );
    for (const kept of [
      'title: "',
      'layout: post',
      '{#hello}',
      '`code span`',
      '](http://x.test/page "T")',
      '][one]',
      '<b class="big">',
      '</b>',
      'https://example.test/a?b=c',
      '```js\nconst x = 1;\n```',
      '    indented code',
      '`two`',
      '|-----|:-----:|',
      '[one]: http://one.test/',
    ]) {
      assert.ok(result.includes(kept), `${kept} is lost in\n${result}`);
    }
    for (const changed of ['My page', 'Hello', 'Text with', 'bold', 'One'])
      assert.ok(!result.includes(changed), `${changed} is left in\n${result}`);
    assert.match(result, /⟦sim⟧/u);
  });

  it('translates MDX and keeps imports, exports and expressions', () => {
    const result = translated(
      'a.mdx',
      "import X from './x';\n\nexport const meta = {\n  title: 'A',\n};\n\n<Foo bar={a > b}>Text " +
        '{props.name} here</Foo>\n',
    );
    assert.match(
      result,
      sequence(
        /^import X from '.\/x';\n\nexport const meta = \{\n {2}title: 'A',\n\};\n\n<Foo bar=\{a > /u,
        /b\}>⟦sim⟧ [^ ]+ \{props\.name\} [^ ]+<\/Foo>\n$/u,
      ),
    );
  });

  it('translates HTML and keeps tags, attributes, scripts, styles, code and marked content', () => {
    const result = translated(
      'a.html',
      '<head><title>Title</title><script>var a = "<p>x</p>";</script></head><p class="a">Hello <b>big</b> ' +
        '&amp; co</p><pre>code here</pre><p translate="no">Brand</p>',
    );
    assert.match(
      result,
      sequence(
        /^<head><title>⟦sim⟧ [^<]+<\/title><script>var a = "<p>x<\/p>";<\/script>/u,
        /<\/head><p class="a">⟦sim⟧ [^<]+ <b>[^<]+<\/b> &amp; [^<]+<\/p><pre>code here<\/pre>/u,
        /<p translate="no">Brand<\/p>$/u,
      ),
    );
    assert.doesNotMatch(result, /Hello|big|Title/u);
  });

  it('counts words across inline tags, but not across blocks', () => {
    assert.equal(count('a.html', '<p>un<b>believ</b>able</p><p>one<br>two</p>'), 3);
    assert.equal(count('a.md', 'one two\nthree `four` five\n'), 4);
  });

  it('keeps numbers and times of subtitles', () => {
    assert.match(
      translated(
        'a.srt',
        '1\n00:00:01,000 --> 00:00:02,000\nHello <i>there</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}Bye\n',
      ),
      sequence(
        /^1\n00:00:01,000 --> 00:00:02,000\n⟦sim⟧ \S+ <i>\S+<\/i>\n\n2\n00:00:03,000 --> /u,
        /00:00:04,000\n\{\\an8\}⟦sim⟧ \S+\n$/u,
      ),
    );
    assert.match(
      translated('a.vtt', 'WEBVTT\n\nNOTE not this\n\n00:01.000 --> 00:02.000 align:start\n<v Bob>Hi</v>\n'),
      /^WEBVTT\n\nNOTE not this\n\n00:01\.000 --> 00:02\.000 align:start\n<v Bob>⟦sim⟧ \S+<\/v>\n$/u,
    );
  });

  it('keeps the shape of tables', () => {
    assert.match(
      translated('a.csv', 'id,"say ""hi"" now"\n1,"two\nlines"\n'),
      /^⟦sim⟧ \S+,"⟦sim⟧ \S+ ""\S+"" \S+"\n1,"⟦sim⟧ \S+\n\S+"\n$/u,
    );
    assert.match(translated('a.csv', 'a;b, c;d\n'), /^⟦sim⟧ \S+;⟦sim⟧ [^;]+;⟦sim⟧ \S+\n$/u);
    assert.match(translated('a.tsv', 'a, b\tc\n'), /^⟦sim⟧ \S+, \S+\t⟦sim⟧ \S+\n$/u);
  });

  it('translates strings of JSON and YAML, and writes valid JSON and YAML', () => {
    const source = { a: 'He said "yes"\n\\ twice', b: [1, true, 'word', 'https://x.test/'], c: { 'd e': '' } };
    const result = JSON.parse(translated('a.json', JSON.stringify(source, undefined, 2))) as typeof source;
    assert.deepEqual(Object.keys(result), ['a', 'b', 'c']);
    assert.match(result.a, /^⟦sim⟧ \S+ \S+ "\S+"\n\\ \S+$/u);
    assert.deepEqual([result.b[0], result.b[1], result.b[3], result.c], [1, true, 'https://x.test/', { 'd e': '' }]);
    assert.match(
      translated(
        'a.yaml',
        '# no\na: Hello # no\nb: "it\'s \\"so\\""\nc:\n  - one\n  - 12\n  - true\nd: |\n  block\ne: [x, y]\n',
      ),
      sequence(
        /^# no\na: ⟦sim⟧ \S+ # no\nb: "⟦sim⟧ \S+ \\"\S+\\""\nc:\n {2}- ⟦sim⟧ \S+\n {2}- 12\n/u,
        / {2}- true\nd: \|\n {2}⟦sim⟧ \S+\ne: \[x, y\]\n$/u,
      ),
    );
  });

  it('fills in missing translations of a PO file', () => {
    const po =
      'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "one %s"\n' +
      'msgid_plural "many"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "done"\nmsgstr "fait"\n';
    assert.match(
      translated('a.po', po),
      sequence(
        /\n\nmsgid "one %s"\nmsgid_plural "many"\nmsgstr\[0\] "⟦sim⟧ \S+ %s"\n/u,
        /msgstr\[1\] "⟦sim⟧ \S+"\n\nmsgid "done"\nmsgstr "fait"\n$/u,
      ),
    );
    assert.match(translated('a.po', po), /^msgid ""\nmsgstr ""\n"Content-Type: text\/plain; charset=UTF-8\\n"\n/u);
  });

  it('writes properties in ASCII, and Apple strings with escapes', () => {
    assert.match(
      translated('a.properties', '# c\na = Hello \\\n   you\nb:x\n'),
      /^# c\na = \\u27e6sim\\u27e7 [\x20-\x7e]+\nb:\\u27e6sim\\u27e7 [\x20-\x7e]+\n$/u,
    );
    assert.match(
      translated('a.strings', '/* "no" = "no"; */\n"key" = "Say \\"yes\\" %@";\n'),
      /^\/\* "no" = "no"; \*\/\n"key" = "⟦sim⟧ \S+ \\"\S+\\" %@";\n$/u,
    );
  });

  it('translates XML and keeps tags, entities, comments and sections', () => {
    assert.match(
      translated(
        'a.xml',
        '<?xml version="1.0"?>\n<!-- c --><r a="b>c">Hi &lt;you&gt;<t><![CDATA[raw <p>x</p>]]></t></r>',
      ),
      sequence(
        /^<\?xml version="1\.0"\?>\n/u,
        /<!-- c --><r a="b>c">⟦sim⟧ \S+ &lt;\S+&gt;<t><!\[CDATA\[⟦sim⟧ \S+ <p>\S+<\/p>\]\]><\/t><\/r>$/u,
      ),
    );
  });

  it('keeps UTF-16 and byte order marks', () => {
    const source = Buffer.from('\ufeffHello', 'utf16le');
    const result = Buffer.from(translateDocument({ filename: 'a.txt', content: source, lcTgt: 'fr', round: 1 }));
    assert.match(result.toString('utf16le'), /^\ufeff⟦sim⟧ \S+$/u);
    assert.match(translated('a.txt', '\ufeffHello'), /^\ufeff⟦sim⟧ \S+$/u);
  });

  it('gives the same result for the same task, and a different one for another round', () => {
    assert.equal(translated('a.txt', 'Hello', 'ja', 2), translated('a.txt', 'Hello', 'ja', 2));
    assert.notEqual(translated('a.txt', 'Hello', 'ja', 1), translated('a.txt', 'Hello', 'ja', 2));
  });

  describe('office documents', () => {
    const paragraph = (text: string): string =>
      `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text.slice(0, 3)}</w:t></w:r>` +
      `<w:r><w:t xml:space="preserve">${text.slice(3)}</w:t></w:r></w:p>`;
    const docx = (body: string): Uint8Array =>
      zipSync({
        '[Content_Types].xml': bytes('<Types/>'),
        'word/document.xml': bytes(
          `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
        ),
        'word/media/picture.png': new Uint8Array([1, 2, 3]),
      });

    it('counts and translates runs of docx paragraphs, and keeps everything else', () => {
      const source = docx(`${paragraph('Hello there')}<w:p><w:instrText>PAGE field</w:instrText></w:p>`);
      assert.equal(measureDocument('a.docx', source, 'en').unitCount, 2);
      const result = unzipSync(translateDocument({ filename: 'a.docx', content: source, lcTgt: 'fr', round: 1 }));
      assert.deepEqual(Object.keys(result), Object.keys(unzipSync(source)));
      assert.deepEqual(result['word/media/picture.png'], new Uint8Array([1, 2, 3]));
      assert.match(
        Buffer.from(result['word/document.xml']!).toString(),
        sequence(
          /<w:p><w:r><w:rPr><w:b\/><\/w:rPr><w:t>⟦sim⟧ \S{3}<\/w:t><\/w:r>/u,
          /<w:r><w:t xml:space="preserve">\S+ \S+<\/w:t><\/w:r><\/w:p>/u,
          /<w:p><w:instrText>PAGE field<\/w:instrText><\/w:p>/u,
        ),
      );
    });

    it('writes the same bytes each time', () => {
      const task = { filename: 'a.docx', content: docx(paragraph('Hello there')), lcTgt: 'de', round: 1 };
      assert.deepEqual(translateDocument(task), translateDocument(task));
    });

    it('translates xlsx, pptx and OpenDocument files', () => {
      const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
        'a.xlsx': {
          'xl/workbook.xml': '<workbook/>',
          'xl/sharedStrings.xml': '<sst><si><t>One cell</t><rPh><t>no</t></rPh></si></sst>',
          'xl/worksheets/sheet1.xml': '<sheet><c><v>12</v></c></sheet>',
        },
        'a.pptx': {
          'ppt/presentation.xml': '<p/>',
          'ppt/slides/slide1.xml': '<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>One slide</a:t></a:r></a:p></p:sld>',
        },
        'a.odt': {
          mimetype: 'application/vnd.oasis.opendocument.text',
          'content.xml': '<o xmlns:text="t"><meta>no</meta><text:p>One <text:span>line</text:span></text:p></o>',
        },
      };
      for (const [filename, entries] of Object.entries(kinds)) {
        const source = zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, bytes(text)])));
        assert.equal(measureDocument(filename, source, 'en').unitCount, 2, filename);
        const result = unzipSync(translateDocument({ filename, content: source, lcTgt: 'fr', round: 1 }));
        assert.match(
          Object.values(result)
            .map((entry) => Buffer.from(entry).toString())
            .join('\n'),
          /⟦sim⟧/u,
          filename,
        );
      }
    });

    it('refuses other and damaged files', () => {
      for (const content of [
        bytes('no zip'),
        new Uint8Array(0),
        docx('x').slice(0, -30),
        zipSync({ other: bytes('x') }),
        docx('<w:p>'),
      ]) {
        assert.throws(() => measureDocument('a.docx', content, 'en'), UnreadableDocumentError);
      }
    });
  });

  it('refuses unknown kinds and unreadable text', () => {
    for (const [filename, content] of [
      ['a.exe', 'x'],
      ['a', 'x'],
      ['a.constructor', 'x'],
      ['a.json', '{'],
      ['a.json', `${'['.repeat(1e6)}${']'.repeat(1e6)}`],
      ['a.xml', '<a>'],
      ['a.xml', 'text'],
      ['a.xml', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
      ['a.xml', `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`],
      ['a.txt', 'a\0b'],
    ] as const) {
      assert.throws(() => count(filename, content), UnreadableDocumentError, `${filename} ${content.slice(0, 20)}`);
    }
    assert.throws(() => measureDocument('a.txt', new Uint8Array([0xff, 0x41]), 'en'), UnreadableDocumentError);
    assert.equal(documentType('a.exe'), undefined);
    assert.equal(documentType('A.MD'), 'text/markdown');
  });

  it('translates values of front matter without their quotes and the whitespace after them', () => {
    const read = (line: string) => translated('a.md', `---\n${line}\n---\n`).split('\n')[1];
    assert.match(read('title: "My page"  ') ?? '', /^title: "⟦sim⟧ \S+ \S+" {2}$/u);
    assert.match(read('title: it\'s "so" or so \t') ?? '', /^title: ⟦sim⟧ \S+'\S "\S+" \S+ \S+ \t$/u);
    assert.match(read("title: 'a '") ?? '', /^title: '⟦sim⟧ \S '$/u);
    assert.equal(read('title: [a]'), 'title: [a]');
  });

  it('keeps whitespace and comments after values of YAML', () => {
    assert.match(translated('a.yaml', 'a: two  words  # and more\n'), /^a: ⟦sim⟧ \S+ {2}\S+ {2}# and more\n$/u);
    assert.match(translated('a.yaml', 'a: b#c \n'), /^a: ⟦sim⟧ [^b]#[^c] \n$/u);
    for (const nothing of ['a:   \n', 'a:  # none\n', '   \n', '- \n', 'a: |\n', 'a: yes # no\n', 'a: 12\n'])
      assert.equal(translated('a.yaml', nothing), nothing);
  });

  it('skips comments and strings without a key in Apple strings', () => {
    assert.match(
      translated('a.strings', '/* "a" = "Hello"; */ "b" = "World";\n'),
      /^\/\* "a" = "Hello"; \*\/ "b" = "⟦sim⟧ /u,
    );
    assert.match(translated('a.strings', '"lost \\" one" "b" = "World";'), /^"lost \\" one" "b" = "⟦sim⟧ /u);
    for (const unclosed of ['/* "a" = "Hello";', '"a" = "Hello;', '"Hello \\'])
      assert.equal(translated('a.strings', unclosed), unclosed);
  });

  it('translates long paragraphs of plain text, not only the last one', () => {
    const line = 'word '.repeat(20_000);
    for (const text of [`${line}\n\nEnd`, `${line}\n${line}\n`, `End\n\n${line}`])
      assert.doesNotMatch(translated('a.txt', text), /word|End/u);
  });

  it('keeps a long element with an expression, and an address of any length', () => {
    for (const tag of [`<Foo bar={${'a > b, '.repeat(250)}}>`, `<img src="data:${'A'.repeat(50_000)}">`]) {
      assert.match(translated('a.mdx', `Text ${tag} here`), new RegExp(`^⟦sim⟧ [^<]+ <${tag.slice(1, 4)}`, 'u'));
      assert.ok(translated('a.mdx', `Text ${tag} here`).includes(tag));
    }
  });
});

import assert from 'node:assert/strict';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { androidXml } from '../../../../src/formats/android/android.ts';
import { FormatError, type Unit } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

const resources = (content: string, attributes = ''): string => `<resources${attributes}>${content}</resources>`;
const textOf = (content: string): string | undefined =>
  androidXml.read(resources(`<string name="s">${content}</string>`))[0]?.text;
const unit = (content: string, id = 's'): Unit | undefined =>
  androidXml.read(resources(content)).find((each) => each.id === id);

function written(target: string, source: string, texts: Readonly<Record<string, string>>): string {
  return applyEdits(
    target,
    androidXml.write(target, new Map(Object.entries(texts)), {
      sourceText: source,
      sourceLocale: 'en',
      targetLocale: 'de',
    }),
  );
}

describe('reading Android string resources', () => {
  it('returns the texts that an app shows', () => {
    const shown: readonly (readonly [string, string])[] = [
      ['It\\\'s \\"so\\"', 'It\'s "so"'],
      ['a\\nb\\tc', 'a\nb\tc'],
      ['\\@me \\? \\#', '@me ? #'],
      ['\\u00e9\\u2026', 'é…'],
      ['C:\\\\x', 'C:\\x'],
      ['\\q', 'q'],
      ['end\\', 'end'],
      ['  a \n  b  ', 'a b'],
      ['"  a  b "', '  a  b '],
      ['x "  y" z', 'x   y z'],
      ['\\u0020a', ' a'],
      ['&#160;a', '\u00a0a'],
      ['a&#10; b', 'a b'],
      ['&quot;a&quot;', 'a'],
      ['\\&quot;a', '"a'],
      ['&lt;b&gt; &amp;', '<b> &'],
      ["<![CDATA[<b>it\\'s</b>]]>", "<b>it's</b>"],
      ['', ''],
      ['   ', ''],
      ['\\u12', '\\u12'],
      ['\\ud83d\\ude00', '😀'],
    ];
    for (const [content, text] of shown) assert.equal(textOf(content), text, content);
  });

  it('keeps markup as written, and decodes the text between tags', () => {
    const marked: readonly (readonly [string, string])[] = [
      ["It\\'s <b>bold</b> &amp; new", "It's <b>bold</b> &amp; new"],
      [' a <b> b </b> ', 'a <b>b </b>'],
      ['<a href="x\\y  z">\\"q\\"</a>', '<a href="x\\y  z">"q"</a>'],
      ['<xliff:g id="n">%1$s</xliff:g>\\nx', '<xliff:g id="n">%1$s</xliff:g>\nx'],
      ['a<!-- no  note -->b', 'a<!-- no  note -->b'],
      ['\\&quot;<i/>\\u003c', '&quot;<i/>&lt;'],
    ];
    for (const [content, text] of marked)
      assert.deepEqual([textOf(content), unit(`<string name="s">${content}</string>`)?.markup], [text, true], content);
    const [game] = androidXml.read(
      '<!DOCTYPE resources [<!ENTITY game "Marbles">]><resources><string name="s">Play &game;!</string></resources>',
    );
    assert.deepEqual([game?.text, game?.markup], ['Play &game;!', true]);
  });

  it('names units by name, index, quantity and product', () => {
    const text = resources(
      '<string name="a.b">1</string><string name="a" product="tablet">2</string>' +
        '<string name="a" product="default">3</string><plurals name="p"><item quantity="one">4</item>' +
        '<item quantity="7">no</item></plurals>' +
        '<string-array name="l"><item>5</item><item/></string-array><item type="string" name="i">' +
        '6</item><item type="dimen" name="d">7</item><string name="twice">8</string>' +
        '<string name="twice">9</string><array name="no"><item>x</item></array>',
    );
    assert.deepEqual(
      androidXml.read(text).map(({ id, text: shown }) => [id, shown]),
      [
        ['a\\.b', '1'],
        ['a.tablet', '2'],
        ['a', '3'],
        ['p#one', '4'],
        ['l.0', '5'],
        ['l.1', ''],
        ['i', '6'],
        ['twice', '9'],
      ],
    );
  });

  it('marks units that are not translatable, with a reason', () => {
    for (const content of [
      '<string name="s" translatable="false">x</string>',
      '<string name="s" translate="no">x</string>',
      '<string name="s">@string/other</string>',
      '<string name="s"> @android:string/ok </string>',
      '<string name="s">?attr/title</string>',
      '<string name="s">\\ud83d</string>',
    ]) {
      assert.equal(unit(content)?.translatable, false, content);
      assert.match(englishReason(unit(content)?.reason), /^(?:The file marks this|This) string .+\.$/);
    }
    for (const content of ['@me', '\\@string/x', '?', '@ home', '100 @string/x'])
      assert.equal(unit(`<string name="s">${content}</string>`)?.translatable, undefined, content);
  });

  it('reads the comments above an entry as its note, but neither headings nor comments of other entries', () => {
    const text = resources(
      '\n  <!-- Heading -->\n\n  <!-- One\n       two. CHAR_LIMIT=20 -->\n' +
        '  <string name="a">a</string> <!-- behind -->\n' +
        '  <string name="b" maxLength="5" description="why">b</string>\n',
    );
    const [a, b] = androidXml.read(text);
    assert.deepEqual([a?.note, a?.maxChars, b?.note, b?.maxChars], ['One\ntwo. CHAR_LIMIT=20\nbehind', 20, 'why', 5]);
  });

  it('refuses other files', () => {
    for (const text of [
      '',
      '<manifest/>',
      '<resources>',
      '<resources><string name="a">A & B</string></resources>',
      '<a>'.repeat(20_000),
      '\u0000\u0001',
    ])
      assert.throws(() => androidXml.read(text), FormatError);
  });
});

describe('writing Android string resources', () => {
  const source =
    '<?xml version="1.0" encoding="utf-8"?>\n<!-- Licence -->\n' +
    '<resources xmlns:tools="http://t" xmlns:xliff="urn:x">\n    <!-- about a -->\n' +
    '    <string name="a" tools:ignore="X">A</string>\n' +
    '    <string name="fixed" translatable="false">F</string>\n' +
    '    <string name="b" formatted="false">B</string>\n\n    <plurals name="p">\n' +
    '        <item quantity="one">one</item>\n        <item quantity="other">other</item>\n' +
    '    </plurals>\n    <string-array name="l">\n        <item>0</item>\n' +
    '        <item>@string/a</item>\n        <item>2</item>\n    </string-array>\n' +
    '    <string name="m">Hi <xliff:g id="x">%s</xliff:g></string>\n</resources>\n';

  it('creates a file as Android Studio does', () => {
    assert.equal(
      written('', source, {
        a: 'Ä',
        b: "B's",
        'p#few': 'f',
        'p#other': 'o',
        'l.2': 'zwei',
        m: '<xliff:g id="x">%s</xliff:g> da',
      }),
      '<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="urn:x">\n' +
        '    <string name="a">Ä</string>\n    <string name="b" formatted="false">B\\\'s</string>\n' +
        '    <plurals name="p">\n        <item quantity="few">f</item>\n' +
        '        <item quantity="other">o</item>\n    </plurals>\n    <string-array name="l">\n' +
        '        <item></item>\n        <item>@string/a</item>\n        <item>zwei</item>\n' +
        '    </string-array>\n    <string name="m"><xliff:g id="x">%s</xliff:g> da</string>\n' +
        '</resources>\n',
    );
    assert.equal(
      written('', source, { a: 'x' }),
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="a">x</string>\n</resources>\n',
    );
  });

  it('copies the document type if one of its entities is used', () => {
    const own =
      '<!DOCTYPE resources [<!ENTITY g "G">]>\n<resources>\n  <string name="a">&g;!</string>\n' +
      '  <string name="b">B</string>\n</resources>';
    assert.equal(
      written('', own, { a: '¡&g;!' }),
      '<!DOCTYPE resources [<!ENTITY g "G">]>\n<resources>\n  <string name="a">¡&g;!</string>\n</resources>',
    );
    assert.equal(written('', own, { b: 'x' }), '<resources>\n  <string name="b">x</string>\n</resources>');
    assert.throws(
      () => written('<resources><string name="a">x</string></resources>', own, { a: '&g;' }),
      withSentence(/well-formed/),
    );
  });

  it('inserts in the source’s order and the target’s style, and declares the prefix in use', () => {
    const target =
      '<resources>\r\n\t<string name="b">B</string>\r\n\t<plurals name="p">\r\n' +
      '\t\t<item quantity="other">o</item>\r\n\t</plurals>\r\n</resources>';
    assert.equal(
      written(target, source, { a: 'Ä', 'p#one': '1', 'p#many': 'm', m: '<xliff:g id="x">%s</xliff:g>' }),
      '<resources xmlns:xliff="urn:x">\r\n\t<string name="a">Ä</string>\r\n' +
        '\t<string name="b">B</string>\r\n\t<plurals name="p">\r\n\t\t<item quantity="one">1</item>\r\n' +
        '\t\t<item quantity="many">m</item>\r\n\t\t<item quantity="other">o</item>\r\n\t</plurals>\r\n' +
        '\t<string name="m"><xliff:g id="x">%s</xliff:g></string>\r\n</resources>',
    );
  });

  it('replaces only the value, in its present style', () => {
    const one = (content: string, text: string, rest = ''): string => {
      const file = resources(`<string name="s">${content}</string>${rest}`);
      return written(file, file, { s: text })
        .replace('<resources><string name="s">', '')
        .replace(`</string>${rest}</resources>`, '');
    };
    assert.equal(one('old', `it's "x" & <y>\n\t@z\\`), 'it\\\'s \\"x\\" &amp; &lt;y&gt;\\n\\t@z\\\\');
    assert.equal(one('old', '@string/x'), '\\@string/x');
    assert.equal(one('old', ' a  b '), '\\u0020a \\u0020b\\u0020');
    assert.equal(one('"it\'s old"', 'that\'s  "x"'), '"that\'s  \\"x\\""');
    assert.equal(one('old', "it's", '<string name="t">"I\'m"</string>'), '"it\'s"');
    assert.equal(
      one('\n  <![CDATA[<b>old</b>]]>\n', "<i>it's</i> ]]>"),
      "\n  <![CDATA[<i>it\\'s</i> ]]]]><![CDATA[>]]>\n",
    );
    assert.equal(one('<b>old</b>', "It's <b>n\n w</b>&quot;&amp;"), "It\\'s <b>n\\n w</b>\\&quot;&amp;");
    assert.equal(one('\\u00e9t\\u00e9', 'à 😀'), '\\u00e0 &#128512;');
    assert.equal(one('old', 'x\u0001\r'), 'x\\u0001\\u000D');
    assert.equal(
      written('<resources><string name="s" /></resources>', '<resources/>', { s: 'x' }),
      '<resources><string name="s">x</string></resources>',
    );
  });

  it('writes a CDATA section where the target’s value or else the source’s has one', () => {
    const from = resources(
      '<string name="s"><![CDATA[<a href="x">Read</a> & go]]></string>' +
        '<string name="p">See <![CDATA[<b>this</b>]]></string>' +
        '<plurals name="n"><item quantity="other"><![CDATA[<b>%d</b>]]></item></plurals>',
    );
    const texts = { s: '<a href="x">L\'ire</a> ]]>', p: 'Voir', 'n#one': '<b>%d</b>', 'n#other': 'x' };
    const string = `<string name="s"><![CDATA[<a href=\\"x\\">L\\'ire</a> ]]]]><![CDATA[>]]></string>`;
    const rest =
      '<plurals name="n"><item quantity="one"><![CDATA[<b>%d</b>]]></item><item quantity="other"><![CDATA[x]]></item></plurals>';
    const created = resources(`${string}<string name="p">Voir</string>${rest}`);
    assert.equal(written('', from, texts).replace(/\n */g, ''), created);
    assert.equal(written('<resources/>', from, texts).replace(/\n */g, ''), created);
    assert.equal(written(resources('<string name="s">Alt</string>'), from, { s: texts.s }), resources(string));
    assert.equal(written(resources('<string name="s" />'), from, { s: texts.s }), resources(string));
    const escaped = resources('<string name="s">&lt;b>Alt&lt;/b></string>');
    assert.equal(written(escaped, from, { s: '<b>x</b>' }), resources('<string name="s">&lt;b>x&lt;/b></string>'));
    assert.equal(
      written('<resources></resources>', from, { p: 'Voir <b>ça</b>' }).replace(/\n */g, ''),
      resources('<string name="p"><![CDATA[Voir <b>ça</b>]]></string>'),
    );
  });

  it('writes a CDATA section in a file in ASCII with escapes, which a section can contain', () => {
    const ascii = resources('<string name="s"><![CDATA[<b>x</b>]]></string><string name="t">&#233;</string>');
    const rest = '</string><string name="t">&#233;</string></resources>';
    assert.equal(
      written(ascii, ascii, { s: '<b>é</b>' }),
      `<resources><string name="s"><![CDATA[<b>\\u00E9</b>]]>${rest}`,
    );
    assert.equal(written(ascii, ascii, { s: '<b>😀' }), `<resources><string name="s">&lt;b>&#128512;${rest}`);
  });

  it('refuses what Android cannot represent, with a reason', () => {
    assert.throws(() => written(source, source, { a: 'x\u0000' }), withSentence(/U\+0000/));
    assert.throws(() => written(source, source, { m: '<b>x' }), withSentence(/well-formed/));
    assert.throws(
      () => written(source, source, { m: 'a &amp; b' }),
      withSentence(/contains markup in the source file/),
    );
    assert.throws(() => written(source, source, { m: '<other:g>x</other:g>' }), withSentence(/prefix “other:”/));
    assert.throws(() => written(source, source, { fixed: 'x' }), withSentence(/not translatable/));
    assert.throws(() => written(source, source, { nope: 'x' }), withSentence(/no string “nope”/));
  });

  it('takes linear time', () => {
    const many = Array.from(
      { length: 5_000 },
      (_, index) => `  <string name="k${index}">text ${index}</string>\n`,
    ).join('');
    const big = `<resources>\n${many}</resources>\n`;
    const texts = Object.fromEntries(androidXml.read(big).map(({ id }) => [id, "it's <new>"]));
    const started = performance.now();
    written(big, big, texts);
    written('<resources>\n</resources>\n', big, texts);
    assert.ok(performance.now() - started < 10_000);
  });
});

import assert from 'node:assert/strict';
import { androidXml, composeXml, mokoXml } from '../../../../src/formats/android/android.ts';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { syntaxesFor } from '../../../../src/placeholders/project/syntaxes.ts';

const file = (content: string): string => `<resources>\n    <string name="s">${content}</string>\n</resources>\n`;
const textIn = (format: LocaleFormat, content: string): string | undefined => format.read(file(content))[0]?.text;

/** Creates a file with one string, and returns its content. */
function contentOf(format: LocaleFormat, text: string, source = 'Words'): string | undefined {
  const context = { sourceText: file(source), sourceLocale: 'en', targetLocale: 'fr' };
  const created = applyEdits('', format.write('', new Map([['s', text]]), context));
  return /<string name="s">([^]*)<\/string>/u.exec(created)?.[1];
}

describe('reading Compose Multiplatform’s strings', () => {
  it('keeps quotation marks, apostrophes and whitespace, and decodes only four escapes', () => {
    // As `handleSpecialCharacters` of the Gradle plugin does with the text of the element.
    const shown: readonly (readonly [content: string, text: string])[] = [
      ["It's open", "It's open"],
      ['Use "quotes" here', 'Use "quotes" here'],
      ['It\\\'s \\"so\\"', 'It\\\'s \\"so\\"'],
      ['  two  spaces ', '  two  spaces '],
      ['a\n        b', 'a\n        b'],
      ['a\\nb\\tc', 'a\nb\tc'],
      ['\\u00e9 \\u12', 'é \\u12'],
      ['C:\\\\new', 'C:\\new'],
      ['\\\\\\n', '\\\n'],
      ['\\q', '\\q'],
      ['@string/other', '@string/other'],
      ['\\@me', '\\@me'],
      ['&lt;b&gt; &amp; &quot;', '<b> & "'],
      ['<![CDATA[<b>"you"</b>]]>', '<b>"you"</b>'],
      ['100%% of %1$s', '100%% of %1$s'],
    ];
    for (const [content, text] of shown) {
      assert.equal(textIn(composeXml, content), text, content);
      assert.equal(composeXml.read(file(content))[0]?.translatable, undefined, content);
    }
  });

  it('reads arrays and plural sets', () => {
    const units = composeXml.read(
      '<resources><string-array name="d"><item>It\'s</item></string-array><plurals name="n">' +
        '<item quantity="one">%1$d pot</item><item quantity="other">%1$d "pots"</item></plurals></resources>',
    );
    assert.deepEqual(
      units.map(({ id, text, plural }) => [id, text, plural]),
      [
        ['d.0', "It's", undefined],
        ['n#one', '%1$d pot', 'one'],
        ['n#other', '%1$d "pots"', 'other'],
      ],
    );
  });

  it('has the placeholders that Compose fills in, and no doubled percent sign', () => {
    const found = findPlaceholders(
      '%1$s of %2$d, 100%% sure, 50% off, %1$.2f',
      syntaxesFor({ formatId: 'compose-xml' }),
    );
    assert.deepEqual(
      found.map(({ text }) => text),
      ['%1$s', '%2$d'],
    );
  });
});

describe('writing Compose Multiplatform’s strings', () => {
  it('escapes backslashes, line breaks and tabs, and nothing else', () => {
    for (const text of ["N'ouvrez pas", 'Mettez "des"  guillemets', '@maison', '?', ' à droite ', '100%% %1$s'])
      assert.equal(contentOf(composeXml, text), text);
    assert.equal(contentOf(composeXml, 'a\nb\tc\\d'), 'a\\nb\\tc\\\\d');
    assert.equal(contentOf(composeXml, 'R&D <b>'), 'R&amp;D &lt;b&gt;');
  });

  it('changes only the new text of a file', () => {
    const target = `<resources>\n    <string name="s">C'est "ouvert"</string>\n</resources>\n`;
    const source = file('Open').replace('</resources>', '    <string name="t">Don\'t close</string>\n</resources>');
    const edits = composeXml.write(target, new Map([['t', "N'fermez  pas"]]), {
      sourceText: source,
      sourceLocale: 'en',
      targetLocale: 'fr',
    });
    assert.equal(
      applyEdits(target, edits),
      `<resources>\n    <string name="s">C'est "ouvert"</string>\n` +
        `    <string name="t">N'fermez  pas</string>\n</resources>\n`,
    );
  });

  it('writes several substitutions without positions, which only Android refuses', () => {
    assert.equal(contentOf(composeXml, '%s de %s'), '%s de %s');
    assert.throws(() => contentOf(androidXml, '%s de %s'), /android-substitutions/u);
  });
});

describe('reading moko-resources’ strings', () => {
  it('keeps quotation marks, joins lines, and drops the backslashes that Android needs', () => {
    const shown: readonly (readonly [content: string, text: string])[] = [
      ["It's open", "It's open"],
      ['It\\\'s \\"so\\" \\?', 'It\'s "so" ?'],
      ['a\n        b  \n\n  c', 'a b c'],
      ['\n  a\n', ' a '],
      ['two  spaces', 'two  spaces'],
      ['a\\nb', 'a\nb'],
      ['\\t \\u00e9 \\\\', '\\t \\u00e9 \\\\'],
      ['@string/other', '@string/other'],
    ];
    for (const [content, text] of shown) assert.equal(textIn(mokoXml, content), text, content);
  });

  it('reads <plural> and <plurals>', () => {
    const plural = (name: string): string =>
      `<resources><${name} name="n"><item quantity="one">%d pot</item><item quantity="other">%d pots</item></${name}></resources>`;
    for (const name of ['plural', 'plurals'])
      assert.deepEqual(
        mokoXml.read(plural(name)).map(({ id }) => id),
        ['n#one', 'n#other'],
      );
    assert.deepEqual(androidXml.read(plural('plural')), []);
    const edits = mokoXml.write(
      '<resources>\n</resources>\n',
      new Map([
        ['n#one', '%d горшок'],
        ['n#few', '%d горшка'],
        ['n#other', '%d горшков'],
      ]),
      { sourceText: plural('plural'), sourceLocale: 'en', targetLocale: 'ru' },
    );
    assert.equal(
      applyEdits('<resources>\n</resources>\n', edits),
      '<resources>\n    <plural name="n">\n        <item quantity="one">%d горшок</item>\n' +
        '        <item quantity="few">%d горшка</item>\n        <item quantity="other">%d горшков</item>\n' +
        '    </plural>\n</resources>\n',
    );
  });
});

describe('writing moko-resources’ strings', () => {
  it('writes apostrophes as the files do', () => {
    assert.equal(contentOf(mokoXml, "C'est ouvert"), "C'est ouvert");
    assert.equal(contentOf(mokoXml, "C'est ouvert", "It\\'s open"), "C\\'est ouvert");
  });

  it('refuses a backslash that would be read as part of an escape', () => {
    assert.throws(() => contentOf(mokoXml, 'C:\\new'), /moko-escape/u);
    assert.equal(contentOf(mokoXml, 'C:\\x'), 'C:\\x');
  });
});

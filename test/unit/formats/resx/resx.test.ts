import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { resx } from '../../../../src/formats/resx/resx.ts';

const folder = path.resolve(import.meta.dirname, '../../../fixtures/formats/resx');
const source = readFileSync(path.join(folder, 'Resources.resx'), 'utf8');
const form = readFileSync(path.join(folder, 'MainForm.resx'), 'utf8');
const compact = readFileSync(path.join(folder, 'Compact.resw'), 'utf8');

function written(target: string, texts: Readonly<Record<string, string>>, sourceText = source): string {
  return applyEdits(
    target,
    resx.write(target, new Map(Object.entries(texts)), { sourceText, sourceLocale: 'en', targetLocale: 'de' }),
  );
}

describe('resx', () => {
  it('reads texts as units, with comments, but not objects', () => {
    const units = resx.read(source);
    assert.deepEqual(
      units.map(({ id }) => id),
      ['Welcome', 'Departure\\.Late', 'Ship', 'Bell', 'Padded', 'Nothing', 'Html', 'Typed', 'Last'],
    );
    assert.deepEqual(
      [units[0]?.text, units[0]?.note, units[0]?.maxChars],
      ['Welcome aboard, {0}!', "{0} is the passenger's first name. Max 40 characters.", 40],
    );
    assert.equal(units[1]?.text, 'The ferry leaves {0:N0} minutes late.\nPlease stay & wait <here>.');
    assert.deepEqual([units[2]?.translatable, units[3]?.translatable], [false, undefined]);
    assert.equal(units[4]?.text, '  two blanks before and behind  ');
    assert.equal(units[6]?.text, '<p>Mind the <b>gap</b> & the step</p>');
  });

  it('omits a forms designer’s own data', () => {
    assert.deepEqual(
      resx.read(form).map(({ id }) => id),
      [
        'saveButton\\.Text',
        'saveButton\\.ToolTip',
        'openDialog\\.Filter',
        'portBox\\.Items',
        'portBox\\.Items1',
        '$this\\.Text',
      ],
    );
  });

  it('creates a file with the source’s header', () => {
    const header = source.slice(0, source.indexOf('  <assembly'));
    assert.equal(
      written('', { Last: 'Tschüss', Welcome: 'Hallo', Nothing: '' }),
      `${header}  <data name="Welcome" xml:space="preserve">\n    <value>Hallo</value>\n  </data>\n` +
        `  <data name="Nothing" xml:space="preserve">\n    <value />\n  </data>\n` +
        `  <data name="Last" xml:space="preserve">\n    <value>Tschüss</value>\n  </data>\n</root>\n`,
    );
    assert.equal(
      written('', { '$this\\.Text': 'Fahrplan' }, form),
      form.slice(0, form.indexOf('  <metadata')) +
        `  <data name="$this.Text" xml:space="preserve">\n    <value>Fahrplan</value>\n  </data>\n</root>\n`,
    );
  });

  it('inserts in the source’s order and the target’s style, with comments if the target has them', () => {
    const entry = (name: string, value: string, comment = ''): string =>
      `\t<data name="${name}" xml:space="preserve">\r\n\t\t<value>${value}</value>${comment}\r\n\t</data>\r\n`;
    const welcome = "\r\n\t\t<comment>{0} is the passenger's first name. Max 40 characters.</comment>";
    const file = (...entries: readonly string[]): string => `<root>\r\n${entries.join('')}</root>`;
    assert.equal(
      written(file(entry('Welcome', 'Hallo', welcome)), { Bell: 'B', Last: 'L' }),
      file(
        entry('Welcome', 'Hallo', welcome),
        entry('Bell', 'B', '\r\n\t\t<comment>{Locked="captain"}</comment>'),
        entry('Last', 'L'),
      ),
    );
    assert.equal(written(file(entry('Last', 'L')), { Welcome: 'W' }), file(entry('Welcome', 'W'), entry('Last', 'L')));
    assert.equal(
      written(file(entry('Welcome', 'W'), entry('Last', 'L')), { Bell: 'a\nb' }),
      file(entry('Welcome', 'W'), entry('Bell', 'a\r\nb'), entry('Last', 'L')),
    );
    assert.equal(
      written(
        '<root>\n\t<data name="Menu.Soup"><value>S</value></data>\n</root>\n',
        { 'Order\\.Content': 'O' },
        compact,
      ),
      '<root>\n\t<data name="Order.Content"><value>O</value></data>\n' +
        '\t<data name="Menu.Soup"><value>S</value></data>\n</root>\n',
    );
  });

  it('replaces a value in its present style', () => {
    assert.equal(
      written(source, { Html: '<i>&</i>' }),
      source.replace('<![CDATA[<p>Mind the <b>gap</b> & the step</p>]]>', '<![CDATA[<i>&</i>]]>'),
    );
    assert.equal(written(source, { Nothing: 'x' }), source.replace('<value />', '<value>x</value>'));
    assert.equal(
      written(compact, { 'Menu\\.Soup': 'Crème' }, compact),
      compact.replace('Soup of the day &#8211; ask us', 'Cr&#232;me'),
    );
  });

  it('refuses other files, locked texts and characters that XML cannot represent', () => {
    for (const text of ['', '<resources/>', '<root>', '\u0000']) assert.throws(() => resx.read(text), FormatError);
    assert.throws(() => written(source, { Ship: 'x' }), withSentence(/locked/));
    assert.throws(() => written(source, { Last: '\u0007' }), withSentence(/U\+0007/));
  });
});

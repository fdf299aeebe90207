import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as plist from 'plist';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { stringsdict } from '../../../../src/formats/stringsdict/stringsdict.ts';

const folder = path.resolve(import.meta.dirname, '../../../fixtures/formats/stringsdict');
const source = readFileSync(path.join(folder, 'Localizable.stringsdict'), 'utf8');
const widths = readFileSync(path.join(folder, 'Widths.stringsdict'), 'utf8');

function written(target: string, texts: Readonly<Record<string, string>>, sourceText = source): string {
  return applyEdits(
    target,
    stringsdict.write(target, new Map(Object.entries(texts)), { sourceText, sourceLocale: 'en', targetLocale: 'pl' }),
  );
}

describe('stringsdict', () => {
  it('reads plural forms, and formats that contain words, as units', () => {
    const units = new Map(stringsdict.read(source).map((unit) => [unit.id, unit]));
    assert.equal(units.get('hikes %d.hikes#one')?.text, '%d hike');
    assert.equal(units.get('hikes %d.hikes#one')?.plural, 'one');
    assert.equal(units.get('hikes %d.hikes#one')?.maxChars, 30);
    assert.equal(units.get('hikes %d')?.translatable, false);
    assert.equal(units.get('huts')?.translatable, undefined);
    assert.equal(units.get('km\\.of\\.way')?.text, '%1$#@done@ of %2$#@all@ & more');
    assert.deepEqual(
      stringsdict
        .read(widths)
        .map(({ id, text }) => [id, text])
        .slice(0, 3),
      [
        ['greeting.NSStringVariableWidthRuleType.20', 'Hi there'],
        ['greeting.NSStringVariableWidthRuleType.50', 'Hello and welcome back'],
        ['go_on.NSStringDeviceSpecificRuleType.iphone', 'Tap to go on'],
      ],
    );
  });

  it('reads every text like a property list parser', () => {
    const parsed = plist.parse(source) as Record<string, Record<string, string | Record<string, string>>>;
    for (const { id, text } of stringsdict.read(source)) {
      const [base = '', category] = id.split('#');
      const keys = base.split(/(?<!\\)\./).map((key) => key.replaceAll('\\.', '.'));
      const entry = parsed[keys[0] ?? ''];
      const value =
        category === undefined
          ? entry?.['NSStringLocalizedFormatKey']
          : (entry?.[keys[1] ?? ''] as Record<string, string>)[category];
      assert.equal(value, text, id);
    }
  });

  it('creates a file with the target’s forms, which a property list parser reads', () => {
    const created = written('', {
      'hikes %d.hikes#one': '%d wędrówka',
      'hikes %d.hikes#few': '%d wędrówki',
      'hikes %d.hikes#many': '<&>',
      'hikes %d.hikes#other': 'x\ny',
    });
    assert.deepEqual(plist.parse(created), {
      'hikes %d': {
        NSStringLocalizedFormatKey: '%#@hikes@',
        hikes: {
          NSStringFormatSpecTypeKey: 'NSStringPluralRuleType',
          NSStringFormatValueTypeKey: 'd',
          one: '%d wędrówka',
          few: '%d wędrówki',
          many: '<&>',
          other: 'x\ny',
        },
      },
    });
    assert.ok(
      created.startsWith(source.slice(0, source.indexOf('<dict>'))) &&
        created.endsWith('\t</dict>\n</dict>\n</plist>\n'),
    );
  });

  it('inserts a form, and an entry in the source’s order', () => {
    const target =
      '<plist version="1.0">\n<dict>\n  <key>huts</key>\n  <dict>\n' +
      '    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@huts@</string>\n    <key>huts</key>\n' +
      '    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n' +
      '      <string>NSStringPluralRuleType</string>\n      <key>other</key>\n' +
      '      <string>o</string>\n    </dict>\n  </dict>\n</dict>\n</plist>';
    const result = written(target, { 'huts.huts#one': '1', 'peak_count.peaks#other': 'p' });
    assert.equal(
      result,
      target
        .replace('      <key>other</key>', '      <key>one</key>\n      <string>1</string>\n      <key>other</key>')
        .replace(
          '    </dict>\n  </dict>\n</dict>',
          '    </dict>\n  </dict>\n  <key>peak_count</key>\n  <dict>\n' +
            '    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@peaks@</string>\n' +
            '    <key>peaks</key>\n    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n' +
            '      <string>NSStringPluralRuleType</string>\n      <key>NSStringFormatValueTypeKey</key>\n' +
            '      <string>d</string>\n      <key>other</key>\n      <string>p</string>\n    </dict>\n' +
            '  </dict>\n</dict>',
        ),
    );
  });

  it('omits texts for other devices', () => {
    const created = written('', { 'go_on.NSStringDeviceSpecificRuleType.mac': 'Klick' }, widths);
    assert.deepEqual(plist.parse(created), { go_on: { NSStringDeviceSpecificRuleType: { mac: 'Klick' } } });
  });

  it('refuses other files', () => {
    for (const text of [
      '',
      '<plist/>',
      '<root/>',
      'bplist00',
      '"a" = "b";',
      '<plist><dict><string>x</string></dict></plist>',
      '<plist><dict><key>x</key></dict></plist>',
    ])
      assert.throws(() => stringsdict.read(text), FormatError, text);
    assert.throws(() => written(source, { 'huts.huts#one': '\u0001' }), withSentence(/U\+0001/));
  });
});

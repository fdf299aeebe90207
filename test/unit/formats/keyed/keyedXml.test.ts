import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { rimworld, salesforceLabels, umbraco, wxl } from '../../../../src/formats/keyed/keyedXml.ts';

function write(
  format: LocaleFormat,
  { source, target }: { readonly source: string; readonly target: string },
  translations: Readonly<Record<string, string>>,
): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de-DE' };
  return applyEdits(target, format.write(target, new Map(Object.entries(translations)), context));
}

function textsOf(format: LocaleFormat, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(format.read(text).map((unit) => [unit.id, unit.text]));
}

describe('keyed translations of RimWorld', () => {
  const source = '<LanguageData>\n  <A.Save>Save</A.Save>\n  <!-- a name -->\n  <B>{0} &amp; x</B>\n</LanguageData>\n';

  it('are read by the names of elements; TODO is no translation yet', () => {
    assert.deepEqual(textsOf(rimworld, source), { 'A\\.Save': 'Save', B: '{0} & x' });
    assert.equal(rimworld.read(source)[1]?.note, 'a name');
    const [unit] = rimworld.read('<LanguageData><A>TODO</A></LanguageData>');
    assert.equal(unit?.needsWork, true);
  });

  it('are inserted in the source’s order, also into an empty root', () => {
    const expected = '<LanguageData>\n  <A.Save>Sichern</A.Save>\n  <B>y</B>\n</LanguageData>\n';
    const texts = { 'A\\.Save': 'Sichern', B: 'y' };
    assert.equal(write(rimworld, { source, target: '<LanguageData>\n</LanguageData>\n' }, texts), expected);
    assert.equal(write(rimworld, { source, target: '<LanguageData />\n' }, texts), expected);
    assert.equal(write(rimworld, { source, target: '' }, texts), expected);
  });

  it('are refused below another root', () => {
    assert.throws(() => rimworld.read('<Defs/>'), /keyed-root/);
  });
});

describe('localization of WiX', () => {
  const source =
    '<WixLocalization Culture="en-us" Language="1033">\n' +
    '  <String Id="A" Value="Save [1]" />\n  <String Id="B" Overridable="yes">Stop</String>\n</WixLocalization>\n';

  it('has texts in attributes or elements, and keeps each as it is', () => {
    assert.deepEqual(textsOf(wxl, source), { A: 'Save [1]', B: 'Stop' });
    assert.equal(
      write(wxl, { source, target: source }, { A: 'a "b"', B: '<c>' }),
      source.replace('Save [1]', 'a &quot;b&quot;').replace('Stop', '&lt;c&gt;'),
    );
  });

  it('names the culture of a new file', () => {
    assert.equal(
      write(wxl, { source, target: '' }, { A: 'Sichern [1]' }),
      '<WixLocalization Culture="de-de">\n  <String Id="A" Value="Sichern [1]" />\n</WixLocalization>\n',
    );
  });
});

describe('language files of Umbraco', () => {
  const area = (alias: string, keys: string): string => `  <area alias="${alias}">\n${keys}  </area>\n`;
  const key = (alias: string, text: string): string => `    <key alias="${alias}">${text}</key>\n`;
  const file = (alias: string, areas: string): string => `<language alias="${alias}">\n${areas}</language>\n`;
  const source = file('en_us', area('a', key('x', 'X') + key('y', 'Y')) + area('b', key('x', '<![CDATA[<p>Z</p>]]>')));

  it('have ids of area and key', () => {
    assert.deepEqual(textsOf(umbraco, source), { 'a.x': 'X', 'a.y': 'Y', 'b.x': '<p>Z</p>' });
  });

  it('get keys in their areas, and areas that are missing', () => {
    assert.equal(
      write(umbraco, { source, target: file('de_de', area('b', key('x', 'z'))) }, { 'a.y': 'y' }),
      file('de_de', area('a', key('y', 'y')) + area('b', key('x', 'z'))),
    );
    assert.equal(
      write(umbraco, { source, target: file('de_de', area('a', key('y', 'y'))) }, { 'a.x': 'x', 'b.x': '<i>' }),
      file('de_de', area('a', key('x', 'x') + key('y', 'y')) + area('b', key('x', '<![CDATA[<i>]]>'))),
    );
    assert.equal(write(umbraco, { source, target: '' }, { 'a.y': 'y' }), file('de_de', area('a', key('y', 'y'))));
  });
});

describe('custom labels of Salesforce', () => {
  const label = (name: string, text: string): string =>
    `    <labels>\n        <fullName>${name}</fullName>\n        <language>en_US</language>\n` +
    `        <protected>true</protected>\n        <shortDescription>Note</shortDescription>\n` +
    `        <value>${text}</value>\n    </labels>\n`;
  const translation = (name: string, text: string): string =>
    `    <customLabels>\n        <label>${text}</label>\n        <name>${name}</name>\n    </customLabels>\n`;
  const source = `<CustomLabels xmlns="http://soap.sforce.com/2006/04/metadata">\n${label('A', 'Save')}${label('B', 'Stop')}</CustomLabels>\n`;
  const file = (content: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<Translations xmlns="http://soap.sforce.com/2006/04/metadata">\n${content}</Translations>\n`;

  it('are read from the labels and from the translations, whose comments are no texts', () => {
    assert.deepEqual(textsOf(salesforceLabels, source), { A: 'Save', B: 'Stop' });
    assert.equal(salesforceLabels.read(source)[0]?.note, 'Note');
    assert.deepEqual(textsOf(salesforceLabels, file(translation('A', '<!-- Save -->'))), { A: '' });
  });

  it('are filled, inserted and created in the form of translations', () => {
    const expected = file(translation('A', 'Sichern') + translation('B', 'Halt &amp; Ende'));
    const texts = { A: 'Sichern', B: 'Halt & Ende' };
    assert.equal(write(salesforceLabels, { source, target: file(translation('A', '<!-- Save -->')) }, texts), expected);
    assert.equal(write(salesforceLabels, { source, target: file('') }, texts), expected);
    assert.equal(write(salesforceLabels, { source, target: '' }, texts), expected);
  });
});

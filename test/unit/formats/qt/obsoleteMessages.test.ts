import assert from 'node:assert/strict';
import { present } from '../../../../src/base/present.ts';
import type { WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { qt } from '../../../../src/formats/qt/qt.ts';

function file(language: string, ...messages: readonly string[]): string {
  const lines = messages.flatMap((message) => message.split('\n')).map((line) => `    ${line}\n`);
  return `<TS version="2.1" language="${language}">\n<context>\n    <name>Main</name>\n${lines.join('')}</context>\n</TS>\n`;
}

function message(source: string, translation: string): string {
  return `<message>\n    <source>${source}</source>\n    ${translation}\n</message>`;
}

function numerus(source: string, type: string, ...forms: readonly string[]): string {
  const lines = forms.map((form) => `        <numerusform>${form}</numerusform>\n`);
  const translation = `<translation${type}>\n${lines.join('')}    </translation>`;
  return message(source, translation).replace('<message>', '<message numerus="yes">');
}

const save = message('Save', '<translation>Speichern</translation>');
const source = file(
  'en',
  message('Save', '<translation></translation>'),
  message('Open', '<translation></translation>'),
  numerus('%n file(s)', '', ''),
);

function write(text: string, translations: Record<string, string>, state?: WriteContext['state']): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de', ...present({ state }) };
  return applyEdits(text, qt.write(text, new Map(Object.entries(translations)), context));
}

const open = { 'Main.Open': 'Öffnen' };
const files = { 'Main.%n file(s)#one': '%n Datei', 'Main.%n file(s)#other': '%n Dateien' };

describe('messages that are no longer in use', () => {
  it('get the translation of their message, in their place, and are in use again', () => {
    for (const type of ['vanished', 'obsolete']) {
      const before = file('de', message('Open', `<translation type="${type}">Auf</translation>`), save);
      assert.equal(write(before, open), file('de', message('Open', '<translation>Öffnen</translation>'), save));
      assert.equal(
        write(before, open, 'needs-review'),
        file('de', message('Open', '<translation type="unfinished">Öffnen</translation>'), save),
      );
    }
  });

  it('get all forms of a plural', () => {
    const before = file('de', save, numerus('%n file(s)', ' type="vanished"', '%n Akte', '%n Akten'));
    assert.equal(write(before, files), file('de', save, numerus('%n file(s)', '', '%n Datei', '%n Dateien')));
  });

  it('are removed if one of the message and its predecessor has a plural', () => {
    const before = file('de', save, message('%n file(s)', '<translation type="vanished">Akten</translation>'));
    assert.equal(write(before, files), file('de', save, numerus('%n file(s)', '', '%n Datei', '%n Dateien')));
  });

  it('are removed next to a message in use, which lrelease would drop', () => {
    const vanished = message('Open', '<translation type="vanished">Auf</translation>');
    const unfinished = message('Open', '<translation type="unfinished"></translation>');
    const after = file('de', message('Open', '<translation>Öffnen</translation>'), save);
    assert.equal(write(file('de', vanished, unfinished, save), open, 'translated'), after);
    assert.equal(write(file('de', unfinished, vanished, save), open, 'translated'), after);
    assert.equal(write(file('de', vanished, vanished, save), open), after);
  });

  it('stay if they are about other messages', () => {
    const vanished = message('Open', '<comment>verb</comment>\n    <translation type="vanished">Auf</translation>');
    assert.equal(
      write(file('de', vanished, save), open),
      file('de', vanished, save, message('Open', '<translation>Öffnen</translation>')),
    );
  });

  it('offer their finished translations', () => {
    const offered = (...messages: readonly string[]): unknown => qt.obsolete?.(file('de', ...messages), 'de');
    assert.deepEqual(offered(save, message('Open', '<translation type="vanished">Auf</translation>')), [
      { id: 'Main.Open', text: 'Auf' },
    ]);
    assert.deepEqual(offered(message('Open', '<translation type="obsolete">Auf</translation>')), []);
    assert.deepEqual(offered(numerus('%n file(s)', ' type="vanished"', '%n Akte', '%n Akten')), [
      { id: 'Main.%n file(s)#one', text: '%n Akte', plural: 'one' },
      { id: 'Main.%n file(s)#other', text: '%n Akten', plural: 'other' },
    ]);
    assert.deepEqual(
      qt.obsolete?.(file('fr', message('Open', '<translation type="vanished">A</translation>')), 'de'),
      [],
    );
  });
});

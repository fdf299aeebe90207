import assert from 'node:assert/strict';
import type { LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { factorio, ini, lang } from '../../../../src/formats/ini/ini.ts';
import { play } from '../../../../src/formats/play/play.ts';
import { properties } from '../../../../src/formats/properties/properties.ts';
import { strings } from '../../../../src/formats/strings/appleStrings.ts';

interface Case {
  readonly format: LocaleFormat;
  readonly source: string;
  readonly target: string;
  readonly translations: Readonly<Record<string, string>>;
  readonly expected: string;
  readonly kept: Readonly<Record<string, string>>;
}

function lines(...texts: readonly string[]): string {
  return `${texts.join('\n')}\n`;
}

const cases: Readonly<Record<string, Case>> = {
  'properties: among other comments, with spaces and in another order': {
    format: properties,
    source: lines('save = Save', 'open = Open', 'close = Close', 'quit = Quit'),
    target: lines('# Of the toolbar', '#save = Sichern', 'open = Öffnen', '', '! quit=Beenden', '# The end'),
    translations: { save: 'Speichern', close: 'Schließen', quit: 'Ende' },
    expected: lines(
      '# Of the toolbar',
      'save = Speichern',
      'open = Öffnen',
      'close = Schließen',
      '',
      'quit = Ende',
      '# The end',
    ),
    kept: { save: 'Sichern', quit: 'Beenden' },
  },
  'properties: twice; the last is replaced, and the other removed': {
    format: properties,
    source: lines('save=Save', 'open=Open'),
    target: lines('#save=Sichern', '#save=Ablegen', 'open=Öffnen'),
    translations: { save: 'Speichern' },
    expected: lines('save=Speichern', 'open=Öffnen'),
    kept: { save: 'Ablegen' },
  },
  'properties: with escapes, in a file with nothing else': {
    format: properties,
    source: lines('a\\ b=Fine'),
    target: lines('#a\\ b=sch\\u00f6n'),
    translations: { 'a b': 'schön' },
    expected: lines('a\\ b=sch\\u00f6n'),
    kept: { 'a b': 'schön' },
  },
  'ini: as platforms leave texts without a translation': {
    format: ini,
    source: lines('COM_POLL = "Poll"', 'COM_MAP = "Map"', 'COM_CITY = "City"'),
    target: lines('COM_POLL = "Umfrage"', '; COM_MAP = "Map"', '; COM_CITY = "Ort"'),
    translations: { COM_MAP: 'Karte', COM_CITY: 'Stadt' },
    expected: lines('COM_POLL = "Umfrage"', 'COM_MAP = "Karte"', 'COM_CITY = "Stadt"'),
    kept: { COM_MAP: 'Map', COM_CITY: 'Ort' },
  },
  'ini: in its section only': {
    format: ini,
    source: lines('[menu]', 'open=Open', 'close=Close', '[door]', 'open=Open', 'close=Close'),
    target: lines('[menu]', 'open=Öffnen', '[door]', ';open=Aufmachen', 'close=Zumachen'),
    translations: { 'menu.close': 'Schließen', 'door.open': 'Auf' },
    expected: lines('[menu]', 'open=Öffnen', 'close=Schließen', '[door]', 'open=Auf', 'close=Zumachen'),
    kept: { 'door.open': 'Aufmachen' },
  },
  factorio: {
    format: factorio,
    source: lines('[item-name]', 'belt=Belt', 'pipe=Pipe'),
    target: lines('[item-name]', '#belt=Band', 'pipe=Rohr'),
    translations: { 'item-name.belt': 'Förderband' },
    expected: lines('[item-name]', 'belt=Förderband', 'pipe=Rohr'),
    kept: { 'item-name.belt': 'Band' },
  },
  lang: {
    format: lang,
    source: lines('tile.stone=Stone', 'tile.dirt=Dirt'),
    target: lines('# tile.stone=Fels', 'tile.dirt=Erde'),
    translations: { 'tile\\.stone': 'Stein' },
    expected: lines('tile.stone=Stein', 'tile.dirt=Erde'),
    kept: { 'tile\\.stone': 'Fels' },
  },
  play: {
    format: play,
    source: lines('home.title = Home', 'home.text = Text'),
    target: lines('home.text = Text (de)', '# home.title = Heim'),
    translations: { 'home\\.title': 'Start' },
    expected: lines('home.text = Text (de)', 'home.title = Start'),
    kept: { 'home\\.title': 'Heim' },
  },
  'strings: with both kinds of comments, and the comment above': {
    format: strings,
    source: lines(
      '/* Button */',
      '"save" = "Save";',
      '/* Button */',
      '"open" = "Open";',
      '/* Menu */',
      '"close" = "Close";',
    ),
    target: lines(
      '/* Button */',
      '// "save" = "Sichern";',
      '/* Button */',
      '"open" = "Öffnen";',
      '/* Menu */',
      '/* "close" = "Zu \\"X\\""; */',
    ),
    translations: { save: 'Speichern', close: 'Schließen' },
    expected: lines(
      '/* Button */',
      '"save" = "Speichern";',
      '/* Button */',
      '"open" = "Öffnen";',
      '/* Menu */',
      '"close" = "Schließen";',
    ),
    kept: { save: 'Sichern', close: 'Zu "X"' },
  },
};

describe('Entries in comments', () => {
  for (const [title, { format, source, target, translations, expected, kept }] of Object.entries(cases)) {
    for (const lineEnd of ['\n', '\r\n'])
      it(`${title} (${JSON.stringify(lineEnd)})`, () => {
        const context = { sourceText: source.replaceAll('\n', lineEnd), sourceLocale: 'en', targetLocale: 'de' };
        const text = target.replaceAll('\n', lineEnd);
        const edits = format.write(text, new Map(Object.entries(translations)), context);
        assert.equal(applyEdits(text, edits), expected.replaceAll('\n', lineEnd));
        assert.deepEqual(
          Object.fromEntries(format.obsolete?.(text, 'de').map((unit) => [unit.id, unit.text]) ?? []),
          kept,
        );
      });
  }

  it('sentences, parts of values and comments with several lines stay', () => {
    const source = lines('Save=Save', 'open=Open', 'note=Note');
    const target = lines(
      '# Save: the button',
      '# Save the file = store it',
      '#note=one \\',
      '# two',
      'open=Öffnen \\',
      '#Save=x',
    );
    const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
    const edits = properties.write(target, new Map([['Save', 'Sichern']]), context);
    assert.ok(
      edits.every(({ start, end }) => start === end),
      'Nothing is replaced.',
    );
    assert.deepEqual(properties.obsolete?.(target, 'de'), []);

    const sourceStrings = lines('"save" = "Save";', '"open" = "Open";');
    const targetStrings = lines(
      '/* As in',
      '// "save" = "Sichern";',
      '*/',
      '"open" = "Öffnen"; // "save" = "Sichern";',
    );
    const stringsContext = { ...context, sourceText: sourceStrings };
    const stringsEdits = strings.write(targetStrings, new Map([['save', 'Speichern']]), stringsContext);
    assert.ok(
      stringsEdits.every(({ start, end }) => start === end),
      'Nothing is replaced.',
    );
    assert.deepEqual(strings.obsolete?.(targetStrings, 'de'), []);
  });
});

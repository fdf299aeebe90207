import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { xcstrings } from '../../../../src/formats/xcstrings/xcstrings.ts';

const [shop, devices, shortcuts] = ['Localizable', 'Devices', 'AppShortcuts'].map((name) =>
  readFileSync(path.resolve(import.meta.dirname, `../../../fixtures/formats/xcstrings/${name}.xcstrings`), 'utf8'),
) as [string, string, string];

describe('reading a string catalog', () => {
  it('returns its languages', () => {
    assert.deepEqual(xcstrings.locales?.(shop), { source: 'en', targets: ['de', 'ja', 'pt-BR'], all: true });
  });

  it('uses the key as the text if the source language has none', () => {
    assert.deepEqual(
      xcstrings.read(shop).map(({ id, text }) => [id, text]),
      [
        ['%@ is waiting for you at table %lld', '%@ is waiting for you at table %lld'],
        ['%lld orders#one', '%lld order'],
        ['%lld orders#other', '%lld orders'],
        ['a quiet table', 'a quiet table'],
        ['Béchamel & "Jus"\n', 'Béchamel & "Jus"\n'],
        ['Kitchen 🍳', 'Kitchen 🍳'],
        ['kitchen\\.closed', 'The kitchen is closed.'],
      ],
    );
  });

  it('has no unit for the empty key that Xcode adds, translated or not', () => {
    const catalog =
      '{"sourceLanguage":"en","strings":{"":{"localizations":{"de":{"stringUnit":{"state":"translated"' +
      ',"value":""}}}},"a":{}},"version":"1.0"}';
    assert.deepEqual(
      [undefined, 'de'].map((locale) => xcstrings.read(catalog, locale).map(({ id }) => id)),
      [['a'], ['a']],
    );
  });

  it('reads notes, limits, texts not to be translated and texts that need work', () => {
    const units = new Map(xcstrings.read(shop, 'de').map((unit) => [unit.id, unit]));
    assert.equal(units.get('%@ is waiting for you at table %lld')?.maxChars, 60);
    assert.equal(units.get('Kitchen 🍳')?.translatable, false);
    assert.equal(units.get('%lld orders#one')?.needsWork, undefined);
    assert.equal(units.get('%lld orders#other')?.needsWork, true, 'new');
    assert.equal(units.get('Béchamel & "Jus"\n')?.reason?.code, 'xcstrings-stale');
    assert.equal(units.get('a quiet table')?.text, '');
    const japanese = xcstrings.read(shop, 'ja');
    assert.equal(japanese[0]?.needsWork, true, 'needs_review');
    assert.deepEqual(
      japanese.filter(({ plural }) => plural !== undefined).map(({ id, text }) => [id, text]),
      [['%lld orders#other', '']],
    );
  });

  it('does not order a string that the code no longer contains, but delivers its translation', () => {
    const catalog =
      '{"sourceLanguage":"en","strings":{"Old":{"extractionState":"stale"},"New":{"extractionState":"manual"}}' +
      ',"version":"1.0"}';
    for (const locale of [undefined, 'de'])
      assert.deepEqual(
        xcstrings.read(catalog, locale).map(({ id, translatable }) => [id, translatable]),
        [
          ['Old', false],
          ['New', undefined],
        ],
      );
    const context = { sourceText: catalog, sourceLocale: 'en', targetLocale: 'de' };
    const after = applyEdits(catalog, xcstrings.write(catalog, new Map([['Old', 'Alt']]), context));
    assert.equal(xcstrings.read(after, 'de')[0]?.text, 'Alt');
  });

  it('reads variations, substitutions and sets as separate units', () => {
    assert.deepEqual(
      xcstrings.read(devices).map(({ id }) => id),
      [
        'gestures\\.zoom.device.applewatch',
        'gestures\\.zoom.device.mac#one',
        'gestures\\.zoom.device.mac#other',
        'gestures\\.zoom.device.other',
        'tickets\\.summary',
        'tickets\\.summary.substitutions.bags#one',
        'tickets\\.summary.substitutions.bags#other',
        'tickets\\.summary.substitutions.tickets#one',
        'tickets\\.summary.substitutions.tickets#other',
        'today',
      ],
    );
    assert.deepEqual(
      xcstrings
        .read(shortcuts)
        .map(({ id }) => id)
        .slice(0, 2),
      ['Log my run in ${applicationName}.values.0', 'Log my run in ${applicationName}.values.1'],
    );
  });

  it('marks a text as read-only that varies only in the target', () => {
    const today = xcstrings.read(devices, 'fr').find(({ id }) => id === 'today');
    assert.equal(today?.translatable, false);
    assert.match(englishReason(today.reason), /varies differently/);
    assert.throws(() => write(devices, { today: 'x' }, 'fr'), withSentence(/varies differently/));
  });

  it('refuses a file that is not a catalog', () => {
    for (const text of ['', '{}', '{"strings":[]}', '{"strings":{'])
      assert.throws(() => xcstrings.read(text), FormatError);
    assert.throws(() => write('', { x: 'y' }, 'de'), withSentence(/all its languages/));
  });
});

describe('writing into a string catalog', () => {
  it('inserts a language in sorted order, also into an empty object', () => {
    const after = write(shop, { 'a quiet table': 'un coin calme', 'kitchen\\.closed': 'La cuisine est fermée.' }, 'fr');
    const quiet =
      '"a quiet table" : {\n      "localizations" : {\n        "fr" : {\n          "stringUnit" : {\n' +
      '            "state" : "translated",\n            "value" : "un coin calme"\n          }\n' +
      '        }\n      }\n    },';
    const fermée =
      '        "fr" : {\n          "stringUnit" : {\n            "state" : "translated",\n' +
      '            "value" : "La cuisine est fermée."\n          }\n        },\n        "pt-BR" : {';
    assert.equal(after, shop.replace('"a quiet table" : {\n\n    },', quiet).replace('        "pt-BR" : {', fermée));
  });

  it('changes the state only on request', () => {
    const id = '%@ is waiting for you at table %lld';
    const value = '"value" : "%1$@さんが%2$lld番テーブルでお待ちです"';
    assert.equal(write(shop, { [id]: 'x' }, 'ja'), shop.replace(value, '"value" : "x"'));
    assert.equal(
      write(shop, { [id]: 'x' }, 'ja', 'translated'),
      shop.replace(
        `"state" : "needs_review",\n            ${value}`,
        '"state" : "translated",\n            "value" : "x"',
      ),
    );
    assert.match(
      write(shop, { 'a quiet table': 'x' }, 'ja', 'needs-review'),
      /"state" : "needs_review",\n {12}"value" : "x"/,
    );
  });

  it('sorts plural forms, and accepts those that only the target has', () => {
    const after = write(shop, { '%lld orders#other': 'c', '%lld orders#few': 'b', '%lld orders#one': 'a' }, 'pl');
    const polish = JSON.parse(after) as {
      strings: Record<string, { localizations: { pl: { variations: { plural: object } } } }>;
    };
    assert.deepEqual(Object.keys(polish.strings['%lld orders']?.localizations.pl.variations.plural ?? {}), [
      'few',
      'one',
      'other',
    ]);
    assert.throws(() => write(shop, { 'a quiet table#few': 'x' }, 'pl'), withSentence(/no string/));
  });

  it('copies the argument number of a substitution', () => {
    const after = JSON.parse(write(devices, { 'tickets\\.summary.substitutions.bags#other': '%arg sacs' }, 'fr')) as {
      strings: Record<string, { localizations: Record<string, { substitutions: object }> }>;
    };
    assert.deepEqual(after.strings['tickets.summary']?.localizations['fr']?.substitutions, {
      bags: {
        argNum: 2,
        formatSpecifier: 'lld',
        variations: { plural: { other: { stringUnit: { state: 'translated', value: '%arg sacs' } } } },
      },
    });
  });

  it('changes the state of a set only with all of its values', () => {
    const id = 'Log my run in ${applicationName}.values.0';
    assert.match(write(shortcuts, { [id]: 'x' }, 'es', 'translated'), /"state": "translated",\s+"values": \[\s+"x"/);
    assert.match(write(shortcuts, { [id.replace('.0', '.1')]: 'x' }, 'es', 'translated'), /"state": "needs_review"/);
  });

  it('refuses texts not to be translated, and unknown ids', () => {
    assert.throws(() => write(shop, { 'Kitchen 🍳': 'x' }, 'de'), withSentence(/shouldTranslate/));
    assert.throws(() => write(shop, { nope: 'x' }, 'de'), withSentence(/no string/));
    assert.throws(() => write(shop, { 'a quiet table.device': 'x' }, 'de'), withSentence(/no string/));
  });

  it('finds a language in any spelling', () => {
    assert.equal(write(shop, { 'kitchen\\.closed': 'x' }, 'pt_br'), shop.replace('A cozinha está fechada.', 'x'));
  });
});

function write(
  text: string,
  translations: Record<string, string>,
  targetLocale: string,
  state?: WriteContext['state'],
): string {
  const context = { sourceText: text, sourceLocale: 'en', targetLocale, ...(state === undefined ? {} : { state }) };
  return applyEdits(text, xcstrings.write(text, new Map(Object.entries(translations)), context));
}

import assert from 'node:assert/strict';
import { setLocaleNames } from '../../../src/base/locale.ts';
import { formatFor, holdsAllLocales } from '../../../src/formats/formats.ts';

/** Files with all locales, one of which has a name that only the settings say means one. */
const files: Readonly<Record<string, string>> = {
  'texts.csv': 'key,en,ua,de\na,Hello there,Привіт,Hallo\nb,Good bye,,\n',
  'i18n/messages.json': '{"en":{"a":"Hello there","b":"Good bye"},"ua":{"a":"Привіт"},"de":{"a":"Hallo"}}',
  'i18n/messages.yml': 'en:\n  a: Hello there\n  b: Good bye\nua:\n  a: Привіт\nde:\n  a: Hallo\n',
  'i18n/messages.js':
    'export default {\n  en: { a: "Hello there", b: "Good bye" },\n  ua: { a: "Привіт" },\n  de: { a: "Hallo" },\n};\n',
  'i18n/messages.php':
    '<?php\nreturn ["en" => ["a" => "Hello there", "b" => "Good bye"], "ua" => ["a" => "Привіт"], "de" => ["a" => "Hallo"]];\n',
};

describe('a file with all locales', () => {
  afterEach(() => {
    setLocaleNames(new Map());
  });

  for (const [path, text] of Object.entries(files))
    it(`has the locale that the settings name: ${path}`, async () => {
      setLocaleNames(new Map([['ua', 'uk']]));
      assert.equal(await holdsAllLocales(path, text), true);
      const format = await formatFor(path, text);
      assert.deepEqual(format?.locales?.(text)?.targets, ['ua', 'de']);
      const units = format?.read(text, 'ua') ?? [];
      assert.equal(units.find(({ text: shown }) => shown !== '')?.text, 'Привіт');
      assert.deepEqual(format?.read(text, 'uk'), units);
      setLocaleNames(new Map());
      const { targets = [] } = (await formatFor(path, text))?.locales?.(text) ?? {};
      assert.ok(!targets.includes('ua'));
    });
});

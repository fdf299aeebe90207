import assert from 'node:assert/strict';
import { mayHaveLocale } from '../../../src/locales/localeFolder.ts';

describe('mayHaveLocale', () => {
  it('accepts paths that name the language, in any spelling, or none', () => {
    for (const path of [
      'locales/en.json',
      'locales/en-US/shop.json',
      'i18n/messages_en_US.properties',
      'language/english/main.php',
      'res/values/strings.xml',
      'src/Resources.resx',
      'Localizable.xcstrings',
      'app/it/en.json',
    ])
      assert.ok(mayHaveLocale(path, 'en'), path);
    assert.ok(mayHaveLocale('res/values-pt-rBR/strings.xml', 'pt-BR'));
  });

  it('rejects paths that name other languages', () => {
    for (const path of [
      'locales/ja.json',
      'res/values-pt-rBR/strings.xml',
      'messages_de.properties',
      'fr/LC_MESSAGES/a.po',
    ])
      assert.ok(!mayHaveLocale(path, 'en'), path);
  });
});

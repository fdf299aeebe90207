import assert from 'node:assert/strict';
import { detectLayout, targetPath } from '../../../../src/locales/layout.ts';
import { sourceFor, type StringSource } from '../../../../src/locales/source/stringSource.ts';

/** Returns the source of a path's strings next to other paths; undefined if the path is no locale file's. */
function sourceOf(path: string, otherPaths: readonly string[]): StringSource | undefined {
  const paths = [path, ...otherPaths];
  const layout = detectLayout(path, paths);
  return layout && sourceFor(layout, paths, 'en');
}

describe('sourceFor', () => {
  const namedByWord: readonly (readonly [source: string, translation: string, into: string])[] = [
    ['i18n/default.json', 'i18n/de.json', 'de'],
    ['src/lang/base.json', 'src/lang/pt-BR.json', 'pt-BR'],
    ['locales/source.yml', 'locales/de.yml', 'de'],
    ['translations/template.json', 'translations/fr.json', 'fr'],
    ['i18n/default.toml', 'i18n/de.toml', 'de'],
    ['app/text/base/ui.json', 'app/text/de/ui.json', 'de'],
    ['core/templates/cards.ftl', 'core/fr/cards.ftl', 'fr'],
    ['l10n/templates/app.pot', 'l10n/de/app.po', 'de'],
    ['l10n/template/app.pot', 'l10n/pt_BR/app.po', 'pt-BR'],
    ['locale/pot/LC_MESSAGES/app.pot', 'locale/de/LC_MESSAGES/app.po', 'de'],
    ['i18n/templates/forms.xlf', 'i18n/de/forms.xlf', 'de'],
    ['_source/forms.xlf', 'de/forms.xlf', 'de'],
    ['l10n/_templates/app.pot', 'l10n/de/app.po', 'de'],
    ['core/en-template/cards.ftl', 'core/de/cards.ftl', 'de'],
  ];
  for (const [source, translation, into] of namedByWord) {
    it(`finds ${source}, which has another word in place of the locale of ${translation}`, () => {
      assert.deepEqual(sourceOf(source, [translation]), { kind: 'file', path: source });
      assert.deepEqual(sourceOf(translation, [source]), { kind: 'file', path: source, into });
    });
  }

  // The files of public projects; in each, the source locale has a translation of its own.
  const templates: readonly (readonly [template: string, english: string, pattern: string, brazilian: string])[] = [
    ['templates/focus-ios.xliff', 'en-US', '{locale}/focus-ios.xliff', 'pt-BR/focus-ios.xliff'],
    ['templates/firefox-ios.xliff', 'en-US', '{locale}/firefox-ios.xliff', 'pt-BR/firefox-ios.xliff'],
    [
      'source/addons/guide/strings.xliff',
      'en',
      '{locale}/addons/guide/strings.xliff',
      'pt-BR/addons/guide/strings.xliff',
    ],
    ['templates/LC_MESSAGES/django.pot', 'en_US', '{locale}/LC_MESSAGES/django.po', 'pt_BR/LC_MESSAGES/django.po'],
    ['l10n/pot/app.pot', 'en', 'l10n/{locale}/app.po', 'l10n/pt_BR/app.po'],
    ['pot/guide/start.pot', 'en', '{locale}/guide/start.po', 'pt_BR/guide/start.po'],
    ['template/app.po', 'en_GB', '{locale}/app.po', 'pt_BR/app.po'],
  ];
  for (const [template, english, pattern, brazilian] of templates) {
    it(`orders ${template} into the files of the locales’ folders, also next to ${english}/`, () => {
      const fileOf = (name: string): string => pattern.replace('{locale}', name);
      const paths = [template, ...[english, 'de', 'uk'].map(fileOf)];
      const layout = detectLayout(template, paths);
      assert.ok(layout);
      assert.equal(layout.pattern, pattern);
      assert.equal(targetPath(layout, 'de'), fileOf('de'));
      assert.equal(targetPath(layout, 'pt-BR'), brazilian);
      assert.deepEqual(sourceOf(template, paths), { kind: 'file', path: template });
      assert.deepEqual(sourceOf(fileOf('de'), paths), { kind: 'file', path: template, into: 'de' });
      assert.notEqual(sourceOf(fileOf(english), paths)?.kind, 'own-texts');
    });
  }

  it('reads a folder of templates as such only next to a translation of the file', () => {
    for (const otherPath of ['de/other.xliff', 'it.xliff', 'partials/app.xliff']) {
      const layout = detectLayout('templates/app.xliff', ['templates/app.xliff', otherPath]);
      assert.equal(layout?.pattern, 'templates/app.{locale}.xliff', otherPath);
    }
    assert.equal(sourceOf('templates/page.json', ['en/page.json', 'de/page.json']), undefined);
  });

  it('finds the texts of an interface in its translations, unless the source locale has a file', () => {
    for (const source of ['Base.lproj/Main.storyboard', 'Base.lproj/Main.xib', 'en.lproj/Main.xib']) {
      const paths = [source, 'de.lproj/Main.strings', 'fr.lproj/Main.strings'].map((path) => `App/${path}`);
      assert.deepEqual(
        sourceOf('App/de.lproj/Main.strings', paths),
        { kind: 'own-texts', path: 'App/de.lproj/Main.strings', into: 'de' },
        source,
      );
      assert.deepEqual(sourceOf('App/de.lproj/Main.strings', [...paths, 'App/en.lproj/Main.strings']), {
        kind: 'file',
        path: 'App/en.lproj/Main.strings',
        into: 'de',
      });
    }
    assert.deepEqual(sourceOf('de.lproj/Main.strings', ['Base.lproj/Main.storyboard', 'Base.lproj/Main.strings']), {
      kind: 'file',
      path: 'Base.lproj/Main.strings',
      into: 'de',
    });
  });

  it('ignores a file with such a name next to a file of the source locale, and without translations', () => {
    assert.deepEqual(sourceOf('locales/de.json', ['locales/default.json', 'locales/en.json']), {
      kind: 'file',
      path: 'locales/en.json',
      into: 'de',
    });
    assert.equal(sourceOf('locales/default.json', ['locales/de.json', 'locales/en.json']), undefined);
    assert.equal(sourceOf('config/default.json', ['config/production.json']), undefined);
    assert.equal(sourceOf('theme/default.js', ['theme/de.js', 'theme/fr.js']), undefined);
  });
});

describe('a layout with the locale twice in its paths', () => {
  const twice: readonly (readonly [source: string, translation: string])[] = [
    ['translations/en-US/Shop.en-US.xlf', 'translations/de-DE/Shop.de-DE.xlf'],
    ['translations/en/messages_en.xliff', 'translations/de/messages_de.xliff'],
    ['l10n/en-US/app.en-US.json', 'l10n/de-DE/app.de-DE.json'],
    ['l10n/en/app-en.json', 'l10n/de/app-de.json'],
    ['l10n/en/en_app.yaml', 'l10n/de/de_app.yaml'],
    ['locale/en/views/en/app.json', 'locale/de/views/de/app.json'],
    ['locale/en/LC_MESSAGES/app.en.po', 'locale/de/LC_MESSAGES/app.de.po'],
    ['lang/en/app_en.properties', 'lang/de/app_de.properties'],
    ['lib/l10n/en/app_en.arb', 'lib/l10n/de/app_de.arb'],
    ['media/en/talk.en.srt', 'media/de/talk.de.srt'],
    ['translations/en/app_en.ts', 'translations/de/app_de.ts'],
    ['Strings/en/Texts.en.resx', 'Strings/de/Texts.de.resx'],
    ['Export/en.xcloc/Localized Contents/en.xliff', 'Export/de.xcloc/Localized Contents/de.xliff'],
  ];
  for (const [source, translation] of twice) {
    it(`replaces both: ${source}`, () => {
      const layout = detectLayout(source, [source, translation]);
      const locale = translation.includes('de-DE') ? 'de-DE' : 'de';
      assert.equal(layout && targetPath(layout, locale), translation);
      assert.equal(sourceOf(translation, [source])?.path, source);
    });
  }

  it('keeps a folder that has another meaning, if the files show it', () => {
    const layout = detectLayout('src/it/messages.it.xlf', ['src/it/messages.it.xlf', 'src/it/messages.de.xlf']);
    assert.equal(layout && targetPath(layout, 'fr'), 'src/it/messages.fr.xlf');
    const other = detectLayout('locales/en/en-route.json', ['locales/en/en-route.json', 'locales/de/a.json']);
    assert.equal(other && targetPath(other, 'de'), 'locales/de/en-route.json');
  });
});

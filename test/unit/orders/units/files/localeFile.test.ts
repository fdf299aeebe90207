import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/formats/formats.ts';
import { isSingleFile } from '../../../../../src/locales/layout.ts';
import {
  openSelectedSource,
  openSourceFile,
  openTargetFile,
} from '../../../../../src/orders/units/files/localeFile.ts';
import { OrderError } from '../../../../../src/orders/model/orderError.ts';
import type { Project } from '../../../../../src/orders/model/project.ts';
import { memoryProject } from '../../memoryProject.ts';
import { UnreadableFileError } from '../../../../../src/orders/model/errors/unreadableFileError.ts';

const settings = { patterns: [], sourceLocale: 'en' };

const files = {
  'locales/en.json': { a: 'One' },
  'locales/ja.json': { a: '一' },
  'locales/pt-BR.json': {},
  'package.json': {},
};

describe('localeFile', () => {
  const opened = async (project: Project, path: string): Promise<readonly (string | undefined)[]> => {
    const { source, into } = await openSelectedSource(project, path, settings);
    return [source.path, into];
  };

  it('orders from the source if the file of another locale is selected', async () => {
    const project = memoryProject(files);
    assert.deepEqual(await opened(project, 'locales/ja.json'), ['locales/en.json', 'ja']);
    assert.deepEqual(await opened(project, 'locales/pt-BR.json'), ['locales/en.json', 'pt-BR']);
    assert.deepEqual(await opened(project, 'locales/en.json'), ['locales/en.json', undefined]);
  });

  it('finds the strings of an XLIFF target in whichever of its files they are', async () => {
    const file = (target: string, units: string): string =>
      `<file source-language="en"${target} original="app"><body>${units}</body></file>`;
    const unit = (id: string, target: string): string =>
      `<trans-unit id="${id}"><source>Text ${id}</source>${target}</trans-unit>`;
    const german = ' target-language="de"';
    const project = memoryProject({
      'translations/messages.xlf': `<xliff version="1.2">${file('', unit('a', '') + unit('b', ''))}</xliff>`,
      'translations/messages.de.xlf': `<xliff version="1.2">${file(german, unit('a', '<target>A</target>'))}${file(
        german,
        unit('b', '<target>B</target>'),
      )}</xliff>`,
    });
    const source = await openSourceFile(project, 'translations/messages.xlf', settings);
    const target = await openTargetFile(source, 'de');
    assert.deepEqual(
      [...target.units.values()].map(({ id, text }) => [id, text]),
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
    );
  });

  it('orders from the file itself if there is no other source', async () => {
    const project = memoryProject({ 'locales/ja.json': { a: '一' }, 'locales/ko.json': {} });
    assert.deepEqual(await opened(project, 'locales/ja.json'), ['locales/ja.json', undefined]);
  });

  it('reads the source of an interface from the comments of its translation', async () => {
    const entry = (id: string, source: string, text: string): string =>
      `/* Class = "UIButton"; normalTitle = "${source}"; ObjectID = "${id}"; */\n"${id}.normalTitle" = "${text}";\n`;
    const project = memoryProject({
      'App/Base.lproj/Main.storyboard': '<document/>',
      'App/de.lproj/Main.strings': entry('4a', 'Save changes', 'Sichern') + entry('4b', 'Discard', ''),
      'App/fr.lproj/Main.strings': entry('4a', 'Save changes', 'Save changes'),
    });
    const { source, into } = await openSelectedSource(project, 'App/de.lproj/Main.strings', settings);
    assert.deepEqual([source.locale, into, source.targetLocales], ['en', 'de', ['de']]);
    assert.deepEqual(
      source.units.map(({ text }) => text),
      ['Save changes', 'Discard'],
    );
    const target = await openTargetFile(source, 'de');
    assert.deepEqual(
      [target.path, [...target.units.values()].map(({ text }) => text)],
      ['App/de.lproj/Main.strings', ['Sichern', '']],
    );
  });

  it('detects the layout of each file once', async () => {
    const located: string[] = [];
    const project = memoryProject(files);
    const counting: Project = {
      ...project,
      siblings: (path) => {
        located.push(path);
        return project.siblings(path);
      },
    };
    await opened(counting, 'locales/en.json');
    assert.deepEqual(located.splice(0), ['locales/en.json']);
    await opened(counting, 'locales/ja.json');
    assert.deepEqual(located, ['locales/ja.json', 'locales/en.json']);
  });

  it('returns the locales other than the source’s', async () => {
    const source = await openSourceFile(memoryProject(files), 'locales/en.json', settings);
    assert.deepEqual([source.locale, [...source.targetLocales].sort()], ['en', ['ja', 'pt-BR']]);
  });

  it('reports which file is broken, and where', async () => {
    const project = memoryProject({ ...files, 'locales/ja.json': '{\n  "a": \n}' });
    const source = await openSourceFile(project, 'locales/en.json', settings);
    await assert.rejects(
      openTargetFile(source, 'ja'),
      (error) => error instanceof UnreadableFileError && error.path === 'locales/ja.json' && error.cause.line === 3,
    );
    await assert.rejects(
      openSourceFile(memoryProject({ 'locales/en.json': '[' }), 'locales/en.json', settings),
      UnreadableFileError,
    );
  });

  it('rejects a file that is not a locale file', async () => {
    const isRefused = (error: unknown): boolean => error instanceof OrderError && error.reason === 'not-a-locale-file';
    await assert.rejects(openSourceFile(memoryProject(files), 'package.json', settings), isRefused);
    await assert.rejects(openSourceFile(memoryProject(files), 'locales/fr.json', settings), isRefused);
    await assert.rejects(openSelectedSource(memoryProject(files), 'package.json', settings), isRefused);
  });

  describe('with all locales in one file', () => {
    const isRefused = (error: unknown): boolean => error instanceof OrderError && error.reason === 'not-a-locale-file';
    const module = "export default {\n  en: { cart: 'Cart' },\n  fr: { cart: 'Panier' },\n};\n";
    const php = "<?php\n$messages = [];\n$messages['en'] = [\n    'cart' => 'Cart',\n];\n$messages['fr'] = [];\n";
    const table = 'key,en,fr\ncart,Cart,Panier\n';

    /** Returns the file after German is written to it. */
    async function withGerman(project: Project, path: string, patterns: readonly string[] = []): Promise<string> {
      const source = await openSourceFile(project, path, { ...settings, patterns });
      const target = await openTargetFile(source, 'de');
      assert.deepEqual([source.locale, target.path], ['en', path]);
      const context = { sourceText: source.text, sourceLocale: 'en', targetLocale: 'de' };
      return applyEdits(source.text, await source.format.write(source.text, new Map([['cart', 'Korb']]), context));
    }

    for (const [path, text, written] of [
      ['src/i18n.ts', module, "  fr: { cart: 'Panier' },\n  de: { cart: 'Korb' },\n};\n"],
      ['src/locales/index.js', module, "  de: { cart: 'Korb' },\n};\n"],
      ['Cards.i18n.php', php, "'de'"],
      ['data/ui.csv', table, 'key,en,fr,de\ncart,Cart,Panier,Korb\n'],
    ] as const)
      it(`recognizes ${path} by its text, and adds a locale to it`, async () => {
        const project = memoryProject({ [path]: text });
        const source = await openSourceFile(project, path, settings);
        assert.deepEqual([isSingleFile(source.layout), source.targetLocales], [true, ['fr']]);
        assert.ok((await withGerman(project, path)).includes(written));
      });

    it('takes the file from the setting', async () => {
      const patterns = ['**/texts.{js,ts}', 'old/*.php', 'copy/{locale}/words.ts'];
      assert.match(await withGerman(memoryProject({ 'app/texts.ts': module }), 'app/texts.ts', patterns), /de: \{/u);
      assert.match(await withGerman(memoryProject({ 'old/main.php': php }), 'old/main.php', patterns), /'de'/u);
      const single = "module.exports = { en: { cart: 'Cart' } };\n";
      assert.match(
        await withGerman(memoryProject({ 'texts.js': single }), 'texts.js', patterns),
        /de: \{ cart: 'Korb' \}/u,
      );
      const words = memoryProject({ 'copy/en/words.ts': "export default { cart: 'Cart' };\n" });
      const source = await openSourceFile(words, 'copy/en/words.ts', { ...settings, patterns });
      assert.equal((await openTargetFile(source, 'de')).path, 'copy/de/words.ts');
    });

    it('refuses a file that holds one locale or none, so that its source is never overwritten', async () => {
      for (const [path, text, patterns] of [
        ['src/i18n.ts', "export default { en: { cart: 'Cart' } };", []],
        ['src/i18n.ts', "export const settings = { cart: { en: 'Cart', fr: 'Panier' } };", []],
        ['i18n.php', "<?php\nreturn ['cart' => 'Cart'];", []],
        ['data/cities.csv', 'city,country\nParis,France\n', []],
        ['data/ui.csv', 'key,value\ncart,Cart\n', []],
        ['assets/translations.csv', 'key,value\ncart,Cart\n', []],
        ['app/texts.ts', "export default { cart: 'Cart' };", ['app/texts.ts']],
        ['app/ui.csv', 'key,value\ncart,Cart\n', ['app/*.csv']],
      ] as const)
        await assert.rejects(
          openSourceFile(memoryProject({ [path]: text }), path, { ...settings, patterns }),
          isRefused,
          `${path}: ${text}`,
        );
    });
  });
});

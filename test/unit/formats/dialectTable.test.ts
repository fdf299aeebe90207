import assert from 'node:assert/strict';
import { dialectTable } from '../../../src/formats/dialectTable.ts';
import { formatTable } from '../../../src/formats/formatTable.ts';
import { formatFor } from '../../../src/formats/formats.ts';

interface Case {
  readonly path: string;
  readonly text?: string;
  readonly dependencies?: readonly string[];
  readonly id: string;
}

const interfaceText = '/* Class = "UIButton"; normalTitle = "Save"; ObjectID = "4a"; */\n"4a.normalTitle" = "Sichern";';
const resources = '<resources></resources>';

const cases: readonly Case[] = [
  { path: 'app/src/main/res/values/strings.xml', text: resources, id: 'android-xml' },
  { path: 'composeApp/src/commonMain/composeResources/values/strings.xml', text: resources, id: 'compose-xml' },
  { path: 'ui\\src\\desktopMain\\composeResources\\values-pt-rBR\\menu.xml', text: resources, id: 'compose-xml' },
  { path: 'shared/src/commonMain/moko-resources/base/plurals.xml', text: resources, id: 'moko-xml' },
  { path: 'shared/src/commonMain/resources/MR/zh-CN/strings.xml', text: resources, id: 'moko-xml' },
  { path: 'app/src/main/res/values/MR/strings.xml', text: resources, id: 'android-xml' },

  { path: 'App/de.lproj/Main.strings', text: interfaceText, id: 'interface-builder' },
  { path: 'App/en.lproj/Main.strings', text: interfaceText, id: 'strings' },
  { path: 'App/en-GB.lproj/Main.strings', text: interfaceText, id: 'strings' },
  { path: 'App/de.lproj/Localizable.strings', text: '/* A button */\n"save" = "Sichern";', id: 'strings' },

  { path: 'translations/messages.en.ini', dependencies: ['composer:symfony/translation'], id: 'ini-php' },
  { path: 'language/en-GB/com_stall.ini', dependencies: ['composer:symfony/console'], id: 'ini' },
  { path: 'conf/locale/locale_en-US.ini', dependencies: ['golang:gopkg.in/ini.v1'], id: 'ini' },

  { path: 'config/locales/en.yml', id: 'yaml-1.1' },
  { path: 'plugins/cart/config/locales/admin/de.yml', id: 'yaml-1.1' },
  { path: '_data/locales/en.yml', id: 'yaml-1.1' },
  { path: 'lib/shop/locales/en.yml', dependencies: ['gem:i18n'], id: 'yaml-1.1' },
  { path: 'shop/locale/en.yaml', dependencies: ['pypi:pyyaml'], id: 'yaml-1.1' },
  { path: 'src/main/resources/lang/en.yml', dependencies: ['maven:org.spigotmc:spigot-api'], id: 'yaml-1.1' },
  { path: 'translations/messages.en.yaml', dependencies: ['composer:symfony/translation'], id: 'yaml' },
  { path: 'locales/en.yml', dependencies: ['rust-i18n', 'cargo:rust-i18n'], id: 'yaml' },
  { path: 'i18n/en.yaml', dependencies: ['golang:github.com/gohugoio/hugo'], id: 'yaml' },
  { path: 'src/locales/en.yml', dependencies: ['vue-i18n'], id: 'yaml' },
  { path: 'assets/translations/en.yaml', dependencies: ['pub:easy_localization', 'gem:fastlane'], id: 'yaml' },
  { path: 'src/locales/en.yml', dependencies: ['react-native', 'gem:cocoapods', 'gem:activesupport'], id: 'yaml' },
  { path: 'locales/en.yml', id: 'yaml' },

  { path: 'docs/intro.md', text: '# Intro', dependencies: ['docusaurus:mdx'], id: 'mdx' },
  { path: 'blog/2031-04-01-hello.md', text: 'Hello', dependencies: ['docusaurus:mdx'], id: 'mdx' },
  { path: 'docs/intro.md', text: '# Intro', dependencies: ['docusaurus:commonmark'], id: 'markdown' },
  { path: 'docs/intro.md', text: '# Intro', id: 'markdown' },
  {
    path: 'docs/intro.md',
    text: '---\ntitle: Intro\nmdx:\n  format: md\n---\n\n# Intro',
    dependencies: ['docusaurus:mdx'],
    id: 'markdown',
  },
  {
    path: 'docs/intro.md',
    text: '---\nmdx: { format: mdx }\n---\n\n# Intro',
    dependencies: ['docusaurus:commonmark'],
    id: 'mdx',
  },
  { path: 'pages/index.de.md', text: '---\ntitle: Intro\n---\n\nimport { Card } from "./card";\n\n# Intro', id: 'mdx' },
  { path: 'pages/index.de.md', text: "export const meta = { title: 'Intro' };\n\n# Intro", id: 'mdx' },
  { path: 'docs/trade.md', text: 'import duties from here on\n', id: 'markdown' },
  { path: 'docs/code.md', text: "```js\nimport a from 'b';\n```\n", id: 'markdown' },

  { path: 'locales/en.json', text: '{}', dependencies: ['i18n-js'], id: 'json-plurals' },
  { path: 'locales/en.json', text: '{}', dependencies: ['i18n-js', 'i18next'], id: 'json' },
  { path: 'locales/en.json', text: '{}', id: 'json' },
];

describe('dialects', () => {
  for (const { path, text = '', dependencies = [], id } of cases) {
    const evidence = [path, JSON.stringify(text.slice(0, 60)), ...dependencies].join(', ');
    it(`reads a file as ${id} by ${evidence}`, async () => {
      assert.equal((await formatFor(path, text, async () => Promise.resolve(dependencies)))?.id, id);
    });
  }

  it('are formats of the table, for files that have the same extensions', () => {
    const extensionsOf = (id: string): readonly string[] =>
      formatTable.find((row) => row.id === id)?.extensions ?? [`unknown: ${id}`];
    for (const { format, dialect } of dialectTable) {
      const shared = extensionsOf(format).filter((extension) => extensionsOf(dialect).includes(extension));
      // MDX has an extension of its own, and Markdown's files are read by its rules.
      if (dialect !== 'mdx') assert.notDeepEqual(shared, [], `${dialect} of ${format}`);
    }
  });

  it('ask for the project’s libraries only where these could show one', async () => {
    const refused = (): Promise<readonly string[]> => Promise.reject(new Error('asked'));
    await assert.doesNotReject(formatFor('lib/l10n/app_en.arb', '{}', refused));
    await assert.doesNotReject(formatFor('composeResources/values/strings.xml', resources, refused));
    await assert.doesNotReject(formatFor('config/locales/en.yml', 'en:', refused));
    await assert.rejects(formatFor('locales/en.yml', 'en:', refused), /asked/u);
  });
});

import assert from 'node:assert/strict';
import { detectLayout, existingLocales, projectLocales } from '../../../src/locales/layout.ts';
import { sourceFor } from '../../../src/locales/source/stringSource.ts';
import { parseLayoutPatterns } from '../../../src/locales/layoutPattern.ts';
import { nearbyPaths, type FolderReader } from '../../../src/locales/nearbyPaths.ts';

/** Returns a project with these files that counts the calls. */
function treeOf(paths: readonly string[]): FolderReader & { readonly listed: string[]; asked: number } {
  const reader = {
    listed: [] as string[],
    asked: 0,
    list: (folder: string) => {
      reader.listed.push(folder);
      const head = folder === '' ? '' : `${folder}/`;
      const names = new Map<string, boolean>();
      for (const path of paths) {
        if (!path.startsWith(head)) continue;
        const [name = '', ...rest] = path.slice(head.length).split('/');
        names.set(name, rest.length > 0);
      }
      return Promise.resolve([...names].map(([name, isFolder]) => ({ name, isFolder })));
    },
    kindOf: (path: string) => {
      reader.asked += 1;
      if (paths.includes(path)) return Promise.resolve('file' as const);
      return Promise.resolve(paths.some((other) => other.startsWith(`${path}/`)) ? ('folder' as const) : undefined);
    },
  };
  return reader;
}

interface Case {
  readonly path: string;
  readonly tree: readonly string[];
  readonly patterns?: readonly string[];
  /** Paths found in addition to the given one, sorted. */
  readonly found: readonly string[];
  readonly source?: string;
  readonly existing?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'Android’s folders of qualifiers': {
    path: 'app/res/values-fr/strings.xml',
    tree: [
      'app/res/values/strings.xml',
      'app/res/values/colors.xml',
      'app/res/values-fr/strings.xml',
      'app/res/values-pt-rBR/strings.xml',
      'app/res/values-night/strings.xml',
      'app/res/values-de/other.xml',
      'app/src/Main.kt',
    ],
    found: [
      'app/res/values-de/',
      'app/res/values-fr/',
      'app/res/values-pt-rBR/',
      'app/res/values-pt-rBR/strings.xml',
      'app/res/values/strings.xml',
    ],
    source: 'app/res/values/strings.xml',
    existing: ['pt-BR'],
  },
  'Apple’s': {
    path: 'App/Base.lproj/Localizable.strings',
    tree: [
      'App/Base.lproj/Localizable.strings',
      'App/Base.lproj/Main.storyboard',
      'App/fr.lproj/Localizable.strings',
      'App/ja.lproj/Other.strings',
    ],
    found: ['App/fr.lproj/Localizable.strings'],
    existing: ['fr'],
  },
  'gettext’s, with a template of any name': {
    path: 'po/fr.po',
    tree: ['po/fr.po', 'po/de.po', 'po/shop.pot', 'po/LINGUAS', 'po/Makefile'],
    found: ['po/de.po', 'po/shop.pot'],
    source: 'po/shop.pot',
    existing: ['de', 'fr'],
  },
  'Django’s': {
    path: 'shop/locale/en/LC_MESSAGES/django.po',
    tree: [
      'shop/locale/en/LC_MESSAGES/django.po',
      'shop/locale/fr/LC_MESSAGES/django.po',
      'shop/locale/fr/LC_MESSAGES/django.mo',
      'shop/locale/de/LC_MESSAGES/other.po',
    ],
    found: ['shop/locale/de/', 'shop/locale/en/', 'shop/locale/fr/', 'shop/locale/fr/LC_MESSAGES/django.po'],
    existing: ['fr'],
  },
  'Docusaurus’ plugin folders': {
    path: 'site/docs/guide/cart.md',
    tree: [
      'site/docs/guide/cart.md',
      'site/docs/guide/list.md',
      'site/i18n/fr/docusaurus-plugin-content-docs/current/guide/cart.md',
      'site/i18n/ja/docusaurus-plugin-content-docs/current/intro.md',
      'site/i18n/de/code.json',
    ],
    found: [
      'site/docs/guide/list.md',
      'site/i18n/fr/docusaurus-plugin-content-docs/',
      'site/i18n/fr/docusaurus-plugin-content-docs/current/guide/cart.md',
      'site/i18n/ja/docusaurus-plugin-content-docs/',
    ],
    existing: ['fr'],
  },
  'the person’s own': {
    path: 'copy/home.md',
    patterns: ['copy/**/*.md -> out/{language}/{region}/**/*.md'],
    tree: ['copy/home.md', 'out/pt/BR/home.md', 'out/fr/CA/other.md', 'out/tmp/x/home.md'],
    found: ['out/pt/BR/home.md'],
    existing: ['pt-BR'],
  },
};

describe('nearbyPaths', () => {
  for (const [name, { path, tree, patterns = [], found, source = path, existing = [] }] of Object.entries(cases)) {
    it(`finds ${name}`, async () => {
      const parsed = parseLayoutPatterns(patterns);
      const nearby = await nearbyPaths(path, parsed, treeOf(tree));
      assert.deepEqual(nearby.filter((other) => other !== path).sort(), [...found].sort());
      const layout = detectLayout(path, nearby, parsed);
      assert.ok(layout);
      assert.equal(sourceFor(layout, nearby, 'en').path, source);
      assert.deepEqual([...existingLocales(layout, nearby)].sort(), [...existing].sort());
    });
  }

  it('uses the locales of other files in the project', async () => {
    const tree = ['locales/en/new.json', 'locales/en/old.json', 'locales/fr/old.json', 'locales/zh-CN/old.json'];
    const nearby = await nearbyPaths('locales/en/new.json', [], treeOf(tree));
    const layout = detectLayout('locales/en/new.json', nearby);
    assert.ok(layout);
    assert.deepEqual(existingLocales(layout, nearby), []);
    assert.deepEqual(projectLocales(layout), ['fr', 'zh-CN']);
  });

  it('reads only the folders above a file and folders in them that are named after a locale', async () => {
    const others = Array.from(
      { length: 3000 },
      (_, index) => `packages/web/node_modules/module${String(index)}/locales/en.json`,
    );
    const tree = treeOf([
      ...others,
      'packages/web/docs/a.md',
      'packages/web/docs/fr/a.md',
      'packages/api/docs/fr/a.md',
    ]);
    await nearbyPaths('packages/web/docs/a.md', [], tree);
    const allowed = new Set([
      '',
      'packages',
      'packages/web',
      'packages/web/docs',
      'packages/web/docs/fr',
      'packages/web/i18n',
      'packages/web/website/i18n',
    ]);
    assert.deepEqual(
      tree.listed.filter((folder) => !allowed.has(folder)),
      [],
    );
    assert.equal(new Set(tree.listed).size, tree.listed.length);
    assert.ok(tree.asked < 20);
  });

  it('reads no folders with installed or generated files', async () => {
    const tree = treeOf(['node_modules/a/locales/en.json']);
    assert.deepEqual(await nearbyPaths('node_modules/a/locales/en.json', [], tree), ['node_modules/a/locales/en.json']);
    assert.deepEqual(tree.listed, []);
  });

  it('ends in folders whose names look like parts of a template', async () => {
    for (const name of ['*', '{locale}', '{folder}', '{locales}', '*{folder}*']) {
      const file = `${name}/app/texts_en.properties`;
      const tree = [file, `${name}/app/texts_ja.properties`, `${name}/locales/en/a.json`, `${name}/locales/ja/a.json`];
      for (const each of tree) assert.ok((await nearbyPaths(each, [], treeOf(tree))).includes(each), name);
    }
  });

  it('reads a limited number of entries of huge folders', async () => {
    const tree = treeOf([
      'data/en.json',
      ...Array.from({ length: 20_000 }, (_, index) => `data/file${String(index)}.json`),
    ]);
    assert.ok((await nearbyPaths('data/en.json', [], tree)).length <= 2001);
  });
});

import assert from 'node:assert/strict';
import { FolderTree } from '../../../src/locales/folderTree.ts';
import { detectLayout, projectLocales, targetPath } from '../../../src/locales/layout.ts';
import { LocaleFileIndex } from '../../../src/locales/localeFileIndex.ts';
import { nearbyPaths } from '../../../src/locales/nearbyPaths.ts';

/** Returns the translations that a project has or lacks, as its files show them: `docs/a.md -> docs/de/a.md`. */
async function translationsIn(files: readonly string[]): Promise<readonly string[]> {
  const index = new LocaleFileIndex([], 'en');
  const tree = new FolderTree();
  for (const file of files) {
    index.add(file);
    tree.add(file);
  }
  await index.detect(new AbortController().signal);
  const rows: string[] = [];
  for (const path of index.localeFiles) {
    const layout = detectLayout(path, await nearbyPaths(path, [], tree));
    assert.ok(layout !== undefined, `${path} is a locale file only in the index`);
    const isSource = layout.pathLocale === undefined || layout.pathLocale.startsWith('en');
    if (isSource) for (const locale of projectLocales(layout)) rows.push(`${path} -> ${targetPath(layout, locale)}`);
  }
  return rows;
}

/** Files of a project, and all translations that these show. */
const projects: Readonly<Record<string, readonly [files: readonly string[], rows: readonly string[]]>> = {
  'MkDocs with suffixes': [
    [
      'mkdocs.yml',
      'README.md',
      'CHANGELOG.md',
      'docs/index.md',
      'docs/index.de.md',
      'docs/guide.md',
      'docs/api/use.md',
    ],
    ['docs/index.md -> docs/index.de.md', 'docs/guide.md -> docs/guide.de.md', 'docs/api/use.md -> docs/api/use.de.md'],
  ],
  'MkDocs with folders': [
    ['mkdocs.yml', 'README.md', 'docs/en/index.md', 'docs/de/index.md', 'docs/en/guide.md'],
    ['docs/en/index.md -> docs/de/index.md', 'docs/en/guide.md -> docs/de/guide.md'],
  ],
  VitePress: [
    ['README.md', 'docs/.vitepress/config.mts', 'docs/index.md', 'docs/guide/intro.md', 'docs/de/index.md'],
    ['docs/index.md -> docs/de/index.md', 'docs/guide/intro.md -> docs/de/guide/intro.md'],
  ],
  'VitePress at the top': [
    ['README.md', '.vitepress/config.mts', 'index.md', 'guide/intro.md', 'fr/index.md', '.github/ISSUE_TEMPLATE.md'],
    ['index.md -> fr/index.md', 'guide/intro.md -> fr/guide/intro.md'],
  ],
  'VuePress, whose pages are READMEs': [
    ['README.md', 'docs/README.md', 'docs/guide/README.md', 'docs/zh/README.md'],
    ['docs/README.md -> docs/zh/README.md', 'docs/guide/README.md -> docs/zh/guide/README.md'],
  ],
  'Hugo with folders': [
    ['hugo.toml', 'content/en/a.md', 'content/de/b.md', 'content/de/c.md'],
    ['content/en/a.md -> content/de/a.md'],
  ],
  'Hugo with suffixes': [
    ['hugo.toml', 'README.md', 'content/_index.md', 'content/_index.pt-br.md', 'content/blog/first.md'],
    ['content/_index.md -> content/_index.pt-br.md', 'content/blog/first.md -> content/blog/first.pt-br.md'],
  ],
  'Hugo with page bundles': [
    ['content/posts/a/index.md', 'content/posts/a/index.de.md', 'content/posts/b/index.md', 'content/posts/b/notes.md'],
    [
      'content/posts/a/index.md -> content/posts/a/index.de.md',
      'content/posts/b/index.md -> content/posts/b/index.de.md',
    ],
  ],
  'Starlight, without a translation of any of these': [
    ['astro.config.mjs', 'src/content/docs/guide.md', 'src/content/docs/api/x.mdx', 'src/content/docs/de/index.md'],
    [
      'src/content/docs/guide.md -> src/content/docs/de/guide.md',
      'src/content/docs/api/x.mdx -> src/content/docs/de/api/x.mdx',
    ],
  ],
  'Docusaurus, which translates its documents and not its blog': [
    [
      'docusaurus.config.js',
      'blog/first.md',
      'docs/intro.md',
      'i18n/de/docusaurus-plugin-content-docs/current/other.md',
      'i18n/fr/docusaurus-theme-classic/navbar.json',
    ],
    ['docs/intro.md -> i18n/de/docusaurus-plugin-content-docs/current/intro.md'],
  ],
  'Jekyll, with the default language at the top': [
    ['_config.yml', 'README.md', 'LICENSE.md', 'index.md', 'about.md', 'de/index.md', '_drafts/idea.md'],
    ['index.md -> de/index.md', 'about.md -> de/about.md'],
  ],
  Zola: [
    ['config.toml', 'content/_index.md', 'content/_index.de.md', 'content/blog/post.md'],
    ['content/_index.md -> content/_index.de.md', 'content/blog/post.md -> content/blog/post.de.md'],
  ],
  'Nextra, with regions in the names': [
    ['pages/index.en-US.mdx', 'pages/index.de-DE.mdx', 'pages/guide.en-US.mdx'],
    ['pages/index.en-US.mdx -> pages/index.de-DE.mdx', 'pages/guide.en-US.mdx -> pages/guide.de-DE.mdx'],
  ],
  'Docsify, whose page in HTML is no document': [
    ['docs/index.html', 'docs/README.md', 'docs/guide.md', 'docs/zh-cn/README.md'],
    ['docs/README.md -> docs/zh-cn/README.md', 'docs/guide.md -> docs/zh-cn/guide.md'],
  ],
  'pages in HTML': [
    ['site/index.html', 'site/about.html', 'site/de/index.html'],
    ['site/index.html -> site/de/index.html', 'site/about.html -> site/de/about.html'],
  ],
  'documents of one folder': [
    ['terms/use.md', 'terms/use.fr.md', 'terms/privacy.md', 'docs/guide.md', 'notes.md'],
    ['terms/use.md -> terms/use.fr.md', 'terms/privacy.md -> terms/privacy.fr.md'],
  ],
  'two languages whose codes are other words': [
    ['docs/index.md', 'docs/it/index.md', 'docs/hr/index.md', 'docs/legal.md'],
    [
      'docs/index.md -> docs/it/index.md',
      'docs/index.md -> docs/hr/index.md',
      'docs/legal.md -> docs/it/legal.md',
      'docs/legal.md -> docs/hr/legal.md',
    ],
  ],
  'a README that is translated, next to documents that are not': [
    ['README.md', 'README.de.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'guide.md', 'docs/guide.md'],
    ['README.md -> README.de.md'],
  ],
  'a README of a package that is translated': [
    ['packages/a/README.md', 'packages/a/README.zh-CN.md', 'packages/a/CHANGELOG.md', 'packages/a/docs/guide.md'],
    ['packages/a/README.md -> packages/a/README.zh-CN.md'],
  ],
  'an interface that is translated, and documents that are not': [
    ['README.md', 'CHANGELOG.md', 'docs/guide.md', 'locales/en.json', 'locales/de.json'],
    ['locales/en.json -> locales/de.json'],
  ],
  'a folder whose name is another word': [['docs/index.md', 'docs/it/setup.md', 'docs/legal.md'], []],
};

describe('documents before their first translation', () => {
  for (const [name, [files, rows]] of Object.entries(projects))
    it(`are found in ${name}`, async () => {
      assert.deepEqual((await translationsIn(files)).toSorted(), rows.toSorted());
    });

  it('are found as soon as the first document of their kind is translated, and no longer without it', async () => {
    const index = new LocaleFileIndex([], 'en');
    for (const file of ['docs/index.md', 'docs/guide/intro.md']) index.add(file);
    const found = async (): Promise<readonly string[]> => {
      await index.detect(new AbortController().signal);
      return [...index.localeFiles].toSorted();
    };
    assert.deepEqual(await found(), []);
    index.add('docs/de/index.md');
    assert.deepEqual(await found(), ['docs/de/index.md', 'docs/guide/intro.md', 'docs/index.md']);
    index.remove('docs/de/index.md');
    assert.deepEqual(await found(), []);
  });
});

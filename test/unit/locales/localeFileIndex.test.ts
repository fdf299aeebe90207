import assert from 'node:assert/strict';
import { FolderTree } from '../../../src/locales/folderTree.ts';
import { detectLayout } from '../../../src/locales/layout.ts';
import { parseLayoutPatterns } from '../../../src/locales/layoutPattern.ts';
import { LocaleFileIndex } from '../../../src/locales/localeFileIndex.ts';
import { nearbyPaths } from '../../../src/locales/nearbyPaths.ts';

async function indexOf(paths: readonly string[], patterns: readonly string[] = []): Promise<LocaleFileIndex> {
  const index = new LocaleFileIndex(parseLayoutPatterns(patterns), 'en');
  for (const path of paths) index.add(path);
  await detect(index);
  return index;
}

async function detect(index: LocaleFileIndex): Promise<void> {
  await index.detect(new AbortController().signal);
}

/** Lists the locale files as commands see them, which read the layout of each file from its project's folders. */
async function filesForCommands(paths: readonly string[], patterns: readonly string[]): Promise<readonly string[]> {
  const parsed = parseLayoutPatterns(patterns);
  const tree = new FolderTree();
  for (const path of paths) tree.add(path);
  const found = await Promise.all(
    paths.map(async (path) => detectLayout(path, await nearbyPaths(path, parsed, tree), parsed)),
  );
  return paths.filter((_, at) => found[at] !== undefined);
}

const project = [
  'package.json',
  'README.md',
  'src/app.ts',
  'src/texts.json',
  'src/texts.fr.json',
  'src/texts.it.json',
  'src/other.json',
  'locales/en.json',
  'locales/ja.json',
  'locales/index.json',
  'data/it.json',
  'data/us.json',
  'lang/en/cart.php',
  'po/shop.pot',
  'po/de.po',
  'app/src/main/res/values/strings.xml',
  'app/src/main/res/values-fr/strings.xml',
  'app/src/main/res/values/colors.xml',
  'docs/en/guide.md',
  'docs/fr/guide.md',
  'docs/en/only.md',
  'docs/how-to.md',
  'docs/how.md',
  'content/a.md',
  'content/de/a.md',
  'website/docs/intro.md',
  'website/i18n/fr/docusaurus-plugin-content-docs/current/other.md',
  'src/en.ts',
  'src/fr.ts',
  'src/get_by_id.ts',
  'words/shop/english.json',
  'words/en/shop.yml',
  'node_modules/a/locales/en.json',
  'de/a.json',
  'en/a.json',
  'media/film.mp4.en.srt',
];

describe('LocaleFileIndex', () => {
  for (const patterns of [[], ['words/{locale}/shop.yml'], ['words/shop/english.json -> words/shop/{locale}.json']]) {
    it(`finds the files that commands take, with the layouts [${patterns.join(', ')}]`, async () => {
      const { localeFiles } = await indexOf(project, patterns);
      const expected = await filesForCommands(project, patterns);
      assert.deepEqual([...localeFiles].toSorted(), expected.toSorted());
      assert.ok(expected.includes('locales/ja.json') && !expected.includes('package.json'));
    });
  }

  it('finds the same files, in whatever order they were added', async () => {
    const expected = await filesForCommands(project, []);
    const index = new LocaleFileIndex([], 'en');
    for (const path of project.toReversed()) {
      index.add(path);
      await detect(index);
    }
    assert.deepEqual([...index.localeFiles].toSorted(), expected.toSorted());
  });

  it('finds the same files after others were removed one by one', async () => {
    const index = await indexOf(project);
    for (let count = project.length; count > 0; count -= 1) {
      assert.deepEqual(
        [...index.localeFiles].toSorted(),
        (await filesForCommands(project.slice(0, count), [])).toSorted(),
        `${count} files`,
      );
      index.remove(project[count - 1] ?? '');
      await detect(index);
    }
    assert.equal(index.size, 0);
  });

  it('lists a file as soon as its translation is added, and no longer when that is removed', async () => {
    const index = await indexOf(['src/texts.json']);
    assert.deepEqual([...index.localeFiles], []);
    index.add('src/texts.fr.json');
    await detect(index);
    assert.deepEqual([...index.localeFiles].toSorted(), ['src/texts.fr.json', 'src/texts.json']);
    index.remove('src/texts.fr.json');
    await detect(index);
    assert.deepEqual([...index.localeFiles], []);
  });

  it('removes a folder with all its files', async () => {
    const index = await indexOf(['locales/en.json', 'locales/shop/en.json', 'locales2/en.json']);
    index.remove('locales');
    await detect(index);
    assert.deepEqual(
      [[...index.localeFiles], index.size, index.has('locales/en.json')],
      [['locales2/en.json'], 1, false],
    );
  });

  it('keeps a file that is added again', async () => {
    const index = await indexOf(['locales/en.json']);
    index.remove('locales/en.json');
    index.add('locales/en.json');
    await detect(index);
    assert.deepEqual([...index.localeFiles], ['locales/en.json']);
  });

  it('reads 5,000 files of one folder quickly, comparing only files whose names begin alike', async () => {
    const index = await indexOf([
      ...Array.from({ length: 5_000 }, (_, at) => `data/item-${at}.json`),
      'data/item-7.fr.json',
    ]);
    assert.deepEqual([...index.localeFiles].toSorted(), ['data/item-7.fr.json', 'data/item-7.json']);
  });

  it('lists files whose text decides, unless their names make them locale files', async () => {
    const index = await indexOf(['src/i18n.ts', 'data/ui.csv', 'locales/ui.csv', 'locales/en.ts', 'src/app.ts']);
    assert.deepEqual([...index.candidates], ['src/i18n.ts', 'data/ui.csv']);
    index.add('src/i18n_fr.ts');
    index.remove('data');
    await detect(index);
    assert.deepEqual([...index.candidates], []);
    assert.ok(index.localeFiles.has('src/i18n.ts'));
  });

  it('stops when it is aborted', async () => {
    const index = new LocaleFileIndex([], 'en');
    index.add('locales/en.json');
    await assert.rejects(index.detect(AbortSignal.abort(new Error('closed'))), /closed/u);
  });
});

import assert from 'node:assert/strict';
import { counterpartsOf } from '../../../src/project/counterpartsOf.ts';

describe('counterpartsOf', () => {
  /** Returns the counterparts among these files; folders follow from the paths. */
  const among = async (path: string, files: readonly string[]): Promise<readonly string[]> => {
    const list = (folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const entries = files
        .filter((file) => file.startsWith(prefix))
        .map((file) => file.slice(prefix.length).split('/'))
        .map(([name = '', ...below]) => [name, below.length > 0] as const);
      return Promise.resolve([...new Map(entries)].map(([name, isFolder]) => ({ name, isFolder })));
    };
    return (await counterpartsOf(path, [], { list })).toSorted();
  };

  it('lists the folder of the file, and those with another locale in its place', async () => {
    const files = ['app/en/pages/a.json', 'app/en/pages/b.json', 'app/de/pages/a.json', 'app/de/other/a.json'];
    assert.deepEqual(await among('app/en/pages/a.json', files), [
      'app/de/pages/a.json',
      'app/en/pages/a.json',
      'app/en/pages/b.json',
    ]);
  });

  it('lists folders with a locale more or less', async () => {
    const files = ['app/pages/a.json', 'app/en/pages/a.json', 'app/pages/de/a.json', 'app/fr/other/a.json'];
    assert.deepEqual(await among('app/pages/a.json', files), [
      'app/en/pages/a.json',
      'app/pages/a.json',
      'app/pages/de/a.json',
    ]);
    assert.deepEqual(await among('app/en/pages/a.json', files), ['app/en/pages/a.json', 'app/pages/a.json']);
  });

  it('lists folders of locales at the top', async () => {
    assert.deepEqual(await among('a.json', ['a.json', 'de/a.json', 'src/a.json']), ['a.json', 'de/a.json']);
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RefusedFileError } from '../../../src/orders/model/errors/refusedFileError.ts';
import { FolderError, isUserSetting, openFolders } from '../../../src/project/openFolders.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  };
}

const section = 'humanTranslation.';

describe('openFolders', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'folders-'));
    await mkdir(path.join(folder, 'a/.vscode'), { recursive: true });
    await mkdir(path.join(folder, 'b'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);

  it('reads the settings of a folder, with comments, trailing commas and any line ends', async () => {
    await write(
      'a/.vscode/settings.json',
      '\uFEFF{\r\n  /* ours */ "humanTranslation.tier": " pro ",\r\n  "humanTranslation.layouts": ["x/{locale}.json", 3],\r\n' +
        '  "files.encoding": "windows1252",\r\n}\r\n',
    );
    const { folders, ignored } = await openFolders([path.join(folder, 'a')]);
    const [opened] = folders;
    assert.deepEqual(
      [opened?.settings.tier, opened?.settings.layouts, opened?.settings.sourceLocale, opened?.encoding],
      ['pro', ['x/{locale}.json'], 'en', 'windows1252'],
    );
    assert.deepEqual(ignored, []);
  });

  it('names folders as the workspace does', async () => {
    await write('all.code-workspace', '{ "folders": [{ "path": "a", "name": "Shop" }, { "path": "b", "name": " " }] }');
    const { folders } = await openFolders([path.join(folder, 'all.code-workspace')]);
    assert.deepEqual(
      folders.map(({ name }) => name),
      ['Shop', 'b'],
    );
  });

  it('opens no folder outside the workspace’s own one, unless the user names it', async () => {
    await mkdir(path.join(folder, 'own/inner/.git/x'), { recursive: true });
    await mkdir(path.join(folder, 'own/.vscode/x'), { recursive: true });
    const file = path.join(folder, 'own/all.code-workspace');
    const open = async (listed: string, ...allowed: readonly string[]) => {
      await writeFile(file, JSON.stringify({ folders: [{ path: 'inner' }, { path: listed }] }));
      return (await openFolders([file], allowed)).folders.map(({ root }) => path.relative(folder, root));
    };
    for (const listed of [
      '..',
      '../a',
      path.join(folder, 'a'),
      'inner/../../a',
      'inner/.git/x',
      '.vscode/x',
      '../b/gone',
    ])
      await assert.rejects(
        open(listed),
        (error) =>
          error instanceof FolderError &&
          error.reason === 'outside' &&
          error.path === path.resolve(path.dirname(file), listed),
      );
    assert.deepEqual(await open('../a', path.join(folder, 'a')), ['own/inner', 'a']);
    assert.deepEqual(await open('.'), ['own/inner', 'own']);
    if (process.platform === 'win32') return;
    await symlink('../a', path.join(folder, 'own/linked'));
    await assert.rejects(open('linked'), { reason: 'outside' });
    assert.deepEqual(await open('linked', path.join(folder, 'a')), ['own/inner', 'own/linked']);
    await assert.rejects(open('linked', path.join(folder, 'b')), { reason: 'outside' });
  });

  it('reads settings only from regular files that no link leads to', async function () {
    if (process.platform === 'win32') this.skip();
    const file = path.join(folder, 'a/.vscode/settings.json');
    await write('b/settings.json', '{ "humanTranslation.tier": "pro" }');
    for (const target of ['/dev/zero', '../../b/settings.json', '../settings.json', '.']) {
      await symlink(target, file);
      await assert.rejects(openFolders([path.join(folder, 'a')]), RefusedFileError, target);
      await rm(file);
    }
    // A link to the folder itself is followed.
    await symlink('a', path.join(folder, 'linked'));
    await write('a/.vscode/settings.json', '{ "humanTranslation.tier": "pro" }');
    const { folders } = await openFolders([path.join(folder, 'linked'), path.join(folder, 'a')]);
    assert.deepEqual(
      folders.map(({ name, settings }) => [name, settings.tier]),
      [['linked', 'pro']],
    );
  });

  it('prefers the settings of a folder to those of its workspace', async () => {
    await write('a/.vscode/settings.json', '{ "humanTranslation.tier": "pro" }');
    await write(
      'all.code-workspace',
      '{ "folders": [{ "path": "a" }, { "path": "./b" }, { "path": "a" }], // each once\n' +
        '"settings": { "humanTranslation.tier": "ultra", "humanTranslation.sourceLocale": "de" } }',
    );
    const { folders } = await openFolders([path.join(folder, 'all.code-workspace')]);
    assert.deepEqual(
      folders.map(({ name, settings }) => [name, settings.tier, settings.sourceLocale]),
      [
        ['a', 'pro', 'de'],
        ['b', 'ultra', 'de'],
      ],
    );
  });

  it('refuses settings that are not JSON, and folders that do not exist', async () => {
    await write('a/.vscode/settings.json', '{ "humanTranslation.tier": ');
    const isReason = (reason: string) => (error: unknown) => error instanceof FolderError && error.reason === reason;
    await assert.rejects(openFolders([path.join(folder, 'a')]), isReason('invalid'));
    await assert.rejects(openFolders([path.join(folder, 'c')]), isReason('missing'));
    await assert.rejects(openFolders([path.join(folder, 'c.code-workspace')]), isReason('missing'));
  });

  it('ignores exactly the settings that the manifest lets only users set', async () => {
    const manifest = JSON.parse(
      await readFile(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
    ) as Manifest;
    const settings = Object.entries(manifest.contributes.configuration.properties);
    const ofUsers = settings.filter(([, { scope }]) => scope === 'application' || scope === 'machine');
    assert.ok(ofUsers.length > 5);
    assert.deepEqual(
      settings.filter(([name]) => isUserSetting(name.slice(section.length))).map(([name]) => name),
      ofUsers.map(([name]) => name),
    );
    await write('a/.vscode/settings.json', JSON.stringify(Object.fromEntries(settings.map(([name]) => [name, null]))));
    const { ignored } = await openFolders([path.join(folder, 'a')]);
    assert.deepEqual(
      ignored.map(({ name }) => name),
      ofUsers.map(([name]) => name),
    );
  });
});

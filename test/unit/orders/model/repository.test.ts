import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  compareFolders,
  hashPath,
  pathFromRoot,
  pathInFolder,
  type FolderIdentity,
} from '../../../../src/orders/model/folderIdentity.ts';
import { hashRemote, normalizeRemote } from '../../../../src/orders/model/gitRemote.ts';
import { identifyFolder, parseGitConfig } from '../../../../src/orders/model/repository.ts';

const run = promisify(execFile);

describe('normalizeRemote', () => {
  const sameRepository = [
    'https://github.com/acme/shop',
    'https://github.com/acme/shop.git',
    'https://github.com/acme/shop/',
    'https://user:secret@github.com/acme/shop.git?token=abc#main',
    'https://github.com:443/acme/shop.git',
    'http://GitHub.com/Acme/Shop',
    'git@github.com:acme/shop.git',
    'github.com:acme/shop',
    'ssh://git@github.com/acme/shop.git',
    'ssh://git@github.com:22/acme/shop.git',
    'ssh://git@ssh.github.com:443/acme/shop.git',
    'git://github.com/acme/shop.git',
    'git+ssh://git@github.com/acme/shop',
  ];
  for (const address of sameRepository) {
    it(`reads ${address} as github.com/acme/shop`, () => {
      assert.equal(normalizeRemote(address), 'github.com/acme/shop');
    });
  }

  it('reads both addresses of Azure DevOps as one', () => {
    assert.equal(
      normalizeRemote('git@ssh.dev.azure.com:v3/team/project/app'),
      normalizeRemote('https://team@dev.azure.com/team/project/_git/app'),
    );
  });

  it('distinguishes repositories', () => {
    const others = [
      'https://github.com/acme/other',
      'https://gitlab.com/acme/shop',
      'https://github.com/other/shop',
      '/srv/git/acme/shop.git',
    ];
    assert.equal(new Set([...others, 'https://github.com/acme/shop'].map(normalizeRemote)).size, 5);
  });

  it('reads paths on this machine, on Windows too', () => {
    assert.equal(normalizeRemote('/srv/git/shop.git'), 'file:srv/git/shop');
    assert.equal(normalizeRemote('file:///srv/git/shop.git/'), 'file:srv/git/shop');
    assert.equal(normalizeRemote('C:\\git\\shop'), 'file:c:/git/shop');
    assert.equal(normalizeRemote('../shop/.git'), 'file:../shop');
  });

  it('returns undefined for an address without a repository', () => {
    for (const address of ['', '  ', 'https://', 'git@github.com:', '/'])
      assert.equal(normalizeRemote(address), undefined);
  });
});

describe('parseGitConfig', () => {
  it('reads quoted values, comments, continued lines and names of any case', () => {
    const text =
      '[Remote "origin"]\n\tURL = "https://a/b#c" ; note\n[remote "up\\"stream"] url = x\\\n y\n' +
      '[core]\nbare = false # no\n';
    assert.deepEqual(parseGitConfig(text), [
      { section: 'remote', subsection: 'origin', name: 'url', value: 'https://a/b#c' },
      { section: 'remote', subsection: 'up"stream', name: 'url', value: 'x y' },
      { section: 'core', subsection: '', name: 'bare', value: 'false' },
    ]);
  });
});

describe('identifyFolder', () => {
  let folder = '';
  const git = async (place: string, ...args: readonly string[]): Promise<void> => {
    await run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: path.join(folder, place),
    });
  };
  const identify = (place: string): Promise<FolderIdentity> => {
    const at = path.join(folder, place);
    return identifyFolder(at, pathToFileURL(at).href, path.join(folder, 'home'));
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ht-repository-'));
    await mkdir(path.join(folder, 'shop/packages/app'), { recursive: true });
    await mkdir(path.join(folder, 'home'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('identifies a folder without a repository by its real path', async () => {
    await symlink(path.join(folder, 'shop'), path.join(folder, 'link'));
    assert.deepEqual(await identify('link'), {
      uri: pathToFileURL(path.join(folder, 'link')).href,
      remotes: [],
      root: pathToFileURL(path.join(folder, 'shop')).href,
    });
    assert.equal(compareFolders(await identify('link'), await identify('shop')), 'same');
    assert.equal(compareFolders(await identify('shop/packages/app'), await identify('shop')), 'same');
  });

  it('finds the repository from any of its folders, by every remote', async () => {
    await git('shop', 'init', '-q');
    await git('shop', 'remote', 'add', 'origin', 'git@github.com:me/shop.git');
    await git('shop', 'remote', 'add', 'upstream', 'https://github.com/acme/shop');
    const { remotes, root } = await identify('shop/packages/app');
    assert.equal(root, 'packages/app');
    assert.deepEqual(remotes, ['github.com/me/shop', 'github.com/acme/shop'].map(hashRemote));
    const whole = await identify('shop');
    assert.equal(whole.root, '');
    assert.equal(
      hashPath(whole, 'packages/app/locales/en.json'),
      hashPath(await identify('shop/packages/app'), 'locales/en.json'),
    );
  });

  it('recognizes a work tree, and a clone by its remote', async () => {
    await git('shop', 'init', '-q');
    await writeFile(path.join(folder, 'shop/a'), 'a');
    await git('shop', 'add', '.');
    await git('shop', 'commit', '-qm', 'a');
    await git('shop', 'worktree', 'add', '-q', '../tree');
    assert.equal(
      compareFolders(await identify('tree'), await identify('shop')),
      'same',
      'a repository without a remote',
    );
    await git('.', 'clone', '-q', 'shop', 'clone');
    assert.equal(
      compareFolders(await identify('clone'), await identify('shop')),
      'unknown',
      'nobody knows yet where shop came from',
    );
    await git('shop', 'remote', 'add', 'origin', 'https://example.com/shop.git');
    assert.equal(
      compareFolders(await identify('clone'), await identify('shop')),
      'same',
      'a clone of a clone on this machine',
    );
    await git('clone', 'remote', 'set-url', 'origin', 'ssh://git@example.com/shop');
    assert.equal(compareFolders(await identify('clone'), await identify('shop')), 'same');
  });

  it('expands the user’s abbreviations', async () => {
    await git('shop', 'init', '-q');
    await git('shop', 'remote', 'add', 'origin', 'acme:shop.git');
    await writeFile(path.join(folder, 'home/.gitconfig'), '[url "https://github.com/acme/"]\n  insteadOf = acme:\n');
    assert.deepEqual((await identify('shop')).remotes, [hashRemote('github.com/acme/shop')]);
  });

  it('ignores invalid Git files', async () => {
    await writeFile(path.join(folder, 'shop/.git'), 'gitdir: /nowhere/at/all');
    assert.deepEqual((await identify('shop')).remotes, []);
    await writeFile(path.join(folder, 'shop/.git'), '\0\0');
    assert.equal((await identify('shop')).repository, undefined);
  });

  it('never waits for a Git file that has no end', async function () {
    if (process.platform === 'win32') this.skip();
    await git('shop', 'init', '-q');
    for (const make of [
      async (file: string) => symlink('/dev/zero', file),
      async (file: string) => run('mkfifo', [file]),
    ])
      for (const name of ['config', 'commondir']) {
        const file = path.join(folder, 'shop/.git', name);
        await rm(file, { force: true });
        await make(file);
        assert.deepEqual((await identify('shop')).remotes, []);
        await rm(file);
      }
  });
});

describe('compareFolders', () => {
  const folder = (more: Partial<FolderIdentity>): FolderIdentity => ({
    uri: 'file:///a',
    remotes: [],
    root: '',
    ...more,
  });

  it('returns “other” for another known repository, and “unknown” without one', () => {
    const here = folder({ remotes: ['1'], repository: 'x' });
    assert.equal(compareFolders(here, { remotes: ['2', '1'] }), 'same');
    assert.equal(compareFolders(here, { remotes: ['2'] }), 'other');
    assert.equal(compareFolders(here, { remotes: [] }), 'unknown');
    assert.equal(compareFolders(folder({ repository: 'x' }), { remotes: [], repository: 'y' }), 'unknown');
    assert.equal(compareFolders(folder({ root: 'file:///a' }), folder({ root: 'file:///b' })), 'unknown');
  });

  it('maps paths between a repository and its folders', () => {
    assert.equal(pathFromRoot({ root: 'packages/app' }, 'en.json'), 'packages/app/en.json');
    assert.equal(pathInFolder({ root: 'packages/app' }, 'packages/app/en.json'), 'en.json');
    assert.equal(pathInFolder({ root: 'packages/app' }, 'packages/apple/en.json'), undefined);
    assert.equal(pathInFolder({ root: '' }, 'packages/app/en.json'), 'packages/app/en.json');
  });
});

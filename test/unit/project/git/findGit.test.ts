import assert from 'node:assert/strict';
import { findGit, type FoundGit, type Machine } from '../../../../src/project/git/findGit.ts';

interface Case extends Partial<Pick<Machine, 'currentFolder' | 'env'>> {
  readonly platform: NodeJS.Platform;
  /** The programs that exist, each with its real path. */
  readonly programs: Readonly<Record<string, string>>;
  readonly userPaths?: readonly string[];
  readonly excluded?: readonly string[];
  readonly hasDeveloperTools?: boolean;
}

function find({ platform, programs, env = {}, currentFolder, ...more }: Case): Promise<FoundGit | undefined> {
  return findGit(more.userPaths ?? [], more.excluded ?? [], {
    platform,
    env,
    currentFolder,
    realProgram: (file) => Promise.resolve(programs[file]),
    hasDeveloperTools: () => Promise.resolve(more.hasDeveloperTools ?? false),
  });
}

const existing = (...files: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map((file) => [file, file]));

describe('findGit', () => {
  it('prefers the path that the user has set, and takes the next one if it is no program', async () => {
    const programs = existing('/opt/git/bin/git', '/usr/bin/git');
    const env = { PATH: '/usr/bin' };
    const userPaths = ['/nowhere/git', '/opt/git/bin/git'];
    assert.equal((await find({ platform: 'linux', programs, env, userPaths }))?.program, '/opt/git/bin/git');
    assert.equal((await find({ platform: 'linux', programs, env, userPaths: ['git'] }))?.program, '/usr/bin/git');
    assert.equal(await find({ platform: 'linux', programs, env: {} }), undefined);
  });

  it('ignores relative folders, the current one, and those of the project, also behind links', async () => {
    const programs = {
      ...existing(
        'git',
        './git',
        '/shop/git',
        '/shop/node_modules/.bin/git',
        '/b/node_modules/.bin/git',
        '/elsewhere/git',
        '/usr/bin/git',
      ),
      '/tools/git': '/shop/git',
    };
    const env = { PATH: ':.:bin:/shop:/shop/node_modules/.bin:/b/node_modules/.bin:/elsewhere:/tools:/usr/bin' };
    const found = await find({
      platform: 'linux',
      programs,
      env,
      userPaths: ['/shop/git', './git'],
      excluded: ['/shop'],
      currentFolder: '/elsewhere',
    });
    assert.deepEqual(found, { program: '/usr/bin/git', programFolders: '/tools:/usr/bin' });
  });

  it('finds the usual folders of Windows before PATH, and only git.exe', async () => {
    const env = {
      ProgramFiles: 'C:\\Program Files',
      LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local',
      Path: 'D:\\tools;.',
    };
    const usual = 'C:\\Program Files\\Git\\cmd\\git.exe';
    const own = 'C:\\Users\\me\\AppData\\Local\\Programs\\Git\\cmd\\git.exe';
    const inPath = 'D:\\tools\\git.exe';
    const programOf = async (...files: readonly string[]): Promise<string | undefined> =>
      (await find({ platform: 'win32', env, programs: existing(...files, 'D:\\tools\\git.bat', 'git.exe') }))?.program;
    assert.equal(await programOf(inPath, own, usual), usual);
    assert.equal(await programOf(inPath, own), own);
    assert.equal(await programOf(inPath), inPath);
    assert.equal(await programOf(), undefined);
  });

  it('ignores folders of the project on Windows in any spelling, and paths without a drive', async () => {
    const found = await find({
      platform: 'win32',
      env: { PATH: '"c:\\SHOP\\bin";\\tools;C:git;D:\\git' },
      programs: existing('c:\\SHOP\\bin\\git.exe', '\\tools\\git.exe', 'C:git\\git.exe', 'D:\\git\\git.exe'),
      excluded: ['C:\\shop'],
    });
    assert.deepEqual(found, { program: 'D:\\git\\git.exe', programFolders: 'D:\\git' });
  });

  it('never starts the git of a Mac without developer tools, which would open a dialog', async () => {
    const env = { PATH: '/usr/bin:/opt/homebrew/bin' };
    const programs = { ...existing('/usr/bin/git', '/opt/homebrew/bin/git'), '/usr/local/git': '/usr/bin/git' };
    const mac = { platform: 'darwin', env, programs, userPaths: ['/usr/local/git'] } as const;
    assert.equal((await find(mac))?.program, '/opt/homebrew/bin/git');
    assert.equal((await find({ ...mac, env: { PATH: '/usr/bin' } }))?.program, undefined);
    assert.equal((await find({ ...mac, userPaths: [], hasDeveloperTools: true }))?.program, '/usr/bin/git');
  });
});

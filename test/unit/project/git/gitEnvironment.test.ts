import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandOptions, gitEnvironment, safeOptions } from '../../../../src/project/git/gitEnvironment.ts';

const run = promisify(execFile);
const folders = { programFolders: '/usr/bin', topFolder: undefined };

describe('gitEnvironment', () => {
  it('keeps only the variables that it lists', () => {
    const env = gitEnvironment(
      {
        HOME: '/home/me',
        PATH: '/evil',
        HUMAN_TRANSLATION_PRIVATE_KEY: 'x',
        GIT_SSH: 'x',
        LD_PRELOAD: 'x',
        GIT_DIR: 'x',
      },
      folders,
    );
    assert.deepEqual(
      [env['HOME'], env['PATH'], Object.keys(env).filter((name) => /HUMAN|SSH|PRELOAD|DIR$/u.test(name))],
      ['/home/me', '/usr/bin', []],
    );
  });

  it('keeps only the exceptions for owners among the settings', () => {
    const env = gitEnvironment(
      {
        GIT_CONFIG_COUNT: '3',
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_VALUE_0: 'evil',
        GIT_CONFIG_KEY_1: 'Safe.Directory',
        GIT_CONFIG_VALUE_1: '/a',
        GIT_CONFIG_KEY_2: 'safe.directory',
        GIT_CONFIG_VALUE_2: '/b',
      },
      folders,
    );
    assert.deepEqual(Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('GIT_CONFIG'))), {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '/a',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '/b',
    });
    assert.equal('GIT_CONFIG_COUNT' in gitEnvironment({ GIT_CONFIG_COUNT: 'many' }, folders), false);
  });

  it('allows a protocol that no repository can guess', () => {
    const name = (): string => gitEnvironment({}, folders)['GIT_ALLOW_PROTOCOL'] ?? '';
    assert.match(name(), /^none-[0-9a-f-]{36}$/u);
    assert.notEqual(name(), name());
  });
});

describe('the commands of git that may be run', () => {
  it('are built into git, so that no alias takes their place', async () => {
    const { stdout } = await run('git', ['--list-cmds=builtins']);
    const builtIn = new Set(stdout.split('\n'));
    assert.deepEqual(
      Object.keys(commandOptions).filter((name) => !builtIn.has(name)),
      [],
    );
  });

  it('have settings that exist', async () => {
    const { stdout } = await run('git', ['help', '--config']);
    const known = new Set(stdout.toLowerCase().split('\n'));
    const names = safeOptions.filter((option) => option.includes('=')).map((option) => option.split('=')[0] ?? '');
    assert.ok(names.length > 10);
    assert.deepEqual(
      names.filter((name) => !known.has(name.toLowerCase())),
      [],
    );
  });
});

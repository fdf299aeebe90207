import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  gitIn,
  hostileRepository,
  includeSettings,
  makeBare,
  plainRepository,
  projectFiles,
} from '../../builders/hostileRepository.ts';
import { writeFiles } from '../../builders/writeFiles.ts';
import { runCliProcess, type CliRun } from './cliProcess.ts';

const secret = 'private-key-of-the-account';

describe('contract: git of the command line', function () {
  this.timeout(60_000);
  let folder: string;
  let ran: string;
  const inFolder = (name: string): string => path.join(folder, name);
  const whatRan = (): Promise<string> => readFile(ran, 'utf8').catch(() => '');

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'cli-git-')));
    ran = inFolder('ran');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a command with keys in its environment. */
  function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
    const keys = { HUMAN_TRANSLATION_PUBLIC_KEY: 'public', HUMAN_TRANSLATION_PRIVATE_KEY: secret };
    return runCliProcess(args, { env: { ...keys, XDG_STATE_HOME: inFolder('state'), ...env } });
  }

  /** Adds a program `git` to a new folder, and returns a `PATH` that begins with it. */
  async function ownGit(lines: string, bin = inFolder('bin')): Promise<string> {
    const real = await realpath((await whichGit()) ?? '');
    await writeFiles(bin, { git: `#!/bin/sh\n${lines}\nexec '${real}' "$@"\n` });
    await chmod(path.join(bin, 'git'), 0o755);
    return `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`;
  }

  describe('runs no program that a repository names', () => {
    const cases: Readonly<Record<string, () => Promise<string>>> = {
      'in its settings': async () => {
        await hostileRepository(inFolder('shop'), ran);
        return inFolder('shop');
      },
      'in a file that its settings include': async () => {
        await hostileRepository(inFolder('shop'), ran);
        await includeSettings(inFolder('shop'));
        return inFolder('shop');
      },
      'in a file that its settings include on a condition': async () => {
        await hostileRepository(inFolder('shop'), ran);
        await includeSettings(inFolder('shop'), `gitdir:${inFolder('shop')}/`);
        return inFolder('shop');
      },
      'if the project is itself a bare repository of committed files': async () => {
        await plainRepository(inFolder('outer'));
        await hostileRepository(inFolder('outer/shop'), ran);
        await makeBare(inFolder('outer/shop'));
        return inFolder('outer/shop');
      },
      'if a folder above the project is a bare repository of committed files': async () => {
        await plainRepository(inFolder('outer'));
        await hostileRepository(inFolder('outer/shop'), ran);
        await makeBare(inFolder('outer/shop'));
        return inFolder('outer/shop/locales');
      },
      'in the folder that a file .git names': async () => {
        await hostileRepository(inFolder('shop'), ran);
        await rename(inFolder('shop/.git'), inFolder('shop/data'));
        await writeFile(inFolder('shop/.git'), 'gitdir: data\n');
        return inFolder('shop');
      },
      'in a repository inside it': async () => {
        await plainRepository(inFolder('shop'));
        await hostileRepository(inFolder('shop/inner'), ran);
        return inFolder('shop');
      },
      'behind a link to the project': async () => {
        await hostileRepository(inFolder('real'), ran);
        await symlink('real', inFolder('shop'));
        return inFolder('shop');
      },
    };
    for (const [name, make] of Object.entries(cases))
      it(name, async () => {
        const shop = await make();
        for (const args of [['check'], ['status', '--offline'], ['estimate', '--offline']])
          await runCli([...args, '--cwd', shop]);
        assert.equal(await whatRan(), '');
        // A git that doesn't know the variable that forbids loading what is missing.
        const path = await ownGit('unset GIT_NO_LAZY_FETCH');
        for (const args of [['check'], ['status', '--offline']]) await runCli([...args, '--cwd', shop], { PATH: path });
        assert.equal(await whatRan(), '');
      });
  });

  it('runs no program that a variable names, and reads the repository of the project', async () => {
    await plainRepository(inFolder('shop'));
    await hostileRepository(inFolder('other'), ran);
    const program = `echo variable >> '${ran}'; false #`;
    const { code } = await runCli(['check', '--cwd', inFolder('shop'), '--max-missing', '1'], {
      ...Object.fromEntries(
        [
          ...['GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'PAGER', 'GIT_EDITOR', 'GIT_ASKPASS'],
          ...['SSH_ASKPASS', 'GIT_PROXY_COMMAND', 'GIT_EXEC_PATH', 'GIT_TEMPLATE_DIR'],
        ].map((name) => [name, program]),
      ),
      GIT_DIR: inFolder('other/.git'),
      GIT_WORK_TREE: inFolder('other'),
      GIT_INDEX_FILE: inFolder('other/.git/index'),
      GIT_OBJECT_DIRECTORY: inFolder('other/.git/objects'),
      GIT_TRACE: ran,
      GIT_TRACE2: ran,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program.replaceAll("'", '')}'`,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: program,
    });
    assert.equal(code, 0);
    assert.equal(await whatRan(), '');
  });

  it('passes git no keys, and no variables but those that it needs', async () => {
    await plainRepository(inFolder('shop'));
    const PATH = await ownGit(`env >> '${ran}'`);
    await runCli(['status', '--offline', '--cwd', inFolder('shop')], {
      PATH,
      LD_PRELOAD: '',
      GIT_DIR: '/nowhere',
      OTHER: 'x',
    });
    const names = new Set((await whatRan()).split('\n').map((line) => line.split('=')[0] ?? ''));
    assert.ok(names.has('GIT_OPTIONAL_LOCKS'));
    const own =
      /^(?:HOME|PATH|PWD|OLDPWD|SHLVL|_|LC_ALL|GIT_(?:ALLOW_PROTOCOL|CEILING_DIRECTORIES|NO_LAZY_FETCH|OPTIONAL_LOCKS|TERMINAL_PROMPT))?$/u;
    assert.deepEqual(
      [...names].filter((name) => !own.test(name)),
      [],
    );
  });

  it('starts no git that is in the project, in the current folder, or named by its settings', async () => {
    const shop = inFolder('shop');
    await plainRepository(shop);
    const program = `echo project >> '${ran}'`;
    await ownGit(program, shop);
    await ownGit(program, path.join(shop, 'node_modules/.bin'));
    await writeFiles(shop, {
      '.vscode/settings.json': JSON.stringify({ 'git.path': path.join(shop, 'git') }),
    });
    await symlink(shop, inFolder('link'));
    const bins = [
      path.join(shop, 'node_modules/.bin'),
      path.join(inFolder('link'), 'node_modules/.bin'),
      '.',
      '',
      shop,
    ];
    const PATH = [...bins, process.env['PATH'] ?? ''].join(path.delimiter);
    const env = { HUMAN_TRANSLATION_PRIVATE_KEY: secret, PATH };
    const { code } = await runCliProcess(['check', '--max-missing', '1'], { env, cwd: shop });
    assert.equal(code, 0);
    assert.equal(await whatRan(), '');
  });

  it('starts no git of the current folder’s repository for a project elsewhere', async () => {
    await plainRepository(inFolder('shop'));
    await plainRepository(inFolder('other'));
    await ownGit(`echo other >> '${ran}'`, inFolder('other/bin'));
    await ownGit(`echo other >> '${ran}'`, inFolder('third/node_modules/.bin'));
    const bins = [inFolder('other/bin'), inFolder('third/node_modules/.bin'), process.env['PATH'] ?? ''];
    const { code } = await runCliProcess(['check', '--max-missing', '1', '--cwd', inFolder('shop')], {
      env: { PATH: bins.join(path.delimiter) },
      cwd: inFolder('other/locales'),
    });
    assert.equal(code, 0);
    assert.equal(await whatRan(), '');
  });

  it('ends with a reason if a file of the repository never answers', async () => {
    const shop = inFolder('shop');
    await plainRepository(shop);
    await rm(path.join(shop, '.git/refs/heads/main'));
    await promisify(execFile)('mkfifo', [path.join(shop, '.git/refs/heads/main')]);
    const { code, stderr } = await runCli(['check', '--cwd', shop]);
    assert.equal(code, 4);
    assert.match(stderr, /Git did not respond in time/u);
  });

  describe('says why git can’t read a repository, and check ends with its own code', () => {
    const cases: Readonly<
      Record<
        string,
        () => Promise<{
          readonly shop: string;
          readonly reason: RegExp;
          readonly env?: Readonly<Record<string, string>>;
        }>
      >
    > = {
      'an unsupported version': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        await gitIn(shop, 'config', 'core.repositoryFormatVersion', '99');
        return { shop, reason: /Git says: .*99/u };
      },
      'an unsupported extension': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        await gitIn(shop, 'config', 'core.repositoryFormatVersion', '1');
        await gitIn(shop, 'config', 'extensions.unheardOf', 'true');
        return { shop, reason: /Git says: .*unheardof/iu };
      },
      'broken settings': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        await writeFile(path.join(shop, '.git/config'), '[broken');
        return { shop, reason: /Git says: bad config line/u };
      },
      'damaged data': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        await rm(path.join(shop, '.git/HEAD'));
        return { shop, reason: /Git says: not a git repository/u };
      },
      'a file .git that leads nowhere': async () => {
        const shop = inFolder('shop');
        await writeFiles(shop, { ...projectFiles, '.git': 'gitdir: /nowhere/at/all\n' });
        return { shop, reason: /Git says: not a git repository: \/nowhere\/at\/all/u };
      },
      'another owner': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        const PATH = await ownGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1');
        return { shop, reason: /Git says: (?:detected dubious ownership|unsafe repository)/u, env: { PATH } };
      },
      'a bare repository among the files': async () => {
        await plainRepository(inFolder('outer'));
        await plainRepository(inFolder('outer/shop'));
        await makeBare(inFolder('outer/shop'));
        return { shop: inFolder('outer/shop'), reason: /bare repository/u };
      },
      'no git': async () => {
        const shop = inFolder('shop');
        await plainRepository(shop);
        return { shop, reason: /Git was not found/u, env: { PATH: inFolder('empty') } };
      },
    };
    for (const [name, make] of Object.entries(cases))
      it(name, async () => {
        const { shop, reason, env = {} } = await make();
        const checked = await runCli(['check', '--json', '--cwd', shop], env);
        assert.equal(checked.code, 4, checked.stderr);
        assert.match(checked.stderr, reason);
        assert.equal(checked.stderr.match(/Git can’t read/gu)?.length, 1, checked.stderr);
        const { unreadableRepositories } = JSON.parse(checked.stdout) as {
          readonly unreadableRepositories: readonly { readonly folder: string; readonly message: string }[];
        };
        assert.deepEqual(
          unreadableRepositories.map((one) => one.folder),
          [shop],
        );
        assert.match(unreadableRepositories[0]?.message ?? '', reason);
        const status = await runCli(['status', '--offline', '--cwd', shop], env);
        assert.equal(status.code, 0);
        assert.match(status.stderr, reason);
      });
  });

  it('says nothing about git or a repository in a folder without one, and needs no git there', async () => {
    await writeFiles(inFolder('shop'), projectFiles);
    for (const env of [{}, { PATH: inFolder('empty') }]) {
      const { code, stderr } = await runCli(['check', '--cwd', inFolder('shop'), '--max-missing', '3'], env);
      assert.deepEqual([code, stderr.includes('Git'), stderr.includes('repository')], [0, false, false]);
    }
  });

  it('accepts the folders that the environment declares safe, but no other setting of it', async () => {
    const shop = inFolder('shop');
    await plainRepository(shop);
    const PATH = await ownGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1');
    const { code, stderr } = await runCli(['check', '--cwd', shop, '--max-missing', '1'], {
      PATH,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'core.excludesFile',
      GIT_CONFIG_VALUE_0: inFolder('excluded'),
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: shop,
    });
    assert.deepEqual([code, stderr], [0, '']);
  });

  describe('counts no ignored copies', () => {
    const cases: Readonly<Record<string, () => Promise<string>>> = {
      'in a work tree of a repository': async () => {
        await plainRepository(inFolder('main'));
        await gitIn(inFolder('main'), 'worktree', 'add', '-q', inFolder('shop'));
        await writeFiles(inFolder('shop'), projectFiles);
        return inFolder('shop');
      },
      'in a work tree below a bare repository': async () => {
        await plainRepository(inFolder('main'));
        await gitIn(folder, 'clone', '-q', '--bare', inFolder('main'), inFolder('bare'));
        await gitIn(inFolder('bare'), 'worktree', 'add', '-q', inFolder('bare/shop'));
        await writeFiles(inFolder('bare/shop'), projectFiles);
        return inFolder('bare/shop');
      },
      'in a submodule': async () => {
        await plainRepository(inFolder('main'));
        await mkdir(inFolder('outer'));
        await gitIn(inFolder('outer'), 'init', '-q');
        await gitIn(
          inFolder('outer'),
          '-c',
          'protocol.file.allow=always',
          'submodule',
          '--quiet',
          'add',
          inFolder('main'),
          'shop',
        );
        await writeFiles(inFolder('outer/shop'), projectFiles);
        return inFolder('outer/shop');
      },
      'if its data is elsewhere': async () => {
        await plainRepository(inFolder('shop'));
        await gitIn(inFolder('shop'), 'init', '-q', `--separate-git-dir=${inFolder('data')}`);
        return inFolder('shop');
      },
      'in a folder of a repository': async () => {
        await plainRepository(inFolder('outer'));
        await writeFiles(inFolder('outer/shop'), projectFiles);
        return inFolder('outer/shop');
      },
    };
    for (const [name, make] of Object.entries(cases))
      it(name, async () => {
        const { code, stdout, stderr } = await runCli(['check', '--json', '--cwd', await make(), '--max-missing', '1']);
        assert.deepEqual([code, stderr], [0, '']);
        assert.equal((JSON.parse(stdout) as { readonly counts: { readonly missing: number } }).counts.missing, 1);
      });
  });
});

async function whichGit(): Promise<string | undefined> {
  for (const bin of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const found = await realpath(path.join(bin, 'git')).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { execFile } from 'node:child_process';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeFiles } from './writeFiles.ts';

const run = promisify(execFile);

/** Runs git in a folder, with an identity for commits. */
export async function gitIn(folder: string, ...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false'];
  const { stdout } = await run('git', ['-c', 'init.defaultBranch=main', ...identity, '-C', folder, ...args]);
  return stdout.trim();
}

/** The files of a project in which one string is missing, and two more in copies that git ignores. */
export const projectFiles: Readonly<Record<string, string>> = {
  '.gitignore': '/dist/\n',
  'locales/en.json': '{\n  "a": "Yes",\n  "b": "Send an email"\n}\n',
  'locales/de.json': '{\n  "a": "Ja"\n}\n',
  'dist/locales/en.json': '{\n  "a": "Yes",\n  "b": "Send an email"\n}\n',
  'dist/locales/de.json': '{}\n',
};

/** Makes a repository of a project with one missing string. */
export async function plainRepository(folder: string): Promise<void> {
  await writeFiles(folder, projectFiles);
  await gitIn(folder, 'init', '-q');
  await gitIn(folder, 'add', '.');
  await gitIn(folder, 'commit', '-q', '-m', 'First');
}

/**
 * Makes a repository that names programs wherever git reads the name of one. Each adds a line to the file `ran`. The
 * index needs a tree that is missing, and an earlier commit a file, so that git would load these from the remote
 * repository.
 */
export async function hostileRepository(folder: string, ran: string): Promise<void> {
  await writeFiles(folder, {
    ...projectFiles,
    'hidden/file.txt': 'x\n',
    '.gitattributes': '* filter=x diff=x merge=x\n',
  });
  const source = 'locales/en.json';
  await writeFiles(folder, { [source]: '{\n  "a": "Yes",\n  "b": "Send a letter"\n}\n' });
  await gitIn(folder, 'init', '-q');
  await gitIn(folder, 'add', '.');
  await gitIn(folder, 'commit', '-q', '-m', 'First');
  const blob = await gitIn(folder, 'rev-parse', `HEAD:${source}`);
  await writeFiles(folder, projectFiles);
  await gitIn(folder, 'commit', '-q', '-a', '-m', 'Second');
  await gitIn(folder, 'sparse-checkout', 'init', '--cone', '--sparse-index');
  await gitIn(folder, 'sparse-checkout', 'set', 'locales');
  const tree = await gitIn(folder, 'rev-parse', 'HEAD:hidden');
  const git = path.join(folder, '.git');
  const hooks = path.join(git, 'hooks');
  for (const id of [tree, blob]) await rm(path.join(git, 'objects', id.slice(0, 2), id.slice(2)));
  await rm(hooks, { recursive: true, force: true });
  const program = (name: string): string => `echo "${name} $HUMAN_TRANSLATION_PRIVATE_KEY" >> '${ran}'; false #`;
  await writeFiles(
    hooks,
    Object.fromEntries(
      ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'pre-auto-gc'].map((name) => [
        name,
        `#!/bin/sh\n${program(name)}\n`,
      ]),
    ),
  );
  await run('chmod', ['-R', '+x', hooks]);
  const commands = ['ls-files', 'rev-parse', 'log', 'diff-tree', 'cat-file', 'fetch'];
  const settings: readonly (readonly [name: string, value: string])[] = [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', 'ssh://host.invalid/repository'],
    // Names of protocols that an allowed list might contain, each with a program of its own.
    ['remote.origin.vcs', 'none'],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['core.hooksPath', hooks],
    ['log.showSignature', 'true'],
    ['log.diffMerges', 'remerge'],
    ['submodule.recurse', 'true'],
    ['core.untrackedCache', 'true'],
    ...['remote-none', 'remote-', ...commands].map((name) => [`alias.${name}`, `!${program(name)}`] as const),
    ...[
      ...['core.sshCommand', 'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass', 'core.gitProxy'],
      ...['core.alternateRefsCommand', 'credential.helper', 'diff.external', 'diff.x.command', 'diff.x.textconv'],
      ...['filter.x.clean', 'filter.x.smudge', 'filter.x.process', 'merge.x.driver', 'gpg.program', 'gpg.ssh.program'],
      ...['uploadpack.packObjectsHook', 'remote.origin.uploadpack', 'interactive.diffFilter', 'trailer.x.command'],
      ...[
        'sequence.editor',
        'web.browser',
        'man.x.cmd',
        'submodule.x.update',
        ...commands.map((name) => `pager.${name}`),
      ],
    ].map((name) => [name, program(name)] as const),
  ];
  for (const [name, value] of settings) await gitIn(folder, 'config', name, value);
}

/** Moves a repository's data into its work tree, where ordinary files of a commit can be, too. */
export async function makeBare(folder: string): Promise<void> {
  await gitIn(folder, 'config', 'core.worktree', '.');
  for (const name of ['HEAD', 'config', 'config.worktree', 'index', 'info', 'objects', 'refs', 'hooks'])
    await rename(path.join(folder, '.git', name), path.join(folder, name)).catch(() => undefined);
  await rm(path.join(folder, '.git'), { recursive: true });
}

/** Moves a repository's settings into a file that its configuration includes. */
export async function includeSettings(folder: string, condition?: string): Promise<void> {
  const config = path.join(folder, '.git/config');
  await cp(config, path.join(folder, '.git/more'));
  const format = (await readFile(config, 'utf8')).split('\n').slice(0, 2).join('\n');
  const header = condition === undefined ? '[include]' : `[includeIf "${condition}"]`;
  await writeFile(config, `${format}\n[extensions]\n\tpartialClone = origin\n${header}\n\tpath = more\n`);
}

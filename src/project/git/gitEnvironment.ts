import { randomUUID } from 'node:crypto';
import { devNull } from 'node:os';
import { present } from '../../base/present.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that git inherits: where users, their settings and temporary files are, who owns files under `sudo`,
 * and which of git's own configuration files and file systems are read. Nothing else: no keys, and no variable that
 * names a program, a repository or a protocol.
 */
const inherited: ReadonlySet<string> = new Set([
  ...['HOME', 'XDG_CONFIG_HOME', 'USER', 'LOGNAME', 'SUDO_UID', 'TMPDIR', 'TEMP', 'TMP'],
  ...['USERPROFILE', 'USERNAME', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'ALLUSERSPROFILE'],
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR'],
  // Selects one of several versions of Xcode, and so the git that /usr/bin/git stands for.
  'DEVELOPER_DIR',
  ...['GIT_CONFIG_NOSYSTEM', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_GLOBAL', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'],
]);

/**
 * Returns the environment of a git process. `programFolders` are those of `PATH`; git looks for repositories up to
 * `topFolder`, and not above it.
 */
export function gitEnvironment(
  env: Environment,
  { programFolders, topFolder }: { readonly programFolders: string; readonly topFolder: string | undefined },
): Readonly<Record<string, string>> {
  const variables = Object.entries(env).filter(([name]) => inherited.has(name.toUpperCase()));
  return {
    ...present(Object.fromEntries(variables)),
    ...safeDirectories(env),
    PATH: programFolders,
    ...present({ GIT_CEILING_DIRECTORIES: topFolder }),
    // Otherwise, a partial clone would load what it lacks.
    GIT_NO_LAZY_FETCH: '1',
    // Allows no protocol, for versions of git that ignore the variable above. The name is random, because a repository
    // could define a program for a protocol whose name it can guess.
    GIT_ALLOW_PROTOCOL: `none-${randomUUID()}`,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}

/**
 * Returns variables with the folders that the environment excepts from git's check of owners (`safe.directory`),
 * without its other settings: `GIT_CONFIG_COUNT=1`, `GIT_CONFIG_KEY_0=safe.directory`, `GIT_CONFIG_VALUE_0=/work`.
 */
function safeDirectories(env: Environment): Readonly<Record<string, string>> {
  const count = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  const values: string[] = [];
  for (let index = 0; index < Math.min(count, maxSettings); index += 1) {
    const value = env[`GIT_CONFIG_VALUE_${index}`];
    if (env[`GIT_CONFIG_KEY_${index}`]?.toLowerCase() === 'safe.directory' && value !== undefined) values.push(value);
  }
  if (values.length === 0) return {};
  const entries = values.flatMap((value, index) => [
    [`GIT_CONFIG_KEY_${index}`, 'safe.directory'],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...(Object.fromEntries(entries) as Record<string, string>), GIT_CONFIG_COUNT: String(values.length) };
}

/** The most settings of the environment that are read. */
const maxSettings = 1000;

/**
 * Options before each command. They take precedence over all configuration files: git runs no program that a repository
 * names, and its output is the same everywhere. Programs that git runs for the network are also excluded by the
 * environment, and those for single commands by `commandOptions`.
 */
export const safeOptions: readonly string[] = [
  '--no-pager',
  ...[
    // A repository counts only if it is in a folder `.git`, or if a file `.git` names it.
    'safe.bareRepository=explicit',
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'core.sshCommand=',
    'core.gitProxy=',
    'core.askPass=',
    'credential.helper=',
    'protocol.allow=never',
    'uploadpack.packObjectsHook=',
    'core.alternateRefsCommand=',
    'core.editor=',
    'core.pager=',
    'diff.external=',
    'log.showSignature=false',
    'log.diffMerges=separate',
    'log.follow=false',
    'submodule.recurse=false',
    'maintenance.auto=false',
    'gc.auto=0',
    'color.ui=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** No external programs that show differences, and no conversion of contents. */
const safeDiffOptions: readonly string[] = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];

/**
 * The commands that may be run, with the options that each needs. All of them are built into git, so no alias replaces
 * them, and none reads files of the work tree, which filters would convert.
 */
export const commandOptions = {
  'ls-files': [],
  'rev-parse': [],
  'merge-base': [],
  'cat-file': [],
  log: ['--no-show-signature', '--no-patch', ...safeDiffOptions],
  'diff-tree': safeDiffOptions,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A command of git that may be run. */
export type GitCommand = keyof typeof commandOptions;

import path from 'node:path';
import { isWithin } from '../../base/realPath.ts';

/** The facts about a machine that a search for git needs. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined if it no longer exists. */
  readonly currentFolder: string | undefined;
  /** Returns the real path of a program; undefined if the path is not a file that can be run. */
  readonly realProgram: (file: string) => Promise<string | undefined>;
  /** Whether Apple's developer tools are installed. Without them, /usr/bin/git opens a dialog that installs them. */
  readonly hasDeveloperTools: () => Promise<boolean>;
}

/** A git that was found, and the folders in which it may look for other programs. */
export interface FoundGit {
  readonly program: string;
  /** In the form of `PATH`. */
  readonly programFolders: string;
}

/**
 * Returns the git that VS Code's Git extension uses: one of the user's paths, then one in the usual folders on Windows,
 * then one of `PATH`. Undefined if there is none. No repository supplies the program: ignores relative paths, the
 * current folder, everything in `excluded` (the project and its repository), and `node_modules`, which `npm run` adds
 * to `PATH`.
 */
export async function findGit(
  userPaths: readonly string[],
  excluded: readonly string[],
  { platform, env, currentFolder, realProgram, hasDeveloperTools }: Machine,
): Promise<FoundGit | undefined> {
  const locations = platform === 'win32' ? windowsLocations(env) : unixLocations(env);
  const { paths, programName, isAbsolute, pathFolders, usualFolders } = locations;
  const isAllowed = (file: string): boolean =>
    isAbsolute(file) &&
    !/[/\\]node_modules(?:[/\\]|$)/u.test(file) &&
    !excluded.some((folder) => isWithin(folder, file, paths));
  const isCurrent = (folder: string): boolean =>
    currentFolder !== undefined && paths.relative(folder, currentFolder) === '';
  const folders = pathFolders.filter((folder) => isAllowed(folder) && !isCurrent(folder));
  const candidates = [...userPaths, ...[...usualFolders, ...folders].map((folder) => paths.join(folder, programName))];
  for (const program of candidates) {
    if (!isAllowed(program)) continue;
    const real = await realProgram(program);
    if (real === undefined || !isAllowed(real)) continue;
    const isFromApple = platform === 'darwin' && [program, real].includes('/usr/bin/git');
    if (isFromApple && !(await hasDeveloperTools())) continue;
    return { program, programFolders: folders.join(paths.delimiter) };
  }
  return undefined;
}

/** Where programs are, and how they are named. */
interface ProgramLocations {
  /** The rules for paths of the system. */
  readonly paths: path.PlatformPath;
  readonly programName: string;
  readonly isAbsolute: (file: string) => boolean;
  /** The entries of `PATH`. */
  readonly pathFolders: readonly string[];
  /** The folders in which Git for Windows is installed. */
  readonly usualFolders: readonly string[];
}

function unixLocations(env: Machine['env']): ProgramLocations {
  const { posix: paths } = path;
  const pathFolders = (env['PATH'] ?? '').split(paths.delimiter);
  return { paths, programName: 'git', isAbsolute: (file) => paths.isAbsolute(file), pathFolders, usualFolders: [] };
}

function windowsLocations(env: Machine['env']): ProgramLocations {
  const { win32: paths } = path;
  const variables = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  const programs = ['PROGRAMW6432', 'PROGRAMFILES(X86)', 'PROGRAMFILES'].map((name) => variables.get(name) ?? '');
  const local = variables.get('LOCALAPPDATA') ?? '';
  if (local !== '') programs.push(paths.join(local, 'Programs'));
  return {
    paths,
    programName: 'git.exe',
    // `C:\Git` and `\\server\Git`. A path without a drive is relative to the current one.
    isAbsolute: (file) => /^(?:[a-z]:[/\\]|[/\\]{2})/iu.test(file),
    // An entry may be quoted.
    pathFolders: (variables.get('PATH') ?? '').replaceAll('"', '').split(paths.delimiter),
    usualFolders: programs.filter((folder) => folder !== '').map((folder) => paths.join(folder, 'Git', 'cmd')),
  };
}

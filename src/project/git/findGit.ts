import path from 'node:path';
import { isWithin } from '../../base/realPath.ts';

/** What is known of a machine, for a search of git. */
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
 * then one of `PATH`. Undefined if there is none. Ignores relative paths, the current folder, everything in `excluded`, such as
 * the project and its repository, and folders of packages, which `npm run` adds to `PATH`: no repository supplies the
 * program.
 */
export async function findGit(
  userPaths: readonly string[],
  excluded: readonly string[],
  { platform, env, currentFolder, realProgram, hasDeveloperTools }: Machine,
): Promise<FoundGit | undefined> {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  // A path without a drive is relative to the current one.
  const isAbsolute = (file: string): boolean =>
    platform === 'win32' ? /^(?:[a-z]:[/\\]|[/\\]{2})/iu.test(file) : paths.isAbsolute(file);
  const isAllowed = (file: string): boolean =>
    isAbsolute(file) &&
    !/[/\\]node_modules(?:[/\\]|$)/u.test(file) &&
    !excluded.some((folder) => isWithin(folder, file, paths));
  const variable = (name: string): string | undefined =>
    Object.entries(env).find(([key]) => key === name || (platform === 'win32' && key.toUpperCase() === name))?.[1];
  const folders = (variable('PATH') ?? '')
    .split(paths.delimiter)
    // On Windows, an entry may be quoted.
    .map((folder) => (platform === 'win32' ? folder.replaceAll('"', '') : folder))
    .filter(
      (folder) => isAllowed(folder) && (currentFolder === undefined || paths.relative(folder, currentFolder) !== ''),
    );
  const name = platform === 'win32' ? 'git.exe' : 'git';
  const candidates = [
    ...userPaths,
    ...(platform === 'win32' ? windowsFolders(variable).map((folder) => paths.join(folder, 'Git', 'cmd', name)) : []),
    ...folders.map((folder) => paths.join(folder, name)),
  ];
  for (const program of candidates) {
    if (!isAllowed(program)) continue;
    const real = await realProgram(program);
    if (real === undefined || !isAllowed(real)) continue;
    const isApples = platform === 'darwin' && [program, real].includes('/usr/bin/git');
    if (isApples && !(await hasDeveloperTools())) continue;
    return { program, programFolders: folders.join(paths.delimiter) };
  }
  return undefined;
}

/** Returns the folders in which Git for Windows is installed. */
function windowsFolders(variable: (name: string) => string | undefined): readonly string[] {
  const local = variable('LOCALAPPDATA');
  const folders = [
    ...['PROGRAMW6432', 'PROGRAMFILES(X86)', 'PROGRAMFILES'].map(variable),
    local === undefined ? undefined : path.win32.join(local, 'Programs'),
  ];
  return folders.flatMap((folder) => (folder === undefined || folder === '' ? [] : [folder]));
}

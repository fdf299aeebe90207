import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The maximum length of git's output, in UTF-16 units. */
const maxOutput = 64_000_000;

/**
 * Returns the files of a folder that git tracks or would add, relative to the folder; undefined if there is no repository
 * or no git. Without patterns, all files. A repository inside another one is listed as a folder. Runs no program that the
 * repository names.
 */
export async function listWithGit(
  root: string,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  // If a git hook has started VS Code, these variables name the hook's repository.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX)$/u.test(name)),
  );
  const options = ['-c', 'core.fsmonitor=false', '-C', root];
  try {
    const { stdout } = await run(
      'git',
      [...options, 'ls-files', '-co', '--exclude-standard', '-z', '--', ...patterns],
      {
        // Windows searches for programs in the working folder first, so this must not be the repository.
        cwd: homedir(),
        env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
        maxBuffer: maxOutput,
        windowsHide: true,
        signal,
      },
    );
    return stdout.split('\0').filter((name) => name !== '');
  } catch {
    return undefined;
  }
}

/** Whether git lists a file, or a folder that contains it: a repository inside another one is listed as a folder. */
export function isListedByGit(names: ReadonlySet<string>, path: string): boolean {
  const segments = path.split('/');
  return segments.some((_, index) => {
    const name = segments.slice(0, index + 1).join('/');
    return names.has(name) || names.has(`${name}/`);
  });
}

import { runChild } from './childProcess.ts';

/** 1980-01-01T00:00:00Z, the earliest time in a zip archive, in seconds. */
export const earliestEpoch = 315_532_800;

/**
 * Returns the modification time of files in the package, in seconds since 1970: `SOURCE_DATE_EPOCH` if it is set, else
 * the time of the commit, else (outside of a git checkout) the earliest time in an archive.
 * See https://reproducible-builds.org/specs/source-date-epoch/. Throws for a value that is not a whole number.
 */
export async function sourceDateEpoch(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const given = env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && given !== '') {
    if (!/^\d{1,12}$/u.test(given)) {
      throw new Error(`SOURCE_DATE_EPOCH is "${given}". Set it to seconds since 1970 as a whole number.`);
    }
    return inArchive(Number(given));
  }
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    const result = await runChild('git', args, { cwd: folder, env }).catch(() => undefined);
    return result?.code === 0 ? result.output.trim() : undefined;
  };
  // Files that were unpacked inside another repository are not a checkout: its commits are unrelated.
  if ((await git('rev-parse', '--show-prefix')) !== '') return earliestEpoch;
  const time = await git('log', '-1', '--no-show-signature', '--format=%ct');
  return time !== undefined && /^\d+$/u.test(time) ? inArchive(Number(time)) : earliestEpoch;
}

function inArchive(epoch: number): number {
  const latest = Date.UTC(2099, 11, 31) / 1000;
  return Math.min(Math.max(epoch, earliestEpoch), latest);
}

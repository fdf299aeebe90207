import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TextRange } from '../../src/orders/units/history/differingLines.ts';

const run = promisify(execFile);

/**
 * Returns the commit that last changed the lines of a range of a committed file, and its day: `0123456789 2025-01-31`.
 * Git finds it by itself, without what the product has found out about the history. Undefined if it can't.
 */
export async function lastChange(
  root: string,
  file: { readonly path: string; readonly text: string },
  { start, end }: TextRange,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lineAt = (offset: number): number => file.text.slice(0, offset).split('\n').length;
  const lines = `${lineAt(start)},${lineAt(Math.max(start, end - 1))}`;
  const command = ['blame', '--first-parent', '-w', '--porcelain', '-L', lines, 'HEAD', '--', file.path];
  try {
    return newestCommit((await run('git', ['-C', root, ...command], { signal, maxBuffer: 64_000_000 })).stdout);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function newestCommit(porcelain: string): string | undefined {
  let commit = '';
  let newest: { readonly commit: string; readonly time: number } | undefined;
  for (const line of porcelain.split('\n')) {
    commit = /^([0-9a-f]{40,64}) \d+ \d+/u.exec(line)?.[1] ?? commit;
    const time = Number(/^committer-time (\d+)$/u.exec(line)?.[1] ?? -1);
    if (time > (newest?.time ?? -1)) newest = { commit, time };
  }
  return newest === undefined
    ? undefined
    : `${newest.commit.slice(0, 10)} ${new Date(newest.time * 1000).toISOString().slice(0, 10)}`;
}

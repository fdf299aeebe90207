import type { FileHistory, FileVersion } from '../../../../../src/orders/units/history/fileHistory.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';

/** The files of one commit; undefined if a file did not exist. */
export type Commit = Readonly<Record<string, string | undefined>>;

/** Returns a history with these commits, oldest first; each has all files. */
export function memoryHistory(commits: readonly Commit[]): FileHistory {
  const contents = new Map(
    commits.flatMap((files) =>
      Object.values(files).flatMap((text) => (text === undefined ? [] : [[hashText(text), text] as const])),
    ),
  );
  const blobOf = (commit: Commit | undefined, path: string): string | undefined => {
    const text = commit?.[path];
    return text === undefined ? undefined : hashText(text);
  };
  return {
    versions: (path, limit, signal) => {
      signal.throwIfAborted();
      const versions: FileVersion[] = [];
      for (const [index, commit] of [...commits.entries()].reverse()) {
        const blob = blobOf(commit, path);
        if (blob !== undefined && blob !== versions.at(-1)?.blob) versions.push({ commit: String(index), blob, path });
      }
      return Promise.resolve({ versions: versions.slice(0, limit), isComplete: versions.length <= limit });
    },
    blobsAt: (path, names) => Promise.resolve(names.map((name) => blobOf(commits[Number(name)], path))),
    contents: (blobs) =>
      Promise.resolve(
        blobs.map((blob) => {
          const text = contents.get(blob);
          return text === undefined ? undefined : new TextEncoder().encode(text);
        }),
      ),
    dispose: () => undefined,
  };
}

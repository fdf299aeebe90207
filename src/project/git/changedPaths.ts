/** Similarity from which git regards a removed and an added file as a renamed one. */
const renameSimilarity = '60%';
/** In a comparison with more added or removed files, only unchanged files are recognized as renamed. */
const maxRenameCandidates = 1000;

/** Options of `git diff-tree` whose output `parseChanges` reads. */
export const changeOptions: readonly string[] = [
  ...['-r', '-z', '--name-status'],
  `--find-renames=${renameSimilarity}`,
  `-l${maxRenameCandidates}`,
];

/** The files that one of two commits lacks. Paths are in the repository. */
export interface ChangedPaths {
  /** The files of the later commit that are new, or may be. */
  readonly added: ReadonlySet<string>;
  /** Earlier paths of files that certainly were renamed, by their later paths. */
  readonly renames: ReadonlyMap<string, string>;
}

/**
 * Parses git's list of changes: `R095`, `old.json`, `new.json`, `D`, `removed.json`. A file that got another name, and
 * not only another folder, was certainly renamed only if no other file could be its earlier one.
 */
export function parseChanges(output: string): ChangedPaths {
  const fields = output.split('\0');
  const likelyRenames: (readonly [string, string])[] = [];
  const added = new Set<string>();
  let removedCount = 0;
  for (let index = 0; index < fields.length;) {
    const [status = '', path = '', laterPath = ''] = fields.slice(index, index + 3);
    const isRename = status.startsWith('R');
    if (isRename) likelyRenames.push([laterPath, path]);
    if (status === 'A') added.add(path);
    if (isRename || status === 'D') removedCount += 1;
    index += isRename ? 3 : 2;
  }
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const isCertain = ([later, earlier]: readonly [string, string]): boolean =>
    removedCount === 1 || nameOf(later) === nameOf(earlier);
  for (const rename of likelyRenames) if (!isCertain(rename)) added.add(rename[0]);
  return { added, renames: new Map(likelyRenames.filter(isCertain)) };
}

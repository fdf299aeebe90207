import { manifestKinds } from './dependencyNames.ts';

/** A project's folders, read-only. Paths are relative to its root, which is ''. */
export interface ManifestReader {
  /** Returns the names of the files in a folder; none for a missing folder. */
  files(folder: string): Promise<readonly string[]>;
  /** Returns the text of a file; undefined if it is too large or cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** Maximum number of manifests of one kind in a folder, such as `requirements-dev.txt` next to `requirements.txt`. */
const maxManifests = 5;

/** Returns the dependencies of a file's project: the names in the nearest manifest of each kind above it. */
export async function projectDependencies(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const names = new Set<string>();
  let missing = manifestKinds;
  const segments = path.split('/').slice(0, -1);
  for (; missing.length > 0; segments.pop()) {
    const files = await reader.files(segments.join('/'));
    const here = missing.map(({ isNamed }) => files.filter(isNamed).slice(0, maxManifests));
    for (const [index, { names: namesIn }] of missing.entries()) {
      for (const file of here[index] ?? []) {
        const text = await reader.read([...segments, file].join('/'));
        if (text !== undefined) for (const name of namesIn(text)) names.add(name);
      }
    }
    missing = missing.filter((_, index) => here[index]?.length === 0);
    if (segments.length === 0) break;
  }
  return [...names];
}

import { manifestKinds } from './dependencyNames.ts';

/** A project's folders, read-only. Paths are relative to its root, '' the root itself. */
export interface ManifestReader {
  /** The names of the files in a folder; none for a folder that is not there. */
  files(folder: string): Promise<readonly string[]>;
  /** The text of a file; undefined for one that is too large or cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** Of one kind in one folder, such as `requirements-dev.txt` beside `requirements.txt`. */
const mostManifests = 5;

/** What the project of a file depends on: the names in the nearest manifest of each kind above it. */
export async function projectDependencies(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const names = new Set<string>();
  let missing = manifestKinds;
  const segments = path.split('/').slice(0, -1);
  for (; missing.length > 0; segments.pop()) {
    const files = await reader.files(segments.join('/'));
    const here = missing.map(({ isNamed }) => files.filter(isNamed).slice(0, mostManifests));
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

import { manifestKinds, type ManifestKind } from './dependencyNames.ts';
import { familiesByFrameworks } from './frameworks.ts';

/** A project's folders, read-only. Paths are relative to its root, which is ''. */
export interface ManifestReader {
  /** Returns the names of the files in a folder; none for a missing folder. */
  files(folder: string): Promise<readonly string[]>;
  /** Returns the names of the folders in a folder; none for a missing folder. */
  folders(folder: string): Promise<readonly string[]>;
  /** Returns the text of a file; undefined if it is too large or cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** Larger manifests are generated, so they need not be read; in bytes. */
export const maxManifestBytes = 1_000_000;

/** Whether a file of this name names the libraries of a project. */
export function isManifest(name: string): boolean {
  return manifestKinds.some(({ isNamed }) => isNamed(name));
}

/** Maximum number of manifests of one kind in a folder, such as `requirements-dev.txt` next to `requirements.txt`. */
const maxManifests = 5;

/**
 * Returns the dependencies of a file's project: the names in the nearest manifest of each kind above it. If no library
 * among them reads such files, also those in the nearest folders next to its path that name such a library, as in
 * `locales/en.json` and `web/package.json`.
 */
export async function projectDependencies(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const above = await dependenciesAbove(path, reader);
  const formatId = formatByExtension[path.slice(path.lastIndexOf('.') + 1)];
  if (formatId === undefined || familiesByFrameworks(formatId, above) !== undefined) return above;
  return [...new Set([...above, ...(await dependenciesNearby(path, formatId, reader))])];
}

async function dependenciesAbove(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const names = new Set<string>();
  let missing = manifestKinds;
  const segments = path.split('/').slice(0, -1);
  for (; missing.length > 0; segments.pop()) {
    const { present, names: here } = await readManifests(segments.join('/'), missing, reader);
    for (const name of here) names.add(name);
    missing = missing.filter((kind) => !present.includes(kind));
    if (segments.length === 0) break;
  }
  return [...names];
}

/** Reads the manifests of some kinds in one folder: which kinds are there, and the names in them. */
async function readManifests(
  folder: string,
  kinds: readonly ManifestKind[],
  reader: ManifestReader,
): Promise<{ readonly present: readonly ManifestKind[]; readonly names: readonly string[] }> {
  const files = await reader.files(folder);
  const present = kinds.filter(({ isNamed }) => files.some(isNamed));
  const names: string[] = [];
  for (const { isNamed, names: namesIn } of present) {
    for (const file of files.filter(isNamed).slice(0, maxManifests)) {
      const text = await reader.read(folder === '' ? file : `${folder}/${file}`);
      if (text !== undefined) names.push(...namesIn(text));
    }
  }
  return { present, names };
}

/** The formats that libraries read, by their files' extensions; all other formats have one kind of placeholders. */
const formatByExtension: Partial<Record<string, string>> = {
  csv: 'csv',
  ini: 'ini',
  js: 'javascript',
  json: 'json',
  json5: 'json5',
  php: 'php',
  po: 'po',
  pot: 'po',
  properties: 'properties',
  resx: 'resx',
  toml: 'toml',
  ts: 'typescript',
  xlf: 'xliff',
  xliff: 'xliff',
  yaml: 'yaml',
  yml: 'yaml',
};

/** Maximum number of folders that are searched next to a file's path. */
const maxFolders = 60;
/** Folders of other people's code, of results and of tests, whose manifests say nothing about the project's texts. */
const ignored = /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|coverage|tests?|e2e|examples?|docs?)$/u;
/** Folders whose folders are the parts of a project. */
const containers = /^(?:packages|apps|services|libs|modules|projects|clients?|src)$/u;

async function dependenciesNearby(path: string, formatId: string, reader: ManifestReader): Promise<readonly string[]> {
  const segments = path.split('/').slice(0, -1);
  let remaining = maxFolders;
  const foldersIn = async (folder: string, except?: string): Promise<readonly string[]> => {
    const names = (await reader.folders(folder)).filter((name) => name !== except && !ignored.test(name));
    const searched = [...names].sort().slice(0, remaining);
    remaining -= searched.length;
    return searched.map((name) => (folder === '' ? name : `${folder}/${name}`));
  };
  for (let height = segments.length; height >= 0 && remaining > 0; height -= 1) {
    const folders = [...(await foldersIn(segments.slice(0, height).join('/'), segments[height]))];
    for (const folder of folders.filter((name) => containers.test(name.slice(name.lastIndexOf('/') + 1))))
      folders.push(...(await foldersIn(folder)));
    const names = new Set<string>();
    for (const folder of folders)
      for (const name of (await readManifests(folder, manifestKinds, reader)).names) names.add(name);
    if (familiesByFrameworks(formatId, [...names]) !== undefined) return [...names];
  }
  return [];
}

import { manifestKinds, type ManifestKind } from './dependencyNames.ts';
import { familiesByFrameworks } from './frameworks.ts';
import type { ManifestReader } from './manifestReader.ts';
import { vueFamilyOfProject } from './vueRulesOfProject.ts';

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
 * among them reads such files, folders next to its path are searched, too, up to the first ones with such a library:
 * `web/package.json` for `locales/en.json`. Among them is the family of vue-i18n's plurals if the project uses it.
 */
export async function projectDependencies(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const formatId = formatByExtension[extension];
  const dependencies = await packagesOf(path, formatId, reader);
  const family = formatId === undefined ? undefined : await vueFamilyOfProject(path, dependencies, reader);
  return family === undefined ? dependencies : [...dependencies, family];
}

async function packagesOf(
  path: string,
  formatId: string | undefined,
  reader: ManifestReader,
): Promise<readonly string[]> {
  const dependencies = await dependenciesAbove(path, reader);
  if (formatId === undefined || familiesByFrameworks(formatId, dependencies) !== undefined) return dependencies;
  return [...new Set([...dependencies, ...(await dependenciesNearby(path, formatId, reader))])];
}

async function dependenciesAbove(path: string, reader: ManifestReader): Promise<readonly string[]> {
  const names = new Set<string>();
  let missingKinds = manifestKinds;
  const segments = path.split('/').slice(0, -1);
  // From the file's folder up to the root, whose path has no segments, until all kinds are found.
  for (; missingKinds.length > 0; segments.pop()) {
    const manifests = await readManifests(segments.join('/'), missingKinds, reader);
    missingKinds = missingKinds.filter((kind) => !manifests.kinds.includes(kind));
    const namesBeside = await namesFromFoldersBeside(path, segments, missingKinds, reader);
    for (const name of [...manifests.names, ...namesBeside]) names.add(name);
    if (segments.length === 0) break;
  }
  return [...names];
}

/** Returns the names in manifests that are in a folder next to those of the path: `website/` for `docs/intro.md`. */
async function namesFromFoldersBeside(
  path: string,
  folder: readonly string[],
  kinds: readonly ManifestKind[],
  reader: ManifestReader,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const kind of kinds) {
    if (kind.beside?.files.test(path) !== true) continue;
    const manifests = await readManifests([...folder, kind.beside.folder].join('/'), [kind], reader);
    names.push(...manifests.names);
  }
  return names;
}

/** Reads the manifests of some kinds in one folder: returns the kinds that it has, and the names in them. */
async function readManifests(
  folder: string,
  kinds: readonly ManifestKind[],
  reader: ManifestReader,
): Promise<{ readonly kinds: readonly ManifestKind[]; readonly names: readonly string[] }> {
  const files = await reader.files(folder);
  const kindsInFolder = kinds.filter(({ isNamed }) => files.some(isNamed));
  const names: string[] = [];
  for (const { isNamed, readNames } of kindsInFolder) {
    for (const file of files.filter(isNamed).slice(0, maxManifests)) {
      const text = await reader.read(folder === '' ? file : `${folder}/${file}`);
      if (text !== undefined) names.push(...readNames(text));
    }
  }
  return { kinds: kindsInFolder, names };
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
const ignoredFolderName =
  /^(?:\..*|node_modules|vendor|third_party|dist|build|out|target|coverage|tests?|e2e|examples?|docs?)$/u;
/** Folders whose folders are the parts of a project: `packages/web`. */
const containerName = /^(?:packages|apps|services|libs|modules|projects|clients?|src)$/u;

async function dependenciesNearby(path: string, formatId: string, reader: ManifestReader): Promise<readonly string[]> {
  const segments = path.split('/').slice(0, -1);
  let remainingFolders = maxFolders;
  const foldersIn = async (parent: string, excludedName?: string): Promise<readonly string[]> => {
    const allNames = await reader.folders(parent);
    const names = allNames.filter((name) => name !== excludedName && !ignoredFolderName.test(name));
    const namesToSearch = names.sort().slice(0, remainingFolders);
    remainingFolders -= namesToSearch.length;
    return namesToSearch.map((name) => (parent === '' ? name : `${parent}/${name}`));
  };

  // `web/locales/en.json`: the folders in `web/locales`, then those in `web` except `locales`, then those in the root.
  for (let depth = segments.length; depth >= 0 && remainingFolders > 0; depth -= 1) {
    const folders = [...(await foldersIn(segments.slice(0, depth).join('/'), segments[depth]))];
    const containers = folders.filter((folder) => containerName.test(folder.slice(folder.lastIndexOf('/') + 1)));
    for (const container of containers) folders.push(...(await foldersIn(container)));
    const names = new Set<string>();
    for (const folder of folders) {
      const manifests = await readManifests(folder, manifestKinds, reader);
      for (const name of manifests.names) names.add(name);
    }
    if (familiesByFrameworks(formatId, [...names]) !== undefined) return [...names];
  }
  return [];
}

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeFile } from '../../src/formats/encoding.ts';
import { formatFor, vuePluralRulesIn } from '../../src/formats/formats.ts';
import { FolderTree } from '../../src/locales/folderTree.ts';
import { LocaleFileIndex } from '../../src/locales/localeFileIndex.ts';
import { nearbyPaths } from '../../src/locales/nearbyPaths.ts';
import type { Project } from '../../src/orders/model/project.ts';
import { inThisThread } from '../../src/orders/model/unitFormat.ts';
import { projectDependencies } from '../../src/placeholders/project/projectDependencies.ts';

/** A folder on disk as a project that can only be read, and the locale files that the product finds in it. */
export interface Checkout {
  readonly project: Project;
  /** Relative to the folder, sorted. */
  readonly localeFiles: readonly string[];
}

/** In bytes. Larger files are generated. */
const maxBytes = 4 * 1024 * 1024;
/** In bytes; the same limit as in the editor. */
const largestManifest = 1_000_000;
const skipped = new Set(['.git', 'node_modules', '.hg', '.svn']);

/** Finds the locale files below a folder. `sourceLocale` is the user's setting. */
export async function openCheckout(root: string, sourceLocale: string): Promise<Checkout> {
  const tree = new FolderTree();
  const index = new LocaleFileIndex([], sourceLocale);
  for (const file of await filesBelow(root)) {
    tree.add(file);
    index.add(file);
  }
  await index.detect(new AbortController().signal);
  return { project: checkoutProject(root, tree), localeFiles: [...index.localeFiles].sort() };
}

function checkoutProject(root: string, tree: FolderTree): Project {
  const nearby = new Map<string, Promise<readonly string[]>>();
  const siblings = (file: string): Promise<readonly string[]> => {
    const known = nearby.get(file) ?? nearbyPaths(file, [], tree);
    nearby.set(file, known);
    return known;
  };
  const bytesOf = async (file: string): Promise<Buffer | undefined> =>
    (await tree.kindOf(file)) === 'file' ? readFile(path.join(root, file)) : undefined;
  const dependencies = new Map<string, Promise<readonly string[]>>();
  const readOnly = (): Promise<never> => Promise.reject(new Error('This project can only be read.'));
  const dependenciesOf = (file: string): Promise<readonly string[]> => {
    const folder = path.posix.dirname(file);
    const known =
      dependencies.get(folder) ??
      projectDependencies(file, {
        files: async (place) => (await tree.list(place)).filter(({ isFolder }) => !isFolder).map(({ name }) => name),
        folders: async (place) => (await tree.list(place)).filter(({ isFolder }) => isFolder).map(({ name }) => name),
        read: async (place) => {
          const bytes = await bytesOf(place);
          return bytes === undefined || bytes.length > largestManifest ? undefined : bytes.toString('utf8');
        },
        pluralRules: async (place) => vuePluralRulesIn(place, (await bytesOf(place))?.toString('utf8') ?? ''),
      });
    dependencies.set(folder, known);
    return known;
  };
  return {
    id: 'c0ffee00',
    name: path.basename(root),
    identity: () => Promise.resolve({ uri: pathToFileURL(root).href, remotes: [], root: pathToFileURL(root).href }),
    read: async (file) => {
      const bytes = await bytesOf(file);
      return bytes === undefined ? undefined : decodeFile(bytes, file).text;
    },
    edit: readOnly,
    remove: readOnly,
    size: async (file) => (await bytesOf(file))?.length,
    readBytes: bytesOf,
    replace: readOnly,
    cleanUp: readOnly,
    requireWritable: () => Promise.resolve(),
    leadsOutside: () => Promise.resolve(undefined),
    siblings,
    counterparts: siblings,
    format: async (file, text) => {
      const format = await formatFor(file, text, async () => dependenciesOf(file));
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies: dependenciesOf,
  };
}

/** Returns the paths of all files that are not too large, relative to the root. */
async function filesBelow(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) folders.push(file);
      } else if (entry.isFile() && (await stat(path.join(root, file))).size <= maxBytes) {
        found.push(file);
      }
    }
  }
  return found.sort();
}

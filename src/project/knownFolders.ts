import { vuePluralRulesIn } from '../formats/formats.ts';
import type { FolderEntry, FolderReader } from '../locales/nearbyPaths.ts';
import { maxManifestBytes, projectDependencies } from '../placeholders/project/projectDependencies.ts';
import type { ProjectFiles } from './projectFiles.ts';

/** By locale, see `vuePluralRulesIn`. */
type PluralRules = ReadonlyMap<string, string | undefined>;

/**
 * The folders and manifests of a project as they were when they were first looked at: each of its locale files asks
 * about the same ones. `forget` must be called after each write to the project.
 */
export class KnownFolders implements FolderReader {
  readonly #files: ProjectFiles;
  readonly #lists = new Map<string, Promise<readonly FolderEntry[]>>();
  readonly #kinds = new Map<string, ReturnType<FolderReader['kindOf']>>();
  readonly #manifests = new Map<string, Promise<string | undefined>>();
  readonly #pluralRules = new Map<string, Promise<PluralRules>>();

  constructor(files: ProjectFiles) {
    this.#files = files;
  }

  list(folder: string): Promise<readonly FolderEntry[]> {
    return readOnce(this.#lists, folder, () => this.#files.list(folder));
  }

  kindOf(file: string): ReturnType<FolderReader['kindOf']> {
    return readOnce(this.#kinds, file, () => this.#files.kindOf(file));
  }

  /** Returns the dependencies of a file's project, see `projectDependencies`. */
  dependencies(file: string): Promise<readonly string[]> {
    const namesIn = async (folder: string, wantsFolders: boolean): Promise<readonly string[]> =>
      (await this.list(folder)).filter(({ isFolder }) => isFolder === wantsFolders).map(({ name }) => name);
    return projectDependencies(file, {
      files: (folder) => namesIn(folder, false),
      folders: (folder) => namesIn(folder, true),
      read: (manifest) => readOnce(this.#manifests, manifest, () => this.#readManifest(manifest)),
      pluralRules: (code) => readOnce(this.#pluralRules, code, () => this.#readPluralRules(code)),
    });
  }

  forget(): void {
    this.#lists.clear();
    this.#kinds.clear();
    this.#manifests.clear();
    this.#pluralRules.clear();
  }

  async #readPluralRules(path: string): Promise<PluralRules> {
    const text = await this.#readManifest(path);
    return text === undefined ? new Map() : vuePluralRulesIn(path, text);
  }

  async #readManifest(manifest: string): Promise<string | undefined> {
    const size = await this.#files.size(manifest);
    if (size === undefined || size > maxManifestBytes) return undefined;
    const bytes = await this.#files.read(manifest);
    return bytes && new TextDecoder().decode(bytes);
  }
}

function readOnce<T>(results: Map<string, Promise<T>>, path: string, read: () => Promise<T>): Promise<T> {
  const result = results.get(path) ?? read();
  results.set(path, result);
  return result;
}

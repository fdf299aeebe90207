import type { ParsedCustomData } from '../../model/order/customData.ts';
import { compareFolders, hashPath, type FolderIdentity } from '../../model/folderIdentity.ts';
import { isFilePath } from '../../model/projectPath.ts';
import type { Project } from '../../model/project.ts';
import type { OpenProjects } from '../../journal/account/orderContext.ts';

/** The file of an open project that a job was ordered from. */
interface NamedFile {
  readonly project: string;
  readonly file: string;
}

/** An open project, and its locale files by the hashes that custom data has of their paths. */
interface OpenClone {
  readonly project: Project;
  readonly folder: FolderIdentity;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Finds the files that jobs of other clones of the open projects' repositories were ordered from. Finds none unless
 * `recoversClones` is set.
 */
export class CloneFiles {
  readonly #clones: readonly OpenClone[];

  private constructor(clones: readonly OpenClone[]) {
    this.#clones = clones;
  }

  static async open({ openProjects, recoversClones }: OpenProjects): Promise<CloneFiles> {
    const clones = recoversClones === true ? await Promise.all(openProjects().map(openClone)) : [];
    return new CloneFiles(clones);
  }

  /** Whether one of the open projects is a clone of a repository with one of these remotes. */
  has({ remotes = [] }: Pick<ParsedCustomData, 'remotes'>): boolean {
    return this.#clones.some(({ folder }) => compareFolders(folder, { remotes }) === 'same');
  }

  /** Returns the file that custom data names: the one with its hash, by its path from the repository's root. */
  find({ remotes = [], pathHash, file }: ParsedCustomData): NamedFile | undefined {
    if (pathHash === undefined) return undefined;
    for (const { project, folder, files } of this.#clones) {
      if (compareFolders(folder, { remotes }) !== 'same') continue;
      // A document is no locale file.
      const isNamed = file !== undefined && isFilePath(file) && hashPath(folder, file) === pathHash;
      const found = files.get(pathHash) ?? (isNamed ? file : undefined);
      if (found !== undefined) return { project: project.id, file: found };
    }
    return undefined;
  }
}

async function openClone(project: Project): Promise<OpenClone> {
  const folder = await project.identity();
  const files = (await project.localeFiles?.()) ?? [];
  return { project, folder, files: new Map(files.map((file) => [hashPath(folder, file), file])) };
}

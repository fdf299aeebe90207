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
  readonly fileByHash: ReadonlyMap<string, string>;
}

/**
 * For a job that was ordered from another clone of a repository, such as on another machine, finds the file in the
 * clone that is open here. Finds none unless `recoversClones` is set.
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

  /** Returns the open file that custom data names by `pathHash`, the hash of its path from the repository's root. */
  find({ remotes = [], pathHash, file }: ParsedCustomData): NamedFile | undefined {
    if (pathHash === undefined) return undefined;
    for (const { project, folder, fileByHash } of this.#clones) {
      if (compareFolders(folder, { remotes }) !== 'same') continue;
      const localeFile = fileByHash.get(pathHash);
      if (localeFile !== undefined) return { project: project.id, file: localeFile };
      // A document is no locale file. Its path in this clone may be the same as in the other one.
      if (file !== undefined && isFilePath(file) && hashPath(folder, file) === pathHash)
        return { project: project.id, file };
    }
    return undefined;
  }
}

async function openClone(project: Project): Promise<OpenClone> {
  const folder = await project.identity();
  const files = (await project.localeFiles?.()) ?? [];
  return { project, folder, fileByHash: new Map(files.map((file) => [hashPath(folder, file), file])) };
}

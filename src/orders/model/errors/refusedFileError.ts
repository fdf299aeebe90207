import type { Project } from '../project.ts';

/**
 * Why a file of a project is not read or written. `link`: its path has a link to another file or folder of the open
 * folders. `outside`: a link leads out of them. `not-a-file`: it is a folder, a device, a pipe or a socket.
 * `protected`: it belongs to Git or another tool.
 */
export type FileRefusal = 'link' | 'outside' | 'not-a-file' | 'too-large' | 'protected';

/** A link in a project's folder. */
export interface ProjectLink {
  /** Relative to the project's root. */
  readonly path: string;
  /** The file or folder that it leads to: relative to the project's root, or absolute outside it. */
  readonly target: string;
}

/** A file of a project is not read or written. `words/` has a sentence for each reason. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
  readonly reason: FileRefusal;
  /** Relative to the project's root: the file or, for `link` and `outside`, the link on its path. */
  readonly path: string;
  /** For `link` and `outside`. */
  readonly target: string;

  constructor(reason: FileRefusal, { path, target = '' }: Pick<ProjectLink, 'path'> & Partial<ProjectLink>) {
    super(target === '' ? `${path}: ${reason}` : `${path}: ${reason} to ${target}`);
    this.reason = reason;
    this.path = path;
    this.target = target;
  }
}

/** Whether nothing may be written to a file, whatever its permissions are. The log says why. */
export async function isRefused(project: Project, targetFile: string, log: (line: string) => void): Promise<boolean> {
  try {
    await project.requireWritable(targetFile);
    return false;
  } catch (error) {
    // A file that is only read-only is refused later, and only if there is anything to write.
    if (!(error instanceof RefusedFileError)) return false;
    log(`${targetFile} cannot be delivered to: ${error.message}`);
    return true;
  }
}

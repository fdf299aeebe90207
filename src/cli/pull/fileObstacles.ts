import { once } from '../../base/once.ts';
import { hasConflictMarkers } from '../../formats/formats.ts';
import { withoutBrackets } from '../../placeholders/protectedAsSent.ts';
import type { ProjectAccess, UnmatchedJob } from '../../orders/journal/account/orderContext.ts';
import { locateSource, openSourceFile } from '../../orders/units/files/localeFile.ts';
import type { FileRef } from '../../orders/model/plan/skippedFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { Project } from '../../orders/model/project.ts';
import type { HoldReason } from '../../orders/model/trackedJob.ts';
import { hasConflict } from '../../orders/model/errors/unreadableFileError.ts';
import { isFileJob } from '../../service/interface/records.ts';

/** Why an approved translation can't be matched with a file: the one that its order names, or one that may have it. */
type FileReason = HoldReason & ('conflict-markers' | 'unreadable' | 'source-missing');

/** A file that prevents the delivery of an approved translation. */
export interface ObstructingFile {
  readonly file: FileRef;
  readonly reason: FileReason;
}

/** A source file that can't be read. */
interface UnreadableSource extends ObstructingFile {
  /** Whether its content contains a text as it is, or escaped as in JSON. */
  readonly mayContain: (text: string) => boolean;
}

/** Finds out which files prevent translations from being delivered. Reads the files of a project once. */
export class FileObstacles {
  readonly #context: ProjectAccess;
  readonly #unreadable = new Map<string, () => Promise<readonly UnreadableSource[]>>();

  constructor(context: ProjectAccess) {
    this.#context = context;
  }

  /**
   * Returns the file because of which a job could not be recovered: the one that the order names, or another one that
   * can't be read and may have the string now. Undefined if all are readable: then the text has changed since the order,
   * and nothing shows that its translation was not delivered before that.
   */
  async explain({ job, project: projectId, file }: UnmatchedJob): Promise<ObstructingFile | undefined> {
    const project = this.#context.findProject(projectId);
    if (project === undefined) return undefined;
    const reason = await (isFileJob(job) ? obstacleOfDocument(project, file) : this.#obstacleOfSource(project, file));
    const isStringElsewhere = reason === undefined || reason === 'source-missing';
    const otherFile = isStringElsewhere ? await this.unreadableFileWith(projectId, job.sourceText) : undefined;
    if (otherFile !== undefined) return otherFile;
    return reason === undefined ? undefined : { file: { project: projectId, path: file }, reason };
  }

  /** Returns an unreadable source file of a project that contains a text; undefined if there is none. */
  async unreadableFileWith(projectId: string, sourceText: string): Promise<ObstructingFile | undefined> {
    const text = withoutBrackets(sourceText).trim();
    const project = this.#context.findProject(projectId);
    if (project === undefined || text === '') return undefined;
    const reading = this.#unreadable.get(projectId) ?? once(() => this.#readUnreadable(project));
    this.#unreadable.set(projectId, reading);
    return (await reading()).find(({ mayContain }) => mayContain(text));
  }

  /** Returns why a source file can't be read; undefined if it can. */
  async #obstacleOfSource(project: Project, file: string): Promise<FileReason | undefined> {
    try {
      if ((await project.size(file)) === undefined) return 'source-missing';
      await openSourceFile(project, file, this.#context.layouts(project.id, file));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  async #readUnreadable(project: Project): Promise<readonly UnreadableSource[]> {
    const unreadableByPath = new Map<string, UnreadableSource>();
    for (const file of (await project.localeFiles?.()) ?? []) {
      const source = await locateSource(project, file, this.#context.layouts(project.id, file));
      if (unreadableByPath.has(source.path)) continue;
      try {
        await source.open();
      } catch (error) {
        if (error instanceof OrderError && error.reason === 'not-a-locale-file') continue;
        unreadableByPath.set(source.path, {
          file: { project: project.id, path: source.path },
          reason: reasonOf(error),
          mayContain: await searchInContent(project, source.path),
        });
      }
    }
    return [...unreadableByPath.values()];
  }
}

function reasonOf(error: unknown): FileReason {
  return hasConflict(error) ? 'conflict-markers' : 'unreadable';
}

async function obstacleOfDocument(project: Project, file: string): Promise<FileReason | undefined> {
  try {
    const content = await project.readBytes(file);
    if (content === undefined) return 'source-missing';
    return hasConflictMarkers(content) ? 'conflict-markers' : undefined;
  } catch {
    return 'unreadable';
  }
}

/** Returns a search in the bytes of a file that can't be read as a text. Finds nothing if they can't be read either. */
async function searchInContent(project: Project, file: string): Promise<UnreadableSource['mayContain']> {
  const bytes = await project.readBytes(file).catch(() => undefined);
  if (bytes === undefined) return () => false;
  const buffer = Buffer.from(bytes);
  const contains = (text: string): boolean => buffer.includes(text) || buffer.includes(text, 0, 'utf16le');
  // `Say "Hi"` or, escaped as in JSON, `Say \"Hi\"`
  return (text) => contains(text) || contains(JSON.stringify(text).slice(1, -1));
}

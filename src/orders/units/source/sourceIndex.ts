import { decodeFile } from '../../../formats/encoding.ts';
import { once } from '../../../base/once.ts';
import type { Unit } from '../../../formats/format.ts';
import { isSameLocale } from '../../../base/locale.ts';
import { mayHaveLocale } from '../../../locales/localeFolder.ts';
import { openSourceFile, type SourceFile } from '../files/localeFile.ts';
import { comparable } from '../../../placeholders/protectedAsSent.ts';
import type { ProjectAccess } from '../../journal/account/orderContext.ts';
import { hashBytes, hashText } from '../../model/hash.ts';
import type { Project } from '../../model/project.ts';

/** A source file as it is now. */
export interface OpenedSource {
  readonly kind: 'open';
  readonly source: SourceFile;
  readonly byId: ReadonlyMap<string, Unit>;
  /** Returns the units with this text. */
  readonly withText: (hash: string) => readonly Unit[];
  /** Returns the hashes of all texts, each once. */
  readonly hashes: () => readonly string[];
}

/** `closed`: its folder isn't open; `unreadable`: it is broken, or no longer a locale file. */
export type SourceReading = OpenedSource | { readonly kind: 'closed' | 'missing' | 'unreadable' };

/** Any file as it is now. `hasText` is also true if the file can't be searched. */
export type ContentReading =
  | { readonly kind: 'file'; readonly hash: string; readonly hasText: (text: string) => boolean }
  | { readonly kind: 'closed' | 'missing' | 'unreadable' };

/** The most files that are searched for a text whose key or file is gone. */
const maxSearchedFiles = 500;

/** A passage is not searched in larger files. */
const maxPassageFileBytes = 4_000_000;

/** Reads the source files of the open projects, each of them once until it is forgotten. */
export class SourceIndex {
  readonly #context: ProjectAccess;
  /** By file, see `fileKeyOf`. */
  readonly #readings = new Map<string, Promise<SourceReading>>();
  readonly #contents = new Map<string, Promise<ContentReading>>();
  /** The paths of the locale files, by project id. */
  readonly #fileLists = new Map<string, Promise<readonly string[] | undefined>>();
  #version = 0;

  constructor(context: ProjectAccess) {
    this.#context = context;
  }

  /** Increases when something is forgotten. */
  get version(): number {
    return this.#version;
  }

  /** Reads a file, unless it is known. Never rejects. */
  read(projectId: string, path: string): Promise<SourceReading> {
    const fileKey = fileKeyOf(projectId, path);
    const earlierReading = this.#readings.get(fileKey);
    if (earlierReading !== undefined) return earlierReading;
    const reading = this.#read(projectId, path);
    this.#readings.set(fileKey, reading);
    return reading;
  }

  /** Reads a file that is not a locale file, unless it is known. Never rejects. */
  readContent(projectId: string, path: string): Promise<ContentReading> {
    const fileKey = fileKeyOf(projectId, path);
    const reading = this.#contents.get(fileKey) ?? this.#readContent(projectId, path);
    this.#contents.set(fileKey, reading);
    return reading;
  }

  /** Returns a project's other sources in a locale; undefined if not all are known, or too many to be searched. */
  async otherSources(projectId: string, path: string, locale: string): Promise<readonly OpenedSource[] | undefined> {
    const listing = this.#fileLists.get(projectId) ?? this.#listFiles(projectId);
    this.#fileLists.set(projectId, listing);
    const likelyPaths = (await listing)?.filter((other) => other !== path && mayHaveLocale(other, locale));
    if (likelyPaths === undefined || likelyPaths.length > maxSearchedFiles) return undefined;
    const sources: OpenedSource[] = [];
    for (const likelyPath of likelyPaths) {
      const reading = await this.read(projectId, likelyPath);
      if (reading.kind === 'open' && isSameLocale(reading.source.locale, locale)) sources.push(reading);
    }
    return sources;
  }

  /** Forgets a file, a project, or everything, because it may have changed. */
  forget(projectId?: string, path?: string): void {
    const isForgotten = (project: string, file: string | undefined): boolean =>
      (projectId === undefined || projectId === project) && (path === undefined || path === file);
    // A file that was never read leaves the version as it is.
    let isNewVersion = path === undefined;
    for (const readings of [this.#readings, this.#contents])
      for (const fileKey of [...readings.keys()]) {
        const [project, file] = JSON.parse(fileKey) as [string, string];
        if (!isForgotten(project, file)) continue;
        readings.delete(fileKey);
        isNewVersion = true;
      }
    // The list of a project's files is forgotten with the whole project.
    for (const project of [...this.#fileLists.keys()])
      if (isForgotten(project, undefined)) this.#fileLists.delete(project);
    if (isNewVersion) this.#version += 1;
  }

  async #listFiles(projectId: string): Promise<readonly string[] | undefined> {
    return this.#context.findProject(projectId)?.localeFiles?.();
  }

  async #read(projectId: string, path: string): Promise<SourceReading> {
    const project = this.#context.findProject(projectId);
    if (project === undefined) return { kind: 'closed' };
    try {
      return indexSource(await openSourceFile(project, path, this.#context.layouts(projectId, path)));
    } catch {
      return { kind: (await isMissing(project, path)) ? 'missing' : 'unreadable' };
    }
  }

  async #readContent(projectId: string, path: string): Promise<ContentReading> {
    try {
      const project = this.#context.findProject(projectId);
      if (project === undefined) return { kind: 'closed' };
      const bytes = await project.readBytes(path);
      if (bytes === undefined) return { kind: 'missing' };
      const content = comparableText(bytes, path);
      return {
        kind: 'file',
        hash: hashBytes(bytes),
        hasText: (text) => content === undefined || content.includes(comparable(text)),
      };
    } catch {
      return { kind: 'unreadable' };
    }
  }
}

/** Returns a source file that has been read, with its units by id and by text. */
export function indexSource(source: SourceFile): OpenedSource {
  const byHash = once(() => Map.groupBy(source.units, ({ text }) => hashText(text)));
  return {
    kind: 'open',
    source,
    byId: new Map(source.units.map((unit) => [unit.id, unit])),
    withText: (hash) => byHash().get(hash) ?? [],
    hashes: () => [...byHash().keys()],
  };
}

/** Returns the text of a file, to be searched; undefined if it is not a text, or too large. */
function comparableText(bytes: Uint8Array, path: string): string | undefined {
  if (bytes.length > maxPassageFileBytes) return undefined;
  try {
    return comparable(decodeFile(bytes, path).text);
  } catch {
    return undefined;
  }
}

async function isMissing(project: Project, path: string): Promise<boolean> {
  try {
    return (await project.read(path)) === undefined;
  } catch {
    return false;
  }
}

/** Identifies a file of a project. `forget` parses it. */
function fileKeyOf(projectId: string, path: string): string {
  return JSON.stringify([projectId, path]);
}

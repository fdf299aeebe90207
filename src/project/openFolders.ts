import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isRecord } from '../base/isRecord.ts';
import { parseProjectSettings, type ProjectSettings, type ReadSetting } from './projectSettings.ts';

/** A folder of locale files, with the settings that its repository contains. */
export interface ProjectFolder {
  /** Absolute. */
  readonly root: string;
  readonly name: string;
  readonly settings: ProjectSettings;
  /** VS Code's setting `files.encoding`: the encoding of files that declare none. */
  readonly encoding: string | undefined;
}

/** A setting in a repository that is not obeyed, because a repository must not decide it. */
export interface IgnoredSetting {
  /** The path of the file with the setting. */
  readonly file: string;
  /** The whole name. */
  readonly name: string;
}

export interface OpenedFolders {
  readonly folders: readonly ProjectFolder[];
  readonly ignored: readonly IgnoredSetting[];
}

/** A settings file, a workspace file or a folder can't be used. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  /** `missing`: there is no such folder or workspace file. `invalid`: the file is not JSON with an object. */
  readonly reason: 'missing' | 'invalid';
  readonly path: string;

  constructor(reason: 'missing' | 'invalid', file: string, detail = '') {
    super(`${file} is ${reason}.${detail}`);
    this.reason = reason;
    this.path = file;
  }
}

const section = 'humanTranslation.';

/** The settings with application scope, or that only concern an editor's connection: a repository must not set them. */
const userSettings = /^(?:baseUrl|limits|budget\..*|callbacks\..*|notifications\..*|sandbox\..*)$/u;

/** Returns whether only users may set a setting, by its name without `humanTranslation.`. */
export function isUserSetting(key: string): boolean {
  return userSettings.test(key);
}

/**
 * Opens folders, and those that workspace files (`.code-workspace`) list, each once. As in VS Code, the settings of a
 * folder's `.vscode/settings.json` precede those of its workspace. Rejects with FolderError.
 */
export async function openFolders(paths: readonly string[]): Promise<OpenedFolders> {
  const folders = new Map<string, ProjectFolder>();
  const ignored = new Map<string, IgnoredSetting>();
  for (const each of paths) {
    const file = path.resolve(each);
    const workspace = file.endsWith('.code-workspace')
      ? await readWorkspace(file)
      : { listed: [{ root: file, name: undefined }], settings: {} };
    noteIgnored(ignored, file, workspace.settings);
    for (const { root, name } of workspace.listed) {
      if (folders.has(root)) continue;
      if (!(await isFolder(root))) throw new FolderError('missing', root);
      const settingsFile = path.join(root, '.vscode', 'settings.json');
      const own = (await readObject(settingsFile)) ?? {};
      noteIgnored(ignored, settingsFile, own);
      const read = (name: string): unknown => own[name] ?? workspace.settings[name];
      const readOwn: ReadSetting = (key) => read(`${section}${key}`);
      const encoding = read('files.encoding');
      folders.set(root, {
        root,
        name: name ?? path.basename(root),
        settings: parseProjectSettings(readOwn),
        encoding: typeof encoding === 'string' ? encoding : undefined,
      });
    }
  }
  return { folders: [...folders.values()], ignored: [...ignored.values()] };
}

type Values = Readonly<Record<string, unknown>>;

interface Workspace {
  /** Absolute paths, with the names that the workspace file gives them. */
  readonly listed: readonly { readonly root: string; readonly name: string | undefined }[];
  readonly settings: Values;
}

async function readWorkspace(file: string): Promise<Workspace> {
  const workspace = await readObject(file);
  if (workspace === undefined) throw new FolderError('missing', file);
  const { folders, settings } = workspace;
  const listed: readonly unknown[] = Array.isArray(folders) ? folders : [];
  return {
    listed: listed.flatMap((folder) => {
      if (!isRecord(folder) || typeof folder['path'] !== 'string') return [];
      const name = typeof folder['name'] === 'string' ? folder['name'].trim() : '';
      return [{ root: path.resolve(path.dirname(file), folder['path']), name: name === '' ? undefined : name }];
    }),
    settings: isRecord(settings) ? settings : {},
  };
}

/** Reads a JSON file with comments; undefined if it does not exist. */
async function readObject(file: string): Promise<Values | undefined> {
  let text;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/u, ''), errors, { allowTrailingComma: true });
  // An empty file has no settings.
  if (text.trim() === '') return {};
  const [first] = errors;
  if (first !== undefined || !isRecord(value))
    throw new FolderError('invalid', file, first === undefined ? '' : ` ${printParseErrorCode(first.error)}`);
  return value;
}

function noteIgnored(ignored: Map<string, IgnoredSetting>, file: string, values: Values): void {
  for (const name of Object.keys(values))
    if (name.startsWith(section) && isUserSetting(name.slice(section.length)))
      ignored.set(JSON.stringify([file, name]), { file, name });
}

async function isFolder(root: string): Promise<boolean> {
  return stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

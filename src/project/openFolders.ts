import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isMissingFile } from '../base/files/fileErrors.ts';
import { isRecord } from '../base/isRecord.ts';
import { listOf, memberOf, stringOf } from '../base/unknownValue.ts';
import { isWithin, realPathOf } from '../base/realPath.ts';
import { IrregularFileError, readRegularFile } from '../base/files/regularFile.ts';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import { ProjectFiles } from './projectFiles.ts';
import { parseProjectSettings, type ProjectSettings } from './projectSettings.ts';
import { isProtectedPath } from './protectedPaths.ts';

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

/** Thrown when a settings file, a workspace file or a folder can't be used. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly reason: FolderProblem;
  /** Absolute. */
  readonly path: string;

  constructor(reason: FolderProblem, file: string, detail = '') {
    super(`${file} is ${reason}.${detail}`);
    this.reason = reason;
    this.path = file;
  }
}

/**
 * `missing`: there is no such folder or workspace file. `invalid`: the file is not JSON with an object. `outside`: a
 * workspace file lists a folder that is not inside its own folder, or that belongs to a tool.
 */
type FolderProblem = 'missing' | 'invalid' | 'outside';

const section = 'humanTranslation.';

/** The settings with application scope, or that only concern an editor's connection: a repository must not set them. */
const userSettings = /^(?:baseUrl|limits|budget\..*|callbacks\..*|notifications\..*|sandbox\..*)$/u;

/** Returns whether only users may set a setting, by its name without `humanTranslation.`. */
export function isUserSetting(key: string): boolean {
  return userSettings.test(key);
}

/** Larger settings files are refused. */
const maxSettingsBytes = 5_000_000;

/**
 * Opens folders, and those that workspace files (`.code-workspace`) list, each once. As in VS Code, the settings of a
 * folder's `.vscode/settings.json` precede those of its workspace. A workspace file belongs to a repository, so it
 * can't open folders outside its own one, except those that the user names (`allowed`). Rejects with FolderError, and
 * with RefusedFileError for settings that are no regular file or are reached through a link.
 */
export async function openFolders(paths: readonly string[], allowed: readonly string[] = []): Promise<OpenedFolders> {
  const allowedRoots = new Set(await Promise.all(allowed.map(async (folder) => realPathOf(path.resolve(folder)))));
  const folders = new Map<string, ProjectFolder>();
  const ignored = new Map<string, IgnoredSetting>();
  for (const file of paths.map((name) => path.resolve(name))) {
    const workspace = await readWorkspace(file, allowedRoots);
    noteIgnored(ignored, file, workspace.settings);
    for (const { root, name } of workspace.folders) {
      if (!(await isFolder(root))) throw new FolderError('missing', root);
      // Two paths may lead to one folder.
      const real = await realpath(root);
      if (folders.has(real)) continue;
      const settingsFile = path.join(root, '.vscode', 'settings.json');
      const bytes = await new ProjectFiles(root, [root]).read('.vscode/settings.json', maxSettingsBytes);
      const folderSettings = parseObject(settingsFile, bytes ?? new Uint8Array());
      noteIgnored(ignored, settingsFile, folderSettings);
      const read = (setting: string): unknown => folderSettings[setting] ?? workspace.settings[setting];
      folders.set(real, {
        root,
        name: name ?? path.basename(root),
        settings: parseProjectSettings((key) => read(`${section}${key}`)),
        encoding: stringOf(read('files.encoding')),
      });
    }
  }
  return { folders: [...folders.values()], ignored: [...ignored.values()] };
}

/** The members of a settings file, by their whole names. */
type Values = Readonly<Record<string, unknown>>;

interface Workspace {
  /** Absolute paths, with the names that the workspace file gives them. */
  readonly folders: readonly { readonly root: string; readonly name: string | undefined }[];
  readonly settings: Values;
}

/** Reads a workspace file; a folder counts as a workspace with this folder and no settings. */
async function readWorkspace(file: string, allowedRoots: ReadonlySet<string>): Promise<Workspace> {
  if (!file.endsWith('.code-workspace')) return { folders: [{ root: file, name: undefined }], settings: {} };
  const workspaceFolder = path.dirname(await followLink(file));
  const { folders: listedFolders, settings } = parseObject(file, await readWorkspaceFile(file));
  const folders = listOf(listedFolders).flatMap((folder) => {
    const folderPath = stringOf(memberOf(folder, 'path'));
    const name = stringOf(memberOf(folder, 'name'))?.trim();
    if (folderPath === undefined) return [];
    return [{ root: path.resolve(workspaceFolder, folderPath), name: name === '' ? undefined : name }];
  });
  for (const { root } of folders) await requireInside(root, workspaceFolder, allowedRoots);
  return { folders, settings: isRecord(settings) ? settings : {} };
}

/** Returns the real path of a workspace file that is a link, any other path unchanged. */
async function followLink(file: string): Promise<string> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isSymbolicLink() === true) return realPathOf(file);
  return file;
}

async function readWorkspaceFile(file: string): Promise<Uint8Array> {
  try {
    return await readRegularFile(await realpath(file), maxSettingsBytes);
  } catch (error) {
    if (error instanceof IrregularFileError)
      throw new RefusedFileError(error.reason === 'link' ? 'not-a-file' : error.reason, { path: file });
    if (isMissingFile(error)) throw new FolderError('missing', file);
    throw error;
  }
}

/** Throws FolderError for a folder that a workspace file may not open, unless the user has allowed it. */
async function requireInside(root: string, workspaceFolder: string, allowedRoots: ReadonlySet<string>): Promise<void> {
  const [realRoot, realWorkspace] = await Promise.all([realPathOf(root), realPathOf(workspaceFolder)]);
  if (allowedRoots.has(realRoot)) return;
  const segments = path.relative(realWorkspace, realRoot).split(path.sep);
  if (!isWithin(realWorkspace, realRoot) || isProtectedPath(segments)) throw new FolderError('outside', root);
}

/** Parses a JSON file with comments. */
function parseObject(file: string, bytes: Uint8Array): Values {
  const text = new TextDecoder().decode(bytes);
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  // An empty file has no settings.
  if (text.trim() === '') return {};
  const [error] = errors;
  if (error !== undefined) throw new FolderError('invalid', file, ` ${printParseErrorCode(error.error)}`);
  if (!isRecord(value)) throw new FolderError('invalid', file);
  return value;
}

function noteIgnored(ignored: Map<string, IgnoredSetting>, file: string, values: Values): void {
  for (const name of Object.keys(values))
    if (name.startsWith(section) && isUserSetting(name.slice(section.length)))
      ignored.set(JSON.stringify([file, name]), { file, name });
}

async function isFolder(root: string): Promise<boolean> {
  const stats = await stat(root).catch(() => undefined);
  return stats?.isDirectory() === true;
}

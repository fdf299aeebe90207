import * as l10n from '@vscode/l10n';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setLocaleNames } from '../base/locale.ts';
import { isWithin, realPathOf } from '../base/realPath.ts';
import { LayoutPatternError } from '../locales/layoutPatternError.ts';
import { RefusedFileError } from '../orders/model/errors/refusedFileError.ts';
import { GitError } from '../orders/model/errors/gitError.ts';
import type { FileHistory } from '../orders/units/history/fileHistory.ts';
import { PlaceholderSettingError } from '../placeholders/pattern/settingError.ts';
import { readPlaceholderSettings } from '../placeholders/project/placeholderSettings.ts';
import { fileProject, type FileProject } from '../project/fileProject.ts';
import { openGitHistory } from '../project/openGitHistory.ts';
import { layoutSettingsOf, parseProjectSettings, type ProjectSettings } from '../project/projectSettings.ts';
import type { LayoutSettings } from '../orders/model/layoutSettings.ts';
import type { GapPorts } from '../orders/units/gaps/translationGaps.ts';
import { FolderError, openFolders, type ProjectFolder } from '../project/openFolders.ts';
import { layoutSentence } from '../words/reasonSentences.ts';
import { fromOutside, words } from '../words/words.ts';
import type { OptionValues } from './commandOptions.ts';
import { cliErrorSentence } from './language/cliSentences.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** A project of the command line. */
export interface CliProject {
  readonly folder: ProjectFolder;
  readonly project: FileProject;
  /** The folder's path without links. */
  readonly realRoot: string;
}

/** A file or folder that the command line names. */
export interface NamedPath {
  readonly project: CliProject;
  /** The absolute path, without links. */
  readonly absolute: string;
  /** Relative to the project's root; '' for the root. */
  readonly file: string;
  readonly isFolder: boolean;
}

/** The projects that the command was called for. */
export class CliProjects {
  readonly all: readonly CliProject[];
  readonly #byId: ReadonlyMap<string, CliProject>;
  /** The names of the projects in results. With several projects, the path of a file begins with one. */
  readonly #labels: ReadonlyMap<CliProject, string>;
  /** Of nested folders, the inner one (with the longer path) is first: its files are its own. */
  readonly #innerFirst: readonly CliProject[];
  readonly #gitErrors: GitErrors;

  constructor(all: readonly CliProject[], gitErrors: GitErrors) {
    this.all = all;
    this.#gitErrors = gitErrors;
    this.#byId = new Map(all.map((cliProject) => [cliProject.project.id, cliProject]));
    this.#labels = new Map(all.map((cliProject) => [cliProject, labelOf(cliProject, all)]));
    this.#innerFirst = all.toSorted((a, b) => b.folder.root.length - a.folder.root.length);
  }

  get(id: string): CliProject | undefined {
    return this.#byId.get(id);
  }

  /** Returns a file's path for people and for JSON: with the folder's name if there are several. */
  nameOf(id: string, file: string): string {
    const namedProject = this.all.length > 1 ? this.get(id) : undefined;
    return namedProject === undefined ? file : `${this.#labels.get(namedProject) ?? ''}/${file}`;
  }

  /** Returns the first file or folder that exists and that a path may mean; undefined if there is none. */
  async findPath(name: string): Promise<NamedPath | undefined> {
    for (const { project, absolute } of await this.#interpretationsOf(name)) {
      const stats = await stat(absolute).catch(() => undefined);
      if (stats !== undefined) return namedPathOf(project, absolute, stats.isDirectory());
    }
    return undefined;
  }

  /** Returns the files or folders that a path may have meant before they were deleted. */
  async missingPaths(name: string): Promise<readonly NamedPath[]> {
    return (await this.#interpretationsOf(name)).map(({ project, absolute }) => namedPathOf(project, absolute, true));
  }

  /**
   * Returns the paths in projects that a path may mean, the likeliest first: relative to the current folder, as the
   * shell completes it; with a project's label, as results name it (`shop/locales/de.json`); or relative to a project.
   * Links are followed, so that a path means the file itself.
   */
  async #interpretationsOf(
    name: string,
  ): Promise<readonly { readonly project: CliProject; readonly absolute: string }[]> {
    const slashName = name.replaceAll('\\', '/');
    const pathByLabel = (project: CliProject): string | undefined => {
      const label = this.#labels.get(project) ?? '';
      const hasLabel = this.all.length > 1 && `${slashName}/`.startsWith(`${label}/`);
      return hasLabel ? path.resolve(project.folder.root, slashName.slice(label.length + 1)) : undefined;
    };
    const interpretations = [
      () => path.resolve(name),
      pathByLabel,
      ({ folder }: CliProject) => path.resolve(folder.root, name),
    ] as const;
    const candidates = interpretations.flatMap((interpret) =>
      this.#innerFirst.map(async (project) => {
        const meantPath = interpret(project);
        if (meantPath === undefined) return [];
        const absolute = await realPathOf(meantPath).catch(() => meantPath);
        return isWithin(project.realRoot, absolute) ? [{ project, absolute }] : [];
      }),
    );
    return (await Promise.all(candidates)).flat();
  }

  /** The errors of repositories that git could not read so far. */
  get gitErrors(): readonly GitError[] {
    return this.#gitErrors.all;
  }

  /** Opens the history of a project's repository; undefined if there is none, or if git can't read the repository. */
  async openHistory(id: string, signal: AbortSignal): Promise<FileHistory | undefined> {
    const root = this.get(id)?.folder.root;
    // The listing of its files has shown that git can't read it.
    if (root === undefined || this.#gitErrors.has(root)) return undefined;
    return openGitHistory(root, [], signal).catch((error: unknown) => {
      this.#gitErrors.add(error);
      return undefined;
    });
  }
}

/** Collects the errors of repositories that git can't read, and shows each once. */
class GitErrors {
  readonly #byRepository = new Map<string, GitError>();
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Whether git can't read the repository that a folder is in. */
  has(root: string): boolean {
    return this.all.some(({ repository }) => isWithin(repository, root));
  }

  get all(): readonly GitError[] {
    return [...this.#byRepository.values()];
  }

  /** Shows an error of a repository, and throws any other error. */
  add(error: unknown): void {
    if (!(error instanceof GitError)) throw error;
    if (this.#byRepository.has(error.repository)) return;
    this.#byRepository.set(error.repository, error);
    this.#terminal.message(cliErrorSentence(error));
  }
}

function namedPathOf(project: CliProject, absolute: string, isFolder: boolean): NamedPath {
  const file = path.relative(project.realRoot, absolute).split(path.sep).join('/');
  return { project, absolute, file, isFolder };
}

/** Whether a file of a project is the one that a path names, or in the folder that it names. */
export function isAtOrBelow({ absolute, isFolder }: NamedPath, { realRoot }: CliProject, file: string): boolean {
  const absoluteFile = path.join(realRoot, file);
  return absoluteFile === absolute || (isFolder && isWithin(absolute, absoluteFile));
}

/** Returns a folder's name in results: its path from the current folder, if other folders have its name. */
function labelOf({ folder }: CliProject, all: readonly CliProject[]): string {
  const isUnique = all.filter((other) => other.folder.name === folder.name).length === 1;
  if (isUnique) return folder.name;
  const relative = path.relative('.', folder.root).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}

/** Omits from a project's locale files those of folders inside this one that are projects of their own. */
function withoutInnerFolders(project: FileProject, root: string, roots: readonly string[]): FileProject {
  const innerRoots = roots.filter((other) => other !== root && isWithin(root, other));
  if (innerRoots.length === 0) return project;
  return {
    ...project,
    localeFiles: async () => {
      const files = await project.localeFiles();
      return files?.filter((file) => !innerRoots.some((other) => isWithin(other, path.join(root, file))));
    },
  };
}

/**
 * Opens the folders of `--cwd`, or the current one. Names the settings that a repository must not decide. Rejects with
 * UsageError.
 */
export async function openProjects(
  { cwd = ['.'], folder: allowed = [] }: OptionValues,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<CliProjects> {
  try {
    const { folders, ignored } = await openFolders(cwd, allowed);
    for (const { file, name } of ignored)
      terminal.message(
        words(l10n.t('{0} is ignored in {1}: a repository can’t set it.'), name, path.relative('.', file)),
      );
    const roots = folders.map(({ root }) => root);
    setLocaleNames(new Map(folders.flatMap(({ settings }) => [...settings.locales])));
    // Called only for its error, so that an invalid setting is reported before anything is read.
    for (const { settings } of folders) readPlaceholderSettings(settings.placeholders);
    const realRoots = await Promise.all(roots.map(async (root) => realpath(root)));
    const gitErrors = new GitErrors(terminal);
    const projectOf = (folder: ProjectFolder): FileProject =>
      fileProject(folder, roots, signal, (error) => {
        gitErrors.add(error);
      });
    return new CliProjects(
      folders.map((folder, index) => {
        const realRoot = realRoots[index] ?? folder.root;
        return { folder, project: withoutInnerFolders(projectOf(folder), realRoot, realRoots), realRoot };
      }),
      gitErrors,
    );
  } catch (error) {
    if (error instanceof FolderError) throw new UsageError(folderSentence(error));
    if (error instanceof RefusedFileError) throw new UsageError(cliErrorSentence(error));
    if (error instanceof LayoutPatternError) throw new UsageError(layoutSentence(error));
    if (error instanceof PlaceholderSettingError) throw new UsageError(cliErrorSentence(error));
    throw error;
  }
}

function folderSentence({ reason, path: file }: FolderError) {
  const name = fromOutside(file, maxPathCharacters);
  if (reason === 'missing') return words(l10n.t('There is no folder or workspace {0}.'), name);
  if (reason === 'invalid') return words(l10n.t('{0} is not valid JSON, so its settings can’t be read.'), name);
  return words(
    l10n.t('The workspace file lists {0}, which is not inside its own folder. Use {1} to allow it.'),
    name,
    `--folder ${file}`,
  );
}

const maxPathCharacters = 1000;

/** Returns the layout settings of a project; those without any settings if it is not open. */
export function layoutsOf(projects: CliProjects, id: string): LayoutSettings {
  return layoutSettingsOf(settingsOf(projects, id));
}

/** Returns the settings and the Git history of projects. */
export function gapPorts(projects: CliProjects): GapPorts {
  return {
    rightAsItIs: ({ project }) => settingsOf(projects, project.id).rightAsItIs,
    openHistory: (id, signal) => projects.openHistory(id, signal),
  };
}

function settingsOf(projects: CliProjects, id: string): ProjectSettings {
  return projects.get(id)?.folder.settings ?? parseProjectSettings(() => undefined);
}

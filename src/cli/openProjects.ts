import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { LayoutPatternError } from '../locales/layoutPatternError.ts';
import type { FileHistory } from '../orders/history/fileHistory.ts';
import { fileProject } from '../project/fileProject.ts';
import { openGitHistory } from '../project/gitHistory.ts';
import { layoutSettingsOf, parseProjectSettings } from '../project/projectSettings.ts';
import type { LayoutSettings } from '../orders/files/localeFile.ts';
import { FolderError, openFolders, type ProjectFolder } from '../project/openFolders.ts';
import { layoutSentence } from '../words/reasonSentences.ts';
import { outside, words } from '../words/words.ts';
import type { OptionValues } from './commandOptions.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** A project of the command line. */
export interface CliProject {
  readonly folder: ProjectFolder;
  readonly project: ReturnType<typeof fileProject>;
}

/** The projects that the command was called for. */
export class CliProjects {
  readonly all: readonly CliProject[];
  readonly #byId: ReadonlyMap<string, CliProject>;

  constructor(all: readonly CliProject[]) {
    this.all = all;
    this.#byId = new Map(all.map((one) => [one.project.id, one]));
  }

  get(id: string): CliProject | undefined {
    return this.#byId.get(id);
  }

  /** Returns a file's path for people and for JSON: with the folder's name if there are several. */
  nameOf(id: string, file: string): string {
    const found = this.all.length > 1 ? this.get(id) : undefined;
    return found === undefined ? file : `${found.folder.name}/${file}`;
  }

  /** Opens the history of a project's repository. */
  async openHistory(id: string, signal: AbortSignal): Promise<FileHistory | undefined> {
    const root = this.get(id)?.folder.root;
    return root === undefined ? undefined : openGitHistory(root, signal);
  }
}

/**
 * Opens the folders of `--cwd`, or the current one. Names the settings that a repository must not decide. Rejects with
 * UsageError.
 */
export async function openProjects(
  { cwd = ['.'] }: OptionValues,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<CliProjects> {
  try {
    const { folders, ignored } = await openFolders(cwd);
    for (const { file, name } of ignored)
      terminal.message(
        words(l10n.t('{0} is ignored in {1}: a repository can’t set it.'), name, path.relative('.', file)),
      );
    const roots = folders.map(({ root }) => root);
    return new CliProjects(folders.map((folder) => ({ folder, project: fileProject(folder, roots, signal) })));
  } catch (error) {
    if (error instanceof FolderError) throw new UsageError(folderSentence(error));
    if (error instanceof LayoutPatternError) throw new UsageError(layoutSentence(error));
    throw error;
  }
}

function folderSentence({ reason, path: file }: FolderError) {
  const name = outside(file, maxPathCharacters);
  return reason === 'missing'
    ? words(l10n.t('There is no folder or workspace {0}.'), name)
    : words(l10n.t('{0} is not valid JSON, so its settings can’t be read.'), name);
}

const maxPathCharacters = 1000;

/** Returns the layout settings of a project; those without any settings if it is not open. */
export function layoutsOf(projects: CliProjects, id: string): LayoutSettings {
  const found = projects.get(id);
  return layoutSettingsOf(found === undefined ? parseProjectSettings(() => undefined) : found.folder.settings);
}

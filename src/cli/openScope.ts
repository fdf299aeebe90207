import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../base/realPath.ts';
import { isSameLocale } from '../base/locale.ts';
import { openSources, type ChosenFile } from '../orders/files/openSources.ts';
import type { SourceFile } from '../orders/files/localeFile.ts';
import type { SkippedFile } from '../orders/files/skippedFile.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { targetLocalesOf } from '../orders/plan/planDrafts.ts';
import { outside, words } from '../words/words.ts';
import type { CliInput } from './cliCommand.ts';
import { layoutsOf, type CliProject, type CliProjects } from './openProjects.ts';
import { UsageError } from './usageError.ts';

/** Source files in one locale. */
export interface SourceGroup {
  readonly sources: readonly SourceFile[];
  /** The locales to look at. */
  readonly locales: readonly string[];
}

/** The locale files that a command is for. */
export interface CliScope {
  /** A group for each source locale. */
  readonly groups: readonly SourceGroup[];
  /** Files that can't be read. */
  readonly unreadable: readonly (SkippedFile & { readonly reason: 'unreadable' })[];
}

/**
 * Opens the locale files of the projects, limited to the paths and locales of the command line. Rejects with OrderError
 * 'no-locale-files', and with UsageError for a path outside the projects.
 */
export async function openScope({ paths, values, signal }: CliInput, projects: CliProjects): Promise<CliScope> {
  const groups: SourceGroup[] = [];
  const unreadable: (SkippedFile & { readonly reason: 'unreadable' })[] = [];
  let files = await chosenFiles(projects, paths);
  while (files.length > 0) {
    const { sources, skipped } = await openSources(files, { signal });
    for (const one of skipped) if (one.reason === 'unreadable') unreadable.push(one);
    if (sources.length > 0) groups.push({ sources, locales: wantedLocales(sources, values.locale) });
    // An order has one source locale, so files in others are opened as another group.
    const others = sources.length === 0 ? [] : skipped.filter(({ reason }) => reason === 'other-source');
    files = others.flatMap(({ file }) => {
      const found = projects.get(file.project);
      return found === undefined ? [] : [chosenFile(projects, found, file.path, true)];
    });
  }
  if (groups.length === 0 && unreadable.length === 0) throw new OrderError('no-locale-files');
  return { groups, unreadable };
}

function wantedLocales(sources: readonly SourceFile[], only: readonly string[] | undefined): readonly string[] {
  const locales = targetLocalesOf(sources);
  return only === undefined ? locales : locales.filter((locale) => only.some((one) => isSameLocale(one, locale)));
}

function chosenFile(projects: CliProjects, { project }: CliProject, file: string, isSelected: boolean): ChosenFile {
  return { project, path: file, settings: layoutsOf(projects, project.id), isSelected };
}

async function chosenFiles(projects: CliProjects, paths: readonly string[]): Promise<readonly ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  const places: readonly Place[] = await Promise.all(paths.map((each) => placeOf(projects, each)));
  for (const found of projects.all) {
    const own = places.filter(({ project }) => project === found);
    if (paths.length > 0 && own.length === 0) continue;
    const folders = own.filter(({ isFolder }) => isFolder);
    for (const { file, isFolder } of own) if (!isFolder) chosen.push(chosenFile(projects, found, file, true));
    if (paths.length > 0 && folders.length === 0) continue;
    for (const file of (await found.project.localeFiles()) ?? []) {
      const isWanted =
        paths.length === 0 || folders.some((folder) => folder.file === '' || file.startsWith(`${folder.file}/`));
      if (isWanted) chosen.push(chosenFile(projects, found, file, false));
    }
  }
  return chosen;
}

interface Place {
  readonly project: CliProject;
  /** Relative to the project's root. */
  readonly file: string;
  readonly isFolder: boolean;
}

async function placeOf(projects: CliProjects, given: string): Promise<Place> {
  // A path may be given as the shell completes it, or as the results name it.
  for (const project of projects.all) {
    const { root } = project.folder;
    for (const absolute of [path.resolve(given), path.resolve(root, given)]) {
      const found = isWithin(root, absolute) ? await stat(absolute).catch(() => undefined) : undefined;
      if (found !== undefined)
        return {
          project,
          file: path.relative(root, absolute).split(path.sep).join('/'),
          isFolder: found.isDirectory(),
        };
    }
  }
  throw new UsageError(words(l10n.t('{0} is not a file or folder of the project.'), outside(given, maxPathCharacters)));
}

const maxPathCharacters = 1000;

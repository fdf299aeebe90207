import * as l10n from '@vscode/l10n';
import { isSameLocale, isUsuallySameLocale } from '../base/locale.ts';
import { locateSource, type SourceFile } from '../orders/units/files/localeFile.ts';
import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import { OrderError } from '../orders/model/orderError.ts';
import type { UnitFilter, UnitRef } from '../orders/model/unitRef.ts';
import { findTargetLocale, targetLocalesOf } from '../orders/units/gaps/planDrafts.ts';
import type { FileWithoutSource } from '../words/reasonSentences.ts';
import { fromOutside, words } from '../words/words.ts';
import type { CliInput } from './cliCommand.ts';
import { isAtOrBelow, layoutsOf, type NamedPath, type CliProject, type CliProjects } from './openProjects.ts';
import { UsageError } from './usageError.ts';
import { openSources, type ChosenFile } from '../orders/units/files/sourceDocument.ts';

/** Source files in one locale. */
export interface SourceGroup {
  readonly sources: readonly SourceFile[];
  /** The locales to look at. */
  readonly locales: readonly string[];
}

type UnreadableSource = SkippedFile & { readonly reason: 'unreadable' };

/** The locale files that a command is for. */
export interface CliScope {
  /** A group for each source locale. */
  readonly groups: readonly SourceGroup[];
  /** Files that can't be read. */
  readonly unreadable: readonly UnreadableSource[];
  /** Files that are not the source of their strings, or not of all. */
  readonly withoutSource: readonly FileWithoutSource[];
}

export interface ScopeOptions {
  /** Whether `--locale` may name a locale that the project doesn't have yet. */
  readonly newLocales: boolean;
}

/**
 * Opens the locale files of the projects, limited to the paths and locales of the command line. Translations among the
 * paths limit the locales. Rejects with OrderError 'no-locale-files', and with UsageError for a path outside the projects
 * and for a locale that they don't have.
 */
export async function openScope(
  { paths, values, signal }: CliInput,
  projects: CliProjects,
  options: ScopeOptions,
): Promise<CliScope> {
  const openedGroups: OpenedGroup[] = [];
  const unreadable: UnreadableSource[] = [];
  const withoutSource: FileWithoutSource[] = [];
  let files = await chosenFiles(projects, paths);
  while (files.length > 0) {
    const { sources, into, skipped } = await openSources(files, { signal });
    for (const skippedFile of skipped) {
      if (skippedFile.reason === 'unreadable') unreadable.push(skippedFile);
      else if (skippedFile.reason !== 'other-source' && skippedFile.reason !== 'not-found')
        withoutSource.push(skippedFile);
    }
    if (sources.length > 0) openedGroups.push({ sources, chosenLocales: into });
    // An order has one source locale, so files in others are opened as another group.
    files = sources.length === 0 ? [] : await filesOfOtherSources(files, skipped);
  }
  const groups = withLocales(openedGroups, values.locale, options);
  if (groups.length === 0 && unreadable.length === 0 && withoutSource.length === 0)
    throw new OrderError('no-locale-files');
  return { groups, unreadable, withoutSource: distinctFiles(withoutSource) };
}

/** Returns files each once: a group of another source locale may name them again. */
function distinctFiles(files: readonly FileWithoutSource[]): readonly FileWithoutSource[] {
  return [...new Map(files.map((skipped) => [JSON.stringify([skipped.file, skipped.reason]), skipped])).values()];
}

/** Sources in one locale, and the locales of the translations that were chosen instead of them. */
interface OpenedGroup {
  readonly sources: readonly SourceFile[];
  readonly chosenLocales: readonly string[];
}

/** Returns the files whose sources were skipped because they are in another locale. */
async function filesOfOtherSources(
  files: readonly ChosenFile[],
  skipped: readonly SkippedFile[],
): Promise<readonly ChosenFile[]> {
  const skippedSources = skipped.filter(({ reason }) => reason === 'other-source');
  const namesOfSources = new Set(skippedSources.map(({ file }) => JSON.stringify([file.project, file.path])));
  if (namesOfSources.size === 0) return [];
  const filesOrNone = await Promise.all(
    files.map(async (file) => {
      const source = await locateSource(file.project, file.path, file.settings);
      return namesOfSources.has(JSON.stringify([file.project.id, source.path])) ? [file] : [];
    }),
  );
  return filesOrNone.flat();
}

/**
 * Adds to each group the locales to look at: those of `--locale`, as the group's files spell them; else those of the
 * chosen translations; else all. Throws UsageError for a locale that no group has, unless it may be a new one.
 */
function withLocales(
  groups: readonly OpenedGroup[],
  selectedLocales: readonly string[] | undefined,
  { newLocales }: ScopeOptions,
): readonly SourceGroup[] {
  const offered = groups.map((group) => ({ ...group, allLocales: targetLocalesOf(group.sources) }));
  if (selectedLocales === undefined)
    return offered.map(({ sources, chosenLocales, allLocales }) => ({
      sources,
      locales: chosenLocales.length > 0 ? chosenLocales : allLocales,
    }));
  const selected = offered.map(({ sources }) => ({ sources, locales: new Set<string>() }));
  for (const name of selectedLocales) {
    // As each group's files spell the locale. One that some files have is not new in the others.
    const spellings = offered.map(
      ({ chosenLocales, allLocales }) => findTargetLocale(chosenLocales, name) ?? findTargetLocale(allLocales, name),
    );
    const isNew = newLocales && spellings.every((locale) => locale === undefined);
    for (const [index, { sources, locales }] of selected.entries()) {
      const isSource = sources.some(({ locale }) => isSameLocale(locale, name));
      const spelling = spellings[index];
      if (spelling !== undefined) locales.add(spelling);
      else if (isNew && !isSource) locales.add(name);
    }
    const isSelected = selected.some(({ locales }) => [...locales].some((locale) => isUsuallySameLocale(locale, name)));
    if (groups.length > 0 && !isSelected)
      throw new UsageError(words(l10n.t('The project has no translations into “{0}”.'), name));
  }
  return selected.map(({ sources, locales }) => ({ sources, locales: [...locales] }));
}

/** `isSelected`: the command line names the file itself. */
function chosenFile(projects: CliProjects, { project }: CliProject, file: string, isSelected: boolean): ChosenFile {
  return { project, path: file, settings: layoutsOf(projects, project.id), isSelected };
}

/** Returns the files that the paths name, and the locale files of the folders that they name; without paths, all. */
async function chosenFiles(projects: CliProjects, paths: readonly string[]): Promise<readonly ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  const namedPaths = await Promise.all(paths.map((name) => requirePath(projects, name)));
  const folders = namedPaths.filter(({ isFolder }) => isFolder);
  for (const project of projects.all) {
    for (const namedPath of namedPaths)
      if (namedPath.project === project && !namedPath.isFolder)
        chosen.push(chosenFile(projects, project, namedPath.file, true));
    if (paths.length > 0 && folders.length === 0) continue;
    for (const file of (await project.project.localeFiles()) ?? [])
      if (paths.length === 0 || folders.some((folder) => isAtOrBelow(folder, project, file)))
        chosen.push(chosenFile(projects, project, file, false));
  }
  return chosen;
}

/**
 * Returns whether a unit is of one of the paths: its source, its target, or a folder with one of them. Without paths,
 * each one is. Rejects with UsageError for a path that neither exists nor has one of these units.
 */
export async function chosenUnits(
  paths: readonly string[],
  projects: CliProjects,
  units: readonly UnitRef[],
): Promise<UnitFilter> {
  const namedPaths: NamedPath[] = [];
  for (const name of paths) {
    const existingPath = await projects.findPath(name);
    if (existingPath !== undefined) {
      namedPaths.push(existingPath);
      continue;
    }
    const missingPaths = await projects.missingPaths(name);
    const pathsWithUnits = missingPaths.filter((path) => units.some((unit) => isUnitAt(projects, unit, path)));
    if (pathsWithUnits.length === 0) throw notInProject(name);
    namedPaths.push(...pathsWithUnits);
  }
  return (unit) => paths.length === 0 || namedPaths.some((namedPath) => isUnitAt(projects, unit, namedPath));
}

function isUnitAt(
  projects: CliProjects,
  { project: id, file, targetFile = file }: UnitRef,
  namedPath: NamedPath,
): boolean {
  const project = projects.get(id);
  return project !== undefined && [file, targetFile].some((path) => isAtOrBelow(namedPath, project, path));
}

async function requirePath(projects: CliProjects, name: string): Promise<NamedPath> {
  const namedPath = await projects.findPath(name);
  if (namedPath === undefined) throw notInProject(name);
  return namedPath;
}

function notInProject(name: string): UsageError {
  return new UsageError(
    words(l10n.t('{0} is not a file or folder of the project.'), fromOutside(name, maxPathCharacters)),
  );
}

const maxPathCharacters = 1000;

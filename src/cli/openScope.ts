import * as l10n from '@vscode/l10n';
import { findLocale, isSameLocale } from '../base/locale.ts';
import { openSources, type ChosenFile } from '../orders/units/files/openSources.ts';
import { locateSource, type SourceFile } from '../orders/units/files/localeFile.ts';
import type { SkippedFile } from '../orders/units/files/skippedFile.ts';
import { OrderError } from '../orders/model/orderError.ts';
import type { UnitFilter, UnitRef } from '../orders/model/unitRef.ts';
import { targetLocalesOf } from '../orders/units/gaps/planDrafts.ts';
import { outside, words } from '../words/words.ts';
import type { CliInput } from './cliCommand.ts';
import { isInPlace, layoutsOf, type CliPlace, type CliProject, type CliProjects } from './openProjects.ts';
import { UsageError } from './usageError.ts';

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
}

/** Whether `--locale` may name a locale that the project doesn't have yet. */
export interface ScopeOptions {
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
  const opened: OpenedGroup[] = [];
  const unreadable: UnreadableSource[] = [];
  let files = await chosenFiles(projects, paths);
  while (files.length > 0) {
    const { sources, into, skipped } = await openSources(files, { signal });
    for (const one of skipped) if (one.reason === 'unreadable') unreadable.push(one);
    if (sources.length > 0) opened.push({ sources, into });
    // An order has one source locale, so files in others are opened as another group.
    files = sources.length === 0 ? [] : await filesOfOthers(files, skipped);
  }
  const groups = withLocales(opened, values.locale, options);
  if (groups.length === 0 && unreadable.length === 0) throw new OrderError('no-locale-files');
  return { groups, unreadable };
}

/** Sources in one locale, and the locales of the translations that were chosen in their place. */
interface OpenedGroup {
  readonly sources: readonly SourceFile[];
  readonly into: readonly string[];
}

/** Returns the files whose sources were skipped because they are in another locale. */
async function filesOfOthers(
  files: readonly ChosenFile[],
  skipped: readonly SkippedFile[],
): Promise<readonly ChosenFile[]> {
  const others = new Set(
    skipped
      .filter(({ reason }) => reason === 'other-source')
      .map(({ file }) => JSON.stringify([file.project, file.path])),
  );
  if (others.size === 0) return [];
  const located = await Promise.all(
    files.map(async (file) => ({ file, source: await locateSource(file.project, file.path, file.settings) })),
  );
  return located
    .filter(({ file, source }) => others.has(JSON.stringify([file.project.id, source.path])))
    .map(({ file }) => file);
}

/** Adds the locales to look at. Throws UsageError for one that no group has, unless it may be a new one. */
function withLocales(
  groups: readonly OpenedGroup[],
  only: readonly string[] | undefined,
  { newLocales }: ScopeOptions,
): readonly SourceGroup[] {
  const known = groups.map(({ sources, into }) => ({ sources, into, all: targetLocalesOf(sources) }));
  if (only === undefined)
    return known.map(({ sources, into, all }) => ({ sources, locales: into.length > 0 ? into : all }));
  const wanted = known.map(({ sources }) => ({ sources, locales: new Set<string>() }));
  for (const one of only) {
    // The project's own spelling comes first. A locale that some files have is not new in the others.
    const spelled = known.map(({ into, all }) => findLocale(into, one) ?? findLocale(all, one));
    const isNew = newLocales && spelled.every((locale) => locale === undefined);
    for (const [index, group] of wanted.entries()) {
      const isSource = group.sources.some(({ locale }) => isSameLocale(locale, one));
      const locale = spelled[index] ?? (isNew && !isSource ? one : undefined);
      if (locale !== undefined) group.locales.add(locale);
    }
    if (groups.length > 0 && !wanted.some(({ locales }) => [...locales].some((each) => isSameLocale(each, one))))
      throw new UsageError(words(l10n.t('The project has no translations into “{0}”.'), one));
  }
  return wanted.map(({ sources, locales }) => ({ sources, locales: [...locales] }));
}

function chosenFile(projects: CliProjects, { project }: CliProject, file: string, isSelected: boolean): ChosenFile {
  return { project, path: file, settings: layoutsOf(projects, project.id), isSelected };
}

async function chosenFiles(projects: CliProjects, paths: readonly string[]): Promise<readonly ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  const places = await Promise.all(paths.map((each) => requirePlace(projects, each)));
  const folders = places.filter(({ isFolder }) => isFolder);
  for (const found of projects.all) {
    for (const { project, file, isFolder } of places)
      if (project === found && !isFolder) chosen.push(chosenFile(projects, found, file, true));
    if (paths.length > 0 && folders.length === 0) continue;
    for (const file of (await found.project.localeFiles()) ?? [])
      if (paths.length === 0 || folders.some((folder) => isInPlace(folder, found, file)))
        chosen.push(chosenFile(projects, found, file, false));
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
  const places: CliPlace[] = [];
  for (const given of paths) {
    const found = await projects.placeOf(given);
    const named =
      found === undefined
        ? (await projects.missingPlacesOf(given)).filter((place) =>
            units.some((unit) => isOfPlace(projects, unit, place)),
          )
        : [found];
    if (named.length === 0) throw notInProject(given);
    places.push(...named);
  }
  return (unit) => paths.length === 0 || places.some((place) => isOfPlace(projects, unit, place));
}

function isOfPlace(projects: CliProjects, { project: id, file, targetFile = file }: UnitRef, place: CliPlace): boolean {
  const project = projects.get(id);
  return project !== undefined && [file, targetFile].some((each) => isInPlace(place, project, each));
}

async function requirePlace(projects: CliProjects, given: string): Promise<CliPlace> {
  const place = await projects.placeOf(given);
  if (place === undefined) throw notInProject(given);
  return place;
}

function notInProject(given: string): UsageError {
  return new UsageError(
    words(l10n.t('{0} is not a file or folder of the project.'), outside(given, maxPathCharacters)),
  );
}

const maxPathCharacters = 1000;

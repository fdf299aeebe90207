import { FormatError, type FileLocales, type Unit } from '../../formats/format.ts';
import {
  detectLayout,
  existingLocales,
  isSingleFile,
  sourceFor,
  targetPath,
  withSourceLocale,
  type Layout,
} from '../../locales/layout.ts';
import { isSameLocale } from '../../base/locale.ts';
import { parseLayoutPatterns } from '../../locales/layoutPattern.ts';
import type { PlaceholderSettings } from '../../placeholders/project/placeholderSettings.ts';
import { syntaxesOfUnits } from '../../placeholders/project/syntaxes.ts';
import type { PlaceholderSyntax } from '../../placeholders/read/placeholder.ts';
import { OrderError } from '../model/orderError.ts';
import type { Project } from '../model/project.ts';
import type { UnitFormat } from '../model/unitFormat.ts';

/** A locale file that is there and cannot be read. The cause says where and why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly project: string;
  readonly path: string;
  readonly place: FormatError;

  constructor(project: string, path: string, place: FormatError) {
    super(`${path}: ${place.message}`, { cause: place });
    this.project = project;
    this.path = path;
    this.place = place;
  }
}

/** How the person says that a project is laid out. */
export interface LayoutSettings {
  /** The person's own layouts, which win. */
  readonly patterns: readonly string[];
  /** BCP 47: the locale of files that do not name theirs. */
  readonly sourceLocale: string;
  /** How ICU messages with choices are ordered: a text for each branch, or the whole message. Absent: 'branches'. */
  readonly icuMessages?: 'branches' | 'whole';
  /** What becomes of a plural's `many` where it is for millions alone: it is ordered, or a copy of `other`. Absent: 'order'. */
  readonly pluralMany?: 'order' | 'copyOther';
  /** What of the texts is not translated, beside what the format and the project's libraries say. */
  readonly placeholders?: PlaceholderSettings;
}

/** The locale file that is ordered from, read once. */
export interface SourceFile {
  readonly project: Project;
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  readonly layout: Layout;
  readonly text: string;
  readonly format: UnitFormat;
  readonly units: readonly Unit[];
  /** The families of placeholders to look for in a unit of this file: see `syntaxes.ts`. Throws PlaceholderSettingError for settings that cannot be used. */
  readonly syntaxesOf: (unit: Unit) => readonly PlaceholderSyntax[];
  /** Locales that the project has beside this one. */
  readonly targetLocales: readonly string[];
  readonly icuMessages: 'branches' | 'whole';
  readonly pluralMany: 'order' | 'copyOther';
}

/** A locale file that is translated into; `text` is undefined while there is no such file. */
export interface TargetFile {
  /** The source's own path where one file holds both. */
  readonly path: string;
  readonly locale: string;
  readonly text: string | undefined;
  readonly units: ReadonlyMap<string, Unit>;
}

/**
 * Reads a locale file and finds its place in the project's layout.
 * Rejects with OrderError 'not-a-locale-file', or UnreadableFileError for a file that is broken.
 */
export async function openSourceFile(
  project: Project,
  path: string,
  settings: LayoutSettings,
  signal?: AbortSignal,
): Promise<SourceFile> {
  const [text, siblings, dependencies] = await Promise.all([
    placed(project, path, () => project.read(path)),
    project.siblings(path),
    project.dependencies(path),
  ]);
  const named = detectLayout(path, siblings, parseLayoutPatterns(settings.patterns), settings.sourceLocale);
  const format = text === undefined || named === undefined ? undefined : await project.format(path, text);
  if (text === undefined || named === undefined || format === undefined)
    throw new OrderError('not-a-locale-file', path);
  const held = await placed(project, path, () => format.locales(text));
  const layout = held?.source === undefined ? named : withSourceLocale(named, held.source);
  const locale = layout.sourceLocale;
  const units = await placed(project, path, () => format.read(text, held === undefined ? locale : undefined, signal));
  const { placeholders } = settings;
  return {
    project,
    path,
    locale,
    layout,
    text,
    format,
    units,
    syntaxesOf: syntaxesOfUnits({
      formatId: format.id,
      path,
      dependencies,
      units,
      ...(placeholders === undefined ? {} : { settings: placeholders }),
    }),
    targetLocales: [...new Set([...existingLocales(layout, siblings), ...ownTargets(layout, held)])],
    icuMessages: settings.icuMessages ?? 'branches',
    pluralMany: settings.pluralMany ?? 'order',
  };
}

/** The locales that the source's own file is translated into. */
function ownTargets(layout: Layout, held: FileLocales | undefined): readonly string[] {
  if (held === undefined) return [];
  const isOwn = (locale: string): boolean => isSingleFile(layout) || targetPath(layout, locale) === layout.sourcePath;
  return held.targets.filter((locale) => !isSameLocale(locale, layout.sourceLocale) && isOwn(locale));
}

/**
 * The file to order from when a locale file is pointed at. Who points at the file of another locale than the source's
 * wants that locale, not texts translated from it: then `into` names it. Looks at names only.
 */
export async function locateSource(
  project: Project,
  path: string,
  { patterns, sourceLocale }: LayoutSettings,
): Promise<{ readonly path: string; readonly into?: string }> {
  const siblings = await project.siblings(path);
  const layout = detectLayout(path, siblings, parseLayoutPatterns(patterns), sourceLocale);
  return layout === undefined ? { path } : sourceFor(layout, siblings, sourceLocale);
}

/** Reads the file that holds a locale's translations; one that holds nothing at all has no units yet. Rejects with UnreadableFileError where it is broken. */
export async function openTargetFile(source: SourceFile, locale: string, signal?: AbortSignal): Promise<TargetFile> {
  const path = targetPath(source.layout, locale);
  const { project, format } = source;
  const text = path === source.path ? source.text : await placed(project, path, () => project.read(path));
  const units =
    text === undefined || text.trim() === ''
      ? []
      : await placed(project, path, () => format.read(text, locale, signal));
  return { path, locale, text, units: new Map(units.map((unit) => [unit.id, unit])) };
}

/** Says which file a FormatError is about. */
async function placed<T>(project: Project, path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof FormatError ? new UnreadableFileError(project.id, path, error) : error;
  }
}

/** Whether a path is where the source's project has, or would have, its translations into a locale, however it spells that. */
export function isTargetPath({ layout, path: sourcePath }: SourceFile, path: string, locale: string): boolean {
  if (path === targetPath(layout, locale)) return path !== sourcePath || layout.isBilingual || isSingleFile(layout);
  return existingLocales(layout, [path]).some((found) => isSameLocale(found, locale));
}

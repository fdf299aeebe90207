import { formatFor } from '../formats/formats.ts';
import { FormatError, type LocaleFormat, type Unit } from '../formats/format.ts';
import { detectLayout, existingLocales, targetPath, type Layout } from '../locales/layout.ts';
import { isSameLocale } from '../locales/locale.ts';
import { parseLayoutPatterns } from '../locales/layoutPattern.ts';
import { syntaxesFor } from '../placeholders/syntaxes.ts';
import type { PlaceholderSyntax } from '../placeholders/placeholder.ts';
import { OrderError } from './orderError.ts';
import type { Project } from './project.ts';

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

/** The locale file that is ordered from, read once. */
export interface SourceFile {
  readonly project: Project;
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  readonly layout: Layout;
  readonly text: string;
  readonly format: LocaleFormat;
  readonly units: readonly Unit[];
  readonly syntaxes: readonly PlaceholderSyntax[];
  /** Locales that the project has beside this one. */
  readonly targetLocales: readonly string[];
}

/** A locale file that is translated into; `text` is undefined while there is no such file. */
export interface TargetFile {
  readonly path: string;
  readonly locale: string;
  readonly text: string | undefined;
  readonly units: ReadonlyMap<string, Unit>;
}

/**
 * Reads a locale file and finds its place in the project's layout. `patterns` are the person's own layouts and win.
 * Throws OrderError 'not-a-locale-file', or UnreadableFileError for a file that is broken.
 */
export async function openSourceFile(project: Project, path: string, patterns: readonly string[]): Promise<SourceFile> {
  const [text, siblings, dependencies] = await Promise.all([placed(project, path, () => project.read(path)), project.siblings(path), project.dependencies(path)]);
  const layout = detectLayout(path, siblings, parseLayoutPatterns(patterns));
  if (text === undefined || layout === undefined) throw new OrderError('not-a-locale-file', path);
  const format = await formatFor(path, text);
  if (format === undefined) throw new OrderError('not-a-locale-file', path);
  return {
    project,
    path,
    locale: layout.sourceLocale,
    layout,
    text,
    format,
    units: await placed(project, path, () => format.read(text, layout.sourceLocale)),
    syntaxes: syntaxesFor({ formatId: format.id, dependencies }),
    targetLocales: existingLocales(layout, siblings),
  };
}

/**
 * The file to order from when a locale file is pointed at. Who points at the file of another locale than `sourceLocale`
 * wants that locale, not texts translated from it: then `into` names it. Looks at names only.
 */
export async function locateSource(project: Project, path: string, patterns: readonly string[], sourceLocale: string): Promise<{ readonly path: string; readonly into?: string }> {
  const siblings = await project.siblings(path);
  const layout = detectLayout(path, siblings, parseLayoutPatterns(patterns));
  if (layout === undefined || isSameLocale(layout.sourceLocale, sourceLocale)) return { path };
  const main = existingLocales(layout, siblings).find((locale) => isSameLocale(locale, sourceLocale));
  return main === undefined ? { path } : { path: targetPath(layout, main), into: layout.sourceLocale };
}

/** Reads the file that holds a locale's translations; one that holds nothing at all has no units yet. Throws UnreadableFileError where it is broken. */
export async function openTargetFile(source: SourceFile, locale: string): Promise<TargetFile> {
  const path = targetPath(source.layout, locale);
  const { project, format } = source;
  const text = await placed(project, path, () => project.read(path));
  const units = text === undefined || text.trim() === '' ? [] : await placed(project, path, () => format.read(text, locale));
  return { path, locale, text, units: new Map(units.map((unit) => [unit.id, unit])) };
}

/** Says which file a FormatError is about. */
async function placed<T>(project: Project, path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof FormatError ? new UnreadableFileError(project.id, path, error) : error;
  }
}

/** Whether a path is where the source's project has, or would have, its translations into a locale, however it spells that. */
export function isTargetPath({ layout, path: sourcePath }: SourceFile, path: string, locale: string): boolean {
  if (path === targetPath(layout, locale)) return path !== sourcePath;
  return existingLocales(layout, [path]).some((found) => isSameLocale(found, locale));
}

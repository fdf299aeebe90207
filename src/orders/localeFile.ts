import { formatFor } from '../formats/formats.ts';
import type { LocaleFormat, Unit } from '../formats/format.ts';
import { detectLayout, existingLocales, targetPath, type Layout } from '../locales/layout.ts';
import { isSameLocale } from '../locales/locale.ts';
import { parseLayoutPatterns } from '../locales/layoutPattern.ts';
import { syntaxesFor } from '../placeholders/syntaxes.ts';
import type { PlaceholderSyntax } from '../placeholders/placeholder.ts';
import { OrderError } from './orderError.ts';
import type { Project } from './project.ts';

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
 * Throws OrderError 'not-a-locale-file', or FormatError with line and column for a file that is broken.
 */
export async function openSourceFile(project: Project, path: string, patterns: readonly string[]): Promise<SourceFile> {
  const [text, siblings, dependencies] = await Promise.all([project.read(path), project.siblings(path), project.dependencies(path)]);
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
    units: format.read(text, layout.sourceLocale),
    syntaxes: syntaxesFor({ formatId: format.id, dependencies }),
    targetLocales: existingLocales(layout, siblings),
  };
}

/** Reads the file that holds a locale's translations. Throws FormatError where it is broken. */
export async function openTargetFile(source: SourceFile, locale: string): Promise<TargetFile> {
  const path = targetPath(source.layout, locale);
  const text = await source.project.read(path);
  const units = text === undefined ? [] : source.format.read(text, locale);
  return { path, locale, text, units: new Map(units.map((unit) => [unit.id, unit])) };
}

/** Whether a path is where the source's project has, or would have, its translations into a locale, however it spells that. */
export function isTargetPath({ layout, path: sourcePath }: SourceFile, path: string, locale: string): boolean {
  if (path === targetPath(layout, locale)) return path !== sourcePath;
  return existingLocales(layout, [path]).some((found) => isSameLocale(found, locale));
}

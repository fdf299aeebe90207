import { readingsOf } from './layout.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { localeFolder } from './localeFolder.ts';
import { isLocaleName, isLocaleSegment, isRareLocale } from './isLocale.ts';
import { nearbyTemplates } from './layoutTemplate.ts';
import type { Reading } from './reading.ts';
import { localeFileExtension } from './localeFileExtension.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The entries of a folder that a caller needs. */
export interface WantedEntries {
  readonly prefix: string;
  readonly isFolder: boolean;
}

/** A project's folders, read-only. Paths are relative to its root, which is ''. A missing folder is empty. */
export interface FolderReader {
  /** Lists a folder; may omit entries that are not wanted. */
  list(folder: string, wanted?: WantedEntries): Promise<readonly FolderEntry[]>;
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
}

/** Maximum number of files per folder; more add no information about a layout. */
const maxFiles = 2000;
/** Maximum number of names per folder that can replace one part of a template. */
const maxLocales = 300;
const foreignFolder = /(?:^|\/)(?:node_modules|bower_components|\.git)\//u;

/**
 * Returns the paths that determine how a file is laid out: those next to it, and those where its source and
 * translations would be in any reading of its path. Searches only the folders above it and the folders named for a
 * locale there, and for a template of gettext also the folders below it. Folders end in a slash.
 */
export async function nearbyPaths(
  path: string,
  patterns: readonly LayoutPattern[],
  reader: FolderReader,
): Promise<readonly string[]> {
  const paths = new Set([path]);
  if (foreignFolder.test(path)) return [path];
  const cachedReader = withCache(reader);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const entries = await cachedReader.list(folder.slice(0, -1));
  const files = entries.filter(({ name, isFolder }) => !isFolder && localeFileExtension.test(name));
  for (const { name } of files.slice(0, maxFiles)) paths.add(`${folder}${name}`);
  const readings = possibleReadings(path, patterns);
  // The other locales nearby show which exist, and their spelling. Not searched for what is only possibly a source.
  const likelyReadings = readings.filter(({ name, isCertain }) => name !== undefined || isCertain === true);
  const nearbyLocales = likelyReadings.flatMap(({ template }) => nearbyTemplates(template));
  for (const template of new Set([...templatesToFollow(readings), ...nearbyLocales]))
    await addPaths(paths, template, cachedReader);
  return [...paths];
}

/**
 * Returns the paths where a file's source and translations would be by any reading of its path: enough to tell whether
 * it is a locale file.
 */
export async function counterpartPaths(
  path: string,
  patterns: readonly LayoutPattern[],
  reader: FolderReader,
): Promise<readonly string[]> {
  const paths = new Set([path]);
  if (foreignFolder.test(path)) return [path];
  for (const template of templatesToFollow(possibleReadings(path, patterns))) await addPaths(paths, template, reader);
  return [...paths];
}

/** A reading by an ecosystem, or by one of the user's patterns. */
type PossibleReading = PathOfLocale & Partial<Reading>;

function possibleReadings(path: string, patterns: readonly LayoutPattern[]): readonly PossibleReading[] {
  const matches = patterns.map(({ match }) => match(path)).filter((reading) => reading !== undefined);
  const readings: PossibleReading[] = matches.map((reading) => ({ ...reading, isCertain: true }));
  if (localeFileExtension.test(path)) readings.push(...readingsOf(path).flat());
  return readings;
}

/** Returns the templates to search for: paths with the locale in braces, or with a `*` in the file's name. */
function templatesToFollow(readings: readonly PossibleReading[]): ReadonlySet<string> {
  const templates = readings.flatMap(({ template, sourceTemplate, folder }) => [template, sourceTemplate, folder]);
  return new Set(templates.filter((template) => template !== undefined));
}

/**
 * Adds the paths that exist for a template: replaces its first part in braces by each matching name, then the next, as
 * in `i18n/{locale}/*.pot`, `i18n/fr/*.pot`, `i18n/fr/app.pot`. `filledEnd` is the offset after the names that were
 * found, which may have braces or a `*` of their own.
 */
async function addPaths(paths: Set<string>, template: string, reader: FolderReader, filledEnd = 0): Promise<void> {
  const partPattern = /\{(?:locale|language|region|folder|locales)\}|\*/gu;
  partPattern.lastIndex = filledEnd;
  const partStart = partPattern.exec(template)?.index;
  if (partStart === undefined) {
    const kind = template.endsWith('/') ? 'folder' : 'file';
    if (!paths.has(template) && (await reader.kindOf(template.replace(/\/$/u, ''))) === kind) paths.add(template);
    return;
  }
  // Of `res/values-{locale}/strings.xml`: `values-{locale}`, with the prefix `values-` and the tail `/strings.xml`.
  const segmentStart = template.lastIndexOf('/', partStart) + 1;
  const slash = template.indexOf('/', partStart);
  const isFolderWanted = slash !== -1;
  const segmentEnd = isFolderWanted ? slash : template.length;
  const tail = template.slice(segmentEnd);
  const wanted = { prefix: template.slice(segmentStart, partStart), isFolder: isFolderWanted };
  const entries = await reader.list(template.slice(0, Math.max(segmentStart - 1, 0)), wanted);
  if (entries.length === 0) return;
  const pattern = segmentPattern(template.slice(segmentStart, segmentEnd));
  let nameCount = 0;
  for (const { name, isFolder } of entries) {
    if (isFolder !== isFolderWanted || nameCount >= maxLocales) continue;
    const match = pattern.exec(name);
    const parts = match?.groups ?? {};
    if (match === null || !arePossible(parts)) continue;
    nameCount += 1;
    const filled = `${template.slice(0, segmentStart)}${name}`;
    if (tail === '' || tail === '/') paths.add(`${filled}${tail}`);
    else await addPaths(paths, `${filled}${fillParts(tail, parts)}`, reader, filled.length);
  }
}

/** Whether a name may have these texts at a template's parts: a locale of any layout, a folder for locale files. */
function arePossible({ locale, folder, locales }: Readonly<Record<string, string | undefined>>): boolean {
  if (folder !== undefined && /^\.|^(?:node_modules|bower_components)$/u.test(folder)) return false;
  if (locales !== undefined && !localeFolder.test(locales)) return false;
  return locale === undefined || isLocaleName(locale) || isLocaleSegment(locale) || isRareLocale(locale);
}

/** The texts that the parts of a template match. */
const partPatterns: Readonly<Record<string, string>> = {
  locale: '[A-Za-z][A-Za-z0-9@+_-]+',
  folder: '.+',
  locales: '.+',
  language: '[A-Za-z]{2,3}',
  region: '[A-Za-z]{2}|\\d{3}',
};

/**
 * Returns a pattern for the names that fit a segment of a template: `values-{locale}` → `values-(?<locale>…)`. A part
 * that is repeated matches the same text again.
 */
function segmentPattern(segment: string): RegExp {
  const earlierParts = new Set<string>();
  const source = segment.replaceAll(
    /\{(locale|language|region|folder|locales)\}|[$()*+.?[\\\]^{|}]/gu,
    (syntax, part: string | undefined) => {
      if (syntax === '*') return '.*';
      if (part === undefined) return `\\${syntax}`;
      if (earlierParts.has(part)) return `\\k<${part}>`;
      earlierParts.add(part);
      return `(?<${part}>${partPatterns[part] ?? ''})`;
    },
  );
  return new RegExp(`^${source}$`, 'u');
}

/** Inserts the texts of parts that occur again: `/{locale}.json` → `/fr.json`. */
function fillParts(template: string, parts: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(/\{(locale|language|region)\}/gu, (inBraces, part: string) => parts[part] ?? inBraces);
}

/** Caches whole lists of folders, whatever is wanted of them, because several templates have the same folders. */
function withCache(reader: FolderReader): FolderReader {
  const lists = new Map<string, Promise<readonly FolderEntry[]>>();
  return {
    list: (folder) => {
      const list = lists.get(folder) ?? reader.list(folder);
      lists.set(folder, list);
      return list;
    },
    kindOf: (path) => reader.kindOf(path),
  };
}

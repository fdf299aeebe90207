import { readingsOf } from './layout.ts';
import type { LayoutPattern } from './layoutPattern.ts';
import { localeTest } from './layoutTemplate.ts';
import { localeFileExtension } from './localeFileExtension.ts';

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The entries that are wanted of a folder. */
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

/** Maximum number of entries per folder; more add no information about a layout. */
const maxEntries = 2000;
const maxLocales = 300;
const foreignFolder = /(?:^|\/)(?:node_modules|bower_components|\.git)\//u;

/**
 * Returns the paths that determine how a file is laid out: those next to it, and those where its source and
 * translations would be in any reading of its path. Searches only the folders above it and the folders named for a
 * locale there. Folders end in a slash.
 */
export async function nearbyPaths(
  path: string,
  patterns: readonly LayoutPattern[],
  reader: FolderReader,
): Promise<readonly string[]> {
  const found = new Set([path]);
  if (foreignFolder.test(path)) return [...found];
  const cached = withCache(reader);
  const own = path.slice(0, path.lastIndexOf('/') + 1);
  const files = (await cached.list(own.slice(0, -1))).filter(
    ({ name, isFolder }) => !isFolder && localeFileExtension.test(name),
  );
  for (const { name } of files.slice(0, maxEntries)) found.add(`${own}${name}`);
  for (const place of placesOf(path, patterns)) await follow(place, cached, found);
  return [...found];
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
  const found = new Set([path]);
  if (foreignFolder.test(path)) return [...found];
  for (const place of placesOf(path, patterns)) await follow(place, reader, found);
  return [...found];
}

/** Where to look: paths with the locale in braces, or with a `*` in the file's name. */
function placesOf(path: string, patterns: readonly LayoutPattern[]): ReadonlySet<string> {
  const places = new Set<string>();
  const placed = patterns.map(({ match }) => match(path)).filter((place) => place !== undefined);
  const readings = localeFileExtension.test(path) ? readingsOf(path).flat() : [];
  for (const { template, base, name, certain } of [
    ...placed.map((place) => ({ ...place, certain: true })),
    ...readings,
  ]) {
    places.add(template);
    const folder = template.indexOf('{locale}/');
    // The other locales' folders show which there are, and how they are spelled, whatever is in them.
    if ((certain || name !== undefined) && folder !== -1) places.add(template.slice(0, folder + '{locale}/'.length));
    if (base !== undefined) places.add(base);
  }
  for (const { folder } of readings) if (folder !== undefined) places.add(folder);
  return places;
}

/** Adds what there is at a place, one name after another put in for its first part in braces. */
async function follow(place: string, reader: FolderReader, found: Set<string>): Promise<void> {
  const at = place.search(/\{locale\}|\{language\}|\{region\}|\*/u);
  if (at === -1) {
    const kind = place.endsWith('/') ? 'folder' : 'file';
    if (!found.has(place) && (await reader.kindOf(place.replace(/\/$/u, ''))) === kind) found.add(place);
    return;
  }
  const start = place.lastIndexOf('/', at) + 1;
  const slash = place.indexOf('/', at);
  const end = slash === -1 ? place.length : slash;
  const rest = place.slice(end);
  const wanted = { prefix: place.slice(start, at), isFolder: slash !== -1 };
  const entries = await reader.list(place.slice(0, Math.max(start - 1, 0)), wanted);
  if (entries.length === 0) return;
  const pattern = segmentPattern(place.slice(start, end));
  const isName = localeTest(place);
  let names = 0;
  for (const { name, isFolder } of entries) {
    if (isFolder !== wanted.isFolder || names >= maxLocales) continue;
    const parts = pattern.exec(name)?.groups;
    if (parts === undefined || (parts['locale'] !== undefined && !isName(parts['locale']))) continue;
    names += 1;
    const filled = `${place.slice(0, start)}${name}`;
    if (rest === '' || rest === '/') found.add(`${filled}${rest}`);
    else await follow(`${filled}${withParts(rest, parts)}`, reader, found);
  }
}

function segmentPattern(segment: string): RegExp {
  const escaped = segment.replaceAll(/[$()+.?[\\\]^|]/gu, '\\$&').replaceAll('*', '(?<any>.*)');
  const source = escaped
    .replace('{locale}', '(?<locale>[A-Za-z][A-Za-z0-9@+_-]+)')
    .replaceAll('{locale}', '\\k<locale>')
    .replace('{language}', '(?<language>[A-Za-z]{2,3})')
    .replace('{region}', '(?<region>[A-Za-z]{2}|\\d{3})');
  return new RegExp(`^${source}$`, 'u');
}

function withParts(rest: string, parts: Readonly<Record<string, string | undefined>>): string {
  return rest.replaceAll(/\{(locale|language|region)\}/gu, (whole, part: string) => parts[part] ?? whole);
}

/** Several places are in the same folders. */
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

import { readingsOf } from './layout.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { localeFolder } from './localeFolder.ts';
import { isLocaleName, isLocaleSegment, isRareLocale } from './isLocale.ts';
import { nearbyTemplates, sourceWord, templateOfTemplates } from './layoutTemplate.ts';
import { isAboutRepository, partsOfTranslation, siteFolders, type Reading } from './reading.ts';
import { documentFile, localeFileExtension } from './localeFileExtension.ts';

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
  /** Notes that a result depends on all entries of a folder, for a reader that has to know. */
  readonly dependOn?: (folder: string) => void;
}

/** The translated documents in folders, and the folders they depend on; see `translatedDocuments`. */
export type TranslatedDocuments = Map<string, Promise<TranslatedInFolder>>;

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
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => `${folder}${name}`);
  for (const file of files.filter((name) => localeFileExtension.test(name)).slice(0, maxFiles)) paths.add(file);
  const readings = possibleReadings(path, patterns);
  // The other locales nearby show which exist, and their spelling. Not searched for what is only possibly a source.
  const likelyReadings = readings.filter(({ name, isCertain }) => name !== undefined || isCertain === true);
  const nearbyLocales = likelyReadings.flatMap(({ template }) => nearbyTemplates(template));
  for (const template of new Set([...templatesToFollow(readings), ...nearbyLocales]))
    await addPaths(paths, template, cachedReader);
  await addTranslatedDocuments(paths, path, cachedReader, new Map());
  return [...paths];
}

/**
 * Returns the paths where a file's source and translations would be by any reading of its path, and for a document
 * translated ones of its kind: enough to tell whether it is a locale file. `translated` keeps what several documents
 * share.
 */
export async function counterpartPaths(
  path: string,
  patterns: readonly LayoutPattern[],
  reader: FolderReader,
  translated: TranslatedDocuments = new Map(),
): Promise<readonly string[]> {
  const paths = new Set([path]);
  if (foreignFolder.test(path)) return [path];
  for (const template of templatesToFollow(possibleReadings(path, patterns))) await addPaths(paths, template, reader);
  await addTranslatedDocuments(paths, path, reader, translated);
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
  const templates = readings.flatMap(({ template, sourceTemplate, folder }) => [
    template,
    sourceTemplate,
    folder,
    ...templateOfTemplates(template),
  ]);
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

/** Whether a name may have these texts at a template's parts: a locale, or the source's name; a folder for locale files. */
function arePossible({ locale, folder, locales }: Readonly<Record<string, string | undefined>>): boolean {
  if (folder !== undefined && /^\.|^(?:node_modules|bower_components)$/u.test(folder)) return false;
  if (locales !== undefined && !localeFolder.test(locales)) return false;
  if (locale === undefined || sourceWord.test(locale)) return true;
  return isLocaleName(locale) || isLocaleSegment(locale) || isRareLocale(locale);
}

/** The texts that the parts of a template match. */
const partPatterns: Readonly<Record<string, string>> = {
  // A locale begins with a letter, but the source's name may not: `_source`.
  locale: '[A-Za-z_][A-Za-z0-9@+_-]+',
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

/** Documents of a folder with a translation, and these: their paths, and the folders that were listed. */
interface TranslatedInFolder {
  readonly paths: readonly string[];
  readonly folders: readonly string[];
}

/** What is before the locale in a document's name. */
const separatorsOfLocale = ['.', '_', '-'] as const;
/** Matches folders of tools and of repositories: `.github/`. */
const hiddenFolder = /(?:^|\/)\./u;
/** Maximum number of folders named for a locale, next to a document's folders, that are listed. */
const maxLocaleFolders = 100;

/** For a document, adds some documents of its folder and of each one above that have translations, and these. */
async function addTranslatedDocuments(
  paths: Set<string>,
  path: string,
  reader: FolderReader,
  translated: TranslatedDocuments,
): Promise<void> {
  if (!documentFile.test(path) || hiddenFolder.test(path) || isAboutRepository(path)) return;
  const segments = path.split('/');
  for (let height = segments.length - 1; height >= 0; height -= 1) {
    const folder = segments.slice(0, height).join('/');
    const child = height < segments.length - 1 ? (segments[height] ?? '') : '';
    // In `docs/en/guide.md`, documents of the other languages correspond to those of `docs/en/`.
    const sourceName = isLocaleName(child) ? child : '';
    const key = JSON.stringify([folder, sourceName]);
    const result = translated.get(key) ?? translatedDocuments(folder, sourceName, reader);
    translated.set(key, result);
    const { paths: translatedPaths, folders } = await result;
    for (const translatedPath of translatedPaths) paths.add(translatedPath);
    for (const listedFolder of folders) reader.dependOn?.(listedFolder);
  }
  // `posts/b/index.md` is translated as `posts/a/index.md` is.
  const [parent, hasFolder] = [segments.slice(0, -2).join('/'), segments.length > 1];
  if (!hasFolder || !/^_?index\./u.test(segments.at(-1) ?? '')) return;
  const key = JSON.stringify([parent, 'bundles']);
  const bundles = translated.get(key) ?? translatedBundles(parent, reader);
  translated.set(key, bundles);
  for (const translatedPath of (await bundles).paths) paths.add(translatedPath);
}

/** Maximum number of pages with a folder of their own that are examined for translations. */
const maxBundles = 50;

/** Returns the translated pages among the first ones that have a folder of their own in a folder: `posts/a/index.md`. */
async function translatedBundles(parent: string, reader: FolderReader): Promise<TranslatedInFolder> {
  const prefix = parent === '' ? '' : `${parent}/`;
  const paths: string[] = [];
  const bundles = (await reader.list(parent)).filter(({ name, isFolder }) => isFolder && !hiddenFolder.test(name));
  for (const { name: folder } of bundles.slice(0, maxBundles)) {
    const pages = (await reader.list(`${prefix}${folder}`)).filter(({ name }) => /^_?index\./u.test(name));
    const names = pages.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
    paths.push(...translatedByName(names).map((name) => `${prefix}${folder}/${name}`));
  }
  return { paths, folders: [] };
}

/**
 * Returns a document with a translation for each locale and way to name it, if a folder has any: `docs/index.md` and
 * `docs/index.de.md`; `docs/a.md` and `docs/de/a.md`, or the folders `docs/guide/` and `docs/de/guide/`. With
 * `sourceName`, the documents are in the folder of that locale: `docs/en/a.md` and `docs/de/a.md`.
 */
async function translatedDocuments(
  folder: string,
  sourceName: string,
  reader: FolderReader,
): Promise<TranslatedInFolder> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = await reader.list(folder);
  const paths: string[] = entries
    .filter(({ name, isFolder }) => isFolder && siteFolders.includes(`${name}/`))
    .map(({ name }) => `${prefix}${name}/`);
  const folders = [folder];
  const documents = entries.filter(({ name, isFolder }) => !isFolder && documentFile.test(name));
  paths.push(...translatedByName(documents.map(({ name }) => name)).map((name) => `${prefix}${name}`));
  const localeFolders = entries.filter(({ name, isFolder }) => isFolder && isLocaleName(name));
  if (localeFolders.length === 0) return { paths, folders };
  const sourceFolder = sourceName === '' ? folder : `${prefix}${sourceName}`;
  const sourceEntries = sourceName === '' ? entries : await reader.list(sourceFolder);
  const kinds = new Map(sourceEntries.map(({ name, isFolder }) => [name, isFolder]));
  for (const { name: localeName } of localeFolders.slice(0, maxLocaleFolders)) {
    if (localeName === sourceName) continue;
    const localeFolder = `${prefix}${localeName}`;
    folders.push(localeFolder);
    paths.push(`${localeFolder}/`);
    const sameEntry = (await reader.list(localeFolder)).find(
      ({ name, isFolder }) =>
        kinds.get(name) === isFolder && (isFolder ? !hiddenFolder.test(name) : documentFile.test(name)),
    );
    if (sameEntry === undefined) continue;
    const nameInFolder = sameEntry.isFolder ? `${sameEntry.name}/` : sameEntry.name;
    paths.push(`${localeFolder}/${nameInFolder}`, `${sourceFolder === '' ? '' : `${sourceFolder}/`}${nameInFolder}`);
  }
  return { paths, folders };
}

/** Returns documents of a folder with their translations next to them, such that each locale is shown once. */
function translatedByName(names: readonly string[]): readonly string[] {
  const existingNames = new Set(names);
  const translations = new Map<string, { readonly name: string; readonly locale: string }[]>();
  for (const name of names) {
    for (const separator of separatorsOfLocale) {
      const { stem, otherName, extension } = partsOfTranslation(name, separator) ?? {};
      if (otherName === undefined) continue;
      const key = JSON.stringify([stem, separator, extension]);
      const ofDocument = translations.get(key) ?? [];
      translations.set(key, ofDocument);
      ofDocument.push({ name, locale: separator + otherName });
    }
  }
  const shownLocales = new Set<string>();
  const shownNames = new Set<string>();
  for (const [key, ofDocument] of translations) {
    const [stem = '', , extension = ''] = JSON.parse(key) as readonly string[];
    const source = `${stem}${extension}`;
    const hasSource = existingNames.has(source);
    if (!hasSource && ofDocument.length < 2) continue;
    if (ofDocument.every(({ locale }) => shownLocales.has(locale))) continue;
    if (hasSource) shownNames.add(source);
    for (const { name, locale } of ofDocument) {
      shownNames.add(name);
      shownLocales.add(locale);
    }
  }
  return [...shownNames];
}

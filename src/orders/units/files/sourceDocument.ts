import { errorMessage } from '../../../base/errorMessage.ts';
import { present } from '../../../base/present.ts';
import { formatFor, hasConflictMarkers } from '../../../formats/formats.ts';
import { documentLayout, documentSource } from '../../../locales/documentLayout.ts';
import { detectLayout, existingLocales, targetPath, type Layout } from '../../../locales/layout.ts';
import { comparisonKey, isSameLocale } from '../../../base/locale.ts';
import { parseLayoutPatterns } from '../../../locales/layoutPattern.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { maxFileBytes } from '../../../service/interface/limits.ts';
import { documentTypeOf, isBinary } from '../../model/documentType.ts';
import { hashBytes } from '../../model/hash.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import type { Project } from '../../model/project.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';
import { type SourceFile, type LocatedSource, locateSource } from './localeFile.ts';
import { shareEntries, type OwnTexts } from './shareEntries.ts';
import type { Unit } from '../../../formats/format.ts';
import type { SkippedFile, FileRef } from '../../model/plan/skippedFile.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { LayoutPatternError } from '../../../locales/layoutPatternError.ts';
import { PlaceholderSettingError } from '../../../placeholders/pattern/settingError.ts';
import { OrderError } from '../../model/orderError.ts';

/** A document that is ordered from, read once. */
export interface SourceDocument {
  readonly project: Project;
  readonly path: string;
  /** Without folders. */
  readonly name: string;
  /** BCP 47. */
  readonly locale: string;
  readonly layout: Layout;
  readonly content: Uint8Array;
  readonly hash: string;
  /** Locales of the existing translations, even if the document has changed since then. */
  readonly targetLocales: readonly string[];
}

/** A document's layout in the project, by paths alone. */
export interface LocatedDocument {
  readonly path: string;
  readonly layout: Layout;
  readonly targetLocales: readonly string[];
  /** The locale of the translation that the user selected; `path` is the source of that translation. */
  readonly into?: string;
}

/**
 * Returns the document to order from when the user selects one. Selecting a translation means ordering that locale, not
 * translating from it. `patterns` are the user's own layout patterns, which come first. Rejects for an invalid pattern.
 */
export async function locateDocument(
  project: Project,
  path: string,
  patterns: readonly string[],
  sourceLocale: string,
): Promise<LocatedDocument> {
  const parsed = parseLayoutPatterns(patterns);
  const counterparts = await project.counterparts(path);
  const layout = documentLayout(path, counterparts, parsed, sourceLocale);
  const sourcePath = documentSource(layout, counterparts, sourceLocale);
  if (sourcePath === undefined) return { path, layout, targetLocales: existingLocales(layout, counterparts) };

  // The user selected a translation: the locale of its own layout is the one to order.
  const into = layout.sourceLocale;
  const sourceCounterparts = await project.counterparts(sourcePath);
  const sourceLayout = documentLayout(sourcePath, sourceCounterparts, parsed, sourceLocale);
  const targetLocales = existingLocales(sourceLayout, sourceCounterparts);
  return { path: sourcePath, layout: sourceLayout, targetLocales, into };
}

/** Reads a document, or returns why it cannot be ordered. Never rejects. */
export async function openDocument(
  project: Project,
  { path, layout, targetLocales }: LocatedDocument,
  patterns: readonly string[],
): Promise<SourceDocument | RefusedDocument> {
  const refused = (reason: RefusedDocument['reason'], message?: string): RefusedDocument => ({
    file: path,
    reason,
    ...present({ message }),
  });
  try {
    const size = await project.size(path);
    if (size === undefined) return refused('not-found');
    if (size > maxFileBytes) return refused('too-large');
    const content = await project.readBytes(path);
    if (content === undefined) return refused('not-found');
    // An open document may be larger than the file.
    if (content.length > maxFileBytes) return refused('too-large');
    const { isText } = documentTypeOf(path);
    if (isText && isBinary(content)) return refused('binary');
    if (content.length === 0 || (isText && isWhitespace(content))) return refused('empty');
    if (isText && hasConflictMarkers(content)) return refused('conflict-markers');
    if (await isLocaleFile(project, path, patterns, content)) return refused('locale-file');
    return {
      project,
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      locale: layout.sourceLocale,
      layout,
      content,
      hash: hashBytes(content),
      targetLocales,
    };
  } catch (error) {
    return refused('unreadable', errorMessage(error));
  }
}

/** Returns the path of a document's translation. */
export function documentTarget({ layout }: Pick<SourceDocument, 'layout'>, locale: string): string {
  return targetPath(layout, locale);
}

/**
 * Returns whether a path is a valid target for the translation of a document. The layout may have changed since the
 * order because files were added or removed, so targets that follow from the two paths alone are valid too.
 */
export async function isDocumentTarget(
  project: Project,
  { file, targetFile, locale }: { readonly file: string; readonly targetFile: string; readonly locale: string },
  { patterns, sourceLocale }: LayoutSettings,
): Promise<boolean> {
  if (targetFile === file) return false;
  const parsed = parseLayoutPatterns(patterns);
  const filesNow = await project.counterparts(file);
  // By the files now, by the path of the source alone, or by the paths of both.
  return [filesNow, [], [targetFile]].some((counterparts) => {
    const layout = documentLayout(file, counterparts, parsed, sourceLocale);
    if (targetPath(layout, locale) === targetFile) return true;
    return existingLocales(layout, [targetFile]).some((localeOfTarget) => isSameLocale(localeOfTarget, locale));
  });
}

/** The byte order marks of UTF-8, `EF BB BF`, and of UTF-16, `FE FF` or `FF FE`; and the zero bytes of UTF-16. */
const bytesOfMarks: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0]);

/** Returns whether bytes are only whitespace, byte order marks and the zero bytes of UTF-16. */
function isWhitespace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => {
    const isLineBreakOrTab = byte >= 0x09 && byte <= 0x0d;
    return byte === 0x20 || isLineBreakOrTab || bytesOfMarks.has(byte);
  });
}

/** Locale formats whose files can also be ordered as documents; the user chooses. */
const documentFormats = new Set(['markdown', 'mdx', 'html', 'srt', 'vtt']);

/** Whether a file is a locale file. It is ordered by units, so that its keys and placeholders are preserved. */
async function isLocaleFile(
  project: Project,
  path: string,
  patterns: readonly string[],
  content: Uint8Array,
): Promise<boolean> {
  if (detectLayout(path, await project.siblings(path), parseLayoutPatterns(patterns)) === undefined) return false;
  let decoded;
  try {
    decoded = decodeFile(content, path, project.usualEncoding?.(path));
  } catch {
    return false;
  }
  const format = await formatFor(path, decoded.text);
  return format !== undefined && !documentFormats.has(format.id);
}

/** A file to order: a source, or a translation, from which its source is ordered. */
export interface ChosenFile {
  readonly project: Project;
  readonly path: string;
  readonly settings: LayoutSettings;
  /** Whether the user selected this very file, so that it is reported if it is not a locale file. */
  readonly isSelected: boolean;
}

/** The sources of an order of several files. */
export interface OpenedSources {
  /** In the order of the projects, by path; all in one source locale. */
  readonly sources: readonly SourceFile[];
  /** The locales of the chosen translations, if no source was chosen. */
  readonly into: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

export interface OpenProgress {
  readonly signal: AbortSignal;
  readonly onProgress?: (opened: number, total: number) => void;
}

/** How many files are read at the same time. More would only wait for the disk. */
const filesAtOnce = 8;

/**
 * Opens the sources of files, each once. Skips files that can't be read, and those in another source locale than the
 * one with the most translations. Rejects with LayoutPatternError, PlaceholderSettingError, or the signal's reason.
 */
export async function openSources(files: readonly ChosenFile[], progress: OpenProgress): Promise<OpenedSources> {
  const { signal, onProgress } = progress;
  const chosenSources = await locateAll(files, signal);
  let openedCount = 0;
  const results = await mapLimited(chosenSources, filesAtOnce, async (chosen) => {
    signal.throwIfAborted();
    const result = await tryToOpen(chosen, signal);
    openedCount += 1;
    onProgress?.(openedCount, chosenSources.length);
    return result;
  });

  const opened: SourceFile[] = [];
  const skipped: SkippedFile[] = [];
  const groups = new Map<string, OwnTexts[]>();
  for (const [index, result] of results.entries()) {
    const located = chosenSources[index]?.located;
    if (result === undefined || located === undefined) continue;
    if (!('format' in result)) {
      skipped.push(result);
      continue;
    }
    skipped.push(...skippedFor(result));
    if (!isSourceOfStrings(result)) continue;
    if (located.kind !== 'own-texts' || located.into === undefined) opened.push(result);
    else {
      const groupKey = JSON.stringify([result.project.id, located.pattern, result.locale]);
      const group = groups.get(groupKey) ?? [];
      groups.set(groupKey, group);
      group.push({ source: result, locale: located.into });
    }
  }
  const chosenPaths = new Set(files.map(({ project, path }) => JSON.stringify([project.id, path])));
  const isChosen = ({ project, path }: SourceFile): boolean => chosenPaths.has(JSON.stringify([project.id, path]));
  for (const group of groups.values()) {
    const localesOfGroup = group.filter(({ source }) => isChosen(source)).map(({ locale }) => locale);
    for (const source of shareEntries(group))
      if (isChosen(source) || localesOfGroup.some((locale) => source.idsInto?.(locale) !== undefined))
        opened.push(source);
  }
  const locale = mainLocaleOf(opened);
  const sources = opened.filter((source) => isSameLocale(source.locale, locale));
  for (const source of opened)
    if (!sources.includes(source)) skipped.push({ file: refOf(source), reason: 'other-source', locale: source.locale });

  const hasChosenSource = chosenSources.some(({ isSource }) => isSource);
  const localesOfChosen = new Set(chosenSources.flatMap(({ into }) => into));
  return { sources: inFileOrder(sources), into: hasChosenSource ? [] : [...localesOfChosen], skipped };
}

/** Whether a file is the source of some of its strings. */
function isSourceOfStrings({ role, layout }: SourceFile): boolean {
  return role === undefined || (role.kind === 'second' && role.onlyHere.size > 0 && !layout.isBilingual);
}

/** Returns why a file is not the source of its strings, or not of all; an empty list if nothing has to be said. */
function skippedFor(source: SourceFile): readonly SkippedFile[] {
  const { role, locale, units } = source;
  const file = refOf(source);
  if (role?.kind === 'unknown') {
    const { locales } = role;
    return [{ file, reason: 'source-unknown', locale, locales, stringCount: countTexts(units) }];
  }
  if (role?.kind === 'variant') return [{ file, reason: 'no-locale', of: role.of }];
  // English texts of a bilingual file are translations of its template.
  if (role === undefined || role.differing.length === 0 || source.layout.isBilingual) return [];
  return [{ file, reason: 'second-source', first: role.first, keys: role.differing }];
}

function countTexts(units: readonly Unit[]): number {
  return units.filter(({ text, translatable }) => translatable !== false && text.trim() !== '').length;
}

/** A source, and what the chosen files say about it. */
interface ChosenSource {
  readonly project: Project;
  readonly located: LocatedSource;
  /** Whether the user selected this very file or a translation of it, or names it in the setting for layouts. */
  isSelected: boolean;
  /** Whether the source itself is among the chosen files. */
  isSource: boolean;
  /** The locales of its translations that are among the chosen files. */
  readonly into: string[];
}

async function locateAll(files: readonly ChosenFile[], signal: AbortSignal): Promise<readonly ChosenSource[]> {
  // By file: the source of the translations in the groups that were located so far, so that each group is located once.
  const sourcesOfTranslations = new Map<string, LocatedSource>();
  const locatedFiles = await mapLimited(files, filesAtOnce, async (file) => {
    signal.throwIfAborted();
    const ofTranslation = sourcesOfTranslations.get(keyWithSettings(file, file.path));
    if (ofTranslation !== undefined) return { file, located: ofTranslation };
    const located = await locateSource(file.project, file.path, file.settings);
    for (const [path, into] of located.translations)
      if (path !== located.path) sourcesOfTranslations.set(keyWithSettings(file, path), { ...located, into });
    return { file, located };
  });
  const sources = new Map<string, ChosenSource>();
  for (const { file, located } of locatedFiles) {
    const { project } = file;
    const sourceKey = JSON.stringify([project.id, located.path]);
    const chosen = sources.get(sourceKey) ?? { project, located, isSelected: false, isSource: false, into: [] };
    sources.set(sourceKey, chosen);
    if (file.isSelected || isNamedInSettings(file)) chosen.isSelected = true;
    if (located.into === undefined) chosen.isSource = true;
    else chosen.into.push(located.into);
  }
  for (const sibling of await siblingsWithOwnTexts(locatedFiles, signal)) {
    const sourceKey = JSON.stringify([sibling.project.id, sibling.located.path]);
    if (!sources.has(sourceKey)) sources.set(sourceKey, sibling);
  }
  return [...sources.values()];
}

/** Whether the user's setting for layouts has a pattern for a file. */
function isNamedInSettings({ path, settings: { patterns } }: ChosenFile): boolean {
  return parseLayoutPatterns(patterns).some(({ match }) => match(path) !== undefined);
}

/** Returns a key for a path in a file's project, by the file's settings. */
function keyWithSettings({ project, settings: { patterns, sourceLocale } }: ChosenFile, path: string): string {
  return JSON.stringify([project.id, patterns, sourceLocale, path]);
}

/** Locates the files of the groups that were not chosen themselves, which may have entries that the chosen ones lack. */
async function siblingsWithOwnTexts(
  locatedFiles: readonly { readonly file: ChosenFile; readonly located: LocatedSource }[],
  signal: AbortSignal,
): Promise<readonly ChosenSource[]> {
  const chosenPaths = new Set(locatedFiles.map(({ file }) => JSON.stringify([file.project.id, file.path])));
  const siblings = new Map<string, ChosenFile>();
  for (const { file, located } of locatedFiles)
    for (const path of located.group) {
      const key = JSON.stringify([file.project.id, path]);
      if (!chosenPaths.has(key)) siblings.set(key, { ...file, path });
    }
  return mapLimited([...siblings.values()], filesAtOnce, async ({ project, path, settings }) => {
    signal.throwIfAborted();
    const located = await locateSource(project, path, settings);
    return { project, located, isSelected: false, isSource: false, into: [] };
  });
}

/** Opens or skips a source. Returns undefined for an unselected file that only looks like a locale file. */
async function tryToOpen(
  { project, located, isSelected }: ChosenSource,
  signal: AbortSignal,
): Promise<SourceFile | SkippedFile | undefined> {
  try {
    return await located.open(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LayoutPatternError || error instanceof PlaceholderSettingError) throw error;
    if (error instanceof OrderError && error.reason === 'not-a-locale-file' && !isSelected) return undefined;
    return { file: { project: project.id, path: located.path }, reason: 'unreadable', error };
  }
}

/** Returns the source locale with the most translations: a few files may exist in another language only. */
function mainLocaleOf(sources: readonly SourceFile[]): string {
  let [mainLocale, mostFiles] = ['', 0];
  for (const [, sourcesOfLocale] of Map.groupBy(sources, ({ locale }) => comparisonKey(locale))) {
    // Each source counts with its translations.
    const fileCount = sourcesOfLocale.reduce((sum, { targetLocales }) => sum + 1 + targetLocales.length, 0);
    if (fileCount > mostFiles) [mainLocale, mostFiles] = [sourcesOfLocale[0]?.locale ?? '', fileCount];
  }
  return mainLocale;
}

/** Sorts files by path. The projects keep their order. */
function inFileOrder(sources: readonly SourceFile[]): readonly SourceFile[] {
  const byProject = Map.groupBy(sources, ({ project }) => project.id);
  return [...byProject.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
}

function refOf({ project, path }: SourceFile): FileRef {
  return { project: project.id, path };
}

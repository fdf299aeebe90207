import { errorMessage } from '../../../base/errorMessage.ts';
import { present } from '../../../base/present.ts';
import { formatFor, hasConflictMarkers } from '../../../formats/formats.ts';
import { documentLayout, documentSource } from '../../../locales/documentLayout.ts';
import { detectLayout, existingLocales, targetPath, type Layout } from '../../../locales/layout.ts';
import { isSameLocale } from '../../../base/locale.ts';
import { parseLayoutPatterns } from '../../../locales/layoutPattern.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { maxFileBytes } from '../../../service/interface/limits.ts';
import { documentTypeOf, isBinary } from '../../model/documentType.ts';
import { hashBytes } from '../../model/hash.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import type { Project } from '../../model/project.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';
import { type SourceFile, type LocatedSource, locateSource } from './localeFile.ts';
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
  for (const result of results) {
    if (result === undefined) continue;
    if ('format' in result) opened.push(result);
    else skipped.push(result);
  }
  const locale = mainLocaleOf(opened);
  const sources = opened.filter((source) => isSameLocale(source.locale, locale));
  for (const source of opened)
    if (!sources.includes(source)) skipped.push({ file: refOf(source), reason: 'other-source', locale: source.locale });

  const hasChosenSource = chosenSources.some(({ isSource }) => isSource);
  const localesOfChosen = new Set(chosenSources.flatMap(({ into }) => into));
  return { sources: inFileOrder(sources), into: hasChosenSource ? [] : [...localesOfChosen], skipped };
}

/** A source, and what the chosen files say about it. */
interface ChosenSource {
  readonly project: Project;
  readonly located: LocatedSource;
  /** Whether the user selected this very file or a translation of it. */
  isSelected: boolean;
  /** Whether the source itself is among the chosen files. */
  isSource: boolean;
  /** The locales of its translations that are among the chosen files. */
  readonly into: string[];
}

async function locateAll(files: readonly ChosenFile[], signal: AbortSignal): Promise<readonly ChosenSource[]> {
  const locatedFiles = await mapLimited(files, filesAtOnce, async (file) => {
    signal.throwIfAborted();
    return { file, located: await locateSource(file.project, file.path, file.settings) };
  });
  const sources = new Map<string, ChosenSource>();
  for (const { file, located } of locatedFiles) {
    const { project } = file;
    const sourceKey = JSON.stringify([project.id, located.path]);
    const chosen = sources.get(sourceKey) ?? { project, located, isSelected: false, isSource: false, into: [] };
    sources.set(sourceKey, chosen);
    if (file.isSelected) chosen.isSelected = true;
    if (located.into === undefined) chosen.isSource = true;
    else chosen.into.push(located.into);
  }
  return [...sources.values()];
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
  for (const { locale } of sources) {
    const sourcesOfLocale = sources.filter((source) => isSameLocale(source.locale, locale));
    // Each source counts with its translations.
    const fileCount = sourcesOfLocale.reduce((sum, { targetLocales }) => sum + 1 + targetLocales.length, 0);
    if (fileCount > mostFiles) [mainLocale, mostFiles] = [locale, fileCount];
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

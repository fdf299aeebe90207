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
import type { RefusedDocument } from './refusedDocument.ts';
import type { Project } from '../../model/project.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';

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
 * translating from it. `patterns` are the user's own layout patterns, which take precedence. Rejects with an Error for
 * an invalid pattern.
 */
export async function locateDocument(
  project: Project,
  path: string,
  patterns: readonly string[],
  sourceLocale: string,
): Promise<LocatedDocument> {
  const parsed = parseLayoutPatterns(patterns);
  const around = await project.counterparts(path);
  const layout = documentLayout(path, around, parsed, sourceLocale);
  const source = documentSource(layout, around, sourceLocale);
  if (source === undefined) return { path, layout, targetLocales: existingLocales(layout, around) };
  const counterparts = await project.counterparts(source);
  const main = documentLayout(source, counterparts, parsed, sourceLocale);
  return { path: source, layout: main, targetLocales: existingLocales(main, counterparts), into: layout.sourceLocale };
}

/** Reads a document, or returns why it cannot be ordered. Never rejects. */
export async function openDocument(
  project: Project,
  { path, layout, targetLocales }: LocatedDocument,
  patterns: readonly string[],
): Promise<SourceDocument | RefusedDocument> {
  const refuse = (reason: RefusedDocument['reason'], message?: string): RefusedDocument => ({
    file: path,
    reason,
    ...present({ message }),
  });
  try {
    const size = await project.size(path);
    if (size === undefined) return refuse('not-found');
    if (size > maxFileBytes) return refuse('too-large');
    const content = await project.readBytes(path);
    if (content === undefined) return refuse('not-found');
    if (content.length > maxFileBytes) return refuse('too-large');
    const isText = documentTypeOf(path).isText;
    if (isText && isBinary(content)) return refuse('binary');
    if (content.length === 0 || (isText && isWhitespace(content))) return refuse('empty');
    if (isText && hasConflictMarkers(content)) return refuse('conflict-markers');
    if (await isLocaleFile(project, path, patterns, content)) return refuse('locale-file');
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
    return refuse('unreadable', errorMessage(error));
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
  return [await project.counterparts(file), [], [targetFile]].some((around) => {
    const layout = documentLayout(file, around, parsed, sourceLocale);
    return (
      targetPath(layout, locale) === targetFile ||
      existingLocales(layout, [targetFile]).some((found) => isSameLocale(found, locale))
    );
  });
}

/** Returns whether bytes are only whitespace, byte order marks and the zero bytes of UTF-16. */
function isWhitespace(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) =>
      byte === 0x20 ||
      (byte >= 0x09 && byte <= 0x0d) ||
      byte === 0 ||
      byte === 0xfe ||
      byte === 0xff ||
      byte === 0xef ||
      byte === 0xbb ||
      byte === 0xbf,
  );
}

/** Locale formats whose files can also be ordered as documents; the user chooses. */
const documentFormats = new Set(['markdown', 'mdx', 'html', 'srt', 'vtt']);

/**
 * Returns whether a file is a locale file, which is ordered by units so that its keys and placeholders are preserved.
 */
async function isLocaleFile(
  project: Project,
  path: string,
  patterns: readonly string[],
  content: Uint8Array,
): Promise<boolean> {
  if (detectLayout(path, await project.siblings(path), parseLayoutPatterns(patterns)) === undefined) return false;
  let text: string;
  try {
    ({ text } = decodeFile(content, path, project.usualEncoding?.(path)));
  } catch {
    return false;
  }
  const format = await formatFor(path, text);
  return format !== undefined && !documentFormats.has(format.id);
}

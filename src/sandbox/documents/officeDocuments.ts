import { unzipSync, zipSync, type Unzipped, type Zippable } from 'fflate';
import { requireXml } from './requireXml.ts';
import { rewriteTexts, UnreadableDocumentError, type TextPattern } from './rewriteTexts.ts';

/** An office file: a zip archive of XML files. */
interface OfficeKind {
  /** An entry that the archive must have. */
  readonly needs: string;
  /** Returns where the texts of an entry are; undefined for entries without any. */
  readonly patternOf: (entry: string) => TextPattern | undefined;
}

/** Above the size of any real document: a small archive can unpack to an enormous size. */
const maxEntries = 5000;
const maxInflatedBytes = 100 * 1024 * 1024;

/** The name of a tag may have a prefix, as `p` in `w:p`. */
const prefix = String.raw`(?:\w+:)?`;

/**
 * Returns where the content of `t` elements is. All of it between two tags of `separators` is one text: in
 * `<p><t>Good </t><b/><t>morning</t></p>` with the separator `p` it is "Good morning", and the tags between are kept.
 */
function runsBetween(separators: string): TextPattern {
  const openingTag = String.raw`<${prefix}t(?:\s[^<>]*)?(?<!\/)>`;
  return {
    texts: new RegExp(
      String.raw`<rPh[\s>][^]*?<\/rPh>|${openingTag}(?<text>(?:[^<]+|<(?!\/?${prefix}(?:${separators})[\s\/>])[^<>]*>)+)`,
      'dgu',
    ),
    kept: new RegExp(String.raw`<\/${prefix}t>[^]*?(?:${openingTag}|$)`, 'gu'),
  };
}

const paragraphRuns = runsBetween('p|br|tab|cr');
/** Shared strings and strings in cells; phonetic guides are excluded. */
const cellStrings = runsBetween('si|is|c|rPh');
/** Paragraphs and headings, except for those that were deleted. Spaces and breaks separate words, unlike other tags. */
const openDocumentText: TextPattern = {
  texts: new RegExp(
    String.raw`<${prefix}tracked-changes[\s>][^]*?<\/${prefix}tracked-changes>|` +
      String.raw`<${prefix}[ph](?:\s[^<>]*)?(?<!\/)>(?<text>(?:[^<]+|<(?!\/?${prefix}[ph][\s\/>])[^<>]*>)+)`,
    'dgu',
  ),
  kept: new RegExp(
    String.raw`<${prefix}(creator|date|note-citation)(?=[\s>])[^]*?<\/${prefix}\1>|` +
      String.raw`<(?!\/?${prefix}(?:s|tab|line-break)[\s\/>])[^<>]*>`,
    'gu',
  ),
};

const openDocument: OfficeKind = {
  needs: 'content.xml',
  patternOf: (entry) => (entry === 'content.xml' || entry === 'styles.xml' ? openDocumentText : undefined),
};

export const officeKinds: Readonly<Record<'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp', OfficeKind>> = {
  docx: {
    needs: 'word/document.xml',
    patternOf: (entry) =>
      /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/u.test(entry)
        ? paragraphRuns
        : undefined,
  },
  xlsx: {
    needs: 'xl/workbook.xml',
    patternOf: (entry) => (/^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/u.test(entry) ? cellStrings : undefined),
  },
  pptx: {
    needs: 'ppt/presentation.xml',
    patternOf: (entry) => (/^ppt\/(?:slides|notesSlides)\/\w+\.xml$/u.test(entry) ? paragraphRuns : undefined),
  },
  odt: openDocument,
  ods: openDocument,
  odp: openDocument,
};

/** Passes the text of the document to `change` without writing it. Throws UnreadableDocumentError. */
export function scanOffice(content: Uint8Array, kind: OfficeKind, change: (text: string) => string): void {
  const entries = unzip(content, kind, (name) => kind.patternOf(name) !== undefined || name === kind.needs);
  for (const [name, entry] of Object.entries(entries)) rewriteEntry(entry, kind.patternOf(name), change);
}

/**
 * Returns the document with changed text: the same entries in the same order, and the same bytes for the same input.
 */
export function rewriteOffice(content: Uint8Array, kind: OfficeKind, change: (text: string) => string): Uint8Array {
  const rewritten: Zippable = {};
  for (const [name, entry] of Object.entries(unzip(content, kind, () => true))) {
    const bytes = rewriteEntry(entry, kind.patternOf(name), change);
    // The type of an OpenDocument file must be readable without decompression.
    rewritten[name] = [bytes, { level: name === 'mimetype' ? 0 : 6 }];
  }
  return zipSync(rewritten, { mtime: new Date(2000, 0, 1) });
}

function rewriteEntry(
  entry: Uint8Array,
  pattern: TextPattern | undefined,
  change: (text: string) => string,
): Uint8Array {
  if (pattern === undefined) return entry;
  const text = decode(entry);
  requireXml(text);
  return new TextEncoder().encode(rewriteTexts(text, pattern, change));
}

function unzip(content: Uint8Array, kind: OfficeKind, isWanted: (name: string) => boolean): Unzipped {
  let entries = 0;
  let bytes = 0;
  const names = new Set<string>();
  const take = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    entries += 1;
    names.add(name);
    if (entries > maxEntries) throw new UnreadableDocumentError('it has too many entries');
    if (!isWanted(name)) return false;
    bytes += originalSize;
    if (bytes > maxInflatedBytes) throw new UnreadableDocumentError('it is too large when unpacked');
    return true;
  };
  try {
    const unzipped = unzipSync(content, { filter: take });
    if (names.has(kind.needs)) return unzipped;
  } catch (error) {
    if (error instanceof UnreadableDocumentError) throw error;
  }
  throw new UnreadableDocumentError('it is damaged, protected by a password, or of another kind than its name says');
}

function decode(entry: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry);
  } catch {
    throw new UnreadableDocumentError('its text is not UTF-8');
  }
}

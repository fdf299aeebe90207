import { unzipSync, zipSync, type Unzipped, type Zippable } from 'fflate';
import { rewriteSegments, UnreadableDocumentError } from './documentParts.ts';
import { readXml, type XmlRules } from './xmlDocuments.ts';

/** An office file: a zip archive of XML files. */
interface OfficeKind {
  /** An entry that the archive must have. */
  readonly needs: string;
  /** Returns which text of an entry is meant for readers; undefined for entries without any. */
  readonly rulesFor: (entry: string) => XmlRules | undefined;
}

/** Above the size of any real document: a small archive can unpack to an enormous size. */
const maxEntries = 5000;
const maxInflatedBytes = 100 * 1024 * 1024;

/** Runs of a paragraph: `w:t` or `a:t` in a `p`. */
const paragraphRuns: XmlRules = {
  isText: (path) => path.at(-1) === 't',
  isBlock: (name) => name === 'p',
  isGap: (name) => name === 'br' || name === 'tab' || name === 'cr',
};
/** Shared strings and strings in cells; phonetic guides are excluded. */
const cellStrings: XmlRules = {
  isText: (path) => path.at(-1) === 't' && path.at(-2) !== 'rPh',
  isBlock: (name) => name === 'si' || name === 'is' || name === 'c',
  isGap: () => false,
};
const openDocumentNotes = new Set(['creator', 'date', 'note-citation', 'tracked-changes', 'changed-region']);
const openDocumentText: XmlRules = {
  isText: (path) =>
    path.some((name) => name === 'p' || name === 'h') && !path.some((name) => openDocumentNotes.has(name)),
  isBlock: (name) => name === 'p' || name === 'h',
  isGap: (name) => name === 's' || name === 'tab' || name === 'line-break',
};

const openDocument: OfficeKind = {
  needs: 'content.xml',
  rulesFor: (entry) => (entry === 'content.xml' || entry === 'styles.xml' ? openDocumentText : undefined),
};

export const officeKinds: Readonly<Record<'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp', OfficeKind>> = {
  docx: {
    needs: 'word/document.xml',
    rulesFor: (entry) =>
      /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/u.test(entry)
        ? paragraphRuns
        : undefined,
  },
  xlsx: {
    needs: 'xl/workbook.xml',
    rulesFor: (entry) => (/^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/u.test(entry) ? cellStrings : undefined),
  },
  pptx: {
    needs: 'ppt/presentation.xml',
    rulesFor: (entry) => (/^ppt\/(?:slides|notesSlides)\/\w+\.xml$/u.test(entry) ? paragraphRuns : undefined),
  },
  odt: openDocument,
  ods: openDocument,
  odp: openDocument,
};

/** Passes the text of the document to `change` without writing it. Throws UnreadableDocumentError. */
export function scanOffice(content: Uint8Array, kind: OfficeKind, change: (text: string) => string): void {
  const entries = unzip(content, kind, (name) => kind.rulesFor(name) !== undefined || name === kind.needs);
  for (const [name, entry] of Object.entries(entries)) {
    const rules = kind.rulesFor(name);
    if (rules) rewriteSegments(readXml(decode(entry), rules), change);
  }
}

/**
 * Returns the document with changed text: the same entries in the same order, and the same bytes for the same input.
 */
export function rewriteOffice(content: Uint8Array, kind: OfficeKind, change: (text: string) => string): Uint8Array {
  const rewritten: Zippable = {};
  for (const [name, entry] of Object.entries(unzip(content, kind, () => true))) {
    const rules = kind.rulesFor(name);
    const bytes = rules ? new TextEncoder().encode(rewriteSegments(readXml(decode(entry), rules), change)) : entry;
    // The type of an OpenDocument file must be readable without decompression.
    rewritten[name] = [bytes, { level: name === 'mimetype' ? 0 : 6 }];
  }
  return zipSync(rewritten, { mtime: new Date(2000, 0, 1) });
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

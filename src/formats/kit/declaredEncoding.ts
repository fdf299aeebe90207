import { encodingOfLabel, oneByteText, type LegacyEncoding } from './legacyEncoding.ts';

/** The encoding that a file declares. */
export interface Declaration {
  /** As the file spells it. */
  readonly label: string;
  /** Undefined if the encoding is not supported. */
  readonly encoding: LegacyEncoding | 'utf-8' | 'utf-16' | undefined;
  readonly syntax: 'xml' | 'po' | 'html';
}

/** How many bytes are searched for a declaration; a PO header may follow a license and credits. */
const searchedBytes = 64 * 1024;
/** How many of them are searched in XML and, as in browsers, in HTML. */
const searchedMarkup = 1024;

/**
 * Finds the encoding declaration of a file: in an XML declaration under any file name, in the header's Content-Type of
 * `.po` and `.pot`, in a meta element of `.html` and `.htm`. `head` is the beginning of the file, each byte a
 * character. Undefined if there is no declaration.
 */
export function declarationOf(head: string, path: string): Declaration | undefined {
  const beginning = head.slice(0, searchedMarkup);
  const xmlLabel = xmlEncoding.exec(beginning)?.[1];
  if (xmlLabel !== undefined) return { label: xmlLabel, encoding: encodingOfLabel(xmlLabel), syntax: 'xml' };
  if (/\.pot?$/i.test(path)) return poDeclaration(head);
  const isHtml = /\.x?html?$/i.test(path) || /^\s*<(?:!doctype\s+html|html)\b/i.test(beginning);
  return isHtml ? htmlDeclaration(head) : undefined;
}

/** Matches `<?xml version="1.0" encoding="windows-1251"`. */
const xmlEncoding = /^<\?xml[ \t\r\n][^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._:-]+)["']/;

/** The beginning of a file, where it may declare its encoding, each byte a character. */
export function headOf(bytes: Uint8Array): string {
  return oneByteText(bytes.subarray(0, searchedBytes));
}

/** gettext reads what follows `charset=` in the header, wherever lines are broken. In a template, that is `CHARSET`. */
function poDeclaration(head: string): Declaration | undefined {
  // The header is the entry with an empty `msgid ""`.
  const start = /^[ \t]*msgid[ \t]+""[ \t]*[\r\n]+[ \t]*msgstr\b/m.exec(head)?.index;
  if (start === undefined) return undefined;
  const contentStart = start + 'msgid'.length;
  // An empty line, a comment or the next entry.
  const length = head.slice(contentStart).search(/(?:\r\n|\n|\r)[ \t]*(?:\r|\n|#|msg(?:id|ctxt))/);
  const lines = head.slice(start, length < 0 ? head.length : contentStart + length);
  // Joins the literals of several lines: a quote, a line end, and the quote of the next line.
  const header = lines.replace(/"[ \t]*[\r\n]+[ \t]*"/g, '');
  const label = /\bcharset=([^\s\\";]+)/.exec(header)?.[1];
  if (label === undefined || label === 'CHARSET') return undefined;
  return { label, encoding: encodingOfLabel(label), syntax: 'po' };
}

/** As in browsers, iso-8859-1 and ASCII mean windows-1252, and UTF-16, which was detected earlier, means UTF-8. */
function htmlDeclaration(head: string): Declaration | undefined {
  const withoutComments = head.slice(0, searchedMarkup).replace(/<!--[\s\S]*?-->/g, '');
  // `<meta charset="utf-8">`, `<meta http-equiv="Content-Type" content="text/html; charset=utf-8">`
  const label = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'>;/]+)/i.exec(withoutComments)?.[1];
  if (label === undefined) return undefined;
  return { label, encoding: browserEncoding(encodingOfLabel(label)), syntax: 'html' };
}

/** Returns the encoding that browsers use for a declared one. */
function browserEncoding(encoding: Declaration['encoding']): Declaration['encoding'] {
  if (encoding === 'iso-8859-1' || encoding === 'us-ascii') return 'windows-1252';
  return encoding === 'utf-16' ? 'utf-8' : encoding;
}

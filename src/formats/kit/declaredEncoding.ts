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

/**
 * Finds the encoding declaration of a file: in an XML declaration under any file name, in the header's Content-Type of
 * `.po` and `.pot`, in a meta element of `.html` and `.htm`. `head` is the beginning of the file, each byte a
 * character. Undefined if there is no declaration.
 */
export function declarationOf(head: string, path: string): Declaration | undefined {
  const xml = /^<\?xml[ \t\r\n][^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._:-]+)["']/.exec(
    head.slice(0, 1024),
  );
  if (xml?.[1] !== undefined) return { label: xml[1], encoding: encodingOfLabel(xml[1]), syntax: 'xml' };
  if (/\.pot?$/i.test(path)) return poDeclaration(head);
  const isHtml = /\.x?html?$/i.test(path) || /^\s*<(?:!doctype\s+html|html)\b/i.test(head.slice(0, 1024));
  return isHtml ? htmlDeclaration(head) : undefined;
}

/** The beginning of a file, where it may declare its encoding, each byte a character. */
export function headOf(bytes: Uint8Array): string {
  return oneByteText(bytes.subarray(0, searchedBytes));
}

/**
 * gettext reads what follows `charset=` in the header, wherever lines are broken. In a template it is a placeholder.
 */
function poDeclaration(head: string): Declaration | undefined {
  const start = /^[ \t]*msgid[ \t]+""[ \t]*[\r\n]+[ \t]*msgstr\b/m.exec(head)?.index;
  if (start === undefined) return undefined;
  const searchStart = start + 'msgid'.length;
  // An empty line, a comment or the next entry.
  const end = /(?:\r\n|\n|\r)[ \t]*(?:\r|\n|#|msg(?:id|ctxt))/.exec(head.slice(searchStart));
  const header = head
    .slice(start, end === null ? head.length : searchStart + end.index)
    .replace(/"[ \t]*[\r\n]+[ \t]*"/g, '');
  const label = /\bcharset=([^\s\\";]+)/.exec(header)?.[1];
  if (label === undefined || label === 'CHARSET') return undefined;
  return { label, encoding: encodingOfLabel(label), syntax: 'po' };
}

/**
 * As in browsers: searches the first 1024 bytes; iso-8859-1 and ASCII mean windows-1252, and UTF-16, which would have
 * been detected earlier, means UTF-8.
 */
function htmlDeclaration(head: string): Declaration | undefined {
  const start = head.slice(0, 1024).replace(/<!--[\s\S]*?-->/g, '');
  const label = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'>;/]+)/i.exec(start)?.[1];
  if (label === undefined) return undefined;
  return { label, encoding: meantInHtml(encodingOfLabel(label)), syntax: 'html' };
}

/** Returns the encoding that browsers use for a declared one. */
function meantInHtml(encoding: Declaration['encoding']): Declaration['encoding'] {
  if (encoding === 'iso-8859-1' || encoding === 'us-ascii') return 'windows-1252';
  return encoding === 'utf-16' ? 'utf-8' : encoding;
}

import { encodingOfLabel, oneByteText, type LegacyEncoding } from './legacyEncoding.ts';

/** What a file says of its own encoding. */
export interface Declaration {
  /** As the file spells it. */
  readonly label: string;
  /** Undefined for one that is not known here. */
  readonly encoding: LegacyEncoding | 'utf-8' | 'utf-16' | undefined;
  readonly syntax: 'xml' | 'po' | 'html';
}

/** A declaration that is not among so many bytes is not looked for; a PO header stands behind a licence and credits. */
const REACH = 64 * 1024;

/**
 * The declaration of a file, of any name, that begins as XML does, of `.po` and `.pot` in the header's Content-Type, of
 * `.html` and `.htm` in a meta element. `head` is its beginning, each byte a character. Undefined when there is none.
 */
export function declarationOf(head: string, path: string): Declaration | undefined {
  const xml = /^<\?xml[ \t\r\n][^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._:-]+)["']/.exec(
    head.slice(0, 1024),
  );
  if (xml?.[1] !== undefined) return { label: xml[1], encoding: encodingOfLabel(xml[1]), syntax: 'xml' };
  if (/\.pot?$/i.test(path)) return poDeclaration(head);
  return /\.x?html?$/i.test(path) || /^\s*<(?:!doctype\s+html|html)\b/i.test(head.slice(0, 1024))
    ? htmlDeclaration(head)
    : undefined;
}

/** The beginning of a file in which it may declare its encoding, each byte a character. */
export function headOf(bytes: Uint8Array): string {
  return oneByteText(bytes.subarray(0, REACH));
}

/** gettext takes what stands behind `charset=` in the header, wherever its lines are broken. A template leaves it to be filled in. */
function poDeclaration(head: string): Declaration | undefined {
  const start = /^[ \t]*msgid[ \t]+""[ \t]*[\r\n]+[ \t]*msgstr\b/m.exec(head)?.index;
  if (start === undefined) return undefined;
  const end = /(?:\r\n|\n|\r)[ \t]*(?:\r|\n|#|msg(?:id|ctxt))/.exec(head.slice(start + 5));
  const header = head
    .slice(start, end === null ? head.length : start + 5 + end.index)
    .replace(/"[ \t]*[\r\n]+[ \t]*"/g, '');
  const label = /\bcharset=([^\s\\";]+)/.exec(header)?.[1];
  if (label === undefined || label === 'CHARSET') return undefined;
  return { label, encoding: encodingOfLabel(label), syntax: 'po' };
}

/** As browsers do: in the first 1024 bytes, iso-8859-1 and ASCII mean windows-1252, and UTF-16, which could not have been read so far, UTF-8. */
function htmlDeclaration(head: string): Declaration | undefined {
  const start = head.slice(0, 1024).replace(/<!--[\s\S]*?-->/g, '');
  const label = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'>;/]+)/i.exec(start)?.[1];
  if (label === undefined) return undefined;
  const encoding = encodingOfLabel(label);
  const meant =
    encoding === 'iso-8859-1' || encoding === 'us-ascii' ? 'windows-1252' : encoding === 'utf-16' ? 'utf-8' : encoding;
  return { label, encoding: meant, syntax: 'html' };
}

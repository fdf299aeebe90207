import { parseJson } from '../http/parseJson.ts';
import { requireXml } from './requireXml.ts';
import { officeKinds, rewriteOffice, scanOffice } from './officeDocuments.ts';
import {
  rewriteTexts,
  textMeasure,
  textTranslator,
  UnreadableDocumentError,
  type DocumentMeasure,
  type TextPattern,
} from './rewriteTexts.ts';
import {
  appleStrings,
  commaSeparated,
  fillPo,
  json,
  markup,
  plainText,
  properties,
  rewriteMarkdown,
  subtitles,
  tabSeparated,
  yaml,
} from './textPatterns.ts';

/** Passes every text of a file to `change`, and returns the file with the changed texts. */
type Rewrite = (content: string, change: (text: string) => string) => string;

const asMarkdown: Rewrite = (content, change) => rewriteMarkdown(content, change, false);
const asMdx: Rewrite = (content, change) => rewriteMarkdown(content, change, true);

/** Supported file extensions, and the media types used to serve them. */
const textKinds = new Map<string, { readonly rewrite: Rewrite; readonly type: string }>(
  Object.entries({
    txt: { rewrite: by(plainText), type: 'text/plain' },
    md: { rewrite: asMarkdown, type: 'text/markdown' },
    markdown: { rewrite: asMarkdown, type: 'text/markdown' },
    mdx: { rewrite: asMdx, type: 'text/mdx' },
    html: { rewrite: by(markup), type: 'text/html' },
    htm: { rewrite: by(markup), type: 'text/html' },
    xhtml: { rewrite: by(markup), type: 'application/xhtml+xml' },
    csv: { rewrite: by(commaSeparated), type: 'text/csv' },
    tsv: { rewrite: by(tabSeparated), type: 'text/tab-separated-values' },
    srt: { rewrite: by(subtitles), type: 'application/x-subrip' },
    vtt: { rewrite: by(subtitles), type: 'text/vtt' },
    json: { rewrite: by(json, requireJson), type: 'application/json' },
    xml: { rewrite: by(markup, requireXml), type: 'application/xml' },
    yaml: { rewrite: by(yaml), type: 'application/yaml' },
    yml: { rewrite: by(yaml), type: 'application/yaml' },
    po: { rewrite: fillPo, type: 'text/x-gettext-translation' },
    pot: { rewrite: fillPo, type: 'text/x-gettext-translation' },
    properties: { rewrite: by(properties), type: 'text/plain' },
    strings: { rewrite: by(appleStrings), type: 'text/plain' },
  }),
);

/** Returns the rewrite of the texts that a pattern finds. `requireValid` throws for a file that is broken. */
function by(pattern: TextPattern, requireValid?: (content: string) => void): Rewrite {
  return (content, change) => {
    requireValid?.(content);
    return rewriteTexts(content, pattern, change);
  };
}

function requireJson(content: string): void {
  try {
    parseJson(content);
  } catch {
    throw new UnreadableDocumentError('it is not JSON, or too large');
  }
}

const officeTypes: Readonly<Record<keyof typeof officeKinds, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
};

export interface DocumentTask {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly lcTgt: string;
  /** 1 for the first translation and one higher for each further one; every round gives different text. */
  readonly round: number;
}

/** Returns the media type of a file by its extension; undefined if it is not supported. */
export function documentType(filename: string): string | undefined {
  const extension = extensionOf(filename);
  return textKinds.get(extension)?.type ?? (isOffice(extension) ? officeTypes[extension] : undefined);
}

/**
 * Counts a file's charged units and detects its language. Throws UnreadableDocumentError if the file is of an unknown
 * kind or broken.
 */
export function measureDocument(filename: string, content: Uint8Array, lcSrc: string): DocumentMeasure {
  const { change, measure } = textMeasure(lcSrc);
  const extension = extensionOf(filename);
  if (isOffice(extension)) scanOffice(content, officeKinds[extension], change);
  else rewriteText(content, extension, change);
  return measure();
}

/**
 * Returns a simulated translation of a file: same kind and structure, and the same result for the same task. Throws as
 * `measureDocument` does.
 */
export function translateDocument({ filename, content, lcTgt, round }: DocumentTask): Uint8Array {
  const change = textTranslator(lcTgt, round);
  const extension = extensionOf(filename);
  if (isOffice(extension)) return rewriteOffice(content, officeKinds[extension], change);
  return rewriteText(content, extension, change);
}

function rewriteText(content: Uint8Array, extension: string, change: (text: string) => string): Uint8Array {
  const kind = textKinds.get(extension);
  const { text, encoding } = decode(content);
  requireUnicodeDeclaration(text);
  if (kind === undefined) throw new UnreadableDocumentError(`files of the kind "${extension}" are not taken`);
  return encode(kind.rewrite(text, change), encoding);
}

function isOffice(extension: string): extension is keyof typeof officeKinds {
  return Object.hasOwn(officeKinds, extension);
}

/** Returns the extension in lowercase, without its dot. */
function extensionOf(filename: string): string {
  return /\.([^.]+)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
}

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Returns the encoding by the byte order mark: `ff fe` or `fe ff` is UTF-16. */
function encodingOf([first, second]: Uint8Array): TextEncoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. The mark stays in the text, so that it is written again. */
function decode(content: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  const encoding = encodingOf(content);
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
    if (!text.includes('\0')) return { text, encoding };
  } catch {
    // Reported below.
  }
  throw new UnreadableDocumentError('its text is neither UTF-8 nor UTF-16');
}

const declaredCharset = new RegExp(
  [
    // `<?xml version="1.0" encoding="UTF-8"?>`
    /^\ufeff?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/mu,
    // `<meta charset="utf-8">`
    /<meta\s[^>]*?charset\s*=\s*["']?([\w.:-]+)/u,
    // `"Content-Type: text/plain; charset=UTF-8\n"` in a PO file
    /^"Content-Type:[^"\n]*charset=([\w.:-]+)/mu,
  ]
    .map(({ source }) => source)
    .join('|'),
  'imu',
);

/** Throws if the file declares another encoding, which could not represent letters of other languages. */
function requireUnicodeDeclaration(text: string): void {
  const declared = declaredCharset.exec(text.slice(0, 4096));
  const charset = (declared?.[1] ?? declared?.[2] ?? declared?.[3])?.toLowerCase();
  // A PO template says `charset=CHARSET`.
  const isUnknown = charset === undefined || charset === 'charset';
  if (isUnknown || /^utf-?(?:8|16(?:le|be)?)$/u.test(charset)) return;
  throw new UnreadableDocumentError(`it says that its text is ${charset}; it must be UTF-8`);
}

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

import {
  rewriteSegments,
  segmentMeasure,
  segmentTranslator,
  UnreadableDocumentError,
  type DocumentMeasure,
  type ReadSegments,
} from './documentParts.ts';
import { readHtml } from './htmlDocuments.ts';
import { readMarkdown, readMdx } from './markdownDocuments.ts';
import { officeKinds, rewriteOffice, scanOffice } from './officeDocuments.ts';
import { readCommaSeparated, readPlainText, readSubtitles, readTabSeparated } from './plainDocuments.ts';
import { readAppleStrings, readJson, readPo, readProperties, readYaml } from './stringDocuments.ts';
import { readXml } from './xmlDocuments.ts';

interface TextKind {
  readonly read: ReadSegments;
  readonly type: string;
}

/** Supported file extensions, and the media types used to serve them. */
const textKinds = new Map<string, TextKind>(
  Object.entries({
    txt: { read: readPlainText, type: 'text/plain' },
    md: { read: readMarkdown, type: 'text/markdown' },
    markdown: { read: readMarkdown, type: 'text/markdown' },
    mdx: { read: readMdx, type: 'text/mdx' },
    html: { read: readHtml, type: 'text/html' },
    htm: { read: readHtml, type: 'text/html' },
    xhtml: { read: readHtml, type: 'application/xhtml+xml' },
    csv: { read: readCommaSeparated, type: 'text/csv' },
    tsv: { read: readTabSeparated, type: 'text/tab-separated-values' },
    srt: { read: readSubtitles, type: 'application/x-subrip' },
    vtt: { read: readSubtitles, type: 'text/vtt' },
    json: { read: readJson, type: 'application/json' },
    xml: { read: (text) => readXml(text), type: 'application/xml' },
    yaml: { read: readYaml, type: 'application/yaml' },
    yml: { read: readYaml, type: 'application/yaml' },
    po: { read: readPo, type: 'text/x-gettext-translation' },
    pot: { read: readPo, type: 'text/x-gettext-translation' },
    properties: { read: readProperties, type: 'text/plain' },
    strings: { read: readAppleStrings, type: 'text/plain' },
  }),
);

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
  const { change, measure } = segmentMeasure(lcSrc);
  const extension = extensionOf(filename);
  if (isOffice(extension)) scanOffice(content, officeKinds[extension], change);
  else {
    const { text } = decode(content);
    checkDeclaration(text);
    for (const segment of readerFor(extension)(text)) rewriteSegments([segment], change);
  }
  return measure();
}

/**
 * Returns a simulated translation of a file: same kind and structure, and the same result for the same task. Throws as
 * `measureDocument` does.
 */
export function translateDocument({ filename, content, lcTgt, round }: DocumentTask): Uint8Array {
  const change = segmentTranslator(lcTgt, round);
  const extension = extensionOf(filename);
  if (isOffice(extension)) return rewriteOffice(content, officeKinds[extension], change);
  const { text, encoding } = decode(content);
  checkDeclaration(text);
  return encode(rewriteSegments(readerFor(extension)(text), change), encoding);
}

function readerFor(extension: string): ReadSegments {
  const kind = textKinds.get(extension);
  if (kind === undefined) throw new UnreadableDocumentError(`files of the kind "${extension}" are not taken`);
  return kind.read;
}

function isOffice(extension: string): extension is keyof typeof officeKinds {
  return Object.hasOwn(officeKinds, extension);
}

/** Returns the extension in lowercase, without its dot. */
function extensionOf(filename: string): string {
  return /\.([^.]+)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
}

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

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
    /^\ufeff?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/mu,
    /<meta\s[^>]*?charset\s*=\s*["']?([\w.:-]+)/u,
    /^"Content-Type:[^"\n]*charset=([\w.:-]+)/mu,
  ]
    .map(({ source }) => source)
    .join('|'),
  'imu',
);

/** Throws if the file declares another encoding, which could not represent letters of other languages. */
function checkDeclaration(text: string): void {
  const declared = declaredCharset.exec(text.slice(0, 4096));
  const charset = (declared?.[1] ?? declared?.[2] ?? declared?.[3])?.toLowerCase();
  if (charset === undefined || /^utf-?(?:8|16(?:le|be)?)$/u.test(charset) || charset === 'charset') return;
  throw new UnreadableDocumentError(`it says that its text is ${charset}; it must be UTF-8`);
}

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

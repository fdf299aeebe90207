/** The type of a document, as its file name extension says. */
export interface DocumentType {
  readonly mimeType: string;
  /** False for a binary format. */
  readonly isText: boolean;
}

const officeOpen = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const types: Readonly<Record<string, DocumentType>> = {
  md: { mimeType: 'text/markdown', isText: true },
  markdown: { mimeType: 'text/markdown', isText: true },
  mdx: { mimeType: 'text/markdown', isText: true },
  html: { mimeType: 'text/html', isText: true },
  htm: { mimeType: 'text/html', isText: true },
  txt: { mimeType: 'text/plain', isText: true },
  srt: { mimeType: 'application/x-subrip', isText: true },
  vtt: { mimeType: 'text/vtt', isText: true },
  csv: { mimeType: 'text/csv', isText: true },
  tsv: { mimeType: 'text/tab-separated-values', isText: true },
  xml: { mimeType: 'application/xml', isText: true },
  rtf: { mimeType: 'application/rtf', isText: true },
  docx: { mimeType: `${officeOpen}.wordprocessingml.document`, isText: false },
  xlsx: { mimeType: `${officeOpen}.spreadsheetml.sheet`, isText: false },
  pptx: { mimeType: `${officeOpen}.presentationml.presentation`, isText: false },
  odt: { mimeType: `${openDocument}.text`, isText: false },
  ods: { mimeType: `${openDocument}.spreadsheet`, isText: false },
  odp: { mimeType: `${openDocument}.presentation`, isText: false },
  pdf: { mimeType: 'application/pdf', isText: false },
};

/**
 * Lower-case extensions of the files that *Order Document* is offered for. The service decides which of them it
 * accepts.
 */
export const documentExtensions: readonly string[] = Object.keys(types);

/**
 * Returns the type of a document. Files with an unknown extension count as text; the service decides whether to accept
 * them.
 */
export function documentTypeOf(path: string): DocumentType {
  return types[extensionOf(path)] ?? { mimeType: 'application/octet-stream', isText: true };
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

/** Number of bytes to examine. */
const sampleBytes = 64 * 1024;

/**
 * Returns whether bytes are not text: UTF-16 has a byte order mark, and no other common text encoding has zero bytes.
 */
export function isBinary(bytes: Uint8Array): boolean {
  const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !hasMark && bytes.subarray(0, sampleBytes).includes(0);
}

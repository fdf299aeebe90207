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

/** Lower-case extensions of files that *Order Document* is offered for. The service decides which it accepts. */
export const documentExtensions: readonly string[] = Object.keys(types);

/** Returns the type of a document. A file with an unknown extension counts as text; the service may refuse it. */
export function documentTypeOf(path: string): DocumentType {
  return types[extensionOf(path)] ?? { mimeType: 'application/octet-stream', isText: true };
}

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

/** How many bytes are examined, from the beginning. */
const sampleBytes = 64 * 1024;

/** Whether bytes are not text: only UTF-16, which has a byte order mark, has zero bytes in texts. */
export function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, sampleBytes).includes(0);
}

import { randomBytes } from 'node:crypto';

/** A file in a multipart form. */
export interface FilePart {
  /** Name of the form field. */
  readonly name: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
}

export interface MultipartBody {
  readonly contentType: string;
  readonly body: Uint8Array;
}

const lineEnd = '\r\n';

/** Encodes a multipart form, fields before files (RFC 7578). */
export function multipartBody(fields: Readonly<Record<string, string>>, files: readonly FilePart[]): MultipartBody {
  const boundary = `form-${randomBytes(18).toString('hex')}`;
  const pieces: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const header = `content-disposition: form-data; name="${escapeQuoted(name)}"`;
    pieces.push(Buffer.from([`--${boundary}`, header, '', value, ''].join(lineEnd)));
  }
  for (const file of files)
    pieces.push(
      Buffer.from(`--${boundary}${lineEnd}${fileHeader(file)}${lineEnd}${lineEnd}`),
      file.content,
      Buffer.from(lineEnd),
    );
  pieces.push(Buffer.from(`--${boundary}--${lineEnd}`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}

/** Returns an upper bound for the bytes of a file in a form, including boundary and headers. */
export function partSize(file: FilePart): number {
  return file.content.byteLength + Buffer.byteLength(fileHeader(file)) + 128;
}

/** The file name is plain UTF-8 (RFC 7578, 4.2), which all servers read the same way; `filename*` is not allowed. */
function fileHeader({ name, filename, mimeType }: FilePart): string {
  const names = `name="${escapeQuoted(name)}"; filename="${escapeQuoted(filename)}"`;
  return `content-disposition: form-data; ${names}${lineEnd}content-type: ${mimeType}`;
}

/**
 * Escapes a text for quotation marks in a header. Quotation marks and line breaks are percent-encoded, as in browsers
 * (WHATWG HTML, multipart form data); so is the backslash, which some servers read as an escape. A lone surrogate,
 * which cannot be encoded in UTF-8, becomes U+FFFD.
 */
function escapeQuoted(text: string): string {
  return text.toWellFormed().replace(/["\\\r\n]/gu, encodeURIComponent);
}

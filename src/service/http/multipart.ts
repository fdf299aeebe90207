import { randomBytes } from 'node:crypto';

/** A file as a part of a form. */
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

/** A form of fields and files, fields first (RFC 7578). */
export function multipartBody(fields: Readonly<Record<string, string>>, files: readonly FilePart[]): MultipartBody {
  const boundary = `form-${randomBytes(18).toString('hex')}`;
  const pieces: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields)) {
    pieces.push(
      Buffer.from(
        `--${boundary}${lineEnd}content-disposition: form-data; name="${quotable(name)}"${lineEnd}${lineEnd}${value}${lineEnd}`,
      ),
    );
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

/** Bytes that a file needs in a form, boundary and headers generously counted. */
export function partSize(file: FilePart): number {
  return file.content.byteLength + Buffer.byteLength(fileHeader(file)) + 128;
}

/** The filename is plain UTF-8 (RFC 7578, 4.2), which servers read alike; its other form, `filename*`, must not be sent. */
function fileHeader({ name, filename, mimeType }: FilePart): string {
  return `content-disposition: form-data; name="${quotable(name)}"; filename="${quotable(filename)}"${lineEnd}content-type: ${mimeType}`;
}

/**
 * Returns a text that can be between quotation marks in a header. What would end the marks or the line is percent-encoded, as
 * browsers do it (WHATWG HTML, multipart form data), and so is the backslash, which some servers take for an escape. A lone
 * surrogate, which UTF-8 does not have, becomes U+FFFD.
 */
function quotable(text: string): string {
  return text.toWellFormed().replace(/["\\\r\n]/gu, encodeURIComponent);
}

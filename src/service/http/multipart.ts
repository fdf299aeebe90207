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
    pieces.push(Buffer.from(`--${boundary}${lineEnd}content-disposition: form-data; name="${name}"${lineEnd}${lineEnd}${value}${lineEnd}`));
  }
  for (const file of files) pieces.push(Buffer.from(`--${boundary}${lineEnd}${fileHeader(file)}${lineEnd}${lineEnd}`), file.content, Buffer.from(lineEnd));
  pieces.push(Buffer.from(`--${boundary}--${lineEnd}`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(pieces) };
}

/** Bytes that a file needs in a form, boundary and headers generously counted. */
export function partSize(file: FilePart): number {
  return file.content.byteLength + Buffer.byteLength(fileHeader(file)) + 128;
}

/**
 * A name that is not ASCII stands twice: as well as ASCII can show it, and as it is (RFC 8187), because servers differ in
 * which of the two they read. The ending survives in both.
 */
function fileHeader({ name, filename, mimeType }: FilePart): string {
  const ascii = filename.replace(/[^ !#-[\]-~]/gu, '_');
  const exact = ascii === filename ? '' : `; filename*=UTF-8''${encodeExtended(filename)}`;
  return `content-disposition: form-data; name="${name}"; filename="${ascii}"${exact}${lineEnd}content-type: ${mimeType}`;
}

/** Percent-encoding that leaves nothing but what RFC 8187 allows. A lone surrogate, which UTF-8 does not have, becomes U+FFFD. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

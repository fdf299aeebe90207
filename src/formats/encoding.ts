import { FormatError } from './format.ts';
import { formatErrorAt, loneSurrogate, placeAt, refuseOversize } from './textPlace.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** A file's text, and what is needed to turn it into the same bytes again. The text never has the byte order mark. */
export interface DecodedFile {
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
}

const MARK = '\uFEFF';

/**
 * Decodes a file: UTF-8 with or without a byte order mark, UTF-16 of either order with one. Whatever is accepted is
 * encoded by `encodeFile` into the very same bytes. `path` only names the file in what is thrown: a FormatError for
 * bytes that are not of the encoding, for another encoding, and for a file over the size limit.
 */
export function decodeFile(bytes: Uint8Array, path: string): DecodedFile {
  refuseOversize(bytes.length);
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) throw refusal(path, 'is UTF-32');
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return decodeUtf8(bytes.subarray(3), true, path);
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes.subarray(2), 'utf-16le', path);
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes.subarray(2), 'utf-16be', path);
  // Every text format begins with ASCII characters, so that a zero byte among the first two tells UTF-16.
  if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)) throw refusal(path, 'looks like UTF-16 without a byte order mark');
  return decodeUtf8(bytes, false, path);
}

/** Encodes a text the way a file was encoded. Throws FormatError for a text that would not decode into itself. */
export function encodeFile(text: string, as: DecodedFile): Uint8Array {
  const lone = loneSurrogate(text);
  if (lone >= 0) throw formatErrorAt(text, lone, 'Half of a surrogate pair stands alone here, and no file can hold that.');
  if (!as.bom && text.startsWith(MARK)) throw formatErrorAt(text, 0, 'The text begins with a byte order mark, but the file has none.');
  const marked = as.bom ? MARK + text : text;
  return as.encoding === 'utf-8' ? new TextEncoder().encode(marked) : encodeUtf16(marked, as.encoding === 'utf-16le');
}

function decodeUtf8(bytes: Uint8Array, bom: boolean, path: string): DecodedFile {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf-8', bom };
  } catch {
    throw invalidUtf8(bytes, bom ? 3 : 0, path);
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be', path: string): DecodedFile {
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding, bom: true };
  } catch {
    // Half of a surrogate pair, or half of a code unit at the very end.
    const lossy = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    const at = firstLoss(lossy, (offset) => isReplacement(bytes, offset * 2, encoding === 'utf-16le'));
    throw new FormatError({ ...placeAt(lossy, at), reason: `${nameOf(path)} is not valid UTF-16 here. ${ADVICE}` });
  }
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return bytes;
}

const ADVICE = 'Save it as UTF-8 and try again.';

function refusal(path: string, what: string): FormatError {
  return new FormatError({ line: 1, column: 1, reason: `${nameOf(path)} ${what}, which cannot be written back safely. ${ADVICE}` });
}

/** Finds the first bytes that are not UTF-8: where decoding puts U+FFFD and the bytes are not those of U+FFFD. */
function invalidUtf8(bytes: Uint8Array, skipped: number, path: string): FormatError {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  let byteOffset = 0;
  let done = 0;
  const at = firstLoss(lossy, (offset) => {
    byteOffset += encoder.encode(lossy.slice(done, offset)).length;
    done = offset;
    return startsWith(bytes.subarray(byteOffset), [0xef, 0xbf, 0xbd]);
  });
  const byte = (bytes[byteOffset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const reason = `${nameOf(path)} is not valid UTF-8: byte ${byteOffset + skipped + 1} of the file is 0x${byte}. ${ADVICE}`;
  return new FormatError({ ...placeAt(lossy, at), reason });
}

function firstLoss(lossy: string, isGenuine: (offset: number) => boolean): number {
  let at = lossy.indexOf('\uFFFD');
  while (at >= 0 && isGenuine(at)) at = lossy.indexOf('\uFFFD', at + 1);
  return Math.max(at, 0);
}

function isReplacement(bytes: Uint8Array, offset: number, littleEndian: boolean): boolean {
  if (offset + 1 >= bytes.length) return false;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(offset, littleEndian) === 0xfffd;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

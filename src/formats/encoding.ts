import { characterEscapes, type CharacterEscapes } from './kit/characterEscapes.ts';
import { declarationOf, headOf, type Declaration } from './kit/declaredEncoding.ts';
import { FormatError } from './format.ts';
import {
  decodeLegacy,
  encodeLegacy,
  encodingOfLabel,
  isDoubleByte,
  oneByteText,
  type LegacyEncoding,
} from './kit/legacyEncoding.ts';
import { refusal } from './kit/provenFormat.ts';
import { formatErrorAt, loneSurrogate, placeAt, refuseOversize } from './kit/textLocation.ts';
import { because } from './reasons/reason.ts';

/** `iso-8859-1` is that of ISO: every byte is the character with its number. Browsers read it as windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

/** A file's text, and what is needed to encode it into the same bytes. The text never includes the byte order mark. */
export interface DecodedFile {
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
  /** How to write characters that the encoding lacks; absent: such characters are refused. */
  readonly escapes?: CharacterEscapes;
}

const byteOrderMark = '\uFEFF';
const utf8Mark = [0xef, 0xbb, 0xbf];
/** U+FFFD, by which decoders replace bytes that are invalid. */
const replacementCharacter = '\uFFFD';

/**
 * Decodes a file: by its byte order mark (UTF-8, or UTF-16 of either order); else by its own declaration (in XML, a PO
 * header, or an HTML meta element); else as UTF-8. `.properties` files that are not valid UTF-8 are read as Latin-1;
 * `.strings` and XML also as UTF-16 without a byte order mark. `encodeFile` turns every accepted file back into exactly
 * the same bytes.
 *
 * `path` gives the file's extension and its name in errors. `usualEncoding` is that of files that declare none, as
 * VS Code's setting `files.encoding` names it. It is ignored if it is unknown, for XML, and for a file that is valid
 * UTF-8 with characters outside ASCII. Throws FormatError for bytes that are invalid in the encoding, for an encoding
 * that is unknown or would not give back the same bytes, and for a file over the size limit.
 */
export function decodeFile(bytes: Uint8Array, path: string, usualEncoding = 'utf8'): DecodedFile {
  refuseOversize(bytes.length);
  // The byte order marks of UTF-32, UTF-8 and UTF-16, of which UTF-32's begins with UTF-16's.
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff]))
    throw refusal(because('utf-32', nameOf(path)));
  if (startsWith(bytes, utf8Mark)) return decodeUtf8(bytes.subarray(utf8Mark.length), true, path);
  if (startsWith(bytes, [0xff, 0xfe])) return decodeUtf16(bytes.subarray(2), { encoding: 'utf-16le', bom: true, path });
  if (startsWith(bytes, [0xfe, 0xff])) return decodeUtf16(bytes.subarray(2), { encoding: 'utf-16be', bom: true, path });
  // Every text format begins with ASCII characters, so a zero byte among the first two means UTF-16.
  if (bytes.length > 1 && (bytes[0] === 0 || bytes[1] === 0)) return decodeUnmarkedUtf16(bytes, path, usualEncoding);
  return decodeDeclared(bytes, path) ?? decodeUsual(bytes, path, usualEncoding) ?? decodeUndeclared(bytes, path);
}

/**
 * Whether a file has nothing but whitespace, as `touch` or an editor leaves it. As a target it is treated like a file
 * that does not exist: it has no units, and gets its skeleton and its declarations from the source.
 */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/**
 * Encodes a text in the encoding of the file that it replaces; for a new or blank file, in the encoding that the text
 * declares. Throws FormatError for a text that would not decode to itself, and for a character that the encoding lacks.
 */
export function encodeFile(text: string, file: DecodedFile): Uint8Array {
  const surrogateOffset = loneSurrogate(text);
  if (surrogateOffset >= 0) throw formatErrorAt(text, surrogateOffset, because('file-lone-surrogate'));
  if (!file.bom && text.startsWith(byteOrderMark)) throw formatErrorAt(text, 0, because('byte-order-mark'));
  const { encoding, escapes } = isBlank(file.text) ? declaredBy(text, file) : file;
  const textWithMark = file.bom ? byteOrderMark + text : text;
  if (encoding === 'utf-8') return new TextEncoder().encode(textWithMark);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return encodeUtf16(textWithMark, encoding === 'utf-16le');
  const escape = escapes && characterEscapes(text, escapes);
  return encodeLegacy(text, encoding, (character, offset) => {
    const escapeText = escape?.(character, offset);
    if (escapeText !== undefined) return escapeText;
    const reason = because('character-not-in-encoding', character, codePointOf(character), encoding);
    throw formatErrorAt(text, offset, reason);
  });
}

/**
 * The encoding of a new file, whose declaration is copied from its source. XML that declares none is UTF-8, and so is a
 * file that declares UTF-16, which would need a byte order mark.
 */
function declaredBy(text: string, file: DecodedFile): Pick<DecodedFile, 'encoding' | 'escapes'> {
  if (file.encoding === 'utf-16le' || file.encoding === 'utf-16be' || file.bom) return file;
  const head = text.slice(0, headLength);
  // In XML and HTML, by the text alone (path ''); else by the header that a PO file would have.
  const declared = declarationOf(head, '') ?? declarationOf(text, '.po');
  if (declared === undefined) return beginsLikeXml(head) ? { encoding: 'utf-8' } : file;
  if (declared.encoding === undefined || declared.encoding === 'utf-8' || declared.encoding === 'utf-16')
    return { encoding: 'utf-8' };
  return { encoding: declared.encoding, ...escapesOf(declared) };
}

/** By its first characters a file is recognized as XML: `<?xml`, after whitespace at most. */
const headLength = 1024;

/** How to write characters that a declared encoding lacks: only XML has escapes for them. */
function escapesOf({ syntax }: Declaration): Pick<DecodedFile, 'escapes'> {
  return syntax === 'xml' ? { escapes: 'xml' } : {};
}

function decodeDeclared(bytes: Uint8Array, path: string): DecodedFile | undefined {
  const declared = declarationOf(headOf(bytes), path);
  if (declared === undefined) return undefined;
  const { encoding, label } = declared;
  if (encoding === undefined) throw refusal(because('encoding-unknown', nameOf(path), label));
  // UTF-16 would have been recognized by its zero bytes, so the declaration is wrong.
  if (encoding === 'utf-8' || encoding === 'utf-16') return undefined;
  // A text in a single-byte encoding is practically never valid UTF-8 by chance if it has characters outside ASCII, so
  // the declaration is wrong.
  if (!isDoubleByte(encoding) && !isAscii(bytes) && isUtf8(bytes)) return undefined;
  const text = decodeLegacy(bytes, encoding);
  if (text === undefined) throw refusal(because('encoding-invalid-bytes', nameOf(path), label));
  refuseAmbiguous(bytes, { text, encoding }, path, label);
  return { text, encoding, bom: false, ...escapesOf(declared) };
}

/**
 * Decodes a file in the encoding that the user has set for files that declare none; undefined if it does not apply. A
 * setting is made for many files, so it doesn't apply to one that shows another encoding.
 */
function decodeUsual(bytes: Uint8Array, path: string, usualEncoding: string): DecodedFile | undefined {
  const name = usualEncoding.trim().toLowerCase();
  // In an encoding of Unicode, only a new file gets a byte order mark.
  if (name === 'utf8bom' || /^utf-?16(?:le|be)$/.test(name)) {
    if (bytes.length > 0) return undefined;
    if (name === 'utf8bom') return { text: '', encoding: 'utf-8', bom: true };
    return { text: '', encoding: name.endsWith('be') ? 'utf-16be' : 'utf-16le', bom: true };
  }
  const encoding = encodingOfLabel(name);
  if (encoding === undefined || encoding === 'utf-8' || encoding === 'utf-16') return undefined;
  // XML that declares no encoding is UTF-8 (XML 1.0, 4.3.3).
  if (xmlPath.test(path) || beginsLikeXml(headOf(bytes).slice(0, headLength))) return undefined;
  const showsUtf8 = !isAscii(bytes) && isUtf8(bytes);
  if (showsUtf8) return undefined;
  const text = decodeLegacy(bytes, encoding);
  if (text === undefined) return undefined;
  refuseAmbiguous(bytes, { text, encoding }, path, usualEncoding);
  const decoded: DecodedFile = { text, encoding, bom: false };
  return isProperties(path) ? { ...decoded, escapes: 'properties' } : decoded;
}

/** Throws FormatError for a file that would not be written with the same bytes. */
function refuseAmbiguous(
  bytes: Uint8Array,
  { text, encoding }: { readonly text: string; readonly encoding: LegacyEncoding },
  path: string,
  label: string,
): void {
  // A character that can't be encoded is left out (''), so that the bytes differ.
  const encodedAgain = encodeLegacy(text, encoding, () => '');
  if (!isSame(bytes, encodedAgain)) throw refusal(because('encoding-ambiguous', nameOf(path), label));
}

const xmlPath = /\.(?:xml|resx|resw|xlf|xliff|sdlxliff|stringsdict|plist)$/i;

/** Whether a file is XML, by its beginning: an XML declaration, or Qt's document type. */
function beginsLikeXml(head: string): boolean {
  return /^\s*<(?:\?xml\b|!DOCTYPE\s+TS\b)/.test(head);
}

function isProperties(path: string): boolean {
  return /\.properties$/i.test(path);
}

function decodeUndeclared(bytes: Uint8Array, path: string): DecodedFile {
  // Java read these files as Latin-1 until version 9, and still does if they are not valid UTF-8.
  if (isProperties(path) && !isUtf8(bytes))
    return { text: oneByteText(bytes), encoding: 'iso-8859-1', bom: false, escapes: 'properties' };
  return decodeUtf8(bytes, false, path);
}

function decodeUnmarkedUtf16(bytes: Uint8Array, path: string, usualEncoding: string): DecodedFile {
  const encoding = bytes[0] === 0 ? 'utf-16be' : 'utf-16le';
  // `<?` in UTF-16.
  const isXml = startsWith(bytes, encoding === 'utf-16be' ? [0, 0x3c, 0, 0x3f] : [0x3c, 0, 0x3f, 0]);
  // VS Code spells it `utf16le`.
  const isUsual = usualEncoding.trim().toLowerCase().replace('-', '') === encoding.replace('-', '');
  if (!isXml && !isUsual && !/\.strings$/i.test(path)) throw refusal(because('utf-16-unmarked', nameOf(path)));
  return decodeUtf16(bytes, { encoding, bom: false, path });
}

function decodeUtf8(bytes: Uint8Array, bom: boolean, path: string): DecodedFile {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf-8', bom };
  } catch {
    throw invalidUtf8(bytes, bom ? utf8Mark.length : 0, path);
  }
}

interface Utf16File {
  readonly encoding: 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
  readonly path: string;
}

function decodeUtf16(bytes: Uint8Array, { encoding, bom, path }: Utf16File): DecodedFile {
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding, bom };
  } catch {
    // An unpaired surrogate, or half of a code unit at the end.
    const lossy = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    // A U+FFFD that the file has itself is no loss. There are two bytes for each UTF-16 unit.
    const isInFile = (offset: number): boolean => isReplacement(bytes, offset * 2, encoding === 'utf-16le');
    const lossOffset = firstLoss(lossy, isInFile);
    throw new FormatError({ ...placeAt(lossy, lossOffset), reason: because('utf-16-invalid', nameOf(path)) });
  }
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return bytes;
}

/** The number of a character as in `U+00E9`, without `U+`: `é` → `00E9`. */
function codePointOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function isSame(bytes: Uint8Array, otherBytes: Uint8Array): boolean {
  return bytes.length === otherBytes.length && bytes.every((byte, index) => byte === otherBytes[index]);
}

/**
 * Returns the error about the first bytes that are not valid UTF-8: where decoding gives U+FFFD and the bytes are not
 * those of U+FFFD. `markLength` is the length of the byte order mark that `bytes` lacks.
 */
function invalidUtf8(bytes: Uint8Array, markLength: number, path: string): FormatError {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  const replacementBytes = [...encoder.encode(replacementCharacter)];
  // The offsets of the last U+FFFD that was checked. All text before it is valid, so encoding it gives its bytes.
  let byteOffset = 0;
  let textOffset = 0;
  const lossOffset = firstLoss(lossy, (offset) => {
    byteOffset += encoder.encode(lossy.slice(textOffset, offset)).length;
    textOffset = offset;
    return startsWith(bytes.subarray(byteOffset), replacementBytes);
  });
  const byte = (bytes[byteOffset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  // `+ 1`: the position counts from 1.
  const reason = because('utf-8-invalid', nameOf(path), byteOffset + markLength + 1, byte);
  return new FormatError({ ...placeAt(lossy, lossOffset), reason });
}

/** The offset of the first U+FFFD that stands for invalid bytes; `isGenuine`: the file itself contains this U+FFFD. */
function firstLoss(lossy: string, isGenuine: (offset: number) => boolean): number {
  let offset = lossy.indexOf(replacementCharacter);
  while (offset >= 0 && isGenuine(offset)) offset = lossy.indexOf(replacementCharacter, offset + 1);
  return Math.max(offset, 0);
}

/** Whether a UTF-16 file itself has U+FFFD at an offset of its bytes. */
function isReplacement(bytes: Uint8Array, byteOffset: number, littleEndian: boolean): boolean {
  if (byteOffset + 1 >= bytes.length) return false;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(byteOffset, littleEndian) === 0xfffd;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

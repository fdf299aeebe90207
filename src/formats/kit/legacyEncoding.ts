/**
 * Encodings of one or two bytes per character. The platform decodes all of them and encodes none, so the table for
 * encoding is the platform's decoding table, inverted: built once per encoding, on first use.
 */
export const legacyEncodings = [
  'us-ascii',
  'iso-8859-1',
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'gbk',
  'shift_jis',
] as const;

export type LegacyEncoding = (typeof legacyEncodings)[number];

const legacyNames: ReadonlySet<string> = new Set(legacyEncodings);
const doubleByte: ReadonlySet<string> = new Set(['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'shift_jis']);

/** Names that the platform does not know, or reads as windows-1252, which differs at 0x80 to 0x9F. */
const aliases: ReadonlyMap<string, LegacyEncoding> = new Map([
  ...['ascii', 'us-ascii', 'us', 'iso646-us', 'ansi_x3.4-1968', '646'].map((name) => [name, 'us-ascii'] as const),
  ...['iso-8859-1', 'iso8859-1', 'iso8859_1', 'iso_8859-1', 'iso88591', 'latin1', 'latin-1', 'l1', 'cp819'].map(
    (name) => [name, 'iso-8859-1'] as const,
  ),
  ['cp866', 'ibm866'],
  ['cp874', 'windows-874'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['eucjp', 'euc-jp'],
  ['euckr', 'euc-kr'],
  ['sjis', 'shift_jis'],
  ['shift-jis', 'shift_jis'],
  // Names in VS Code's setting `files.encoding`.
  ...([1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874] as const).map(
    (page) => [`windows${page}`, `windows-${page}`] as const,
  ),
  ['koi8r', 'koi8-r'],
  ['koi8u', 'koi8-u'],
  ['macroman', 'macintosh'],
  ['shiftjis', 'shift_jis'],
  ['iso885916', 'iso-8859-16'],
  ['big5hkscs', 'big5'],
]);

/** The encoding that a declaration names; undefined for one that is unknown or stateful (ISO-2022). */
export function encodingOfLabel(label: string): LegacyEncoding | 'utf-8' | 'utf-16' | undefined {
  const name = label.trim().toLowerCase();
  const alias = aliases.get(name);
  if (alias !== undefined) return alias;
  try {
    const { encoding } = new TextDecoder(name);
    if (encoding === 'utf-8') return 'utf-8';
    if (encoding.startsWith('utf-16')) return 'utf-16';
    return isLegacy(encoding) ? encoding : undefined;
  } catch {
    return name === 'utf8' ? 'utf-8' : undefined;
  }
}

export function isDoubleByte(encoding: LegacyEncoding): boolean {
  return doubleByte.has(encoding);
}

/** Decodes bytes; undefined if some of them are invalid in this encoding. */
export function decodeLegacy(bytes: Uint8Array, encoding: LegacyEncoding): string | undefined {
  if (encoding === 'us-ascii') return bytes.every((byte) => byte < 0x80) ? oneByteText(bytes) : undefined;
  if (encoding === 'iso-8859-1') return oneByteText(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a substitute for a character that the encoding lacks, or throws; `offset` is where it is in the text. */
type Substitution = (character: string, offset: number) => string;

/** Encodes a text. `substituteFor` has to return ASCII. */
export function encodeLegacy(text: string, encoding: LegacyEncoding, substituteFor: Substitution): Uint8Array {
  const table = tableOf(encoding);
  let bytes = new Uint8Array(text.length * 2 + 16);
  let length = 0;
  const put = (byte: number): void => {
    if (length === bytes.length) {
      const longer = new Uint8Array(bytes.length * 2);
      longer.set(bytes);
      bytes = longer;
    }
    bytes[length] = byte;
    length += 1;
  };
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.codePointAt(offset) ?? 0;
    const packedBytes = table.get(code);
    if (packedBytes === undefined) {
      const substitute = substituteFor(String.fromCodePoint(code), offset);
      for (let index = 0; index < substitute.length; index += 1) put(substitute.charCodeAt(index));
    } else {
      if (packedBytes > 0xffff) put(packedBytes >> 16);
      if (packedBytes > 0xff) put((packedBytes >> 8) & 0xff);
      put(packedBytes & 0xff);
    }
    const isSurrogatePair = code > 0xffff;
    if (isSurrogatePair) offset += 1;
  }
  return bytes.subarray(0, length);
}

/** Code point to its bytes, up to three, in one number with the first byte highest: `0x8f 0xa2 0xaf → 0x8fa2af`. */
type EncodingTable = ReadonlyMap<number, number>;

const tables = new Map<LegacyEncoding, EncodingTable>();

function tableOf(encoding: LegacyEncoding): EncodingTable {
  let table = tables.get(encoding);
  if (table === undefined) {
    table = buildTable(encoding);
    tables.set(encoding, table);
  }
  return table;
}

function buildTable(encoding: LegacyEncoding): EncodingTable {
  const table = new Map<number, number>();
  const add = (character: string | undefined, packedBytes: number): void => {
    const code = character?.codePointAt(0);
    const isOneCharacter = code !== undefined && character === String.fromCodePoint(code);
    if (!isOneCharacter) return;
    if (!table.has(code) || isPreferred(encoding, packedBytes)) table.set(code, packedBytes);
  };
  for (let byte = 0; byte <= 0xff; byte += 1) add(decodeLegacy(Uint8Array.of(byte), encoding), byte);
  if (!doubleByte.has(encoding)) return table;
  for (let lead = 0x81; lead <= 0xfe; lead += 1) addRow([lead], encoding, add);
  // JIS X 0212: three bytes, the first of which is 0x8F.
  if (encoding === 'euc-jp') for (let lead = 0xa1; lead <= 0xfe; lead += 1) addRow([0x8f, lead], encoding, add);
  return table;
}

/** All bytes that may be the last of a character with several bytes: 0x40 to 0xFE. */
const trails = Array.from({ length: 0xfe - 0x40 + 1 }, (_, index) => 0x40 + index);

/** Adds all characters that begin with these bytes. They are decoded at once: each failure alone costs an exception. */
function addRow(
  leads: readonly number[],
  encoding: LegacyEncoding,
  add: (character: string | undefined, packedBytes: number) => void,
): void {
  const lineFeed = 0x0a;
  const row = Uint8Array.from(trails.flatMap((trail) => [...leads, trail, lineFeed]));
  const characters = new TextDecoder(encoding).decode(row).split('\n');
  // False if a line feed was taken for a part of an invalid character, so that some characters share a line.
  const isWhole = characters.length === trails.length + 1;
  trails.forEach((trail, index) => {
    const bytes = [...leads, trail];
    const character = isWhole ? characters[index] : decodeLegacy(Uint8Array.from(bytes), encoding);
    const packedBytes = bytes.reduce((higherBytes, byte) => higherBytes * 256 + byte, 0);
    if (character !== '\uFFFD') add(character, packedBytes);
  });
}

/**
 * Whether these bytes are the usual encoding of a character that several byte sequences represent: those that the
 * encoders of the WHATWG Encoding Standard choose (IBM's extensions in Shift_JIS, the original Big5).
 */
function isPreferred(encoding: LegacyEncoding, packedBytes: number): boolean {
  if (encoding === 'shift_jis') return packedBytes >= 0xfa40;
  return encoding === 'big5' && packedBytes >= 0xa440 && packedBytes < 0xc6a1;
}

/** The byte order of this machine's numbers. */
const byteOrder = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 'utf-16le' : 'utf-16be';
const codeUnits = new TextDecoder(byteOrder, { ignoreBOM: true });

/** Decodes each byte as the character with its number: `0xe9 → é`. Thirty times as fast as `String.fromCharCode`. */
export function oneByteText(bytes: Uint8Array): string {
  return codeUnits.decode(Uint16Array.from(bytes));
}

function isLegacy(name: string): name is LegacyEncoding {
  return legacyNames.has(name);
}

import { refused } from './errors.ts';

/** No form of this interface has more fields; more would use too much memory. */
const maxFields = 1000;

const ampersand = 0x26;
const equals = 0x3d;
const plus = 0x2b;
const percent = 0x25;
const space = 0x20;

/**
 * Reads `application/x-www-form-urlencoded` from a body or a query, in linear time and memory. If a name repeats, the
 * last field is used. Refuses with 1251 text that is not UTF-8 after decoding: otherwise translators would receive
 * replacement characters.
 */
export function decodeForm(bytes: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let start = 0;
  while (start < bytes.length) {
    let end = bytes.indexOf(ampersand, start);
    if (end < 0) end = bytes.length;
    if (end > start) {
      if (fields.size >= maxFields) throw refused(400, `more than ${maxFields} fields`);
      const [name, value] = decodeField(bytes.subarray(start, end));
      fields.set(name, value);
    }
    start = end + 1;
  }
  return fields;
}

/** Decodes bytes as UTF-8. Refuses anything else with 1251. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(1251, 'it is not valid UTF-8');
  }
}

function decodeField(bytes: Buffer): readonly [name: string, value: string] {
  const equalsIndex = bytes.indexOf(equals);
  if (equalsIndex < 0) return [decodeEscapes(bytes), ''];
  return [decodeEscapes(bytes.subarray(0, equalsIndex)), decodeEscapes(bytes.subarray(equalsIndex + 1))];
}

/** Invalid escapes are kept unchanged, as in browsers. */
function decodeEscapes(bytes: Buffer): string {
  if (!bytes.includes(percent) && !bytes.includes(plus)) return decodeUtf8(bytes);
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    let byte = bytes[index] ?? 0;
    if (byte === plus) byte = space;
    else if (byte === percent) {
      const escaped = hexPair(bytes[index + 1], bytes[index + 2]);
      if (escaped !== undefined) {
        byte = escaped;
        index += 2;
      }
    }
    decoded[length] = byte;
    length += 1;
  }
  return decodeUtf8(decoded.subarray(0, length));
}

function hexPair(high: number | undefined, low: number | undefined): number | undefined {
  const highDigit = hexDigit(high);
  const lowDigit = hexDigit(low);
  if (highDigit === undefined || lowDigit === undefined) return undefined;
  return highDigit * 16 + lowDigit;
}

function hexDigit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined;
  // 0x30 is `0`, 0x39 is `9`.
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  // This bit makes a letter lower case; 0x61 is `a`, whose value is 10, and 0x66 is `f`.
  const lower = byte | 0x20;
  if (lower >= 0x61 && lower <= 0x66) return lower - 0x57;
  return undefined;
}

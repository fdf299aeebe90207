/** The characters that Windows-1252 has for the bytes 0x80 to 0x9F, in this order; unused bytes are control characters. */
const windowsCharacters =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** The further bytes of a character in UTF-8 (0x80 to 0xBF), as the other encodings show them: for a pattern's `[]`. */
export const furtherBytes = `${windowsCharacters}\u0080-\u00bf`;

/** The first two bytes of a character in UTF-8 (0xC2 to 0xF4 and another one), and bytes from 0x80 on. */
const byteRuns = new RegExp(`[\u00c2-\u00f4][${furtherBytes}][${furtherBytes}\u00c0-\u00ff]*`, 'gu');
/** Punctuation that follows a letter in ordinary text, too. */
const punctuation = /[\u00a0«»‘’“”„‚‹›–—…•·´¡¿]/u;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A part of a text that was decoded with the wrong encoding. */
export interface DamagedRange {
  readonly start: number;
  readonly text: string;
}

/**
 * Finds text in UTF-8 that was decoded as Windows-1252 or ISO 8859-1: `Ã¼` for `ü`, `â€™` for `’`, `Ð¿Ñ€` for `пр`. A
 * single pair of characters counts only if it stands for a letter of the Latin script, or a sign of Latin-1, and its
 * second character is not punctuation that may follow the first.
 */
export function damagedRanges(text: string): readonly DamagedRange[] {
  const ranges: DamagedRange[] = [];
  for (const { 0: run, index } of text.matchAll(byteRuns)) {
    let offset = 0;
    while (offset < run.length) {
      const sequence = sequenceAt(run, offset);
      if (sequence === undefined) {
        offset += 1;
        continue;
      }
      const characterAfter = text.charAt(index + offset + sequence.text.length);
      if (isDamage(sequence, characterAfter)) ranges.push({ start: index + offset, text: sequence.text });
      offset += sequence.text.length;
    }
  }
  return ranges;
}

/** Characters that are bytes of UTF-8. */
interface Sequence {
  /** As it is in the text. */
  readonly text: string;
  /** As it was meant. */
  readonly decoded: string;
}

/** Returns the longest part of a run from an offset on that is valid UTF-8; undefined if there is none. */
function sequenceAt(run: string, start: number): Sequence | undefined {
  let end = start;
  for (let length = lengthOfCharacter(run, end); length > 0; length = lengthOfCharacter(run, end)) end += length;
  if (end === start) return undefined;
  const bytes = Uint8Array.from({ length: end - start }, (_, index) => byteOf(run, start + index) ?? 0);
  try {
    return { text: run.slice(start, end), decoded: decoder.decode(bytes) };
  } catch {
    // Overlong forms and surrogates.
    return undefined;
  }
}

/** Returns how many bytes of a run are one character from an offset on: as many as the first one announces, or none. */
function lengthOfCharacter(run: string, offset: number): number {
  const length = byteCountFor(byteOf(run, offset));
  for (let index = 1; index < length; index += 1) if (!isContinuation(byteOf(run, offset + index))) return 0;
  return length;
}

/** Whether a byte has the form 10xxxxxx, which all bytes of a character but the first one have. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >> 6 === 0b10;
}

/** Returns the byte that was decoded as the character at an offset. */
function byteOf(run: string, offset: number): number | undefined {
  const character = run.charAt(offset);
  if (character === '') return undefined;
  const index = windowsCharacters.indexOf(character);
  return index < 0 ? character.charCodeAt(0) : 0x80 + index;
}

/** Returns the number of bytes of a character that begins with a byte; 0 if none does. */
function byteCountFor(byte: number | undefined): number {
  if (byte === undefined || byte < 0xc2 || byte > 0xf4) return 0;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** Whether a sequence is damaged text rather than text that is valid UTF-8 by chance. */
function isDamage({ text, decoded }: Sequence, characterAfter: string): boolean {
  const characters = Array.from(decoded);
  // Quotation marks, dashes, the euro sign, a byte order mark: `â€œ`, `â‚¬`, `ï»¿`.
  if (/^(?:[\u2010-\u2122]|\ufeff|\ufffd)+$/u.test(decoded)) return true;
  // `Ð¿Ñ€`
  if (characters.length >= 2) return /^[\p{L}\p{M}\p{P}\p{S}\p{N}\p{Emoji}]+$/u.test(decoded);
  // `ðŸ˜€`
  if (characters.length === 1 && text.length === 4) return /\p{Extended_Pictographic}/u.test(decoded);
  // A single pair, `Ã¼`: only a letter of the Latin script, or a sign of Latin-1.
  if (!/^[\u00a1-\u017f]$/u.test(decoded)) return false;
  // `Äš` begins words of Sámi.
  if (decoded >= '\u0100' && /\p{L}/u.test(text.charAt(1))) return false;
  // `Ã»` is `û` or, unless a small letter follows, the end of `«MANHÃ»`.
  return !punctuation.test(text.charAt(1)) || /\p{Ll}/u.test(characterAfter);
}

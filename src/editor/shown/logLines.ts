/** The most characters of one entry: a service could otherwise fill the disk. */
export const maxEntryLength = 20_000;

/**
 * Returns a text in the form in which it may be logged. The first line of an entry begins with its time and level; the
 * others begin with a bar, so that no text from outside can look like a separate entry. Characters that are invisible,
 * or that change how a terminal or an editor shows other characters, are spelled out.
 */
export function logLines(text: string): string {
  const beginning = text.length <= maxEntryLength ? text : `${text.slice(0, maxEntryLength)}…`;
  return beginning
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map((line) =>
      line
        .replaceAll('\t', '  ')
        .replace(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, spellOut),
    )
    .join('\n  │ ');
}

/** `[U+200B]` */
function spellOut(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

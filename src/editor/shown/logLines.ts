/** The most characters of one entry: a service could otherwise fill the disk. */
const maxCharacters = 20_000;

/**
 * Returns a text in the form in which it may be logged. A line begins with the time and the level of its entry; the
 * lines of an entry after its first one begin with a bar, so that no text, whoever wrote it, can look like an entry
 * of its own. Characters that are invisible, or that make a terminal or an editor show something else, are spelled
 * out.
 */
export function logLines(text: string): string {
  const kept = text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
  return kept
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map((line) =>
      line
        .replaceAll('\t', '  ')
        .replace(/[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu, spellOut),
    )
    .join('\n  │ ');
}

function spellOut(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/**
 * Adds invisible word joiners to what `MarkdownString.appendText` does not escape in a word: addresses and angle
 * brackets, which Markdown makes links, ampersands, which begin character references, and what begins an item of a
 * list, a table, or underlines a heading. With `·` for a joiner: `https://a.b → https:·//a.b`, `www.a.b → www·.a.b`,
 * `me@a.b → me·@a.b`, `1. → 1·.`.
 */
export function withoutMarkup(text: string): string {
  return text.replace(/[<&|=]|:(?=\/\/)|www(?=\.)|(?=@)|^\d+(?=[.)]$)/giu, '$&\u2060');
}

/** Encodes a command's arguments for a link in Markdown, so that they can't end the link. */
export function encodeArguments(args: readonly unknown[]): string {
  return encodeURIComponent(JSON.stringify(args)).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

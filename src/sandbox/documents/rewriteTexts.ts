import { languageDetector } from '../world/detectLanguage.ts';
import { translate } from '../world/translator.ts';
import { countUnits } from '../world/countUnits.ts';

/** The file does not match its extension, is broken, or is too large to read; the message says which. */
export class UnreadableDocumentError extends Error {
  override readonly name = 'UnreadableDocumentError';
}

/** Where the texts of a kind of file are. Whatever is not a text is kept byte for byte. */
export interface TextPattern {
  /**
   * Matches parts that are skipped, and texts with what is around them; the group `text` is the text, and is absent in
   * a part that is skipped. Has the flags `g` and `d`.
   */
  readonly texts: RegExp;
  /** Matches what is kept within a text, in addition to tags. Global. */
  readonly kept?: RegExp;
  /** Decodes a text that the format escapes. */
  readonly read?: (source: string) => string;
  /** Encodes a text for the format; it is written as it is if absent. */
  readonly write?: (text: string) => string;
}

const letter = /\p{L}/u;

/** Passes every text of a file to `change`, and returns the file with the changed texts. */
export function rewriteTexts(content: string, pattern: TextPattern, change: (text: string) => string): string {
  const { kept, read = unchanged, write = unchanged } = pattern;
  const written: string[] = [];
  let lastEnd = 0;
  for (const match of content.matchAll(pattern.texts)) {
    const range = match.indices?.groups?.['text'];
    if (range === undefined) continue;
    const source = content.slice(...range);
    const text = read(source);
    const changed = kept === undefined ? change(text) : changeExcept(text, kept, change);
    written.push(content.slice(lastEnd, range[0]), changed === text ? source : write(changed));
    lastEnd = range[1];
  }
  return written.join('') + content.slice(lastEnd);
}

function unchanged(text: string): string {
  return text;
}

/**
 * Changes a text except for the parts that a pattern matches. While it is changed, each part is replaced by a tag with
 * its number, since tags are neither translated nor counted: `see {name}` becomes `see <b 0>`. An escaped line break,
 * which separates words, becomes `<p 0>`. The tags contain a control character, which no text has.
 */
function changeExcept(
  text: string,
  kept: RegExp,
  change: (text: string) => string,
  control: '\u001e' | '\u001f' = '\u001f',
): string {
  if (text.includes(control)) return text;
  const keptParts: string[] = [];
  const masked = text.replace(kept, (part) => {
    const name = /^\\[nrt]/u.test(part) ? 'p' : 'b';
    keptParts.push(part);
    return `<${name} ${control}${keptParts.length - 1}>`;
  });
  const tag = new RegExp(`<[bp] ${control}(\\d+)>`, 'gu');
  return change(masked).replace(tag, (_tag, index: string) => keptParts[Number(index)] ?? '');
}

/**
 * Creates a translator for `rewriteTexts`. Its translations are simulated and marked as such; addresses and
 * placeholders are kept.
 */
export function textTranslator(lcTgt: string, round: number): (text: string) => string {
  const translateLetters = (text: string): string =>
    letter.test(text.replace(/<[^<>]*>/gu, '')) ? translate({ text, lcTgt, round }) : text;
  return (text) => changeExcept(text, keptInText, translateLetters, '\u001e');
}

/** The measured text of a file. */
export interface DocumentMeasure {
  /** Number of charged words or characters. */
  readonly unitCount: number;
  /** Code of the detected language. */
  readonly language: string;
}

/** Measures the texts that `rewriteTexts` would change, without changing them. */
export function textMeasure(lcSrc: string): {
  readonly change: (text: string) => string;
  readonly measure: () => DocumentMeasure;
} {
  let unitCount = 0;
  const { add, detected } = languageDetector(lcSrc);
  return {
    change: (text) => {
      unitCount += countUnits(text, lcSrc);
      add(text);
      return text;
    },
    measure: () => ({ unitCount, language: detected() }),
  };
}

/** Web and mail addresses, and common placeholders. */
const keptInText = new RegExp(
  [
    /\b(?:https?|ftp|mailto):[^\s<>"')\]]+/u,
    /\bwww\.[^\s<>"')\]]+/u,
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/u,
    // `{name}`, `{{name}}`, `${name}`
    /\$?\{\{?[\w.$ -]{1,100}\}?\}/u,
    // `%(name)s`
    /%\(\w{1,100}\)[a-z]/u,
    // `%s`, `%1$d`
    /%(?:\d+\$)?[sdif@]\b/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

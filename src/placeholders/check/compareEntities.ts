import { foldText } from '../read/looseToken.ts';
import { replaceSpans } from '../read/replaceSpans.ts';
import type { Message } from '../read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax, Problem } from '../read/placeholder.ts';
import { isDocument } from './reader.ts';
import { withoutEqual } from './placeholderKeys.ts';

/**
 * Returns an error for each entity that the translation lacks and does not show otherwise, and a warning for each
 * additional one if nothing shows that the program reads entities. An entity is only a spelling of a character: `…` and
 * `&hellip;` are the same, quotation marks and spaces differ by language, and `&` may become a word. Only `<` and `&`
 * can be mistaken for markup.
 */
export function compareEntities(
  source: Message,
  translation: Message,
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  const [inSource, inTranslation] = [source.placeholders.filter(isEntity), translation.placeholders.filter(isEntity)];
  if (inSource.length === 0 && inTranslation.length === 0) return [];
  const missing = withoutEqual(inSource, inTranslation, ({ text }) => text);
  const extra = withoutEqual(inTranslation, inSource, ({ text }) => text);
  const problems: Problem[] = [];
  for (const { text, start } of withoutShownCharacters(missing, extra, source, translation))
    problems.push({ kind: 'missing-placeholder', severity: 'error', text, sourceStart: start });
  const hasTags = source.placeholders.some(({ syntax }) => syntax === 'tag');
  const isMarkup = isDocument(syntaxes) || inSource.length > 0 || hasTags;
  if (isMarkup) return problems;
  for (const { text, start } of extra) problems.push({ kind: 'extra-placeholder', severity: 'warning', text, start });
  return problems;
}

function isEntity({ syntax }: Placeholder): boolean {
  return syntax === 'entity';
}

/** Removes missing entities whose character the words of the translation show, or do without. */
function withoutShownCharacters(
  missing: readonly Placeholder[],
  extra: readonly Placeholder[],
  source: Message,
  translation: Message,
): readonly Placeholder[] {
  if (missing.length === 0) return missing;
  const words = wordsOutside(translation);
  if (isMutilated(wordsOutside(source), words, extra)) return missing;
  const folded = foldText(words).text.toLowerCase();
  return missing.filter(({ text }) => {
    const name = text.slice(1, -1).toLowerCase();
    // Each `return true` reports the entity. Damaged: `&amplt;` for `&amp;`, or `&frac23;` for `&frac12;`.
    const beginning = `&${name.replace(/\d+$/u, '')}`;
    const isNumeric = beginning.startsWith('&#');
    if (!isNumeric && extra.some((extraEntity) => extraEntity.text.startsWith(beginning))) return true;
    // Cut: `&nbsp` or `nbsp;`.
    if (folded.includes(`&${name}`) || folded.includes(`${name};`)) return true;
    // Cut and continuing a placeholder, which is not among the words: `100%nbsp;`, `me@example.comamp;`.
    if (countWithoutAmpersand(translation.text, name) > countWithoutAmpersand(source.text, name)) return true;
    // `&lt;` may be missing if a `<` is shown that cannot begin a tag, as in `a < b`.
    if (/^(?:lt|#60|#x3c)$/u.test(name)) return !/<(?![A-Za-z/!?])/u.test(words);
    // `&amp;` may become a word, but not a bare `&`. Any other entity may become any character.
    return /^(?:amp|#38|#x26)$/u.test(name) && /[&＆]/u.test(words);
  });
}

/** Returns how often a text has `nbsp;` without a preceding `&`. */
function countWithoutAmpersand(text: string, name: string): number {
  const textsBeforeName = text.toLowerCase().split(`${name};`).slice(0, -1);
  return textsBeforeName.filter((textBefore) => !textBefore.endsWith('&')).length;
}

/** Whether a translation may have remains of entities, such as `&éé;` and `& nbsp;`, or other letters instead. */
function isMutilated(source: string, translation: string, extra: readonly Placeholder[]): boolean {
  const countAmpersands = (text: string): number => text.match(/[&＆]/gu)?.length ?? 0;
  if (countAmpersands(translation) > countAmpersands(source)) return true;
  return extra.some(({ text }) => isLetterOrSymbol(text));
}

/** Whether a numeric entity is neither a punctuation mark nor a space: `&#233;` (`é`), but not `&#8230;` (`…`). */
function isLetterOrSymbol(entity: string): boolean {
  // `&#x2026;` is hexadecimal, and `&#8230;` decimal. For `&eacute;`, the code is NaN, so the result is false.
  const [, hex, decimal] = /^&#(?:[xX]([\da-fA-F]{1,6})|(\d{1,7}));$/u.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff && !/[\p{P}\p{Z}\p{Cf}]/u.test(String.fromCodePoint(code));
}

/** Returns a text with empty lines instead of its placeholders, so that the words around them stay apart. */
function wordsOutside({ text, placeholders }: Message): string {
  return replaceSpans(text, placeholders, () => '\n\n');
}

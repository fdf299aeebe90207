import { foldText } from '../read/looseToken.ts';
import type { Message } from '../read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax, Problem } from '../read/placeholder.ts';
import { isDocument } from './reader.ts';
import { withoutEqual } from './withoutEqual.ts';

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
  const [wanted, found] = [source.placeholders.filter(isEntity), translation.placeholders.filter(isEntity)];
  if (wanted.length === 0 && found.length === 0) return [];
  const missing = withoutEqual(wanted, found, ({ text }) => text);
  const isMarkup =
    isDocument(syntaxes) || wanted.length > 0 || source.placeholders.some(({ syntax }) => syntax === 'tag');
  const extra = withoutEqual(found, wanted, ({ text }) => text);
  const words = missing.length === 0 ? '' : wordsOutside(translation);
  const isShown = missing.length === 0 ? undefined : shownOtherwise({ source, translation, words, extra });
  return [
    ...missing
      .filter((entity) => isShown?.(entity) !== true)
      .map(({ text, start }): Problem => ({
        kind: 'missing-placeholder',
        severity: 'error',
        text,
        sourceStart: start,
      })),
    ...(isMarkup ? [] : extra).map(({ text, start }): Problem => ({
      kind: 'extra-placeholder',
      severity: 'warning',
      text,
      start,
    })),
  ];
}

function isEntity({ syntax }: Placeholder): boolean {
  return syntax === 'entity';
}

interface Compared {
  readonly source: Message;
  readonly translation: Message;
  /** The translation outside of its placeholders. */
  readonly words: string;
  /** Entities that the source lacks. */
  readonly extra: readonly Placeholder[];
}

/** Returns whether the words of a translation show the character of an entity, or do without it. */
function shownOtherwise({ source, translation, words, extra }: Compared): (entity: Placeholder) => boolean {
  const hasMutilated = isMutilated(wordsOutside(source), words, extra);
  const folded = foldText(words).text.toLowerCase();
  return ({ text }) => {
    const name = text.slice(1, -1).toLowerCase();
    // `&amplt;`, and `&frac23;` for `&frac12;`.
    const letters = `&${name.replace(/\d+$/u, '')}`;
    if (!letters.startsWith('&#') && extra.some((other) => other.text.startsWith(letters))) return false;
    if (hasMutilated || folded.includes(`&${name}`) || folded.includes(`${name};`)) return false;
    // Without its `&`, an entity may continue a placeholder: `100%nbsp;`, `me@example.comamp;`.
    if (withoutAmpersand(translation.text, name) > withoutAmpersand(source.text, name)) return false;
    if (/^(?:lt|#60|#x3c)$/u.test(name)) return /<(?![A-Za-z/!?])/u.test(words);
    return !/^(?:amp|#38|#x26)$/u.test(name) || !/[&＆]/u.test(words);
  };
}

/** Returns how often a text has the name and the semicolon of an entity, but not its `&`. */
function withoutAmpersand(text: string, name: string): number {
  return text
    .toLowerCase()
    .split(`${name};`)
    .slice(0, -1)
    .filter((before) => !before.endsWith('&')).length;
}

/** Whether a translation may have remains of entities, such as `&éé;` and `& nbsp;`, or other letters instead. */
function isMutilated(source: string, translation: string, extra: readonly Placeholder[]): boolean {
  const count = (text: string): number => text.match(/[&＆]/gu)?.length ?? 0;
  return count(translation) > count(source) || extra.some(({ text }) => isOtherCharacter(text));
}

/** Whether a numeric entity is neither a punctuation mark nor a space, so that it is no other spelling of one. */
function isOtherCharacter(entity: string): boolean {
  const [, hex, decimal] = /^&#(?:[xX]([\da-fA-F]{1,6})|(\d{1,7}));$/u.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff && !/[\p{P}\p{Z}\p{Cf}]/u.test(String.fromCodePoint(code));
}

/** Returns a text without its placeholders. */
function wordsOutside({ text, placeholders }: Message): string {
  let words = '';
  let from = 0;
  for (const { start, end } of placeholders) {
    words += `${text.slice(from, start)}\n\n`;
    from = end;
  }
  return words + text.slice(from);
}

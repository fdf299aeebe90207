/** The sign that a text is concatenated with others in code; in other languages, the parts seldom fit together. */
export type ConcatenationSign = 'space-start' | 'space-end' | 'open-bracket' | 'open-ending' | 'lone-word';

export interface Concatenation {
  readonly sign: ConcatenationSign;
  /** The exact part: a word, a bracket, spaces. */
  readonly text: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** English words after which a sentence continues; not those that labels end with ("Sort by", "Log in"). */
const openEndings: ReadonlySet<string> = new Set(
  'the a an of and or nor than because your my our their whose into onto per is'.split(' '),
);

/** English words that connect others, and are texts of their own only in code. */
const joiningWords: ReadonlySet<string> = new Set([
  ...openEndings,
  ...'by to from with for in on at as but if then ago via between through until that which are was has'.split(' '),
]);

const longestJoiningWord = 10;
/** The last word of a text is searched in this many characters at its end. */
const searchedEndLength = 60;

/**
 * Finds a sign at the ends of a text that it is concatenated with others in code. `language` is the source language
 * (ISO 639); words are only known in English.
 */
export function findConcatenation(text: string, language: string): Concatenation | undefined {
  const body = text.trim();
  if (body === '') return undefined;
  const start = text.indexOf(body);
  const end = start + body.length;
  if (language === 'en' && isLoneWord(body)) return { sign: 'lone-word', text: body, start };
  if (isUnclosed(body)) return { sign: 'open-bracket', text: body.slice(-1), start: end - 1 };
  const word = language === 'en' ? openEnding(body) : undefined;
  if (word !== undefined) return { sign: 'open-ending', text: word, start: end - word.length };
  const leadingSpace = text.slice(0, start);
  if (isInlineSpace(leadingSpace)) return { sign: 'space-start', text: leadingSpace, start: 0 };
  const trailingSpace = text.slice(end);
  if (isInlineSpace(trailingSpace)) return { sign: 'space-end', text: trailingSpace, start: end };
  return undefined;
}

/** Whether a text is only a word such as "of", "by:", "(or)"; not "Of", which a list of choices may have. */
function isLoneWord(body: string): boolean {
  return body.length <= longestJoiningWord && joiningWords.has(body.replace(/[\p{P}\p{S}]/gu, ''));
}

/** Returns the last word if a sentence cannot end with it: "the" of "Open the", but nothing of "Open the:". */
function openEnding(body: string): string | undefined {
  const lastWord = /\s(\p{L}+)$/u.exec(body.slice(-searchedEndLength))?.[1];
  return lastWord !== undefined && openEndings.has(lastWord) ? lastWord : undefined;
}

/** Whether a text ends with an opening bracket ("Files (") or an opening quotation mark ("Delete “"). */
function isUnclosed(body: string): boolean {
  const lastCharacters = body.slice(-2);
  // Not in an emoticon such as `:(` or `8-(`.
  const endsWithBracket = /(?:[^:;=8-]|^)[([{（「『]$/u.test(lastCharacters);
  // `“` closes a German quotation unless a space is before it.
  const endsWithQuotationMark = /(?:\s|^)[“«„]$/u.test(lastCharacters);
  return endsWithBracket || endsWithQuotationMark;
}

/** Whether there is whitespace without a line break; line breaks belong to the format. */
function isInlineSpace(spaces: string): boolean {
  return spaces !== '' && !/[\r\n]/u.test(spaces);
}

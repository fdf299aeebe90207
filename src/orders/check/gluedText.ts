/** How a text seems to be a part of a sentence that the program puts together: in another language the parts seldom fit. */
export type GlueSign = 'blank-start' | 'blank-end' | 'open-bracket' | 'open-ending' | 'lone-word';

export interface Glue {
  readonly sign: GlueSign;
  /** The exact part: a word, a bracket, blanks. */
  readonly text: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** English words that something must follow. Those that end labels of their own ("Sort by", "Log in", "Who we are") are not among them. */
const openEndings: ReadonlySet<string> = new Set(
  'the a an of and or nor than because your my our their whose into onto per is'.split(' '),
);

/** English words that join what stands around them, and are a text of their own only in code. */
const joiningWords: ReadonlySet<string> = new Set([
  ...openEndings,
  ...'by to from with for in on at as but if then ago via between through until that which are was has'.split(' '),
]);

const longestJoiningWord = 10;
/** Words and blanks at the ends are looked for within so many characters. */
const reach = 60;

/** A text that is glued to others in code, judged by its ends. `language` is the source's (ISO 639): words are known in English alone. */
export function glueOf(text: string, language: string): Glue | undefined {
  const body = text.trim();
  if (body === '') return undefined;
  const start = text.indexOf(body);
  const end = start + body.length;
  if (language === 'en' && isLoneWord(body)) return { sign: 'lone-word', text: body, start };
  if (isUnclosed(body)) return { sign: 'open-bracket', text: body.slice(-1), start: end - 1 };
  const word = language === 'en' ? openEnding(body) : undefined;
  if (word !== undefined) return { sign: 'open-ending', text: word, start: end - word.length };
  const before = text.slice(0, start);
  if (isInLine(before)) return { sign: 'blank-start', text: before, start: 0 };
  const after = text.slice(end);
  return isInLine(after) ? { sign: 'blank-end', text: after, start: end } : undefined;
}

/** "of", "by:", "(or)"; not "Of", which a list of choices may have. */
function isLoneWord(body: string): boolean {
  return body.length <= longestJoiningWord && joiningWords.has(body.replace(/[\p{P}\p{S}]/gu, ''));
}

/** The last word, where a sentence cannot end with it. With a mark behind it, it has ended. */
function openEnding(body: string): string | undefined {
  const word = /\s(\p{L}+)$/u.exec(body.slice(-reach))?.[1];
  return word !== undefined && openEndings.has(word) ? word : undefined;
}

/** An opening bracket at the very end, but for a face such as `:(`; an opening quotation mark, which a blank stands before. */
function isUnclosed(body: string): boolean {
  return /(?:[^:;=8-]|^)[([{（「『]$/u.test(body.slice(-2)) || /(?:\s|^)[“«„]$/u.test(body.slice(-2));
}

/** Blanks without a line break, which belongs to the format: a block of text ends in one. */
function isInLine(blanks: string): boolean {
  return blanks !== '' && !/[\r\n]/u.test(blanks);
}

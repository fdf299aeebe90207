import { replaceSpans } from '../read/replaceSpans.ts';
import type { Message } from '../read/readMessage.ts';
import type { Problem } from '../read/placeholder.ts';

/** Warns of other final punctuation, of more or fewer line breaks, and of a text that was not translated. */
export function checkText(source: Message, translation: Message): readonly Problem[] {
  return [
    ...finalPunctuation(source, translation),
    ...lineBreaks(source, translation),
    ...sameAsSource(source, translation),
  ];
}

/** The ASCII mark for each mark that ends a sentence: `。 → .` */
const finalMarks = new Map(
  Object.entries({
    '.': '.。．｡।॥۔։።။།។',
    '!': '!！',
    '?': '?？؟\u037e፧',
    ':': ':：៖',
    ';': ';；؛፤',
    '…': '…⋯',
  }).flatMap(([mark, forms]) => Array.from(forms, (form): [string, string] => [form, mark])),
);

function finalPunctuation(source: Message, translation: Message): readonly Problem[] {
  if (endsInLetter(source.text) && endsInLetter(translation.text)) return [];
  const [sourceEnd, end] = [endOf(source), endOf(translation)];
  if (sourceEnd.mark === end.mark || hasOwnPunctuation(sourceEnd, end, translation.text)) return [];
  return [{ kind: 'final-punctuation', severity: 'warning', text: end.character, start: Math.max(0, end.offset) }];
}

/** A cheap check first: most labels end in a letter, and so do their translations. */
function endsInLetter(text: string): boolean {
  // This bit makes an ASCII letter lower case; 0x61 is `a`, 0x7a is `z`.
  const lowerCaseCode = text.charCodeAt(text.length - 1) | 0x20;
  return lowerCaseCode >= 0x61 && lowerCaseCode <= 0x7a;
}

/** Returns the offset of the last character before closing quotes, brackets and tags: of `.` in `“No.”</b>`; or -1. */
function lastCharacter({ text, placeholders }: Message): number {
  let end = text.length;
  let index = placeholders.length - 1;
  for (;;) {
    const lastPlaceholder = placeholders[index];
    if (lastPlaceholder?.end === end) {
      const isSkipped = lastPlaceholder.syntax === 'tag' || closingEntity.test(lastPlaceholder.text);
      if (!isSkipped) return end - 1;
      end = lastPlaceholder.start;
      index -= 1;
    } else if (end > 0 && closingCharacter.test(text.charAt(end - 1))) {
      end -= 1;
    } else {
      return end - 1;
    }
  }
}

const closingCharacter = /[\s"'”’“‘»«›‹)\]）】」』*_\u200e\u200f\u2066-\u2069]/u;
const closingEntity = /^&(?:quot|apos|nbsp|[lr]d?quo|[lr]s(?:a?quo)|[lr]aquo|#34|#39|#160|rlm|lrm);$/u;

/** Returns the punctuation mark whose last character is at an offset; undefined if there is none. */
function markAt(text: string, offset: number): string | undefined {
  if (text.startsWith('...', offset - 2) || text.endsWith('&hellip;', offset + 1)) return '…';
  return finalMarks.get(text.charAt(offset));
}

/** The last character of a text, see `lastCharacter`. */
interface TextEnd {
  /** The punctuation mark that it is or belongs to, if any: `…` for the last of `...`. */
  readonly mark: string | undefined;
  readonly character: string;
  /** -1 if there is none. */
  readonly offset: number;
}

function endOf(message: Message): TextEnd {
  const offset = lastCharacter(message);
  return { mark: markAt(message.text, offset), character: message.text.charAt(offset), offset };
}

/** Whether the difference follows from the language's own punctuation at the end of sentences. */
function hasOwnPunctuation(source: TextEnd, translated: TextEnd, translation: string): boolean {
  // A Greek question mark looks like a semicolon.
  if (source.mark === '?' && translated.mark === ';') return true;
  // Armenian question and exclamation marks are inside words.
  if (source.mark === '?' && translation.includes('՞')) return true;
  if (source.mark === '!' && translation.includes('՜')) return true;
  // Thai and Lao have no full stop.
  const withoutFullStop = /[\u0e00-\u0eff]/u;
  if (source.mark === '.' && translated.mark === undefined) return withoutFullStop.test(translated.character);
  return source.mark === undefined && translated.mark === '.' && withoutFullStop.test(source.character);
}

/** Compares the line breaks in the words: a plural with an additional branch may have an additional line between. */
function lineBreaks(source: Message, translation: Message): readonly Problem[] {
  const expectedCount = lineStartsOf(source).length;
  const lineStarts = lineStartsOf(translation);
  if (lineStarts.length === expectedCount) return [];
  // For too many lines: the text from the first additional one. For too few: the last line, which may contain two.
  const start = lineStarts[expectedCount] ?? lineStarts.at(-1) ?? 0;
  return [{ kind: 'line-breaks', severity: 'warning', text: translation.text.slice(start), start }];
}

/** Returns the offsets of all lines after the first. `\n` in letters, which some programs convert, also ends a line. */
function lineStartsOf({ text, placeholders }: Message): readonly number[] {
  if (!text.includes('\n') && !text.includes('\r') && !text.includes('\\n')) return [];
  const lineStarts: number[] = [];
  const otherPlaceholders = placeholders.filter(({ syntax }) => syntax !== 'line-break');
  let index = 0;
  for (const match of text.matchAll(/\r\n|[\r\n]|\\n/gu)) {
    // A break within a placeholder, such as a line of a plural, is syntax.
    while (index < otherPlaceholders.length && (otherPlaceholders[index]?.end ?? 0) <= match.index) index += 1;
    const nextPlaceholderStart = otherPlaceholders[index]?.start ?? text.length;
    if (nextPlaceholderStart > match.index) lineStarts.push(match.index + match[0].length);
  }
  return lineStarts;
}

/** Reports a translation that equals its source, if there are words to translate. */
function sameAsSource(source: Message, translation: Message): readonly Problem[] {
  if (source.text !== translation.text || !/\p{L}/u.test(wordsOf(source))) return [];
  return [{ kind: 'same-as-source', severity: 'warning', text: translation.text, start: 0 }];
}

/** Returns the text of a message without its placeholders. */
export function wordsOf({ text, placeholders }: Message): string {
  return replaceSpans(text, placeholders, () => ' ');
}

import { isLiteralElement, isPluralElement, isPoundElement, isSelectElement } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement, PluralElement, SelectElement } from '@formatjs/icu-messageformat-parser';
import { spanOf } from '../read/icu.ts';
import type { Message } from '../read/readMessage.ts';

/**
 * The differences between two ICU messages: exact parts of the source, and parts of the translation with their offsets.
 */
export interface IcuDifference {
  readonly missing: readonly string[];
  readonly extra: readonly { readonly text: string; readonly start: number }[];
}

type Choice = PluralElement | SelectElement;

const pluralCategories = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/**
 * Compares the arguments of two ICU messages, branch by branch: branches may move and words may change, but arguments
 * may not. A translation may add plural categories of its language; each is compared with the source's `other`. Returns
 * undefined if the translation is not an ICU message, or differs from the source in its number of literal braces.
 */
export function compareIcu(source: Message, translation: Message): IcuDifference | undefined {
  if (!source.icu || !translation.icu) return undefined;
  if (literalBraces(translation.icu.elements) !== literalBraces(source.icu.elements)) return undefined;
  const missing: string[] = [];
  const extra: { text: string; start: number }[] = [];
  compareElements(
    { source: reader(source), translation: reader(translation), report: { missing, extra } },
    source.icu.elements,
    translation.icu.elements,
    source.within === 'added-plural',
  );
  return { missing, extra: extra.sort((a, b) => a.start - b.start) };
}

interface Reader {
  readonly text: string;
  /**
   * Whether an element is a placeholder of the ICU family. For example, `{x}` in `${x}` or in a URL is part of another
   * placeholder.
   */
  readonly owns: (element: MessageFormatElement) => boolean;
}

function reader({ text, placeholders }: Message): Reader {
  const starts = new Set(placeholders.filter(({ syntax }) => syntax === 'icu').map(({ start }) => start));
  return { text, owns: (element) => starts.has(spanOf(element).start) };
}

interface Report {
  readonly missing: string[];
  readonly extra: { text: string; start: number }[];
}

/** The two messages that are compared, and the differences found so far. */
interface Messages {
  readonly source: Reader;
  readonly translation: Reader;
  readonly report: Report;
}

function compareElements(
  messages: Messages,
  sourceElements: readonly MessageFormatElement[],
  translatedElements: readonly MessageFormatElement[],
  branchOnlyInTranslation = false,
): void {
  const { source, translation, report } = messages;
  const owned = translatedElements.filter((element) => !isLiteralElement(element) && translation.owns(element));
  // Reversed, so that `pop` returns the first one.
  const waiting = Map.groupBy(owned.toReversed(), signature);
  for (const element of sourceElements) {
    if (isLiteralElement(element) || !source.owns(element)) continue;
    const match = waiting.get(signature(element))?.pop();
    if (match === undefined) {
      // In a category that only the translation has, the number may be written as a word.
      if (!(branchOnlyInTranslation && isPoundElement(element))) report.missing.push(headOf(source.text, element));
    } else if (isChoice(element) && isChoice(match)) {
      compareBranches(messages, element, match);
    }
  }
  for (const element of [...waiting.values()].flat())
    report.extra.push({ text: headOf(translation.text, element), start: spanOf(element).start });
}

function compareBranches(messages: Messages, original: Choice, translated: Choice): void {
  const { translation, report } = messages;
  for (const [key, branch] of Object.entries(original.options)) {
    const match = translated.options[key];
    if (match) compareElements(messages, branch.value, match.value);
    else report.missing.push(key);
  }
  for (const [key, branch] of Object.entries(translated.options)) {
    if (Object.hasOwn(original.options, key)) continue;
    const other = original.options['other'];
    if (other && isPluralElement(original) && pluralCategories.has(key)) {
      compareElements(messages, other.value, branch.value, true);
    } else {
      report.extra.push({ text: key, start: translation.text.lastIndexOf(key, spanOf(branch).start) });
    }
  }
}

function isChoice(element: MessageFormatElement): element is Choice {
  return isPluralElement(element) || isSelectElement(element);
}

/** Returns a key that is equal for interchangeable arguments: kind, name and format, or kind of plural and offset. */
function signature(element: MessageFormatElement): string {
  if (isPoundElement(element)) return '#';
  const { type, value } = element;
  const format = isPluralElement(element)
    ? [element.pluralType, element.offset]
    : 'style' in element
      ? styleText(element.style)
      : '';
  return JSON.stringify([type, value, format]);
}

function styleText(style: unknown): unknown {
  if (typeof style !== 'object' || style === null) return style ?? '';
  if ('pattern' in style) return style.pattern;
  return 'tokens' in style ? style.tokens : '';
}

/** Returns a simple argument as written, or the part of a plural or select before its first branch's brace. */
function headOf(text: string, element: MessageFormatElement): string {
  const { start, end } = spanOf(element);
  if (!isChoice(element)) return text.slice(start, end);
  const first = Math.min(...Object.values(element.options).map((option) => spanOf(option).start));
  return text.slice(start, first + 1);
}

function literalBraces(elements: readonly MessageFormatElement[]): number {
  let count = 0;
  for (const element of elements) {
    if (isLiteralElement(element)) count += element.value.replace(/[^{}]/gu, '').length;
    else if (isChoice(element))
      count += Object.values(element.options).reduce((sum, option) => sum + literalBraces(option.value), 0);
  }
  return count;
}
